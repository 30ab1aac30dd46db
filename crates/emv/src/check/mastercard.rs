//! Checks of Mastercard's CVM capabilities, DF8118 and DF8119: C06, C07, C08.
//!
//! On a tap kernel 2 can perform online PIN, signature, no CVM and the check on the phone, so the other bits of
//! these bytes never help. C06 and C07 speak whatever the flag of C08 says.

use super::facts::Facts;
use super::{Field, Fix, Said, Severity};
use crate::cvm::{self, Capability};
use crate::param::{CVM_REQUIRED, NEW_CVM_RULE, NO_CVM, Value};
use crate::scheme::Scheme;

/// Usual values of DF8118 with at least one method for a card.
const METHODS: [(&str, &str); 3] =
    [("40", "online PIN"), ("60", "online PIN and signature"), ("68", "online PIN, signature and none")];

/// C06: above the CVM limit no method remains for a card.
pub(super) fn no_real_cvm(facts: &Facts<'_>) -> Option<Said> {
    let asking = mastercard(facts)?.asking()?;
    if facts.declared(Capability::OnlinePin)? || facts.declared(Capability::Signature)? {
        return None;
    }
    let (severity, title, message) = if facts.declared(Capability::NoCvmAbove)? {
        let message = format!(
            "{asking} a card may also pass without any check: the CVM limit has no effect for cards."
        );
        (Severity::Warning, "CVM limit without effect for cards", message)
    } else {
        let message = format!(
            "{asking} no method can succeed for a card: DF8118 names neither online PIN nor signature."
        );
        (Severity::Error, "No way to verify a card", message)
    };
    let fixes = METHODS.map(|(hex, words)| {
        Fix::choice(format!("Set DF8118 to {hex} ({words})"), vec![text(CVM_REQUIRED, hex)])
    });
    let fields = vec![Field::Param(CVM_REQUIRED)];
    Some(Said {
        others: Vec::new(),
        fields,
        severity,
        title: title.to_owned(),
        message,
        fixes: fixes.to_vec(),
    })
}

/// C07: up to the CVM limit, passing without a check is not allowed.
pub(super) fn no_cvm_denied(facts: &Facts<'_>) -> Option<Said> {
    mastercard(facts).filter(|facts| !facts.no_tap())?;
    let bit = cvm::bit(Scheme::Mastercard, Capability::NoCvmBelow)?;
    if facts.declared(Capability::NoCvmBelow)? {
        return None;
    }
    let below = [(Capability::OnlinePinBelow, "PIN"), (Capability::SignatureBelow, "signature")]
        .map(|(capability, words)| (facts.declared(capability) == Some(true)).then_some(words));
    let (severity, title, message) = match below {
        [None, None] => (
            Severity::Error,
            "No way to pass up to the CVM limit",
            format!(
                "Up to the CVM limit no method can succeed for a card: DF8119 allows neither “No CVM” (bit 4) nor online PIN nor \
                 signature, so it is {} declined.",
                // DF8119 likely counts only with the new CVM rule.
                if cvm::only_likely(Scheme::Mastercard, Some(Capability::NoCvmBelow), facts.subject.params) {
                    "possibly"
                } else {
                    "likely"
                },
            ),
        ),
        methods => (
            Severity::Warning,
            "Small amounts need a check",
            format!(
                "Up to the CVM limit, passing without a check is not allowed (DF8119 bit 4): a {} for a coffee.",
                methods.into_iter().flatten().collect::<Vec<_>>().join(" or "),
            ),
        ),
    };
    Some(Said {
        others: Vec::new(),
        fields: vec![Field::Param(NO_CVM)],
        severity,
        title: title.to_owned(),
        message,
        fixes: vec![Fix::certain(
            "Allow no CVM up to the limit (DF8119)",
            vec![bit.set(facts.subject.params)?],
        )],
    })
}

/// C08: DF8118 or DF8119 without the flag that likely switches them on.
pub(super) fn flag_off(facts: &Facts<'_>) -> Option<Said> {
    mastercard(facts)?;
    let ignored = [CVM_REQUIRED, NO_CVM].into_iter().filter(|key| facts.text(key).is_some());
    let fields: Vec<Field> = [NEW_CVM_RULE].into_iter().chain(ignored).map(Field::Param).collect();
    if fields.len() == 1 {
        return None;
    }
    let off = match facts.subject.params.get(NEW_CVM_RULE) {
        None => true,
        Some(value) => !value.flag()?,
    };
    off.then(|| Said {
        others: Vec::new(),
        fields,
        severity: Severity::Info,
        title: "CVM capabilities likely ignored".to_owned(),
        message:
            "DF8118 and DF8119 are likely ignored: they are used with the new CVM rule only, and it is off."
                .to_owned(),
        fixes: vec![Fix::choice("Switch the new CVM rule on", vec![(NEW_CVM_RULE, Value::Flag(true))])],
    })
}

fn mastercard<'f, 'a>(facts: &'f Facts<'a>) -> Option<&'f Facts<'a>> {
    (facts.subject.scheme == Some(Scheme::Mastercard)).then_some(facts)
}

fn text(key: &'static str, hex: &str) -> (&'static str, Value) {
    (key, Value::Text(hex.to_owned()))
}
