//! Drift, approvals and fingerprints of configurations.
//!
//! A change on the service since this computer last saw the record is drift, unless this computer's last change left the
//! record so. The first sight of a record is no drift. Records are compared by value; a fingerprint is for people's ears.

use std::sync::Arc;

use tapline_contract::card;
use tapline_contract::commands::{Approve, ForgetApproval, GetFingerprints, MarkSeen, WatchConfigurations};
use tapline_contract::emv_config::EmvConfig;
use tapline_contract::guard::Guard;
use tapline_contract::history::Change;
use tapline_contract::record::Record as _;
use tapline_contract::seal::Seal;
use tapline_contract::watch::{Approval, Approved, Drift, Sighting, WatchOf, WatchQuery, Watched};
use tapline_contract::{Command, Failure, FailureKind, Outcome};
use tapline_journal::{JournalError, Kept};

use super::failure;
use crate::perform::Perform;
use crate::plan::fingerprint_of as fingerprint;
use crate::state::AppState;

/// In the place of the sixteen hex digits: signs that neither look nor sound alike.
const SIGNS: &[u8; 16] = b"23456789FHJLMRWX";

/// Four groups of four signs, over every value that a change of the record would send: of values, not of spelling or order.
fn spoken(record: &EmvConfig) -> Option<String> {
    let digits = fingerprint(record)?;
    let signs = digits.chars().filter_map(|digit| digit.to_digit(16));
    let signs: Vec<char> = signs.map(|digit| char::from(SIGNS[digit as usize])).collect();
    let groups: Vec<String> = signs.chunks(4).map(|group| group.iter().collect()).collect();
    Some(groups.join(" "))
}

impl Perform for GetFingerprints {
    async fn perform(_: &Arc<AppState>, query: WatchQuery) -> Result<Vec<Option<String>>, Failure> {
        Ok(query.records.iter().map(spoken).collect())
    }
}

impl Perform for WatchConfigurations {
    async fn perform(app: &Arc<AppState>, query: WatchQuery) -> Result<Vec<Watched>, Failure> {
        let unreadable = |error: JournalError| unreadable::<Self>(&error);
        let connection = &query.connection;
        let now = app.ports.clock.timestamp();
        let (mut watched, mut seen) = (Vec::new(), Vec::new());
        let seal = app.journal.seal();
        let kept: Vec<_> = query.records.iter().map(|record| sealed(record, &seal)).collect();
        for (record, kept_now) in query.records.iter().zip(&kept) {
            let before = app.journal.seen(connection, &record.id).map_err(unreadable)?;
            let own =
                app.journal.last_applied(connection, &record.id).map_err(unreadable)?.and_then(own_change);
            let drift = before.and_then(|before| drifted(before, kept_now, own.as_ref(), &now));
            let approved = app.journal.approved(connection, &record.id).map_err(unreadable)?;
            let approved = approved.and_then(|kept| {
                Some(Approved {
                    fingerprint: spoken(&kept.record)?,
                    differs: !kept.record.same_values(kept_now),
                    record: kept.record,
                    at: kept.at,
                    by: kept.account,
                    note: kept.note,
                })
            });
            watched.push(Watched { id: record.id.clone(), fingerprint: spoken(record), drift, approved });
        }
        for (record, watched) in kept.iter().zip(&watched) {
            // The earlier record stays remembered until a person has looked.
            seen.push(match &watched.drift {
                Some(drift) => (&drift.before, drift.seen_at.as_str(), Some(drift.found_at.as_str())),
                None => (record, now.as_str(), None),
            });
        }
        app.journal.saw(connection, &seen).map_err(unreadable)?;
        Ok(watched)
    }
}

/// The record as it may rest on disk.
fn sealed(record: &EmvConfig, seal: &Seal) -> EmvConfig {
    let mut kept = record.clone();
    kept.guard(Guard::Disk(seal));
    kept
}

/// The latest change that this computer made of a record.
struct Own {
    /// When it began. RFC 3339, UTC.
    at: String,
    before: Option<EmvConfig>,
    after: EmvConfig,
}

fn own_change(change: Change) -> Option<Own> {
    let change = change.emv()?;
    let Some(Outcome::Applied { record: Some(after), .. }) = change.outcome else { return None };
    Some(Own { at: change.at, before: change.before, after })
}

fn drifted(before: Kept, record: &EmvConfig, own: Option<&Own>, now: &str) -> Option<Drift> {
    let is_own = own.is_some_and(|own| {
        // A list may be read while a change is on its way, which is older than the sight of what it starts from.
        let from_there = own.before.as_ref().is_some_and(|from| from.same_values(&before.record));
        own.after.same_values(record) && (own.at >= before.at || from_there)
    });
    if is_own || before.record.same_values(record) {
        return None;
    }
    let found_at = before.found_at.unwrap_or_else(|| now.to_owned());
    Some(Drift { before: before.record, seen_at: before.at, found_at })
}

