//! Why a PIN was asked at a transaction, or why it was declined: from records to the answer of the EMV crate. The same for window
//! and command line.
//!
//! A transaction names its merchant, neither the merchant's id nor a configuration, and by the document no moment: which configuration
//! decided is likely at best, and whether it was changed since is told only where the service sends a moment all the same.

mod actions;
pub mod again;
mod beside;
mod candidates;
mod earlier;
mod hand_over;
mod limits_in;
mod plainly;
mod since;

use tapline_emv::bits::Reading;
use tapline_emv::why::{self, Actions, Certainty, Entry, Kind, Sale, Status, Unlimited, Why};
use tapline_emv::{Aid, Currency, Scheme, aid, iso, method, performed, tsi, tvr};

pub use self::beside::{Beside, Pair, Side};
pub use self::candidates::{Basis, Candidates, Known, Way, candidates};
pub use self::earlier::Journaled;
pub use self::hand_over::Handed;
pub use self::limits_in::{LimitsIn, limits_in};
pub use self::plainly::{last_four, plainly};
pub use self::since::{LocalTime, changed};
use crate::amounts::Amounts;
use crate::connection::{Connection, UnitKnown};
use crate::shown::Shown;
use crate::transaction::Transaction;

/// An answer, or why there is none.
#[derive(Clone, Debug, PartialEq)]
pub enum Explained {
    /// `scheme` is that of the card.
    Answer { why: Why, scheme: Scheme },
    /// Sentences: it is no sale, or what decided cannot be told.
    Sentence(String),
}

/// What the card is, by AID, else by method.
pub fn scheme(record: &Transaction) -> Option<Scheme> {
    Scheme::of_card(text(record.payment_method.as_ref()), text(record.aid.as_ref()))
}

/// How the card was read.
pub fn entry(record: &Transaction) -> Entry {
    Entry::read(text(record.entry_mode.as_ref()))
}

/// What kind of transaction it is.
pub fn kind(record: &Transaction) -> Kind {
    Kind::read(text(record.tran_type.as_ref()))
}

/// The TVR in bits.
pub fn tvr_of(record: &Transaction) -> Reading {
    // Byte 5 of an inserted card is that of the EMV book, whatever the scheme.
    let contactless = entry(record).is_tap() || entry(record) == Entry::Unknown;
    tvr::read(text(record.tvr.as_ref()), scheme(record).filter(|_| contactless))
}

/// The TSI in bits.
pub fn tsi_of(record: &Transaction) -> Reading {
    tsi::read(text(record.tsi.as_ref()))
}

/// The host's answer to the transaction itself, of several the last: later steps (void, refund, capture) have answers of their own.
pub fn host_code(record: &Transaction) -> Option<&str> {
    actions::own_codes(record).pop()
}

/// The amount of a transaction: its currency and minor units. `None` where it cannot be read as money.
pub fn money(connection: &Connection, record: &Transaction) -> Option<(Currency, u64)> {
    let amount = record.amount.as_ref()?;
    // Without a code it is in the connection's currency.
    let code = amount.currency.as_deref().filter(|code| !code.trim().is_empty());
    if code.is_some_and(|code| Currency::new(code).is_none()) {
        return None;
    }
    let amounts = Amounts::of(connection, code);
    let minor = amounts.currency.parse(&amounts.plain(amount.value.as_ref()?)?).ok()?;
    Some((amounts.currency, minor))
}

/// Why the amount cannot be held against a limit, as a sentence; nothing where it can.
fn not_compared(connection: &Connection, record: &Transaction) -> Option<String> {
    if money(connection, record).is_some() {
        return None;
    }
    let amount = record.amount.as_ref();
    let code = amount.and_then(|amount| amount.currency.as_deref()).unwrap_or_default().trim();
    if amount.is_none_or(|amount| amount.value.is_none()) {
        return Some("The transaction tells no amount, so no limit is compared.".to_owned());
    }
    if !code.is_empty() && Currency::new(code).is_none() {
        let likely = iso::currency(code).map(|letters| format!(", likely {letters},")).unwrap_or_default();
        return Some(format!(
            "The currency is told as “{code}”{likely} and not as three letters, so the amount is compared with no limit."
        ));
    }
    Some(
        match (connection.known_unit(), connection.unit_known) {
            (None, UnitKnown::Contradicted) => {
                "The service has sent amounts with a fraction, so it does not count in minor units, and the amount is compared with no \
                 limit. Confirm that the connection counts in major units, or give --unit major on the command line."
            }
            (None, _) => {
                "Whether this connection counts amounts in minor or major units is not known, so the amount is compared with no \
                 limit. Confirm the unit of the connection, or give --unit on the command line."
            }
            (Some(_), _) => "The amount cannot be read as money, so it is compared with no limit.",
        }
        .to_owned(),
    )
}

