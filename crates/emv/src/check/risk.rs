//! C10 and C11: the data sent to a Mastercard card (9F1D) against what the kernel does (DF811B, DF8118,
//! DF8119).

use super::bit::{bytes, edit};
use super::facts::Facts;
use super::{CheckResult, Field, Fix, FixKind, Mode, Problem, Severity, TerminalMethod};
use crate::decode::Code;
use crate::param::{CVM_REQUIRED, KERNEL_CONFIGURATION, NO_CVM, RISK_DATA};
use crate::scheme::Scheme;

/// The bit of DF811B, and byte and bit of 9F1D that say the same.
const MODES: [(u8, usize, u8, Mode); 3] =
    [(0x80, 2, 0x80, Mode::MagStripe), (0x40, 2, 0x40, Mode::Emv), (0x20, 0, 0x04, Mode::PhoneUnlock)];

/// The bit of 9F1D byte 1 and the bit of DF8118 and DF8119 that say the same.
const METHODS: [(u8, u8, TerminalMethod); 5] = [
    (0x40, 0x40, TerminalMethod::OnlinePin),
    (0x20, 0x20, TerminalMethod::Signature),
    (0x10, 0x10, TerminalMethod::EncipheredPinByCard),
    (0x08, 0x08, TerminalMethod::NoCvm),
    (0x02, 0x80, TerminalMethod::PlaintextPinByCard),
];

/// C10: kernel configuration and 9F1D disagree about a mode.
pub(super) fn kernel_and_card(facts: &Facts<'_>) -> Option<CheckResult> {
    let (mut kernel, mut risk) = mastercard(facts, Code::KernelConfiguration)?;
    let before = (kernel.clone(), risk.clone());
    let mut differ = Vec::new();
    for (in_kernel, byte, in_risk, mode) in MODES {
        let (is_in_kernel, is_in_risk) = (before.0[0] & in_kernel != 0, before.1[byte] & in_risk != 0);
        if is_in_kernel != is_in_risk {
            differ.push(mode);
            risk[byte] ^= in_risk;
            kernel[0] ^= in_kernel;
        }
    }
    if differ.is_empty() {
        return None;
    }
    let align = |tag, with, edit| Fix::choice(FixKind::Align { tag, with }, vec![edit]);
    let fixes = [
        align("9F1D", &["DF811B"], edit(facts, Code::RiskData, &risk)?),
        align("DF811B", &["9F1D"], edit(facts, Code::KernelConfiguration, &kernel)?),
    ];
    let fields = [KERNEL_CONFIGURATION, RISK_DATA].map(Field::Param);
    Some(CheckResult::new(Severity::Warning, fields, Problem::ModesDiffer(differ)).fixed(fixes))
}

/// C11: 9F1D names other methods than DF8118 and DF8119 together.
pub(super) fn methods(facts: &Facts<'_>) -> Option<CheckResult> {
    let (required, mut risk) = mastercard(facts, Code::CvmRequired)?;
    let allowed_byte = required[0] | bytes(facts, Code::NoCvm)?[0];
    let of = |byte: u8, bit: fn(&(u8, u8, TerminalMethod)) -> u8| -> Vec<TerminalMethod> {
        METHODS.iter().filter(|row| byte & bit(row) != 0).map(|(_, _, method)| *method).collect()
    };
    let (offered, allowed) = (of(risk[0], |row| row.0), of(allowed_byte, |row| row.1));
    if offered == allowed {
        return None;
    }
    for (in_risk, in_kernel, _) in METHODS {
        risk[0] = if allowed_byte & in_kernel != 0 { risk[0] | in_risk } else { risk[0] & !in_risk };
    }
    let kind = FixKind::Align { tag: "9F1D", with: &["DF8118", "DF8119"] };
    let fix = Fix::choice(kind, vec![edit(facts, Code::RiskData, &risk)?]);
    let fields = [RISK_DATA, CVM_REQUIRED, NO_CVM].map(Field::Param);
    Some(
        CheckResult::new(Severity::Warning, fields, Problem::MethodsDiffer { offered, allowed }).fixed([fix]),
    )
}

/// A Mastercard configuration's value of a code, and its 9F1D.
fn mastercard(facts: &Facts<'_>, code: Code) -> Option<(Vec<u8>, Vec<u8>)> {
    (facts.subject.scheme == Some(Scheme::Mastercard)).then_some(())?;
    Some((bytes(facts, code)?, bytes(facts, Code::RiskData)?))
}
