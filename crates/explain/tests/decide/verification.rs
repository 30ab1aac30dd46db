//! Origin of a PIN or a signature, or of a tap without one.

use super::check;

#[test]
fn the_operator_of_the_scheme_decides_at_the_cvm_limit() {
    check(
        "
        Visa 62.00 NFC APPROVED 00 PIN - | Approved Pin Amount | Likely | Nothing | Limit
        Visa 50.00 NFC APPROVED 00 PIN - | Approved Pin Amount | Likely | Nothing | Limit
        Visa 49.99 NFC APPROVED 00 NO_CVM - | Approved Nothing Amount | Likely | Nothing | Limit
        Mastercard 50.01 NFC APPROVED 00 PIN - | Approved Pin Amount | Likely | Nothing | Limit
        Mastercard 50.00 NFC APPROVED 00 NO_CVM - | Approved Nothing Amount | Likely | Nothing | Limit
        JCB 62.00 NFC APPROVED 00 SIGNATURE - | Approved Signature Amount | Likely | Nothing | Limit
        Visa 62.00 NFC APPROVED 00 PIN_OR_SIGNATURE - | Approved PinOrSignature Amount | Likely | Nothing | Limit
        Visa 62.00 NFC APPROVED 00 PIN_OR_SIGNATURE 0000040000 | Approved Pin Amount | Likely | Nothing | Limit
        Mastercard 62.00 NFC APPROVED 00 - 0000048000 | Approved Pin Amount | Likely | Nothing | Limit
        Visa 62.00 NFC APPROVED 00 CDCVM - | Approved OnDevice Amount | Likely | Nothing | PhoneVerified Limit
        Visa 62.00 NFC APPROVED 00 - - | Approved None Unknown | Certain | Nothing | Limit
        Amex 50.00 NFC APPROVED 00 PIN - | Approved Pin Amount | Likely | Nothing | ExactlyAtLimit
        Amex 50.01 NFC APPROVED 00 PIN - | Approved Pin Amount | Likely | Nothing | Limit !ExactlyAtLimit
        ",
    );
}

#[test]
fn a_limit_of_nines_is_no_limit() {
    check(
        "
        Visa 23.10 NFC APPROVED 00 NO_CVM - and=Retail:99999999:99999999:99999999 | Approved Nothing Amount | Likely | Nothing | NoCvmLimit !Limit !ExactlyAtLimit
        Mastercard 999999.99 NFC APPROVED 00 NO_CVM - and=Retail:99999999:99999999:99999999 | Approved Nothing Amount | Likely | Nothing | NoCvmLimit !Limit !ExactlyAtLimit
        UnionPay 1500000.00 NFC APPROVED 00 NO_CVM - and=Retail:99999999:99999999:99999999 | Approved Nothing Amount | Likely | Nothing | NoCvmLimit !Limit !ExactlyAtLimit
        Amex 999999.99 NFC APPROVED 00 NO_CVM - and=Retail:99999999:99999999:99999999 | Approved Nothing Amount | Likely | Nothing | NoCvmLimit !Limit !ExactlyAtLimit
        Discover 1500000.00 NFC APPROVED 00 NO_CVM - and=Retail:99999999:99999999:99999999 | Approved Nothing Amount | Likely | Nothing | NoCvmLimit !Limit !ExactlyAtLimit
        JCB 999999.99 NFC APPROVED 00 NO_CVM - and=Retail:99999999:99999999:99999999 | Approved Nothing Amount | Likely | Nothing | NoCvmLimit !Limit !ExactlyAtLimit
        ",
    );
}

