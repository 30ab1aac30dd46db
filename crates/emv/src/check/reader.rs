//! Checks of the limits against what the reader declares: L03, C03, C04, C05.
//!
//! From the configuration: the TTQ of Visa, UPI, Discover and JCB, and for C05 Mastercard's DF811B. Amex keeps it per
//! terminal (9F6E), so there L03, C04 and C05 cover the known terminals and are silent while no terminal is known.

use super::facts::{Facts, about_ttq};
use super::place::AMEX_ENHANCED;
use super::terminal::others;
use super::{CheckResult, Field, Fix, FixKind, Problem, Severity, Terminal};
use crate::cvm::{self, Capability};
use crate::hex;
use crate::limits::{LimitKind, is_no_limit};
use crate::param::{self, KERNEL_CONFIGURATION, RISK_DATA, TTQ, Value};
use crate::scheme::Scheme;
use crate::tap::{Ground, KernelModes};

/// C03: the reader never goes online, but amounts above the floor limit must.
pub(super) fn offline_only(facts: &Facts<'_>) -> Option<CheckResult> {
    let (scheme, limits) = facts.limited?;
    // Amex keeps it per terminal.
    let is_declared = scheme != Scheme::Amex && facts.declared(Capability::OfflineOnly) == Some(true);
    if !is_declared || limits.floor >= limits.transaction || is_no_limit(limits.floor) {
        return None;
    }
    let severity = if limits.floor == 0 { Severity::Error } else { Severity::Warning };
    let clear = cvm::bit(scheme, Capability::OfflineOnly)?.clear(facts.subject.params)?;
    let fields = [Field::Param(TTQ), Field::limit(LimitKind::Floor)];
    let problem = Problem::OfflineOnlyReader { floor: limits.floor };
    let fix = Fix::certain(FixKind::OnlineCapable, vec![clear]);
    Some(CheckResult::new(about_ttq(scheme, severity), fields, problem).fixed([fix]))
}

/// L03: the bits of a value leave no way to read a card contactless.
pub(super) fn no_tap(facts: &Facts<'_>) -> Option<CheckResult> {
    let scheme = facts.subject.scheme?;
    if scheme == Scheme::Amex {
        let without: Vec<_> =
            facts.terminals().iter().filter(|terminal| terminal.is_without_amex_mode()).collect();
        return (!without.is_empty()).then(|| no_amex_tap().naming(others(&without)));
    }
    let Some(no_tap) = cvm::no_tap(scheme, facts.subject.params) else {
        return cvm::card_is_told_no_tap(scheme, facts.subject.params).then(|| told_no_tap(facts));
    };
    let mut bytes = facts.subject.params.get(no_tap.key)?.bytes()?;
    // EMV mode: a TTQ declares it, DF811B denies it.
    let byte = bytes.first_mut()?;
    *byte = if no_tap.key == TTQ { *byte | 0x20 } else { *byte & !0x40 };
    let tag = if no_tap.key == TTQ { "9F66" } else { "DF811B" };
    let fix = FixKind::EmvModeOn { tag }.edit(no_tap.key, hex::text(&bytes));
    let problem = Problem::NoTap(Ground::of_no_tap(&no_tap));
    Some(CheckResult::new(Severity::Error, [Field::Param(no_tap.key)], problem).fixed([fix]))
}

/// L03 of a 9F1D alone: it only informs the card, and DF811B decides what the kernel runs.
fn told_no_tap(facts: &Facts<'_>) -> CheckResult {
    let params = facts.subject.params;
    let mut bytes = params.get(RISK_DATA).and_then(Value::bytes).unwrap_or_default();
    // Byte 3 of eight, which a byte of length may precede.
    if let Some(third) = bytes.len().checked_sub(6).and_then(|at| bytes.get_mut(at)) {
        *third &= !0x40;
    }
    let fix = FixKind::TellEmvModeOn.edit(RISK_DATA, hex::text(&bytes));
    let problem = Problem::CardToldNoTap(KernelModes::from_params(params));
    let fields = [RISK_DATA, KERNEL_CONFIGURATION].map(Field::Param);
    CheckResult::new(Severity::Warning, fields, problem).fixed([fix])
}

