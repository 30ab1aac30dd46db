//! Terminal of a sale. A transaction names no terminal of the lists: it has an `sdkId`, and the `acqTid` and `acqMid` that a
//! terminal's `extParams` have too. Service document, "Transaction" and "Device record".
//!
//! Only an id that is the same on both sides is certain; a TID is reused, and unique at one acquirer only.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};
use tapline_emv::param::{AMEX_ENHANCED, CAPABILITIES, TERMINAL_TYPE};
use tapline_emv::{Params, Scheme};

use super::TerminalUser;
use crate::connection::ConnectionId;
use crate::sdk_id::listed;
use crate::transaction::Transaction;

/// Query for the terminal of a sale.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SaleTerminalsQuery {
    pub connection: ConnectionId,
    pub sale: SaleAt,
}

/// Place of a sale by its transaction; blank if absent.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SaleAt {
    pub sdk_id: String,
    pub acq_tid: String,
    pub acq_mid: String,
    /// `mchName`
    pub merchant: String,
}

/// Terminals known so far.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SaleTerminals {
    /// Terminals that fit best; several where nothing distinguishes them.
    pub found: Vec<SaleTerminal>,
    /// Terminals are being read: ask again.
    pub reading: bool,
}

/// A terminal that may be the sale's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SaleTerminal {
    pub user: TerminalUser,
    /// Name of its merchant.
    pub merchant: String,
    pub by: By,
    /// Accepted methods; `None` where they are absent or unreadable.
    pub methods: Option<Vec<String>>,
    /// True for a phone used as a terminal (`deviceType` COTS). `None`: not known.
    pub is_phone: Option<bool>,
}

/// Link between a terminal and a sale, the surest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum By {
    /// Id of the record is the `sdkId`.
    Id,
    /// Its `acqTid`, and its `acqMid` or that of its merchant.
    TidAndMid,
    /// Equal `acqTid`; one side has no `acqMid`.
    Tid,
}

/// Values of a terminal that are read in addition to those of a configuration: 9F35, 9F33, 9F6E and 9F6D.
const VALUES: [&str; 4] = [TERMINAL_TYPE, CAPABILITIES, AMEX_ENHANCED, "amexReaderCapability"];

impl SaleAt {
    pub fn from_transaction(record: &Transaction) -> SaleAt {
        let trimmed = |text: &Option<String>| text.as_deref().unwrap_or_default().trim().to_owned();
        SaleAt {
            sdk_id: trimmed(&record.sdk_id),
            acq_tid: trimmed(&record.acq_tid),
            acq_mid: trimmed(&record.acq_mid),
            merchant: trimmed(&record.mch_name),
        }
    }

    /// Link of a terminal to the sale; `None`: no link, or a contradiction. A merchant's name may have changed, so it counts only
    /// where nothing but a TID is left.
    pub fn by(&self, terminal: &TerminalPlace<'_>) -> Option<By> {
        let same = |one: &str, other: Option<&str>| {
            other
                .map(str::trim)
                .filter(|other| !one.is_empty() && !other.is_empty())
                .map(|other| one == other)
        };
        if same(&self.sdk_id, Some(terminal.id)) == Some(true) {
            return Some(By::Id);
        }
        let is_its_tid = same(&self.acq_tid, terminal.acq_tid) == Some(true);
        match same(&self.acq_mid, terminal.acq_mid) {
            _ if !is_its_tid => None,
            Some(true) => Some(By::TidAndMid),
            Some(false) => None,
            None => (same(&self.merchant, Some(terminal.merchant)) != Some(false)).then_some(By::Tid),
        }
    }
}

/// Members that a terminal shares with its sales.
#[derive(Clone, Copy, Debug)]
pub struct TerminalPlace<'a> {
    pub id: &'a str,
    pub acq_tid: Option<&'a str>,
    /// Its merchant's, where it has none of its own.
    pub acq_mid: Option<&'a str>,
    /// Name of its merchant.
    pub merchant: &'a str,
}

impl SaleTerminal {
    /// Values that decide in addition to those of a configuration.
    pub fn params(&self) -> Params {
        let mut values = self.user.values();
        values.retain(|key, _| VALUES.contains(&key.as_str()));
        values
    }

    /// True if the terminal accepts a scheme; `None` where it lists no methods.
    pub fn takes(&self, scheme: Scheme) -> Option<bool> {
        let methods = self.methods.as_ref()?;
        Some(methods.iter().any(|method| Scheme::from_method(method) == Some(scheme)))
    }
}

/// Name of the terminal, the evidence and its certainty; `None` without a terminal. `scheme` is that of the sale.
pub fn sale_terminal_words(found: &[SaleTerminal], scheme: Scheme) -> Option<String> {
    let (first, others) = found.split_first()?;
    let has = match first.by {
        By::Id => "same SDK id",
        By::TidAndMid => "same acquirer TID and MID",
        By::Tid => "same acquirer TID",
    };
    let merchant = &first.merchant;
    if !others.is_empty() {
        let names: Vec<_> = found.iter().map(|one| format!("“{}”", one.user.name)).collect();
        return Some(format!(
            "Terminal unclear: {} have the {has}, so their own values don't count.",
            listed(&names)
        ));
    }
    let name = &first.user.name;
    let mut words = match first.by {
        By::Id => format!("Terminal “{name}” of “{merchant}” ({has})."),
        By::TidAndMid | By::Tid => {
            format!("Likely terminal “{name}” of “{merchant}” ({has}).")
        }
    };
    if first.takes(scheme) == Some(false) {
        // Writing to a String cannot fail.
        let _ = write!(words, " It doesn't accept {} now.", scheme.name());
    }
    if !first.params().is_empty() {
        words.push_str(" Its own EMV values count too, as they are now.");
    }
    Some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_is_tied_to_a_sale_by_its_id_or_its_tid_and_never_against_a_mid() {
        let place =
            TerminalPlace { id: "CD-1", acq_tid: Some("70000411"), acq_mid: Some("498"), merchant: "Café" };
        let sale = |[sdk_id, acq_tid, acq_mid, merchant]: [&str; 4]| SaleAt {
            sdk_id: sdk_id.to_owned(),
            acq_tid: acq_tid.to_owned(),
            acq_mid: acq_mid.to_owned(),
            merchant: merchant.to_owned(),
        };
        for (values, expected) in [
            (["CD-1", "", "", ""], Some(By::Id)),
            (["CD-1", "70000411", "498", "Café"], Some(By::Id)),
            (["SDK-1", "70000411", "498", "Café"], Some(By::TidAndMid)),
            // It was renamed since.
            (["", "70000411", "498", "Bistro"], Some(By::TidAndMid)),
            (["", "70000411", "", "Café"], Some(By::Tid)),
            (["", "70000411", "", ""], Some(By::Tid)),
            (["", "70000411", "", "Kiosk"], None),
            (["", "70000411", "499", "Café"], None),
            (["", "70000412", "498", "Café"], None),
            // A merchant has many terminals.
            (["", "", "498", "Café"], None),
            (["", "", "", ""], None),
        ] {
            assert_eq!(sale(values).by(&place), expected, "{values:?}");
        }
        let bare = TerminalPlace { acq_tid: Some(" "), acq_mid: None, ..place };
        assert_eq!(sale(["", "", "498", "Café"]).by(&bare), None, "two blank TIDs are not the same");
        let untold = TerminalPlace { acq_mid: None, ..place };
        assert_eq!(sale(["", "70000411", "498", "Café"]).by(&untold), Some(By::Tid));
    }
}