/// The answer. `limits_in`: the currency of the configurations' limits, which carry none; see [`limits_in()`].
pub fn explain(
    record: &Transaction,
    connection: &Connection,
    limits_in: &Currency,
    found: &Candidates,
) -> Explained {
    let (tvr, tsi) = (tvr_of(record), tsi_of(record));
    let scheme = scheme(record);
    let unlimited = Unlimited {
        entry: entry(record),
        status: Status::read(text(record.tran_status.as_ref())),
        host_code: host_code(record),
        scheme,
        aid: text(record.aid.as_ref()),
        cvm_performed: text(record.cvm_performed.as_ref()),
        tvr: &tvr,
    };
    let kind = kind(record);
    if kind != Kind::Sale {
        return Explained::Sentence(why::no_sale(kind, unlimited));
    }
    let Some(scheme) = scheme else {
        return Explained::Sentence(why::no_scheme(unlimited));
    };
    let not_compared = not_compared(connection, record);
    let (currency, amount) = money(connection, record).unwrap_or_else(|| (limits_in.clone(), 0));
    let verified = performed::read(text(record.cvm_performed.as_ref()), Some(scheme), entry(record))
        .and_then(|performed| performed.verified);
    let mut earlier = actions::own_codes(record);
    earlier.pop();
    let reason = actions::reason(record).unwrap_or_default();
    let later = actions::later(record);
    let told = Actions { earlier: &earlier, reason: &reason, later: &later, stood: actions::stood(record) };
    let sale = Sale {
        amount,
        currency: &currency,
        limits_in,
        not_compared: not_compared.as_deref(),
        scheme,
        wallet: method::wallet(text(record.payment_method.as_ref())),
        entry: unlimited.entry,
        status: unlimited.status,
        host_code: unlimited.host_code,
        actions: told,
        cvm_performed: unlimited.cvm_performed,
        verified,
        tvr: &tvr,
        tsi: &tsi,
    };
    let other_aid = other_aid(record, found);
    // Limits of configurations that do not take this card decided nothing.
    let (some, unread): (Vec<_>, Vec<_>) = match other_aid {
        Some(_) => (Vec::new(), Vec::new()),
        None => (
            found.configurations.iter().map(|(_, candidate)| candidate.clone()).collect(),
            found.unread.iter().map(|(_, unread)| unread.clone()).collect(),
        ),
    };
    let mut why = why::why_among(sale, &some, &unread);
    why.notes.extend(other_method(record, scheme));
    why.notes.extend(other_aid);
    why.notes.extend(other_entry(record));
    why.notes.extend(other_status(record));
    if unlimited.status == Status::Open {
        why.sentence = so_far(&why);
    }
    Explained::Answer { why, scheme }
}

/// Of a payment that has not finished nothing is said for good.
fn so_far(why: &Why) -> String {
    match why.certainty {
        Certainty::Known | Certainty::Likely => {
            let said = hedged(&why.sentence, why.certainty);
            match said.strip_prefix("Likely: ") {
                Some(rest) => format!("Likely, so far: {rest}"),
                None => format!("So far: {}", within(&said)),
            }
        }
        Certainty::CannotKnow => why.sentence.clone(),
    }
}

