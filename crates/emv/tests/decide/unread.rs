//! A value that decides, is there and can't be read counts as unknown, and never as absent.

use tapline_emv::tap::{ChangeEffect, Deciding, Doubt, Side, Who, effects};

use super::{at, check, code, limits_of, params, scheme_of};

#[test]
fn no_result_is_certain_of_what_an_unreadable_value_decides() {
    check(
        "Visa;       ; TTQ=hello;     2310;       on~ none;       cvm; Unread
         Visa;       ; TTQ=2680;      2310 phone; on~ none
         Discover;   ; TTQ=#26004080; 6200;       on~ pin|phone?; cvm; Unread
         Visa;       ; TTQ=![1];      6200 phone; on~ pin|phone?
         JCB;        ; TTQ=hello;     2310;       on~ none
         Mastercard; ; DF8118=60 DF8119=08 DF811B=#20 flag=true;   2310;       on~ none
         Mastercard; ; DF8118=60 DF8119=08 DF811B=2000 flag=true;  6200;       on~ pin|sig
         Mastercard; ; DF8118=60 DF8119=08 DF811B=hello flag=true; 6200 phone; on~ pin|sig|phone; cvm DF8118:1.7; Unread PhoneUnknown
         Mastercard; ; DF8118=60 DF8119=#40 DF811B=20 flag=true;   2310;       on none|pin|sig?;  cvm; Unread
         Mastercard; ; DF8118=60 DF8119=4000 DF811B=20;            2310;       on none~
         Mastercard; ; DF8118=60 DF8119=hello DF811B=00 flag=true; 2310 phone; on none|pin|sig?
         Mastercard; ; DF8118=#60 DF8119=08 DF811B=20 flag=true;   6200;       on pin|phone?;     cvm; Unread
         Amex;       ; 9F6E=#18000;   2310; on~ none
         Amex;       ; 9F6E=18E0;     6200; on~ pin|phone?
         Visa;       ; TTQ=24004000 9F35=hello; 2310; on~ none
         Visa;       ; TTQ=24004000 9F35=41;    6200; on~ pin
         Visa; 5000/5000/25000; TTQ=24004000 9F35=hello; 2310; off~ none",
    );
    let doubts = at("Visa", "", "TTQ=hello 9F35=41", 6_200, "card").doubts;
    assert_eq!(doubts, [Doubt::Unread(Deciding::Ttq), Doubt::Unread(Deciding::Type)]);
}

#[test]
fn what_does_not_decide_there_leaves_the_result_as_it_is() {
    check(
        "// Up to the limit DF8118 decides nothing, above it DF8119.
         Mastercard; ; DF8118=#60 DF8119=08 DF811B=20 flag=true; 2310;       on none;    cvm; ;
         Mastercard; ; DF8118=60 DF8119=#08 DF811B=20 flag=true; 6200;       on pin|sig; cvm DF8118:1.7; ;
         // The phone's own unlock is enough, whatever they have.
         Mastercard; ; DF8118=60 DF8119=#40 DF811B=20 flag=true; 2310 phone; on none;    cvm; ;
         Mastercard; ; DF8118=#60 DF8119=08 DF811B=20 flag=true; 6200 phone; on phone;   cvm DF811B:1.6; ;
         // Of other schemes.
         Mastercard; ; TTQ=hello; 2310; on none; cvm; ;
         Visa; ; DF8119=#40 DF811B=hello 9F6E=#18000 TTQ=24004000; 2310; on none; cvm; ;
         // Absent, or a number that has lost nothing.
         Visa; ; ; 2310; on none; cvm; ;
         Visa; ; TTQ=!null; 2310; on none; cvm; ;
         Visa; ; TTQ=24004000 9F35=#22; 2310; on none; cvm; ;
         // Declined by the limit, whatever the rest is.
         Visa; ; TTQ=hello; 25001; declined; trans; ;",
    );
}

#[test]
fn a_moved_limit_is_no_effect_of_its_own_where_what_it_asks_is_unclear() {
    let stretch = |before: Side<'_>, after: Side<'_>| match effects(Some(before), after).as_slice() {
        [ChangeEffect::Stretch { who, from, to, was: Some(was), is }] => {
            (*who, *from, *to, code(*was), code(*is))
        }
        other => panic!("{other:?}"),
    };
    let [usual, unread] =
        ["08", "#40"].map(|below| params(&format!("DF8118=60 DF8119={below} DF811B=20 flag=true")));
    let side = |params| Side { scheme: scheme_of("Mastercard"), limits: limits_of(""), params };
    assert_eq!(
        stretch(side(&usual), side(&unread)),
        (Who::Cards, 0, Some(5_000), "on none".to_owned(), "on none|pin|sig?".to_owned())
    );
    let ttq = params("TTQ=hello");
    let visa = |limits| Side { scheme: scheme_of("Visa"), limits: limits_of(limits), params: &ttq };
    assert_eq!(
        stretch(visa(""), visa("0/2000/25000")),
        (Who::Everyone, 2_000, Some(4_999), "on~ none".to_owned(), "on~ pin|phone?".to_owned())
    );
}
