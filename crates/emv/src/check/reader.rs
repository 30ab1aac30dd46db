//! Checks of the limits against what the reader declares: L03, C03, C04, C05.
//!
//! From the configuration: the TTQ of Visa, UPI, Discover and JCB, and for C05 Mastercard's DF811B. Amex keeps it per
//! terminal (9F6E), so there L03, C04 and C05 speak of the known terminals and are silent while none is known.

use super::facts::{Facts, about_ttq};
use super::place::AMEX_ENHANCED;
use super::terminal::{named, others};
use super::{Field, Fix, Said, Severity, Terminal};
use crate::cvm::{self, Capability};
use crate::hex;
use crate::limits::{LimitKind, is_no_limit};
use crate::param::{KERNEL_CONFIGURATION, RISK_DATA, TTQ, Value};
use crate::scheme::Scheme;

/// Said with every finding that rests on a JCB configuration's TTQ.
const JCB_DOUBT: &str = " A JCB reader likely uses other data than the stored TTQ.";

/// C03: the reader never goes online, but amounts above the floor limit must.
pub(super) fn offline_only(facts: &Facts<'_>) -> Option<Said> {
    let (scheme, limits) = facts.limited?;
    // Amex keeps it per terminal.
    let is_declared = scheme != Scheme::Amex && facts.declared(Capability::OfflineOnly) == Some(true);
    if !is_declared || limits.floor >= limits.transaction || is_no_limit(limits.floor) {
        return None;
    }
    let severity = if limits.floor == 0 { Severity::Error } else { Severity::Warning };
    let clear = cvm::bit(scheme, Capability::OfflineOnly)?.clear(facts.subject.params)?;
    Some(Said {
        others: Vec::new(),
        fields: vec![Field::Param(TTQ), Field::limit(LimitKind::Floor)],
        severity: about_ttq(scheme, severity),
        title: "Reader declared offline only".to_owned(),
        message: format!(
            "The reader is declared offline only (TTQ byte 1 bit 4), but amounts above {} must go online.{}",
            facts.money(limits.floor),
            doubt(scheme),
        ),
        fixes: vec![Fix::certain("Declare the reader online capable (9F66)", vec![clear])],
    })
}

/// L03: the bits of a value leave no way to read a card contactless.
pub(super) fn no_tap(facts: &Facts<'_>) -> Option<Said> {
    let scheme = facts.subject.scheme?;
    if scheme == Scheme::Amex {
        let without: Vec<_> =
            facts.terminals().iter().filter(|terminal| terminal.is_without_amex_mode()).collect();
        return (!without.is_empty())
            .then(|| Said { others: others(&without), ..no_amex_tap(&format!(" at {}", named(&without))) });
    }
    let Some(no_tap) = cvm::no_tap(scheme, facts.subject.params) else {
        return cvm::card_is_told_no_tap(scheme, facts.subject.params).then(|| told_no_tap(facts));
    };
    let mut bytes = facts.subject.params.get(no_tap.key)?.bytes()?;
    // EMV mode: a TTQ declares it, DF811B denies it.
    let byte = bytes.first_mut()?;
    *byte = if no_tap.key == TTQ { *byte | 0x20 } else { *byte & !0x40 };
    let name = if no_tap.key == TTQ { "9F66" } else { "DF811B" };
    let edit = (no_tap.key, Value::Text(hex::text(&bytes)));
    Some(Said {
        others: Vec::new(),
        fields: vec![Field::Param(no_tap.key)],
        severity: Severity::Error,
        title: "No tap can work".to_owned(),
        message: format!("Likely no tap works at any amount: {} ({}).", no_tap.what, no_tap.ground),
        fixes: vec![Fix::choice(format!("Switch EMV mode on ({name})"), vec![edit])],
    })
}

/// L03 of a 9F1D alone: the card is told so, and what the kernel runs is another value's to say.
fn told_no_tap(facts: &Facts<'_>) -> Said {
    let params = facts.subject.params;
    let mut bytes = params.get(RISK_DATA).and_then(Value::bytes).unwrap_or_default();
    // Byte 3 of eight, which a byte of length may precede.
    if let Some(third) = bytes.len().checked_sub(6).and_then(|at| bytes.get_mut(at)) {
        *third &= !0x40;
    }
    let edit = (RISK_DATA, Value::Text(hex::text(&bytes)));
    Said {
        others: Vec::new(),
        fields: vec![Field::Param(RISK_DATA), Field::Param(KERNEL_CONFIGURATION)],
        severity: Severity::Warning,
        title: "The card is told that no tap works".to_owned(),
        message: crate::words::told_no_tap(params),
        fixes: vec![Fix::choice("Tell the card that EMV mode is on (9F1D)", vec![edit])],
    }
}

/// L03 of an Amex reader, whose 9F6E is its terminal's; so no fix of a configuration mends it.
pub(super) fn no_amex_tap(place: &str) -> Said {
    Said {
        others: Vec::new(),
        fields: vec![Field::Terminal(AMEX_ENHANCED)],
        severity: Severity::Error,
        title: "No tap can work".to_owned(),
        message: format!(
            "Likely no tap works at any amount{place}: no contactless mode is set ({}).",
            cvm::NO_AMEX_MODE
        ),
        fixes: Vec::new(),
    }
}

