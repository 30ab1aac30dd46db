//! Presets: values that public sources give for a scheme, each with why, whence and when, to compare a configuration with.
//!
//! Not a default and never a rule: nothing takes a value but a person. A preset has no value for what no source states: no
//! transaction limit, no AIDs, and a TTQ for Visa alone. Amounts follow the currency's published figure ([`crate::reference`]).

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::aid;
use crate::decode::Code;
use crate::dol::{self, Dol};
use crate::hex;
use crate::limits::{Comparison, LimitKind, rule};
use crate::money::Currency;
use crate::param::{
    AMEX_ENHANCED, APP_VERSION, CAPABILITIES, CVM_REQUIRED, DDOL, KERNEL_CONFIGURATION, Kind, NEW_CVM_RULE,
    NO_CVM, RISK_DATA, TDOL, TERMINAL_TYPE, TTQ, Value, param,
};
use crate::reference::{self, Reference, reference};
use crate::scheme::Scheme;

/// Values of public sources for one scheme and currency.
#[derive(Clone, Debug, PartialEq)]
pub struct Preset {
    /// "Visa in EUR".
    pub name: String,
    pub values: Vec<Recommended>,
    /// Sentences that name the missing values and the reasons.
    pub lacks: String,
}

/// One value of a preset.
#[derive(Clone, Debug, PartialEq)]
pub struct Recommended {
    /// The key in `params`.
    pub key: &'static str,
    pub value: Value,
    /// One sentence.
    pub why: String,
    pub source: Cow<'static, str>,
    /// The date of the source in words: "April 2020", "undated".
    pub as_of: Cow<'static, str>,
    /// A rule of a country or a scheme, which may have changed since.
    pub check_with_acquirer: bool,
}

const BOOK_3: &str = "EMV 4.4 Book 3, 5.4, as in emv-utils; length byte: hint of a comparable service";
const HINT: &str = "Hint: documentation of a comparable service";
const SAMPLES: &str = "Samples of Verifone ADK and of an open kernel";

/// The presets of a scheme in a currency, the usual one first.
pub fn presets(scheme: Scheme, currency: &Currency) -> Vec<Preset> {
    let published = reference(currency);
    let name = format!("{} in {}", scheme.name(), currency.code());
    let mut all = vec![preset(scheme, name, published)];
    if let Some(row) = of_scheme(scheme, currency) {
        let name = format!("{} in {}, {}", scheme.name(), currency.code(), row.as_of);
        all.push(preset(scheme, name, Some(row)));
    }
    all
}

/// A published figure of one scheme, in addition to the country's.
fn of_scheme(scheme: Scheme, currency: &Currency) -> Option<&'static Reference> {
    static AUSTRALIA: Reference = reference::row(
        "AUD",
        10_000,
        "Australia",
        "2 February 2023",
        "ACUMUC on Mastercard's return to 100, a weak source",
    );
    (scheme == Scheme::Mastercard && currency.code() == AUSTRALIA.currency).then_some(&AUSTRALIA)
}

/// Device EMV parameters with which terminals likely begin unless configured otherwise. A hint, no recommendation.
pub fn of_terminals() -> Preset {
    let why = "Likely what a terminal begins with where nothing else is set.";
    let value = |key, value| text(key, value, why, HINT);
    Preset {
        name: "Likely defaults of terminals".to_owned(),
        values: vec![
            value(TERMINAL_TYPE, "21"),
            value(CAPABILITIES, "0068C8"),
            value("amexReaderCapability", "C3"),
            value(AMEX_ENHANCED, "18E00003"),
        ],
        lacks: "Country, currency and Amex floor limit are the terminal's own.".to_owned(),
    }
}

