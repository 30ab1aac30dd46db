//! The answer in the words of a merchant: what happened and what to do, without bits, limits of others and codes.
//!
//! What to do follows from the kind of transaction and from what the host's answer asks for: only where that is about the card is the
//! customer sent to the bank that issued it.

use tapline_emv::performed::{self, Verified};
use tapline_emv::tvr::{EXPIRED, ONLINE_PIN};
use tapline_emv::why::{self, Certainty, Entry, HostAnswer, Kind, Status, Why};
use tapline_emv::{LimitKind, method};

use super::{entry, host_code, kind, scheme, text, tvr_of};
use crate::transaction::Transaction;

const TRY_ANOTHER: &str = " The customer can try another card, or ask the bank that issued the card.";
const SET_UP: &str = " The cause is likely how your account or terminal is set up, not the customer's card. Ask the acquirer, the bank \
                      that takes your card payments.";
const NOT_REACHED: &str =
    " The bank that issued the card, or the way to it, likely did not answer as it should.";

/// A summary for the merchant. Without `why` nothing is said of the reason.
pub fn plainly(record: &Transaction, why: Option<&Why>, money: &str) -> String {
    let card = match last_four(text(record.account_masked.as_ref())) {
        Some(digits) => format!(" with the card ending in {digits}"),
        None => String::new(),
    };
    let host = host_code(record).and_then(|code| why::host_answer(code, scheme(record), entry(record)));
    let question = why.map(|why| why.question).unwrap_or_default();
    let status = Status::read(text(record.tran_status.as_ref()));
    // What was reversed because no issuer answered was not declined.
    let unanswered = status == Status::Reversed && host == Some(HostAnswer::NoAnswer);
    let by_host = host.is_some_and(|answer| answer != HostAnswer::Approved) && !unanswered;
    let is_open = matches!(status, Status::Open | Status::Reversed | Status::Unknown);
    let is_declined =
        question.contains("declined") || status == Status::Declined || why.is_none() && is_open && by_host;
    let how = match entry(record) {
        Entry::Tap | Entry::TapStripe => " The card or phone was tapped.",
        Entry::Chip => " The card was inserted.",
        Entry::Stripe | Entry::Fallback => " The magnetic stripe was read.",
        Entry::Manual => " The card number was typed.",
        Entry::Ecommerce | Entry::Code | Entry::Unknown => "",
    };
    let what = match (is_declined, status) {
        (true, Status::Open) => "is not finished, and was declined so far",
        (true, _) => "was declined",
        (false, _) => went(record, status),
    };
    let thing = thing(record);
    let because = because(record, why);
    let next = match (is_declined, kind(record)) {
        (true, Kind::Sale) => declined(record, why, host),
        (true, other) => not_done(other, host),
        (false, _) => match why.and_then(|why| why.change.as_ref()).map(|change| is_limit(change.key)) {
            Some(true) => " This likely follows from the amount and a limit set for your terminals. It is no sign of a faulty terminal.",
            Some(false) => " This likely follows from the amount and how your terminals are set up. It is no sign of a faulty terminal.",
            None => "",
        }
        .to_owned(),
    };
    format!("The {thing} of {money}{card} {what}.{how}{because}{next}")
}

/// What the transaction is.
fn thing(record: &Transaction) -> &'static str {
    let told = text(record.tran_type.as_ref()).to_ascii_uppercase();
    match kind(record) {
        Kind::Sale => "payment",
        Kind::Refund => "refund",
        Kind::Void if told.contains("REVERS") && told.contains("REFUND") => "reversal of a refund",
        Kind::Void if told.contains("REVERS") => "reversal of a payment",
        Kind::Void if told.contains("REFUND") => "void of a refund",
        Kind::Void => "void of a payment",
        Kind::Completion if told.contains("ADJUST") => "adjustment of a payment",
        Kind::Completion => "completion of a payment",
    }
}

/// What became of it, where it was not declined. A void that is voided, or a refund that is refunded, is done.
fn went(record: &Transaction, status: Status) -> &'static str {
    let is_refunded = text(record.tran_status.as_ref()).trim().eq_ignore_ascii_case("REFUNDED");
    match (status, kind(record)) {
        (Status::Voided | Status::Reversed, Kind::Void) => "was carried out",
        (Status::Approved, kind) if is_refunded && kind != Kind::Refund => "was approved and refunded later",
        (Status::Approved | Status::Declined, _) => "was approved",
        (Status::Voided, _) => "was approved and voided later",
        (Status::Open, _) => "is not finished",
        (Status::Reversed, _) => "was reversed",
        (Status::Unknown, _) => "has no final result that we know",
    }
}

