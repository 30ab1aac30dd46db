//! What the parameters of a configuration add to its limits: what a Mastercard reader may use on either side of the CVM limit,
//! what it does not offer, and that no tap can work. Only where all candidates say the same.

use super::tap::{Limit, happened, phrase};
use super::{Candidate, Certainty, Entry, Said, Sale};
use crate::cvm::{self, Capability};
use crate::limits::LimitKind;
use crate::param::{self, Value};
use crate::performed::{self, Verified};
use crate::scheme::Scheme;
use crate::tvr;
use crate::words::terminal::{self, Offline};

/// What all configurations declare.
pub(super) fn declared(sale: Sale<'_>, candidates: &[Candidate], capability: Capability) -> Option<bool> {
    let mut all = candidates.iter().map(|one| cvm::declared(sale.scheme, capability, &one.params));
    let first = all.next()??;
    all.all(|other| other == Some(first)).then_some(first)
}

/// Whether what all configurations declare above the CVM limit likely does not count.
pub(super) fn is_without_rule(sale: Sale<'_>, candidates: &[Candidate]) -> bool {
    candidates.iter().any(|one| cvm::is_without_rule(sale.scheme, &one.params))
}

/// Whether a Mastercard was tapped in mag-stripe mode, or can be tapped in no other: other values decide about a check there
/// (DF811E, DF812C) than this interface has.
pub(super) fn by_other_bytes(sale: Sale<'_>, candidates: &[Candidate]) -> bool {
    let only = |one: &Candidate| cvm::mag_stripe_only(sale.scheme, &one.params).is_some();
    sale.scheme == Scheme::Mastercard && (sale.entry == Entry::TapStripe || candidates.iter().any(only))
}

/// What stands against DF8118 and DF8119 where the new rule is off or not given (a hint: a comparable service).
const RULE: &str =
    "it likely counts only with the new CVM rule (isNewCVMRuleForMC), which is off as far as is known";

/// Whether the use of what is declared is only likely, in one of the configurations at least.
pub(super) fn only_likely(sale: Sale<'_>, candidates: &[Candidate], capability: Capability) -> bool {
    candidates.iter().any(|one| cvm::only_likely(sale.scheme, Some(capability), &one.params))
}

/// Why nothing can go online, if every configuration says so.
pub(super) fn offline(sale: Sale<'_>, candidates: &[Candidate]) -> Option<Offline> {
    let mut all = candidates.iter().map(|one| terminal::offline(sale.scheme, &one.params));
    let first = all.next()??;
    all.all(|other| other.is_some()).then_some(first)
}

/// Whether DF8119 lets no card pass up to the CVM limit, and names no check either.
pub(super) fn declines_below(sale: Sale<'_>, candidates: &[Candidate]) -> bool {
    let lacks = |capability| declared(sale, candidates, capability) == Some(false);
    needs_check_below(sale, candidates)
        && super::tap::reached(sale, candidates) == Some(Limit::NotReached)
        && lacks(Capability::OnlinePinBelow)
        && lacks(Capability::SignatureBelow)
}

/// The bits that leave no tap, if every configuration has them.
pub(super) fn no_tap(sale: Sale<'_>, candidates: &[Candidate]) -> Option<cvm::NoTap> {
    let mut all = candidates.iter().map(|one| cvm::no_tap(sale.scheme, &one.params));
    let first = all.next()??;
    all.all(|other| other.is_some()).then_some(first)
}