fn preset(scheme: Scheme, name: String, published: Option<&'static Reference>) -> Preset {
    let mut values = vec![floor(scheme)];
    values.extend(published.map(|row| cvm(scheme, row)));
    values.push(version(scheme));
    match scheme {
        Scheme::Visa => values.push(text(
            TTQ,
            "24004000",
            "EMV mode, online PIN and phone unlock, for a phone that serves as a terminal.",
            "Sample of an open kernel (D. Hu EMV)",
        )),
        Scheme::Mastercard => values.extend(mastercard()),
        Scheme::UnionPay | Scheme::Amex | Scheme::Discover | Scheme::Jcb => {}
    }
    values.push(text(
        DDOL,
        "039F3704",
        "The default: the card signs the unpredictable number, without which its signature could be replayed.",
        BOOK_3,
    ));
    values.push(text(
        TDOL,
        "0F9F02065F2A029A039C0195059F3704",
        "The usual data of a transaction: amount, currency, date, type, TVR and unpredictable number.",
        HINT,
    ));
    Preset { name, values, lacks: lacks(scheme, published.is_some()) }
}

fn lacks(scheme: Scheme, has_figure: bool) -> String {
    let mut lacks = vec!["No source gives a transaction limit: ask your acquirer."];
    if !has_figure {
        lacks.push("No good published figure is known for the CVM limit in this currency.");
    }
    match scheme {
        Scheme::UnionPay | Scheme::Discover | Scheme::Jcb => {
            lacks.push("No source gives a TTQ for this scheme.");
        }
        Scheme::Amex => lacks.push("What an Amex reader can do is set per terminal (9F6D, 9F6E)."),
        Scheme::Visa | Scheme::Mastercard => {}
    }
    lacks.join(" ")
}

fn floor(scheme: Scheme) -> Recommended {
    let (source, as_of) = match scheme {
        Scheme::Visa => ("Visa's zero contactless floor limit, as Nexpay reports it", "14 October 2017"),
        _ => ("Service document: 0 for online only", "undated"),
    };
    Recommended {
        key: LimitKind::Floor.param(),
        value: Value::Number(0),
        why: "Every amount above 0 goes online.".to_owned(),
        source: source.into(),
        as_of: as_of.into(),
        check_with_acquirer: true,
    }
}

/// At the amount itself the service's rule decides, and the stricter book where the two differ.
fn cvm(scheme: Scheme, row: &'static Reference) -> Recommended {
    let rule = rule(scheme, LimitKind::Cvm);
    let asks_at_it = [rule.service, rule.book].contains(&Comparison::AtLeast);
    let reach = if asks_at_it { "Below" } else { "Up to" };
    Recommended {
        key: LimitKind::Cvm.param(),
        value: Value::Number(row.minor),
        why: format!("{reach} this amount a card needs no PIN in {}.", place(&row.place)),
        source: row.source.clone(),
        as_of: row.as_of.clone(),
        check_with_acquirer: true,
    }
}

fn place(place: &str) -> String {
    let takes_article = matches!(place, "EEA" | "United Kingdom" | "United Arab Emirates");
    if takes_article { format!("the {place}") } else { place.to_owned() }
}

fn version(scheme: Scheme) -> Recommended {
    let (version, source) = match scheme {
        Scheme::Visa => ("0096", HINT),
        Scheme::Mastercard => ("0002", "emv-utils"),
        Scheme::Amex => ("0001", "emv-utils"),
        Scheme::UnionPay => ("0030", HINT),
        Scheme::Discover | Scheme::Jcb => ("0001", HINT),
    };
    let why = match scheme {
        Scheme::Visa => "The usual version; 012C is in use too (Visa TADG 3.3).",
        _ => "The usual version of the card application.",
    };
    text(APP_VERSION, version, why, source)
}

/// Values that agree with each other: no check speaks of them.
fn mastercard() -> Vec<Recommended> {
    let flag = Recommended {
        key: NEW_CVM_RULE,
        value: Value::Flag(true),
        why: "DF8118 and DF8119 are likely used with the new CVM rule only.".to_owned(),
        source: HINT.into(),
        as_of: "undated".into(),
        check_with_acquirer: false,
    };
    vec![
        text(
            KERNEL_CONFIGURATION,
            "20",
            "EMV and mag-stripe mode, and phone unlock counts: the likely default.",
            HINT,
        ),
        text(CVM_REQUIRED, "60", "Above the CVM limit: online PIN or signature.", SAMPLES),
        text(NO_CVM, "08", "Up to the CVM limit: no verification.", SAMPLES),
        flag,
        text(
            RISK_DATA,
            "086CFF000000000000",
            "Tells the card the same as the kernel configuration and DF8118 and DF8119; common in practice.",
            "emv-utils; length byte: hint of a comparable service",
        ),
    ]
}

