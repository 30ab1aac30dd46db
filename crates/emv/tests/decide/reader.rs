//! The reader's capabilities decide which verification is possible.

use super::check;

#[test]
fn the_methods_are_those_that_the_reader_offers() {
    check(
        "Visa;       ; TTQ=22804080;  6200; on sig;     cvm TTQ:1.2
         Visa;       ; TTQ=24004000;  6200; on pin;     cvm TTQ:1.3
         Visa;       ; TTQ=26004080;  6200; on pin|sig; cvm TTQ:1.3
         Visa;       ; TTQ=20804080;  6200; no method;  cvm -TTQ:1.32
         Discover;   ; TTQ=20000000;  6200; no method
         JCB;        ; TTQ=20000000;  6200; no method;  cvm likely -TTQ:1.32; JcbUsesOtherData
         JCB;        ; TTQ=22004000;  6200; on sig~;    cvm likely TTQ:1.2
         JCB;        ; TTQ=24004000;  6200 phone; on phone~; cvm likely TTQ:3.7
         Amex;       ; 9F6E=18E00003; 6200; on pin|sig; cvm 9F6E:2.7
         Amex;       ; 9F6E=18400003; 6200; on pin
         Amex;       ; 9F6E=18000003; 6200; no method;  cvm -9F6E:2.76
         Amex;       ; TTQ=26804080;  6200; on pin|phone; cvm; ReaderUnknown
         Visa;       ; ;              6200; on pin|phone; cvm; ReaderUnknown
         Visa;       ; ;              6200 phone; on pin|phone; cvm; ReaderUnknown",
    );
}

#[test]
fn df8118_decides_above_the_cvm_limit_with_the_new_rule() {
    check(
        "Mastercard; ; DF8118=60 DF811B=00 flag=true; 6200; on pin|sig;      cvm DF8118:1.7
         Mastercard; ; DF8118=68 DF811B=00 flag=true; 6200; on none|pin|sig; cvm DF8118:1.7
         Mastercard; ; DF8118=48 DF811B=00 flag=true; 6200; on none|pin
         Mastercard; ; DF8118=28 DF811B=00 flag=true; 6200; on none|sig;     cvm DF8118:1.6
         Mastercard; ; DF8118=20 DF811B=00 flag=true; 6200; on sig
         Mastercard; ; DF8118=08 DF811B=00 flag=true; 6200; on none~;        cvm DF8118:1.4
         Mastercard; ; DF8118=00 DF811B=00 flag=true; 6200; no method;       cvm -DF8118:1.76
         // Without the rule it likely doesn't count; a PIN that it offers is what readers ask for anyway.
         Mastercard; ; DF8118=00 DF811B=00; 6200; no method?;  cvm -DF8118:1.76; NewRuleOff
         Mastercard; ; DF8118=20 DF811B=00; 6200; on sig?;     cvm DF8118:1.6;   NewRuleOff
         Mastercard; ; DF8118=08 DF811B=00; 6200; on none?
         Mastercard; ; DF8118=40 DF811B=00; 6200; on pin;      cvm DF8118:1.7;   ;",
    );
}

#[test]
fn a_pin_is_verified_online_under_any_floor_limit() {
    check(
        "Visa;       6000/5000/25000; TTQ=26004080;                     5500; off pin|sig
         Visa;       6000/5000/25000; TTQ=24004080;                     5500; on pin
         Visa;       6000/5000/25000; TTQ=22004080;                     5500; off sig
         UnionPay;   4000/3000/20000; TTQ=24000000;                     3500; on pin
         UnionPay;   4000/3000/20000; TTQ=22000000;                     3500; off sig
         Mastercard; 6000/5000/25000; DF8118=48 DF811B=A0 flag=true;    5500; off none|pin
         Mastercard; 6000/5000/25000; DF8118=40 DF811B=A0 flag=true;    5500; on pin
         Amex;       6000/5000/25000; 9F6E=18E00003;                    5500; off pin|sig
         Visa;       6000/5000/25000; TTQ=26004080 9F35=21;             5500; on pin|sig
         // Above the floor limit, and zero where it has a rule of its own, whatever the card chooses.
         Visa;       6000/5000/25000; TTQ=26004080;                     6001; on pin|sig
         Visa;       6000/0/25000;    TTQ=26004080;                     0;    on pin|sig",
    );
}

#[test]
fn a_reader_without_a_contactless_mode_takes_no_tap() {
    check(
        "Mastercard; ; DF811B=C0;                       2310;       no tap; DF811B:1.87
         Mastercard; ; DF811B=C0 9F1D=086C00C00000000000; 2310;     no tap
         Visa;       ; TTQ=06004000;                    2310 phone; no tap; -TTQ:1.86
         Amex;       ; 9F6E=08E00003;                   6200;       no tap; -9F6E:1.765
         Mastercard; 0/5000/2000; DF811B=C0;            2310;       declined; trans",
    );
}

#[test]
fn in_mag_stripe_mode_other_bytes_decide_for_mastercard() {
    check(
        "Mastercard; ; DF811B=60 DF8118=60 flag=true;  6200; on pin|phone; cvm; MagStripeOnly
         Mastercard; ; DF811B=60;                      2310; on none;    cvm; MagStripeOnly
         Mastercard; ; DF811B=60 DF8119=40 flag=true;  2310; on pin|sig?
         Mastercard; ; DF811B=60 DF8119=68 flag=true;  2310; on none
         Visa;       ; TTQ=86004000;                   2310; on none;    cvm; MagStripeOnly",
    );
}

#[test]
fn what_9f1d_tells_the_card_declines_nothing() {
    let told = "DF8118=40 DF8119=08 flag=true 9F1D=086C00C00000000000";
    for kernel in ["DF811B=20", "DF811B=A0", ""] {
        check(&format!("Mastercard; ; {told} {kernel}; 2310; on none; cvm; CardToldNoTap"));
    }
}

#[test]
fn a_discover_reader_may_require_the_phones_unlock() {
    check(
        "Discover; ; TTQ=26004800; 2310;       on none;    cvm;         PhoneRequired
         Discover; ; TTQ=26004800; 6200;       on pin|sig; cvm TTQ:1.3; PhoneRequired
         Discover; ; TTQ=26004800; 6200 phone; on phone;   cvm TTQ:3.7; PhoneRequired
         Discover; ; TTQ=26004000; 6200;       on pin|sig; cvm TTQ:1.3; ;
         Discover; ; TTQ=26004800; 25001;      declined;   trans;       ;
         // Reserved for the other schemes.
         Visa;     ; TTQ=26004800; 6200;       on pin|sig; cvm TTQ:1.3; ;",
    );
}