fn because(record: &Transaction, why: Option<&Why>) -> String {
    let question = why.map(|why| why.question).unwrap_or_default();
    // The terminal noted it, whatever the reason was.
    let is_noted = question == "Why was a PIN asked?" && tvr_of(record).has(ONLINE_PIN) == Some(true);
    let likely = match why {
        Some(why) if why.certainty != Certainty::Known && !is_noted => "likely ",
        _ => "",
    };
    let without_rule = text(record.cvm_performed.as_ref()).trim().to_ascii_uppercase().starts_with("3F");
    match question {
        "Why was the cardholder not verified?" if without_rule => {
            " The customer could not be verified.".to_owned()
        }
        "Why was a PIN asked?" => format!(" The customer was {likely}asked for a PIN."),
        "Why was a PIN or signature asked?" => {
            format!(" The customer was {likely}asked for a PIN or to sign.")
        }
        "Why was a signature asked?" => format!(" The customer was {likely}asked to sign."),
        "Why was no PIN asked?" if likely.is_empty() => " No PIN was asked at the terminal.".to_owned(),
        "Why was no PIN asked?" => " Likely no PIN was asked at the terminal.".to_owned(),
        "Why was the cardholder not verified?" => {
            format!(" The customer was {likely}asked to confirm and it did not succeed.")
        }
        _ => String::new(),
    }
}

/// What to do about a payment that was declined.
fn declined(record: &Transaction, why: Option<&Why>, host: Option<HostAnswer>) -> String {
    if let Some(change) = why.and_then(|why| why.change.as_ref()) {
        let cause = if is_limit(change.key) { "A limit" } else { "A setting" };
        let of = if is_limit(change.key) { "set for your terminals" } else { "of your terminals" };
        return format!(
            " {cause} {of} likely stopped it. The customer can insert the card, or pay in another way."
        );
    }
    let entry = entry(record);
    let verified = performed::read(text(record.cvm_performed.as_ref()), scheme(record), entry)
        .and_then(|performed| performed.verified);
    let no_card = matches!(entry, Entry::Manual | Entry::Ecommerce | Entry::Code);
    match host {
        Some(HostAnswer::WantsCheck | HostAnswer::WantsCheckOfTap) => checked(record, why, verified),
        Some(HostAnswer::WrongPin)
            if !no_card
                && !says(why, "does not fit")
                && matches!(verified, None | Some(Verified::Pin | Verified::PinOrSignature)) =>
        {
            " The PIN was likely wrong. With the right PIN it may be approved.".to_owned()
        }
        Some(HostAnswer::Merchant) => SET_UP.to_owned(),
        Some(HostAnswer::Later | HostAnswer::NoAnswer) => {
            format!("{NOT_REACHED} The customer can try again in a while, or pay in another way.")
        }
        Some(HostAnswer::Terminal) if tvr_of(record).has(EXPIRED) == Some(true) => {
            " The card has likely expired. The customer can pay with another card.".to_owned()
        }
        Some(HostAnswer::Terminal) => {
            let insert = if entry.is_tap() { "insert the card, " } else { "" };
            format!(
                " The card or the terminal declined it without an answer of a bank. The customer can {insert}try again in a while, or \
                 pay in another way."
            )
        }
        Some(HostAnswer::WrongPin | HostAnswer::Card | HostAnswer::Approved) | None => TRY_ANOTHER.to_owned(),
    }
}

/// Whether the answer has these words.
fn says(why: Option<&Why>, words: &str) -> bool {
    why.is_some_and(|why| why.sentence.contains(words))
}

/// The issuer wants the cardholder checked before it approves.
fn checked(record: &Transaction, why: Option<&Why>, verified: Option<Verified>) -> String {
    if matches!(verified, Some(Verified::Pin | Verified::OnDevice)) {
        return TRY_ANOTHER.to_owned();
    }
    let wants = " The bank that issued the card likely wants to know first that it is the customer's.";
    let is_wallet = method::wallet(text(record.payment_method.as_ref())).is_some();
    let may = match entry(record) {
        Entry::Tap | Entry::TapStripe if is_wallet => {
            "With the check on the phone (a finger, a face or its code), or with the card itself, it may be approved."
        }
        Entry::Tap | Entry::TapStripe | Entry::Unknown if says(why, "offers no PIN") => {
            "With the card inserted it may be approved."
        }
        Entry::Tap | Entry::TapStripe | Entry::Unknown => {
            "With the card inserted, or with a PIN, it may be approved."
        }
        Entry::Chip | Entry::Stripe | Entry::Fallback => "With a PIN it may be approved.",
        Entry::Manual | Entry::Code => "With the card itself read at the terminal it may be approved.",
        Entry::Ecommerce => {
            "When the customer confirms it to the bank, in the browser or in the bank's app, it may be approved."
        }
    };
    format!("{wants} {may}")
}

