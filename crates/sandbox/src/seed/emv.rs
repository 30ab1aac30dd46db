//! EMV configurations of a small acquirer in DE, FR, IE, NL, ES and AT, all in EUR.
//!
//! Rows of data, always the same. A row is a scheme's kit, three limits (minor units: floor, CVM, transaction) and its twists.
//! Most rows are in order; a comment names the fault of the others, for the desk's checks to find. Ids leave gaps, as in a
//! service that is in use.

use chrono::{DateTime, Duration, Utc};
use tapline_contract::params::Params;

use crate::draft::aid_of;
use crate::store::NewConfig;
use crate::timestamp::stamp;

/// Key and JSON text.
type Member = (&'static str, &'static str);

/// Shared members of the configurations of a scheme. The members go around the limits, in the document's order.
struct Kit {
    method: &'static str,
    before: &'static [Member],
    after: &'static [Member],
}

struct EmvRow {
    id: u32,
    kit: &'static Kit,
    name: &'static str,
    limits: [u64; 3],
    /// Members that replace the kit's; new ones come last.
    twists: &'static [Member],
}

/// A configuration whose `params` are not put together but left as a person typed them.
struct AsTyped {
    id: u32,
    method: &'static str,
    name: &'static str,
    aid: &'static str,
    params: &'static str,
}

const LISTS: [Member; 2] =
    [("defaultDDOL", "\"039F3704\""), ("defaultTDOL", "\"0F9F02065F2A029A039C0195059F3704\"")];
const TTQ: &str = "terminalTransactionQualifiers";
const WITHOUT_MAG_STRIPE: &str = "\"086C00800000000000\"";

const VISA: Kit = Kit {
    method: "01",
    before: &[("aid", "\"A0000000031010\""), ("appVersion", "\"0096\""), (TTQ, "\"26004080\"")],
    after: &LISTS,
};
const MASTERCARD: Kit = Kit {
    method: "02",
    before: &[("aid", "\"A0000000041010\""), ("appVersion", "\"0002\"")],
    after: &[
        ("terminalRiskMgmtData", WITHOUT_MAG_STRIPE),
        LISTS[0],
        LISTS[1],
        ("kernelConfiguration", "\"A0\""),
        ("isNewCVMRuleForMC", "true"),
        ("cvmCapabilityCVMRequired", "\"60\""),
        ("cvmCapabilityNoCVM", "\"08\""),
    ],
};
const UNIONPAY: Kit = Kit {
    method: "03",
    before: &[
        ("aid", "\"A000000333010101,A000000333010102\""),
        ("appVersion", "\"0030\""),
        (TTQ, "\"26004000\""),
    ],
    after: &LISTS,
};
const AMEX: Kit =
    Kit { method: "04", before: &[("aid", "\"A00000002501\""), ("appVersion", "\"0001\"")], after: &LISTS };
const DISCOVER: Kit = Kit {
    method: "05",
    before: &[("aid", "\"A0000001523010\""), ("appVersion", "\"0001\""), (TTQ, "\"26004000\"")],
    after: &LISTS,
};
const JCB: Kit = Kit {
    method: "06",
    before: &[("aid", "\"A0000000651010\""), ("appVersion", "\"0001\""), (TTQ, "\"26004000\"")],
    after: &LISTS,
};

/// "No limit", as it is written in the trade.
const NO_LIMIT: u64 = 99_999_999;

const fn row(
    id: u32,
    kit: &'static Kit,
    name: &'static str,
    limits: [u64; 3],
    twists: &'static [Member],
) -> EmvRow {
    EmvRow { id, kit, name, limits, twists }
}

