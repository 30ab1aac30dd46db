//! Up to the CVM limit kernel 2 takes DF8119 as its capabilities and walks the card's own list (Book C-2, CVM selection): only 08 asks
//! nothing.

use super::{at, check, code};

#[test]
fn df8119_is_read_in_full() {
    check(
        "Mastercard; 0/10000/∞; DF8118=60 DF8119=08 DF811B=30 flag=true; 1500;  on none;         cvm; ;
         Mastercard; 0/10000/∞; DF8118=60 DF8119=68 DF811B=30 flag=true; 1500;  on none|pin|sig; cvm DF8119:1.76; ;
         Mastercard; 0/10000/∞; DF8118=60 DF8119=48 DF811B=30 flag=true; 1500;  on none|pin;     cvm DF8119:1.7
         Mastercard; 0/10000/∞; DF8118=60 DF8119=28 DF811B=30 flag=true; 1500;  on none|sig;     cvm DF8119:1.6
         Mastercard; 0/10000/∞; DF8118=60 DF8119=F8 DF811B=30 flag=true; 1500;  on none|pin|sig; cvm DF8119:1.76
         // A tap has no PIN that the card verifies, so bits 8 and 5 never help.
         Mastercard; 0/10000/∞; DF8118=60 DF8119=88 DF811B=30 flag=true; 1500;  on none
         Mastercard; 0/10000/∞; DF8118=60 DF8119=18 DF811B=30 flag=true; 1500;  on none
         Mastercard; 0/10000/∞; DF8118=60 DF8119=90 DF811B=30 flag=true; 1500;  no method;       cvm -DF8119:1.4
         Mastercard; 0/10000/∞; DF8118=60 DF8119=68 DF811B=30 flag=true; 10000; on none|pin|sig
         Mastercard; 0/10000/∞; DF8118=60 DF8119=68 DF811B=30 flag=true; 10001; on pin|sig;      cvm DF8118:1.7
         // Other schemes have no DF8119.
         Visa;       0/10000/∞; DF8119=68 TTQ=26004000;                  1500;  on none;         cvm",
    );
}

#[test]
fn without_no_cvm_a_method_is_required() {
    check(
        "Mastercard; ; DF8119=40 DF811B=20 flag=true; 2310; on pin;     cvm -DF8119:1.4
         Mastercard; ; DF8119=60 DF811B=20 flag=true; 2310; on pin|sig; cvm -DF8119:1.4
         Mastercard; ; DF8119=20 DF811B=20 flag=true; 2310; on sig
         Mastercard; ; DF8119=00 DF811B=20 flag=true; 2310; no method;  cvm -DF8119:1.4
         Mastercard; 5000/5000/25000; DF8119=40 DF811B=20 flag=true; 2310; on pin
         Mastercard; 5000/5000/25000; DF8119=48 DF811B=20 flag=true; 2310; off none|pin
         Mastercard; 5000/5000/25000; DF8119=60 DF811B=20 flag=true; 2310; off pin|sig",
    );
}

#[test]
fn without_the_new_rule_df8119_likely_does_not_count() {
    check(
        "Mastercard; ; DF8119=48 DF811B=20;            2310; on none|pin?; cvm DF8119:1.7;  NewRuleOff
         Mastercard; ; DF8119=68 DF811B=20 flag=false; 2310; on none|pin|sig?
         Mastercard; ; DF8119=60 DF811B=00;            2310; on pin|sig?;  cvm -DF8119:1.4; NewRuleOff
         Mastercard; ; DF8119=40 DF811B=00;            2310; on pin?
         Mastercard; ; DF8119=00 DF811B=00;            2310; no method?;   cvm -DF8119:1.4; NewRuleOff
         Mastercard; ; DF8119=08 DF811B=20;            2310; on none;      cvm; ;
         Mastercard; 5000/5000/25000; DF8119=40 DF811B=20; 2310; off pin?",
    );
}

#[test]
fn a_phone_whose_unlock_counts_passes() {
    check(
        "Mastercard; ; DF8119=68 DF811B=30 flag=true; 2310 phone; on none;    cvm; ;
         Mastercard; ; DF8119=00 DF811B=30 flag=true; 2310 phone; on none
         Mastercard; ; DF8119=68 DF811B=10 flag=true; 2310 phone; on none|pin|sig; cvm -DF811B:1.6 DF8119:1.76
         Mastercard; ; DF8119=48 flag=true;           2310 phone; on none|pin?; cvm DF8119:1.7; PhoneUnknown
         Mastercard; ; DF8119=00 flag=true;           2310 phone; no method?;   cvm -DF8119:1.4; PhoneUnknown",
    );
}

#[test]
fn at_a_terminal_that_is_offline_only_no_pin_of_df8119_can_be_verified() {
    check(
        "Mastercard; 5000/5000/25000; DF8119=48 DF811B=20 flag=true 9F35=23; 2310; off none~;        cvm DF8119:1.7;  PinNeedsOnline FloorByBook
         Mastercard; 5000/5000/25000; DF8119=68 DF811B=20 flag=true 9F35=26; 2310; off none~;        cvm DF8119:1.76; PinNeedsOnline NobodySigns FloorByBook
         Mastercard; 5000/5000/25000; DF8119=40 DF811B=20 flag=true 9F35=23; 2310; terminal offline; cvm 9F35",
    );
    // Whatever DF8119 has: nothing that goes online, and no PIN.
    for byte in 0..=u8::MAX {
        let values = format!("DF8119={byte:02X} DF811B=20 flag=true 9F35=23");
        let found = code(at("Mastercard", "5000/5000/25000", &values, 2_310, "card").result);
        assert!(!found.contains("pin") && !found.starts_with("on"), "{byte:02X}: {found}");
    }
}
