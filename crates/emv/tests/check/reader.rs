//! L03, C03, C04 and C05: the limits against what the reader declares.

use tapline_emv::Scheme::{self, Amex, Discover, Jcb, Mastercard, UnionPay, Visa};
use tapline_emv::Severity::{self, Error, Warning};
use tapline_emv::Value;

use super::{Given, given};

const TTQ: &str = "terminalTransactionQualifiers";

fn with_ttq(scheme: Scheme, floor: u64, ttq: &str) -> Given {
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
    assert_eq!(
        with_ttq(Visa, 0, "20000000").finding("C04").message,
        "From 50.00 EUR a PIN or phone check (CVM) is required, and the reader offers none: such taps are likely declined."
    );
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
    assert!(kernel("80").finding("C05").message.starts_with("Above 50.00 EUR phones are treated like cards"));
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
    let phones = "Above 50.00 EUR phones are possibly treated like cards at terminal T1: 9F6E byte 2 bit 8 announces the check done on \
                  the phone (CDCVM), but byte 1 bit 4 says that phones are not supported.";
    assert_eq!(amex("10E00003").finding("C05").message, phones);
    // Each of the two at its own terminal.
    let both: Vec<_> = amex("10E00003").terminal("22", "0068C8", "18600003").findings("C05");
    let titles: Vec<_> = both.iter().map(|finding| finding.title.as_str()).collect();
    assert_eq!(titles, ["Phone check not announced", "Phones not announced"]);
    let unknown = given(Amex, 0, 5_000, 20_000);
    assert_eq!((unknown.severity("C04"), unknown.severity("C05")), (None, None), "no terminal is known");
    let never = given(Amex, 0, 30_000, 20_000).terminal("22", "", "18000003");
    assert_eq!(never.severity("C04"), None, "no amount asks");
    assert!(amex("18000003").finding("C04").message.contains("at terminal T1"));
}

#[test]
fn a_finding_about_a_stored_jcb_ttq_says_likely() {
    for (id, ttq) in [("C03", "2E804080"), ("C04", "20000000"), ("C05", "26800080")] {
        let doubt = "A JCB reader likely uses other data";
        assert!(with_ttq(Jcb, 0, ttq).finding(id).message.contains(doubt), "{id}");
        assert!(!with_ttq(Visa, 0, ttq).finding(id).message.contains(doubt), "{id}");
    }
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
        // What the card is told is not what the kernel runs.
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
    let told = "The card is told that mag-stripe mode and EMV mode are off (9F1D byte 3 bits 8 and 7)";
    let unknown = "so whether taps work is not known.";
    let with = |kernel: Value| {
        given(Mastercard, 0, 5_000, 25_000)
            .text("terminalRiskMgmtData", "086C00C00000000000")
            .value("kernelConfiguration", kernel)
    };
    let text = |text: &str| Value::Text(text.to_owned());
    for (kernel, expected) in [
        (text("20"), format!("{told}, while the kernel runs both (DF811B 20): taps may work all the same.")),
        (
            text("B0"),
            format!("{told}, while the kernel runs EMV mode (DF811B B0): taps may work all the same."),
        ),
        (
            text("60"),
            format!("{told}, while the kernel runs mag-stripe mode (DF811B 60): taps may work all the same."),
        ),
        (
            text(""),
            format!("{told}. Which modes the kernel runs is DF811B's to say, which is not given, {unknown}"),
        ),
        (
            Value::Number(20),
            format!(
                "{told}. Which modes the kernel runs is DF811B's to say, which cannot be read, {unknown}"
            ),
        ),
    ] {
        let given = with(kernel);
        let finding = given.finding("L03");
        assert_eq!((finding.severity, finding.message), (Warning, expected));
        given.assert_fixed_by_each("L03", 1);
    }
    // The kernel's own value is an error, said once.
    let both_off = with(text("C0")).finding("L03");
    assert_eq!((both_off.severity, both_off.title.as_str()), (Error, "No tap can work"));
    // And what is said of the two is C10's as well.
    assert_eq!(with(text("20")).severity("C10"), Some(Warning));
}