#[test]
fn configurations_agree_or_are_named() {
    check(
        "
        Visa 62.00 NFC APPROVED 00 PIN - and=Retail:0:5000:25000 and=Kiosk:0:2500:25000 | Approved Pin Amount | Likely | Nothing | Limit
        Visa 30.00 NFC APPROVED 00 PIN - and=Retail:0:5000:25000 and=Kiosk:0:2500:25000 | Approved Pin Amount | Likely | Nothing | Limit ConfigurationsDisagree
        Visa 62.00 NFC APPROVED 00 PIN - none | Approved Pin Unknown | Unclear | Nothing | NoConfiguration
        Visa 62.00 NFC APPROVED 00 PIN - and=Retail:0:5000:25000 and=Kiosk:0:-:25000 | Approved Pin Unknown | Unclear | Nothing | Limit LimitUnknown
        Visa 62.00 NFC APPROVED 00 PIN - and=Retail:0:5000:- | Approved Pin Amount | Likely | Nothing | Limit LimitUnknown
        Visa 62.00 NFC APPROVED 00 PIN - in=CHF | Approved Pin Unknown | Unclear | Nothing | OtherCurrency !Limit
        Visa - NFC APPROVED 00 PIN - | Approved Pin Unknown | Unclear | Nothing | NotCompared !ZeroAmount !Limit
        Visa 62.00 NFC APPROVED 00 PIN - aid=A0000000041010 cardaid=A0000000031010 | Approved Pin Unknown | Unclear | Nothing | OtherAid
        - 62.00 NFC APPROVED 00 PIN - cardaid=A0000003591010028001 | Approved Pin Unknown | Unclear | Nothing | OtherNetwork
        ",
    );
}

#[test]
fn a_pin_below_the_limit_is_the_banks_or_the_cards() {
    check(
        "
        Visa 23.10 NFC APPROVED 00 PIN - {TTQ} | Approved Pin Bank | Likely | Nothing | Limit BankCounts CardOrBank OtherValueThen
        Visa 23.10 NFC APPROVED 00 PIN - earlier=70 | Approved Pin Bank | Likely | Nothing | BankAskedEarlier Limit
        Visa 23.10 NFC APPROVED 00 PIN - earlier=1A | Approved Pin Bank | Likely | Nothing | BankAskedEarlier
        Visa 23.10 NFC APPROVED 00 PIN - earlier=51 | Approved Pin Bank | Likely | Nothing | Limit !BankAskedEarlier EarlierCode
        Visa 23.10 NFC APPROVED 00 PIN - ctq=8000 | Approved Pin Card | Likely | Nothing | CardRequires Limit
        Visa 23.10 NFC APPROVED 00 PIN - cardlimit | Approved Pin Card | Likely | Nothing | Iad
        Visa 23.10 NFC APPROVED 00 PIN - TTQ=26404080 | Approved Pin Bank | Likely | Nothing | Limit StoredCvmRequired
        Visa 23.10 NFC APPROVED 00 SIGNATURE - | Approved Signature Card | Likely | Nothing | Limit !BankCounts
        Visa 23.10 NFC APPROVED 00 SIGNATURE - earlier=70 | Approved Signature Card | Likely | Nothing | Limit !BankAskedEarlier
        Visa 62.00 NFC APPROVED 00 PIN - earlier=70 | Approved Pin Amount | Likely | Nothing | Limit !BankAskedEarlier
        Visa 23.10 NFC APPROVED 00 PIN - was=2000 | Approved Pin Amount | Likely | Nothing | ChangedSince Limit
        Visa 23.10 NFC APPROVED 00 NO_CVM - and=Retail:0:2000:25000 was=5000 | Approved Nothing Amount | Likely | Nothing | ChangedSince
        ",
    );
}

