//! From a transaction to the facts of a sale: what its members, its actions and its terminal show.
//!
//! The service document gives neither the order of the actions nor values of `actionType`: actions count as they came, oldest first.
//! The answer to a later step is never one to the sale itself.

use tapline_emv::bits::Reading;
use tapline_emv::entry::{Entry, Kind, Status};
use tapline_emv::{Aid, Currency, Scheme, iso, method, performed, tsi, tvr};
use tapline_explain::facts::{CardFacts, LaterStep, Money, NoAmount, Sale};

use super::candidates::Candidates;
use crate::allowed::remaining;
use crate::amounts::Amounts;
use crate::connection::{Connection, UnitKnown};
use crate::decimal::Decimal;
use crate::transaction::{Action, Amount, Transaction};

/// The scheme of the card, by AID, else by payment method.
pub fn scheme(record: &Transaction) -> Option<Scheme> {
    Scheme::of_card(text(record.payment_method.as_ref()), text(record.aid.as_ref()))
}

/// The way the card was read.
pub fn entry(record: &Transaction) -> Entry {
    Entry::read(text(record.entry_mode.as_ref()))
}

/// The kind of transaction.
pub fn kind(record: &Transaction) -> Kind {
    Kind::read(text(record.tran_type.as_ref()))
}

/// The TVR in bits. Byte 5 of an inserted card is that of the EMV book, whatever the scheme.
pub fn tvr_of(record: &Transaction) -> Reading {
    let contactless = entry(record).is_tap() || entry(record) == Entry::Unknown;
    tvr::read(text(record.tvr.as_ref()), scheme(record).filter(|_| contactless))
}

/// The TSI in bits.
pub fn tsi_of(record: &Transaction) -> Reading {
    tsi::read(text(record.tsi.as_ref()))
}

/// The host's last answer to the transaction itself; a void, refund or capture has one of its own.
pub fn host_code(record: &Transaction) -> Option<&str> {
    own_codes(record).pop()
}

/// The amount of a transaction: its currency and minor units. `None` where it can't be read as money.
pub fn money(connection: &Connection, record: &Transaction) -> Option<(Currency, u64)> {
    minor(connection, record.amount.as_ref()?)
}

fn minor(connection: &Connection, amount: &Amount) -> Option<(Currency, u64)> {
    // Without a code it is in the connection's currency.
    let code = amount.currency.as_deref().filter(|code| !code.trim().is_empty());
    if code.is_some_and(|code| Currency::new(code).is_none()) {
        return None;
    }
    let amounts = Amounts::new(connection, code);
    let minor = amounts.currency.parse(&amounts.plain(amount.value.as_ref()?)?).ok()?;
    Some((amounts.currency, minor))
}

/// The amount, or why it can't be compared with a limit.
fn amount(connection: &Connection, record: &Transaction) -> Result<Money, NoAmount> {
    if let Some((currency, minor)) = money(connection, record) {
        return Ok(Money { minor, currency });
    }
    let amount = record.amount.as_ref().filter(|amount| amount.value.is_some()).ok_or(NoAmount::Missing)?;
    let code = amount.currency.as_deref().unwrap_or_default().trim();
    if !code.is_empty() && Currency::new(code).is_none() {
        return Err(NoAmount::UnknownCurrency { given: code.to_owned(), likely: iso::currency(code) });
    }
    Err(match (connection.known_unit(), connection.unit_known) {
        (None, UnitKnown::Contradicted) => NoAmount::UnitContradicted,
        (None, _) => NoAmount::UnitUnknown,
        (Some(_), _) => NoAmount::Unreadable,
    })
}

/// Requested amount, where the sale's own action has more than was approved.
fn requested(connection: &Connection, record: &Transaction) -> Option<Money> {
    let asked = own(record).find_map(|action| action.amount.as_ref())?;
    let (currency, requested) = minor(connection, asked)?;
    let (approved_in, approved) = money(connection, record)?;
    (currency == approved_in && requested > approved).then_some(Money { minor: requested, currency })
}

