use super::{Candidates, Explained, explain, tvr_of};
use crate::connection::{AmountUnit, Connection, ConnectionId, Environment, Safety, UnitKnown};
use crate::record::Record;
use crate::transaction::Transaction;
use tapline_emv::why::{Certainty, Why};
use tapline_emv::{Currency, Scheme};

fn connection() -> Connection {
    Connection {
        id: ConnectionId("c".to_owned()),
        name: String::new(),
        environment: Environment::Sandbox,
        base_address: String::new(),
        namespace: String::new(),
        safety: Safety::Confirm,
        currency: "EUR".to_owned(),
        unit: AmountUnit::Minor,
        unit_known: UnitKnown::Confirmed,
        owner: None,
        last_used: None,
    }
}

fn sale(method: &str, aid: &str, entry: &str, tvr: &str) -> Transaction {
    let raw = serde_json::json!({
        "tranId": "T", "paymentMethod": method, "aid": aid, "entryMode": entry, "tvr": tvr, "tranStatus": "APPROVED",
        "amount": { "currency": "EUR", "value": 5000 },
    });
    Transaction::read(&raw.to_string()).unwrap()
}

fn of(record: &Transaction, unit_known: UnitKnown) -> Explained {
    explain(record, &Connection { unit_known, ..connection() }, &Currency::euro(), &Candidates::none())
}

#[test]
fn an_aid_of_another_scheme_than_the_method_is_said() {
    for (method, aid, said) in [
        ("01", "A0000000043060", Some("The AID says Mastercard, the payment method 01 likely Visa")),
        ("02", "A0000000043060", None),
        ("07", "A0000001523010", None),
        ("01", "", None),
    ] {
        let Explained::Answer { why, .. } = of(&sale(method, aid, "NFC", ""), UnitKnown::Confirmed) else {
            panic!("{method} {aid} has a scheme")
        };
        match said {
            Some(said) => assert!(why.notes.iter().any(|note| note.starts_with(said)), "{:?}", why.notes),
            None => assert!(!why.notes.iter().any(|note| note.contains("AID")), "{:?}", why.notes),
        }
    }
}

#[test]
fn what_is_no_sale_and_what_is_not_known_is_said_as_it_came() {
    let with = |change: serde_json::Value| {
        let mut raw = serde_json::json!({
            "tranId": "T", "paymentMethod": "01", "aid": "A0000000031010", "entryMode": "NFC", "tranStatus": "DECLINED",
            "amount": { "currency": "EUR", "value": 6000 }, "actions": [{ "actionType": "VOID", "hostRespCode": "12" }],
        });
        raw.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        of(&Transaction::read(&raw.to_string()).unwrap(), UnitKnown::Confirmed)
    };
    let void = with(serde_json::json!({ "tranType": "VOID" }));
    assert!(
        void.sentence().contains("likely a void") && void.sentence().contains("by the host: 12"),
        "{void:?}"
    );
    // The answer to a later void is none of the sale's.
    let sale = with(serde_json::json!({ "tranType": "SALE" }));
    assert!(!sale.sentence().contains("12"), "{sale:?}");
    let girocard = with(serde_json::json!({ "aid": "A0000003591010028001" }));
    assert!(girocard.sentence().contains("girocard"), "{girocard:?}");
    let Explained::Answer { why, .. } = with(serde_json::json!({ "entryMode": "WAVED" })) else { panic!() };
    assert!(why.notes.iter().any(|note| note.contains("“WAVED”")), "{:?}", why.notes);
}

#[test]
fn the_answer_to_a_later_step_is_none_to_the_sale() {
    let told = |status: &str, actions: serde_json::Value| {
        let raw = serde_json::json!({
            "tranId": "T", "paymentMethod": "01", "aid": "A0000000031010", "entryMode": "NFC", "tranStatus": status,
            "cvmPerformed": "NO_CVM", "tranType": "SALE", "amount": { "currency": "EUR", "value": 2310 }, "actions": actions,
        });
        let Explained::Answer { why, .. } =
            of(&Transaction::read(&raw.to_string()).unwrap(), UnitKnown::Confirmed)
        else {
            panic!("a sale has an answer")
        };
        why.text()
    };
    let action = |kind: &str, status: &str, code: &str| serde_json::json!({ "actionType": kind, "actionStatus": status, "hostRespCode": code });
    let declined = told(
        "DECLINED",
        serde_json::json!([action("SALE", "DECLINED", "51"), action("VOID", "APPROVED", "00")]),
    );
    assert!(declined.contains("Declined by the host: 51, likely “insufficient funds”"), "{declined}");
    assert!(
        declined.contains("The later step VOID was approved.") && !declined.contains("although"),
        "{declined}"
    );
    for (code, words) in [("57", "not permitted for this card"), ("51", "insufficient funds")] {
        let refused = told(
            "APPROVED",
            serde_json::json!([action("SALE", "APPROVED", "00"), action("LINK_REFUND", "DECLINED", code)]),
        );
        let line = format!("The later step LINK_REFUND was declined by the host: {code}, likely “{words}”.");
        assert!(refused.contains(&line) && !refused.contains("do not fit together"), "{refused}");
        // Without an action of the sale's own as well.
        let refused = told("APPROVED", serde_json::json!([action("LINK_REFUND", "DECLINED", code)]));
        assert!(refused.contains(&line) && !refused.contains("do not fit together"), "{refused}");
    }
}

