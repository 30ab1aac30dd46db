use super::*;
use crate::pages::merchants::MERCHANTS;

fn edit() -> Edit {
    Edit::blank(MERCHANTS, &Currency::euro())
}

fn types(edit: &mut Edit, wire: &str, text: &str) {
    edit.change(wire, |form| {
        text.clone_into(MERCHANTS.text_mut(form, wire).unwrap());
    });
}

/// Two fields of the form.
fn texts(edit: &Edit) -> [&str; 2] {
    ["mcc", "timeZone"].map(|wire| MERCHANTS.text(&edit.form, wire).unwrap().as_str())
}

#[test]
fn a_new_record_counts_the_errors_of_its_untouched_fields_once_reviewed() {
    let mut edit = edit();
    types(&mut edit, "timeZone", "UTC");
    assert!(!edit.errors().is_empty() && edit.waiting().ends_with("not saved yet"), "{}", edit.waiting());
    types(&mut edit, "mcc", "7");
    assert!(edit.waiting().starts_with("Fix 1 field in "), "{}", edit.waiting());
    edit.asked = true;
    assert_eq!(edit.waiting(), format!("Fix {} fields in {}", edit.errors().len(), edit.name()));
}

#[test]
fn typing_on_in_one_field_is_one_step() {
    let mut edit = edit();
    for (wire, text) in [("mcc", "7"), ("mcc", "70"), ("timeZone", "Eu"), ("timeZone", "Europe/Berlin")] {
        types(&mut edit, wire, text);
    }
    edit.step_back();
    assert_eq!(texts(&edit), ["70", ""]);
    edit.step_back();
    assert!(!edit.is_dirty());
    edit.step_back();
    assert!(!edit.is_dirty());
    edit.step_forward();
    assert_eq!(texts(&edit), ["70", ""]);
    edit.step_forward();
    edit.step_forward();
    assert_eq!(texts(&edit), ["70", "Europe/Berlin"]);
}

#[test]
fn a_change_after_a_step_back_is_a_step_and_forgets_the_future() {
    let mut edit = edit();
    types(&mut edit, "mcc", "70");
    types(&mut edit, "timeZone", "UTC");
    edit.step_back();
    types(&mut edit, "mcc", "7011");
    edit.step_forward();
    assert_eq!(texts(&edit), ["7011", ""]);
    edit.step_back();
    assert_eq!(texts(&edit), ["70", ""]);
}

#[test]
fn what_changes_nothing_is_no_step() {
    let mut edit = edit();
    types(&mut edit, "mcc", "70");
    edit.end_step();
    types(&mut edit, "mcc", "70");
    edit.step_back();
    assert!(!edit.is_dirty());
}

#[test]
fn a_drag_is_one_step() {
    let mut edit = edit();
    types(&mut edit, "mcc", "70");
    edit.end_step();
    for text in ["71", "72", "73"] {
        types(&mut edit, "mcc", text);
    }
    edit.end_step();
    types(&mut edit, "mcc", "80");
    let back = [0; 3].map(|_| {
        edit.step_back();
        texts(&edit)[0].to_owned()
    });
    assert_eq!(back, ["73", "70", ""]);
}

#[test]
fn restoring_is_one_step() {
    let mut edit = edit();
    types(&mut edit, "mcc", "70");
    types(&mut edit, "timeZone", "UTC");
    edit.restore();
    assert!(!edit.is_dirty());
    edit.step_back();
    assert_eq!(texts(&edit), ["70", "UTC"]);
    edit.step_forward();
    assert!(!edit.is_dirty());
}