/// What a refund, a void or a completion that was declined leaves as it was, and why.
fn not_done(kind: Kind, host: Option<HostAnswer>) -> String {
    let left = match kind {
        Kind::Refund => " The money likely did not go back.",
        Kind::Void => " The payment that it takes back likely still stands.",
        Kind::Completion | Kind::Sale => " The amount was likely not taken.",
    };
    let cause = match host {
        Some(HostAnswer::Merchant) => SET_UP,
        Some(HostAnswer::Later | HostAnswer::NoAnswer) => NOT_REACHED,
        _ => "",
    };
    format!("{left}{cause} Look at the list of transactions before you try it again.")
}

/// Whether a parameter is one of the three limits.
fn is_limit(key: &str) -> bool {
    LimitKind::ALL.iter().any(|limit| limit.param() == key)
}

/// The last four digits of a masked card number.
pub fn last_four(masked: &str) -> Option<&str> {
    let end = masked.trim().get(masked.trim().len().checked_sub(4)?..)?;
    end.bytes().all(|byte| byte.is_ascii_digit()).then_some(end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Record;
    use tapline_emv::param;
    use tapline_emv::why::Change;

    #[test]
    fn four_digits_are_all_that_is_told_of_a_card() {
        for (masked, expected) in [
            ("411111******1111", Some("1111")),
            ("**** 0042 ", Some("0042")),
            ("****", None),
            ("123", None),
            ("", None),
            ("12é45", None),
        ] {
            assert_eq!(last_four(masked), expected, "{masked}");
        }
    }

    /// Type, entry, status, host code, method, CVM performed.
    fn record([kind, entry, status, code, method, cvm]: [&str; 6]) -> Transaction {
        let raw = serde_json::json!({
            "tranId": "T", "tranType": kind, "entryMode": entry, "tranStatus": status, "paymentMethod": method, "cvmPerformed": cvm,
            "actions": [{ "actionType": kind, "actionStatus": status, "hostRespCode": code }],
        });
        Transaction::read(&raw.to_string()).unwrap()
    }

    fn why(question: &'static str, certainty: Certainty, key: Option<&'static str>) -> Why {
        Why {
            question,
            sentence: "Declined (TVR B3 b8).".to_owned(),
            certainty,
            chain: Vec::new(),
            notes: Vec::new(),
            change: key.map(|key| Change { key, words: String::new() }),
        }
    }

    const DECLINED: &str = "Why was it declined?";

    #[test]
    fn a_merchant_reads_no_codes() {
        let record = Transaction::read(
            r#"{"tranId":"T","accountMasked":"411111******1111","entryMode":"NFC","tranStatus":"DECLINED","tvr":"0000008000"}"#,
        )
        .unwrap();
        assert_eq!(
            plainly(&record, Some(&why(DECLINED, Certainty::Likely, None)), "62.00 EUR"),
            "The payment of 62.00 EUR with the card ending in 1111 was declined. The card or phone was tapped. The customer can try \
             another card, or ask the bank that issued the card."
        );
        let open = Transaction::read(r#"{"tranId":"T","entryMode":"NFC","tranStatus":"INIT"}"#).unwrap();
        assert_eq!(
            plainly(&open, Some(&why("Why was no PIN asked?", Certainty::Likely, None)), "9.00 EUR"),
            "The payment of 9.00 EUR is not finished. The card or phone was tapped. Likely no PIN was asked at the terminal."
        );
        let refund =
            Transaction::read(r#"{"tranId":"R","tranType":"REFUND","tranStatus":"APPROVED"}"#).unwrap();
        assert_eq!(plainly(&refund, None, "5.00 EUR"), "The refund of 5.00 EUR was approved.");
    }

    #[test]
    fn what_to_do_follows_from_what_the_host_asks_for() {
        let inserted = "With the card inserted, or with a PIN, it may be approved.";
        for (entry, code, method, cvm, end) in [
            ("NFC", "05", "01", "", TRY_ANOTHER),
            ("NFC", "51", "02", "", TRY_ANOTHER),
            ("NFC", "", "01", "", TRY_ANOTHER),
            ("NFC", "Q9", "01", "", TRY_ANOTHER),
            // The merchant's side, which no bank of a customer can tell of.
            ("NFC", "03", "01", "", SET_UP),
            ("EMV_CONTACT", "58", "03", "", SET_UP),
            ("NFC", "109", "04", "", SET_UP),
            ("NFC", "91", "01", "", "The customer can try again in a while, or pay in another way."),
            ("NFC", "96", "06", "", "The customer can try again in a while, or pay in another way."),
            ("NFC", "912", "04", "", "The customer can try again in a while, or pay in another way."),
            // The cardholder's check is what helps.
            ("NFC", "1A", "01", "", inserted),
            ("NFC", "70", "01", "NO_CVM", inserted),
            ("NFC", "65", "02", "", inserted),
            ("NFC", "65", "01", "", TRY_ANOTHER),
            ("NFC", "70", "02", "", TRY_ANOTHER),
            ("NFC", "1A", "01", "PIN", TRY_ANOTHER),
            ("EMV_CONTACT", "1A", "01", "", "With a PIN it may be approved."),
            ("EMV_CONTACT", "65", "02", "", TRY_ANOTHER),
            ("E_COMM", "1A", "01", "", "in the browser or in the bank's app, it may be approved."),
            ("MANUAL", "1A", "01", "", "With the card itself read at the terminal it may be approved."),
            ("NFC", "55", "05", "PIN", "With the right PIN it may be approved."),
            ("NFC", "55", "05", "NO_CVM", TRY_ANOTHER),
            (
                "NFC",
                "Z3",
                "01",
                "",
                "The customer can insert the card, try again in a while, or pay in another way.",
            ),
            ("EMV_CONTACT", "Z1", "01", "", "The customer can try again in a while, or pay in another way."),
        ] {
            let record = record(["SALE", entry, "DECLINED", code, method, cvm]);
            let said = plainly(&record, Some(&why(DECLINED, Certainty::Likely, None)), "62.00 EUR");
            assert!(said.ends_with(end), "{entry} {code} {method} {cvm}: {said}");
        }
    }

    #[test]
    fn a_limit_is_called_one_and_a_setting_is_none() {
        let says = |status, question, key| {
            let record = record(["SALE", "NFC", status, "", "02", ""]);
            plainly(&record, Some(&why(question, Certainty::Likely, Some(key))), "62.00 EUR")
        };
        for (key, part) in [
            (param::TRANSACTION, "A limit set for your terminals likely stopped it."),
            (param::KERNEL_CONFIGURATION, "A setting of your terminals likely stopped it."),
        ] {
            assert!(says("DECLINED", DECLINED, key).contains(part), "{key}");
        }
        for (key, part) in [
            (param::CVM, "from the amount and a limit set for your terminals."),
            (param::NO_CVM, "from the amount and how your terminals are set up."),
            (param::CVM_REQUIRED, "from the amount and how your terminals are set up."),
        ] {
            assert!(says("APPROVED", "Why was a PIN asked?", key).contains(part), "{key}");
        }
    }

    #[test]
    fn what_is_no_payment_is_called_by_its_name() {
        let again = "Look at the list of transactions before you try it again.";
        for (kind, status, code, expected) in [
            ("VOID", "APPROVED", "00", "The void of a payment of 62.00 EUR was approved.".to_owned()),
            ("VOID", "VOIDED", "00", "The void of a payment of 62.00 EUR was carried out.".to_owned()),
            (
                "REVERSAL",
                "REVERSED",
                "",
                "The reversal of a payment of 62.00 EUR was carried out.".to_owned(),
            ),
            (
                "AUTH_COMP",
                "COMPLETED",
                "00",
                "The completion of a payment of 62.00 EUR was approved.".to_owned(),
            ),
            ("ADJUST", "ADJUSTED", "00", "The adjustment of a payment of 62.00 EUR was approved.".to_owned()),
            ("REFUND", "REFUNDED", "00", "The refund of 62.00 EUR was approved.".to_owned()),
            (
                "SALE",
                "REFUNDED",
                "00",
                "The payment of 62.00 EUR was approved and refunded later.".to_owned(),
            ),
            ("SALE", "REVERSED", "", "The payment of 62.00 EUR was reversed.".to_owned()),
            (
                "VOID",
                "DECLINED",
                "12",
                format!(
                    "The void of a payment of 62.00 EUR was declined. The payment that it takes back likely still stands.{SET_UP} {again}"
                ),
            ),
            (
                "REFUND",
                "DECLINED",
                "91",
                format!(
                    "The refund of 62.00 EUR was declined. The money likely did not go back.{NOT_REACHED} {again}"
                ),
            ),
            // The status is not told, and the host declined.
            (
                "AUTH_COMP",
                "",
                "61",
                format!(
                    "The completion of a payment of 62.00 EUR was declined. The amount was likely not taken. {again}"
                ),
            ),
        ] {
            let said = plainly(&record([kind, "", status, code, "01", ""]), None, "62.00 EUR");
            assert_eq!(said, expected, "{kind} {status} {code}");
        }
    }
}
