//! Declines: the party, the reason and the next step.

use super::check;

#[test]
fn the_answer_of_a_host_decides() {
    check(
        "
        Visa 62.00 NFC DECLINED 05 NO_CVM - | Declined Bank CardNotAccepted | Likely | TryAnotherCard | HostCode
        Visa 62.00 NFC DECLINED 51 NO_CVM - | Declined Bank InsufficientFunds | Likely | TryAnotherCard | HostCode
        Amex 62.00 NFC DECLINED 116 NO_CVM - | Declined Bank InsufficientFunds | Likely | TryAnotherCard | HostCode
        Visa 62.00 NFC DECLINED 54 NO_CVM - | Declined Bank CardExpired | Likely | TryAnotherCard | HostCode
        UnionPay 20.00 NFC DECLINED 75 PIN - | Declined Bank PinTriesExceeded | Likely | TryAnotherCard | HostCode
        Visa 62.00 NFC DECLINED 03 NO_CVM - | Declined Acquirer SetUp | Likely | AskAcquirer | HostCode
        JCB 62.00 EMV_CONTACT DECLINED 58 NO_CVM - | Declined Acquirer SetUp | Likely | AskAcquirer | HostCode
        Amex 62.00 NFC DECLINED 109 NO_CVM - | Declined Acquirer SetUp | Likely | AskAcquirer | HostCode
        Visa 62.00 NFC DECLINED 91 NO_CVM - | Declined NobodyReached Unavailable | Likely | TryLater | HostCode
        Visa 62.00 NFC DECLINED 68 NO_CVM - | Declined NobodyReached Unavailable | Likely | TryLater | HostCode
        Visa 62.00 NFC DECLINED 96 NO_CVM - | Declined NobodyReached Unavailable | Likely | TryLater | HostCode
        Amex 62.00 NFC DECLINED 911 NO_CVM - | Declined NobodyReached Unavailable | Likely | TryLater | HostCode
        Amex 62.00 NFC DECLINED 912 NO_CVM - | Declined NobodyReached Unavailable | Likely | TryLater | HostCode
        Visa 62.00 NFC DECLINED Q9 NO_CVM - | Declined Unknown Unexplained | Unclear | InsertOrOtherCard | HostCode
        // The scheme's own meaning counts.
        Visa 62.00 NFC DECLINED 65 NO_CVM - | Declined Bank CardNotAccepted | Likely | TryAnotherCard | HostCode
        Mastercard 62.00 NFC DECLINED 70 NO_CVM - {ON} | Declined Bank CardNotAccepted | Likely | TryAnotherCard | HostCode
        Mastercard 62.00 EMV_CONTACT DECLINED 65 420300 0000048000 | Declined Bank CardNotAccepted | Likely | TryAnotherCard | HostCode
        - 62.00 NFC DECLINED 51 NO_CVM - | Declined Bank InsufficientFunds | Likely | TryAnotherCard | HostCode
        - 62.00 NFC DECLINED 70 NO_CVM - | Declined Unknown Unexplained | Unclear | InsertOrOtherCard | HostCode
        // The last answer decides.
        Mastercard 25.00 NFC DECLINED 75 PIN - {ON} earlier=55 | Declined Bank PinTriesExceeded | Likely | TryAnotherCard | HostCode EarlierCode
        ",
    );
}

#[test]
fn a_terminal_writes_its_own_codes() {
    check(
        "
        Visa 62.00 NFC DECLINED Z1 NO_CVM 0000008000 | Declined Card Offline | Likely | InsertOrOtherCard | HostCode Floor
        Visa 26.00 NFC DECLINED Z3 NO_CVM - | Declined NobodyReached NoConnection | Likely | InsertOrCheckConnection | HostCode
        Visa 26.00 EMV_CONTACT DECLINED Z1 NO_CVM - | Declined Card Offline | Likely | TryAnotherCard | HostCode
        Visa 26.00 EMV_CONTACT DECLINED Z3 NO_CVM - | Declined NobodyReached NoConnection | Likely | CheckConnection | HostCode
        // Status and code contradict each other.
        Visa 26.00 NFC DECLINED Y1 NO_CVM - | Declined Unknown Unexplained | Unclear | InsertOrOtherCard | HostCode
        Visa 26.00 NFC DECLINED 00 NO_CVM - | Declined Unknown Unexplained | Unclear | InsertOrOtherCard | HostCode Limit
        Visa 26.00 NFC APPROVED 51 NO_CVM - | Approved Nothing Amount | Unclear | LookUpFirst | HostCode
        Visa 26.00 NFC APPROVED Z1 NO_CVM - | Approved Nothing Amount | Unclear | LookUpFirst | HostCode
        ",
    );
}

