//! Taps, inserts and declines over all schemes: what an expert would answer on the phone, written from the facts (schemes'
//! operators, kernels and bit tables) and not from the code. Limits: floor 0.00, CVM 50.00, transaction 250.00 EUR.

mod fifth_trial;
mod fourth_advice;
mod fourth_amount;
mod fourth_trial;
mod happens;
mod offers;
mod properties;
mod second_trial;
mod table;
mod third_trial;
mod third_trial_words;
mod third_unread;
mod trial;
mod unlikely;
mod unreadable;

use tapline_emv::bits::Reading;
use tapline_emv::why::{Actions, Candidate, Entry, Sale, Status, Why, why};
use tapline_emv::{Currency, Limits, Params, Scheme, Value, param, performed, tvr};

const LIMITS: Limits = Limits { floor: 0, cvm: 5_000, transaction: 25_000 };

/// One sale as a record tells it, and "KEY=value" pairs of the configuration.
#[derive(Clone, Copy)]
struct Told<'a> {
    scheme: Scheme,
    amount: u64,
    entry: &'a str,
    status: &'a str,
    code: &'a str,
    cvm: &'a str,
    tvr: &'a str,
    params: &'a str,
}

fn params(text: &str) -> Params {
    let key = |short: &str| match short {
        "TTQ" => param::TTQ,
        "DF8118" => param::CVM_REQUIRED,
        "DF8119" => param::NO_CVM,
        "DF811B" => param::KERNEL_CONFIGURATION,
        "9F6E" => param::AMEX_ENHANCED,
        "9F1D" => param::RISK_DATA,
        "9F35" => param::TERMINAL_TYPE,
        "flag" => param::NEW_CVM_RULE,
        other => panic!("{other} is not a short name"),
    };
    text.split_whitespace()
        .filter_map(|pair| pair.split_once('='))
        .map(|(short, value)| (key(short).to_owned(), given(value)))
        .collect()
}

/// Text; "#40" is the JSON number 40, "!x" something of another shape.
fn given(value: &str) -> Value {
    match (value.strip_prefix('#'), value.strip_prefix('!')) {
        (Some(digits), _) => Value::Number(digits.parse().expect("digits")),
        (_, Some(raw)) => Value::Unreadable(raw.to_owned()),
        (None, None) => Value::Text(value.to_owned()),
    }
}

fn answer(told: Told<'_>) -> Why {
    let (currency, entry) = (Currency::euro(), Entry::read(told.entry));
    let tvr = tvr::read(told.tvr, Some(told.scheme));
    let verified = performed::read(told.cvm, Some(told.scheme), entry).and_then(|read| read.verified);
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
        verified,
        tvr: &tvr,
        tsi: &Reading::Absent,
    };
    why(sale, &[Candidate { name: "Retail".to_owned(), limits: LIMITS, params: params(told.params) }])
}

/// Everything that the answer says.
fn all_words(why: &Why) -> String {
    let chain = why.chain.iter().map(|reason| format!("{} [{}]", reason.words, reason.ground));
    std::iter::once(why.sentence.clone())
        .chain(chain)
        .chain(why.notes.iter().cloned())
        .collect::<Vec<_>>()
        .join("\n")
}
