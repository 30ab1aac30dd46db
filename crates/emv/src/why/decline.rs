//! Why a sale was declined: by the host's answer, by what the terminal found, else by a limit that stopped the tap.
//!
//! A sale that a host answered had passed the reader, so its transaction limit did not decline it.

use super::host::Kind;
use super::tap::{Limit, reached};
use super::{Candidate, Certainty, Entry, Said, Sale, reader};
use crate::cvm::Capability;
use crate::limits::{self, LimitKind, Outcome, is_no_limit, rule};
use crate::performed::{self, Verified};
use crate::scheme::Scheme;
use crate::tvr;
use crate::words::money;

/// TVR bits for which action codes usually decline. What they are set to is not in this interface.
const BITS: &[(&str, &str)] = &[
    ("B2 b7", "the card's application has expired"),
    ("B2 b6", "the card's application is not yet effective"),
    ("B2 b5", "the service is not allowed for this card"),
    ("B1 b5", "the card is on the terminal's exception file"),
    (tvr::PIN_TRIES, "the card's PIN tries are used up"),
    (tvr::PIN_BYPASS, "a PIN was required and not entered"),
    (tvr::PIN_PAD, "a PIN was required and no PIN pad worked"),
    (tvr::CVM_FAILED, "the cardholder was not verified"),
    (tvr::UNKNOWN_CVM, "the card asks for a verification that the terminal does not know"),
    ("B1 b7", "the card's data could not be authenticated (SDA failed)"),
    ("B1 b4", "the card could not be authenticated (DDA failed)"),
    ("B1 b3", "the card could not be authenticated (CDA failed)"),
    ("B5 b7", "the issuer could not be authenticated"),
    ("B1 b6", "data of the card is missing"),
];

/// Byte 5 of a contactless Mastercard kernel, EMV Book C-2; elsewhere these bits mean something else.
const RELAY_BITS: &[(&str, &str)] = &[
    ("B5 b4", "relay resistance failed: its threshold is exceeded"),
    ("B5 b3", "relay resistance failed: its time limits are exceeded"),
];

/// `candidates`: none where their currency is another one.
pub(super) fn sentence(sale: Sale<'_>, verified: Option<Verified>, candidates: &[Candidate]) -> Said {
    by_host(sale, verified)
        .or_else(|| by_terminal(sale))
        .or_else(|| if sale.entry.may_be_a_tap() { by_reader(sale, candidates) } else { None })
        .unwrap_or_else(|| (unknown(sale, candidates), Certainty::CannotKnow))
}

fn by_host(sale: Sale<'_>, verified: Option<Verified>) -> Option<Said> {
    let text = sale.host_code.map(str::trim).filter(|text| !text.is_empty())?;
    let Some(code) = sale.host() else {
        return Some((
            format!("Declined with host code {text}, whose meaning is not documented."),
            Certainty::CannotKnow,
        ));
    };
    let next = match code.kind {
        Kind::Approved | Kind::Terminal => return None,
        Kind::WantsCheck | Kind::WantsCheckOfTap => next_check(sale, verified),
        Kind::WrongPin if matches!(sale.entry, Entry::Manual | Entry::Ecommerce | Entry::Code) => {
            " It does not fit this entry, at which no PIN can be checked."
        }
        Kind::WrongPin
            if matches!(verified, Some(Verified::Nothing | Verified::OnDevice | Verified::Signature)) =>
        {
            " The transaction tells of no PIN, which does not fit."
        }
        Kind::WrongPin => " With the right PIN it may be approved.",
        Kind::Card => " Only the issuer can say more.",
        Kind::Elsewhere => "",
    };
    Some((format!("Declined by the host: {text}, likely “{}”.{next}", code.words), Certainty::Likely))
}

