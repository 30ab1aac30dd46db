//! L03, C03, C04 and C05: the limits against what the reader declares.

use tapline_emv::Comparison;
use tapline_emv::Scheme::{self, Amex, Discover, Jcb, Mastercard, UnionPay, Visa};
use tapline_emv::Severity::{self, Error, Warning};
use tapline_emv::Value;
use tapline_emv::check::{Problem, Threshold};
use tapline_emv::tap::KernelModes;

use super::{TestConfig, given};

const TTQ: &str = "terminalTransactionQualifiers";

fn with_ttq(scheme: Scheme, floor: u64, ttq: &str) -> TestConfig {
    given(scheme, floor, 5_000, 20_000).text(TTQ, ttq)
}

#[test]
fn c03_fires_on_an_offline_only_reader_that_must_go_online() {
    let table: &[(Scheme, u64, &str, Option<Severity>)] = &[
        (Visa, 0, "2E804080", Some(Error)),
        (UnionPay, 1_000, "2E804080", Some(Warning)),
        (Jcb, 0, "2E804080", Some(Warning)),
        (Visa, 20_000, "2E804080", None),
        (Visa, 0, "26804080", None),
        (Visa, 0, "2E8040", None),
        (Amex, 0, "2E804080", None),
        (Mastercard, 0, "2E804080", None),
    ];
    for (scheme, floor, ttq, expected) in table {
        assert_eq!(with_ttq(*scheme, *floor, ttq).severity("C03"), *expected, "{scheme:?} {floor} {ttq}");
    }
    with_ttq(Visa, 0, "2E804080").assert_fixed_by_each("C03", 1);
}

#[test]
fn c04_fires_when_a_cvm_is_required_and_none_is_offered() {
    let table: &[(Scheme, &str, Option<Severity>)] = &[
        (Visa, "20800080", Some(Error)),
        (Discover, "20000000", Some(Error)),
        (Jcb, "20000000", Some(Warning)),
        (Visa, "24800080", None),
        (Visa, "22800080", None),
        (Visa, "20804080", None),
        (Visa, "", None),
        (Mastercard, "20000000", None),
        (Amex, "20000000", None),
    ];
    for (scheme, ttq, expected) in table {
        assert_eq!(with_ttq(*scheme, 0, ttq).severity("C04"), *expected, "{scheme:?} {ttq}");
    }
    let unreachable = given(Visa, 0, 30_000, 20_000).text(TTQ, "20000000");
    assert_eq!(unreachable.severity("C04"), None, "no amount asks");
    with_ttq(Visa, 0, "20000000").assert_fixed_by_each("C04", 2);
    let asks = Threshold { comparison: Comparison::AtLeast, minor: 5_000 };
    assert_eq!(with_ttq(Visa, 0, "20000000").problem("C04"), Problem::NoMethod { asks });
}

#[test]
fn c05_fires_when_the_phone_check_is_not_announced() {
    let table: &[(Scheme, &str, Option<Severity>)] = &[
        (Visa, "26800080", Some(Warning)),
        (Jcb, "26800080", Some(Warning)),
        (Visa, "26804080", None),
        (Visa, "20800080", None),
        (Visa, "nonsense", None),
        (Amex, "26800080", None),
    ];
    for (scheme, ttq, expected) in table {
        assert_eq!(with_ttq(*scheme, 0, ttq).severity("C05"), *expected, "{scheme:?} {ttq}");
    }
    with_ttq(Visa, 0, "26800080").assert_fixed_by_each("C05", 1);
}

#[test]
fn c05_reads_the_kernel_configuration_of_mastercard() {
    let kernel = |hex| given(Mastercard, 0, 5_000, 20_000).text("kernelConfiguration", hex);
    assert_eq!(kernel("80").severity("C05"), Some(Warning));
    assert_eq!(kernel("A0").severity("C05"), None);
    assert_eq!(kernel("").severity("C05"), None);
    let asks = Threshold { comparison: Comparison::Above, minor: 5_000 };
    assert_eq!(kernel("80").problem("C05"), Problem::PhoneUnlockMissing { asks });
    kernel("80").assert_fixed_by_each("C05", 1);
}

