//! What a trial by an EMV expert found wrong in "What happens at", each with the rule and its siblings. Written down before the
//! answers were seen.

use proptest::prelude::*;
use tapline_emv::Scheme::{self, Amex, Discover, Jcb, Mastercard, Visa};
use tapline_emv::words::{explain, told, told_zones};
use tapline_emv::{Currency, Limits, Presented};

use super::params;

const BOTH: &str = "TTQ=26004080";

fn at(
    scheme: Scheme,
    limits: [u64; 3],
    text: &str,
    amount: u64,
    presented: Presented,
) -> tapline_emv::Answer {
    let [floor, cvm, transaction] = limits;
    let limits = Limits { floor, cvm, transaction };
    explain(scheme, limits, &params(text), &Currency::euro(), amount, presented)
}

#[test]
fn what_happens_at_names_every_method_and_no_more() {
    use Presented::{Card, Phone};
    const USUAL: [u64; 3] = [0, 5_000, 25_000];
    const NONE: u64 = 99_999_999;
    for (scheme, limits, text, amount, presented, has, lacks) in [
        (
            Visa,
            USUAL,
            "TTQ=26004080",
            6_000,
            Card,
            "online PIN and signature, and the card chooses",
            "no PIN",
        ),
        (Visa, USUAL, "TTQ=24004000", 6_000, Card, "offers online PIN.", "signature"),
        (Visa, USUAL, "TTQ=22004000", 6_000, Card, "signature and no PIN", "chooses"),
        (
            Visa,
            USUAL,
            "TTQ=26000080",
            6_000,
            Phone,
            "treated like a card: the reader offers online PIN and signature",
            "accepts",
        ),
        (
            Mastercard,
            USUAL,
            "DF8118=68 flag=true",
            6_000,
            Card,
            "online PIN, signature and “No CVM”, and the card",
            "likely",
        ),
        (
            Mastercard,
            USUAL,
            "DF8118=28 flag=true",
            6_000,
            Card,
            "signature and “No CVM”, and the card",
            "no PIN",
        ),
        (
            Mastercard,
            USUAL,
            "DF8118=48 flag=true",
            6_000,
            Card,
            "online PIN and “No CVM”, and the card",
            "signature",
        ),
        (
            Mastercard,
            USUAL,
            "DF8118=08 flag=true",
            6_000,
            Card,
            "allows “No CVM” above the limit too",
            "allows none",
        ),
        (Jcb, USUAL, "TTQ=20000000", 6_000, Card, "the reader likely offers neither", "the reader offers"),
        (Discover, USUAL, "TTQ=20000000", 6_000, Card, "the reader offers neither", "likely offers"),
        (
            Visa,
            [5_000, 3_000, 25_000],
            "TTQ=26004080",
            4_000,
            Card,
            "With a PIN, which is checked online",
            "A PIN is checked",
        ),
        (Mastercard, USUAL, "DF811B=C0", 2_310, Card, "Likely no tap works", "can likely"),
        (Visa, USUAL, "TTQ=06004000", 2_310, Phone, "Likely no tap works", "can likely"),
        (
            Mastercard,
            USUAL,
            "DF811B=60 DF8118=60 flag=true",
            6_000,
            Card,
            "cannot be read from this configuration",
            "offers online PIN",
        ),
        (Visa, [0, NONE, 25_000], BOTH, 25_000, Card, "stands for no limit, so it asks", "chooses"),
    ] {
        let said = at(scheme, limits, text, amount, presented);
        let sentence = &said.sentence;
        assert!(sentence.contains(has) && !sentence.contains(lacks), "{scheme:?} {text}: {sentence}");
    }
    for (scheme, limits, text, amount, has) in [
        (Mastercard, USUAL, "DF811B=60", 2_310, "EMV mode is off (DF811B bit 7)"),
        (Visa, USUAL, "TTQ=86004000", 2_310, "Only mag-stripe mode is declared"),
        (Visa, [0, NONE, NONE], BOTH, 100_000_000, "CVM limit of 999,999.99 stands for no limit"),
        (Visa, [0, 5_000, NONE], BOTH, 100_000_000, "transaction limit of 999,999.99 stands for no limit"),
    ] {
        let note = at(scheme, limits, text, amount, Card).note.unwrap_or_default();
        assert!(note.contains(has), "{scheme:?} {text}: {note}");
    }
    let zero = at(Visa, USUAL, BOTH, 0, Card);
    assert_eq!((zero.title.as_str(), zero.operator.as_str()), ("Online, no PIN", "amount of zero"));
    // A JCB reader likely takes its own data, so that its TTQ is never said to decide for certain.
    for (text, amount, presented, expected) in [
        (BOTH, 6_000, Card, "clCVMLimit, likely TTQ byte 1 bit 3"),
        ("TTQ=22004000", 6_000, Card, "clCVMLimit, likely TTQ byte 1 bit 2"),
        ("TTQ=24004000", 6_000, Phone, "clCVMLimit, likely TTQ byte 3 bit 7"),
        ("TTQ=2C004000", 6_000, Card, "clFloorLimit, likely TTQ byte 1 bit 4"),
    ] {
        assert_eq!(at(Jcb, USUAL, text, amount, presented).decided_by, expected, "{text}");
    }
    for (text, title) in [
        ("9F6E=00E00003", "No tap can work"),
        ("9F6E=08E00003", "No tap can work"),
        ("9F6E=18400003", "Online, PIN asked"),
        ("9F6E=08E000", "Likely online, PIN or phone check possible"),
    ] {
        assert_eq!(at(Amex, USUAL, text, 6_000, Card).title, title, "{text}");
    }
    let impossible = |scheme, text| at(scheme, USUAL, text, 6_000, Card).decided_by;
    assert_eq!(impossible(Visa, "TTQ=20004000"), "clCVMLimit, TTQ byte 1 bits 3 and 2");
    assert_eq!(impossible(Mastercard, "DF8118=00 flag=true"), "clCVMLimit, DF8118 bits 7 and 6");
    // Without the new rule DF8118 likely does not count.
    let off = at(Mastercard, USUAL, "DF8118=00", 6_000, Card);
    assert_eq!(
        (off.title.as_str(), off.decided_by),
        ("Possibly declined, no check possible", "clCVMLimit, DF8118 bits 7 and 6")
    );
    assert!(off.note.unwrap_or_default().contains("off as far as is known"));
}