/// Where a parameter and not the limit is the reason.
pub(super) fn decided(
    sale: Sale<'_>,
    verified: Option<Verified>,
    limit: Limit,
    candidates: &[Candidate],
) -> Option<Said> {
    if sale.scheme != Scheme::Mastercard || by_other_bytes(sale, candidates) {
        return None;
    }
    let says = |capability| declared(sale, candidates, capability);
    let counts = !only_likely(sale, candidates, Capability::NoCvmBelow);
    let (happened, phrase) = (happened(verified), phrase(sale, limit, candidates));
    let words = match (verified, limit) {
        (Some(asked), Limit::NotReached) if asked.is_asked() => {
            let (pin, signature) = (Capability::OnlinePinBelow, Capability::SignatureBelow);
            let offered = match asked {
                Verified::Pin => says(pin) == Some(true),
                Verified::Signature => says(signature) == Some(true),
                _ => says(pin) == Some(true) || says(signature) == Some(true),
            };
            let df8119 = value("DF8119", param::NO_CVM, candidates);
            match (says(Capability::NoCvmBelow), offered) {
                (Some(false), true) if counts => Some(format!(
                    "{happened}, although {phrase}: {df8119} does not allow “No CVM” up to the limit."
                )),
                (Some(false), true) => {
                    let words = format!(
                        "{happened}, although {phrase}: {df8119} does not allow “No CVM” up to the limit, but {RULE}; if it does not \
                         count, the card or its issuer asked for it, or the limit was another one then."
                    );
                    return Some((words, Certainty::CannotKnow));
                }
                (Some(true), false) if counts => {
                    let words = format!(
                        "{happened}, although {phrase} and {df8119} offers the card no such check up to the limit: the issuer likely \
                         asked for it in its answer to a first try, or one of the two was another one then."
                    );
                    return Some((words, Certainty::CannotKnow));
                }
                _ => None,
            }
        }
        (Some(Verified::Nothing), Limit::NotReached) if needs_check_below(sale, candidates) => {
            return unasked_below(sale, &phrase, candidates);
        }
        (Some(Verified::Nothing), Limit::Reached) if says(Capability::NoCvmAbove) == Some(true) => {
            let df8118 = value("DF8118", param::CVM_REQUIRED, candidates);
            let words =
                format!("{happened}, although {phrase}: {df8118} allows “No CVM” above the limit as well");
            if !counts {
                return Some((format!("{words}, but {RULE}."), Certainty::CannotKnow));
            }
            Some(format!("{words}."))
        }
        (Some(Verified::Failed), limit) => {
            let (tag, key, side) = match limit {
                Limit::Reached => ("DF8118", param::CVM_REQUIRED, "above"),
                Limit::NotReached => ("DF8119", param::NO_CVM, "up to"),
            };
            let may = if counts { "may" } else { "likely may" };
            says(in_force(limit)).is_some().then(|| {
                format!(
                    "{happened}: none of the card's methods fits what the reader {may} use {side} the CVM limit, {}.",
                    value(tag, key, candidates)
                )
            })
        }
        _ => None,
    };
    Some((words?, Certainty::Likely))
}

/// Whether DF8119 surely lets no card pass without a check up to the limit.
pub(super) fn needs_check_below(sale: Sale<'_>, candidates: &[Candidate]) -> bool {
    let capability = Capability::NoCvmBelow;
    let counts = !only_likely(sale, candidates, capability) && !by_other_bytes(sale, candidates);
    declared(sale, candidates, capability) == Some(false) && counts
}

/// A card would have been asked by DF8119 and was not. A phone that verified its owner passes, and a card without verification
/// (EMV Book C-2, 7.5).
fn unasked_below(sale: Sale<'_>, phrase: &str, candidates: &[Candidate]) -> Option<Said> {
    let by_phone = declared(sale, candidates, Capability::PhoneCheck) != Some(false);
    let is_phone = sale.wallet.is_some() || performed::is_phone_unasked(sale.cvm_performed, sale.scheme);
    if by_phone && is_phone {
        return None;
    }
    let df8119 = value("DF8119", param::NO_CVM, candidates);
    let told = performed::method_of(sale.cvm_performed).is_some();
    let (why, certainty) = if performed::card_has_none(sale.cvm_performed, sale.scheme) {
        ("the card likely offers no verification (CVM results 3F0000)", Certainty::Likely)
    } else if told || is_phone {
        ("it was likely another value then", Certainty::Likely)
    } else if by_phone {
        (
            "it was likely another value then, or a phone checked its owner, or the card offers no verification",
            Certainty::CannotKnow,
        )
    } else {
        ("it was likely another value then, or the card offers no verification", Certainty::CannotKnow)
    };
    let words = format!(
        "No PIN was asked, although {df8119} does not allow “No CVM” up to the limit ({phrase}): {why}."
    );
    Some((words, certainty))
}