#[rustfmt::skip]
const ROWS: &[EmvRow] = &[
    row(11, &VISA, "Retail DE", [1000, 5000, 20_000], &[("x-cacheSeconds", "3.60e2")]),
    // A CVM limit of 25.00 where the siblings have 50.00.
    row(12, &VISA, "Retail north", [1000, 2500, 20_000], &[]),
    row(13, &VISA, "Hospitality AT", [1000, 5000, 20_000], &[]),
    row(14, &VISA, "Transport NL", [1000, 5000, 20_000], &[("aid", "\"A0000000032020\"")]),
    row(15, &VISA, "Retail FR", [1000, 5000, 20_000], &[("aid", "\"A0000000031010,A0000000032010\"")]),
    row(16, &VISA, "Retail IE", [1000, 5000, 20_000], &[]),
    // A factor of 100 forgotten: 0.50 instead of 50.00.
    row(17, &VISA, "Market stalls ES", [1000, 50, 20_000], &[]),
    // No way to ask for a CVM: neither online PIN nor signature nor phone.
    row(18, &VISA, "Parking AT", [1000, 5000, 20_000], &[(TTQ, "\"20000080\"")]),
    // In order; a colleague works on it, see `concurrent_editor`.
    row(19, &VISA, "Retail NL (shared desk)", [1000, 5000, 20_000], &[]),

    row(21, &MASTERCARD, "Retail DE", [0, 5000, 25_000], &[]),
    row(22, &MASTERCARD, "Hospitality AT", [0, 5000, 25_000], &[("x-cacheSeconds", "3.60e2"), ("x-vendorRevision", "1.10")]),
    row(23, &MASTERCARD, "Transport NL", [0, 5000, 25_000], &[]),
    // Visa's application identifier.
    row(24, &MASTERCARD, "Retail FR", [0, 5000, 25_000], &[("aid", "\"A0000000031010\"")]),
    // Maestro belongs to method 02: in order. Up to the CVM limit the reader offers an online PIN in addition to "no CVM"
    // (DF8119), and the card chooses.
    row(25, &MASTERCARD, "Maestro NL", [0, 5000, 25_000], &[("aid", "\"A0000000043060\""), ("cvmCapabilityNoCVM", "\"48\"")]),
    // Transaction qualifiers, which Mastercard does not have.
    row(26, &MASTERCARD, "Kiosk DE", [0, 5000, 25_000], &[(TTQ, "\"26004080\"")]),
    row(27, &MASTERCARD, "Wholesale IE", [0, 5000, NO_LIMIT], &[]),

    row(31, &UNIONPAY, "Retail DE", [0, 5000, 20_000], &[]),
    // The CVM limit below the floor limit.
    row(32, &UNIONPAY, "Stored value ES", [4000, 3000, NO_LIMIT], &[]),
    row(33, &UNIONPAY, "Retail FR", [0, 5000, 20_000], &[("aid", "\"A000000333010103\"")]),

    row(41, &AMEX, "Retail DE", [0, 5000, 15_000], &[]),
    // No limit for the CVM: no amount up to the transaction limit asks for one.
    row(42, &AMEX, "Events IE", [0, NO_LIMIT, 10_000], &[]),
    row(43, &AMEX, "Hospitality FR", [0, 5000, 15_000], &[]),
    // In order; a limit written as text.
    row(44, &AMEX, "Retail ES", [0, 5000, 0], &[("clTransLimit", "\"15000\"")]),

    row(51, &DISCOVER, "Retail DE", [0, 5000, 20_000], &[]),
    // The CVM limit above the transaction limit.
    row(52, &DISCOVER, "Kiosk AT", [0, 10_000, 8000], &[]),
    row(53, &DISCOVER, "Hospitality FR", [0, 5000, 20_000], &[]),
    row(54, &DISCOVER, "Retail NL", [0, 5000, 20_000], &[]),

    row(61, &JCB, "Retail DE", [0, 3000, 4500], &[]),
    row(62, &JCB, "Retail FR", [0, 3000, 4500], &[]),
];

const AS_TYPED: [AsTyped; 2] = [
    // Broken off: cannot be read, so it is shown and not edited.
    AsTyped {
        id: 34,
        method: "03",
        name: "Import 2019 AT",
        aid: "A000000333010101",
        params: r#"{"aid":"A000000333010101","appVersion":"0030","clFloorLimit":0,"clTransLimit":200"#,
    },
    // In order; white space, key order and numbers in someone's own spelling.
    AsTyped {
        id: 63,
        method: "06",
        name: "Duty free ES",
        aid: "A0000000651010",
        params: r#"{ "clCVMLimit": 3000, "clTransLimit": 4.5e3, "clFloorLimit": 0,
  "aid": "A0000000651010", "terminalTransactionQualifiers": "26004000",
  "x-site": { "terminals": 31.0, "tags": [ "airport" ] }, "appVersion": "0001" }"#,
    },
];

/// Everything a new database begins with.
pub(crate) fn configs() -> Vec<NewConfig> {
    let put_together = ROWS.iter().map(|row| {
        let params = params(row);
        let aid = Params::parse(&params).and_then(|params| aid_of(&params));
        config(row.id, row.name, row.kit.method, aid, params)
    });
    let as_typed = AS_TYPED.iter().map(|typed| {
        config(typed.id, typed.name, typed.method, Some(typed.aid.to_owned()), typed.params.to_owned())
    });
    put_together.chain(as_typed).collect()
}

