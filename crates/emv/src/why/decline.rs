//! Why a sale was declined: by the host's answer, by what the terminal found, else by a limit that stopped the tap.
//!
//! A sale that a host answered had passed the reader, so its transaction limit did not decline it.

use super::chain::{OF_INSERTED, reason};
use super::host::Kind;
use super::passed::stops;
use super::tap::{Limit, reached};
use super::{Candidate, Certainty, Entry, Reason, Said, Sale, Status, advice, host, reader, tap};
use crate::cvm::Capability;
use crate::limits::{self, Outcome};
use crate::param::NO_CVM;
use crate::performed::{self, Verified};
use crate::scheme::Scheme;
use crate::tvr;
use crate::words::{capitalized, lowered, money, zero_goes_online};

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
    ("B4 b1", "the card could not be authenticated (XDA failed)"),
    (tvr::ISSUER_FAILED, "the issuer could not be authenticated"),
    (tvr::DATA_MISSING, "data of the card is missing"),
];

/// Byte 5 of a contactless Mastercard kernel, EMV Book C-2; elsewhere these bits mean something else.
const RELAY_BITS: [(&str, &str); 2] = [("B5 b4", "its threshold"), ("B5 b3", "its time limits")];

/// "relay resistance failed: its threshold and its time limits are exceeded (TVR B5 b4, B5 b3)".
fn relay(sale: Sale<'_>) -> Option<String> {
    let counts = sale.scheme == Scheme::Mastercard && sale.entry.may_be_a_tap();
    let set: Vec<_> = RELAY_BITS.into_iter().filter(|(bit, _)| counts && sale.has(bit)).collect();
    match set.as_slice() {
        [] => None,
        [("B5 b4", what)] => Some(format!("relay resistance failed: {what} is exceeded (TVR B5 b4)")),
        some => {
            let words: Vec<_> = some.iter().map(|(_, what)| *what).collect();
            let bits: Vec<_> = some.iter().map(|(bit, _)| *bit).collect();
            let (words, bits) = (words.join(" and "), bits.join(", "));
            Some(format!("relay resistance failed: {words} are exceeded (TVR {bits})"))
        }
    }
}

pub(super) fn sentence(sale: Sale<'_>, verified: Option<Verified>, candidates: &[Candidate]) -> Said {
    known(sale, verified, candidates)
        .or_else(|| by_service(sale))
        .or_else(|| guess(sale, verified, candidates))
        .unwrap_or_else(|| (unknown(sale, verified, candidates), Certainty::CannotKnow))
}

/// What a host, a later step or the terminal's notes say.
fn known(sale: Sale<'_>, verified: Option<Verified>, candidates: &[Candidate]) -> Option<Said> {
    by_host(sale, verified, candidates)
        .or_else(|| {
            super::action::refused_later(sale).map(|words| (by_later(sale, &words), Certainty::Likely))
        })
        .or_else(|| {
            let (mut words, certainty) = by_terminal(sale)?;
            words.push_str(
                &sale.service_says().map(|says| format!(" {}.", capitalized(&says))).unwrap_or_default(),
            );
            Some((words, certainty))
        })
}

fn by_later(sale: Sale<'_>, words: &str) -> String {
    let code = sale.host_code.unwrap_or_default().trim();
    match sale.host() {
        Some(host) if host.kind == Kind::Approved => {
            format!("The transaction itself was likely approved ({code}: “{}”). {words}", host.words)
        }
        _ => words.to_owned(),
    }
}

/// The service's own reason. What is guessed by a limit stands behind it.
fn by_service(sale: Sale<'_>) -> Option<Said> {
    let says = sale.service_says()?;
    let code = sale.host_code.unwrap_or_default().trim();
    let words = match sale.host() {
        Some(host) if host.kind == Kind::Terminal => {
            format!("Declined without an answer of a host ({code}); {says}.")
        }
        Some(host) => format!("Declined although the code {code} likely says “{}”; {says}.", host.words),
        None => format!("Declined; {says}."),
    };
    Some((words, Certainty::Known))
}

/// What limits and parameters make likely. A host that approved had let the sale pass them.
fn guess(sale: Sale<'_>, verified: Option<Verified>, candidates: &[Candidate]) -> Option<Said> {
    let approved = sale.host().is_some_and(|host| host.kind == Kind::Approved);
    if approved || !sale.entry.may_be_a_tap() { None } else { by_reader(sale, verified, candidates) }
}

