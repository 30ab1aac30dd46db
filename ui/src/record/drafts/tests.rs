//! Rules of drafts: ways out of a form, changes of the record meanwhile, two drafts at once, new records, outcomes that arrive late.

use tapline_contract::emv_config::EmvConfig;
use tapline_contract::history::OperationId;
use tapline_contract::record::Record as _;
use tapline_emv::Currency;

use super::*;
use crate::pages::limits::LIMITS;
use crate::pages::limits::resource::Limits;
use crate::record::RecordKind as _;

/// Id, name and CVM limit.
fn record(id: u64, name: &str, cvm: u64) -> Document {
    let params =
        format!(r#"{{"aid":"A0000000031010","clFloorLimit":0,"clCVMLimit":{cvm},"clTransLimit":20000}}"#);
    let raw = serde_json::json!({"id": id, "emvName": name, "paymentMethod": "01", "params": params});
    Limits::document(EmvConfig::read(&raw.to_string()).unwrap())
}

fn types(open: OpenRecord, wire: &str, text: &str) {
    open.edit.update(|edit| {
        edit.as_mut().unwrap().change(wire, |form| text.clone_into(LIMITS.text_mut(form, wire).unwrap()));
    });
}

fn opens(open: OpenRecord, record: &Document) {
    open.open_form(LIMITS, record, &Currency::euro());
}

/// CVM limit and name of the open form.
fn typed(open: OpenRecord) -> Option<[String; 2]> {
    open.edit.with_untracked(|edit| {
        let form = &edit.as_ref()?.form;
        Some(["clCVMLimit", "emvName"].map(|wire| LIMITS.text(form, wire).unwrap().clone()))
    })
}

fn keys(open: OpenRecord) -> Vec<Option<String>> {
    untrack(|| open.drafts(Edit::key))
}

/// A form of record 1 with two steps: the limit, then the name.
fn drafted(cvm: &str) -> OpenRecord {
    let open = OpenRecord::new();
    opens(open, &record(1, "Retail", 2500));
    types(open, "clCVMLimit", cvm);
    types(open, "emvName", "Retail N");
    open
}

#[test]
fn a_draft_is_there_again_with_its_steps_whatever_was_done_meanwhile() {
    let other = |open: OpenRecord| opens(open, &record(2, "Kiosk", 5000));
    let ways: [(&str, &dyn Fn(OpenRecord)); 9] = [
        ("another page", &|_| {}),
        ("another form", &other),
        ("another form with changes", &|open| {
            other(open);
            types(open, "clCVMLimit", "1");
        }),
        ("a new record", &|open| open.show(Some(Edit::blank(LIMITS, &Currency::euro())))),
        ("no form, as an undo or a deletion needs it", &|open| open.close()),
        ("the lock", &|open| open.clear_cached()),
        ("the lock while it waits", &|open| {
            other(open);
            open.clear_cached();
        }),
        ("a refresh", &|open| opens(open, &record(1, "Retail", 2500))),
        ("a refresh that brings another record", &|open| opens(open, &record(1, "Retail", 4000))),
    ];
    for (way, act) in ways {
        for cvm in ["50.00", "half ty", ""] {
            let open = drafted(cvm);
            act(open);
            opens(open, &record(1, "Retail", 2500));
            assert_eq!(typed(open), Some([cvm, "Retail N"].map(str::to_owned)), "{way}");
            assert!(keys(open).contains(&Some("1".to_owned())), "{way}");
            open.edit.update(|edit| edit.iter_mut().for_each(Edit::step_back));
            assert_eq!(typed(open), Some([cvm, "Retail"].map(str::to_owned)), "{way}");
            open.edit.update(|edit| edit.iter_mut().for_each(Edit::step_back));
            open.edit.update(|edit| edit.iter_mut().for_each(Edit::step_forward));
            assert_eq!(typed(open), Some([cvm, "Retail"].map(str::to_owned)), "{way}");
        }
    }
}

#[test]
fn an_unchanged_form_leaves_nothing_behind_and_is_renewed() {
    let open = OpenRecord::new();
    opens(open, &record(1, "Retail", 2500));
    opens(open, &record(1, "Retail", 4000));
    assert_eq!(typed(open).unwrap()[0], "40.00");
    opens(open, &record(2, "Kiosk", 5000));
    assert!(keys(open).is_empty() && open.parked.with_untracked(Vec::is_empty));
    types(open, "clCVMLimit", "1");
    open.edit.update(|edit| edit.iter_mut().for_each(Edit::restore));
    open.close();
    assert!(open.parked.with_untracked(Vec::is_empty));
}

#[test]
fn two_drafts_and_a_new_one_wait_for_each_other() {
    let open = drafted("50.00");
    opens(open, &record(2, "Kiosk", 5000));
    types(open, "clCVMLimit", "60.00");
    open.show(Some(Edit::blank(LIMITS, &Currency::euro())));
    types(open, "emvName", "New");
    for (key, expected) in [(Some("1"), "50.00"), (Some("2"), "60.00"), (None, ""), (Some("1"), "50.00")] {
        assert!(open.resume(key), "{key:?}");
        assert_eq!(typed(open).unwrap()[0], expected);
        assert_eq!(keys(open).len(), 3);
    }
    assert!(!open.resume(Some("3")));
    assert_eq!(open.take_out(|edit| edit.is_of(Some("2"))).len(), 1);
    assert_eq!(keys(open), [Some("1".to_owned()), None]);
    open.clear();
    assert!(keys(open).is_empty() && !open.resume(None));
}

#[test]
fn only_a_record_with_the_typed_values_settles_its_draft() {
    let now = |record: Option<Document>| move |key: &str| record.clone().filter(|_| key == "1");
    for (cvm, change, waits) in [
        ("50.00", Some(record(1, "Retail", 2500)), true),
        ("50.00", Some(record(1, "Retail N", 2500)), true),
        ("50.00", Some(record(1, "Retail", 5000)), true),
        ("50.00", Some(record(1, "Retail N", 4000)), true),
        ("50.00", None, true),
        ("half ty", Some(record(1, "Retail N", 5000)), true),
        ("50.00", Some(record(1, "Retail N", 5000)), false),
    ] {
        for is_parked in [false, true] {
            let open = drafted(cvm);
            if is_parked {
                opens(open, &record(2, "Kiosk", 5000));
            }
            open.settle(LIMITS, now(change.clone()));
            assert_eq!(!keys(open).is_empty(), waits, "{cvm} {is_parked}");
        }
    }
}

#[test]
fn typing_back_to_the_saved_values_is_not_settled_under_the_hands() {
    let open = OpenRecord::new();
    opens(open, &record(1, "Retail", 2500));
    types(open, "clCVMLimit", "25,00");
    open.settle(LIMITS, |_| Some(record(1, "Retail", 2500)));
    assert_eq!(typed(open).unwrap()[0], "25,00");
}

#[test]
fn a_draft_whose_save_is_on_its_way_waits_for_its_outcome_alone() {
    let open = drafted("50.00");
    let operation = OperationId("1".to_owned());
    open.edit.update(|edit| {
        let edit = edit.as_mut().unwrap();
        edit.sent = Some((operation.clone(), edit.form.clone()));
    });
    opens(open, &record(2, "Kiosk", 5000));
    open.settle(LIMITS, |_| Some(record(1, "Retail N", 5000)));
    assert_eq!(keys(open), [Some("1".to_owned())]);
    // The outcome finds the form while it waits, and nothing of it is left then.
    open.change(
        |edit| edit.is_sent_as(&operation),
        |edit| {
            let edit = edit.as_mut().unwrap();
            edit.sent = None;
            edit.settle();
        },
    );
    assert!(keys(open).is_empty() && !open.resume(Some("1")));
    assert_eq!(typed(open).unwrap()[0], "50.00", "the other form is untouched");
}

#[test]
fn later_typing_over_a_save_on_its_way_is_a_draft_of_the_saved_record() {
    let mut edit = Edit::from_record(LIMITS, &record(1, "Retail", 2500), &Currency::euro());
    let put = |edit: &mut Edit, wire: &str, text: &str| {
        edit.change(wire, |form| text.clone_into(LIMITS.text_mut(form, wire).unwrap()));
    };
    put(&mut edit, "clCVMLimit", "50.00");
    let sent = edit.form.clone();
    put(&mut edit, "emvName", "Retail N");
    edit.adopt(&record(1, "Retail", 5000), &sent);
    assert!(edit.is_dirty());
    assert_eq!(edit.waiting(), "1 change in Visa · Retail");
}

#[test]
fn what_was_discarded_comes_back_unless_something_newer_was_typed() {
    for (then, expected) in [("nothing", "50.00"), ("clean", "50.00"), ("typed", "7.00")] {
        let open = drafted("50.00");
        let gone = open.take_out(Edit::is_dirty);
        assert!(keys(open).is_empty());
        if then != "nothing" {
            opens(open, &record(1, "Retail", 2500));
        }
        if then == "typed" {
            types(open, "clCVMLimit", "7.00");
        }
        gone.into_iter().for_each(|edit| open.put_back(edit));
        assert!(open.resume(Some("1")), "{then}");
        assert_eq!(typed(open).unwrap()[0], expected, "{then}");
        assert_eq!(keys(open).len(), 1, "{then}");
    }
}

#[test]
fn a_change_belongs_to_the_form_it_was_read_from() {
    let open = drafted("50.00");
    let edit = open.edit.get_untracked().unwrap();
    let other = Edit::from_record(LIMITS, &record(2, "Kiosk", 5000), &Currency::euro());
    let new = Edit::blank(LIMITS, &Currency::euro());
    let save = Proposal::save(LIMITS, edit.seen.clone(), edit.form.clone()).unwrap();
    let undo = Proposal { undoes: true, ..save.clone() };
    let again = Proposal::save(LIMITS, None, edit.form.clone()).unwrap();
    let delete = Proposal::delete(LIMITS, record(1, "Retail", 2500));
    for (name, proposal, expected) in [
        ("save", save, [true, false, false]),
        ("undo", undo, [false, false, false]),
        ("create again", again, [true, false, true]),
        ("delete", delete, [true, false, false]),
    ] {
        assert_eq!([&edit, &other, &new].map(|edit| proposal.is_from(edit)), expected, "{name}");
    }
}

#[test]
fn the_words_count_changes_and_records() {
    let open = drafted("50.00");
    let counts = || untrack(|| open.drafts(|edit| (edit.waiting(), edit.changes())));
    assert_eq!(counts(), [("2 changes in Visa · Retail".to_owned(), 2)]);
    types(open, "clCVMLimit", "half ty");
    assert_eq!(counts(), [("Fix 1 field in Visa · Retail".to_owned(), 1)]);
    open.show(Some(Edit::blank(LIMITS, &Currency::euro())));
    types(open, "emvName", "New");
    assert_eq!(counts().len(), 2);
}
