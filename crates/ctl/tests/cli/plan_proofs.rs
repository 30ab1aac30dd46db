//! A plan's file is a claim: the service's records and the journal decide what is sent, shown and undone.

use std::fs;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::Value;
use tapline_scripted::{Script, Step};

use crate::fake::{Fake, data};
use crate::plan_kills::is_long;
use crate::shop::{Shop, planned};

/// A file's claim, the exit code of `apply`, and the message.
type Tampered = (&'static str, fn(&str) -> String, i32, &'static str);

fn field(line: &str, name: &str, raw: &str) -> String {
    let mut members: serde_json::Map<String, Value> = serde_json::from_str(line).unwrap();
    if raw.is_empty() {
        members.remove(name);
    } else {
        members.insert(name.to_owned(), serde_json::from_str(raw).unwrap());
    }
    serde_json::to_string(&members).unwrap()
}

/// The file with another member in its head (line 0) or its first item (line 1).
fn with(text: &str, line: usize, name: &str, raw: &str) -> String {
    let lines = text.lines().enumerate();
    lines.map(|(at, text)| if at == line { field(text, name, raw) } else { text.to_owned() } + "\n").collect()
}

const ZEROS: &str = r#""0000000000000000000000000000000000000000000000000000000000000000""#;

/// Every member of a file that says what was seen, of which record, of whom and where.
const TAMPERED: [Tampered; 18] = [
    ("seen: a value", |text| with(text, 1, "seen", r#"{"clCVMLimit":99999999}"#), 2, "1 in conflict"),
    ("seen: the value as text", |text| with(text, 1, "seen", r#"{"clCVMLimit":"2500"}"#), 2, "1 in conflict"),
    ("seen: a seal", |text| with(text, 1, "seen", r#"{"clCVMLimit":"sealed:2500"}"#), 2, "1 in conflict"),
    ("seen: nothing", |text| with(text, 1, "seen", "{}"), 2, "1 in conflict"),
    ("seen: missing", |text| with(text, 1, "seen", ""), 1, "Line 2"),
    (
        "seen and name",
        |text| with(&with(text, 1, "seen", r#"{"clCVMLimit":99999999}"#), 1, "name", r#""Other""#),
        2,
        "1 in conflict",
    ),
    (
        "before: a member of another version",
        |text| with(text, 1, "before", r#"{"clCVMLimit":1}"#),
        1,
        "Line 2",
    ),
    ("fingerprint: another", |text| with(text, 1, "fingerprint", ZEROS), 2, "1 in conflict"),
    ("fingerprint: a part", |text| with(text, 1, "fingerprint", r#""0123456789abcdef""#), 2, "older Tapline"),
    ("fingerprint: empty", |text| with(text, 1, "fingerprint", r#""""#), 2, "1 in conflict"),
    ("subject: the twin of the record", |text| with(text, 1, "id", r#""2""#), 2, "1 in conflict"),
    ("subject: none", |text| with(text, 1, "id", r#""77""#), 2, "1 in conflict"),
    ("kind", |text| with(text, 1, "kind", r#""acquirer""#), 6, "can't read the service's answer"),
    ("owner: another", |text| with(text, 0, "owner", r#""8""#), 1, "to another owner"),
    ("owner: null", |text| with(text, 0, "owner", "null"), 1, "has no owner"),
    ("owner: missing", |text| with(text, 0, "owner", ""), 1, "has no owner"),
    ("owner: empty", |text| with(text, 0, "owner", r#""""#), 1, "to another owner"),
    ("service", |text| with(text, 0, "service", r#""https://pay.example.com""#), 1, "This change set is for"),
];

#[test]
fn a_file_that_claims_something_else_than_the_record_sends_nothing() {
    let (shop, fake) = Shop::open(2, Duration::ZERO);
    shop.put(2, &shop.params(1));
    let computer = fake.computer();
    let path = planned(&computer, &["--where", "id=1"]);
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!(text.lines().count(), 2);
    for (what, tampered, code, words) in TAMPERED {
        fs::write(&path, tampered(&text)).unwrap();
        let ended = computer.run(&["apply", &path, "--yes"]);
        let said = format!("{}{}", ended.out, ended.err);
        assert_eq!((ended.code, said.contains(words)), (code, true), "{what}: {said}");
        assert!(!ended.out.contains("Other"), "{what}: the name is that of the record: {}", ended.out);
        assert_eq!((fake.changes(), shop.limits()), (0, vec![2500; 2]), "{what}");
    }
    fs::write(&path, &text).unwrap();
    computer.run(&["apply", &path, "--yes"]).ends(0);
    assert_eq!(shop.limits(), [5000, 2500]);
    // Under another id the journal does not know what was sent, and a read does.
    fs::write(&path, with(&text, 0, "id", r#""00112233445566aa""#)).unwrap();
    computer.run(&["apply", &path, "--yes"]).ends(0).says("1 already set");
    assert_eq!(shop.written(), 1);
}

#[test]
fn a_review_shows_the_record_and_not_what_the_file_says_of_it() {
    let (shop, fake) = Shop::open(1, Duration::ZERO);
    let computer = fake.computer();
    let path = planned(&computer, &[]);
    let text = fs::read_to_string(&path).unwrap();
    let forged = with(&with(&text, 1, "name", r#""Other""#), 1, "seen", r#"{"clCVMLimit":99999999}"#);
    fs::write(&path, &forged).unwrap();
    let review = computer.run(&["plan", "show", &path]).ends(0).out;
    assert!(review.contains("Shop 1") && review.contains("clCVMLimit: 2500 > 5000"), "{review}");
    assert!(review.contains("Conflict, not sent") && !review.contains("Other"), "{review}");
    // Without a service it says whose word that is.
    let alone = crate::run::Computer::new();
    let review = alone.run(&["plan", "show", &alone.file("plan", &forged)]).ends(0).out;
    assert!(review.contains("are from the file"), "{review}");
    shop.meddle(1);
    fs::write(&path, &text).unwrap();
    let review = computer.run(&["plan", "show", &path]).ends(0).out;
    assert!(review.contains("clCVMLimit: 1 > 5000") && review.contains("expected 2500"), "{review}");
}

#[test]
fn undo_writes_what_the_journal_recorded_and_not_what_the_file_says() {
    let (shop, fake) = Shop::open(1, Duration::ZERO);
    let computer = fake.computer();
    let path = planned(&computer, &[]);
    computer.run(&["apply", &path, "--yes"]).ends(0);
    let text = fs::read_to_string(&path).unwrap();
    for claim in [r#"{"clCVMLimit":99999999}"#, "{}", r#"{"clCVMLimit":"sealed:1"}"#] {
        fs::write(&path, with(&with(&text, 1, "seen", claim), 1, "name", r#""Other""#)).unwrap();
        let back = computer.run(&["undo", &path]).ends(0).out;
        assert!(back.contains(r#""set":{"clCVMLimit":2500}"#) && back.contains("Shop 1"), "{claim}: {back}");
        assert!(!back.contains("99999999") && !back.contains("Other"), "{claim}: {back}");
    }
    let back = computer.file("back", &computer.run(&["undo", &path]).ends(0).out);
    computer.run(&["apply", &back, "--yes"]).ends(0).says("1 applied");
    assert_eq!(shop.limits(), [2500]);
}

#[test]
fn an_applied_item_counts_as_applied_only_while_a_read_shows_it() {
    let (shop, fake) = Shop::open(2, Duration::ZERO);
    let computer = fake.computer();
    let path = planned(&computer, &[]);
    let as_before = shop.params(1);
    computer.run(&["apply", &path, "--yes"]).ends(0).says("2 applied");
    for params in [r#"{"clCVMLimit":1}"#, &as_before, r#"{"clCVMLimit":"sealed:5000"}"#, "{}"] {
        shop.put(1, params);
        for start in ["apply", "resume"] {
            let ended = computer.run(&[start, &path, "--yes", "--over-conflicts", "--again"]);
            let told = ended.ends(2).says("1 applied, 1 in conflict").lines();
            assert!(told[0]["sentence"].as_str().unwrap().contains("changed since"), "{}", told[0]);
        }
    }
    shop.remove(1);
    let told = computer.run(&["apply", &path, "--yes", "--over-conflicts"]).ends(2).lines();
    assert!(told[0]["sentence"].as_str().unwrap().contains("no longer lists it"), "{}", told[0]);
    assert_eq!(shop.written(), 1, "nothing was sent again; the other record's write is gone with it");
}

#[test]
fn text_of_the_service_that_looks_sealed_is_text() {
    for literal in ["sealed:99999999", "sealed:", "sealed:5000"] {
        let (shop, fake) = Shop::open(1, Duration::ZERO);
        let computer = fake.computer();
        let path = planned(&computer, &[]);
        shop.put(1, &format!(r#"{{"clCVMLimit":"{literal}"}}"#));
        computer.run(&["verify", &path]).ends(2).says("1 in conflict");
        computer.run(&["apply", &path, "--yes"]).ends(2).says("1 in conflict");
        assert_eq!(shop.written(), 0, "{literal}");
        // A plan made from such a record is one like any other.
        fs::remove_file(&path).unwrap();
        let path = planned(&computer, &[]);
        computer.run(&["apply", &path, "--yes"]).ends(0).says("1 applied");
        computer.run(&["verify", &path]).ends(0);
        let back = computer.run(&["undo", &path]).ends(0).out;
        assert!(back.contains(literal), "{back}");
    }
}

/// The literal text that the history prints in the place of a contact is not that contact.
#[test]
fn a_check_takes_no_seal_of_the_service_for_the_value() {
    let contact = Arc::new(Mutex::new("old@shop.example".to_owned()));
    let shown = Arc::clone(&contact);
    let fake = Fake::new(move |request| -> Script {
        if request.method != "GET" {
            return Step::Close.into();
        }
        let email = Value::from(shown.lock().unwrap().as_str());
        data(&format!(r#"{{"mchId":"M1","mchName":"Bakery","contactEmail":{email}}}"#)).into()
    });
    let computer = fake.computer();
    let draft = r#"{"mchName":"Bakery","contactEmail":"new@shop.example"}"#;
    let sent =
        computer.run(&["call", "UpdateMerchant", "--id", "M1", "--input", draft, "--wait", "0"]).ends(3);
    let history = computer.run(&["history"]).ends(0).lines();
    let printed = history[0]["draft"]["contactEmail"].as_str().unwrap().to_owned();
    assert!(printed.starts_with("sealed:"), "{printed}");
    printed.clone_into(&mut contact.lock().unwrap());
    computer.run(&["check", &sent.operation()]).ends(2).says("shows another value");
    // By its hash the value itself is known.
    "old@shop.example".clone_into(&mut contact.lock().unwrap());
    let call = ["call", "UpdateMerchant", "--id", "M1", "--input", draft, "--wait", "0"];
    let sent = computer.run(&call).ends(3);
    "new@shop.example".clone_into(&mut contact.lock().unwrap());
    computer.run(&["check", &sent.operation()]).ends(0);
}

#[test]
fn a_plan_without_an_owner_is_applied_where_the_service_names_none() {
    let (shop, fake) = Shop::open(1, Duration::ZERO);
    let nameless = fake.computer().with("TAPLINE_TOKEN", &format!("token-of-{}", crate::shop::NO_OWNER));
    let path = planned(&nameless, &[]);
    assert!(fs::read_to_string(&path).unwrap().contains(r#""owner":null"#));
    fake.computer().run(&["apply", &path, "--yes"]).ends(1).says("has no owner");
    assert_eq!(shop.written(), 0);
    nameless.run(&["apply", &path, "--yes"]).ends(0).says("1 applied");
}

/// As many as a hostile record has: 60,000 in a long run. Work that grows with their square would not end within the test.
#[test]
fn a_record_with_very_many_parameters_is_planned_applied_and_taken_back() {
    let count = if is_long() { 60_000 } else { 20_000 };
    let (shop, fake) = Shop::open(1, Duration::ZERO);
    let many: Vec<_> = (0..count).map(|at| format!(r#""k{at}":{at}"#)).collect();
    shop.put(1, &format!(r#"{{"clCVMLimit":2500,{}}}"#, many.join(",")));
    let computer = fake.computer();
    let path = planned(&computer, &[]);
    computer.run(&["plan", "show", &path]).ends(0);
    computer.run(&["apply", &path, "--yes"]).ends(0).says("1 applied");
    computer.run(&["verify", &path]).ends(0);
    let back = computer.file("back", &computer.run(&["undo", &path]).ends(0).out);
    computer.run(&["apply", &back, "--yes"]).ends(0).says("1 applied");
    assert_eq!(shop.limits(), [2500]);
}
