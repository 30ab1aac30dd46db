//! A phone that can verify its owner.

use super::check;

#[test]
fn a_missing_bit_decides_where_a_phone_is_treated_like_a_card() {
    check(
        "Visa;       ; TTQ=24000000;                  6200 phone; on pin;     cvm -TTQ:3.7
         Visa;       ; TTQ=26000080;                  6200 phone; on pin|sig; cvm -TTQ:3.7
         Visa;       ; TTQ=20000000;                  6200 phone; no method;  cvm -TTQ:3.7 -TTQ:1.32
         JCB;        ; TTQ=26000000;                  6200 phone; on pin|sig~; cvm likely -TTQ:3.7
         Mastercard; ; DF8118=40 DF811B=00 flag=true; 6200 phone; on pin;     cvm -DF811B:1.6
         Mastercard; ; DF811B=00;                     6200 phone; on pin|sig; cvm -DF811B:1.6
         Amex;       ; 9F6E=18400003;                 6200 phone; on pin;     cvm -9F6E:2.8",
    );
}

#[test]
fn its_unlock_is_enough_at_any_amount_up_to_the_transaction_limit() {
    check(
        "Visa;       ; TTQ=20004000;                  6200 phone;  on phone; cvm TTQ:3.7
         Visa;       ; TTQ=20004000;                  25000 phone; on phone
         Visa;       ; TTQ=20004000;                  25001 phone; declined
         Mastercard; ; DF8118=60 DF811B=20;           6200 phone;  on phone; cvm DF811B:1.6
         Amex;       ; 9F6E=18E00003;                 6200 phone;  on phone; cvm 9F6E:2.8
         Visa; 1000/500/25000; TTQ=2C004000;          900 phone;   off phone",
    );
}

#[test]
fn where_its_unlock_is_unknown_no_missing_method_is_promised() {
    check(
        "Mastercard; ; DF8118=00 flag=true; 6200 phone; on phone~;  cvm -DF8118:1.76; PhoneUnknown
         Mastercard; ; DF8118=40 flag=true; 6200 phone; on pin|phone
         Mastercard; ; DF8118=60 flag=true; 6200 phone; on pin|sig|phone; cvm DF8118:1.7; PhoneUnknown
         Mastercard; ; DF8118=68 flag=true; 6200 phone; on none|pin|sig|phone
         Mastercard; ; DF8118=20 flag=true; 6200 phone; on sig|phone
         Mastercard; ; DF8118=08 flag=true; 6200 phone; on none|phone
         Mastercard; ; flag=true;           6200 phone; on pin|phone
         Mastercard; 6000/5000/25000; DF811B=00;         5001 phone; off pin|sig
         Mastercard; 6000/5000/25000; DF811B=00 9F35=23; 5001 phone; off sig?
         Mastercard; 6000/5000/25000; DF811B=20;         5001 phone; off phone",
    );
}

#[test]
fn an_amex_reader_that_announces_the_unlock_and_no_phones_is_unclear() {
    check(
        "Amex; ; 9F6E=18E00003; 6200 phone; on phone; cvm 9F6E:2.8; ;
         Amex; ; 9F6E=10E00003; 6200 phone; on pin|sig|phone; cvm 9F6E:2.7; PhoneContradicted
         Amex; ; 9F6E=10800003; 6200 phone; on phone~;  cvm -9F6E:2.76; PhoneContradicted
         Amex; ; 9F6E=10600003; 6200 phone; on pin|sig; cvm -9F6E:2.8
         Amex; ; ;              6200 phone; on pin|phone
         Amex; ; 9F6E=10E00003; 6200;       on pin|sig; cvm 9F6E:2.7; ;",
    );
}