/// The facts of a sale. `limits_in`: currency of the candidates' limits, see [`super::limits_in()`].
pub(super) fn facts(
    record: &Transaction,
    connection: &Connection,
    limits_in: &Currency,
    found: &Candidates,
) -> Sale {
    let raw = text(record.cvm_performed.as_ref());
    let (scheme, entry, status) = (scheme(record), entry(record), text(record.tran_status.as_ref()));
    Sale {
        kind: kind(record),
        status: Status::read(status),
        entry,
        scheme,
        wallet: method::wallet(text(record.payment_method.as_ref())),
        aid: Aid::parse(text(record.aid.as_ref())).ok(),
        amount: amount(connection, record),
        requested: requested(connection, record),
        host_codes: own_codes(record).into_iter().map(|code| code.trim().to_owned()).collect(),
        service_reason: reason(record).filter(|text| Status::read(text) == Status::Unknown),
        later: later(record),
        is_own_action_accepted: own(record).last().is_some_and(|last| status_of(last) != Status::Declined),
        cvm_raw: raw.trim().to_owned(),
        verified: performed::read(raw, scheme, entry).and_then(|performed| performed.verified),
        tvr: tvr_of(record),
        tsi: tsi_of(record),
        card: CardFacts::default(),
        terminal: found.terminal_facts,
        is_refunded: status.trim().eq_ignore_ascii_case("REFUNDED"),
        is_refunded_in_part: is_refunded_in_part(record),
        ..Sale::unknown(limits_in.clone())
    }
}

/// Not known of a capture, which may be of less than the amount.
fn is_refunded_in_part(record: &Transaction) -> bool {
    let is_capture = |action: &Action| Kind::read(type_of(action)) == Kind::Completion;
    !record.actions.iter().flatten().any(is_capture)
        && remaining(record).is_some_and(|known| {
            known.is_sure && known.refunded > Decimal::ZERO && known.left > Decimal::ZERO
        })
}

/// The actions of the transaction's own type: that of the first of its kind. For a refund or void without one, all.
fn own(record: &Transaction) -> impl Iterator<Item = &Action> {
    let kind = kind(record);
    let mut all = record.actions.iter().flatten();
    let first = all.find(|action| Kind::read(type_of(action)) == kind);
    let is_own = move |action: &&Action| match first {
        Some(first) => type_of(action) == type_of(first),
        None => kind != Kind::Sale,
    };
    record.actions.iter().flatten().filter(is_own)
}

fn type_of(action: &Action) -> &str {
    text(action.action_type.as_ref()).trim()
}

fn status_of(action: &Action) -> Status {
    Status::read(text(action.action_status.as_ref()))
}

/// The host's answers to the transaction itself.
fn own_codes(record: &Transaction) -> Vec<&str> {
    own(record)
        .map(|action| text(action.host_resp_code.as_ref()))
        .filter(|code| !code.trim().is_empty())
        .collect()
}

/// The service's reason for the last own action, in one line. That of a refund is a person's text and isn't repeated.
pub(super) fn reason(record: &Transaction) -> Option<String> {
    if kind(record) != Kind::Sale {
        return None;
    }
    let last = own(record).last()?;
    let words: Vec<_> = text(last.reason.as_ref()).split_whitespace().collect();
    (!words.is_empty()).then(|| words.join(" "))
}

/// The steps after the transaction itself, each with an answer of its own.
fn later(record: &Transaction) -> Vec<LaterStep> {
    let all = record.actions.iter().flatten();
    all.filter(|action| kind(record) == Kind::Sale && Kind::read(type_of(action)) != Kind::Sale)
        .map(|action| LaterStep {
            kind: type_of(action).to_owned(),
            status: status_of(action),
            code: text(action.host_resp_code.as_ref()).trim().to_owned(),
        })
        .collect()
}