fn config(id: u32, name: &str, method: &str, aid: Option<String>, params: String) -> NewConfig {
    let emv_version = 1 + id % 4;
    let created = DateTime::<Utc>::UNIX_EPOCH + Duration::days(20_460) + Duration::hours(31 * i64::from(id));
    let updated = created + Duration::minutes(7_919 * i64::from(emv_version - 1));
    NewConfig {
        id: Some(id),
        emv_name: name.to_owned(),
        payment_method: method.to_owned(),
        aid,
        emv_version,
        params,
        created_at: stamp(created),
        updated_at: stamp(updated),
    }
}

fn params(row: &EmvRow) -> String {
    let [floor, cvm, transaction] = row.limits.map(|limit| limit.to_string());
    let limits = [("clFloorLimit", &*floor), ("clTransLimit", &*transaction), ("clCVMLimit", &*cvm)];
    let mut members: Vec<(&str, &str)> = row.kit.before.to_vec();
    members.extend(limits);
    members.extend(row.kit.after);
    for twist in row.twists {
        match members.iter_mut().find(|(key, _)| *key == twist.0) {
            Some(member) => *member = *twist,
            None => members.push(*twist),
        }
    }
    let members: Vec<_> = members.iter().map(|(key, raw)| format!("\"{key}\":{raw}")).collect();
    format!("{{{}}}", members.join(","))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use tapline_contract::acquirer::Acquirer;
    use tapline_contract::emv_config::{EmvConfig, EmvId};
    use tapline_contract::params::ParamsField;
    use tapline_emv::reference::reference;
    use tapline_emv::{Currency, Scheme, Severity, Sibling, Subject, check};

    use super::*;
    use crate::seed::acquirers::acquirers;

    /// Findings of the checks in the demo data, without the mere information.
    const FOUND: &[(u32, &[&str])] = &[
        (17, &["C18"]),
        (18, &["C04"]),
        (24, &["C16"]),
        (25, &["L05"]),
        (26, &["C09"]),
        (42, &["C01"]),
        (52, &["C01", "C19"]),
    ];

    fn records() -> Vec<EmvConfig> {
        let record = |new: NewConfig| EmvConfig {
            id: EmvId::from(u64::from(new.id.unwrap())),
            emv_name: Some(new.emv_name),
            group_id: None,
            payment_method: Some(new.payment_method),
            aid: new.aid,
            emv_version: None,
            params: ParamsField::read(&new.params),
            created_at: None,
            updated_at: None,
            other: Vec::new(),
        };
        configs().into_iter().map(record).collect()
    }

    #[test]
    fn every_scheme_is_there_and_every_id_once() {
        let records = records();
        let schemes: BTreeSet<_> =
            records.iter().filter_map(|record| record.scheme().map(Scheme::key)).collect();
        let ids: BTreeSet<_> = records.iter().map(|record| record.id.to_string()).collect();
        assert_eq!((schemes.len(), ids.len()), (6, records.len()));
        assert!(records.len() >= 26);
        assert_eq!(records.iter().filter(|record| record.params.readable().is_none()).count(), 1);
        assert!(
            configs().iter().all(|config| config.created_at < config.updated_at || config.emv_version == 1)
        );
    }

    #[test]
    fn the_checks_find_the_faults_and_nothing_else() {
        let records = records();
        let euro = Currency::new("EUR").unwrap();
        let used = |(_, acquirer): (u32, Acquirer)| -> BTreeSet<String> {
            let lists = acquirer.emv_lists().map(|lists| lists.0).unwrap_or_default();
            lists.into_iter().flat_map(|(_, ids)| ids).map(|id| id.text().to_owned()).collect()
        };
        let profiles: Vec<BTreeSet<String>> = acquirers().into_iter().map(used).collect();
        let mut found = Vec::new();
        for record in &records {
            let Some(params) = record.params.readable().map(Params::values) else { continue };
            let others = records.iter().filter(|other| other.id != record.id);
            let sibling = |other: &EmvConfig| Sibling {
                shares_profile: Some(
                    profiles
                        .iter()
                        .any(|used| [record, other].iter().all(|one| used.contains(&one.id.to_string()))),
                ),
                ..other.sibling(Some(euro.clone()))
            };
            let siblings: Vec<_> = others.map(sibling).collect();
            let name = record.name();
            let findings = check(&Subject {
                name: &name,
                method: record.payment_method.as_deref().unwrap_or_default(),
                scheme: record.scheme(),
                params: &params,
                currency: &euro,
                reference: reference(&euro),
                siblings: &siblings,
                terminals: None,
            });
            let ids: Vec<_> =
                findings.iter().filter(|f| f.severity != Severity::Info).map(|f| f.id).collect();
            if !ids.is_empty() {
                found.push((record.id.to_string(), ids));
            }
        }
        let expected: Vec<_> = FOUND.iter().map(|(id, ids)| (id.to_string(), ids.to_vec())).collect();
        assert_eq!(found, expected);
    }
}
