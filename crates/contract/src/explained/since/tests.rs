use super::*;
use crate::connection::ConnectionId;
use crate::emv_config::EmvConfig;
use crate::field::Loose;
use crate::history::OperationId;
use crate::record::Record;
use tapline_emv::why::Candidate;

pub(in crate::explained) fn params(floor: u64, cvm: u64, transaction: u64) -> serde_json::Value {
    serde_json::json!({ "clFloorLimit": floor, "clCVMLimit": cvm, "clTransLimit": transaction })
}

pub(in crate::explained) fn config(id: u64, cvm: u64) -> EmvConfig {
    let raw = serde_json::json!({
        "id": id, "emvName": format!("Retail {id}"), "paymentMethod": "01", "params": params(0, cvm, 25_000).to_string(),
    });
    EmvConfig::read(&raw.to_string()).unwrap()
}

/// A row of the journal: the configuration `id` had `before`, and `params` were sent.
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

#[test]
fn the_journal_tells_what_moved_the_limits_of_the_configurations_that_may_have_decided() {
    let (update, day) = ("UpdateEmv", "2026-11-05T12:01:07Z");
    let moved = params(0, 5_000, 25_000);
    let candidate = |id| {
        let limits = tapline_emv::Limits { floor: 0, cvm: 5_000, transaction: 25_000 };
        (
            config(id, 5_000),
            Candidate { name: format!("Retail {id}"), limits, params: tapline_emv::Params::new() },
        )
    };
    let found = Candidates { configurations: vec![candidate(12)], ..Candidates::none() };
    let sale = |members: &str| Transaction::read(&format!(r#"{{"tranId":"T"{members}}}"#)).unwrap();
    let local: LocalTime = |at| timestamp::utc(at).unwrap();
    let untold = sale("");
    let said = |history: &[Change]| changed(&found, history, &Currency::euro(), &untold, local);
    let order = "The transaction tells no time, so whether that was before or after it is not known.";
    let cvm = "Changed on this computer at 2026-11-05 12:01:07 UTC, “Retail 12”: the CVM limit from 25.00 EUR to 50.00 EUR.";
    assert_eq!(said(&[row(update, 12, day, 2_500, &moved, "applied")]), [cvm, order]);
    let two = params(1_000, 5_000, 25_000);
    assert_eq!(
        said(&[row(update, 12, day, 2_500, &two, "applied")])[0],
        "Changed on this computer at 2026-11-05 12:01:07 UTC, “Retail 12”: the floor limit from 0.00 EUR to 10.00 EUR, the CVM \
         limit from 25.00 EUR to 50.00 EUR."
    );
    // Where the transaction tells its moment, each says how far apart they were.
    let one = [row(update, 12, day, 2_500, &moved, "applied")];
    for (sold, when) in [
        ("2026-11-03T12:00:00Z", "two days after this sale (2026-11-05 12:01:07 UTC), on this computer"),
        ("2026-10-20T12:00:00Z", "16 days after this sale"),
        ("2026-11-05T14:00:00+01:00", "58 minutes before this sale"),
        ("2026-11-06T12:01:07+0000", "24 hours before this sale"),
        ("2026-11-05T12:00:00Z", "within two minutes of this sale"),
    ] {
        let record = sale(&format!(r#","createdAt":"{sold}""#));
        let told = changed(&found, &one, &Currency::euro(), &record, local);
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(told[0].starts_with("The CVM limit of “Retail 12” was changed "), "{told:?}");
        assert!(told[0].contains(when) && told[0].contains(": from 25.00 EUR to 50.00 EUR."), "{told:?}");
        assert_eq!(told[0].contains("not certain"), when.starts_with("within"), "{told:?}");
    }
    let record = sale(r#","createdAt":"2026-11-03T12:00:00Z""#);
    let both =
        changed(&found, &[row(update, 12, day, 2_500, &two, "applied")], &Currency::euro(), &record, local);
    assert_eq!(
        both,
        [
            "Limits of “Retail 12” were changed two days after this sale (2026-11-05 12:01:07 UTC), on this computer: the floor \
          limit from 0.00 EUR to 10.00 EUR, the CVM limit from 25.00 EUR to 50.00 EUR."
        ]
    );
    let unclear = sale(r#","createdAt":"yesterday""#);
    assert_eq!(changed(&found, &one, &Currency::euro(), &unclear, local), [cvm, order]);
    // What was not applied, is of another configuration, creates one or moves no limit tells nothing of the sale.
    for other in [
        row(update, 12, day, 2_500, &moved, "conflict"),
        row(update, 12, day, 2_500, &moved, "under way"),
        row(update, 13, day, 2_500, &moved, "applied"),
        row("CreateEmv", 12, day, 2_500, &moved, "applied"),
        row("UpdateMerchant", 12, day, 2_500, &moved, "applied"),
        row(update, 12, day, 5_000, &moved, "applied"),
    ] {
        assert_eq!(said(std::slice::from_ref(&other)), [""; 0], "{other:?}");
    }
    // What decides beside the limits is told too.
    let mut kernel = params(0, 2_500, 25_000);
    kernel["kernelConfiguration"] = "C0".into();
    assert_eq!(
        said(&[row(update, 12, day, 2_500, &kernel, "applied")])[0],
        "Changed on this computer at 2026-11-05 12:01:07 UTC, “Retail 12”: DF811B from nothing to C0."
    );
    kernel["clCVMLimit"] = 5_000.into();
    kernel["isNewCVMRuleForMC"] = true.into();
    let told = changed(
        &found,
        &[row(update, 12, day, 2_500, &kernel, "applied")],
        &Currency::euro(),
        &record,
        local,
    );
    let moved_all = "Values of “Retail 12” were changed two days after this sale (2026-11-05 12:01:07 UTC), on this computer: the CVM \
                     limit from 25.00 EUR to 50.00 EUR, DF811B from nothing to C0, isNewCVMRuleForMC from nothing to true.";
    assert_eq!(told, [moved_all]);
    // Of a full journal the newest are told.
    let many: Vec<_> = (0..9)
        .map(|at| row(update, 12, &format!("2026-11-0{}T08:00:00Z", 9 - at), 2_500, &moved, "applied"))
        .collect();
    let told = said(&many);
    assert_eq!(told.len(), MOST + 1, "{told:?}");
    assert!(told[0].contains("2026-11-09 08:00:00 UTC") && told[MOST] == order, "{told:?}");
}