/// Only 08 means "no PIN": with bit 7 or 6 beside bit 4 the card's own list decides (Book C-2, 7.5).
#[test]
fn df8119_is_read_in_full() {
    check(
        "
        Mastercard 23.10 NFC APPROVED 00 PIN 0000048000 DF8118=60 DF811B=A0 DF8119=48 flag=true | Approved Pin Terminal | Likely | Nothing | OfferedBelow Limit !BankCounts
        Mastercard 23.10 NFC APPROVED 00 PIN 0000048000 DF8118=60 DF811B=A0 DF8119=68 flag=true | Approved Pin Terminal | Likely | Nothing | OfferedBelow
        Mastercard 23.10 NFC APPROVED 00 PIN 0000048000 DF8118=60 DF811B=A0 DF8119=28 flag=true | Approved Pin Bank | Likely | Nothing | NotOfferedBelow BankCounts
        Mastercard 23.10 NFC APPROVED 00 PIN 0000048000 DF8118=60 DF811B=A0 DF8119=08 flag=true | Approved Pin Bank | Likely | Nothing | NotOfferedBelow Limit BankCounts
        Mastercard 23.10 NFC APPROVED 00 PIN 0000048000 DF8118=60 DF811B=A0 DF8119=40 flag=true | Approved Pin Terminal | Likely | Nothing | RequiredBelow Limit
        Mastercard 23.10 NFC APPROVED 00 PIN 0000048000 DF8118=60 DF811B=A0 DF8119=48 | Approved Pin Unknown | Unclear | Nothing | OfferedBelow Limit CardOrBank
        Mastercard 23.10 NFC APPROVED 00 PIN 0000048000 DF8118=60 DF811B=A0 DF8119=40 | Approved Pin Unknown | Unclear | Nothing | RequiredBelow CardOrBank
        Mastercard 23.10 NFC APPROVED 00 PIN 0000048000 DF8118=60 DF811B=A0 DF8119=#40 flag=true | Approved Pin Unknown | Unclear | Nothing | ParameterUnreadable Limit
        Mastercard 23.10 NFC APPROVED 00 PIN 0000048000 DF8118=60 DF811B=A0 | Approved Pin Unknown | Unclear | Nothing | Limit CardOrBank BankCounts
        Mastercard 23.10 NFC APPROVED 00 PIN 0000048000 DF8118=60 DF811B=A0 DF8119=40 flag=true earlier=65 | Approved Pin Bank | Likely | Nothing | BankAskedEarlier Limit
        Mastercard 23.10 NFC APPROVED 00 SIGNATURE - DF8118=60 DF811B=A0 DF8119=28 flag=true | Approved Signature Terminal | Likely | Nothing | OfferedBelow
        Mastercard 23.10 NFC APPROVED 00 SIGNATURE - DF8118=60 DF811B=A0 DF8119=28 flag=true type=25 | Approved Signature Card | Likely | Nothing | NotOfferedBelow !TerminalType
        Mastercard 23.10 NFC APPROVED 00 NO_CVM 0000008000 DF8118=60 DF811B=A0 DF8119=48 flag=true | Approved Nothing Amount | Likely | Nothing | Limit !OfferedBelow
        ",
    );
}

#[test]
fn a_card_passes_unverified_below_the_limit_against_df8119() {
    check(
        "
        Mastercard 49.99 NFC APPROVED 00 NO_CVM 0000008000 DF8118=60 DF8119=40 DF811B=A0 flag=true | Approved Nothing Unknown | Unclear | Nothing | RequiredBelow OtherValueThen PhoneVerified CardHasNoCvm
        Mastercard 49.99 NFC APPROVED 00 NO_CVM 0000008000 DF8118=60 DF8119=40 DF811B=00 flag=true | Approved Nothing Unknown | Unclear | Nothing | RequiredBelow OtherValueThen !PhoneVerified
        Mastercard 49.99 NFC APPROVED 00 1F0302 0000008000 DF8118=60 DF8119=40 DF811B=A0 flag=true | Approved Nothing Unknown | Likely | Nothing | OtherValueThen RequiredBelow
        Mastercard 49.99 NFC APPROVED 00 3F0000 0000008000 DF8118=60 DF8119=40 DF811B=A0 flag=true | Approved Nothing Card | Likely | Nothing | CardHasNoCvm RequiredBelow
        Mastercard 49.99 NFC APPROVED 00 3F0002 0000008000 DF8118=60 DF8119=40 DF811B=A0 flag=true | Approved Nothing Amount | Likely | Nothing | Limit !RequiredBelow
        Mastercard 49.99 NFC APPROVED 00 3F0002 0000008000 DF8118=60 DF8119=40 DF811B=00 flag=true | Approved Nothing Unknown | Likely | Nothing | OtherValueThen
        Mastercard 49.99 NFC APPROVED 00 NO_CVM 0000008000 DF8118=60 DF8119=40 DF811B=A0 | Approved Nothing Amount | Likely | Nothing | Limit !RequiredBelow
        Mastercard 49.99 NFC APPROVED 00 CDCVM 0000008000 DF8118=60 DF8119=40 DF811B=A0 flag=true | Approved OnDevice Amount | Likely | Nothing | PhoneVerified Limit RequiredBelow
        Mastercard 49.99 NFC APPROVED 00 CDCVM 0000008000 DF8118=60 DF8119=08 DF811B=A0 flag=true | Approved OnDevice Amount | Likely | Nothing | PhoneVerified !RequiredBelow
        Mastercard 49.99 NFC APPROVED 00 - 0000008000 DF8118=60 DF8119=40 DF811B=A0 flag=true | Approved None Unknown | Certain | Nothing | Limit RequiredBelow
        Mastercard 49.99 NFC APPROVED 00 NO_CVM 0000008000 DF8118=60 DF8119=#40 DF811B=20 flag=true | Approved Nothing Unknown | Unclear | Nothing | Limit ParameterUnreadable
        Mastercard 49.99 NFC APPROVED 00 3F0002 0000008000 DF8118=60 DF8119=#40 DF811B=20 flag=true | Approved Nothing Amount | Likely | Nothing | Limit
        ",
    );
}