/// A Mastercard passed unverified above the limit, and it has a list of methods: then the reader let "No CVM" pass (EMV Book C-2,
/// 7.5).
pub(super) fn unasked_above(sale: Sale<'_>, phrase: &str, candidates: &[Candidate]) -> Option<Said> {
    let ground = if performed::is_no_cvm_of_list(sale.cvm_performed) {
        format!("CVM results {}", sale.cvm_performed.trim())
    } else if sale.has(tvr::UNKNOWN_CVM) {
        format!("TVR {}", tvr::UNKNOWN_CVM)
    } else {
        return None;
    };
    if sale.scheme != Scheme::Mastercard || by_other_bytes(sale, candidates) {
        return None;
    }
    let capability = Capability::NoCvmAbove;
    let counts = !only_likely(sale, candidates, capability);
    let df8118 = value("DF8118", param::CVM_REQUIRED, candidates);
    let (so, certainty) = match declared(sale, candidates, capability) {
        Some(false) if counts => (
            format!(
                " and {df8118} allows no “No CVM” above the limit, so the limit or DF8118 was likely another one then"
            ),
            Certainty::Likely,
        ),
        Some(false) => (
            format!(
                ", so the limit was likely another one then; {df8118} allows no “No CVM” above it, but {RULE}"
            ),
            Certainty::CannotKnow,
        ),
        _ => (
            ", so the limit was likely another one then, or “No CVM” is allowed above it (DF8118)".to_owned(),
            Certainty::CannotKnow,
        ),
    };
    let words =
        format!("No PIN was asked, although {phrase}: the card has a list of methods ({ground}){so}.");
    Some((words, certainty))
}

/// What would have been asked of a card, or was where that is not told: where DF8118 or DF8119 and not the limit decides it.
pub(super) fn of_card(
    sale: Sale<'_>,
    verified: Option<Verified>,
    limit: Limit,
    candidates: &[Candidate],
) -> Option<String> {
    let capability = in_force(limit);
    if by_other_bytes(sale, candidates) {
        let denied =
            limit == Limit::NotReached && declared(sale, candidates, Capability::NoCvmBelow) == Some(false);
        return denied.then(|| {
            "and in mag-stripe mode another value decides (DF812C), so whether a card would have been asked is not known".to_owned()
        });
    }
    let without = declared(sale, candidates, capability)?;
    let (tag, rule) = match (limit, without) {
        (Limit::Reached, true) => {
            (value("DF8118", param::CVM_REQUIRED, candidates), "allows “No CVM” above the limit as well")
        }
        (Limit::NotReached, false) => {
            (value("DF8119", param::NO_CVM, candidates), "does not allow “No CVM” up to the limit")
        }
        _ => return None,
    };
    let is_told = verified.is_some();
    // Neither PIN nor signature in DF8119: nothing could have been asked.
    let lacks = |capability| declared(sale, candidates, capability) == Some(false);
    let nothing = lacks(Capability::OnlinePinBelow) && lacks(Capability::SignatureBelow);
    Some(match (limit, only_likely(sale, candidates, capability)) {
        (Limit::NotReached, false) if nothing && is_told => {
            format!("but {tag} {rule} and names no check, so a card would likely have been declined")
        }
        (Limit::NotReached, false) if nothing => {
            format!("but {tag} {rule} and names no check, so a card is likely declined")
        }
        (Limit::NotReached, false) if is_told => {
            format!("but {tag} {rule}, so a card would have needed a check all the same")
        }
        (Limit::NotReached, false) => format!("but {tag} {rule}, so a card was likely asked all the same"),
        (_, likely) => {
            let asked = if is_told { "a card would have been asked" } else { "a PIN was asked" };
            let doubt = if likely { format!("; {RULE}") } else { String::new() };
            format!("but {tag} {rule}, so whether {asked} is not known{doubt}")
        }
    })
}

/// A capability that tells whether the value in force can be read.
fn in_force(limit: Limit) -> Capability {
    match limit {
        Limit::Reached => Capability::NoCvmAbove,
        Limit::NotReached => Capability::NoCvmBelow,
    }
}

/// "DF8118 20".
pub(super) fn value(tag: &str, key: &str, candidates: &[Candidate]) -> String {
    let texts: Vec<_> =
        candidates.iter().map(|one| one.params.get(key).and_then(Value::text).unwrap_or_default()).collect();
    match texts.as_slice() {
        [first, others @ ..] if others.iter().all(|other| other == first) => format!("{tag} {first}"),
        _ => tag.to_owned(),
    }
}

/// Whether a card could have asked for this check: not where the value in force surely lacks it.
pub(super) fn offers_it(sale: Sale<'_>, verified: Option<Verified>, candidates: &[Candidate]) -> bool {
    let capability = match verified {
        Some(Verified::Pin) => Capability::OnlinePinBelow,
        Some(Verified::Signature) => Capability::SignatureBelow,
        _ => return true,
    };
    let counts = !only_likely(sale, candidates, capability) && !by_other_bytes(sale, candidates);
    let lacks = declared(sale, candidates, capability) == Some(false) && counts;
    sale.scheme != Scheme::Mastercard || !lacks
}

