//! C10 and C11: what a Mastercard card is told (9F1D) against what the kernel does (DF811B, DF8118, DF8119).

use super::bit::{bytes, edit};
use super::facts::Facts;
use super::{Field, Fix, Said, Severity};
use crate::decode::Code;
use crate::param::{CVM_REQUIRED, KERNEL_CONFIGURATION, NO_CVM, RISK_DATA};
use crate::scheme::Scheme;

/// The bit of DF811B, and byte and bit of 9F1D that say the same.
const MODES: [(u8, usize, u8, &str); 3] = [
    (0x80, 2, 0x80, "mag-stripe mode"),
    (0x40, 2, 0x40, "EMV mode"),
    (0x20, 0, 0x04, "the check on the phone (CDCVM)"),
];

/// The bit of 9F1D byte 1 and the bit of DF8118 and DF8119 that say the same.
const METHODS: [(u8, u8, &str); 5] = [
    (0x40, 0x40, "online PIN"),
    (0x20, 0x20, "signature"),
    (0x10, 0x10, "enciphered PIN checked by the card"),
    (0x08, 0x08, "no CVM"),
    (0x02, 0x80, "plaintext PIN checked by the card"),
];

/// C10: kernel configuration and 9F1D disagree about a mode.
pub(super) fn kernel_and_card(facts: &Facts<'_>) -> Option<Said> {
    let (mut kernel, mut risk) = mastercard(facts, Code::KernelConfiguration)?;
    let before = (kernel.clone(), risk.clone());
    let mut differ = Vec::new();
    for (in_kernel, byte, in_risk, words) in MODES {
        let (is_in_kernel, is_in_risk) = (before.0[0] & in_kernel != 0, before.1[byte] & in_risk != 0);
        if is_in_kernel != is_in_risk {
            differ.push(words);
            risk[byte] ^= in_risk;
            kernel[0] ^= in_kernel;
        }
    }
    if differ.is_empty() {
        return None;
    }
    let fixes = [
        ("Align 9F1D with DF811B", edit(facts, Code::RiskData, &risk)?),
        ("Align DF811B with 9F1D", edit(facts, Code::KernelConfiguration, &kernel)?),
    ];
    Some(Said {
        others: Vec::new(),
        fields: vec![Field::Param(KERNEL_CONFIGURATION), Field::Param(RISK_DATA)],
        severity: Severity::Warning,
        title: "Kernel and card are told different things".to_owned(),
        message: format!("DF811B and 9F1D disagree about {}.", listed(&differ)),
        fixes: fixes.map(|(label, edit)| Fix::choice(label, vec![edit])).to_vec(),
    })
}

/// C11: 9F1D names other methods than DF8118 and DF8119 together.
pub(super) fn methods(facts: &Facts<'_>) -> Option<Said> {
    let (required, mut risk) = mastercard(facts, Code::CvmRequired)?;
    let allowed = required[0] | bytes(facts, Code::NoCvm)?[0];
    let told = risk[0];
    let told_words: Vec<&str> =
        METHODS.iter().filter(|(bit, _, _)| told & bit != 0).map(|(_, _, words)| *words).collect();
    let allowed_words: Vec<&str> =
        METHODS.iter().filter(|(_, bit, _)| allowed & bit != 0).map(|(_, _, words)| *words).collect();
    if told_words == allowed_words {
        return None;
    }
    for (in_risk, in_kernel, _) in METHODS {
        risk[0] = if allowed & in_kernel != 0 { risk[0] | in_risk } else { risk[0] & !in_risk };
    }
    Some(Said {
        others: Vec::new(),
        fields: [RISK_DATA, CVM_REQUIRED, NO_CVM].map(Field::Param).to_vec(),
        severity: Severity::Warning,
        title: "Card is told other methods".to_owned(),
        message: format!(
            "The card is told {} (9F1D); the kernel allows {} (DF8118, DF8119).",
            listed(&told_words),
            listed(&allowed_words)
        ),
        fixes: vec![Fix::choice(
            "Align 9F1D with DF8118 and DF8119",
            vec![edit(facts, Code::RiskData, &risk)?],
        )],
    })
}

/// A Mastercard configuration's value of a code, and its 9F1D.
fn mastercard(facts: &Facts<'_>, code: Code) -> Option<(Vec<u8>, Vec<u8>)> {
    (facts.subject.scheme == Some(Scheme::Mastercard)).then_some(())?;
    Some((bytes(facts, code)?, bytes(facts, Code::RiskData)?))
}

pub(super) fn listed(words: &[&str]) -> String {
    match words {
        [] => "no method".to_owned(),
        [one] => (*one).to_owned(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}
