//! The paste is one event: its values inform each other.

use tapline_emv::action_code::Action;
use tapline_emv::entry::{Entry, Status};
use tapline_emv::performed::Verified;
use tapline_emv::{Presented, Scheme};
use tapline_explain::facts::{Cryptogram, IadBit, PartialLimits, Sale};
use tapline_explain::log::{LogFacts, facts, read};

fn sale_of(text: &str) -> Sale {
    facts_of(text).sale
}

fn facts_of(text: &str) -> LogFacts {
    facts(&read(text))
}

#[test]
fn scheme_currency_entry_and_outcome_inform_each_other() {
    let facts = sale_of(
        "CARD: MASTERCARD\nAID: A0000000041010\nEntry mode: CONTACTLESS\nCVM: 010002\nTVR: 000004800E\nTOTAL EUR 62.00\nRC 51",
    );
    let money = facts.amount.clone().unwrap();
    assert_eq!(
        (facts.scheme, facts.entry, facts.status),
        (Some(Scheme::Mastercard), Entry::Tap, Status::Declined)
    );
    assert_eq!((money.minor, money.currency.code()), (6200, "EUR"));
    assert_eq!(
        (facts.verified, facts.host_codes.as_slice()),
        (Some(Verified::OnDevice), ["51".to_owned()].as_slice())
    );
    assert_eq!(facts.tvr.has("B5 b4"), Some(true));
    assert_eq!((facts.cvm_raw.as_str(), facts.limits_currency.code()), ("010002", "EUR"));
}

#[test]
fn owner_and_entry_are_read_where_all_mentions_agree() {
    for (text, scheme, entry) in [
        ("aid A0000000031010 paymentMethod: 04", Some(Scheme::Visa), Entry::Unknown),
        ("paymentMethod: 04", Some(Scheme::Amex), Entry::Unknown),
        ("Visa and Amex, TVR 0000048000", None, Entry::Unknown),
        ("AID A0000000041010 and AID A0000000031010", None, Entry::Unknown),
        ("Mastercard tap TVR: 000000800E", Some(Scheme::Mastercard), Entry::Tap),
        ("Mastercard tapped, then inserted TVR 000000800E", Some(Scheme::Mastercard), Entry::Unknown),
        ("tvr 000000800E aid A0000000041010 contact", Some(Scheme::Mastercard), Entry::Chip),
        ("Mastercard TVR 000000800E, contact the issuer", Some(Scheme::Mastercard), Entry::Unknown),
        ("aid A0000003591010028001", None, Entry::Unknown),
        ("POS entry mode 051", None, Entry::Chip),
    ] {
        let facts = sale_of(text);
        assert_eq!((facts.scheme, facts.entry), (scheme, entry), "{text}");
    }
}

#[test]
fn phone_or_card_follows_from_9f6e_ctq_and_aip() {
    for (text, presented, verifies) in [
        ("9F6E 07 0826 0000 3231 00 84 07 A0000000041010", Some(Presented::Phone), None),
        ("9F6E07082600003030008407A0000000041010", Some(Presented::Card), None),
        ("9F6E 07 0276 0000 3233 00", Some(Presented::Phone), None),
        ("82 02 1B80 84 07 A0000000041010 (contactless)", Some(Presented::Phone), Some(true)),
        ("82 02 1980 84 07 A0000000041010 (contactless)", None, Some(false)),
        ("AIP: 3B80, AID: A0000000041010, entry mode: chip", None, None),
        ("82 02 1B80 AID A0000000031010", None, None),
        ("9F6E: 23880000 AID A0000000031010", Some(Presented::Phone), None),
        ("9F6E: 20700000 AID A0000000031010", Some(Presented::Card), None),
        ("9F6E: 18E00003 AID A00000002501", None, None),
        ("CTQ 0080 AID A0000000031010", Some(Presented::Phone), None),
    ] {
        let facts = sale_of(text);
        assert_eq!((facts.card.presented, facts.card.verifies_on_device), (presented, verifies), "{text}");
    }
}

#[test]
fn card_and_kernel_say_what_decided() {
    let reason = sale_of("9F27 02").card;
    assert_eq!((reason.cryptogram, reason.cryptogram_reason), (Some(Cryptogram::Declined), Some(2)));
    for (iad, bits) in [
        ("06010A03A0A002", vec![IadBit::LimitExceeded]),
        ("06011103A04000", vec![IadBit::PinTriesExceeded]),
        ("06011203A60000", vec![IadBit::OfflinePinPerformed, IadBit::OfflinePinFailed]),
        ("0110A04003180000000000000000000000FF", vec![IadBit::OfflinePinFailed, IadBit::PinTriesExceeded]),
        ("0110A00003008000000000000000000000FF", vec![IadBit::LimitExceeded]),
        ("112233", vec![]),
    ] {
        assert_eq!(sale_of(&format!("9F10: {iad}")).card.iad, bits, "{iad}");
    }
    let declined = sale_of("DF8129 08 20F0F0F0B0F0FF00\nDF8115 06 000500000021");
    assert_eq!((declined.status, declined.kernel.error), (Status::Declined, Some([0, 5, 0, 0, 0, 0x21])));
    assert_eq!(sale_of("DF8129: 30F0F020B0F0FF00").verified, Some(Verified::Pin));
    assert_eq!(sale_of("9F35: 25").terminal.terminal_type, Some(25));
}

#[test]
fn action_codes_against_a_tvr_say_offline_online_or_declined() {
    let action = |codes: &str| {
        facts_of(&format!("TVR 0000048000 {codes}")).action.map(|(action, bits)| (action, bits.len()))
    };
    assert_eq!(action("DF8122 05 0000008000 DF8121 05 0000000000"), Some((Action::Online, 1)));
    assert_eq!(action("9F0E 0000040000 9F0F F868BC8800"), Some((Action::Declined, 1)));
    assert_eq!(action("DF8121 0000000000 DF8122 8000000000"), Some((Action::Offline, 0)));
    assert_eq!(action("DF8122 8000000000"), None);
}

#[test]
fn limits_and_parameters_of_the_log_are_a_candidate() {
    let facts = facts_of(
        "DF8123 000000000000 DF8126 000000005000 DF8124 000000025000 DF8125 000000050000 DF8118 60 DF8119 08 DF811B 20 84 A0000000041010",
    );
    let candidate = facts.candidate("log").unwrap();
    let limits = PartialLimits { floor: Some(0), cvm: Some(5000), transaction: Some(25_000) };
    assert_eq!((candidate.limits, candidate.params.len()), (limits, 3));
    assert!(facts_of("TVR 0000048000").candidate("log").is_none());
    assert_eq!(read("TVR 0000048000 TVR 8000048000").conflicts().len(), 1);
}
