//! The lists: which endpoint, how it is paged, and its columns in CSV. Service document, "Resources and their fields".
//!
//! A column is a documented member, `a.b` one inside another. Secrets are no columns: they are cut before they get here.

use tapline_contract::acquirer::Acquirer;
use tapline_contract::card::Exact;
use tapline_contract::device::Device;
use tapline_contract::emv_config::EmvConfig;
use tapline_contract::list_column::{SETTLEMENT_COLUMNS, TRANSACTION_COLUMNS, listed};
use tapline_contract::merchant::Merchant;
use tapline_contract::profile::Profile;
use tapline_contract::record::Record as _;
use tapline_contract::settlement::Settlement;
use tapline_contract::transaction::Transaction;

/// Paging of a list, up to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Paging {
    /// `pageNumber` and `pageSize`, one page a call.
    Pages,
    /// `cursor`, one part a call.
    Cursor,
    /// Core joins the pages itself.
    Whole,
}

/// One list.
#[derive(Debug)]
pub(crate) struct Kind {
    pub(super) endpoint: &'static str,
    /// For the progress bar.
    pub(super) noun: &'static str,
    pub(super) one: &'static str,
    pub(super) paging: Paging,
    /// The member that identifies a record.
    pub(super) key: &'static str,
    pub(super) columns: fn() -> Vec<String>,
    /// Members of a record that are no card numbers: the contract's marks.
    pub(super) exact: Exact,
}

impl Kind {
    /// "1 transaction", "2 transactions"
    pub(super) fn counted(&self, count: u64) -> String {
        format!("{count} {}", if count == 1 { self.one } else { self.noun })
    }
}

/// Members of a profile that its list does not have.
const OF_ONE: [&str; 2] = ["acceptances", "acptSelection"];

pub(crate) const TRANSACTIONS: Kind = Kind {
    endpoint: "ListTransactions",
    noun: "transactions",
    one: "transaction",
    paging: Paging::Pages,
    key: "tranId",
    columns: || listed(TRANSACTION_COLUMNS).map(str::to_owned).collect(),
    exact: Transaction::is_exact,
};

pub(crate) const SETTLEMENTS: Kind = Kind {
    endpoint: "ListSettlements",
    noun: "batches",
    one: "batch",
    paging: Paging::Pages,
    key: "batchId",
    columns: || listed(SETTLEMENT_COLUMNS).map(str::to_owned).collect(),
    exact: Settlement::is_exact,
};

pub(crate) const EMV: Kind = Kind {
    endpoint: "ListEmv",
    noun: "configurations",
    one: "configuration",
    paging: Paging::Whole,
    key: "id",
    columns: EmvConfig::columns,
    exact: EmvConfig::is_exact,
};

pub(crate) const MERCHANTS: Kind = Kind {
    endpoint: "ListMerchants",
    noun: "merchants",
    one: "merchant",
    paging: Paging::Whole,
    key: "mchId",
    columns: Merchant::columns,
    exact: Merchant::is_exact,
};

pub(crate) const ACQUIRERS: Kind = Kind {
    endpoint: "ListAcquirers",
    noun: "acquirer profiles",
    one: "acquirer profile",
    paging: Paging::Whole,
    key: "id",
    columns: Acquirer::columns,
    exact: Acquirer::is_exact,
};

pub(crate) const PROFILES: Kind = Kind {
    endpoint: "ListProfiles",
    noun: "profiles",
    one: "profile",
    paging: Paging::Cursor,
    key: "profileId",
    columns: || Profile::columns().into_iter().filter(|column| !OF_ONE.contains(&column.as_str())).collect(),
    exact: Profile::is_exact,
};

pub(crate) const DEVICES: Kind = Kind {
    endpoint: "ListDevices",
    noun: "terminals",
    one: "terminal",
    paging: Paging::Whole,
    key: "deviceId",
    columns: Device::columns,
    exact: Device::is_exact,
};

#[cfg(test)]
mod tests {
    use serde_json::{Map, Value, json};
    use tapline_contract::record::{Other, Record};

    use super::super::sheet::{Format, Sheet};
    use super::*;

    /// A record that has every column, as `null` except for its key.
    fn with_all(kind: &Kind) -> String {
        let mut object = Map::new();
        for column in (kind.columns)() {
            match column.split_once('.') {
                Some((outer, inner)) => {
                    object.entry(outer).or_insert_with(|| json!({}))[inner] = Value::Null;
                }
                None => drop(object.insert(column, Value::Null)),
            }
        }
        object.insert(kind.key.to_owned(), json!("1"));
        Value::Object(object).to_string()
    }

    fn unknown<R: Record>(kind: &Kind, other: fn(&R) -> Other) -> Other {
        other(&R::read(&with_all(kind)).unwrap())
    }

    #[test]
    fn every_column_that_is_written_here_is_a_member_of_its_record() {
        assert_eq!(unknown::<Transaction>(&TRANSACTIONS, |r| r.undocumented().cloned().collect()), []);
        assert_eq!(
            unknown::<Transaction>(&TRANSACTIONS, |r| r
                .amount
                .as_ref()
                .unwrap()
                .undocumented()
                .cloned()
                .collect()),
            []
        );
        assert_eq!(unknown::<Settlement>(&SETTLEMENTS, |r| r.undocumented().cloned().collect()), []);
    }

    /// A card number in every column, printed in every format: only members that the contract marks are printed unchanged,
    /// and a member without a name in the contract is not.
    #[test]
    fn card_numbers_are_shortened_in_every_column_but_the_marked_ones() {
        const PAN: &str = "4111111111111111";
        for kind in [&TRANSACTIONS, &SETTLEMENTS, &EMV, &MERCHANTS, &ACQUIRERS, &PROFILES, &DEVICES] {
            let columns: Vec<String> = (kind.columns)().into_iter().chain(["brandNew".to_owned()]).collect();
            let mut object = Map::new();
            for column in &columns {
                match column.split_once('.') {
                    Some((outer, inner)) => {
                        object.entry(outer).or_insert_with(|| json!({}))[inner] = json!(PAN);
                    }
                    None => drop(object.insert(column.clone(), json!(PAN))),
                }
            }
            let raw = Value::Object(object).to_string();
            let written = |format: Format| {
                let mut out = Vec::new();
                let mut sheet = Sheet::new(format.into(), columns.clone(), kind.exact, &mut out).unwrap();
                sheet.record(&raw).unwrap();
                sheet.end().unwrap();
                String::from_utf8(out).unwrap()
            };
            let (csv, line, list) = (written(Format::Csv), written(Format::Jsonl), written(Format::Json));
            assert_eq!(format!("[\n{line}]\n"), list);
            let printed: Value = serde_json::from_str(&line).unwrap();
            let cells: Vec<&str> = csv.lines().nth(1).unwrap().split(',').collect();
            for (column, cell) in columns.iter().zip(cells) {
                let expected = if (kind.exact)(column) { PAN } else { "411111******1111" };
                let member = printed.pointer(&format!("/{}", column.replace('.', "/"))).unwrap();
                assert_eq!((cell, member), (expected, &json!(expected)), "{} {column}", kind.noun);
            }
            assert!((kind.exact)(kind.key) && !(kind.exact)("brandNew"), "{}", kind.noun);
        }
    }

    #[test]
    fn a_secret_is_no_column() {
        assert!(
            !(DEVICES.columns)()
                .iter()
                .any(|column| column == "deviceAdmin" || column == "extParams.jwtSecret")
        );
    }
}
