//! A configuration saved while a person typed on: the later input overlays the record, and nothing else.

use tapline_contract::emv_config::EmvConfig;
use tapline_contract::emv_field::FieldKey;
use tapline_contract::emv_form::EmvForm;
use tapline_emv::{Currency, LimitKind, Scheme};

fn record(params: &str) -> serde_json::Result<EmvConfig> {
    let json = serde_json::json!({"id": 7, "emvName": "Kiosk", "paymentMethod": "01", "params": params});
    serde_json::from_value(json)
}

#[test]
fn what_was_typed_since_stands_over_the_record_as_it_was_saved() {
    let currency = Currency::euro();
    let mut typed = EmvForm::blank(Scheme::Visa, &currency);
    typed.name = "Kiosk".to_owned();
    typed.cvm = "30.00".to_owned();
    let record = record(r#"{"clCVMLimit":2500,"other":"x"}"#).unwrap();

    let mut form = EmvForm::from_record(&record, &currency).unwrap();
    form.take(&typed, &FieldKey::limit(LimitKind::Cvm));
    let draft = form.draft().unwrap();
    assert_eq!((draft.emv_name.as_str(), draft.params.raw("clCVMLimit")), ("Kiosk", Some("3000")));
    assert_eq!(draft.params.raw("other"), Some("\"x\""), "the service added it");
}

#[test]
fn a_field_is_taken_as_it_was_read_there_and_one_that_is_not_there_is_taken_away() {
    let currency = Currency::euro();
    let form = |params: &str| EmvForm::from_record(&record(params).unwrap(), &currency).unwrap();
    let mut theirs = form(r#"{"a":1, "b":2,"keep":1.00,"clCVMLimit":4000}"#);
    let mine = form(r#"{"b":"2","new":1.50,"clCVMLimit":"12.5"}"#);
    for key in ["a", "b", "new", "clCVMLimit"] {
        theirs.take(&mine, &FieldKey::from_wire(key));
    }
    let merged = theirs.draft().unwrap();
    assert_eq!(merged.params.text(), r#"{"b":"2","keep":1.00,"clCVMLimit":"12.5","new":1.50}"#);
    theirs.leave_out("keep");
    assert_eq!(theirs.draft().unwrap().params.raw("keep"), None);
}
