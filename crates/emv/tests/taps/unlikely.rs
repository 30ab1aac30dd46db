//! Values that a sale likely never had: nothing is concluded from them.

use tapline_emv::Scheme::{Mastercard, UnionPay, Visa};
use tapline_emv::why::{Certainty, Entry};
use tapline_emv::{Scheme, performed};

use super::{Told, all_words, answer};

fn told<'a>(scheme: Scheme, status: &'a str, code: &'a str, cvm: &'a str, tvr: &'a str) -> Told<'a> {
    Told { scheme, amount: 6_200, entry: "NFC", status, code, cvm, tvr, params: "TTQ=26004080" }
}

#[test]
fn nothing_is_known_by_a_tvr_whose_bits_exclude_each_other() {
    for (scheme, status, code) in [
        (Mastercard, "APPROVED", "00"),
        (Visa, "APPROVED", "00"),
        (UnionPay, "APPROVED", ""),
        (Visa, "DECLINED", ""),
        (Mastercard, "DECLINED", "51"),
    ] {
        for tvr in ["FFFFFFFFFF", "0060208000", "0060048000"] {
            let why = answer(told(scheme, status, code, "", tvr));
            let without = answer(told(scheme, status, code, "", ""));
            assert_eq!(
                (&why.sentence, why.certainty),
                (&without.sentence, without.certainty),
                "{scheme:?} {tvr}"
            );
            assert!(why.notes[0].contains("likely no TVR of a real sale"), "{:?}", why.notes);
            let mut bits = why.chain.iter().filter(|reason| reason.ground.starts_with("TVR B"));
            assert!(
                bits.clone().count() > 2 && bits.all(|bit| bit.certainty == Certainty::CannotKnow),
                "{tvr}"
            );
        }
    }
    // One of the two is a TVR as others are.
    let why = answer(told(Mastercard, "APPROVED", "00", "", "0040048000"));
    assert!(!all_words(&why).contains("no TVR of a real sale"));
}

#[test]
fn cvm_results_of_zeros_are_no_failure() {
    for scheme in [Mastercard, Visa] {
        let why = answer(told(scheme, "APPROVED", "00", "000000", ""));
        assert_eq!(why.question, "Was a PIN asked?");
        assert!(!all_words(&why).contains("not verified"), "{}", all_words(&why));
        assert!(!all_words(&why).contains("none of the card's methods fits"), "{}", all_words(&why));
        let why = answer(told(scheme, "DECLINED", "51", "000000", ""));
        assert!(why.sentence.contains("51") && !why.sentence.contains("verified"), "{}", why.sentence);
        assert!(all_words(&why).contains("likely never filled in"), "{}", all_words(&why));
    }
    for (text, is_failed) in [("000000", false), ("000001", true), ("3F0001", true), ("000302", true)] {
        let read = performed::read(text, Some(Mastercard), Entry::Tap).expect("three bytes");
        assert_eq!(read.verified == Some(performed::Verified::Failed), is_failed, "{text}");
    }
}
