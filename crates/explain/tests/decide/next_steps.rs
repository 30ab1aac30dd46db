//! The next step: nothing that was done already, and nothing that terminal or entry can't do.

use super::check;

#[test]
fn verification_that_the_bank_wants_is_done_where_the_reader_can() {
    check(
        "
        Visa 25.00 NFC DECLINED 70 NO_CVM - {TTQ} | Declined Bank NeedsVerification | Likely | EnterPin | HostCode Limit BankCounts
        Visa 25.00 NFC DECLINED 1A NO_CVM - TTQ=22004000 | Declined Bank NeedsVerification | Likely | InsertCard | HostCode OfferedAbove
        Visa 25.00 NFC DECLINED 1A NO_CVM - | Declined Bank NeedsVerification | Likely | InsertCard | HostCode
        Mastercard 26.00 NFC DECLINED 65 NO_CVM - {ON} | Declined Bank NeedsVerification | Likely | EnterPin | HostCode
        Mastercard 26.00 NFC DECLINED 65 NO_CVM - DF8118=08 flag=true | Declined Bank NeedsVerification | Likely | InsertCard | HostCode NoMethod
        // A phone verifies its owner itself.
        Visa 25.00 NFC DECLINED 1A NO_CVM - {TTQ} wallet | Declined Bank NeedsVerification | Likely | UnlockPhone | HostCode
        Mastercard 26.00 NFC DECLINED 65 3F0002 - {ON} | Declined Bank NeedsVerification | Likely | UnlockPhone | HostCode
        // A step that was already done is no advice.
        Visa 26.00 NFC DECLINED 70 PIN - {TTQ} | Declined Bank NeedsVerification | Likely | InsertCard | HostCode
        Mastercard 26.00 NFC DECLINED 65 - 0000048000 {ON} | Declined Bank NeedsVerification | Likely | InsertCard | HostCode
        Visa 26.00 NFC DECLINED 1A CDCVM - {TTQ} | Declined Bank NeedsVerification | Likely | TryAnotherCard | HostCode
        // Other entries.
        Visa 60.00 EMV_CONTACT DECLINED 1A - - | Declined Bank NeedsVerification | Likely | InsertCard | HostCode
        Visa 60.00 EMV_CONTACT DECLINED 1A PIN - | Declined Bank NeedsVerification | Likely | TryAnotherCard | HostCode
        Visa 60.00 MANUAL DECLINED 70 - - | Declined Bank NeedsVerification | Likely | InsertCard | HostCode
        Visa 60.00 E_COMM DECLINED 1A - - | Declined Bank NeedsVerification | Likely | ConfirmOnline | HostCode
        Mastercard 60.00 E_COMM DECLINED 65 - - | Declined Bank NeedsVerification | Likely | ConfirmOnline | HostCode
        Visa 60.00 E_COMM DECLINED 65 - - | Declined Bank CardNotAccepted | Likely | TryAnotherCard | HostCode
        Mastercard 60.00 E_COMM DECLINED 61 - - | Declined Bank CardNotAccepted | Likely | TryAnotherCard | HostCode
        ",
    );
}

/// A phone used as a terminal has no slot, and nobody inserts at an unattended one.
#[test]
fn nothing_is_inserted_where_there_is_no_slot() {
    check(
        "
        Visa 300.00 NFC DECLINED - - - cots | Declined Reader AboveTransactionLimit | Likely | PayAnotherWay | Limit TerminalIsPhone
        Visa 300.00 NFC DECLINED - - - type=25 | Declined Reader AboveTransactionLimit | Likely | PayAnotherWay | Limit TerminalType
        Visa 25.00 NFC DECLINED Z1 - - cots | Declined Card Offline | Likely | TryAnotherCard | HostCode
        Visa 25.00 NFC DECLINED Z3 - - cots | Declined NobodyReached NoConnection | Likely | CheckConnection | HostCode
        Visa 25.00 NFC DECLINED 70 NO_CVM - {TTQ} cots | Declined Bank NeedsVerification | Likely | EnterPin | HostCode
        Visa 25.00 NFC DECLINED 70 NO_CVM - cots | Declined Bank NeedsVerification | Likely | EnterPin | HostCode
        Visa 25.00 NFC DECLINED 70 NO_CVM - TTQ=22004000 cots | Declined Bank NeedsVerification | Likely | PayAnotherWay | HostCode
        Visa 25.00 NFC DECLINED 70 PIN - {TTQ} cots | Declined Bank NeedsVerification | Likely | TryAnotherCard | HostCode
        Visa 25.00 MANUAL DECLINED 70 - - cots | Declined Bank NeedsVerification | Likely | PayAnotherWay | HostCode
        Visa 25.00 NFC DECLINED XX - - cots | Declined Unknown Unexplained | Unclear | TryAnotherCard | HostCode
        ",
    );
}

#[test]
fn only_a_pin_that_was_sent_can_be_wrong() {
    check(
        "
        Mastercard 99.99 NFC DECLINED 55 PIN 0000048000 {ON} | Declined Bank WrongPin | Likely | RightPin | HostCode
        Amex 62.00 NFC DECLINED 117 PIN - | Declined Bank WrongPin | Likely | RightPin | HostCode
        Visa 62.00 NFC DECLINED 55 420301 0000848000 | Declined Bank WrongPin | Likely | RightPin | HostCode
        Visa 99.99 EMV_CONTACT DECLINED 55 PIN 0000248000 | Declined Bank WrongPin | Likely | RightPin | HostCode
        Visa 99.99 EMV_CONTACT DECLINED 55 PIN - | Declined Bank WrongPin | Likely | RightPin | HostCode
        Visa 99.99 EMV_CONTACT DECLINED 55 PIN 0000208000 | Declined Bank WrongPin | Likely | TryAnotherCard | HostCode
        Visa 99.99 EMV_CONTACT DECLINED 55 PIN 0000108000 | Declined Bank WrongPin | Likely | TryAnotherCard | HostCode
        Visa 99.99 EMV_CONTACT DECLINED 55 440302 - | Declined Bank WrongPin | Likely | TryAnotherCard | HostCode
        Visa 99.99 EMV_CONTACT DECLINED 55 PIN 0000008000 | Declined Bank WrongPin | Likely | TryAnotherCard | HostCode
        Mastercard 99.99 NFC DECLINED 55 3F0001 0000808000 {ON} | Declined Bank WrongPin | Likely | TryAnotherCard | HostCode
        Visa 60.00 NFC DECLINED 55 NO_CVM - | Declined Bank WrongPin | Likely | TryAnotherCard | HostCode
        Visa 60.00 MANUAL DECLINED 55 - - | Declined Bank WrongPin | Likely | TryAnotherCard | HostCode
        Mastercard 99.99 NFC DECLINED 55 CDCVM 0000048000 {ON} | Declined Bank WrongPin | Likely | RightPin | HostCode
        ",
    );
}
