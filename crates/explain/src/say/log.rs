//! A pasted log in English: a line for each value that is understood, one for all that aren't, one for each that is cut off.
//!
//! Not the answer to "why?": that is a decision. Card numbers and names aren't repeated, nor digits that look like one.

use tapline_emv::action_code::Action;
use tapline_emv::aid::RidOwner;
use tapline_emv::bits::Named;
use tapline_emv::entry::Status;
use tapline_emv::iad::Iad;
use tapline_emv::outcome::{self, Cvm, Outcome};
use tapline_emv::tag::Tag;
use tapline_emv::{Scheme, hex, host, performed};

use super::Text;
use crate::decision::Certainty;
use crate::facts::Cryptogram;
use crate::log::{
    Card, CutOff, Fault, Field, Log, LogFacts, LogValue, Meaning, Origin, Value, facts, meanings,
};

/// The lines.
pub fn lines(log: &Log) -> Vec<Text> {
    let facts = facts(log);
    let mut lines = Vec::new();
    for found in &log.values {
        let line = line(found, log, &facts);
        // Card data is named once.
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines.extend(action(&facts));
    lines.extend(
        log.status_words
            .iter()
            .filter(|word| **word != 0x9000)
            .map(|word| format!("The card answered with status {word:04X}, which isn't success.")),
    );
    lines.extend(log.cut_off.iter().map(cut_off));
    if !log.unread.is_empty() {
        let tags: Vec<String> = log.unread.iter().map(ToString::to_string).collect();
        lines.push(format!("Also in the log, not explained: {}.", tags.join(", ")));
    }
    if log.is_shortened {
        lines.push(
            "The log is too long, so its end is missing. Paste only the part with the payment.".to_owned(),
        );
    }
    lines.into_iter().map(Text::new).collect()
}

fn line(found: &LogValue, log: &Log, facts: &LogFacts) -> String {
    let readings = meanings(found, log.card);
    let value = shown(&found.value, log);
    let hint = match (found.origin, found.certainty) {
        (Origin::InsideHex, _) => " (perhaps by chance)",
        (Origin::ByLength, _) if readings.len() == 1 => " (by its length)",
        (Origin::ByLength, _) => "",
        (_, Certainty::Likely) if !matches!(found.value, Value::Hidden) => {
            " (likely: zeros lost as a number)"
        }
        _ => "",
    };
    if let [(field, meaning)] = readings.as_slice() {
        let words = words(*field, meaning, log.card, facts);
        let is_code = matches!(field, Field::Tag(Tag(0x9F0D..=0x9F0F | 0xDF_8120..=0xDF_8122)));
        return match meaning {
            // The bits of an action code count only against the TVR.
            _ if is_code => format!("{} {value}{hint}", label(*field)),
            Meaning::Hidden => "Card data: hidden. Don't paste it elsewhere.".to_owned(),
            Meaning::Word => format!("{}: {value}", label(*field)),
            _ => format!("{} {value}{hint}: {words}", label(*field)),
        };
    }
    let each: Vec<String> = readings
        .iter()
        .map(|(field, meaning)| format!("{} ({})", label(*field), words(*field, meaning, log.card, facts)))
        .collect();
    format!("{value} may be {}", each.join(" or "))
}

fn label(field: Field) -> String {
    match field {
        Field::Tag(tag) => match tag.row() {
            Some(row) if !row.short.is_empty() => row.short.to_owned(),
            Some(row) => format!("{} ({tag})", row.name),
            None => tag.to_string(),
        },
        Field::Method => "Payment method".to_owned(),
        Field::Entry => "Entry".to_owned(),
        Field::Status => "Status".to_owned(),
        Field::Kind => "Kind".to_owned(),
        Field::Amount => "Amount".to_owned(),
        Field::Currency => "Currency".to_owned(),
    }
}

/// The value itself. Of an IAD, third party data and lists the meaning says more than the digits.
fn shown(value: &Value, log: &Log) -> String {
    match value {
        Value::Bytes(bytes) if bytes.len() <= 16 => hex::text(bytes),
        Value::Bytes(bytes) => format!("({} bytes)", bytes.len()),
        Value::Code(text) | Value::Method(text) => text.clone(),
        Value::Entry(entry) => super::entry(*entry).to_owned(),
        Value::Verified(verified) => verified.words().to_owned(),
        Value::Status(status) => status_words(*status).to_owned(),
        Value::Kind(kind) => super::kind(*kind).to_owned(),
        Value::Amount(decimal) => {
            let currency = log.money().map(|money| money.currency.money(decimal.digits));
            currency.unwrap_or_else(|| {
                let unit = 10_u64.pow(decimal.decimals);
                format!("{}.{:02}", decimal.digits / unit, decimal.digits % unit)
            })
        }
        Value::Currency(code) => (*code).to_owned(),
        Value::Hidden => "…".to_owned(),
    }
}

fn status_words(status: Status) -> &'static str {
    match status {
        Status::Approved => "approved",
        Status::Voided => "voided",
        Status::Declined => "declined",
        Status::Open => "not finished",
        Status::Reversed => "reversed",
        Status::Unknown => "unclear",
    }
}

