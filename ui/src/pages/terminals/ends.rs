//! The three ways to end a terminal or an activation code, a row each: the button, the consequence for the merchant,
//! the way back, and the id that is sent. Service document, "Logout, suspend or decommission" and "Device status".
//!
//! The record does not name a terminal's sdkId. A `deviceId` without the `CD-` of an activation code counts as one; otherwise a
//! person gives it, helped by transactions ([`super::sdk_ids`]), and nothing is sent by a guess. The terminal's own record is read
//! before and after.

use tapline_contract::allowed::{Allowed, end_device};
use tapline_contract::device::{Device, DeviceAt, DeviceId};
use tapline_contract::device_mode::EndMode;
use tapline_contract::merchant::MerchantId;

pub(super) struct End {
    /// Verb and object, for the button and the title.
    pub(super) words: &'static str,
    pub(super) icon: &'static str,
    pub(super) consequence: &'static str,
    /// The way back; `None` if there is none.
    pub(super) way_back: Option<&'static str>,
    /// The button that cancels.
    pub(super) keep: &'static str,
    pub(super) done: &'static str,
}

const LOG_OUT: End = End {
    words: "Log out terminal",
    icon: "leave",
    consequence: "It is logged out at once and takes no payment until someone logs it in again at the terminal itself.",
    way_back: Some("Tapline cannot log it in again: the service has no call for that."),
    keep: "Keep it logged in",
    done: "Logged out",
};

const DECOMMISSION: End = End {
    words: "Decommission terminal",
    icon: "stop",
    consequence: "It stops accepting payments at once.",
    way_back: None,
    keep: "Keep terminal",
    done: "Decommissioned",
};

const UNBIND: End = End {
    words: "Unbind activation code",
    icon: "bin",
    consequence: "The code is unbound and deleted: no terminal can be activated with it any more. What becomes of a terminal \
                      that was activated with it, the service document does not say.",
    way_back: None,
    keep: "Keep activation code",
    done: "Unbound and deleted",
};

pub(super) fn end(mode: EndMode) -> &'static End {
    match mode {
        EndMode::Logout => &LOG_OUT,
        EndMode::Decommission => &DECOMMISSION,
        EndMode::DeleteCode => &UNBIND,
    }
}

/// Answers if the button is offered. The question asks for a missing sdkId.
pub(super) fn offered(device: &Device, mode: EndMode) -> Allowed {
    if asks_sdk_id(&device.device_id, mode) {
        return Allowed::Yes;
    }
    end_device(&device.device_id, device.device_status.as_ref(), mode)
}

/// True if the record has only an activation code, and this mode needs an sdkId.
pub(super) fn asks_sdk_id(id: &DeviceId, mode: EndMode) -> bool {
    id.is_activation_code() && mode != EndMode::DeleteCode
}

/// The id to send, and the record it is compared with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Target {
    pub(super) id: DeviceId,
    pub(super) seen: DeviceAt,
    /// Doubts about it, as sentences.
    pub(super) hint: Option<String>,
}

/// `Err`: why it cannot be sent, and the way out. `listed` are the merchant's terminals.
pub(super) fn target(
    of: &MerchantId,
    device: &Device,
    mode: EndMode,
    typed: &str,
    listed: &[Device],
) -> Result<Target, String> {
    let asks = asks_sdk_id(&device.device_id, mode);
    let id = if asks {
        DeviceId::parse(typed).ok_or("Choose or enter the terminal's sdkId.")?
    } else {
        device.device_id.clone()
    };
    let other = listed.iter().find(|one| one.device_id == id && id != device.device_id);
    if let Some(other) = other.filter(|other| !other.device_id.is_activation_code()) {
        return Err(format!(
            "{id} is another terminal of this list, {}. Open that one, or enter this terminal's sdkId.",
            other.name()
        ));
    }
    let allowed = end_device(&id, device.device_status.as_ref(), mode);
    if let Some(reason) = allowed.reason() {
        return Err(reason.to_owned());
    }
    let seen = DeviceAt { mch_id: Some(of.to_string()), device: Some(device.clone()) };
    Ok(Target { id, seen, hint: allowed.hint().map(str::to_owned) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tapline_contract::record::Record as _;

    fn device(id: &str) -> Device {
        Device::read(&format!(r#"{{"deviceId":"{id}","deviceStatus":2,"uuid":"5e0d"}}"#)).unwrap()
    }

    fn sent(id: &str, mode: EndMode, typed: &str) -> Result<(String, String), String> {
        let listed = [device(id), device("SDK-2")];
        let target = target(&MerchantId::parse("M1").unwrap(), &device(id), mode, typed, &listed)?;
        let seen = target.seen.device.map(|seen| seen.device_id.to_string());
        Ok((target.id.to_string(), seen.unwrap_or_default()))
    }

    #[test]
    fn the_id_is_the_records_or_typed_and_never_guessed() {
        let ok = |id: &str, seen: &str| Ok((id.to_owned(), seen.to_owned()));
        assert_eq!(sent("SDK-1", EndMode::Decommission, ""), ok("SDK-1", "SDK-1"));
        assert_eq!(sent("CD-1", EndMode::DeleteCode, ""), ok("CD-1", "CD-1"));
        assert_eq!(sent("CD-1", EndMode::Logout, " SDK-9 "), ok("SDK-9", "CD-1"), "read at its record");
        for (typed, begins) in [
            ("", "Choose or enter the terminal's sdkId."),
            ("CD-1", "CD-1 is an activation code"),
            ("SDK-2", "SDK-2 is another terminal of this list"),
        ] {
            let refused = sent("CD-1", EndMode::Logout, typed).unwrap_err();
            assert!(refused.starts_with(begins), "{refused}");
        }
        assert!(sent("SDK-1", EndMode::DeleteCode, "").is_err());
    }

    #[test]
    fn a_button_is_offered_unless_it_cannot_succeed() {
        let offers = |id| EndMode::ALL.map(|mode| offered(&device(id), mode).may_be_tried());
        assert_eq!(offers("SDK-1"), [true, true, false]);
        assert_eq!(offers("CD-1"), [true, true, true], "the sdkId is asked for");
    }
}
