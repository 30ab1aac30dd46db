//! What changed a configuration on this computer.

use chrono::{DateTime, FixedOffset};
use tapline_emv::{Currency, LimitKind, check};

use super::candidates::Candidates;
use crate::history::Change;
use crate::outcome::Outcome;
use crate::timestamp;
use crate::transaction::Transaction;

/// Sentences told at most.
const MOST: usize = 3;

/// A moment in the zone of this computer, as the window or the command line writes it: "3 Sep 2026, 14:58 CEST".
pub type LocalTime = fn(&str) -> String;

/// Applied changes of limits of the configurations that may have decided, newest first, a sentence each. Where the transaction tells
/// its moment, each says whether that was before or after it; else that this is not known. `history` is newest first.
pub fn changed(
    found: &Candidates,
    history: &[Change],
    currency: &Currency,
    record: &Transaction,
    local: LocalTime,
) -> Vec<String> {
    let sale = told_at(record).as_deref().and_then(timestamp::parse);
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
                    (kind.noun(), format!("from {before} to {after}"))
                })
                .collect();
            let (at, name) = (local(&change.at), config.name());
            let each = || moved.iter().map(|(noun, how)| format!("the {noun} {how}")).collect::<Vec<_>>().join(", ");
            let apart = sale.zip(timestamp::parse(&change.at)).map(|(sale, change)| apart(sale, change));
            match (moved.as_slice(), apart) {
                ([], _) => None,
                (_, None) => Some(format!("Changed on this computer at {at}, “{name}”: {}.", each())),
                ([(noun, how)], Some((when, order))) => {
                    Some(format!("The {noun} of “{name}” was changed {when} this sale ({at}), on this computer: {how}.{order}"))
                }
                (_, Some((when, order))) => Some(format!(
                    "Limits of “{name}” were changed {when} this sale ({at}), on this computer: {}.{order}",
                    each()
                )),
            }
        })
        .take(MOST)
        .collect();
    if !sentences.is_empty() && sale.is_none() {
        sentences.push(
            "The transaction tells no time, so whether that was before or after it is not known.".to_owned(),
        );
    }
    sentences
}

/// `createdAt` where it is a moment, as other records of the service call it; the document names none of a transaction.
pub(super) fn told_at(record: &Transaction) -> Option<String> {
    let (_, raw) = record.other.iter().find(|(name, _)| name == "createdAt")?;
    let told: String = serde_json::from_str(raw).ok()?;
    timestamp::parse(&told).map(|_| told)
}

/// Further apart, the clocks of this computer and of the service leave no doubt about the order: seconds.
const SURE: i64 = 120;

/// "two days after", and what there is to say of the order.
fn apart(sale: DateTime<FixedOffset>, change: DateTime<FixedOffset>) -> (String, &'static str) {
    let seconds = (change - sale).num_seconds();
    if seconds.abs() < SURE {
        let order = " Clocks differ, so which of the two came first is not certain.";
        return ("within two minutes of".to_owned(), order);
    }
    let minutes = seconds.abs() / 60;
    let (count, unit) = match minutes {
        0..120 => (minutes, "minutes"),
        120..2_880 => (minutes / 60, "hours"),
        _ => (minutes / 1_440, "days"),
    };
    let small = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let word = usize::try_from(count - 2).ok().and_then(|at| small.get(at));
    let count = word.map_or_else(|| count.to_string(), |word| (*word).to_owned());
    (format!("{count} {unit} {}", if seconds > 0 { "after" } else { "before" }), "")
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
        let both = changed(
            &found,
            &[row(update, 12, day, 2_500, &two, "applied")],
            &Currency::euro(),
            &record,
            local,
        );
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
        // Of a full journal the newest are told.
        let many: Vec<_> = (0..9)
            .map(|at| row(update, 12, &format!("2026-11-0{}T08:00:00Z", 9 - at), 2_500, &moved, "applied"))
            .collect();
        let told = said(&many);
        assert_eq!(told.len(), MOST + 1, "{told:?}");
        assert!(told[0].contains("2026-11-09 08:00:00 UTC") && told[MOST] == order, "{told:?}");
    }
}