/// The same where nothing beside it says how sure it is: a likely answer says so itself, of the reason where it has one.
fn hedged(sentence: &str, certainty: Certainty) -> String {
    let first = sentence.split(". ").next().unwrap_or_default();
    let says_so = first.to_lowercase().contains("likely") || first.contains("does not tell");
    if certainty != Certainty::Likely || says_so {
        return sentence.to_owned();
    }
    match sentence.split_once(" because ").filter(|(what, _)| what.len() < first.len()) {
        Some((what, reason)) => format!("{what}, likely because {reason}"),
        None => format!("Likely: {}", within(sentence)),
    }
}

/// A sentence after other words: a word in capitals, such as PIN, keeps them.
fn within(sentence: &str) -> String {
    let mut letters = sentence.chars();
    match (letters.next(), letters.next()) {
        (Some(first), Some(second)) if !second.is_uppercase() && !second.is_ascii_digit() => {
            first.to_lowercase().chain(sentence.chars().skip(1)).collect()
        }
        _ => sentence.to_owned(),
    }
}

/// Where the configurations name AIDs and none of them takes the card's.
fn other_aid(record: &Transaction, found: &Candidates) -> Option<String> {
    let card = Aid::parse(text(record.aid.as_ref())).ok()?;
    let lists = found.all().map(|config| aid::parse_list(&config.aids()));
    let named: Vec<Aid> = lists.flatten().flatten().collect();
    let takes = named.iter().any(|aid| card.starts_with(aid));
    (!named.is_empty() && !takes).then(|| {
        "None of the configurations found names the card's AID, so the terminal likely used another one."
            .to_owned()
    })
}

/// An entry that is not known, as it came.
fn other_entry(record: &Transaction) -> Option<String> {
    let told = text(record.entry_mode.as_ref()).trim();
    (!told.is_empty() && entry(record) == Entry::Unknown)
        .then(|| format!("The entry mode “{told}” is not documented."))
}

/// A status that is not known, as it came.
fn other_status(record: &Transaction) -> Option<String> {
    let told = text(record.tran_status.as_ref()).trim();
    (!told.is_empty() && Status::read(told) == Status::Unknown)
        .then(|| format!("The status “{told}” is not documented."))
}

/// Where the payment method names another scheme than the card's AID.
fn other_method(record: &Transaction, scheme: Scheme) -> Option<String> {
    let method = text(record.payment_method.as_ref()).trim();
    let other = Scheme::from_method(method).filter(|other| *other != scheme)?;
    Some(format!(
        "The AID says {}, the payment method {method} likely {}; the AID is taken, since the card gives it.",
        scheme.name(),
        other.name()
    ))
}

impl Explained {
    /// The answer with a sentence more; one that is no answer stays as it is.
    #[must_use]
    pub fn with_note(mut self, note: Option<String>) -> Explained {
        if let Explained::Answer { why, .. } = &mut self {
            why.notes.extend(note);
        }
        self
    }

    /// What is read out on the phone.
    pub fn sentence(&self) -> &str {
        match self {
            Explained::Answer { why, .. } => &why.sentence,
            Explained::Sentence(sentence) => sentence,
        }
    }

    /// The same where nothing beside it says how sure it is: a likely answer says so itself.
    pub fn said(&self) -> String {
        match self {
            Explained::Answer { why, .. } => hedged(&why.sentence, why.certainty),
            Explained::Sentence(sentence) => sentence.clone(),
        }
    }

    /// All of it as plain text, with the configurations that may have decided and what changed them on this computer.
    pub fn text(&self, found: &Candidates, limits_in: &LimitsIn, changed: &[String]) -> String {
        let Explained::Answer { why, scheme } = self else { return Shown::line(self.sentence()).to_string() };
        let mut lines = Why { sentence: self.said(), ..why.clone() }.lines();
        if found.all().next().is_some() || found.basis.is_unreadable() {
            let basis = found.basis_words(*scheme);
            let basis =
                if found.basis.is_unreadable() { basis } else { format!("{basis} {}", limits_in.words) };
            lines.extend([String::new(), basis]);
            lines.extend(found.all().map(|config| format!("  {} (id {})", config.full_name(), config.id)));
        }
        lines.extend(changed.iter().cloned());
        Shown::lines(lines).to_string()
    }
}

pub(crate) fn text(text: Option<&String>) -> &str {
    text.map(String::as_str).unwrap_or_default()
}

#[cfg(test)]
mod tests;