#[test]
fn zones_are_told_for_card_and_phone_apart() {
    let limits = Limits { floor: 0, cvm: 5_000, transaction: 25_000 };
    let zones = |presented| -> Vec<String> {
        let stretches = told_zones(Visa, limits, &params("TTQ=20004000"), presented);
        stretches.into_iter().map(|one| format!("{} {}", one.from, one.words)).collect()
    };
    assert_eq!(
        zones(Presented::Card),
        ["0 online, no PIN", "5000 likely declined, no check possible", "25001 declined"]
    );
    assert_eq!(
        zones(Presented::Phone),
        ["0 online, no PIN", "5000 online, phone check is enough", "25001 declined"]
    );
}

proptest! {
    #[test]
    fn stretches_say_the_same_as_every_amount(
        scheme in prop::sample::select(Scheme::ALL.to_vec()), bytes in any::<[u8; 5]>(),
        floor in 0_u64..6, cvm in 0_u64..8, transaction in 0_u64..10, phone in any::<bool>(),
    ) {
        let [one, three, above, below, kernel] = bytes;
        let params = params(&format!(
            "TTQ={one:02X}00{three:02X}00 DF8118={above:02X} DF8119={below:02X} DF811B={kernel:02X} flag=true"
        ));
        let limits = Limits { floor, cvm, transaction };
        let presented = if phone { Presented::Phone } else { Presented::Card };
        let stretches = told_zones(scheme, limits, &params, presented);
        for amount in 0..14 {
            let found = stretches.iter().find(|one| one.from <= amount && one.to.is_none_or(|to| amount <= to));
            let words = told(scheme, limits, &params, amount, presented);
            prop_assert_eq!(found.map(|one| one.words.as_str()), Some(words.as_str()), "{}", amount);
        }
    }
}