#[test]
fn no_verification_above_the_limit_needs_a_reason() {
    check(
        "
        Mastercard 62.00 NFC APPROVED 00 NO_CVM 0000008000 DF8118=68 DF8119=08 flag=true | Approved Nothing Terminal | Likely | Nothing | NoCvmAllowedAbove Limit
        Mastercard 62.00 NFC APPROVED 00 NO_CVM 0000008000 DF8118=68 DF8119=08 | Approved Nothing Unknown | Unclear | Nothing | NoCvmAllowedAbove
        Mastercard 62.00 NFC APPROVED 00 3F0000 0000008000 {ON} | Approved Nothing Card | Likely | Nothing | CardHasNoCvm !OtherValueThen
        Mastercard 62.00 NFC APPROVED 00 3F0002 0000008000 {ON} | Approved Nothing Unknown | Likely | Nothing | OtherValueThen !CardHasNoCvm
        Mastercard 62.00 NFC APPROVED 00 1F0302 0000008000 {ON} | Approved Nothing Unknown | Likely | Nothing | CardHasList OtherValueThen Limit
        Mastercard 62.00 NFC APPROVED 00 1F0302 0000008000 DF8118=60 | Approved Nothing Unknown | Unclear | Nothing | CardHasList OtherValueThen
        Mastercard 62.00 NFC APPROVED 00 NO_CVM 0000008000 {ON} | Approved Nothing Unknown | Unclear | Nothing | Limit OtherValueThen CardHasNoCvm
        Visa 62.00 NFC APPROVED 00 NO_CVM 0000008000 {TTQ} | Approved Nothing Unknown | Unclear | Nothing | Limit OtherValueThen PhoneVerified
        Visa 50.00 NFC APPROVED 00 NO_CVM - | Approved Nothing Unknown | Unclear | Nothing | Limit ExactlyAtLimit
        Visa 62.00 NFC APPROVED 00 NO_CVM 0000008000 {TTQ} wallet | Approved Nothing Card | Likely | Nothing | PhoneVerified PhoneCheckAccepted
        Visa 62.00 NFC APPROVED 00 3F0000 0000008000 {TTQ} | Approved Nothing Unknown | Unclear | Nothing | Limit !CardHasNoCvm
        Mastercard 62.00 NFC APPROVED 00 NO_CVM 2000008000 | Approved Nothing Card | Likely | Nothing | CardHasNoCvm
        ",
    );
}

