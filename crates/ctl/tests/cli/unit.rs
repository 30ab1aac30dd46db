//! The unit of bare amounts: no money moves while it is not known, or where an amount speaks against it.
use tapline_scripted::Answer;

use crate::fake::{Fake, data};
use crate::run::{Computer, Ended, Service, words};

/// A service that counts in this: one sale, and every money call succeeds.
fn service(amount: &'static str) -> Fake {
    Fake::new(move |request| -> Answer {
        if request.method == "GET" {
            data(&format!(
                r#"{{"tranId":"T1","tranStatus":"APPROVED","amount":{{"currency":"USD","value":{amount}}}}}"#
            ))
        } else {
            data(r#"{"id":1}"#)
        }
    })
}

fn refund(computer: &Computer, input: &str) -> Ended {
    let input = format!("@{}", computer.file("refund.json", input));
    computer.run(&["call", "RefundTransaction", "--id", "T1", "--wait", "0", "--input", &input]).ends(1)
}

const DIME: &str = r#"{"refundAmount":10,"refundReason":"broken","adminPwd":"geheim"}"#;

/// "0.10" typed under minor units is sent as 10, which such a service takes for 10.00.
#[test]
fn a_refund_in_minor_units_is_not_sent_to_a_service_that_sends_fractions() {
    let fake = service("13.34");
    refund(&fake.computer().with("TAPLINE_UNIT", "minor"), DIME).says("amount with a fraction");
    assert_eq!(fake.changes(), 0);
}

#[test]
fn no_money_moves_in_a_unit_that_nobody_confirmed() {
    let fake = service("1334");
    refund(&fake.computer().with("TAPLINE_UNIT", ""), DIME).says("a hundred times too much");
    // The sale is read for its currency, and nothing is sent.
    assert_eq!(fake.changes(), 0);
}

/// The guard speaks of the currency that moves, and of a factor only where a number is sent in the wrong unit.
#[test]
fn the_unit_guard_names_the_factor_of_the_currency_and_none_without_an_amount() {
    let void = r#"{"adminPwd":"geheim"}"#;
    let (whole, part) = ("{}", r#"{"amount":"10"}"#);
    for (currency, call, input, says) in [
        ("USD", "RefundTransaction", DIME, Some("a hundred times too much")),
        ("KWD", "RefundTransaction", DIME, Some("a thousand times too much")),
        ("CLF", "RefundTransaction", DIME, Some("ten thousand times too much")),
        ("JPY", "RefundTransaction", DIME, None),
        ("KWD", "CaptureTransaction", part, Some("a thousand times too much")),
        ("USD", "CaptureTransaction", whole, Some("can't say how much this moves")),
        ("JPY", "CaptureTransaction", part, None),
        ("USD", "VoidTransaction", void, Some("can't say how much this moves")),
        ("KWD", "VoidTransaction", void, Some("can't say how much this moves")),
        ("JPY", "VoidTransaction", void, None),
        ("USD", "Settle", r#"{"batchId":"B1"}"#, Some("can't say how much this moves")),
        ("JPY", "Settle", r#"{"batchId":"B1"}"#, None),
    ] {
        let fake = Fake::new(move |request| -> Answer {
            if request.method != "GET" {
                return data(r#"{"id":1}"#);
            }
            if request.target.contains("/settle") || request.target.contains("B1") {
                return data(&format!(
                    r#"{{"batchId":"B1","currency":"{currency}","state":0,"paymentAmt":1334}}"#
                ));
            }
            data(&format!(
                r#"{{"tranId":"T1","tranStatus":"APPROVED","amount":{{"currency":"{currency}","value":1334}}}}"#
            ))
        });
        let computer = fake.computer().with("TAPLINE_UNIT", "");
        let input = format!("@{}", computer.file("input.json", input));
        let id = if call == "Settle" { &[][..] } else { &["--id", "T1"][..] };
        let line = [&["call", call, "--wait", "0", "--input", &input][..], id].concat();
        let ended = computer.run(&line);
        if let Some(says) = says {
            let err = ended.ends(1).says(says).says("--unit minor").err;
            assert_eq!(err.contains(" times too much"), says.contains(" times too much"), "{err}");
            assert!(!err.contains("13.34"), "{err}");
            assert_eq!(fake.changes(), 0, "{currency} {call}");
        } else {
            assert!(!ended.err.contains("isn't confirmed"), "{currency} {call}: {}", ended.err);
            assert_eq!(fake.changes(), 1, "{currency} {call}: {}", ended.err);
        }
    }
}

#[test]
fn a_result_names_the_amount_that_was_moved() {
    let service = Service::new();
    let computer = service.computer();
    let refund = r#"{"refundAmount":2310,"refundReason":"returned","adminPwd":"sandbox-admin"}"#;
    let void = r#"{"adminPwd":"sandbox-admin"}"#;
    for (call, id, input, says) in [
        ("RefundTransaction", Some("T20261101000003"), refund, "Refunded 23.10 EUR. Applied"),
        ("VoidTransaction", Some("T20261101000001"), void, "Voided "),
        ("CaptureTransaction", Some("T20261101000002"), "{}", "Captured "),
        ("Settle", None, r#"{"batchId":"B20261101001"}"#, "Settled: payments "),
    ] {
        let input = format!("@{}", computer.file("input.json", input));
        let id = id.map_or_else(Vec::new, |id| vec!["--id", id]);
        let ended = computer.run(&[&["call", call, "--input", &input][..], &id].concat()).ends(0);
        let line = ended.err.lines().find(|line| line.starts_with(says));
        assert!(line.is_some_and(|line| line.contains(" EUR")), "{call}: {}", ended.err);
        let told = computer.run(&["check", &ended.operation()]).ends(0).err;
        assert!(told.contains(says.trim_end_matches(". Applied")), "{call}: {told}");
    }
}

#[test]
fn an_amount_with_a_fraction_is_not_sent_as_minor_units() {
    let fake = service("1334");
    let dimes = DIME.replace("10,", "0.10,");
    refund(&fake.computer().with("TAPLINE_UNIT", "minor"), &dimes).says("refundAmount 0.10 has a fraction");
    assert_eq!(fake.requests().len(), 0);
}

/// The hostile story to its end: 0.10 is sent as 0.10.
#[test]
fn in_major_units_a_dime_is_sent_as_a_dime() {
    let fake = service("13.34");
    let computer = fake.computer();
    let input = format!("@{}", computer.file("refund.json", &DIME.replace("10,", "0.10,")));
    computer.run(&words(&format!("call RefundTransaction --id T1 --wait 0 --unit major --input {input}")));
    let requests = fake.requests();
    let bodies: Vec<_> =
        requests.iter().filter(|request| request.is_change()).map(tapline_scripted::Request::text).collect();
    assert!(matches!(*bodies, [body] if body.starts_with(r#"{"refundAmount":0.10,"#)), "{bodies:?}");
}

#[test]
fn a_unit_of_the_environment_that_is_none_is_said() {
    let fake = service("1334");
    let computer = fake.computer().with("TAPLINE_UNIT", "cents");
    computer
        .run(&["call", "GetTransaction", "--id", "T1"])
        .ends(1)
        .says("TAPLINE_UNIT is neither minor nor major");
}

/// The unit of an address is said at each call: what the service showed against it counts at the next ones too.
#[test]
fn a_fraction_speaks_against_the_minor_units_of_an_address_from_then_on() {
    let reads = std::sync::atomic::AtomicUsize::new(0);
    let fake = Fake::new(move |request| {
        let first =
            request.target.contains("/order") && reads.fetch_add(1, std::sync::atomic::Ordering::SeqCst) == 0;
        let amount = if first { "13.34" } else { "1334" };
        data(&format!(
            r#"{{"tranId":"T1","tranStatus":"APPROVED","amount":{{"currency":"USD","value":{amount}}}}}"#
        ))
    });
    let computer = fake.computer().with("TAPLINE_UNIT", "minor");
    computer.run(&["call", "GetTransaction", "--id", "T1"]).ends(0).says("aren't minor units");
    refund(&computer, DIME).says("amount with a fraction").says("--unit major");
    computer.run(&["call", "GetTransaction", "--id", "T1"]).ends(0).says("aren't minor units");
    let major = computer.run(&["call", "GetTransaction", "--id", "T1", "--unit", "major"]).ends(0);
    assert_eq!(major.err, "");
    assert_eq!(fake.changes(), 0);
}

/// A saved connection waits for a word, says which, and remembers it.
#[test]
fn a_saved_connection_says_how_its_unit_is_confirmed_and_remembers_it() {
    let service = Service::new();
    let computer = Computer::new();
    let token = computer.file("token.txt", service.sandbox.token());
    let base_url = service.sandbox.base_address();
    computer
        .run(&["connections", "add", "--name", "Acme live", "--base-url", &base_url, "--token-file", &token])
        .ends(1);
    let input = format!("@{}", computer.file("refund.json", &DIME.replace("geheim", "sandbox-admin")));
    let call = [
        "call",
        "RefundTransaction",
        "--id",
        "T20261101000003",
        "--input",
        &input,
        "--connection",
        "Acme live",
    ];
    let call = [&call[..], &["--token-file", &token]].concat();
    let refused = computer.run(&call).ends(1).says("(minor or major)").err;
    let printed = refused.lines().find(|line| line.ends_with("--unit minor")).unwrap();
    assert_eq!(
        printed.trim(),
        format!("taplinectl connections test 'Acme live' --token-file {token} --unit minor")
    );
    let test = ["connections", "test", "Acme live", "--token-file", &token];
    computer.run(&test).ends(0).says("EUR or").says("unit not confirmed");
    computer.run(&[&test[..], &["--unit", "minor"]].concat()).ends(0).says("minor units, confirmed");
    computer.run(&call).ends(0);
    assert_eq!(computer.run(&["connections", "list"]).ends(0).lines()[0]["unitKnown"], "confirmed");
}

/// A fraction answers the question by itself, and another unit is not confirmed against it.
#[test]
fn a_fraction_proves_the_unit_of_a_saved_connection() {
    let fake = Fake::new(|request| {
        let sale = r#"{"tranId":"T1","amount":{"currency":"USD","value":13.34}}"#;
        if request.target.contains("/order") {
            data(&format!(r#"{{"records":[{sale}],"pageNumber":1,"pageSize":20,"hasNext":false}}"#))
        } else {
            data(r#"{"groupId":"g","groupName":"Acme"}"#)
        }
    });
    let computer = Computer::new();
    let token = computer.file("token.txt", "token-of-a-fake-service");
    computer
        .run(&[
            "connections",
            "add",
            "--name",
            "A",
            "--base-url",
            &fake.server.http(),
            "--token-file",
            &token,
        ])
        .ends(1);
    let test = ["connections", "test", "A", "--token-file", &token];
    computer.run(&test).ends(0).says("major units, proven");
    computer.run(&[&test[..], &["--unit", "minor"]].concat()).ends(1).says("sent an amount with a fraction");
    assert_eq!(computer.run(&["connections", "list"]).ends(0).lines()[0]["unitKnown"], "proven");
}
