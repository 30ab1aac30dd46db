//! A configuration that was saved while a person typed on: what was typed since stands over the record, and nothing else.

use tapline_contract::emv_config::EmvConfig;
use tapline_contract::emv_form::EmvForm;
use tapline_emv::{Currency, Scheme};

#[test]
fn what_was_typed_since_stands_over_the_record_as_it_was_saved() {
    let currency = Currency::euro();
    let mut sent = EmvForm::blank(Scheme::Visa, &currency);
    sent.name = "Kiosk".to_owned();
    sent.cvm = "25".to_owned();
    let mut typed = sent.clone();
    typed.cvm = "30.00".to_owned();
    let json =
        r#"{"id":7,"emvName":"Kiosk","paymentMethod":"01","params":"{\"clCVMLimit\":2500,\"other\":\"x\"}"}"#;
    let record: EmvConfig = serde_json::from_str(json).unwrap();

    let form = typed.since(&sent, &record, &currency).unwrap();
    let draft = form.draft(&currency).unwrap();
    assert_eq!((draft.emv_name.as_str(), draft.params.raw("clCVMLimit")), ("Kiosk", Some("3000")));
    assert_eq!(draft.params.raw("other"), Some("\"x\""), "the service added it");
    // Nothing typed: the record, unchanged.
    assert_eq!(sent.since(&sent, &record, &currency), EmvForm::of(&record, &currency));
}