#[test]
fn byte_five_of_the_tvr_is_a_kernels_for_a_tap_alone() {
    let says = |scheme: &str, aid, entry| format!("{:?}", tvr_of(&sale(scheme, aid, entry, "0000000008")));
    let (mastercard, visa) = ("A0000000041010", "A0000000031010");
    assert_eq!(Scheme::of_card("02", mastercard), Some(Scheme::Mastercard));
    assert!(says("02", mastercard, "NFC").contains("relay resistance"));
    assert!(!says("02", mastercard, "EMV_CONTACT").contains("relay resistance"));
    assert!(!says("01", visa, "NFC").contains("relay resistance"));
}

#[test]
fn a_likely_answer_says_so_and_of_what_is_not_finished_nothing_is_said_for_good() {
    let why = |sentence: &str, certainty| Explained::Answer {
        why: Why {
            question: "Why was no PIN asked?",
            sentence: sentence.to_owned(),
            certainty,
            chain: Vec::new(),
            notes: Vec::new(),
            change: None,
        },
        scheme: Scheme::Visa,
    };
    for (sentence, certainty, said) in [
        ("No PIN was asked.", Certainty::Likely, "Likely: no PIN was asked."),
        ("A PIN was asked because of it.", Certainty::Likely, "A PIN was asked, likely because of it."),
        ("The transaction does not tell it.", Certainty::Likely, "The transaction does not tell it."),
        ("PIN asked. It is likely.", Certainty::Likely, "Likely: PIN asked. It is likely."),
        ("It was likely a phone. So.", Certainty::Likely, "It was likely a phone. So."),
        ("No PIN was asked.", Certainty::Known, "No PIN was asked."),
        ("No PIN was asked.", Certainty::CannotKnow, "No PIN was asked."),
    ] {
        assert_eq!(why(sentence, certainty).said(), said);
    }
    let raw = r#"{"tranId":"T","paymentMethod":"01","aid":"A0000000031010","entryMode":"EMV_CONTACT","cvmPerformed":"NO_CVM",
        "tranStatus":"INIT","amount":{"currency":"EUR","value":900}}"#;
    let open = of(&Transaction::read(raw).unwrap(), UnitKnown::Confirmed);
    assert!(open.sentence().starts_with("Likely, so far: no PIN was asked"), "{open:?}");
    assert_eq!(open.said(), open.sentence());
}

#[test]
fn what_cannot_be_compared_says_why() {
    let tap = sale("01", "A0000000031010", "NFC", "");
    assert!(of(&tap, UnitKnown::No).sentence().contains("--unit"));
    assert!(!of(&tap, UnitKnown::Confirmed).sentence().contains("--unit"));
    assert!(of(&sale("A2", "", "QR", ""), UnitKnown::Confirmed).sentence().starts_with("A QR code"));
    assert!(
        of(&sale("A2", "", "NFC", ""), UnitKnown::Confirmed).sentence().contains("scheme cannot be told")
    );
}

#[test]
fn without_an_amount_to_compare_everything_else_is_told() {
    let told = |amount: serde_json::Value, unit_known| {
        let raw = serde_json::json!({
            "tranId": "T", "paymentMethod": "01", "aid": "A0000000031010", "entryMode": "NFC", "tranStatus": "DECLINED", "tranType": "SALE",
            "tvr": "0000048000", "cvmPerformed": "PIN", "amount": amount,
            "actions": [{ "actionType": "SALE", "actionStatus": "DECLINED", "hostRespCode": "51" }],
        });
        let Explained::Answer { why, .. } = of(&Transaction::read(&raw.to_string()).unwrap(), unit_known)
        else {
            panic!("a sale has an answer")
        };
        why.text()
    };
    let money = |currency: &str, value: serde_json::Value| serde_json::json!({ "currency": currency, "value": value });
    let ok = UnitKnown::Confirmed;
    for (amount, unit_known, because) in [
        (serde_json::Value::Null, ok, "The transaction tells no amount"),
        (money("EUR", serde_json::Value::Null), ok, "The transaction tells no amount"),
        (money("EUR", 62.5.into()), ok, "The amount cannot be read as money"),
        (
            money("978", 6_200.into()),
            ok,
            "The currency is told as “978”, likely EUR, and not as three letters",
        ),
        (money("13", 6_200.into()), ok, "The currency is told as “13” and not as three letters"),
        (money("EUR", 6_200.into()), UnitKnown::No, "give --unit on the command line"),
        (money("EUR", 6_200.into()), UnitKnown::Contradicted, "give --unit major on the command line"),
    ] {
        let told = told(amount, unit_known);
        for part in
            ["Declined by the host: 51", "A PIN was entered, for the issuer to check online.", because]
        {
            assert!(told.contains(part), "{part}: {told}");
        }
    }
    // Without a code it is in the connection's currency.
    assert!(!told(money("", 6_200.into()), ok).contains("currency"), "the connection has one");
}
