//! Ways to end a terminal or an activation code. Service document, "Device status" and "Logout, suspend or decommission".
//!
//! The document names "suspend" and gives no code for it: it is not offered. Other meanings of `deviceStatus` are not shown.

use crate::device::{DeviceId, EndQuery};
use crate::transaction_state::states;

states! {
    /// `deviceStatus` of a terminal that was ended; any other value is not documented.
    DeviceStatus {
        LoggedOut = 2 "logout",
        Decommissioned = 3 "decommission",
    }
}

/// Words of `deviceStatus` by its code. The service document names 2 and 3; the others are the likely reading.
pub const STATUS_WORDS: [(&str, &str); 4] =
    [("0", "Likely not activated"), ("1", "Likely active"), ("2", "Logged out"), ("3", "Decommissioned")];

/// Effect of a DELETE.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndMode {
    /// For a terminal, by its sdkId.
    Logout,
    /// For a terminal, by its sdkId.
    Decommission,
    /// For an activation code (`CD-` prefix), which is unbound and deleted.
    DeleteCode,
}

struct EndModeRow {
    mode: EndMode,
    /// For a button.
    words: &'static str,
    status: Option<DeviceStatus>,
}

const ROWS: [EndModeRow; 3] = [
    EndModeRow { mode: EndMode::Logout, words: "Log out terminal", status: Some(DeviceStatus::LoggedOut) },
    EndModeRow {
        mode: EndMode::Decommission,
        words: "Decommission terminal",
        status: Some(DeviceStatus::Decommissioned),
    },
    EndModeRow { mode: EndMode::DeleteCode, words: "Delete activation code", status: None },
];

impl EndMode {
    pub const ALL: [EndMode; 3] = [EndMode::Logout, EndMode::Decommission, EndMode::DeleteCode];

    fn row(self) -> &'static EndModeRow {
        &ROWS[self as usize]
    }

    pub fn words(self) -> &'static str {
        self.row().words
    }

    /// Value that `deviceStatus` gets; `None` where the code is deleted.
    pub fn status(self) -> Option<DeviceStatus> {
        self.row().status
    }

    pub fn query(self) -> EndQuery {
        EndQuery { device_status: self.status().map(DeviceStatus::code) }
    }

    /// Effect of a DELETE with this id and query: the prefix decides first. `None` for an sdkId without one of the two
    /// codes, which the document does not explain.
    pub fn from_query(id: &DeviceId, query: &EndQuery) -> Option<EndMode> {
        if id.is_activation_code() {
            return Some(EndMode::DeleteCode);
        }
        let status = DeviceStatus::of_code(u64::from(query.device_status?))?;
        ROWS.iter().find(|row| row.status == Some(status)).map(|row| row.mode)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_prefix_and_the_code_say_what_a_delete_does() {
        for (id, status, mode) in [
            ("CD-7Q2M4K9X", None, Some(EndMode::DeleteCode)),
            ("CD-7Q2M4K9X", Some(3), Some(EndMode::DeleteCode)),
            ("sdk-81", Some(2), Some(EndMode::Logout)),
            ("sdk-81", Some(3), Some(EndMode::Decommission)),
            ("sdk-81", Some(1), None),
            ("sdk-81", None, None),
            ("cd-7Q2M4K9X", None, None),
        ] {
            let query = EndQuery { device_status: status };
            assert_eq!(EndMode::from_query(&DeviceId::parse(id).unwrap(), &query), mode, "{id} {status:?}");
        }
    }

    #[test]
    fn a_mode_is_one_row() {
        for mode in EndMode::ALL {
            assert_eq!(mode.row().mode, mode);
        }
        assert_eq!(EndMode::ALL.map(|mode| mode.query().device_status), [Some(2), Some(3), None]);
    }
}