/// C04: a CVM is required, and the reader offers none.
pub(super) fn no_method(facts: &Facts<'_>) -> Option<Said> {
    let (scheme, _) = facts.limited?;
    let asking = facts.asking()?;
    if scheme == Scheme::Amex {
        let without =
            amex(facts, |terminal| terminal.amex_methods().is_some_and(|methods| methods & 0xF0 == 0))?;
        return Some(Said {
            others: others(&without),
            fields: vec![Field::Terminal(AMEX_ENHANCED), Field::limit(LimitKind::Cvm)],
            severity: Severity::Error,
            title: "No way to verify the cardholder".to_owned(),
            message: format!(
                "{asking} a PIN or phone check (CVM) is required, and 9F6E byte 2 offers none at {}: such taps are likely declined.",
                named(&without),
            ),
            fixes: Vec::new(),
        });
    }
    if scheme == Scheme::Mastercard || !offers_nothing(facts) {
        return None;
    }
    let fixes = [
        facts.set(Capability::OnlinePin, "Offer online PIN"),
        facts.set(Capability::PhoneCheck, "Accept the phone check"),
    ];
    Some(Said {
        others: Vec::new(),
        fields: vec![Field::Param(TTQ)],
        severity: about_ttq(scheme, Severity::Error),
        title: "No way to verify the cardholder".to_owned(),
        message: format!(
            "{asking} a PIN or phone check (CVM) is required, and the reader offers none: such taps are \
             likely declined.{}",
            doubt(scheme),
        ),
        fixes: fixes.into_iter().flatten().collect(),
    })
}

/// C05: the check done on a phone is not announced; of Amex also where the reader does not announce that it takes phones.
pub(super) fn no_phone_check(facts: &Facts<'_>) -> Vec<Said> {
    match facts.subject.scheme {
        Some(Scheme::Amex) => {
            [amex_without_check(facts), amex_without_phones(facts)].into_iter().flatten().collect()
        }
        _ => without_check(facts).into_iter().collect(),
    }
}

fn amex_without_check(facts: &Facts<'_>) -> Option<Said> {
    let asking = facts.asking()?;
    let without = amex(facts, |terminal| {
        terminal.amex_methods().is_some_and(|methods| methods & 0xF0 != 0 && methods & 0x80 == 0)
    })?;
    let message = format!(
        "{asking} phones are treated like cards at {}: 9F6E does not announce the check done on the phone (CDCVM).",
        named(&without),
    );
    Some(about_phones(&without, "Phone check not announced", message))
}

/// What such a reader does with a phone is not published.
fn amex_without_phones(facts: &Facts<'_>) -> Option<Said> {
    let asking = facts.asking()?;
    let without = amex(facts, |terminal| {
        terminal.is_without_amex_mobile()
            && terminal.amex_methods().is_some_and(|methods| methods & 0x80 != 0)
    })?;
    let message = format!(
        "{asking} phones are possibly treated like cards at {}: 9F6E byte 2 bit 8 announces the check done on the phone (CDCVM), \
         but byte 1 bit 4 says that phones are not supported.",
        named(&without),
    );
    Some(about_phones(&without, "Phones not announced", message))
}

fn about_phones(terminals: &[&Terminal], title: &str, message: String) -> Said {
    Said {
        others: others(terminals),
        fields: vec![Field::Terminal(AMEX_ENHANCED), Field::limit(LimitKind::Cvm)],
        severity: Severity::Warning,
        title: title.to_owned(),
        message,
        fixes: Vec::new(),
    }
}

fn without_check(facts: &Facts<'_>) -> Option<Said> {
    let (scheme, _) = facts.limited?;
    let asking = facts.asking()?;
    let already_said = scheme != Scheme::Mastercard && offers_nothing(facts);
    if facts.declared(Capability::PhoneCheck) != Some(false) || already_said {
        return None;
    }
    let key = if scheme == Scheme::Mastercard { KERNEL_CONFIGURATION } else { TTQ };
    Some(Said {
        others: Vec::new(),
        fields: vec![Field::Param(key)],
        severity: Severity::Warning,
        title: "Phone check not announced".to_owned(),
        message: format!(
            "{asking} phones are treated like cards: the reader does not announce the check done on the \
             phone (CDCVM).{}",
            doubt(scheme),
        ),
        fixes: facts.set(Capability::PhoneCheck, "Accept the phone check").into_iter().collect(),
    })
}

/// The terminals that fit, and at which a tap can work; nothing if none does.
fn amex<'a>(facts: &Facts<'a>, fits: impl Fn(&Terminal) -> bool) -> Option<Vec<&'a Terminal>> {
    let works = |terminal: &&Terminal| !terminal.is_without_amex_mode();
    let found: Vec<&Terminal> =
        facts.terminals().iter().filter(works).filter(|terminal| fits(terminal)).collect();
    (!found.is_empty()).then_some(found)
}

fn offers_nothing(facts: &Facts<'_>) -> bool {
    [Capability::OnlinePin, Capability::Signature, Capability::PhoneCheck]
        .into_iter()
        .all(|capability| facts.declared(capability) == Some(false))
}

pub(super) fn doubt(scheme: Scheme) -> &'static str {
    if scheme == Scheme::Jcb { JCB_DOUBT } else { "" }
}