#[test]
fn c04_and_c05_read_the_terminals_of_amex() {
    let amex = |enhanced| given(Amex, 0, 5_000, 20_000).terminal("22", "0068C8", enhanced);
    let table: &[(&str, Option<Severity>, Option<Severity>)] = &[
        ("18E00003", None, None),
        ("18600003", None, Some(Warning)),
        ("10E00003", None, Some(Warning)),
        ("10600003", None, Some(Warning)),
        ("18000003", Some(Error), None),
        ("08E00003", None, None),
        ("18", None, None),
        ("", None, None),
    ];
    for (enhanced, c04, c05) in table {
        let given = amex(enhanced);
        assert_eq!((given.severity("C04"), given.severity("C05")), (*c04, *c05), "{enhanced}");
    }
    let asks = Threshold { comparison: Comparison::Above, minor: 5_000 };
    let (not_supported, missing) =
        (Problem::PhonesNotSupported { asks }, Problem::PhoneUnlockMissing { asks });
    assert_eq!(amex("10E00003").problem("C05"), not_supported);
    // Each of the two at its own terminal.
    let both = amex("10E00003").terminal("22", "0068C8", "18600003").findings("C05");
    let both: Vec<_> = both.into_iter().map(|one| (one.problem, one.others[0].name().to_owned())).collect();
    assert_eq!(both, [(missing, "T2".to_owned()), (not_supported, "T1".to_owned())]);
    let unknown = given(Amex, 0, 5_000, 20_000);
    assert_eq!((unknown.severity("C04"), unknown.severity("C05")), (None, None), "no terminal is known");
    let never = given(Amex, 0, 30_000, 20_000).terminal("22", "", "18000003");
    assert_eq!(never.severity("C04"), None, "no amount asks");
    assert_eq!(amex("18000003").finding("C04").others[0].name(), "T1");
}

#[test]
fn l03_fires_where_no_tap_can_work_and_nothing_else_is_said_of_taps() {
    let nine_f_one_d = "terminalRiskMgmtData";
    let table: &[(Scheme, &str, &str, Option<Severity>)] = &[
        (Mastercard, "kernelConfiguration", "C0", Some(Error)),
        (Mastercard, "kernelConfiguration", "E0", Some(Error)),
        (Mastercard, "kernelConfiguration", "80", None),
        (Mastercard, "kernelConfiguration", "60", None),
        (Mastercard, "kernelConfiguration", "C0C0", None),
        // The data sent to the card is not what the kernel runs.
        (Mastercard, nine_f_one_d, "086C00C00000000000", Some(Warning)),
        (Mastercard, nine_f_one_d, "6C00C00000000000", Some(Warning)),
        (Mastercard, nine_f_one_d, "6C00800000000000", None),
        (Visa, TTQ, "06004000", Some(Error)),
        (UnionPay, TTQ, "00000000", Some(Error)),
        (Discover, TTQ, "06000000", Some(Error)),
        (Visa, TTQ, "86004000", None),
        (Visa, TTQ, "26004000", None),
        // A JCB reader likely uses other data than the stored TTQ.
        (Jcb, TTQ, "06004000", None),
        (Amex, TTQ, "06004000", None),
    ];
    for (scheme, key, hex, fires) in table {
        let given = given(*scheme, 0, 5_000, 20_000).text(key, hex);
        assert_eq!(given.severity("L03"), *fires, "{scheme:?} {key} {hex}");
        if fires.is_some() {
            let about_taps = |id: &&str| given.severity(id).is_some();
            assert_eq!(["C04", "C05", "C06", "C07"].iter().copied().find(|id| about_taps(id)), None, "{hex}");
            given.assert_fixed_by_each("L03", 1);
        }
    }
}

#[test]
fn l03_of_9f1d_alone_warns_and_leaves_the_kernel_its_say() {
    let with = |kernel: Value| {
        given(Mastercard, 0, 5_000, 25_000)
            .text("terminalRiskMgmtData", "086C00C00000000000")
            .value("kernelConfiguration", kernel)
    };
    let text = |text: &str| Value::Text(text.to_owned());
    for (kernel, expected) in [
        (text("20"), KernelModes::Both(0x20)),
        (text("B0"), KernelModes::Emv(0xB0)),
        (text("60"), KernelModes::MagStripe(0x60)),
        (text(""), KernelModes::Missing),
        (Value::Number(20), KernelModes::Unread),
    ] {
        let given = with(kernel);
        let finding = given.finding("L03");
        assert_eq!((finding.severity, finding.problem), (Warning, Problem::CardToldNoTap(expected)));
        given.assert_fixed_by_each("L03", 1);
    }
    // The kernel's own value is an error, said once.
    let both_off = with(text("C0")).finding("L03");
    assert!(both_off.severity == Error && matches!(both_off.problem, Problem::NoTap(_)));
    // And what is said of the two is C10's as well.
    assert_eq!(with(text("20")).severity("C10"), Some(Warning));
}
