use super::*;
use crate::connection::ConnectionId;
use crate::emv_config::EmvConfig;
use crate::field::Loose;
use crate::history::OperationId;
use crate::record::Record;
use tapline_explain::facts::Candidate;

pub(in crate::explained) fn params(floor: u64, cvm: u64, transaction: u64) -> serde_json::Value {
    serde_json::json!({ "clFloorLimit": floor, "clCVMLimit": cvm, "clTransLimit": transaction })
}

pub(in crate::explained) fn config(id: u64, cvm: u64) -> EmvConfig {
    let raw = serde_json::json!({
        "id": id, "emvName": format!("Retail {id}"), "paymentMethod": "01", "params": params(0, cvm, 25_000).to_string(),
    });
    EmvConfig::read(&raw.to_string()).unwrap()
}

/// A row of the history: the configuration `id` had `before`, and `params` were sent.
pub(in crate::explained) fn row(
    endpoint: &str,
    id: u64,
    at: &str,
    before: u64,
    params: &serde_json::Value,
    outcome: &str,
) -> Change {
    let json = |value: serde_json::Value| Loose::json(&value.to_string()).unwrap();
    let before: serde_json::Value =
        serde_json::from_str(&serde_json::to_string(&config(id, before)).unwrap()).unwrap();
    let outcome: Option<serde_json::Value> = match outcome {
        "applied" => {
            Some(serde_json::json!({ "applied": { "evidence": "readBack", "answer": null, "record": null } }))
        }
        "conflict" => Some(serde_json::json!({ "conflict": { "theirs": null, "sent": false } })),
        _ => None,
    };
    Change {
        operation: OperationId("o".to_owned()),
        connection: ConnectionId("c".to_owned()),
        endpoint: endpoint.to_owned(),
        at: at.to_owned(),
        target: format!("EMV configuration {id}"),
        id: json(serde_json::json!(id)),
        draft: json(serde_json::json!({ "params": params, "emvName": "Retail", "paymentMethod": "01" })),
        before: Some(json(before)),
        outcome: outcome.map(|outcome| serde_json::from_str(&outcome.to_string()).unwrap()),
        request_id: None,
        account: None,
        note: None,
    }
}

/// The changes of "Retail 12" in a history, against a sale with these members.
fn changes_of(history: &[Change], sale: &str) -> Vec<ValueChange> {
    let limits = tapline_emv::Limits { floor: 0, cvm: 5_000, transaction: 25_000 }.into();
    let candidate = Candidate { name: "Retail 12".to_owned(), limits, params: Params::new() };
    let found = Candidates { configurations: vec![(config(12, 5_000), candidate)], ..Candidates::none() };
    let sale = Transaction::read(&format!(r#"{{"tranId":"T"{sale}}}"#)).unwrap();
    changes(&found, history, &sale, |at| timestamp::utc(at).unwrap())
}

const DAY: &str = "2026-11-05T12:01:07Z";

#[test]
fn applied_changes_of_the_candidates_are_facts_with_their_order() {
    let mut after = params(1_000, 5_000, 25_000);
    after["kernelConfiguration"] = "C0".into();
    after["isNewCVMRuleForMC"] = true.into();
    let rows = [row("UpdateEmv", 12, DAY, 2_500, &after, "applied")];
    let all: Vec<_> = changes_of(&rows, "")
        .into_iter()
        .map(|one| (one.key, one.from.unwrap_or_default(), one.to.unwrap_or_default(), one.at, one.order))
        .collect();
    let at = "2026-11-05 12:01:07 UTC";
    let expected = [
        (param::FLOOR, "0", "1000"),
        (param::CVM, "2500", "5000"),
        (param::KERNEL_CONFIGURATION, "", "C0"),
        (param::NEW_CVM_RULE, "", "true"),
    ];
    let expected: Vec<_> = expected
        .into_iter()
        .map(|(key, from, to)| (key, from.to_owned(), to.to_owned(), at.to_owned(), ChangeOrder::Unknown))
        .collect();
    assert_eq!(all, expected);
    for (sold, order) in [
        ("2026-11-03T12:00:00Z", ChangeOrder::After),
        ("2026-11-05T14:00:00+01:00", ChangeOrder::Before),
        ("2026-11-06T12:01:07+0000", ChangeOrder::Before),
        ("2026-11-05T12:00:00Z", ChangeOrder::Unknown),
        ("yesterday", ChangeOrder::Unknown),
    ] {
        let found = changes_of(&rows, &format!(r#","createdAt":"{sold}""#));
        assert!(found.iter().all(|one| one.order == order) && !found.is_empty(), "{sold}: {found:?}");
    }
}

#[test]
fn only_applied_updates_of_deciding_values_count_and_the_newest_of_many() {
    let moved = params(0, 5_000, 25_000);
    for other in [
        row("UpdateEmv", 12, DAY, 2_500, &moved, "conflict"),
        row("UpdateEmv", 12, DAY, 2_500, &moved, "under way"),
        row("UpdateEmv", 13, DAY, 2_500, &moved, "applied"),
        row("CreateEmv", 12, DAY, 2_500, &moved, "applied"),
        row("UpdateMerchant", 12, DAY, 2_500, &moved, "applied"),
        row("UpdateEmv", 12, DAY, 5_000, &moved, "applied"),
    ] {
        assert_eq!(changes_of(std::slice::from_ref(&other), ""), [], "{other:?}");
    }
    let many: Vec<_> = (0..9)
        .map(|at| row("UpdateEmv", 12, &format!("2026-11-0{}T08:00:00Z", 9 - at), 2_500, &moved, "applied"))
        .collect();
    let found = changes_of(&many, "");
    assert_eq!(found.len(), MOST);
    assert_eq!(found[0].at, "2026-11-09 08:00:00 UTC");
}
