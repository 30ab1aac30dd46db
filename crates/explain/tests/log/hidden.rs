//! Card numbers and names are never repeated; any text is read without a panic and in bounded time.

use std::time::{Duration, Instant};

use proptest::prelude::*;
use tapline_explain::log::{LONGEST, facts, read};

use crate::lines_of;

fn all(text: &str) -> String {
    let log = read(text);
    format!("{log:?} {:?} {}", facts(&log), lines_of(&log).join("\n"))
}

#[test]
fn no_number_or_name_of_a_card_is_kept() {
    for text in [
        "PAN=4111111111111111",
        "5A08 4111 1111 1111 1111",
        "5A 08 4111111111111111 57 13 4111111111111111D26122011234567800000F 5F20 0A 444F452F4A4F484E2020 95 05 0000048000",
        "cardNumber: 4111 1111 1111 1111, name: John Doe, TVR: 0000048000",
        "Cardholder Name: DOE/JOHN\nTVR: 0000048000",
        "950500000480005A084111111111111111",
        "<field id=\"2\" value=\"4111111111111111\"/>",
        "track2: 4111111111111111=26122011234567800000",
        "pan,tvr\n4111111111111111,0000048000",
        "9F26: 4111111111111111",
        "4111111111111111",
        "5A 41 11 11 11 11 11 11 11",
    ] {
        let all = all(text);
        for secret in ["411111", "DOE", "Doe", "444F45", "65, 17, 17, 17"] {
            assert!(!all.contains(secret), "{text}: {all}");
        }
    }
}

#[test]
fn a_long_log_is_bounded_and_says_so() {
    let line = "2026-11-22 10:11:12 DEBUG 95 05 00 00 04 80 00 9F34 03 420300 x=1 12:11:10.95 AID: A0000000041010 82 19 80 zz\n";
    for text in [
        line.repeat(900),
        "00".repeat(50_000),
        "9F34 01 1E ".repeat(9_000),
        "95 ".repeat(33_000),
        "77 05 ".repeat(17_000),
        "TVR ".repeat(25_000),
    ] {
        let start = Instant::now();
        read(&text);
        assert!(start.elapsed() < Duration::from_secs(10), "{:?} {}", start.elapsed(), &text[..20]);
    }
    let long = format!("TVR 0000048000\n{}", "x ".repeat(LONGEST));
    let cut = read(&long);
    assert!(cut.is_shortened && cut.values.len() == 1);
    assert!(!read(&line.repeat(180)).is_shortened);
}

proptest! {
    #[test]
    fn any_text_is_read(text in "\\PC{0,200}", hex in "[0-9A-F ]{0,200}", signs in "[0-9A-F :=,;|\\n\\t\\\\x{}\"\\[\\]().-]{0,120}") {
        for text in [&text, &hex, &signs, &format!("95={hex} {text} 9F34:{signs}"), &format!("tvr;{text}\n{signs};{hex}")] {
            all(text);
        }
    }

    #[test]
    fn digits_that_look_like_a_card_are_never_shown(
        first in "4[0-9]{14}", before in "[A-Za-z0-9 :=,\\n]{0,30}", after in "[A-Z0-9 :=,\\n]{0,30}",
    ) {
        let check = (0..10).map(|check| format!("{first}{check}")).find(|digits| is_card(digits)).unwrap();
        let lines = lines_of(&read(&format!("{before} {check} {after}"))).join(" ");
        prop_assert!(!lines.contains(&check[..12]), "{}", lines);
    }
}

fn is_card(digits: &str) -> bool {
    let twice =
        |at: usize, digit: u32| if at.is_multiple_of(2) { digit } else { digit * 2 / 10 + digit * 2 % 10 };
    let sum: u32 =
        digits.bytes().rev().enumerate().map(|(at, digit)| twice(at, u32::from(digit - b'0'))).sum();
    sum.is_multiple_of(10)
}
