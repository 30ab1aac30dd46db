//! The recipes as tables: what a read shows, and what is concluded from it. Here those of EMV configurations.

mod amount;
mod created;
mod device;
mod profile;
mod transaction;

use std::sync::Arc;

use tapline_contract::connection::ConnectionId;
use tapline_contract::emv_config::{EmvConfig, EmvDraft, EmvId};
use tapline_contract::endpoints::{CreateEmv, DeleteEmv, ListEmv, UpdateEmv};
use tapline_contract::history::OperationId;
use tapline_contract::seal::Seal;
use tapline_contract::wire::{Saved, read_success};
use tapline_contract::{Call, Doubt};
use tapline_http::walk::{Listed, Walked};

use crate::recipe::{CallView, Recipe, Stale, Verdict};

/// A list as the service would send it: `records` is JSON.
fn listed<E: Listed>(records: &str, complete: bool) -> Walked<E::Item> {
    let body = format!(r#"{{"code":0,"data":{{"records":[{records}],"hasNext":{}}}}}"#, !complete);
    let mut list = Walked::from_first::<E>(read_success(&body).unwrap());
    list.complete = complete;
    list
}

fn list(records: &str, complete: bool) -> Arc<Walked<EmvConfig>> {
    Arc::new(listed::<ListEmv>(records, complete))
}

fn judge<E: Recipe>(
    id: &E::Id,
    input: &E::Input,
    base: &E::Base,
    answered: Option<&E::Output>,
    look: &E::Look,
) -> Verdict<E::Seen> {
    E::judge(
        &CallView { operation: &operation(), id, input, place: None, seal: &plain() },
        base,
        answered,
        look,
    )
}

/// Its mark is `[tl-0a1b2c3d]`.
fn operation() -> OperationId {
    OperationId("0a1b2c3d0a1b2c3d0a1b2c3d0a1b2c3d".to_owned())
}

fn plain() -> Seal {
    Seal(Box::new(str::to_owned))
}

/// The record 7 with a CVM limit, as JSON.
fn seven(cvm: &str) -> String {
    named(7, "Seven", cvm)
}

fn named(id: u8, name: &str, cvm: &str) -> String {
    let params = format!(r#""{{\"clCVMLimit\":{cvm}}}""#);
    format!(r#"{{"id":{id},"emvName":"{name}","paymentMethod":"01","params":{params}}}"#)
}

fn record(json: &str) -> EmvConfig {
    list(json, true).page.records[0].clone()
}

fn draft(cvm: &str) -> EmvDraft {
    record(&seven(cvm)).draft().unwrap()
}

#[derive(Debug, PartialEq, Eq)]
enum Shows {
    Target,
    Before,
    Other,
    Gone,
    Unrelated,
    /// Reported in words, and proves nothing.
    Doubt(Doubt),
    Nothing,
}

fn shows<R>(verdict: Verdict<Option<R>>) -> Shows {
    match verdict {
        Verdict::Target(_) => Shows::Target,
        Verdict::Before => Shows::Before,
        Verdict::Other(Some(_)) => Shows::Other,
        Verdict::Other(None) => Shows::Gone,
        Verdict::Unrelated(_) => Shows::Unrelated,
        Verdict::Doubtful(doubt, _) => Shows::Doubt(doubt),
        Verdict::Unprovable => Shows::Nothing,
    }
}

#[test]
fn an_update_is_judged_by_value() {
    let id = EmvId::from(7);
    let before = record(&seven("2500"));
    for (records, complete, expected) in [
        (seven("5000"), true, Shows::Target),
        (seven("5e3"), false, Shows::Target),
        (seven("2500"), true, Shows::Before),
        (seven("2500.0"), true, Shows::Before),
        (seven("3000"), true, Shows::Other),
        (named(7, "Renamed", "5000"), true, Shows::Other),
        (r#"{"id":7,"params":"{broken"}"#.to_owned(), true, Shows::Other),
        (named(8, "Eight", "5000"), true, Shows::Gone),
        (named(8, "Eight", "5000"), false, Shows::Nothing),
        (r#"{"id":7,"emvName":5}"#.to_owned(), true, Shows::Nothing),
    ] {
        let verdict = judge::<UpdateEmv>(&id, &draft("5000"), &before, None, &list(&records, complete));
        assert_eq!(shows(verdict), expected, "{records}");
    }
}

#[test]
fn a_deletion_is_proven_by_a_whole_list() {
    let id = EmvId::from(7);
    let before = record(&seven("2500"));
    for (records, complete, expected) in [
        (String::new(), true, Shows::Target),
        (String::new(), false, Shows::Nothing),
        (seven("2500"), true, Shows::Before),
        (seven("2501"), true, Shows::Other),
        (r#"{"id":7,"emvName":5}"#.to_owned(), true, Shows::Nothing),
    ] {
        let verdict = judge::<DeleteEmv>(&id, &(), &before, None, &list(&records, complete));
        assert_eq!(shows(verdict), expected, "{records}");
    }
}

#[test]
fn a_creation_is_proven_by_one_new_record() {
    let before = Some(vec!["1".to_owned()]);
    let [old, new, twin, other] = [
        named(1, "Seven", "5000"),
        named(2, "Seven", "5000"),
        named(3, "Seven", "5000"),
        named(4, "Seven", "1"),
    ];
    let answered = |id: u64| Some(Saved { id: Some(EmvId::from(id)) });
    for (before, answered, records, complete, expected) in [
        (&before, None, format!("{old},{new},{other}"), true, Shows::Target),
        (&before, None, old.clone(), true, Shows::Before),
        (&before, None, old.clone(), false, Shows::Nothing),
        (&before, None, format!("{old},{other}"), true, Shows::Doubt(Doubt::Another)),
        (&before, None, format!("{old},{new},{twin}"), true, Shows::Nothing),
        (&before, answered(3), format!("{old},{new},{twin}"), true, Shows::Target),
        (&before, answered(4), format!("{old},{other}"), true, Shows::Other),
        (&None, None, format!("{old},{new}"), true, Shows::Nothing),
        (&None, answered(2), format!("{old},{new}"), false, Shows::Target),
    ] {
        let verdict =
            judge::<CreateEmv>(&(), &draft("5000"), before, answered.as_ref(), &list(&records, complete));
        assert_eq!(shows(verdict), expected, "{records}");
    }
}

#[test]
fn only_what_the_person_saw_is_replaced() {
    let call = |seen: Option<EmvConfig>| {
        Call::<UpdateEmv>::new(ConnectionId("c".to_owned()), EmvId::from(7), draft("5000"), seen)
    };
    let seen = call(Some(record(&seven("2500"))));
    assert!(UpdateEmv::before(&seen, &list(&seven("2500.00"), false), &plain()).is_ok());
    assert!(matches!(
        UpdateEmv::before(&seen, &list(&seven("2501"), true), &plain()),
        Err(Stale::Changed(Some(_)))
    ));
    assert!(matches!(UpdateEmv::before(&seen, &list("", true), &plain()), Err(Stale::Changed(None))));
    assert!(matches!(UpdateEmv::before(&seen, &list("", false), &plain()), Err(Stale::NotListed)));
    assert!(
        UpdateEmv::before(&call(None), &list(&seven("1"), true), &plain()).is_ok(),
        "nothing was seen: what is there is the base"
    );
    assert!(UpdateEmv::check(&call(Some(record(&named(8, "Eight", "1"))))).is_err());
}