/// L03 of an Amex reader, whose 9F6E is its terminal's; so no fix of a configuration mends it.
pub(super) fn no_amex_tap() -> CheckResult {
    let ground = Ground::Bits { key: AMEX_ENHANCED, byte: 1, mask: 0x70, is_set: false };
    CheckResult::new(Severity::Error, [Field::Terminal(AMEX_ENHANCED)], Problem::NoTap(ground))
}

/// C04: a CVM is required, and the reader offers none.
pub(super) fn no_method(facts: &Facts<'_>) -> Option<CheckResult> {
    let (scheme, _) = facts.limited?;
    let problem = Problem::NoMethod { asks: facts.asking()? };
    if scheme == Scheme::Amex {
        let without =
            amex(facts, |terminal| terminal.amex_methods().is_some_and(|methods| methods & 0xF0 == 0))?;
        return Some(CheckResult::new(Severity::Error, AMEX_FIELDS, problem).naming(others(&without)));
    }
    if scheme == Scheme::Mastercard || !offers_nothing(facts) {
        return None;
    }
    let fixes = [
        facts.set(Capability::OnlinePin, |tag| FixKind::OfferPin { tag }),
        facts.set(Capability::PhoneCheck, |tag| FixKind::AcceptPhoneUnlock { tag }),
    ];
    let severity = about_ttq(scheme, Severity::Error);
    Some(CheckResult::new(severity, [Field::Param(TTQ)], problem).fixed(fixes.into_iter().flatten()))
}

/// C05: the phone's unlock is not announced; of Amex also where the reader does not announce that it takes phones.
pub(super) fn no_phone_check(facts: &Facts<'_>) -> Vec<CheckResult> {
    match facts.subject.scheme {
        Some(Scheme::Amex) => {
            [amex_without_check(facts), amex_without_phones(facts)].into_iter().flatten().collect()
        }
        _ => without_check(facts).into_iter().collect(),
    }
}

const AMEX_FIELDS: [Field; 2] = [Field::Terminal(AMEX_ENHANCED), Field::Param(param::CVM)];

fn amex_without_check(facts: &Facts<'_>) -> Option<CheckResult> {
    let problem = Problem::PhoneUnlockMissing { asks: facts.asking()? };
    let without = amex(facts, |terminal| {
        terminal.amex_methods().is_some_and(|methods| methods & 0xF0 != 0 && methods & 0x80 == 0)
    })?;
    Some(CheckResult::new(Severity::Warning, AMEX_FIELDS, problem).naming(others(&without)))
}

/// The behavior of such a reader with a phone is not published.
fn amex_without_phones(facts: &Facts<'_>) -> Option<CheckResult> {
    let problem = Problem::PhonesNotSupported { asks: facts.asking()? };
    let without = amex(facts, |terminal| {
        terminal.is_without_amex_mobile()
            && terminal.amex_methods().is_some_and(|methods| methods & 0x80 != 0)
    })?;
    Some(CheckResult::new(Severity::Warning, AMEX_FIELDS, problem).naming(others(&without)))
}

fn without_check(facts: &Facts<'_>) -> Option<CheckResult> {
    let (scheme, _) = facts.limited?;
    let problem = Problem::PhoneUnlockMissing { asks: facts.asking()? };
    let already_said = scheme != Scheme::Mastercard && offers_nothing(facts);
    if facts.declared(Capability::PhoneCheck) != Some(false) || already_said {
        return None;
    }
    let key = if scheme == Scheme::Mastercard { KERNEL_CONFIGURATION } else { TTQ };
    let fix = facts.set(Capability::PhoneCheck, |tag| FixKind::AcceptPhoneUnlock { tag });
    Some(CheckResult::new(Severity::Warning, [Field::Param(key)], problem).fixed(fix))
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