fn text(key: &'static str, value: &str, why: &str, source: &'static str) -> Recommended {
    Recommended {
        key,
        value: Value::Text(value.to_owned()),
        why: why.to_owned(),
        source: source.into(),
        as_of: "undated".into(),
        check_with_acquirer: false,
    }
}

impl Preset {
    /// Its value for a key.
    pub fn get(&self, key: &str) -> Option<&Recommended> {
        self.values.iter().find(|value| value.key == key)
    }
}

impl Recommended {
    /// True if a value says the same: spelling, a missing length byte and a missing flag that is off do not count.
    pub fn is_same(&self, now: Option<&Value>) -> bool {
        let Some(now) = now else { return self.value == Value::Flag(false) };
        let kind = param(self.key).map(|param| param.kind);
        match (kind, &self.value) {
            (Some(Kind::Long), value) => value.amount().is_some() && value.amount() == now.amount(),
            (Some(Kind::Flag), value) => value.flag().is_some() && value.flag() == now.flag(),
            (_, Value::Text(wanted)) => now.text().is_some_and(|now| same_text(self.key, wanted, now)),
            _ => false,
        }
    }

    /// Value to write over the present one: with or without the length byte, as the present one has it.
    pub fn over(&self, now: Option<&Value>) -> Value {
        let (Value::Text(wanted), Some(now)) = (&self.value, now.and_then(Value::text)) else {
            return self.value.clone();
        };
        let in_its_form = match param(self.key).map(|param| param.kind) {
            Some(Kind::Dol) => dol::read(now).ok().zip(dol::read(wanted).ok()).map(|(now, list)| {
                let has_length_byte = now.has_length_byte || now.entries.is_empty();
                Dol { has_length_byte, ..list }.hex()
            }),
            Some(Kind::Hex { length_prefix: true }) => {
                let bare = Code::RiskData.bytes(now).is_ok_and(|(has_length_byte, _)| !has_length_byte);
                let bytes = Code::RiskData.bytes(wanted).ok().filter(|_| bare);
                bytes.map(|(_, bytes)| hex::text(&bytes))
            }
            _ => None,
        };
        in_its_form.map_or_else(|| self.value.clone(), Value::Text)
    }

    /// The value for people: an amount as money.
    pub fn shown(&self, currency: &Currency) -> String {
        match &self.value {
            Value::Number(minor) => crate::phrase::money(currency, *minor),
            Value::Flag(true) => "on".to_owned(),
            Value::Flag(false) => "off".to_owned(),
            Value::Text(text) | Value::Unreadable(text) => text.clone(),
        }
    }

    /// Source and date, and whom to ask: "PSD2 ..., in force. Check with your acquirer."
    pub fn evidence(&self) -> String {
        let ask = if self.check_with_acquirer { " Check with your acquirer." } else { "" };
        format!("{}, {}.{ask}", self.source, self.as_of)
    }
}

fn same_text(key: &str, wanted: &str, now: &str) -> bool {
    let bytes = |text: &str| hex::bytes(text).map(|bytes| hex::text(&bytes));
    match param(key).map(|param| param.kind) {
        Some(Kind::Dol) => match (dol::read(wanted), dol::read(now)) {
            (Ok(wanted), Ok(now)) => wanted.entries == now.entries,
            _ => false,
        },
        Some(Kind::Hex { length_prefix: true }) => {
            let bytes = |text| Code::RiskData.bytes(text).ok().map(|(_, bytes)| bytes);
            bytes(wanted).is_some() && bytes(wanted) == bytes(now)
        }
        Some(Kind::Aids) => {
            let all = |text| aid::parse_list(text).into_iter().collect::<Result<BTreeSet<_>, _>>().ok();
            all(wanted).is_some() && all(wanted) == all(now)
        }
        _ => bytes(wanted).is_some() && bytes(wanted) == bytes(now),
    }
}
