//! Every kind of member goes back as it came, and says by its full path where something else stood.

use proptest::prelude::*;
use tapline_contract::acquirer::Acquirer;
use tapline_contract::device::{ActivationDraft, Device, DevicePatch};
use tapline_contract::emv_config::{EmvConfig, EmvId};
use tapline_contract::field::{FreeMap, Hidden, Lists, Loose, Nullable, Number, Texts};
use tapline_contract::merchant::{Merchant, MerchantId};
use tapline_contract::params::{Params, ParamsField};
use tapline_contract::profile::{Profile, ProfileDraft, SignOn};
use tapline_contract::record::{Field, Record};
use tapline_contract::settlement::{ReportDraft, Settlement};
use tapline_contract::transaction::{Captured, Transaction, TransactionId, Voided};

/// Reads a kind and writes it again.
type Through = fn(&str) -> Option<String>;

fn through<F: Field>(raw: &str) -> Option<String> {
    F::read(Some(raw)).ok()?.write()
}

fn misfit<R: Record>(raw: &str) -> String {
    R::read(raw).err().expect("a misfit").to_string()
}

#[test]
fn a_kind_writes_what_it_read() {
    let kinds: &[(&str, Through, &[&str])] = &[
        ("text", through::<Option<String>>, &[r#""""#, r#""a""#, r#""ä\n\"\\""#]),
        ("required text", through::<String>, &[r#""""#, r#""x""#]),
        ("flag", through::<Option<bool>>, &["true", "false"]),
        (
            "number",
            through::<Option<Number>>,
            &["0", "-0.0", "1.10", "1e3", "1E+3", "9007199254740993", "-12.50"],
        ),
        ("required number", through::<Number>, &["1.10", "123456789012345678901234567890.5"]),
        ("loose", through::<Option<Loose>>, &["null", "22", r#""22""#, "1E0", r#"{ "a" : [1, 2.0] }"#]),
        ("texts", through::<Option<Texts>>, &["[]", r#"["a","b"]"#]),
        ("nullable", through::<Nullable<String>>, &["null", r#""a""#]),
        ("free map", through::<Option<FreeMap>>, &["{}", r#"{"z":1.10,"a":{ "x":[1e3] },"m":null}"#]),
        (
            "number lists",
            through::<Option<Lists<Number>>>,
            &["{}", r#"{"06":[61,1e2],"01":[],"x":[9007199254740993]}"#],
        ),
        ("text lists", through::<Option<Lists<String>>>, &[r#"{"acpt_b":["VISA"],"acpt_a":[]}"#]),
        (
            "params in text",
            through::<ParamsField>,
            &[r#""{ \"a\":1.10 ,\"b\":[ ]}""#, r#""{broken""#, r#""""#],
        ),
        ("params", through::<Option<Params>>, &[r#"{ "a":1.10 ,"b":[ ]}"#]),
        ("number id", through::<EmvId>, &["12", "9007199254740993"]),
        ("text id", through::<MerchantId>, &[r#""M1""#, r#""007""#]),
        ("secret", through::<Hidden>, &[r#""s""#, r#"{"hidden":true}"#]),
    ];
    for (name, through, examples) in kinds {
        for raw in *examples {
            assert_eq!(through(raw).as_deref(), Some(*raw), "{name}");
        }
    }
}

#[test]
fn null_is_absent_unless_the_document_tells_them_apart() {
    assert_eq!(Option::<String>::read(Some("null")), Ok(None));
    assert_eq!(Option::<Number>::read(Some("null")), Ok(None));
    assert_eq!(Nullable::<String>::read(Some("null")), Ok(Nullable::Null));
    assert_eq!(Nullable::<String>::read(None), Ok(Nullable::Absent));
    for text in [
        r#"{"profileId":"prof_a","updatedAt":null}"#,
        r#"{"profileId":"prof_a"}"#,
        r#"{"profileId":"prof_a","updatedAt":"2026-11-01T08:00:00+01:00"}"#,
    ] {
        assert_eq!(serde_json::to_string(&Profile::read(text).unwrap()).unwrap(), text);
    }
}

#[test]
fn the_other_kind_of_an_id_is_understood() {
    for (raw, id) in [("12", "12"), (r#""12""#, "12"), ("1e3", "1000"), (r#"" 7 ""#, "7")] {
        assert_eq!(EmvId::read(Some(raw)).unwrap().as_str(), id, "{raw}");
    }
    assert_eq!(TransactionId::read(Some(r#"" T1 ""#)).unwrap().as_str(), " T1 ", "blanks stay");
    for raw in ["1.5", "-1", "true", "[]", r#""""#, "null"] {
        assert!(EmvId::read(Some(raw)).is_err(), "{raw}");
    }
}

#[test]
fn text_that_holds_json_is_read_in_either_form() {
    let of = |ext: &str| {
        let raw =
            format!(r#"{{"activateCodeAlias":"a","deviceType":"COTS","mchId":"M1","extParams":{ext}}}"#);
        ActivationDraft::read(&raw).unwrap()
    };
    let text = of(r#""{\"subMid\":\"1\",\"x\":1.10}""#);
    assert_eq!(text, of(r#"{"subMid":"1","x":1.10}"#));
    assert!(
        serde_json::to_string(&text).unwrap().ends_with(r#""extParams":"{\"subMid\":\"1\",\"x\":1.10}"}"#)
    );

    for emv in [r#""{\"terminalType\":22}""#, r#"{"terminalType":22}"#] {
        let device = Device::read(&format!(r#"{{"deviceId":"CD-1","emvParams":{emv}}}"#)).unwrap();
        assert_eq!(device.emv_params(), ParamsField::read(r#"{"terminalType":22}"#));
        assert!(serde_json::to_string(&device).unwrap().contains(emv), "the kind that was read stays");
    }
}

#[test]
fn members_without_a_name_here_stay_in_their_order() {
    let text = r#"{"tranId":"T1","amount":{"currency":"EUR","value":1.10,"x":1e3},"zz":{"b":1.0,"a":[ ]},"aa":null}"#;
    assert_eq!(serde_json::to_string(&Transaction::read(text).unwrap()).unwrap(), text);
}

#[test]
fn a_misfit_names_its_place() {
    for (found, expected) in [
        (
            misfit::<Transaction>(r#"{"tranId":"T","amount":{"value":"1"}}"#),
            "amount.value: expected a number, found text",
        ),
        (
            misfit::<Transaction>(r#"{"tranId":"T","actions":[{},{"amount":{"currency":5}}]}"#),
            "actions[1].amount.currency: expected text, found a number",
        ),
        (misfit::<Transaction>(r#"{"amount":{}}"#), "tranId: expected text, found nothing"),
        (
            misfit::<Settlement>(r#"{"batchId":"B","transactions":{}}"#),
            "transactions: expected a list, found an object",
        ),
        (
            misfit::<Settlement>(r#"{"batchId":"B","state":true}"#),
            "state: expected a number, found true or false",
        ),
        (
            misfit::<Device>(r#"{"deviceId":"CD-1","isDevice":1}"#),
            "isDevice: expected true or false, found a number",
        ),
        (
            misfit::<Device>(r#"{"deviceId":"CD-1","extParams":{"jwtSecret":1}}"#),
            "extParams.jwtSecret: expected text, found a number",
        ),
        (
            misfit::<Merchant>(r#"{"mchId":"M","supportedPaymentMethods":[7]}"#),
            "supportedPaymentMethods[0]: expected an object, found a number",
        ),
        (
            misfit::<Profile>(r#"{"profileId":"p","acptSelection":{"a":[1]}}"#),
            "acptSelection.a: expected a list of texts, found a list",
        ),
        (
            misfit::<Profile>(r#"{"profileId":"p","acceptances":[{"acptId":"a","tags":"x"}]}"#),
            "acceptances[0].tags: expected a list of texts, found text",
        ),
        (misfit::<ProfileDraft>("{}"), "acceptances: expected a list, found nothing"),
        (misfit::<SignOn>(r#"{"profileId":"p"}"#), "acptSignOns: expected a list, found nothing"),
        (misfit::<Voided>(r#"{"state":"2"}"#), "state: expected a number, found text"),
        (misfit::<Captured>("[]"), ": expected an object, found a list"),
        (misfit::<EmvConfig>(r#"{"id":1,"id":2}"#), "id: expected it once, found it twice"),
        (
            misfit::<DevicePatch>(r#"{"extParams":"{\"mid\":1}"}"#),
            "extParams.mid: expected text, found a number",
        ),
    ] {
        assert_eq!(found, expected);
    }
}

#[test]
fn lists_of_an_acquirer_are_read_in_every_form() {
    for raw in [r#"{"01":[11,12]}"#, r#""{\"01\":[11,12]}""#] {
        let acquirer = Acquirer::read(&format!(r#"{{"id":301,"emvList":{raw}}}"#)).unwrap();
        let lists = acquirer.emv_lists().unwrap();
        assert_eq!(lists.get("01").unwrap(), [Number::from(11), Number::from(12)]);
        assert_eq!(acquirer.method_lists(), None);
        assert!(serde_json::to_string(&acquirer).unwrap().contains(raw));
    }
    let odd = Acquirer::read(r#"{"profileId":301,"emvList":[1]}"#).unwrap();
    assert_eq!((odd.emv_lists(), odd.name()), (None, "301".to_owned()));
}

#[test]
fn the_batches_of_a_report_travel_as_text() {
    let batches = ["B1", "B\"2"].map(|id| tapline_contract::settlement::BatchId::parse(id).unwrap());
    let report = ReportDraft::new(&batches, "a@b.example".to_owned(), "M1".to_owned());
    assert_eq!(report.batch_ids, r#"[{"batchId":"B1"},{"batchId":"B\"2"}]"#);
    assert_eq!(report.batches().as_deref(), Some(&batches[..]));
    for odd in ["", "{}", "[1]", r#"[{"batchId":""}]"#] {
        assert_eq!(ReportDraft { batch_ids: odd.to_owned(), ..report.clone() }.batches(), None, "{odd}");
    }
}

#[test]
fn what_is_no_json_is_never_left_out_silently() {
    let mut profile =
        Profile::read(r#"{"profileId":"p","acceptances":[{"acptId":"a","extraParams":{"k":1}}]}"#).unwrap();
    let acceptance = &mut profile.acceptances.as_mut().unwrap()[0];
    acceptance.extra_params = Some(FreeMap(vec![("k".to_owned(), "{oops".to_owned())]));
    assert!(serde_json::to_string(&profile).is_err());
}

/// Any JSON, as compact text.
fn json() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("null".to_owned()),
        any::<bool>().prop_map(|flag| flag.to_string()),
        "-?(0|[1-9][0-9]{0,20})(\\.[0-9]{1,5})?([eE][+-]?[0-9]{1,3})?",
        any::<String>().prop_map(|text| serde_json::Value::from(text).to_string()),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(|items| format!("[{}]", items.join(","))),
            prop::collection::btree_map("[a-z]{1,4}", inner, 0..4).prop_map(|members| {
                let members: Vec<_> = members.iter().map(|(key, raw)| format!("\"{key}\":{raw}")).collect();
                format!("{{{}}}", members.join(","))
            }),
        ]
    })
}

proptest! {
    #[test]
    fn whatever_a_service_adds_comes_back(value in json(), free in json(), number in "-?(0|[1-9][0-9]{0,20})(\\.[0-9]{1,5})?([eE][+-]?[0-9]{1,3})?") {
        let text = format!(
            r#"{{"profileId":"p","acceptances":[{{"acptId":"a","extraParams":{{"k":{free}}},"new":{value}}}],"x-count":{number}}}"#
        );
        prop_assert_eq!(serde_json::to_string(&Profile::read(&text).unwrap()).unwrap(), text);
    }

    #[test]
    fn no_text_makes_a_record_panic(text in ".{0,80}", value in json()) {
        let _ = (Transaction::read(&text), Device::read(&text), Profile::read(&text));
        for key in ["deviceId", "deviceAdmin", "extParams", "emvParams", "isDevice", "deviceStatus"] {
            let _ = Device::read(&format!(r#"{{"deviceId":"d","{key}":{value}}}"#));
        }
    }
}
