//! Showing one secret of a terminal to a person who requests it.
//!
//! The secrets are cut off from every answer ([`crate::record::Record::cut`]); these are the only two ways to one, each for one
//! value, on a gesture, and with a line in the history that says who saw what and not what it was.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::connection::ConnectionId;
use crate::device::{Device, DeviceId};
use crate::field::Hidden;
use crate::secret::{Secret, through_the_door};

/// Lifetime of a revealed or copied secret, seconds.
pub const SECONDS: u32 = 30;

/// Secret to reveal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Reveal {
    pub connection: ConnectionId,
    /// Merchant of the terminal: terminals are listed per merchant.
    pub mch_id: String,
    pub device: DeviceId,
    pub field: SecretField,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum SecretField {
    DeviceAdmin,
    /// Secret in `extParams`.
    JwtSecret,
}

impl SecretField {
    /// As the service calls it.
    pub fn word(self) -> &'static str {
        match self {
            SecretField::DeviceAdmin => "deviceAdmin",
            SecretField::JwtSecret => "jwtSecret",
        }
    }

    /// Secret of a terminal whose record has not been cut.
    pub fn value_in(self, device: &Device) -> Option<&Secret> {
        let hidden = match self {
            SecretField::DeviceAdmin => &device.device_admin,
            SecretField::JwtSecret => &device.ext()?.jwt_secret,
        };
        match hidden {
            Hidden::Known(secret) => Some(secret),
            Hidden::Kept | Hidden::Absent => None,
        }
    }
}

/// To be shown for [`SECONDS`], and dropped sooner when the window is left or locked.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Revealed {
    #[serde(serialize_with = "through_the_door")]
    pub text: Secret,
    pub seconds: u32,
}

impl fmt::Debug for Revealed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Revealed").field("seconds", &self.seconds).finish_non_exhaustive()
    }
}

/// It is on the clipboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Copied {
    /// Seconds until the copy is cleared, unless something else was copied meanwhile.
    pub seconds: u32,
}
