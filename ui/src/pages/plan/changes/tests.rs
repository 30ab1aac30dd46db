use tapline_contract::record::Record as _;

use super::*;

fn item(kind: PlanKind, seen: &str, set: &str, unset: &[&str]) -> PlanItem {
    PlanItem {
        kind,
        id: "12".to_owned(),
        name: "Retail NL".to_owned(),
        seen: Params::parse(seen).unwrap(),
        set: Params::parse(set).unwrap(),
        unset: unset.iter().map(|name| (*name).to_owned()).collect(),
        fingerprint: String::new(),
    }
}

#[test]
fn an_item_is_told_with_the_words_of_the_forms() {
    let emv = item(
        PlanKind::Emv,
        r#"{"clCVMLimit":2500,"paymentMethod":"01","x":"a"}"#,
        r#"{"clCVMLimit":5000,"paymentMethod":"02"}"#,
        &["x"],
    );
    let words: Vec<_> = of_item(&emv, None, &Currency::euro()).iter().map(MemberChange::words).collect();
    assert_eq!(
        words,
        ["CVM limit 25.00 EUR → 50.00 EUR", "Payment method Visa (01) → Mastercard (02)", "x a → not set"]
    );
    let read = Params::parse(r#"{"clCVMLimit":4000,"paymentMethod":"02"}"#).unwrap();
    let found: Vec<_> = deviations(&emv, &read, &context(Vec::new())).iter().map(Deviation::words).collect();
    assert_eq!(found, ["CVM limit is 40.00 EUR now; the change set expected 25.00 EUR and sets 50.00 EUR."]);
    let acquirer =
        item(PlanKind::Acquirer, r#"{"connTimeout":30}"#, r#"{"connTimeout":60,"currency":"EUR"}"#, &[]);
    let words: Vec<_> = of_item(&acquirer, None, &Currency::euro()).iter().map(MemberChange::words).collect();
    assert_eq!(words, ["Connection timeout 30 → 60", "Currency not set → EUR"]);
}

fn context(records: Vec<EmvConfig>) -> PlanContext {
    PlanContext {
        records: Arc::new(records),
        connections: Currency::euro(),
        users: KnownUsers::default(),
        read: None,
        touched: None,
        open: None,
    }
}

fn configuration(method: &str, params: &str) -> EmvConfig {
    let raw =
        serde_json::json!({"id": 12, "emvName": "Retail NL", "paymentMethod": method, "params": params});
    EmvConfig::read(&raw.to_string()).unwrap()
}

/// Effects of an item on a record that was last read with these parameters.
fn effects_of(item: PlanItem, method: &str, params: &str) -> Vec<String> {
    let concerns = concerns(&[item], &context(vec![configuration(method, params)]));
    effects(&concerns[0])
}

#[test]
fn the_effect_of_an_item_follows_all_parameters_of_the_configuration() {
    let visa = |ttq: &str| {
        format!(
            r#"{{"terminalTransactionQualifiers":"{ttq}","clFloorLimit":0,"clCVMLimit":5000,"clTransLimit":20000}}"#
        )
    };
    let mastercard = |below: &str| {
        format!(
            r#"{{"isNewCVMRuleForMC":true,"cvmCapabilityCVMRequired":"40","cvmCapabilityNoCVM":"{below}","kernelConfiguration":"20","clFloorLimit":0,"clCVMLimit":5000,"clTransLimit":20000}}"#
        )
    };
    let limit = || item(PlanKind::Emv, r#"{"clCVMLimit":5000}"#, r#"{"clCVMLimit":2000}"#, &[]);
    let ttq = |before: &str, after: &str| {
        let one = |value: &str| format!(r#"{{"terminalTransactionQualifiers":"{value}"}}"#);
        item(PlanKind::Emv, &one(before), &one(after), &[])
    };
    for (item, method, params, expected) in [
        (
            limit(),
            "01",
            visa("26804080"),
            vec!["Sales require verification (CVM) from 20.00 EUR instead of 50.00 EUR."],
        ),
        // The reader offers neither PIN nor signature nor the check on the phone.
        (
            limit(),
            "01",
            visa("20800080"),
            vec![
                "Sales from 20.00 to 49.99 EUR: likely declined, no verification possible; until now online, no PIN.",
            ],
        ),
        // Applied already: the plan's changes are still described.
        (
            limit(),
            "01",
            visa("26804080").replace("5000", "2000"),
            vec!["Sales require verification (CVM) from 20.00 EUR instead of 50.00 EUR."],
        ),
        (
            ttq("26804080", "22804080"),
            "01",
            visa("26804080"),
            vec![
                "With a card, sales from 50.00 to 200.00 EUR: online, signature required; until now online, PIN or signature required.",
            ],
        ),
        // A transient bit changes nothing.
        (ttq("26804080", "26004080"), "01", visa("26804080"), vec!["No change for any amount."]),
        (
            item(PlanKind::Emv, r#"{"cvmCapabilityNoCVM":"08"}"#, r#"{"cvmCapabilityNoCVM":"40"}"#, &[]),
            "02",
            mastercard("08"),
            vec![
                "With a card, sales from 0.00 to 50.00 EUR: online, PIN required; until now online, no PIN.",
            ],
        ),
        (
            item(PlanKind::Emv, r#"{"emvName":"A"}"#, r#"{"emvName":"B"}"#, &[]),
            "01",
            visa("26804080"),
            vec!["No change for any amount."],
        ),
        (
            item(PlanKind::Emv, r#"{"clCVMLimit":5000}"#, "{}", &["clCVMLimit"]),
            "01",
            visa("26804080"),
            vec!["CVM limit missing: its effect is unclear."],
        ),
        (
            item(PlanKind::Emv, r#"{"paymentMethod":"01"}"#, r#"{"paymentMethod":"02"}"#, &[]),
            "01",
            visa("26804080"),
            vec![
                "The limits apply to Mastercard cards; until now to Visa cards.",
                "With a card, sales of 50.00 EUR: online, no PIN; until now online, PIN or signature required.",
                "With a phone, sales of 50.00 EUR: online, no PIN; until now online, phone unlock is enough.",
                "With a card, sales from 50.01 to 200.00 EUR: online, PIN or phone unlock required; until now online, PIN or signature required.",
                "With a phone, sales from 50.01 to 200.00 EUR: online, PIN or phone unlock required; until now online, phone unlock is enough.",
            ],
        ),
    ] {
        let words = effects_of(item.clone(), method, &params);
        assert_eq!(words, expected, "{item:?}");
    }
}

#[test]
fn an_effect_is_not_known_only_where_the_configuration_cannot_be_read() {
    let limit = || item(PlanKind::Emv, r#"{"clCVMLimit":5000}"#, r#"{"clCVMLimit":2000}"#, &[]);
    let unknown = ["Unclear: the configuration is not loaded or unreadable."];
    assert_eq!(effects_of(limit(), "01", r#"{"x":1,"x":2}"#), unknown);
    assert_eq!(effects(&concerns(&[limit()], &context(Vec::new()))[0]), unknown);
    let acquirer = item(PlanKind::Acquirer, r#"{"connTimeout":30}"#, r#"{"connTimeout":60}"#, &[]);
    let concerns = concerns(&[acquirer], &context(Vec::new()));
    assert!(effects(&concerns[0]).is_empty());
}

#[test]
fn what_all_terminals_tell_alike_decides_with_the_configuration() {
    let params = r#"{"terminalTransactionQualifiers":"26804080","clFloorLimit":10000,"clCVMLimit":20000,"clTransLimit":30000}"#;
    let floor = item(PlanKind::Emv, r#"{"clFloorLimit":10000}"#, r#"{"clFloorLimit":2000}"#, &[]);
    let terminal = |kind: &str| Terminal {
        id: "T1".to_owned(),
        name: "Till".to_owned(),
        terminal_type: Some(emv::Value::Text(kind.to_owned())),
        capabilities: None,
        amex_enhanced: None,
        amex_floor: None,
    };
    let texts = |kinds: &[&str]| {
        let terminals: Vec<_> = kinds.iter().map(|kind| terminal(kind)).collect();
        let open = Some((EmvId::from(12), terminals)).filter(|(_, terminals)| !terminals.is_empty());
        let context = PlanContext { open, ..context(vec![configuration("01", params)]) };
        effects(&concerns(std::slice::from_ref(&floor), &context)[0])
    };
    // 21 is online only: nothing stays offline on either side.
    assert_eq!(texts(&["21", "21"]), ["No change for any amount."]);
    assert_ne!(texts(&["21", "22"]), texts(&["21"]), "they do not agree");
    assert_eq!(texts(&[]), texts(&["21", "22"]), "what is not read says nothing");
}

#[test]
fn a_bit_is_told_in_the_words_of_the_scheme_of_the_configuration() {
    let of = |value: &str| format!(r#"{{"terminalTransactionQualifiers":"{value}"}}"#);
    let item = item(PlanKind::Emv, &of("26004080"), &of("66004080"), &[]);
    let texts = |records: Vec<EmvConfig>| {
        let context = context(records);
        let concerns = concerns(std::slice::from_ref(&item), &context);
        item_changes(&item, &concerns[0], &context)[0].bits.join("; ")
    };
    let known = texts(vec![configuration("03", &of("26004080"))]);
    assert!(known.contains("UnionPay's own use"), "{known}");
    let unknown = texts(Vec::new());
    assert!(unknown.ends_with(": off → on"), "{unknown}");
    assert!(!unknown.contains("UnionPay"), "{unknown}");
}

#[test]
fn past_sales_are_counted_for_items_that_change_what_happens_to_a_sale() {
    let visa = r#"{"aid":"A0000000031010","clFloorLimit":0,"clCVMLimit":5000,"clTransLimit":20000}"#;
    let context = context(vec![configuration("01", visa)]);
    let limit = item(PlanKind::Emv, r#"{"clCVMLimit":5000}"#, r#"{"clCVMLimit":2000}"#, &[]);
    let name = item(PlanKind::Emv, r#"{"emvName":"A"}"#, r#"{"emvName":"B"}"#, &[]);
    let acquirer = item(PlanKind::Acquirer, r#"{"connTimeout":30}"#, r#"{"connTimeout":60}"#, &[]);
    assert_eq!(question(&[name.clone(), acquirer.clone()], &context), None);
    let asked = question(&[name, limit, acquirer], &context).unwrap();
    let [part] = asked.parts.as_slice() else { panic!("{asked:?}") };
    assert_eq!((part.before.as_ref().unwrap().limits.cvm, part.after.limits.cvm), (5000, 2000));
    assert_eq!(
        (part.key.as_deref(), part.aids.as_slice()),
        (Some("12"), ["A0000000031010".to_owned()].as_slice())
    );
}