fn words(field: Field, meaning: &Meaning, card: Card, facts: &LogFacts) -> String {
    match meaning {
        Meaning::Bits { bits, of_tap } if field == Field::Tag(Tag(0x82)) => aip(bits, of_tap, facts),
        Meaning::Bits { bits, of_tap } => {
            let tap = if of_tap.is_empty() {
                String::new()
            } else {
                format!("; on a Mastercard tap: {}", joined(of_tap))
            };
            format!("{}{tap}", joined(bits))
        }
        Meaning::Cvm { performed, of_tap } => match of_tap {
            Some(tap) => format!("{}; on a Mastercard tap: {}", performed.words, tap.words),
            None => performed.words.clone(),
        },
        Meaning::Cryptogram { kind, reason } => {
            let kind = match kind {
                Cryptogram::Declined => "declined (AAC)",
                Cryptogram::Approved => "approved (TC), offline or after the host",
                Cryptogram::Online => "the card asks to go online (ARQC)",
            };
            let reason = match reason {
                1 => "; service not allowed",
                2 => "; PIN try limit exceeded",
                3 => "; issuer authentication failed",
                _ => "",
            };
            format!("{kind}{reason}")
        }
        Meaning::Application { owner, product } => match (owner, product) {
            (RidOwner::Scheme(scheme), Some(product)) if *product != scheme.name() => {
                format!("{}, {product}", scheme.name())
            }
            (RidOwner::Scheme(scheme), _) => scheme.name().to_owned(),
            (RidOwner::Other(name), _) => (*name).to_owned(),
            (RidOwner::Unknown, _) => "AID of an unknown owner".to_owned(),
        },
        Meaning::HostCode(code) => host_code(code, card),
        Meaning::Outcome(outcome) => outcome_words(*outcome),
        Meaning::Errors(errors) if errors.is_empty() => "no error".to_owned(),
        Meaning::Errors(errors) => errors.join(", "),
        Meaning::Device { form, number } => match number {
            Some(number) => format!("{} was tapped (device type {number:02})", form.words),
            None => format!("{} was tapped", form.words),
        },
        Meaning::Iad(iad) => iad_words(iad),
        Meaning::Parameter(decoded) => {
            let rows = decoded.named_bits().map(|row| row.words.to_owned());
            let all: Vec<String> = decoded.meaning.clone().into_iter().chain(rows).collect();
            if all.is_empty() { "no bit is set".to_owned() } else { all.join(", ") }
        }
        Meaning::Minor(minor) => match &facts.currency {
            Some(currency) => currency.money(*minor),
            None => format!("{minor} minor units"),
        },
        Meaning::Currency(code) | Meaning::Country(code) => (*code).to_owned(),
        Meaning::List(list) => {
            let tags: Vec<&str> = list.entries.iter().map(|entry| entry.tag.as_str()).collect();
            format!("asks for {}", tags.join(", "))
        }
        Meaning::CvmList(bytes) => performed::list(&hex::text(bytes))
            .filter(|rules| !rules.is_empty())
            .map_or_else(|| "no rules".to_owned(), |rules| rules.join(" ")),
        Meaning::Tries(tries) => tries_left(u64::from(*tries)),
        Meaning::Word | Meaning::Hidden => String::new(),
        Meaning::Unread => foreign(card),
    }
}

/// A tag that is read for other schemes alone.
fn foreign(card: Card) -> String {
    match card.owner {
        RidOwner::Scheme(Scheme::Mastercard) => {
            "for Mastercard this tag has other data, not explained here".to_owned()
        }
        RidOwner::Scheme(scheme) => format!("not used by {}, as far as Tapline knows", scheme.name()),
        RidOwner::Other(name) => format!("not used by {name}, as far as Tapline knows"),
        RidOwner::Unknown => "not explained here".to_owned(),
    }
}

fn joined(bits: &[Named]) -> String {
    let words: Vec<&str> = bits.iter().map(|bit| bit.words).collect();
    if words.is_empty() { "no bit is set".to_owned() } else { words.join(", ") }
}

/// AIP in words. On a Mastercard tap one bit says more than the others.
fn aip(bits: &[Named], of_tap: &[Named], facts: &LogFacts) -> String {
    match facts.sale.card.verifies_on_device {
        Some(true) => "the device can verify its owner: a phone or a watch".to_owned(),
        Some(false) => "no verification on the device: likely a card".to_owned(),
        None => joined(&[bits, of_tap].concat()),
    }
}