/// The cause is named also where a missing bit decides.
#[test]
fn a_phone_is_treated_like_a_card_where_the_reader_does_not_announce_it() {
    check(
        "
        Visa 62.00 NFC APPROVED 00 PIN - TTQ=26000080 wallet | Approved Pin Terminal | Likely | Nothing | PhoneCheckNotAnnounced Limit
        Visa 62.00 NFC APPROVED 00 PIN - TTQ=26000080 phone | Approved Pin Terminal | Likely | Nothing | PhoneCheckNotAnnounced
        Mastercard 62.00 NFC APPROVED 00 PIN 0000048000 DF8118=60 DF8119=08 DF811B=80 flag=true wallet | Approved Pin Terminal | Likely | Nothing | PhoneCheckNotAnnounced
        JCB 62.00 NFC APPROVED 00 PIN - TTQ=26000080 wallet | Approved Pin Terminal | Likely | Nothing | PhoneCheckNotAnnounced
        Visa 62.00 NFC APPROVED 00 PIN - TTQ=26004080 wallet | Approved Pin Unknown | Unclear | Nothing | PhoneCheckAccepted PhoneNotVerified
        Visa 62.00 NFC APPROVED 00 PIN - TTQ=26000080 | Approved Pin Amount | Likely | Nothing | Limit !PhoneCheckNotAnnounced
        Visa 62.00 NFC APPROVED 00 PIN - wallet | Approved Pin Amount | Likely | Nothing | Limit
        Mastercard 30.00 NFC APPROVED 00 010002 - | Approved OnDevice Amount | Likely | Nothing | PhoneVerified OtherValueThen
        Mastercard 60.00 NFC APPROVED 00 010002 - | Approved OnDevice Amount | Likely | Nothing | PhoneVerified !OtherValueThen
        Visa 62.00 NFC APPROVED 00 CDCVM - none | Approved OnDevice Unknown | Likely | Nothing | PhoneVerified NoConfiguration
        Visa 62.00 NFC APPROVED 00 - - ctq=0080 | Approved OnDevice Amount | Likely | Nothing | PhoneVerified
        ",
    );
}

/// Above the limit a card meets the reader's methods. A PIN is verified online, and an unattended terminal takes no signature.
#[test]
fn methods_of_the_reader_follow_every_bit() {
    check(
        "
        Visa 62.00 NFC APPROVED 00 CDCVM - TTQ=26004000 | Approved OnDevice Amount | Likely | Nothing | PhoneVerified OfferedAbove
        Visa 62.00 NFC APPROVED 00 CDCVM - TTQ=22004000 | Approved OnDevice Amount | Likely | Nothing | PhoneVerified OfferedAbove
        Visa 62.00 NFC APPROVED 00 CDCVM - TTQ=20004000 | Approved OnDevice Amount | Likely | Nothing | PhoneVerified NoMethod
        Visa 62.00 NFC APPROVED 00 CDCVM - TTQ=22004000 type=24 | Approved OnDevice Amount | Likely | Nothing | PhoneVerified NoMethod
        Discover 62.00 NFC APPROVED 00 CDCVM - TTQ=2C004000 | Approved OnDevice Amount | Likely | Nothing | PhoneVerified NoMethod
        JCB 62.00 NFC APPROVED 00 CDCVM - TTQ=20004000 | Approved OnDevice Amount | Likely | Nothing | PhoneVerified NoMethod
        Mastercard 62.00 NFC APPROVED 00 CDCVM - DF8118=40 flag=true | Approved OnDevice Amount | Likely | Nothing | PhoneVerified OfferedAbove
        Mastercard 62.00 NFC APPROVED 00 CDCVM - DF8118=00 flag=true | Approved OnDevice Amount | Likely | Nothing | PhoneVerified NoMethod
        Mastercard 62.00 NFC APPROVED 00 CDCVM - DF8118=00 | Approved OnDevice Amount | Likely | Nothing | PhoneVerified !NoMethod
        Mastercard 62.00 NFC APPROVED 00 CDCVM - DF8118=68 flag=true | Approved OnDevice Amount | Likely | Nothing | PhoneVerified NoCvmAllowedAbove
        Amex 62.00 NFC APPROVED 00 CDCVM - 9F6E=18E00003 | Approved OnDevice Amount | Likely | Nothing | PhoneVerified OfferedAbove
        Amex 62.00 NFC APPROVED 00 CDCVM - 9F6E=18800003 | Approved OnDevice Amount | Likely | Nothing | PhoneVerified NoMethod
        Visa 62.00 NFC APPROVED 00 CDCVM - | Approved OnDevice Amount | Likely | Nothing | PhoneVerified !OfferedAbove
        Visa 62.00 NFC APPROVED 00 CDCVM - TTQ=hello | Approved OnDevice Amount | Likely | Nothing | PhoneVerified ParameterUnreadable
        Discover 62.00 NFC APPROVED 00 CDCVM - TTQ=26004800 | Approved OnDevice Amount | Likely | Nothing | PhoneVerified PhoneCheckRequired
        ",
    );
}

