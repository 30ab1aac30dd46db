//! Ending a terminal or an activation code. Service document, "Device status" and "Logout, suspend or decommission".

use super::Allowed;
use crate::device::DeviceId;
use crate::device_mode::{DeviceStatus, EndMode, STATUS_WORDS};
use crate::field::Number;

/// Decides whether a DELETE of `id` may do this; `status` is the terminal's `deviceStatus`. By the document logout and
/// decommission lead on from any state, so a status is never a reason to refuse.
pub fn end_device(id: &DeviceId, status: Option<&Number>, mode: EndMode) -> Allowed {
    match (mode, id.is_activation_code()) {
        (EndMode::DeleteCode, true) => Allowed::Yes,
        (EndMode::DeleteCode, false) => Allowed::No(format!(
            "{id} is a terminal, not an activation code (CD-…). Log it out or decommission it instead."
        )),
        (EndMode::Logout | EndMode::Decommission, true) => Allowed::No(format!(
            "{id} is an activation code, so the service would delete the code. Enter the terminal's SDK id instead."
        )),
        (EndMode::Logout | EndMode::Decommission, false) => by_status(status, mode),
    }
}

fn by_status(status: Option<&Number>, mode: EndMode) -> Allowed {
    let documented = status.and_then(Number::whole).and_then(DeviceStatus::of_code);
    let doubtful = |hint: &str| Allowed::Doubtful(hint.to_owned());
    match (documented, mode) {
        (None, _) => doubtful(&match status.map(Number::text) {
            Some(text) => match STATUS_WORDS.iter().find(|(code, _)| *code == text) {
                Some((_, likely)) => format!("{likely}."),
                None => format!("Status {text} is unknown."),
            },
            None => "The terminal has no status.".to_owned(),
        }),
        (Some(DeviceStatus::LoggedOut), EndMode::Logout) => doubtful("Already logged out."),
        (Some(DeviceStatus::LoggedOut), _) => Allowed::Yes,
        (Some(DeviceStatus::Decommissioned), _) => doubtful("Already decommissioned."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn id_and_status_by_mode() {
        for (id, status, signs) in [
            ("CD-7Q2M4K9X", None, "nny"),
            ("CD-7Q2M4K9X", Some(1), "nny"),
            ("sdk-81", None, "ddn"),
            ("sdk-81", Some(1), "ddn"),
            ("sdk-81", Some(2), "dyn"),
            ("sdk-81", Some(3), "ddn"),
        ] {
            let id = DeviceId::parse(id).unwrap();
            let sign = |mode| match end_device(&id, status.map(Number::from).as_ref(), mode) {
                Allowed::Yes => 'y',
                Allowed::Doubtful(_) => 'd',
                Allowed::No(_) => 'n',
            };
            assert_eq!(EndMode::ALL.map(sign).iter().collect::<String>(), signs, "{id} {status:?}");
        }
    }
}