#[test]
fn bits_of_the_terminal_decide_without_a_host() {
    check(
        "
        Visa 26.00 EMV_CONTACT DECLINED Z1 NO_CVM 0040008040 | Declined Terminal CardExpired | Likely | TryAnotherCard | Tvr
        Discover 20.00 NFC DECLINED - NO_CVM 0020008000 | Declined Terminal CardNotAccepted | Likely | TryAnotherCard | Tvr
        Visa 20.00 NFC DECLINED - NO_CVM 2000008000 | Declined Terminal CardNotAuthenticated | Likely | InsertOrOtherCard | Tvr
        Visa 20.00 EMV_CONTACT DECLINED Z1 NO_CVM 0000008100 | Declined Terminal CardNotAuthenticated | Likely | TryAnotherCard | Tvr
        Visa 20.00 EMV_CONTACT DECLINED - NO_CVM 0000088000 | Declined Terminal NotVerified | Likely | InsertCard | Tvr
        Visa 20.00 EMV_CONTACT DECLINED - NO_CVM 0000108000 | Declined Terminal NotVerified | Likely | PayAnotherWay | Tvr
        Mastercard 30.00 EMV_CONTACT DECLINED - 410301 0000A08000 | Declined Terminal PinTriesExceeded | Likely | TryAnotherCard | Tvr
        Mastercard 60.00 NFC DECLINED Z1 3F0001 - {ON} | Declined Terminal NotVerified | Likely | InsertCard | NoRuleFits
        Mastercard 60.00 NFC DECLINED Z1 3F0001 0000408000 {ON} | Declined Terminal NotVerified | Likely | InsertCard | Tvr
        // Relay resistance is kernel 2's, at a tap.
        Mastercard 20.00 NFC DECLINED - 1F0302 0000008008 {ON} | Declined Terminal CardNotAuthenticated | Likely | InsertOrOtherCard | Relay
        Mastercard 20.00 NFC DECLINED - 1F0302 000000800C {ON} | Declined Terminal CardNotAuthenticated | Likely | InsertOrOtherCard | Relay
        Mastercard 20.00 NFC DECLINED - 010002 0000008002 {ON} | Declined Unknown Unexplained | Unclear | InsertOrOtherCard | Limit !Relay
        Visa 20.00 NFC DECLINED - - 0000008008 | Declined Unknown Unexplained | Unclear | InsertOrOtherCard | Limit !Relay
        Mastercard 20.00 EMV_CONTACT DECLINED - 420300 0000048008 | Declined Unknown Unexplained | Unclear | TryAnotherCard | Entry !Relay
        // Without an answer no bank is authenticated.
        Visa 99.99 EMV_CONTACT DECLINED Z1 NO_CVM 0000008040 | Declined Card Offline | Likely | TryAnotherCard | HostCode
        Visa 99.99 EMV_CONTACT DECLINED - NO_CVM 0000008040 | Declined Terminal CardNotAuthenticated | Likely | TryAnotherCard | Tvr
        // A tap tries no PIN of the card (Book C-2, 7.5).
        Mastercard 23.10 NFC DECLINED - - 0000208000 {ON} | Declined Unknown Unexplained | Unclear | InsertOrOtherCard | Limit
        // Bits that exclude each other decide nothing.
        Visa 20.00 NFC DECLINED - - FFFFFFFFFF | Declined Unknown Unexplained | Unclear | InsertOrOtherCard | Limit Tvr
        Mastercard 62.00 NFC DECLINED 51 - FFFFFFFFFF | Declined Bank InsufficientFunds | Likely | TryAnotherCard | HostCode
        ",
    );
}

#[test]
fn kernel_2_and_the_card_name_their_own_reason() {
    check(
        "
        Mastercard 300.00 NFC - - - - DF8115=000500000000 DF8129=60F0F0F0F0FF0000 | Declined Reader AboveTransactionLimit | Certain | InsertCard | KernelError Limit
        Mastercard 23.10 NFC - - - - DF8115=000700000000 | Declined Reader TerminalSetting | Certain | InsertCard | KernelError
        Mastercard 23.10 NFC - - - - DF8115=000200000000 | Declined Terminal CardNotAuthenticated | Certain | InsertOrOtherCard | KernelError
        Mastercard 23.10 NFC - - - - DF8129=60F0F0F0F0FF0000 | Declined Reader TerminalSetting | Likely | InsertCard | KernelOutcome
        Mastercard 23.10 NFC - - - - DF8129=20F0F0F0F0FF0000 aac | Declined Card Offline | Likely | InsertOrOtherCard | Cryptogram
        Visa 23.10 NFC - - - - aac | Declined Card Offline | Likely | InsertOrOtherCard | Cryptogram
        Visa 23.10 NFC DECLINED Z1 - - aac 9F27=2 | Declined Card PinTriesExceeded | Likely | TryAnotherCard | CryptogramReason
        Visa 23.10 NFC DECLINED Z1 - - aac pintries | Declined Card PinTriesExceeded | Likely | TryAnotherCard | Iad
        Visa 23.10 NFC DECLINED Z1 - - aac 9F27=1 | Declined Card CardNotAccepted | Likely | TryAnotherCard | CryptogramReason
        // A host that answered decides.
        Visa 23.10 NFC DECLINED 51 - - aac pintries | Declined Bank InsufficientFunds | Likely | TryAnotherCard | HostCode Iad
        Mastercard 62.00 NFC - 00 PIN 0000048000 DF8129=30F0F020F0FF0000 {ON} | Approved Pin Amount | Likely | Nothing | Limit
        ",
    );
}

