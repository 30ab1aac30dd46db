//! Checks of Mastercard's CVM capabilities, DF8118 and DF8119: C06, C07, L05, C08.
//!
//! On a tap kernel 2 can perform online PIN, signature, no CVM and the phone's unlock, so the other bits of these bytes never help. C06,
//! C07 and L05 speak whatever the flag of C08 says.

use super::facts::Facts;
use super::{CheckResult, Field, Fix, FixKind, Problem, Severity};
use crate::cvm::{self, Capability};
use crate::param::{CVM_REQUIRED, NEW_CVM_RULE, NO_CVM, Value};
use crate::scheme::Scheme;
use crate::tap::{Method, Methods};

/// Usual values of DF8118 with at least one method for a card.
const USUAL: [&str; 3] = ["40", "60", "68"];

/// C06: above the CVM limit no method remains for a card.
pub(super) fn no_real_cvm(facts: &Facts<'_>) -> Option<CheckResult> {
    let asks = mastercard(facts)?.asking()?;
    if facts.declared(Capability::OnlinePin)? || facts.declared(Capability::Signature)? {
        return None;
    }
    let (severity, problem) = if facts.declared(Capability::NoCvmAbove)? {
        (Severity::Warning, Problem::CvmWithoutEffect { asks })
    } else {
        (Severity::Error, Problem::NoMethodForCards { asks })
    };
    let set = |hex: &'static str| {
        let methods = u8::from_str_radix(hex, 16).map_or(Methods::EMPTY, methods);
        FixKind::SetMethods { tag: "DF8118", hex, methods }.edit(CVM_REQUIRED, hex)
    };
    Some(CheckResult::new(severity, [Field::Param(CVM_REQUIRED)], problem).fixed(USUAL.map(set)))
}

/// The methods of a tap that a byte of DF8118 or DF8119 has.
fn methods(byte: u8) -> Methods {
    Methods::from_flags([
        (byte & 0x08 != 0, Method::Nothing),
        (byte & 0x40 != 0, Method::Pin),
        (byte & 0x20 != 0, Method::Signature),
        (false, Method::Phone),
    ])
}

/// Methods set in DF8119; `None` if it is absent or unreadable, or no tap works.
fn below(facts: &Facts<'_>) -> Option<Methods> {
    mastercard(facts).filter(|facts| !facts.no_tap())?;
    let has = |capability| facts.declared(capability);
    Some(Methods::from_flags([
        (has(Capability::NoCvmBelow)?, Method::Nothing),
        (has(Capability::OnlinePinBelow)?, Method::Pin),
        (has(Capability::SignatureBelow)?, Method::Signature),
        (false, Method::Phone),
    ]))
}

/// C07: up to the CVM limit, passing without verification is not allowed.
pub(super) fn no_cvm_denied(facts: &Facts<'_>) -> Option<CheckResult> {
    let methods = below(facts).filter(|methods| !methods.has(Method::Nothing))?;
    let (severity, problem) = if methods.is_empty() {
        let is_likely = !cvm::is_without_rule(Scheme::Mastercard, facts.subject.params);
        (Severity::Error, Problem::NothingBelow { is_likely })
    } else {
        (Severity::Warning, Problem::RequiredBelow(methods))
    };
    let set = cvm::bit(Scheme::Mastercard, Capability::NoCvmBelow)?.set(facts.subject.params)?;
    let fix = Fix::certain(FixKind::AllowNoCvm, vec![set]);
    Some(CheckResult::new(severity, [Field::Param(NO_CVM)], problem).fixed([fix]))
}

/// L05: up to the CVM limit, the reader may follow the card's own list. Without the new CVM rule DF8119 likely doesn't count.
pub(super) fn offered_below(facts: &Facts<'_>) -> Option<CheckResult> {
    let methods = below(facts).filter(|methods| methods.has(Method::Nothing) && methods.asks())?;
    let is_off = cvm::is_without_rule(Scheme::Mastercard, facts.subject.params);
    let severity = if is_off { Severity::Info } else { Severity::Warning };
    let problem = Problem::OfferedBelow(methods.without(Method::Nothing));
    let usual = FixKind::SetMethods { tag: "DF8119", hex: "08", methods: Methods::only(Method::Nothing) };
    Some(CheckResult::new(severity, [Field::Param(NO_CVM)], problem).fixed([usual.edit(NO_CVM, "08")]))
}

/// C08: DF8118 or DF8119 without the flag that likely switches them on.
pub(super) fn flag_off(facts: &Facts<'_>) -> Option<CheckResult> {
    mastercard(facts)?;
    let ignored = [CVM_REQUIRED, NO_CVM].into_iter().filter(|key| facts.text(key).is_some());
    let fields: Vec<Field> = [NEW_CVM_RULE].into_iter().chain(ignored).map(Field::Param).collect();
    let is_off = match facts.subject.params.get(NEW_CVM_RULE) {
        None => true,
        Some(value) => !value.flag()?,
    };
    if fields.len() == 1 || !is_off {
        return None;
    }
    let fix = Fix::choice(FixKind::NewRuleOn, vec![(NEW_CVM_RULE, Value::Flag(true))]);
    Some(CheckResult::new(Severity::Info, fields, Problem::NewRuleOff).fixed([fix]))
}

fn mastercard<'f, 'a>(facts: &'f Facts<'a>) -> Option<&'f Facts<'a>> {
    (facts.subject.scheme == Some(Scheme::Mastercard)).then_some(facts)
}
