//! Two sales side by side: the terminal is blamed first.

use tapline_explain::decide;
use tapline_explain::decide::{Difference, Side, compare};

use super::sales::{names, read};

/// Names of the differences, in order; terminals and merchants by id.
fn differences(lines: [&str; 2], terminals: [&str; 2], merchants: [&str; 2]) -> String {
    let sides = lines.map(read);
    let decisions = [0, 1].map(|at| decide(&sides[at].0, &sides[at].1));
    let side = |at: usize| Side {
        sale: &sides[at].0,
        candidates: &sides[at].1,
        decision: &decisions[at],
        terminal: Some(terminals[at]).filter(|id| !id.is_empty()),
        merchant: Some(merchants[at]).filter(|id| !id.is_empty()),
        card: None,
    };
    let found = compare(side(0), side(1));
    assert_eq!(found.blamed(), found.differences.first().filter(|first| !Difference::is_effect(first)));
    names(&found.differences).join(" ")
}

#[test]
fn a_pair_whose_terminals_differ_blames_the_terminal_first() {
    // Stripe-terminal-android issue 672: the same card and amount, with a PIN on one reader and none on the other.
    let pair = [
        "Mastercard 62.00 NFC APPROVED 00 - 0000048000",
        "Mastercard 62.00 NFC APPROVED 00 NO_CVM 0000008000",
    ];
    let effects = "Verifications TvrBit Outcomes";
    for (terminals, merchants, expected) in [
        (["T1", "T2"], ["", ""], format!("Terminals {effects}")),
        (["T1", "T2"], ["M1", "M2"], format!("Terminals Merchants {effects}")),
        (["T1", "T1"], ["M1", "M2"], format!("Merchants {effects}")),
        (["T1", ""], ["", ""], effects.to_owned()),
    ] {
        assert_eq!(differences(pair, terminals, merchants), expected);
    }
}

#[test]
fn then_capabilities_configuration_card_and_amount() {
    let of = |first: &str, second: &str| differences([first, second], ["", ""], ["", ""]);
    for (rest, expected) in [
        ("TTQ=22004000", "Capability"),
        ("TTQ=26004000 and=Retail:0:2500:25000", "Limits"),
        ("TTQ=26004000 and=Kiosk:0:5000:25000", "Configurations"),
        ("TTQ=26004000 type=25", "TerminalTypes"),
        ("TTQ=26004000 phone", "Presented"),
        ("TTQ=26004000 wallet", "Wallets"),
    ] {
        let line = "Visa 62.00 NFC APPROVED 00 PIN -";
        let found = of(&format!("{line} TTQ=26004000 type=22"), &format!("{line} type=22 {rest}"));
        assert!(found.starts_with(expected), "{rest}: {found}");
    }
    assert_eq!(of("Visa 62.00 NFC APPROVED 00 PIN -", "Visa 62.00 NFC APPROVED 00 PIN -"), "");
    let amounts = of("Visa 62.00 NFC APPROVED 00 PIN -", "Visa 23.10 NFC APPROVED 00 NO_CVM -");
    assert!(amounts.starts_with("Amounts Verifications"), "{amounts}");
}