/// What limits and parameters would make likely, were there no reason of the service.
pub(super) fn possible(
    sale: Sale<'_>,
    verified: Option<Verified>,
    candidates: &[Candidate],
) -> Option<Reason> {
    sale.reason().filter(|_| sale.is_declined())?;
    if known(sale, verified, candidates).is_some() {
        return None;
    }
    let (words, _) = guess(sale, verified, candidates)?;
    let words = words.replace(", which is likely what happened", "");
    let words = words.strip_prefix("Likely declined because ").map_or_else(|| lowered(&words), str::to_owned);
    let ground = "limits and parameters as they are now";
    Some(reason(format!("Also possible: {words}"), ground, Certainty::CannotKnow))
}

/// What to say of a sale that was reversed because no issuer has decided.
pub(super) fn taken_back(sale: Sale<'_>) -> Option<String> {
    let code = sale.host().filter(|host| host.kind == Kind::NoAnswer && !sale.is_declined())?;
    if sale.status != Status::Reversed {
        return None;
    }
    let what = if code.words == host::NOT_AVAILABLE {
        "the issuer was not available"
    } else {
        "no answer came in time"
    };
    let text = sale.host_code.unwrap_or_default().trim();
    Some(format!("Not declined: likely {what} ({text}), and the sale was taken back."))
}

fn by_host(sale: Sale<'_>, verified: Option<Verified>, candidates: &[Candidate]) -> Option<Said> {
    let text = sale.host_code.map(str::trim).filter(|text| !text.is_empty())?;
    let Some(code) = sale.host() else {
        let says = sale.service_says().map(|says| format!("; {says}")).unwrap_or_default();
        return Some((
            format!("Declined with host code {text}, whose meaning is not documented{says}."),
            Certainty::CannotKnow,
        ));
    };
    let check = advice::next_check(sale, verified, candidates);
    let next = match code.kind {
        Kind::Approved | Kind::Terminal => return None,
        Kind::WantsCheck | Kind::WantsCheckOfTap => check.as_str(),
        Kind::WrongPin if matches!(sale.entry, Entry::Manual | Entry::Ecommerce | Entry::Code) => {
            " It does not fit this entry, at which no PIN can be checked."
        }
        Kind::WrongPin => &advice::wrong_pin(sale, verified),
        Kind::Card if advice::is_soft_decline(sale) => advice::SOFT_DECLINE,
        Kind::Card => " Only the issuer can say more.",
        Kind::Merchant | Kind::Later | Kind::NoAnswer => "",
    };
    let words = format!("Declined {}: {text}, likely “{}”.{next}", code.by_whom(), code.words);
    Some((words, Certainty::Likely))
}

