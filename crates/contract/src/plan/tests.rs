use super::*;

fn plan() -> Plan {
    let params = |text| Params::parse(text).unwrap();
    let item = |id: &str| PlanItem {
        kind: PlanKind::Emv,
        id: id.to_owned(),
        name: "Visa · Retail DE".to_owned(),
        seen: params(r#"{"clCVMLimit":2500}"#),
        set: params(r#"{"clCVMLimit":5000,"clFloorLimit":0}"#),
        unset: Vec::new(),
        fingerprint: "0123456789abcdef".to_owned(),
    };
    let id = PlanId("00112233445566aa".to_owned());
    let service = "https://pay.example.com".to_owned();
    let head =
        PlanHead::new(id, service, Some("7".to_owned()), "2026-11-23T02:00:00Z".to_owned(), "NL".to_owned());
    Plan { head, items: vec![item("12"), item("13")] }
}

#[test]
fn a_plan_is_read_as_it_was_written() {
    let plan = plan();
    assert_eq!(Plan::parse(&plan.text()), Ok(plan.clone()));
    assert_eq!(plan.text().lines().count(), 3);
    let changes = plan.items[0].changes();
    assert_eq!(changes[1], ("clFloorLimit".to_owned(), None, Some("0")));
}

#[test]
fn an_operation_is_that_of_plan_item_and_try_whatever_the_order() {
    let plan = plan();
    let mut other = plan.clone();
    other.items.reverse();
    let id = plan.operation(&plan.items[0], 1);
    assert_eq!(id, other.operation(&other.items[1], 1));
    assert!(OperationId::parse(&id.0).is_some() && id.0.starts_with(&plan.head.id.0));
    assert_ne!(id, plan.operation(&plan.items[1], 1));
    assert_ne!(id, plan.operation(&plan.items[0], 2));
}

#[test]
fn what_is_no_plan_is_refused_with_its_line() {
    let text = plan().text();
    let twice = format!("{text}{}\n", text.lines().last().unwrap());
    for (text, line, words) in [
        (String::new(), 1, "isn't a change set of Tapline"),
        ("{\"a\":1}".to_owned(), 1, "isn't a change set of Tapline"),
        (text.replace("\"version\":1", "\"version\":2"), 1, "version 2"),
        (text.replace("00112233445566aa", "x"), 1, "16 hex digits"),
        (text.replacen("\"id\":\"13\"", "\"id\":13", 1), 3, "make the change set again"),
        (text.replacen("\"id\":\"13\"", "\"id\":\"13\",\"x\":1", 1), 3, "unknown field"),
        (text.replacen("\"id\":\"13\"", "\"id\":\"12\"", 1), 3, "twice"),
        (twice, 4, "twice"),
        (
            text.replacen("\"set\":{\"clCVMLimit\":5000,", "\"set\":{\"jwtSecret\":1,", 1),
            2,
            "contain secrets",
        ),
    ] {
        let error = Plan::parse(&text).unwrap_err();
        assert_eq!(error.line, line, "{error}");
        assert!(error.to_string().contains(words), "{error}");
    }
}

#[test]
fn a_plan_without_an_item_is_another_plan() {
    let plan = plan();
    let id = PlanId::from_bits(0xab);
    let less = plan.without(PlanKind::Emv, "12", id.clone()).unwrap();
    assert_eq!(less.items, plan.items[1..]);
    assert_eq!(less.head, PlanHead { id: id.clone(), ..plan.head.clone() });
    assert_eq!(Plan::parse(&less.text()), Ok(less.clone()), "its id is one of a plan");
    assert_ne!(less.operation(&less.items[0], 0), plan.operation(&plan.items[1], 0));
    assert_eq!(less.without(PlanKind::Emv, "13", id.clone()), None, "none would be left");
    assert_eq!(plan.without(PlanKind::Acquirer, "12", id), None, "there is no such item");
}