#[test]
fn verification_that_failed_names_what_failed() {
    check(
        "
        Visa 62.00 NFC APPROVED 00 420301 0000848000 {TTQ} | Approved Failed Amount | Likely | Nothing | MethodFailed Limit
        Mastercard 62.00 NFC APPROVED 00 010001 0000808000 {ON} | Approved Failed Amount | Likely | Nothing | MethodFailed
        Mastercard 62.00 NFC APPROVED 00 3F0001 0000808000 {ON} | Approved Failed Unknown | Likely | Nothing | NoRuleFits Limit
        Mastercard 62.00 NFC APPROVED 00 3F0001 - DF811B=A0 | Approved Failed Unknown | Likely | Nothing | NoRuleFits
        Visa 62.00 NFC APPROVED 00 000000 - {TTQ} | Approved None Unknown | Certain | Nothing | Limit !NotVerified
        ",
    );
}

#[test]
fn in_mag_stripe_mode_other_values_decide() {
    check(
        "
        Mastercard 23.10 NFC_MAGSTRIPE APPROVED 00 PIN - DF8118=60 DF8119=40 flag=true | Approved Pin Unknown | Unclear | Nothing | MagStripeMode Limit CardOrBank !RequiredBelow
        Visa 62.00 NFC_MAGSTRIPE APPROVED 00 PIN - {TTQ} | Approved Pin Amount | Likely | Nothing | Limit
        Mastercard 23.10 MSD APPROVED 00 PIN - DF8118=60 DF8119=40 flag=true | Approved Pin Unknown | Unclear | Nothing | MagStripeMode Limit CardOrBank !RequiredBelow
        Visa 62.00 MSD APPROVED 00 PIN - {TTQ} | Approved Pin Amount | Likely | Nothing | Limit
        Mastercard 23.10 912 APPROVED 00 PIN - DF8118=60 DF8119=40 flag=true | Approved Pin Unknown | Unclear | Nothing | MagStripeMode Limit CardOrBank !RequiredBelow
        Visa 62.00 912 APPROVED 00 PIN - {TTQ} | Approved Pin Amount | Likely | Nothing | Limit
        ",
    );
}

#[test]
fn only_a_tap_is_decided_by_contactless_limits() {
    check(
        "
        Visa 62.00 EMV_CONTACT APPROVED 00 PIN 0000048000 | Approved Pin Card | Likely | Nothing | Entry !Limit
        Visa 62.00 3 APPROVED 00 PIN - | Approved Pin Unknown | Likely | Nothing | Entry !Limit
        Visa 62.00 MANUAL APPROVED 00 NO_CVM - | Approved Nothing Unknown | Likely | Nothing | Entry !Limit
        Visa 62.00 E_COMM APPROVED 00 CDCVM - | Approved OnDevice Bank | Likely | Nothing | Entry !Limit
        Visa 62.00 - APPROVED 00 PIN 0000048000 | Approved Pin Unknown | Unclear | Nothing | Limit Entry
        Mastercard 23.10 EMV_CONTACT APPROVED 00 - 0000208000 | Approved None Unknown | Certain | Nothing | Tvr Entry
        Mastercard 23.10 EMV_CONTACT APPROVED 00 SIGNATURE 0000088000 | Approved Signature Card | Certain | Nothing | Tvr Entry
        ",
    );
}
