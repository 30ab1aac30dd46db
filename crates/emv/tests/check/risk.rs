//! C10 and C11: the data sent to a Mastercard card against what the kernel does.

use tapline_emv::Scheme::{Mastercard, Visa};
use tapline_emv::Severity::Warning;
use tapline_emv::check::{Mode, Problem, TerminalMethod};

use super::{TestConfig, given};

fn pair(kernel: &str, risk: &str) -> TestConfig {
    given(Mastercard, 0, 5_000, 20_000).text("kernelConfiguration", kernel).text("terminalRiskMgmtData", risk)
}

fn methods(risk: &str, required: &str, none: &str) -> TestConfig {
    given(Mastercard, 0, 5_000, 20_000)
        .text("terminalRiskMgmtData", risk)
        .text("cvmCapabilityCVMRequired", required)
        .text("cvmCapabilityNoCVM", none)
}

#[test]
fn c10_fires_where_kernel_and_9f1d_disagree() {
    for (kernel, risk, expected) in [
        ("20", "082C00800000000000", Some(Warning)),
        ("A0", "44FF800000000000", None),
        ("A0", "40FF800000000000", Some(Warning)),
        ("60", "2C00400000000000", None),
        ("A0", "", None),
        ("A0", "00000000000000000000", None),
        ("", "44FF800000000000", None),
    ] {
        assert_eq!(pair(kernel, risk).severity("C10"), expected, "{kernel} {risk}");
    }
    let given = pair("20", "082C00800000000000");
    assert_eq!(given.problem("C10"), Problem::ModesDiffer(vec![Mode::MagStripe]));
    given.assert_fixed_by_each("C10", 2);
    pair("80", "2C00400000000000").assert_fixed_by_each("C10", 2);
    let mut visa = pair("20", "082C00800000000000");
    visa.scheme = Some(Visa);
    assert_eq!(visa.severity("C10"), None);
}

#[test]
fn c11_fires_where_9f1d_names_other_methods() {
    for (risk, required, none, expected) in [
        ("082C00800000000000", "20", "08", None),
        ("6CFF000000000000", "60", "08", None),
        ("6CFF000000000000", "20", "08", Some(Warning)),
        ("2C00800000000000", "60", "08", Some(Warning)),
        ("6EFF000000000000", "E0", "08", None),
        ("6CFF000000000000", "20", "", None),
        ("", "20", "08", None),
    ] {
        assert_eq!(methods(risk, required, none).severity("C11"), expected, "{risk} {required} {none}");
    }
    let given = methods("082C00800000000000", "60", "08");
    let offered = vec![TerminalMethod::Signature, TerminalMethod::NoCvm];
    let allowed = vec![TerminalMethod::OnlinePin, TerminalMethod::Signature, TerminalMethod::NoCvm];
    assert_eq!(given.problem("C11"), Problem::MethodsDiffer { offered, allowed });
    given.assert_fixed_by_each("C11", 1);
}
