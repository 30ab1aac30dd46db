//! Answers that no honest service sends are failures, and break nothing.

use tapline_contract::Endpoint;
use tapline_contract::wire::{self, NotSuccess};

/// Reads a body as the answer of every endpoint; the names of those that took it.
fn taken(body: &str) -> Vec<&'static str> {
    fn read<E: Endpoint>(body: &str) -> Option<&'static str> {
        let answer: Result<E::Output, NotSuccess> =
            if E::WRAPPED { wire::read_success(body) } else { wire::read_bare(body) };
        answer.ok().map(|_| E::NAME)
    }
    macro_rules! each {
        ($(($name:ident $class:ident))*) => { [$(read::<tapline_contract::endpoints::$name>(body)),*] };
    }
    tapline_contract::for_each_endpoint!(each).into_iter().flatten().collect()
}

#[test]
fn nesting_without_end_is_a_failure() {
    let lists = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let objects = format!("{}1{}", "{\"a\":".repeat(100_000), "}".repeat(100_000));
    for bomb in [&lists, &objects, &"[".repeat(100_000)] {
        assert_eq!(taken(bomb), [""; 0]);
        assert_eq!(taken(&format!(r#"{{"msg":"SUCCESS","code":0,"data":{bomb}}}"#)), [""; 0]);
        assert_eq!(
            taken(&format!(r#"{{"code":0,"data":{{"records":[{{"tranId":"T","x":{bomb}}}]}}}}"#)),
            [""; 0]
        );
        assert_eq!(taken(&format!(r#"{{"profileId":"p","x":{bomb}}}"#)), [""; 0]);
    }
    let brackets_in_text =
        format!(r#"{{"profileId":"p","profileName":"{}","acptSignOns":[]}}"#, "[\\\"".repeat(1000));
    assert!(taken(&brackets_in_text).contains(&"SignOnProfile"), "text is not nesting");
}

#[test]
fn what_occurs_twice_is_no_success() {
    for body in [
        r#"{"code":0,"code":1,"data":{"id":7}}"#,
        r#"{"code":1,"code":0,"data":{"id":7}}"#,
        r#"{"code":0,"data":{"id":7},"data":{"id":8}}"#,
        r#"{"code":0,"data":{"id":7,"id":8}}"#,
    ] {
        let done = taken(body).into_iter().filter(|name| {
            !["EmailReceipt", "EmailSettlements", "EndDevice", "UpdateDevice", "CaptureTransaction"]
                .contains(name)
        });
        assert_eq!(done.collect::<Vec<_>>(), [""; 0], "{body}");
    }
    let twice = wire::read_success::<wire::Done>(r#"{"code":0,"code":1}"#);
    let Err(NotSuccess::Misfit(misfit)) = twice else { panic!("{twice:?}") };
    assert_eq!(misfit.to_string(), "code: expected it once, found it twice");
}

#[test]
fn what_is_no_answer_is_taken_by_none() {
    for body in [
        "null",
        "[]",
        "\"x\"",
        "7",
        "<html></html>",
        "{",
        "NaN",
        "\u{feff}{}",
        r#"{"code":"0"}"#,
        r#"{"code":0.5}"#,
    ] {
        assert_eq!(taken(body), [""; 0], "{body}");
    }
    assert_eq!(taken(""), ["CreateEmv", "UpdateEmv", "DeleteEmv"], "the document shows these without a body");
}

#[test]
fn an_odd_list_is_not_taken_for_its_end() {
    for (members, field) in [
        (r#""hasNext":"true","records":[]"#, "data.hasNext"),
        (r#""total":"7","records":[]"#, "data.total"),
        (r#""records":{}"#, "data.records"),
    ] {
        let answer = wire::read_success::<wire::Page<tapline_contract::merchant::Merchant>>(&format!(
            r#"{{"code":0,"data":{{{members}}}}}"#
        ));
        let Err(NotSuccess::Misfit(misfit)) = answer else { panic!("{answer:?}") };
        assert_eq!(misfit.field, field);
    }
    let huge = r#"{"code":0,"data":{"total":1e400,"current":-1,"records":[]}}"#;
    let page = wire::read_success::<wire::Page<tapline_contract::merchant::Merchant>>(huge).unwrap();
    assert_eq!((page.total, page.current, page.has_next), (None, Some(-1), false));
}