/// What the sale did and the reader, as configured now, cannot do.
pub(super) fn misfits(sale: Sale<'_>, verified: Option<Verified>, candidates: &[Candidate]) -> Vec<String> {
    let mut notes = Vec::new();
    let worked = !sale.is_declined() || sale.passed(verified);
    if let Some(no_tap) = no_tap(sale, candidates).filter(|_| worked) {
        notes.push(format!(
            "As configured now, likely no tap works: {} ({}). It was likely another value then.",
            no_tap.what, no_tap.ground
        ));
    }
    // A host that answered was reached online.
    let answered = sale.host().is_some_and(|code| !code.is_of_terminal());
    if let Some(offline) = offline(sale, candidates).filter(|_| answered) {
        notes.push(format!(
            "As configured now, {}, but a host answered; it was likely another value then.",
            offline.what_and_where()
        ));
    }
    // Kernel 2 takes this way only where it counts the phone's own check. EMV Book C-2, 7.5.
    let unannounced = performed::is_phone_unasked(sale.cvm_performed, sale.scheme)
        && declared(sale, candidates, Capability::PhoneCheck) == Some(false);
    if unannounced {
        notes.push(format!(
            "As configured now, the reader does not announce the phone check ({}), which {} needs; it was likely another value then.",
            place(sale, Capability::PhoneCheck),
            sale.cvm_performed.trim()
        ));
    }
    let below = super::tap::reached(sale, candidates) == Some(Limit::NotReached);
    let of = |above, under| if below && sale.scheme == Scheme::Mastercard { under } else { above };
    let (capability, what) = match verified {
        Some(Verified::Pin) => (of(Capability::OnlinePin, Capability::OnlinePinBelow), "online PIN"),
        Some(Verified::Signature) => (of(Capability::Signature, Capability::SignatureBelow), "signature"),
        Some(Verified::OnDevice) => (Capability::PhoneCheck, "the phone check (CDCVM)"),
        Some(Verified::PinOrSignature | Verified::Nothing | Verified::Failed) | None => return notes,
    };
    let is_open = capability != Capability::PhoneCheck
        && (is_without_rule(sale, candidates) || by_other_bytes(sale, candidates));
    if declared(sale, candidates, capability) == Some(false) && !is_open {
        let bit = place(sale, capability);
        let likely = if only_likely(sale, candidates, capability) { "likely " } else { "" };
        let why = match capability {
            // Nothing is wrong with it then.
            _ if super::tap::by_issuer(sale, verified, candidates).is_some() => return notes,
            Capability::OnlinePinBelow => "the issuer likely asked for it, or it was another value then",
            _ => "it was likely another value then",
        };
        notes.push(format!("As configured now, the reader {likely}does not offer {what} ({bit}); {why}."));
    }
    notes
}

/// Where a capability is declared: "TTQ byte 1 bit 3".
pub(super) fn place(sale: Sale<'_>, capability: Capability) -> &'static str {
    let bit = cvm::bit(sale.scheme, capability).map_or("", |bit| bit.decided_by);
    bit.strip_prefix("clCVMLimit, ").unwrap_or(bit)
}

/// Whether the reader offers the PIN that an issuer asks for.
pub(super) enum Pin {
    /// No, with what is declared: "the reader offers no PIN (TTQ byte 1 bit 3)".
    No(String),
    /// The configurations differ.
    Divided,
    /// Nothing speaks against it.
    Possible,
}

pub(super) fn pin(sale: Sale<'_>, candidates: &[Candidate]) -> Pin {
    let capability = Capability::OnlinePin;
    let counts = |one: &Candidate| !cvm::is_without_rule(sale.scheme, &one.params);
    let lacks =
        |one: &Candidate| counts(one) && cvm::declared(sale.scheme, capability, &one.params) == Some(false);
    if by_other_bytes(sale, candidates) {
        return Pin::Possible;
    }
    match candidates.iter().filter(|one| lacks(one)).count() {
        0 => Pin::Possible,
        many if many == candidates.len() => {
            let likely = if only_likely(sale, candidates, capability) { "likely " } else { "" };
            Pin::No(format!("the reader {likely}offers no PIN ({})", place(sale, capability)))
        }
        _ => Pin::Divided,
    }
}

/// The limit's name with its parameter, as a ground.
pub(super) fn ground(limit: LimitKind) -> String {
    format!("{} ({})", limit.noun(), limit.param())
}
