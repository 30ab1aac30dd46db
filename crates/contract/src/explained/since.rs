//! What changed a configuration on this computer.

use tapline_emv::{Currency, LimitKind, check};

use super::candidates::Candidates;
use crate::history::Change;
use crate::outcome::Outcome;
use crate::timestamp;

/// Sentences told at most.
const MOST: usize = 3;

/// Applied changes of limits of the configurations that may have decided, newest first, a sentence each. A transaction tells no
/// moment, so each says that the order is not known. `history` is newest first.
pub fn changed(found: &Candidates, history: &[Change], currency: &Currency) -> Vec<String> {
    let mut sentences: Vec<_> = history
        .iter()
        .filter_map(Change::emv)
        .filter(|change| change.endpoint == "UpdateEmv")
        .filter(|change| matches!(change.outcome, Some(Outcome::Applied { .. })))
        .filter_map(|change| {
            let id = change.id?;
            let config = found.all().find(|config| config.id == id)?;
            let before = check::limits_of(&change.before?.params.readable()?.values())?;
            let after = check::limits_of(&change.draft?.params.values())?;
            let moved: Vec<_> = LimitKind::ALL
                .into_iter()
                .filter(|kind| before.get(*kind) != after.get(*kind))
                .map(|kind| {
                    let [before, after] = [before, after].map(|limits| currency.money(limits.get(kind)));
                    format!("the {} from {before} to {after}", kind.noun())
                })
                .collect();
            let at = timestamp::utc(&change.at).unwrap_or_else(|| change.at.clone());
            (!moved.is_empty()).then(|| {
                format!("Changed on this computer at {at}, “{}”: {}.", config.name(), moved.join(", "))
            })
        })
        .take(MOST)
        .collect();
    if !sentences.is_empty() {
        sentences.push(
            "The transaction tells no time, so whether that was before or after it is not known.".to_owned(),
        );
    }
    sentences
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connection::ConnectionId;
    use crate::emv_config::EmvConfig;
    use crate::field::Loose;
    use crate::history::OperationId;
    use crate::record::Record;
    use tapline_emv::why::Candidate;

    fn params(floor: u64, cvm: u64, transaction: u64) -> serde_json::Value {
        serde_json::json!({ "clFloorLimit": floor, "clCVMLimit": cvm, "clTransLimit": transaction })
    }

    fn config(id: u64, cvm: u64) -> EmvConfig {
        let raw = serde_json::json!({
            "id": id, "emvName": format!("Retail {id}"), "paymentMethod": "01", "params": params(0, cvm, 25_000).to_string(),
        });
        EmvConfig::read(&raw.to_string()).unwrap()
    }

    /// A row of the journal: the configuration `id` had `before`, and `params` were sent.
    fn row(
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
            "applied" => Some(
                serde_json::json!({ "applied": { "evidence": "readBack", "answer": null, "record": null } }),
            ),
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
        let said = |history: &[Change]| changed(&found, history, &Currency::euro());
        let order = "The transaction tells no time, so whether that was before or after it is not known.";
        let cvm = "Changed on this computer at 2026-11-05 12:01:07 UTC, “Retail 12”: the CVM limit from 25.00 EUR to 50.00 EUR.";
        assert_eq!(said(&[row(update, 12, day, 2_500, &moved, "applied")]), [cvm, order]);
        let two = params(1_000, 5_000, 25_000);
        assert_eq!(
            said(&[row(update, 12, day, 2_500, &two, "applied")])[0],
            "Changed on this computer at 2026-11-05 12:01:07 UTC, “Retail 12”: the floor limit from 0.00 EUR to 10.00 EUR, the CVM \
             limit from 25.00 EUR to 50.00 EUR."
        );
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
        // Of a full journal the newest are told.
        let many: Vec<_> = (0..9)
            .map(|at| row(update, 12, &format!("2026-11-0{}T08:00:00Z", 9 - at), 2_500, &moved, "applied"))
            .collect();
        let told = said(&many);
        assert_eq!(told.len(), MOST + 1, "{told:?}");
        assert!(told[0].contains("2026-11-09 08:00:00 UTC") && told[MOST] == order, "{told:?}");
    }
}
