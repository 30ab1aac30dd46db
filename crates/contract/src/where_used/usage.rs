//! Usage of all records at once: acquirer profiles, configurations, merchants and terminals with the links between them.
//!
//! Links are indexes into the lists of [`UsageMap`]. A link from a configuration to a terminal is a possibility: no record of the
//! service names the configuration that a terminal really has.

use serde::{Deserialize, Serialize};

use super::{AcquirerUser, ProfileUser};
use crate::connection::ConnectionId;
use crate::device::DeviceId;
use crate::device_mode::{DeviceStatus, STATUS_WORDS};
use crate::emv_config::EmvId;
use crate::field::Number;
use crate::merchant::MerchantId;
use crate::profile::ProfileId;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UsageQuery {
    pub connection: ConnectionId,
    /// Reads everything again.
    pub again: bool,
    /// Reads the terminals of all merchants, however many there are.
    pub all_terminals: bool,
    /// A map came before: while the terminals of very many merchants are read, none is sent.
    pub has_map: bool,
}

/// Usage as far as loaded.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Usage {
    /// `None`: the map that came before stays.
    pub map: Option<UsageMap>,
    pub merchants: usize,
    /// Merchants whose terminals were read.
    pub merchants_read: usize,
    /// Terminals are being read: ask again.
    pub reading: bool,
    /// Lists that could not be read, a sentence each.
    pub missing: Vec<String>,
    /// Time at which the lists were read.
    pub read_at: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct UsageMap {
    pub acquirers: Vec<UsedAcquirer>,
    /// Configurations that some acquirer profile names.
    pub configurations: Vec<UsedConfiguration>,
    pub merchants: Vec<UsedMerchant>,
    pub terminals: Vec<UsedTerminal>,
    /// Profiles that terminals may name.
    pub profiles: Vec<ProfileUser>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct UsedAcquirer {
    pub user: AcquirerUser,
    pub merchants: Vec<u32>,
    pub terminals: Vec<u32>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct UsedConfiguration {
    pub id: EmvId,
    pub acquirers: Vec<u32>,
    pub merchants: Vec<u32>,
    pub terminals: Vec<u32>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct UsedMerchant {
    pub id: MerchantId,
    pub name: String,
    /// Its terminals were read.
    pub is_read: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct UsedTerminal {
    pub merchant: u32,
    pub id: DeviceId,
    pub name: String,
    /// `deviceStatus`
    pub status: Option<Number>,
    pub acq_tid: Option<String>,
    pub acq_mid: Option<String>,
    /// The profile that it names.
    pub profile: Option<ProfileId>,
}

impl Usage {
    /// True if every list and the terminals of every merchant were read.
    pub fn is_whole(&self) -> bool {
        self.missing.is_empty() && self.merchants == self.merchants_read
    }
}

impl UsedTerminal {
    /// Words of the status next to a name; empty for a terminal at work or with a status of unknown meaning.
    pub fn status_note(&self) -> &'static str {
        let code = self.status.as_ref().and_then(Number::whole).map(|code| code.to_string());
        let known = STATUS_WORDS.iter().find(|(known, _)| code.as_deref() == Some(known));
        known.filter(|(known, _)| *known != "1").map_or("", |(_, words)| words)
    }

    /// True for a decommissioned terminal: it uses nothing any more.
    pub fn is_ended(&self) -> bool {
        let status = self.status.as_ref().and_then(Number::whole).and_then(DeviceStatus::of_code);
        status == Some(DeviceStatus::Decommissioned)
    }
}
