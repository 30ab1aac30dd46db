//! The recipes as tables: what a list shows, and what is concluded from it.

use tapline_contract::Call;
use tapline_contract::connection::ConnectionId;
use tapline_contract::emv_config::{EmvConfig, EmvDraft, EmvId};
use tapline_contract::endpoints::{CreateEmv, DeleteEmv, UpdateEmv};

use super::list::tests::list;
use super::recipe::{Base, Recipe, Stale, Verdict};

/// The record 7 with a CVM limit, as JSON.
fn seven(cvm: &str) -> String {
    named(7, "Seven", cvm)
}

fn named(id: u8, name: &str, cvm: &str) -> String {
    let params = format!(r#""{{\"clCVMLimit\":{cvm}}}""#);
    format!(r#"{{"id":{id},"emvName":"{name}","paymentMethod":"01","params":{params}}}"#)
}

fn record(json: &str) -> EmvConfig {
    list(json, true).page.records.remove(0)
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
    Nothing,
}

fn shows(verdict: Verdict) -> Shows {
    match verdict {
        Verdict::Target(_) => Shows::Target,
        Verdict::Before => Shows::Before,
        Verdict::Other(Some(_)) => Shows::Other,
        Verdict::Other(None) => Shows::Gone,
        Verdict::Unprovable => Shows::Nothing,
    }
}

#[test]
fn an_update_is_judged_by_value() {
    let id = EmvId::from(7);
    let before = Base::Record(Box::new(record(&seven("2500"))));
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
        let verdict = UpdateEmv::judge(&id, &draft("5000"), &before, None, &list(&records, complete));
        assert_eq!(shows(verdict), expected, "{records}");
    }
}

#[test]
fn a_deletion_is_proven_by_a_whole_list() {
    let id = EmvId::from(7);
    let before = Base::Record(Box::new(record(&seven("2500"))));
    for (records, complete, expected) in [
        (String::new(), true, Shows::Target),
        (String::new(), false, Shows::Nothing),
        (seven("2500"), true, Shows::Before),
        (seven("2501"), true, Shows::Other),
        (r#"{"id":7,"emvName":5}"#.to_owned(), true, Shows::Nothing),
    ] {
        let verdict = DeleteEmv::judge(&id, &(), &before, None, &list(&records, complete));
        assert_eq!(shows(verdict), expected, "{records}");
    }
    let unknown = DeleteEmv::judge(&id, &(), &Base::Ids(None), None, &list("", true));
    assert_eq!(shows(unknown), Shows::Nothing);
}

#[test]
fn a_creation_is_proven_by_one_new_record() {
    let before = Base::Ids(Some(vec![EmvId::from(1)]));
    let [old, new, twin, other] = [
        named(1, "Seven", "5000"),
        named(2, "Seven", "5000"),
        named(3, "Seven", "5000"),
        named(4, "Seven", "1"),
    ];
    let answered = |id: u64| Some(EmvId::from(id));
    for (before, answered, records, complete, expected) in [
        (&before, None, format!("{old},{new},{other}"), true, Shows::Target),
        (&before, None, format!("{old},{other}"), true, Shows::Before),
        (&before, None, format!("{old},{other}"), false, Shows::Nothing),
        (&before, None, format!("{old},{new},{twin}"), true, Shows::Nothing),
        (&before, answered(3), format!("{old},{new},{twin}"), true, Shows::Target),
        (&before, answered(4), format!("{old},{other}"), true, Shows::Before),
        (&Base::Ids(None), None, format!("{old},{new}"), true, Shows::Nothing),
        (&Base::Ids(None), answered(2), format!("{old},{new}"), false, Shows::Target),
    ] {
        let verdict =
            CreateEmv::judge(&(), &draft("5000"), before, answered.as_ref(), &list(&records, complete));
        assert_eq!(shows(verdict), expected, "{records}");
    }
}

#[test]
fn only_what_the_person_saw_is_replaced() {
    let call = |seen: Option<EmvConfig>| Call::<UpdateEmv> {
        connection: ConnectionId("c".to_owned()),
        id: EmvId::from(7),
        input: draft("5000"),
        seen,
    };
    let seen = call(Some(record(&seven("2500"))));
    assert!(matches!(UpdateEmv::before(&seen, &list(&seven("2500.00"), false)), Ok(Base::Record(_))));
    assert!(matches!(UpdateEmv::before(&seen, &list(&seven("2501"), true)), Err(Stale::Changed(Some(_)))));
    assert!(matches!(UpdateEmv::before(&seen, &list("", true)), Err(Stale::Changed(None))));
    assert!(matches!(UpdateEmv::before(&seen, &list("", false)), Err(Stale::NotListed)));
    assert!(UpdateEmv::seen(&call(None)).is_err());
    assert!(UpdateEmv::seen(&call(Some(record(&named(8, "Eight", "1"))))).is_err());
}

#[test]
fn the_hash_is_sha_256() {
    let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    assert_eq!(super::hash(&["abc"]), expected);
    assert_ne!(super::hash(&["a", "b"]), super::hash(&["ab"]));
}