pub(crate) fn text(text: Option<&String>) -> &str {
    text.map(String::as_str).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Record as _;

    fn sale_record(kind: &str, actions: &[[&str; 4]]) -> Transaction {
        let actions: Vec<_> = actions
            .iter()
            .map(|[kind, status, code, reason]| {
                serde_json::json!({ "actionType": kind, "actionStatus": status, "hostRespCode": code, "reason": reason })
            })
            .collect();
        let raw = serde_json::json!({ "tranId": "T", "tranType": kind, "actions": actions });
        Transaction::read(&raw.to_string()).unwrap()
    }

    #[test]
    fn answers_are_those_to_the_transaction_itself() {
        let (sale, declined) = ("SALE", "DECLINED");
        for (kind, actions, codes) in [
            (sale, &[[sale, declined, "55", ""], [sale, declined, "75", ""]][..], &["55", "75"][..]),
            (sale, &[[sale, declined, "65", ""], [sale, declined, "", ""]], &["65"]),
            // A later step, and an action of another name, are none of the sale's.
            (sale, &[[sale, "APPROVED", "00", ""], ["VOID", declined, "12", ""]], &["00"]),
            (sale, &[[sale, declined, "55", ""], ["QUERY", "APPROVED", "00", ""]], &["55"]),
            (sale, &[["VOID", declined, "12", ""]], &[]),
            (sale, &[], &[]),
            ("CAPTURE", &[["PRE_AUTH", "APPROVED", "00", ""], ["CAPTURE", declined, "61", ""]], &["61"]),
            ("REFUND", &[[sale, "APPROVED", "00", ""], ["REFUND", declined, "51", ""]], &["51"]),
            ("REFUND", &[["OTHER", declined, "51", ""]], &["51"]),
        ] {
            let record = sale_record(kind, actions);
            assert_eq!(own_codes(&record), codes, "{kind} {actions:?}");
            assert_eq!(host_code(&record), codes.last().copied());
        }
    }

    #[test]
    fn steps_after_the_sale_are_told_with_their_own_answers() {
        let later = |actions: &[[&str; 4]]| {
            let record = sale_record("PRE_AUTH", actions);
            let steps = super::later(&record);
            let steps = steps.iter().map(|step| format!("{} {:?} {}", step.kind, step.status, step.code));
            let still_valid = own(&record).last().is_some_and(|last| status_of(last) != Status::Declined);
            (steps.collect::<Vec<_>>().join(", "), still_valid)
        };
        let auth = ["PRE_AUTH", "APPROVED", "00", ""];
        let refused = ["PRE_AUTH", "DECLINED", "51", ""];
        let capture = ["CAPTURE", "DECLINED", "61", ""];
        for (actions, expected, still_valid) in [
            (&[auth, capture][..], "CAPTURE Declined 61", true),
            (&[refused, capture], "CAPTURE Declined 61", false),
            (
                &[auth, capture, ["CAPTURE", "APPROVED", "00", ""]],
                "CAPTURE Declined 61, CAPTURE Approved 00",
                true,
            ),
            (&[auth, ["VOID", "VOIDED", "00", ""]], "VOID Voided 00", true),
            (&[refused, ["VOID", "APPROVED", "00", ""]], "VOID Approved 00", false),
            (&[["LINK_REFUND", "DECLINED", "57", ""]], "LINK_REFUND Declined 57", false),
            (&[auth, ["AUTH_COMPLETE", "", "51", ""]], "AUTH_COMPLETE Unknown 51", true),
            (&[auth, ["ADJUST", "APPROVED", "", ""]], "ADJUST Approved ", true),
            (&[auth, ["QUERY", "APPROVED", "00", ""]], "", true),
            (&[auth], "", true),
            (&[], "", false),
        ] {
            assert_eq!(later(actions), (expected.to_owned(), still_valid), "{actions:?}");
        }
    }

    #[test]
    fn a_reason_is_one_line_and_none_of_a_person() {
        let reason = |kind, text| super::reason(&sale_record(kind, &[[kind, "DECLINED", "", text]]));
        assert_eq!(reason("SALE", " PIN entry\n cancelled ").as_deref(), Some("PIN entry cancelled"));
        assert_eq!(reason("SALE", " "), None);
        assert_eq!(reason("REFUND", "For Maria"), None);
        let refunded =
            sale_record("SALE", &[["SALE", "APPROVED", "00", ""], ["REFUND", "DECLINED", "51", "For Maria"]]);
        assert_eq!(super::reason(&refunded), None);
    }
}
