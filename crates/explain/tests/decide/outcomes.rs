//! The outcome leads, where it is more than "approved".

use tapline_emv::performed::Verified;

use super::check;
use super::sales::decided;

#[test]
fn an_outcome_that_is_more_than_approved_leads() {
    check(
        "
        Visa 23.10 NFC APPROVED Y1 SIGNATURE - | ApprovedOffline Signature | Likely | Nothing | HostCode
        Visa 23.10 NFC APPROVED Y3 - - | ApprovedOffline None | Certain | Nothing | HostCode
        Visa 23.10 NFC - - NO_CVM - tc | ApprovedOffline Nothing | Likely | Nothing | Limit
        Visa 25.00 NFC APPROVED 10 NO_CVM - of=4000 | ApprovedInPart | Certain | PayTheRest | ApprovedAmount HostCode
        Visa 25.00 NFC APPROVED 00 NO_CVM - of=4000 | ApprovedInPart | Certain | PayTheRest | ApprovedAmount
        Visa 25.00 NFC APPROVED 10 PIN - | ApprovedInPart | Certain | PayTheRest | HostCode
        Visa 62.00 NFC VOIDED 00 PIN - | Voided | Certain | Nothing | Limit
        Visa 62.00 NFC APPROVED 00 PIN - later=VOID:APPROVED:00 | Voided | Certain | Nothing | Later Limit
        Visa 62.00 NFC APPROVED 00 PIN - later=REFUND:APPROVED:00 | Refunded | Certain | Nothing | Later
        Visa 62.00 NFC APPROVED 00 PIN - later=REFUND:DECLINED:57 | Approved Pin Amount | Likely | Nothing | Limit Later
        Visa 62.00 NFC PROCESSING - PIN 0000048000 | NotFinished | Certain | Wait | Limit
        Visa 62.00 NFC REVERSED - PIN 0000048000 | Reversed false | Certain | Nothing | Limit
        Visa 62.00 NFC REVERSED 51 PIN 0000048000 | Declined Bank InsufficientFunds | Likely | TryAnotherCard | HostCode
        Visa 62.00 NFC PROCESSING 51 PIN 0000048000 | NotFinished | Certain | Wait | HostCode
        Visa 62.00 NFC - - PIN - | Unclear | Likely | Nothing | Limit
        Visa 62.00 NFC - 00 PIN - | Approved Pin Amount | Likely | Nothing | Limit
        ",
    );
}

/// No bank has decided, so it wasn't declined, and nothing is wrong with the terminal.
#[test]
fn a_sale_without_an_answer_was_reversed_and_not_declined() {
    check(
        "
        Visa 23.10 NFC REVERSED 68 NO_CVM - | Reversed true | Likely | TryLater | HostCode
        Amex 23.10 NFC REVERSED 911 NO_CVM - | Reversed true | Likely | TryLater | HostCode
        Mastercard 23.10 NFC REVERSED 91 NO_CVM - | Reversed true | Likely | TryLater | HostCode
        Amex 23.10 NFC REVERSED 912 NO_CVM - | Reversed true | Likely | TryLater | HostCode
        ",
    );
}

#[test]
fn refunds_voids_and_completions_have_a_result_of_their_own() {
    check(
        "
        Visa 62.00 NFC APPROVED 00 - - kind=AUTH_COMP | FollowUp Completion Done | Certain | Nothing |
        Visa 62.00 NFC VOIDED 00 - - kind=VOID | FollowUp Void Done | Certain | Nothing |
        Visa 62.00 - REVERSED - - - kind=REVERSAL | FollowUp Void Done | Certain | Nothing |
        Visa 62.00 - REVERSED 68 - - kind=REFUND | FollowUp Refund Unknown | Unclear | LookUpFirst |
        Visa 62.00 NFC DECLINED 12 - - kind=VOID | FollowUp Void Declined | Certain | LookUpFirst | HostCode
        Visa 62.00 NFC DECLINED 51 - - kind=REFUND | FollowUp Refund Declined | Certain | LookUpFirst | HostCode
        Visa 62.00 NFC DECLINED - - - kind=REFUND | FollowUp Refund Declined | Certain | LookUpFirst |
        Visa 62.00 - - 61 - - kind=AUTH_COMP | FollowUp Completion Declined | Certain | LookUpFirst | HostCode
        Visa 62.00 NFC PROCESSING - - - kind=REFUND | FollowUp Refund NotFinished | Certain | Wait |
        // A capture that was declined leaves the sale approved.
        Visa 23.10 NFC DECLINED 00 NO_CVM - stood later=CAPTURE:DECLINED:61 | FollowUp Completion Declined | Likely | LookUpFirst | Later
        Visa 23.10 NFC DECLINED - NO_CVM - stood later=CAPTURE:DECLINED: | FollowUp Completion Declined | Likely | LookUpFirst | Later
        Visa 23.10 NFC DECLINED 51 NO_CVM - later=CAPTURE:DECLINED:61 | Declined Bank InsufficientFunds | Likely | TryAnotherCard | HostCode
        ",
    );
}

#[test]
fn kernel_and_card_show_what_a_record_does_not() {
    for (line, verified) in [
        ("Mastercard 62.00 NFC - - - - DF8129=30F0F020F0FF0000", Some(Verified::Pin)),
        ("Mastercard 62.00 NFC - - - - DF8129=30F0F000F0FF0000", Some(Verified::Nothing)),
        ("Mastercard 62.00 NFC - - - - DF8129=30F0F010F0FF0000", Some(Verified::Signature)),
        ("Mastercard 62.00 NFC - - - - DF8129=30F0F030F0FF0000", Some(Verified::OnDevice)),
        ("Mastercard 62.00 NFC - - - - DF8129=30F0F0F0F0FF0000", None),
        ("Visa 62.00 NFC - - - - ctq=0080", Some(Verified::OnDevice)),
    ] {
        assert_eq!(decided(line).verified, verified, "{line}");
    }
}