/// What may help where the issuer wants the cardholder checked: not what was done already, and no slot for a phone.
fn next_check(sale: Sale<'_>, verified: Option<Verified>) -> &'static str {
    let phone = verified == Some(Verified::OnDevice) || performed::is_phone_unasked(sale.cvm_performed);
    match (sale.entry.may_be_a_tap(), verified) {
        (false, Some(Verified::Pin)) => " A PIN was entered already; only the issuer can say more.",
        (false, _) if matches!(sale.entry, Entry::Manual | Entry::Code) => {
            " No PIN can be checked at this entry; with the card itself read it may be approved."
        }
        (false, _) if sale.entry == Entry::Ecommerce => {
            " After a check of the cardholder in browser or app (3-D Secure) it may be approved."
        }
        (false, _) => " After a check of the cardholder it may be approved.",
        (true, Some(Verified::Pin)) => {
            " A PIN was entered already; with the card inserted it may be approved, else only the issuer can say more."
        }
        (true, Some(Verified::OnDevice)) => {
            " The owner was checked on the device already; only the issuer can say more, and another card may work."
        }
        (true, _) if phone => " With the owner's check on the phone, or with a PIN, it may be approved.",
        (true, _) => " With a PIN, or with the card inserted, it may be approved.",
    }
}

pub(super) fn by_terminal(sale: Sale<'_>) -> Option<Said> {
    if nonsense(sale) {
        return None;
    }
    let relay = sale.scheme == Scheme::Mastercard && sale.entry.may_be_a_tap();
    let found: Vec<_> = BITS
        .iter()
        .chain(RELAY_BITS.iter().filter(|_| relay))
        .filter(|(bit, _)| sale.has(bit))
        .map(|(bit, words)| format!("{words} (TVR {bit})"))
        .collect();
    if found.is_empty() && sale.verified == Some(Verified::Failed) {
        let words = format!(
            "Likely declined because the cardholder was not verified (CVM results {}).",
            sale.cvm_performed.trim()
        );
        return Some((words, Certainty::Likely));
    }
    (!found.is_empty())
        .then(|| (format!("Likely declined because {}.", found.join(", and ")), Certainty::Likely))
}

/// Whether the TVR says what excludes each other: such a value is likely none of a real sale.
pub(super) fn nonsense(sale: Sale<'_>) -> bool {
    sale.has("B2 b7") && sale.has("B2 b6")
}

fn by_reader(sale: Sale<'_>, candidates: &[Candidate]) -> Option<Said> {
    let names = |some: &[&Candidate]| match some {
        [one] => format!("“{}”", one.name),
        all => format!("{} configurations", all.len()),
    };
    let amount = sale.currency.money(sale.amount);
    if let Some(no_tap) = reader::no_tap(sale, candidates) {
        let words = format!("Likely declined because no tap can work: {} ({}).", no_tap.what, no_tap.ground);
        return Some((words, Certainty::Likely));
    }
    let outcome = |one: &Candidate| limits::outcome(sale.scheme, one.limits, sale.amount);
    let above: Vec<_> = candidates.iter().filter(|one| outcome(one) == Outcome::Declined).collect();
    if let [first, ..] = above.as_slice() {
        let one_limit = above.iter().all(|one| one.limits.transaction == first.limits.transaction);
        let limit = if one_limit {
            format!(" of {}", money(sale.currency, first.limits.transaction))
        } else {
            String::new()
        };
        let (begin, end, sure) = if above.len() == candidates.len() {
            ("Likely declined because".to_owned(), "", Certainty::Likely)
        } else {
            let one = if above.len() == 1 { "" } else { "one of " };
            (
                format!("If the terminal used {one}{}, it was likely declined because", names(&above)),
                " The transaction does not tell which one was used.",
                Certainty::CannotKnow,
            )
        };
        let whose =
            if above.len() == candidates.len() { format!(" of {}", names(&above)) } else { String::new() };
        let words = format!("{begin} {amount} is above the transaction limit{limit}{whose}.{end}");
        return Some((words, sure));
    }
    let book = rule(sale.scheme, LimitKind::Transaction).book;
    let strict = |one: &&Candidate| {
        !is_no_limit(one.limits.transaction) && book.holds(sale.amount, one.limits.transaction)
    };
    if !candidates.is_empty() && candidates.iter().all(|one| strict(&one)) {
        let words = format!(
            "{amount} is exactly the transaction limit: the service's rule accepts it, a reader that follows the EMV book \
             strictly declines it, which is likely what happened."
        );
        return Some((words, Certainty::Likely));
    }
    let online = |one: &Candidate| sale.amount == 0 || outcome(one).goes_online();
    if reader::declared(sale, candidates, Capability::OfflineOnly) == Some(true)
        && candidates.iter().all(online)
    {
        let words = format!(
            "Likely declined because {amount} must go online by the floor limit, and the reader is declared offline only \
             (TTQ byte 1 bit 4{}).",
            if sale.scheme == Scheme::Jcb { ", which a JCB reader likely does not use" } else { "" }
        );
        return Some((words, Certainty::Likely));
    }
    let offers = |capability| reader::declared(sale, candidates, capability);
    let none = offers(Capability::OnlinePin) == Some(false)
        && offers(Capability::Signature) == Some(false)
        && offers(Capability::NoCvmAbove) != Some(true);
    (none && reached(sale, candidates) == Some(Limit::Reached)).then(|| {
        let words = format!(
            "Likely declined because at {amount} a PIN or phone check (CVM) is required, and the reader offers neither PIN nor \
             signature."
        );
        (words, Certainty::Likely)
    })
}

/// Whether the CVM limit asked and nothing was performed, at a reader that declines then (EMV Book C-3, 5.7.1).
fn unmatched(sale: Sale<'_>, candidates: &[Candidate]) -> bool {
    !matches!(sale.scheme, Scheme::Mastercard | Scheme::Amex)
        && matches!(sale.verified, None | Some(Verified::Nothing))
        && reached(sale, candidates) == Some(Limit::Reached)
}

fn unknown(sale: Sale<'_>, candidates: &[Candidate]) -> String {
    let code = sale.host_code.unwrap_or_default().trim();
    match sale.host() {
        Some(host) if host.kind == Kind::Terminal && code.eq_ignore_ascii_case("Z3") => {
            return format!(
                "Declined without an answer of a host ({code}): it likely could not go online, and card or terminal declined."
            );
        }
        Some(host) if host.kind == Kind::Terminal => {
            return format!(
                "Declined by card or terminal without an answer of a host ({code}); the transaction does not tell why."
            );
        }
        Some(host) if host.kind == Kind::Approved => {
            return format!(
                "Declined although the code {code} likely says “{}”: card or terminal likely declined after that answer; the \
                 transaction does not tell why.",
                host.words
            );
        }
        _ => {}
    }
    let limits = match (sale.entry.may_be_a_tap(), sale.currency == sale.limits_in, candidates.is_empty()) {
        (false, ..) => " Not decided by contactless limits.".to_owned(),
        (true, false, _) => format!(
            " The sale is in {} and the limits of the configurations are in {}, so they cannot be compared.",
            sale.currency.code(),
            sale.limits_in.code()
        ),
        (true, true, true) => " No configuration with readable limits was found.".to_owned(),
        (true, true, false) if unmatched(sale, candidates) => {
            " At this amount a check is asked (CVM limit), and none is told of: a reader declines where card and reader have no \
             method in common."
                .to_owned()
        }
        (true, true, false) => {
            " The transaction limit as it is now does not stop a sale of this amount.".to_owned()
        }
    };
    format!(
        "Declined; the transaction does not tell why. The card, the terminal or the host decided.{limits}"
    )
}