#[test]
fn the_services_reason_comes_before_a_guess() {
    check(
        "
        Visa 25.00 NFC DECLINED - NO_CVM - reason=PIN_entry_cancelled | Declined Unknown Unexplained | Certain | InsertOrOtherCard | ServiceReason
        Visa 250.01 NFC DECLINED - NO_CVM - reason=Cancelled | Declined Unknown Unexplained | Certain | InsertOrOtherCard | ServiceReason Limit
        Visa 25.00 NFC DECLINED Z1 NO_CVM - reason=Cancelled | Declined Card Offline | Likely | InsertOrOtherCard | ServiceReason HostCode
        Visa 25.00 NFC DECLINED 51 NO_CVM - reason=Cancelled | Declined Bank InsufficientFunds | Likely | TryAnotherCard | HostCode ServiceReason
        Visa 25.00 NFC DECLINED XX NO_CVM - reason=Cancelled | Declined Unknown Unexplained | Unclear | InsertOrOtherCard | HostCode ServiceReason
        Visa 25.00 EMV_CONTACT DECLINED - NO_CVM 0000088000 reason=Cancelled | Declined Terminal NotVerified | Likely | InsertCard | Tvr ServiceReason
        ",
    );
}

#[test]
fn a_transaction_limit_stops_only_what_did_not_pass_the_reader() {
    check(
        "
        Visa 250.01 NFC DECLINED - NO_CVM - | Declined Reader AboveTransactionLimit | Likely | InsertCard | Limit
        Visa 300.00 NFC DECLINED Z1 NO_CVM - | Declined Reader AboveTransactionLimit | Likely | InsertCard | Limit HostCode
        Visa 250.00 NFC DECLINED - - - | Declined Reader AboveTransactionLimit | Likely | InsertCard | ExactlyAtLimit
        Amex 250.00 NFC DECLINED - - - | Declined Reader AboveTransactionLimit | Likely | InsertCard | ExactlyAtLimit
        Mastercard 250.00 NFC DECLINED - - - {ON} | Declined Unknown Unexplained | Unclear | InsertOrOtherCard | Limit
        Mastercard 250.01 NFC DECLINED - - - {ON} | Declined Reader AboveTransactionLimit | Likely | InsertCard | Limit
        // Card or host was asked, so another limit applied then.
        Visa 300.00 NFC DECLINED - PIN - | Declined Unknown Unexplained | Unclear | InsertOrOtherCard | PassedReader
        Visa 300.00 NFC DECLINED - - 0000008000 | Declined Unknown Unexplained | Unclear | InsertOrOtherCard | NoCommonMethod
        Visa 300.00 NFC DECLINED - - - tsi=E800 | Declined Unknown Unexplained | Unclear | InsertOrOtherCard | NoCommonMethod
        Visa 300.00 NFC DECLINED Z3 - - | Declined NobodyReached NoConnection | Likely | InsertOrCheckConnection | HostCode
        Visa 300.00 NFC DECLINED Z1 PIN - | Declined Card Offline | Likely | InsertOrOtherCard | HostCode
        Visa 300.00 NFC DECLINED 51 NO_CVM - | Declined Bank InsufficientFunds | Likely | TryAnotherCard | HostCode
        // One of two would have stopped it.
        Visa 40.00 NFC DECLINED - NO_CVM - and=Low:0:2000:3000 and=Retail:0:5000:25000 | Declined Unknown Unexplained | Unclear | InsertOrOtherCard | ConfigurationsDisagree
        Visa 300.00 NFC DECLINED - - - and=Retail:-:-:25000 | Declined Reader AboveTransactionLimit | Likely | InsertCard | Limit LimitUnknown
        Visa 9999999.99 NFC DECLINED - NO_CVM - and=Open:99999999:99999999:99999999 | Declined Unknown Unexplained | Unclear | InsertOrOtherCard | Limit
        Visa - NFC DECLINED - NO_CVM - | Declined Unknown Unexplained | Unclear | InsertOrOtherCard | NotCompared !Limit
        Visa 300.00 EMV_CONTACT DECLINED - NO_CVM - | Declined Unknown Unexplained | Unclear | TryAnotherCard | Entry !Limit
        ",
    );
}

