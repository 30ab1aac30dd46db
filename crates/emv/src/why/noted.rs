//! What the terminal noted in the TVR: a link for every set bit, and for one that should be set and is not.

use super::chain::reason;
use super::{Candidate, Certainty, Entry, Reason, Sale};
use crate::bits::{Named, Reading};
use crate::limits::is_no_limit;
use crate::scheme::Scheme;
use crate::tvr;
use crate::words::capitalized;

/// Bits that people stumble over, in a sentence of their own; the others keep the words of the table.
const OWN: &[(&str, &str)] = &[
    (tvr::ONLINE_PIN, "A PIN was entered, for the issuer to check online."),
    (tvr::UNKNOWN_CVM, "The card asks for a verification that the terminal does not know."),
];

pub(super) fn tvr(sale: Sale<'_>, candidates: &[Candidate]) -> Vec<Reason> {
    let bits = match sale.tvr {
        Reading::Absent => return Vec::new(),
        Reading::Malformed(sentence) => return vec![reason(sentence.clone(), "TVR", Certainty::CannotKnow)],
        Reading::Bits(bits) => bits,
    };
    let tap = sale.entry == Entry::Tap;
    if tap && sale.scheme == Scheme::Visa && bits.is_empty() {
        let words = "No bit of the TVR is set: normal for a Visa tap, whose kernel does not fill it.";
        return vec![reason(words, "TVR, kernel 3", Certainty::Likely)];
    }
    let mut found: Vec<Reason> = Vec::new();
    found.extend(floor_missing(sale, candidates).filter(|_| tap));
    if sale.entry == Entry::TapStripe && !bits.is_empty() {
        let words = "A tap in mag-stripe mode has no TVR: this one is likely not of this sale.";
        found.push(reason(words, "TVR", Certainty::Likely));
    } else if !sale.entry.reads_chip() && !bits.is_empty() {
        let words = "No chip is read at this entry, so a TVR does not fit it: what it says is likely not of this sale.";
        found.push(reason(words, "TVR", Certainty::Likely));
    }
    found.extend(bits.iter().map(|bit| noted(sale, candidates, bit)));
    found
}

fn noted(sale: Sale<'_>, candidates: &[Candidate], bit: &Named) -> Reason {
    let ground = format!("TVR {}", bit.place);
    if !sale.entry.reads_chip() {
        return reason(format!("By this TVR: {}.", bit.words), ground, Certainty::CannotKnow);
    }
    if let Some(words) = floor_unfit(sale, candidates).filter(|_| bit.place == tvr::FLOOR) {
        return reason(words, ground, Certainty::Likely);
    }
    let own = OWN.iter().find(|(place, _)| *place == bit.place);
    let words = match own {
        _ if bit.place == tvr::FLOOR => floor(sale, candidates).to_owned(),
        Some((_, words)) => (*words).to_owned(),
        None if bit.is_reserved => "A bit is set that is reserved for future use.".to_owned(),
        None => format!("{}.", capitalized(bit.words)),
    };
    reason(words, ground, Certainty::Known)
}

fn floor(sale: Sale<'_>, candidates: &[Candidate]) -> &'static str {
    let mastercard = sale.scheme == Scheme::Mastercard;
    let zero = !candidates.is_empty() && candidates.iter().all(|one| one.limits.floor == 0);
    let offline = sale.host().is_some_and(|code| code.is_of_terminal());
    match (sale.entry.may_be_a_tap(), offline, zero) {
        (true, true, _) if mastercard => {
            "The amount exceeds the floor limit, which usually sends a sale online; by the response code it was decided offline."
        }
        (true, false, true) if mastercard => {
            "“The amount exceeds the floor limit” is normal: with a floor limit of 0 every sale exceeds it."
        }
        (true, false, false) if mastercard => {
            "The amount exceeds the floor limit. Action codes of terminal and card (TAC, IAC) decide what follows; they usually send the \
             sale online."
        }
        (true, true, _) => {
            "The amount exceeds the floor limit, which sends a sale online; by the response code it was decided offline."
        }
        (true, false, true) => {
            "“The amount exceeds the floor limit” is normal: with a floor limit of 0 every sale goes online."
        }
        (true, false, false) => "The amount exceeds the floor limit, so the sale goes online.",
        (false, ..) => {
            "“The amount exceeds the floor limit” speaks of the terminal's own contact limit, which is not in this \
             configuration; it is no fault."
        }
    }
}

/// Kernel 2 sets the bit itself (EMV Book C-2, S456.36); the kernels of other schemes may leave the TVR empty.
fn floor_missing(sale: Sale<'_>, candidates: &[Candidate]) -> Option<Reason> {
    let above = sale.is_compared()
        && !candidates.is_empty()
        && candidates.iter().all(|one| sale.amount > one.limits.floor && !is_no_limit(one.limits.floor));
    if sale.scheme != Scheme::Mastercard || sale.has(tvr::FLOOR) || !above {
        return None;
    }
    let words = format!(
        "“The amount exceeds the floor limit” is not set, although {} exceeds it as it is now: the floor limit was likely \
         another one then.",
        sale.currency.money(sale.amount)
    );
    Some(reason(words, format!("TVR {}", tvr::FLOOR), Certainty::Likely))
}

/// The bit is set and no configuration explains it. Where the kernel leaves the TVR empty, the terminal sets it.
fn floor_unfit(sale: Sale<'_>, candidates: &[Candidate]) -> Option<String> {
    let within = sale.is_compared()
        && !candidates.is_empty()
        && candidates.iter().all(|one| sale.amount <= one.limits.floor);
    if !sale.entry.may_be_a_tap() || !within {
        return None;
    }
    let or = match (sale.entry, sale.scheme) {
        (Entry::Unknown, _) => ", or it was no tap",
        (_, Scheme::Mastercard) => "",
        _ => ", or the terminal sets the bit by a limit of its own",
    };
    Some(format!(
        "“The amount exceeds the floor limit” is set, although {} does not exceed it as it is now: the floor limit was likely another \
         one then{or}.",
        sale.currency.money(sale.amount)
    ))
}