impl Perform for MarkSeen {
    async fn perform(app: &Arc<AppState>, seen: Sighting) -> Result<(), Failure> {
        let now = app.ports.clock.timestamp();
        let record = sealed(&seen.record, &app.journal.seal());
        let saw = app.journal.saw(&seen.connection, &[(&record, &now, None)]);
        saw.map_err(|error| unreadable::<Self>(&error))
    }
}

/// Longest note of an approval, in characters.
const LONGEST: usize = 500;

impl Perform for Approve {
    async fn perform(app: &Arc<AppState>, approval: Approval) -> Result<(), Failure> {
        let note = card::cell(approval.note.trim(), "", |_| false);
        let note = &*note;
        if note.chars().count() > LONGEST {
            let sentence = format!("Note is longer than {LONGEST} characters. Shorten it.");
            return Err(failure::<Self>(FailureKind::BadInput, sentence).field("note"));
        }
        if spoken(&approval.record).is_none() {
            let sentence =
                "The parameters of this configuration are unreadable, so there is nothing to compare with.";
            return Err(failure::<Self>(FailureKind::BadInput, sentence));
        }
        let now = app.ports.clock.timestamp();
        let record = sealed(&approval.record, &app.journal.seal());
        let approve = app.journal.approve(&approval.connection, &record, &now, note);
        approve.map_err(|error| unreadable::<Self>(&error))
    }
}

impl Perform for ForgetApproval {
    async fn perform(app: &Arc<AppState>, of: WatchOf) -> Result<(), Failure> {
        app.journal.forget_approval(&of.connection, &of.id).map_err(|error| unreadable::<Self>(&error))
    }
}

fn unreadable<C: Command>(error: &JournalError) -> Failure {
    let sentence = format!(
        "This computer's notes on configurations can't be read or written ({error}). The service isn't affected. Check the \
         disk, then try again."
    );
    failure::<C>(FailureKind::Journal, sentence)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(params: &str) -> EmvConfig {
        let text = format!(r#"{{"id":7,"emvName":"Shop","paymentMethod":"01","params":{params:?}}}"#);
        serde_json::from_str(&text).unwrap()
    }

    fn kept(params: &str, at: &str) -> Kept {
        Kept { record: record(params), at: at.to_owned(), found_at: None, account: None, note: String::new() }
    }

    #[test]
    fn a_fingerprint_is_four_groups_over_values_and_not_over_spelling() {
        let print = |params: &str| spoken(&record(params)).unwrap();
        let one = print(r#"{"clCVMLimit":5000,"aid":"A0000000031010"}"#);
        assert_eq!(one, print(r#"{ "aid" : "A0000000031010", "clCVMLimit" : 5000 }"#));
        assert_ne!(one, print(r#"{"clCVMLimit":5001,"aid":"A0000000031010"}"#));
        assert_ne!(one, print(r#"{"clCVMLimit":5000}"#));
        assert!(one.split(' ').map(str::len).eq([4; 4]), "{one}");
        assert!(one.bytes().all(|sign| sign == b' ' || SIGNS.contains(&sign)), "{one}");
        assert!(spoken(&record("no object")).is_none());
    }

    #[test]
    fn only_what_was_changed_elsewhere_is_drift() {
        const A: &str = r#"{"clCVMLimit":1}"#;
        const B: &str = r#"{"clCVMLimit":2}"#;
        const C: &str = r#"{"clCVMLimit":3}"#;
        let own = |at: &str, from: &str, to: &str| Own {
            at: at.to_owned(),
            before: Some(record(from)),
            after: record(to),
        };
        for (what, before, now, own, expected) in [
            ("nothing changed", kept(A, "t5"), A, None, false),
            ("other spelling", kept(A, "t5"), r#"{ "clCVMLimit" : 1 }"#, None, false),
            ("changed elsewhere", kept(A, "t5"), B, None, true),
            ("changed here", kept(A, "t5"), B, Some(own("t6", A, B)), false),
            (
                "changed here, and read while it was on its way",
                kept(A, "t5"),
                B,
                Some(own("t4", A, B)),
                false,
            ),
            ("changed here, then elsewhere", kept(A, "t5"), C, Some(own("t6", A, B)), true),
            (
                "put back elsewhere to what this computer once wrote",
                kept(C, "t5"),
                B,
                Some(own("t4", A, B)),
                true,
            ),
        ] {
            let drift = drifted(before.clone(), &record(now), own.as_ref(), "t9");
            assert_eq!(drift.is_some(), expected, "{what}");
            if let Some(drift) = drift {
                assert_eq!((drift.seen_at.as_str(), drift.found_at.as_str()), ("t5", "t9"), "{what}");
            }
        }
    }
}
