//! The lists: which endpoint, how it is paged, and its columns in CSV. Service document, "Resources and their fields".
//!
//! A column is a documented member, `a.b` one inside another. Secrets are no columns: they are cut before they get here.

/// How a list comes to its end.
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
    pub(super) paging: Paging,
    /// The member that tells records apart.
    pub(super) key: &'static str,
    pub(super) columns: &'static [&'static str],
}

pub(crate) const TRANSACTIONS: Kind = Kind {
    endpoint: "ListTransactions",
    noun: "transactions",
    paging: Paging::Pages,
    key: "tranId",
    columns: &[
        "tranId",
        "amount.value",
        "amount.currency",
        "tranStatus",
        "tranType",
        "approvalCode",
        "batchNo",
        "cvmPerformed",
        "appName",
        "linkedTranId",
        "mchName",
        "tsi",
        "acqTid",
        "rrn",
        "tc",
        "atc",
        "tvr",
        "trace",
        "acqMid",
        "accountMasked",
        "sdkId",
        "paymentMethod",
        "hostMessageFormat",
        "aid",
        "entryMode",
    ],
};

pub(crate) const SETTLEMENTS: Kind = Kind {
    endpoint: "ListSettlements",
    noun: "batches",
    paging: Paging::Pages,
    key: "batchId",
    columns: &[
        "batchId",
        "uuid",
        "state",
        "currency",
        "paymentAmt",
        "refundAmt",
        "voidAmt",
        "paymentCount",
        "refundCount",
        "voidCount",
        "profileName",
        "profileMessage",
        "acquirerMid",
        "acquirerTid",
        "acquirerRefNo",
        "acquirerCode",
        "mchName",
        "createdAt",
        "updatedAt",
    ],
};

pub(crate) const EMV: Kind = Kind {
    endpoint: "ListEmv",
    noun: "configurations",
    paging: Paging::Whole,
    key: "id",
    columns: &[
        "id",
        "emvName",
        "groupId",
        "paymentMethod",
        "aid",
        "emvVersion",
        "params",
        "createdAt",
        "updatedAt",
    ],
};

pub(crate) const MERCHANTS: Kind = Kind {
    endpoint: "ListMerchants",
    noun: "merchants",
    paging: Paging::Whole,
    key: "mchId",
    columns: &[
        "mchId",
        "mchName",
        "providerReference",
        "contactName",
        "contactEmail",
        "contactAddress",
        "contactPhone",
        "mcc",
        "state",
        "timeZone",
        "extParams.acqMid",
        "extParams.acqTid",
        "supportedPaymentMethods",
    ],
};

pub(crate) const ACQUIRERS: Kind = Kind {
    endpoint: "ListAcquirers",
    noun: "acquirer profiles",
    paging: Paging::Whole,
    key: "id",
    columns: &[
        "id",
        "profileId",
        "profileName",
        "currency",
        "connMessageFormat",
        "connUrl",
        "notifyUrl",
        "connTimeout",
        "connRequestTimeout",
        "emvList",
        "methodList",
    ],
};

pub(crate) const PROFILES: Kind = Kind {
    endpoint: "ListProfiles",
    noun: "profiles",
    paging: Paging::Cursor,
    key: "profileId",
    columns: &[
        "profileId",
        "profileName",
        "providerReference",
        "merchantName",
        "merchantAddr",
        "mcc",
        "countryCode",
        "currency",
        "entityStatus",
        "createdAt",
        "updatedAt",
    ],
};

pub(crate) const DEVICES: Kind = Kind {
    endpoint: "ListDevices",
    noun: "terminals",
    paging: Paging::Whole,
    key: "deviceId",
    columns: &[
        "deviceId",
        "deviceType",
        "appVersion",
        "activateCodeAlias",
        "uuid",
        "deviceStatus",
        "isDevice",
        "activesAt",
        "createdAt",
        "updatedAt",
        "emvParams",
        "methodList",
        "extParams.subMid",
        "extParams.clientId",
        "extParams.acqMid",
        "extParams.subTid",
        "extParams.mid",
        "extParams.acqTid",
        "serverUrl",
        "customerId",
        "licenseId",
        "signKeyId",
        "cardBdkId",
        "profileId",
    ],
};

#[cfg(test)]
mod tests {
    use serde_json::{Map, Value, json};
    use tapline_contract::acquirer::Acquirer;
    use tapline_contract::device::Device;
    use tapline_contract::emv_config::EmvConfig;
    use tapline_contract::merchant::Merchant;
    use tapline_contract::profile::Profile;
    use tapline_contract::record::{Other, Record};
    use tapline_contract::settlement::Settlement;
    use tapline_contract::transaction::Transaction;

    use super::*;

    /// A record that has every column, as `null` except for its key.
    fn with_all(kind: &Kind) -> String {
        let mut object = Map::new();
        for column in kind.columns {
            match column.split_once('.') {
                Some((outer, inner)) => {
                    let inside = object.entry(outer).or_insert_with(|| json!({}));
                    inside[inner] = Value::Null;
                }
                None => drop(object.insert((*column).to_owned(), Value::Null)),
            }
        }
        object.insert(kind.key.to_owned(), json!("1"));
        Value::Object(object).to_string()
    }

    fn unknown<R: Record>(kind: &Kind, other: fn(&R) -> &Other) -> Other {
        other(&R::read(&with_all(kind)).unwrap()).clone()
    }

    #[test]
    fn every_column_is_a_member_of_its_record() {
        assert_eq!(unknown::<Transaction>(&TRANSACTIONS, |r| &r.other), []);
        assert_eq!(unknown::<Transaction>(&TRANSACTIONS, |r| &r.amount.as_ref().unwrap().other), []);
        assert_eq!(unknown::<Settlement>(&SETTLEMENTS, |r| &r.other), []);
        assert_eq!(unknown::<EmvConfig>(&EMV, |r| &r.other), []);
        assert_eq!(unknown::<Merchant>(&MERCHANTS, |r| &r.other), []);
        assert_eq!(unknown::<Merchant>(&MERCHANTS, |r| &r.ext_params.as_ref().unwrap().other), []);
        assert_eq!(unknown::<Acquirer>(&ACQUIRERS, |r| &r.other), []);
        assert_eq!(unknown::<Profile>(&PROFILES, |r| &r.other), []);
        assert_eq!(unknown::<Device>(&DEVICES, |r| &r.other), []);
        assert_eq!(unknown::<Device>(&DEVICES, |r| &r.ext_params.as_ref().unwrap().other), []);
    }

    #[test]
    fn a_secret_is_no_column() {
        assert!(
            !DEVICES.columns.iter().any(|column| ["deviceAdmin", "extParams.jwtSecret"].contains(column))
        );
    }
}
