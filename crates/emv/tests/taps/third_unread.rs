//! Configurations of which a limit is missing or cannot be read: they stay among those that may have decided, and decide nothing.

use tapline_emv::Scheme::{Mastercard, Visa};
use tapline_emv::bits::Reading;
use tapline_emv::why::{Actions, Candidate, Entry, Sale, Status, Unread, Why, why, why_among};
use tapline_emv::{Currency, Params, Scheme, Value, param, performed, tvr};

use super::{LIMITS, Told, all_words, params};

const TOLD: Told<'_> = Told {
    scheme: Visa,
    amount: 2_500,
    entry: "NFC",
    status: "APPROVED",
    code: "00",
    cvm: "NO_CVM",
    tvr: "",
    params: "TTQ=26004080",
};

fn unread(name: &str, text: &str) -> Unread {
    let mut all = params(text);
    all.extend([
        (param::FLOOR.to_owned(), Value::Number(0)),
        (param::TRANSACTION.to_owned(), Value::Number(25_000)),
    ]);
    Unread::of(name.to_owned(), Some(all))
}

fn of(told: Told<'_>, candidates: &[Candidate], unread: &[Unread]) -> Why {
    let (currency, entry) = (Currency::euro(), Entry::read(told.entry));
    let tvr = tvr::read(told.tvr, Some(told.scheme));
    let sale = Sale {
        amount: told.amount,
        currency: &currency,
        limits_in: &currency,
        not_compared: None,
        scheme: told.scheme,
        wallet: None,
        entry,
        status: Status::read(told.status),
        host_code: Some(told.code),
        actions: Actions::default(),
        cvm_performed: told.cvm,
        verified: performed::read(told.cvm, Some(told.scheme), entry).and_then(|read| read.verified),
        tvr: &tvr,
        tsi: &Reading::Absent,
    };
    if unread.is_empty() { why(sale, candidates) } else { why_among(sale, candidates, unread) }
}

fn retail(told: Told<'_>) -> [Candidate; 1] {
    [Candidate { name: "Retail".to_owned(), limits: LIMITS, params: params(told.params) }]
}

#[test]
fn each_gap_is_named() {
    let key = |key: &str, value| (key.to_owned(), value);
    let all = |cvm: Option<Value>| -> Params {
        let rest =
            [key(param::FLOOR, Value::Number(0)), key(param::TRANSACTION, Value::Text("25000".to_owned()))];
        rest.into_iter().chain(cvm.map(|cvm| key(param::CVM, cvm))).collect()
    };
    let of = |params| Unread::of("A".to_owned(), params).why;
    for (cvm, expected) in [
        (None, "its CVM limit is missing"),
        (Some(Value::Unreadable("null".to_owned())), "its CVM limit is missing"),
        (Some(Value::Text(" ".to_owned())), "its CVM limit is missing"),
        (Some(Value::Unreadable("50.5".to_owned())), "its CVM limit cannot be read"),
        (Some(Value::Unreadable("-1".to_owned())), "its CVM limit cannot be read"),
        (Some(Value::Text("abc".to_owned())), "its CVM limit cannot be read"),
        (Some(Value::Flag(true)), "its CVM limit cannot be read"),
    ] {
        assert_eq!(of(Some(all(cvm.clone()))), expected, "{cvm:?}");
    }
    assert_eq!(
        of(Some(Params::new())),
        "its floor limit is missing and its CVM limit is missing and its transaction limit is missing"
    );
    assert_eq!(of(None), "its parameters cannot be read");
}

#[test]
fn nothing_is_decided_by_it() {
    let note = |also| {
        format!("“Kiosk” may have decided{also}: its CVM limit is missing, so what it decided is not known.")
    };
    for scheme in Scheme::ALL {
        let told = Told { scheme, ..TOLD };
        let alone = of(told, &[], &[unread("Kiosk", "")]);
        assert!(alone.notes.contains(&note("")) && alone.change.is_none(), "{alone:?}");
        assert_eq!(alone.certainty.words(), "cannot know");
        for (status, code, amount) in [
            ("APPROVED", "00", 2_500),
            ("APPROVED", "00", 9_999),
            ("DECLINED", "", 25_001),
            ("DECLINED", "", 2_500),
        ] {
            let told = Told { amount, status, code, ..told };
            let why = of(told, &retail(told), &[unread("Kiosk", "")]);
            assert!(why.notes.contains(&note(" as well")), "{why:?}");
            let begin = match (status, amount) {
                ("APPROVED", _) => "No PIN was asked. If the terminal used “Retail”, none was asked ",
                _ => "If the terminal used “Retail”: ",
            };
            assert!(why.sentence.starts_with(begin), "{}", why.sentence);
            assert_eq!((why.certainty.words(), why.change.is_none()), ("cannot know", true));
            let limit = why.chain.iter().filter(|reason| reason.ground.contains("limit ("));
            assert!(
                limit.clone().all(|reason| reason.words.starts_with("If the terminal")),
                "{}",
                all_words(&why)
            );
        }
        // An inserted card has nothing to do with them.
        let chip = Told { entry: "EMV_CONTACT", ..told };
        assert_eq!(of(chip, &retail(chip), &[unread("Kiosk", "")]), of(chip, &retail(chip), &[]));
    }
    let many: Vec<_> = ["A", "B", "C", "D", "E"].map(|name| unread(name, "")).into();
    let why = of(TOLD, &retail(TOLD), &many);
    assert_eq!((why.notes.len(), why.notes[3].as_str()), (4, "Limits of 2 more cannot be read."));
}

#[test]
fn a_hosts_answer_stays_and_its_advice_knows_all_parameters() {
    let told = Told { status: "DECLINED", code: "51", ..TOLD };
    let why = of(told, &retail(told), &[unread("Kiosk", "")]);
    assert!(
        why.sentence.starts_with("Declined by the host: 51") && why.certainty.words() == "likely",
        "{why:?}"
    );
    let no_pin = "TTQ=22004000";
    for (code, scheme, mine, other, has) in [
        ("1A", Visa, no_pin, TOLD.params, "is not known, since the configurations differ"),
        ("1A", Visa, no_pin, no_pin, "the reader offers no PIN"),
        (
            "65",
            Mastercard,
            "DF8118=20 flag=true",
            "DF8118=60 flag=true",
            "is not known, since the configurations differ",
        ),
    ] {
        let told = Told { status: "DECLINED", code, scheme, params: mine, ..TOLD };
        let why = of(told, &retail(told), &[unread("Kiosk", other)]);
        assert!(why.sentence.contains(has), "{}", why.sentence);
    }
}