pub(super) fn by_terminal(sale: Sale<'_>) -> Option<Said> {
    if nonsense(sale) {
        return None;
    }
    let found: Vec<_> = BITS
        .iter()
        .filter(|(bit, _)| sale.has(bit))
        .filter(|(bit, _)| !(sale.entry.is_tap() && OF_INSERTED.contains(bit)))
        .filter(|(bit, _)| *bit != tvr::ISSUER_FAILED || !sale.is_without_host())
        .map(|(bit, words)| format!("{words} (TVR {bit})"))
        .chain(relay(sale))
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

fn by_reader(sale: Sale<'_>, verified: Option<Verified>, candidates: &[Candidate]) -> Option<Said> {
    let names = |some: &[&Candidate]| match some {
        [one] => format!("“{}”", one.name),
        all => format!("{} configurations", all.len()),
    };
    let amount = sale.currency.money(sale.amount);
    let passed = sale.passed(verified);
    if let Some(no_tap) = reader::no_tap(sale, candidates).filter(|_| !passed) {
        let words = format!("Likely declined because no tap can work: {} ({}).", no_tap.what, no_tap.ground);
        return Some((words, Certainty::Likely));
    }
    let may_stop = !passed && sale.is_compared();
    let outcome = |one: &Candidate| limits::outcome(sale.scheme, one.limits, sale.amount);
    let above: Vec<_> =
        candidates.iter().filter(|one| may_stop && outcome(one) == Outcome::Declined).collect();
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
    if !passed && !candidates.is_empty() && candidates.iter().all(|one| stops(sale, one)) {
        let words = format!(
            "{amount} is exactly the transaction limit: the service's rule accepts it, a reader that follows the EMV book \
             strictly declines it{}, which is likely what happened.",
            tap::if_for_amex(sale)
        );
        return Some((words, Certainty::Likely));
    }
    let online = |one: &Candidate| {
        sale.is_compared()
            && (zero_goes_online(sale.scheme, one.limits, sale.amount) || outcome(one).goes_online())
    };
    if let Some(offline) = reader::offline(sale, candidates).filter(|_| candidates.iter().all(online)) {
        let rule = if sale.amount == 0 {
            "an amount of zero must go online".to_owned()
        } else {
            let must = if sale.scheme == Scheme::Mastercard { "usually has to" } else { "must" };
            format!("{amount} {must} go online by the floor limit")
        };
        let doubt = if sale.scheme == Scheme::Jcb && offline.is_of_reader() {
            ", which a JCB reader likely does not use"
        } else {
            ""
        };
        let words = format!("Likely declined because {rule}, and {}{doubt}.", offline.what_and_where());
        return Some((words, Certainty::Likely));
    }
    if !passed && sale.wallet.is_none() && reader::declines_below(sale, candidates) {
        let df8119 = reader::value("DF8119", NO_CVM, candidates);
        let words = format!(
            "Likely declined because {df8119} allows neither “No CVM” nor PIN or signature up to the CVM limit."
        );
        return Some((words, Certainty::Likely));
    }
    let offers = |capability| reader::declared(sale, candidates, capability);
    let phone = sale.wallet.is_some() || performed::is_phone_unasked(sale.cvm_performed, sale.scheme);
    let checked = verified.is_some_and(|verified| verified.is_asked() || verified == Verified::OnDevice)
        || phone && offers(Capability::PhoneCheck) == Some(true);
    let none = !checked
        && !reader::is_without_rule(sale, candidates)
        && !reader::by_other_bytes(sale, candidates)
        && !could_not_go_online(sale)
        && offers(Capability::OnlinePin) == Some(false)
        && offers(Capability::Signature) == Some(false)
        && offers(Capability::NoCvmAbove) != Some(true);
    (none && reached(sale, candidates) == Some(Limit::Reached)).then(|| {
        let likely = if reader::only_likely(sale, candidates, Capability::OnlinePin) { "likely " } else { "" };
        let doubt = match sale.scheme {
            Scheme::Jcb => " (TTQ byte 1 bits 3 and 2, which a JCB reader likely does not use)",
            _ => "",
        };
        let words = format!(
            "Likely declined because at {amount} a check (CVM) is required, and the reader {likely}offers neither PIN \
             nor signature{doubt}."
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

fn could_not_go_online(sale: Sale<'_>) -> bool {
    sale.host_code.is_some_and(|code| code.trim().eq_ignore_ascii_case("Z3"))
}

fn unknown(sale: Sale<'_>, verified: Option<Verified>, candidates: &[Candidate]) -> String {
    let code = sale.host_code.unwrap_or_default().trim();
    match sale.host() {
        Some(host) if host.kind == Kind::Terminal && could_not_go_online(sale) => {
            return format!(
                "Declined without an answer of a host ({code}): it likely could not go online, and card or terminal declined."
            );
        }
        Some(host) if host.kind == Kind::Terminal => {
            return format!(
                "Declined by card or terminal without an answer of a host ({code}); the transaction does not tell why."
            );
        }
        Some(host) if host.kind == Kind::Approved && host.is_of_terminal() => {
            return format!(
                "The status says that it was declined, the code {code} likely “{}”, without a host: the two contradict each other, \
                 and which of them is right is not told.",
                host.words
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
    let limits = match (sale.entry.may_be_a_tap(), sale.is_compared(), candidates.is_empty()) {
        (false, ..) => " Not decided by contactless limits.".to_owned(),
        (true, false, _) => format!(" {}", tap::not_compared(sale).unwrap_or_default()),
        (true, true, true) => " No configuration with readable limits was found.".to_owned(),
        (true, true, false) if unmatched(sale, candidates) => {
            let does = if sale.scheme == Scheme::Visa { "a reader declines" } else { "a reader may decline" };
            format!(
                " At this amount a check is asked (CVM limit), and none is told of: {does} where card and reader have no method in \
                 common."
            )
        }
        (true, true, false) if sale.passed(verified) && candidates.iter().any(|one| stops(sale, one)) => {
            " The tap passed the reader, so the transaction limit did not stop it.".to_owned()
        }
        (true, true, false) => {
            " The transaction limit as it is now does not stop a sale of this amount.".to_owned()
        }
    };
    format!(
        "Declined; the transaction does not tell why. The card, the terminal or the host decided.{limits}"
    )
}