/// Meaning of a host code. Without a known scheme, each meaning comes with the schemes that use it.
fn host_code(code: &str, card: Card) -> String {
    let tap = card.entry.may_be_a_tap();
    let common = |scheme| host::read(code, scheme, tap).map(|code| code.words);
    let one = match card.owner {
        RidOwner::Scheme(scheme) => Some((scheme.name(), common(scheme))),
        RidOwner::Other(name) => Some((name, common(Scheme::Jcb))),
        RidOwner::Unknown => None,
    };
    match one {
        Some((_, Some(words))) => return format!("likely “{words}”"),
        Some((name, None)) => return format!("unknown for {name}; ask the acquirer"),
        None => {}
    }
    let mut meanings: Vec<(&str, Vec<&str>)> = Vec::new();
    for scheme in Scheme::ALL {
        let Some(words) = common(scheme) else { continue };
        match meanings.iter_mut().find(|(known, _)| *known == words) {
            Some((_, names)) => names.push(scheme.name()),
            None => meanings.push((words, vec![scheme.name()])),
        }
    }
    let each = |(words, names): &(&str, Vec<&str>)| match names.len() {
        1 | 2 => format!("“{words}” for {}", names.join(" and ")),
        _ => format!("“{words}”"),
    };
    let all: Vec<String> = meanings.iter().map(each).collect();
    if all.is_empty() {
        return "unknown; ask the acquirer".to_owned();
    }
    format!("likely {}", all.join(", "))
}

fn outcome_words(outcome: Outcome) -> String {
    let status = match outcome.status {
        outcome::Status::Approved => "approved offline",
        outcome::Status::Declined => "declined by the reader",
        outcome::Status::OnlineRequest => "goes online",
        outcome::Status::EndApplication => "ended without a result",
        outcome::Status::SelectNext => "next application",
        outcome::Status::TryAnotherInterface => "insert or swipe the card instead",
        outcome::Status::TryAgain => "tap again",
        outcome::Status::Unknown => "no status",
    };
    let cvm = match outcome.cvm {
        Cvm::None => ", no verification",
        Cvm::Signature => ", signature",
        Cvm::OnlinePin => ", online PIN",
        Cvm::ConfirmationCode => ", verified on the phone",
        Cvm::NotApplicable => "",
    };
    let start = outcome.start.map(|start| format!(", restart at {start}")).unwrap_or_default();
    format!("{status}{cvm}{start}")
}

fn tries_left(tries: u64) -> String {
    if tries == 1 { "1 PIN try left".to_owned() } else { format!("{tries} PIN tries left") }
}

fn iad_words(iad: &Iad) -> String {
    let mut all: Vec<String> = iad.facts.iter().map(|(_, words)| (*words).to_owned()).collect();
    all.extend(iad.pin_tries.map(|tries| tries_left(u64::from(tries))));
    if all.is_empty() { "no limit exceeded, no PIN problem".to_owned() } else { all.join(", ") }
}

fn action(facts: &LogFacts) -> Option<String> {
    let (action, bits) = facts.action.as_ref()?;
    let what = match action {
        Action::Declined => "decline offline",
        Action::Online => "go online",
        Action::Offline => {
            return Some("Action codes against the TVR: no bit matches, offline is allowed.".to_owned());
        }
    };
    Some(format!("Action codes against the TVR: {what}, because of {}.", joined(bits)))
}

fn cut_off(cut: &CutOff) -> String {
    let name = label(Field::Tag(cut.tag));
    let bytes = |many: usize| if many == 1 { "1 byte".to_owned() } else { format!("{many} bytes") };
    let came = if cut.digits.is_multiple_of(2) {
        bytes(cut.digits / 2)
    } else if cut.digits == 1 {
        "1 digit".to_owned()
    } else {
        format!("{} digits", cut.digits)
    };
    match cut.fault {
        Fault::Length(many) => format!(
            "{name} is incomplete: its length says {}, but it has {came}. Paste the whole value.",
            bytes(many)
        ),
        Fault::Size => {
            let expected = cut.tag.row().map_or_else(String::new, |row| match (row.least, row.most) {
                (least, most) if least == most => bytes(most),
                (least, most) => format!("{least} to {most} bytes"),
            });
            format!("{name} is incomplete: it needs {expected}, but has {came}. Paste the whole value.")
        }
        Fault::Number => {
            format!("{name} lost digits because it was stored as a number. Copy it from the source as text.")
        }
        Fault::NoValue => format!("{name} has no value here. Paste the value too."),
    }
}