#[test]
fn a_setting_of_the_reader_stops_a_tap() {
    check(
        "
        Visa 25.00 NFC DECLINED - NO_CVM - TTQ=06004000 | Declined Reader TerminalSetting | Likely | InsertCard | NoTap
        Mastercard - NFC DECLINED - - - DF811B=C0 | Declined Reader TerminalSetting | Likely | InsertCard | NoTap NotCompared
        // Nothing goes online.
        Visa 0.00 NFC DECLINED Z1 NO_CVM - TTQ=2E004000 | Declined Reader TerminalSetting | Likely | InsertCard | OfflineOnly ZeroAmount !Limit
        JCB 0.00 NFC DECLINED - NO_CVM - TTQ=2E004000 | Declined Reader TerminalSetting | Likely | InsertCard | OfflineOnly
        Amex 0.00 NFC DECLINED - NO_CVM - 9F6E=18E08003 | Declined Reader TerminalSetting | Likely | InsertCard | OfflineOnly
        Visa 0.01 NFC DECLINED - NO_CVM - TTQ=2E004000 | Declined Reader TerminalSetting | Likely | InsertCard | OfflineOnly Limit
        Visa 23.10 NFC DECLINED - - - {TTQ} type=23 | Declined Reader TerminalSetting | Likely | InsertCard | OfflineOnly
        Visa 23.10 NFC DECLINED - - - {TTQ} type=22 | Declined Unknown Unexplained | Unclear | InsertOrOtherCard | Limit !OfflineOnly
        // The CVM limit asks, and there is nothing to verify with.
        Visa 99.99 NFC DECLINED - NO_CVM 0000008000 TTQ=20004000 | Declined Reader TerminalSetting | Likely | InsertCard | NoMethod
        Visa 99.99 NFC DECLINED - - - TTQ=22004000 type=24 | Declined Reader TerminalSetting | Likely | PayAnotherWay | NoMethod TerminalType
        Amex 99.99 NFC DECLINED - NO_CVM - 9F6E=18800003 | Declined Reader TerminalSetting | Likely | InsertCard | NoMethod
        Amex 99.99 NFC DECLINED - CDCVM - 9F6E=18800003 | Declined Unknown Unexplained | Unclear | InsertOrOtherCard | Limit !NoMethod
        Visa 99.99 NFC DECLINED - NO_CVM - TTQ=20004000 wallet | Declined Unknown Unexplained | Unclear | InsertOrOtherCard | !NoMethod NoCommonMethod
        Visa 99.99 NFC DECLINED Z3 NO_CVM - TTQ=20004000 | Declined NobodyReached NoConnection | Likely | InsertOrCheckConnection | HostCode !NoMethod
        Mastercard 99.99 NFC DECLINED - NO_CVM - DF8118=00 flag=true | Declined Reader TerminalSetting | Likely | InsertCard | NoMethod
        Mastercard 99.99 NFC DECLINED - NO_CVM - DF8118=00 | Declined Unknown Unexplained | Unclear | InsertOrOtherCard | !NoMethod
        Mastercard 99.99 NFC DECLINED - 3F0002 - DF8118=00 DF811B=A0 flag=true | Declined Unknown Unexplained | Unclear | InsertOrOtherCard | !NoMethod
        Mastercard 23.10 NFC DECLINED - - - DF8118=60 DF8119=00 DF811B=20 flag=true | Declined Reader TerminalSetting | Likely | InsertCard | NoMethod RequiredBelow
        Mastercard 62.00 NFC DECLINED - - - DF8118=60 DF8119=00 DF811B=20 flag=true | Declined Unknown Unexplained | Unclear | InsertOrOtherCard | !NoMethod
        // Kernel 3 declines where card and reader share no method.
        Visa 60.00 NFC DECLINED - NO_CVM - {TTQ} | Declined Unknown Unexplained | Unclear | InsertOrOtherCard | NoCommonMethod Limit
        Amex 60.00 NFC DECLINED - NO_CVM - | Declined Unknown Unexplained | Unclear | InsertOrOtherCard | !NoCommonMethod
        Discover 23.10 NFC DECLINED - - - TTQ=26004800 | Declined Unknown Unexplained | Unclear | InsertOrOtherCard | Limit PhoneCheckRequired
        ",
    );
}
