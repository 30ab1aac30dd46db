//! A sale that was declined so that a PIN could be asked, and the sale of the same card that was approved with one: told as a pair.
//!
//! Nothing at the service ties the two: the rule goes by card, scheme, amount, merchant, the host's answer and the verification, so
//! a pair is likely and never certain. Which came first is told where a moment, the card's counter or the terminal's number says it;
//! two that came in the other order are no pair.

use tapline_emv::bits::Reading;
use tapline_emv::performed::{self, Verified};
use tapline_emv::tvr;
use tapline_emv::why::{self, Status};

use super::{entry, host_code, last_four, scheme, text, tvr_of};
use crate::decimal;
use crate::timestamp;
use crate::transaction::{Transaction, TransactionId};

/// Rows of a list that are looked at, from its beginning.
pub const MOST_ROWS: u32 = 50;
/// Transactions that are read whole at most: a list does not have the host's answer.
pub const MOST_WHOLE: usize = 6;
/// Further apart, a sale is no second try: seconds.
const LONGEST: i64 = 30 * 60;

/// Members that a row of a list needs, in this order; see [`of_row`].
pub const MEMBERS: [&str; 15] = [
    "tranId",
    "amount.currency",
    "amount.value",
    "accountMasked",
    "paymentMethod",
    "aid",
    "mchName",
    "acqTid",
    "trace",
    "atc",
    "tranStatus",
    "tranType",
    "entryMode",
    "cvmPerformed",
    "tvr",
];

/// A pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Again {
    pub declined: TransactionId,
    pub approved: TransactionId,
    /// The host's answer to the first, and what it likely says.
    code: String,
    words: &'static str,
    order: Order,
}

/// How it is known which came first.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Order {
    /// The moment of the decline, and the seconds until the other.
    Times(String, i64),
    /// The card's counter (ATC).
    Counter,
    /// The counter is the same: the card was not tapped again.
    SameTap,
    /// The terminal's own number (trace).
    Trace,
    Unknown,
}

/// The pair that the two are, in whichever order they are given. The declined one has to be read whole.
pub fn again(one: &Transaction, other: &Transaction) -> Option<Again> {
    let (declined, approved) = match (is_declined(one), is_declined(other)) {
        (true, false) => (one, other),
        (false, true) => (other, one),
        _ => return None,
    };
    if !is_same_sale(declined, approved) || !is_approved_with_pin(approved) {
        return None;
    }
    let code = host_code(declined)?.trim();
    let words = why::asks_for_check(code, scheme(declined)?, entry(declined))?;
    Some(Again {
        declined: declined.tran_id.clone(),
        approved: approved.tran_id.clone(),
        code: code.to_owned(),
        words,
        order: order(declined, approved)?,
    })
}

/// Of the first [`MOST_ROWS`] rows those that may be the other one, at most [`MOST_WHOLE`]: they are to be read whole.
pub fn may_be(of: &Transaction, rows: &[Transaction]) -> Vec<TransactionId> {
    let Some(wanted) = wanted(of) else { return Vec::new() };
    let fits = |row: &&Transaction| {
        let [declined, approved] = match wanted {
            Wanted::Approved => [of, row],
            Wanted::Declined => [row, of],
        };
        let is_it = match wanted {
            Wanted::Approved => is_approved_with_pin(row),
            Wanted::Declined => is_declined(row),
        };
        is_it && is_same_sale(of, row) && order(declined, approved).is_some()
    };
    let looked_at = rows.iter().take(MOST_ROWS.try_into().unwrap_or(usize::MAX));
    looked_at.filter(fits).map(|row| row.tran_id.clone()).take(MOST_WHOLE).collect()
}

/// What is looked for beside a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// It was declined so that a PIN could be asked.
    Approved,
    /// It was approved with a PIN.
    Declined,
}

/// Nothing where no pair is possible: then no list needs to be looked at.
pub fn wanted(of: &Transaction) -> Option<Wanted> {
    of.account_masked.as_deref().and_then(last_four)?;
    if is_declined(of) {
        why::asks_for_check(host_code(of)?, scheme(of)?, entry(of))?;
        return Some(Wanted::Approved);
    }
    is_approved_with_pin(of).then_some(Wanted::Declined)
}

/// The pair with the nearest of those that were read whole.
pub fn nearest(of: &Transaction, others: &[Transaction]) -> Option<Again> {
    let pairs = others.iter().filter_map(|other| Some((distance(of, other), again(of, other)?)));
    pairs.min_by_key(|(distance, _)| *distance).map(|(_, pair)| pair)
}

/// A row of a list as a transaction: a cell for each of [`MEMBERS`], a number as its digits.
pub fn of_row(cells: &[Option<String>]) -> Option<Transaction> {
    use crate::record::Record as _;
    let mut amount = Vec::new();
    let mut members = Vec::new();
    for (name, cell) in MEMBERS.iter().zip(cells) {
        let Some(cell) = cell else { continue };
        let quoted = || serde_json::Value::from(cell.as_str()).to_string();
        match name.split_once('.') {
            Some((_, "value")) => amount.push(format!("\"value\":{cell}")),
            Some((_, name)) => amount.push(format!("\"{name}\":{}", quoted())),
            None => members.push(format!("\"{name}\":{}", quoted())),
        }
    }
    members.push(format!("\"amount\":{{{}}}", amount.join(",")));
    Transaction::read(&format!("{{{}}}", members.join(","))).ok()
}

fn is_declined(record: &Transaction) -> bool {
    Status::read(text(record.tran_status.as_ref())) == Status::Declined && !is_refund(record)
}

fn is_approved_with_pin(record: &Transaction) -> bool {
    let status = Status::read(text(record.tran_status.as_ref()));
    let performed = text(record.cvm_performed.as_ref());
    let verified =
        performed::read(performed, scheme(record), entry(record)).and_then(|performed| performed.verified);
    let noted =
        matches!(tvr_of(record), Reading::Bits(_)) && tvr_of(record).has(tvr::ONLINE_PIN) == Some(true);
    let with_pin = match verified {
        Some(Verified::Pin) => true,
        Some(Verified::PinOrSignature) | None => noted,
        Some(_) => false,
    };
    with_pin && matches!(status, Status::Approved | Status::Voided) && !is_refund(record)
}

fn is_refund(record: &Transaction) -> bool {
    text(record.tran_type.as_ref()).to_ascii_uppercase().contains("REFUND")
}

/// Card, scheme, amount and merchant are told and the same; only a merchant that neither tells is passed over.
fn is_same_sale(one: &Transaction, other: &Transaction) -> bool {
    let card = |record: &Transaction| text(record.account_masked.as_ref()).trim().to_owned();
    let sum = |record: &Transaction| {
        let amount = record.amount.as_ref()?;
        Some((amount.currency.as_deref()?.trim().to_ascii_uppercase(), amount.value.clone()?))
    };
    let (Some((currency, value)), Some((other_currency, other_value))) = (sum(one), sum(other)) else {
        return false;
    };
    one.tran_id != other.tran_id
        && last_four(&card(one)).is_some()
        && card(one) == card(other)
        && scheme(one).is_some()
        && scheme(one) == scheme(other)
        && currency == other_currency
        && decimal::compare(&value, &other_value).is_eq()
        && text(one.mch_name.as_ref()).trim() == text(other.mch_name.as_ref()).trim()
}

/// Nothing where the approved one came first, or long after.
fn order(declined: &Transaction, approved: &Transaction) -> Option<Order> {
    if let (Some((at, from)), Some((_, to))) = (moment(declined), moment(approved)) {
        return (0..=LONGEST).contains(&(to - from)).then_some(Order::Times(at, to - from));
    }
    if let (Some(first), Some(second)) = (counter(declined), counter(approved)) {
        return match first.cmp(&second) {
            std::cmp::Ordering::Less => Some(Order::Counter),
            std::cmp::Ordering::Equal => Some(Order::SameTap),
            std::cmp::Ordering::Greater => None,
        };
    }
    let of_one_terminal = trace(declined).zip(trace(approved)).filter(|(one, other)| one.0 == other.0);
    match of_one_terminal {
        Some(((_, first), (_, second))) if first < second => Some(Order::Trace),
        Some(_) => None,
        None => Some(Order::Unknown),
    }
}

/// `createdAt`, as other records of the service call it; the document names none of a transaction. In words and in seconds.
fn moment(record: &Transaction) -> Option<(String, i64)> {
    let (_, raw) = record.other.iter().find(|(name, _)| name == "createdAt")?;
    let told: String = serde_json::from_str(raw).ok()?;
    Some((timestamp::utc(&told)?, timestamp::parse(&told)?.timestamp()))
}

/// The card counts its taps (ATC); hexadecimal.
fn counter(record: &Transaction) -> Option<u32> {
    let told = text(record.atc.as_ref()).trim();
    u32::from_str_radix(told, 16).ok().filter(|_| told.len() <= 4)
}

/// The terminal's number at the acquirer and its count.
fn trace(record: &Transaction) -> Option<(String, u64)> {
    let terminal = text(record.acq_tid.as_ref()).trim();
    let count = text(record.trace.as_ref()).trim().parse().ok()?;
    (!terminal.is_empty()).then(|| (terminal.to_owned(), count))
}

/// How far apart two are by the best of what they tell; the nearest is the second try.
fn distance(one: &Transaction, other: &Transaction) -> u64 {
    if let (Some((_, one)), Some((_, other))) = (moment(one), moment(other)) {
        return one.abs_diff(other);
    }
    if let (Some(one), Some(other)) = (counter(one), counter(other)) {
        return u64::from(one.abs_diff(other));
    }
    match (trace(one), trace(other)) {
        (Some((_, one)), Some((_, other))) => one.abs_diff(other),
        _ => u64::MAX,
    }
}

impl Again {
    /// For both side by side.
    pub fn both(&self) -> String {
        let Again { declined, approved, code, words, .. } = self;
        let (at, later) = self.moments();
        format!(
            "Likely one sale in two tries: {declined} was declined{at} with {code} (likely “{words}”) so that a PIN could be asked; \
             {approved} was approved with a PIN{later}.{}",
            self.known()
        )
    }

    /// As it is said of one of them, up to the id of the other, which is a link in the window.
    pub fn of(&self, id: &TransactionId) -> String {
        let Again { code, words, .. } = self;
        let (at, later) = self.moments();
        let known = self.known();
        if *id == self.declined {
            format!(
                "Likely one sale in two tries: this one was declined{at} so that a PIN could be asked, and the same card was approved with \
                 a PIN{later}.{known} The second try:"
            )
        } else {
            format!(
                "Likely one sale in two tries: the same card was declined{at} with {code} (likely “{words}”) so that a PIN could be asked, \
                 and this one was approved with it{later}.{known} The first try:"
            )
        }
    }

    /// The other of the two.
    pub fn other(&self, id: &TransactionId) -> &TransactionId {
        if *id == self.declined { &self.approved } else { &self.declined }
    }

    /// The sentence with the other's id, for plain text.
    pub fn line(&self, id: &TransactionId) -> String {
        format!("{} {}.", self.of(id), self.other(id))
    }

    /// " at 2026-11-03 12:01:07 UTC" and " 40 s later".
    fn moments(&self) -> (String, String) {
        match &self.order {
            Order::Times(at, 0) => (format!(" at {at}"), " in the same second".to_owned()),
            Order::Times(at, seconds) if *seconds < 120 => {
                (format!(" at {at}"), format!(" {seconds} s later"))
            }
            Order::Times(at, seconds) => (format!(" at {at}"), format!(" {} min later", seconds / 60)),
            Order::Counter | Order::SameTap | Order::Trace => (String::new(), " later".to_owned()),
            Order::Unknown => (String::new(), String::new()),
        }
    }

    /// What the order rests on.
    fn known(&self) -> &'static str {
        match self.order {
            Order::Times(..) => "",
            Order::Counter => " The card's counter (ATC) tells the order; the transactions tell no time.",
            Order::SameTap => {
                " The card's counter (ATC) is the same in both, so the card was likely not tapped again; the transactions tell no time."
            }
            Order::Trace => " The terminal's count (trace) tells the order; the transactions tell no time.",
            Order::Unknown => " Which of them came first is not told.",
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::record::Record as _;

    /// A declined Visa tap, with these members in place of its own.
    fn declined(change: &Value) -> Transaction {
        record(
            json!({
                "tranId": "T1", "tranStatus": "DECLINED", "cvmPerformed": "NO_CVM", "atc": "01A4",
                "actions": [{ "actionType": "SALE", "hostRespCode": "1A" }],
            }),
            change,
        )
    }

    /// The same card's sale with a PIN.
    fn approved(change: &Value) -> Transaction {
        record(
            json!({ "tranId": "T2", "tranStatus": "APPROVED", "cvmPerformed": "PIN", "atc": "01A5" }),
            change,
        )
    }

    fn record(own: Value, change: &Value) -> Transaction {
        let mut all = json!({
            "amount": { "currency": "EUR", "value": 2310 }, "accountMasked": "476173******2941", "mchName": "Café",
            "paymentMethod": "01", "aid": "A0000000031010", "entryMode": "NFC", "tranType": "SALE", "acqTid": "300100", "trace": "000041",
        });
        for from in [&own, change] {
            for (name, value) in from.as_object().unwrap() {
                all[name] = value.clone();
            }
        }
        Transaction::read(&all.to_string()).unwrap()
    }

    const NONE: Value = Value::Null;

    fn same() -> Value {
        json!({})
    }

    #[test]
    fn a_decline_that_asks_for_a_pin_and_the_sale_with_one_are_a_pair() {
        let (one, other) = (declined(&same()), approved(&same()));
        let pair = again(&one, &other).unwrap();
        assert_eq!(again(&other, &one), Some(pair.clone()), "in whichever order they are given");
        assert_eq!(
            pair.both(),
            "Likely one sale in two tries: T1 was declined with 1A (likely “additional customer authentication required”) so that a \
             PIN could be asked; T2 was approved with a PIN later. The card's counter (ATC) tells the order; the transactions tell no time."
        );
        assert!(pair.line(&one.tran_id).ends_with("The second try: T2."), "{}", pair.line(&one.tran_id));
        assert!(pair.line(&other.tran_id).ends_with("The first try: T1."), "{}", pair.line(&other.tran_id));
        assert_eq!((pair.other(&one.tran_id).as_str(), pair.other(&other.tran_id).as_str()), ("T2", "T1"));
    }

    #[test]
    fn what_differs_makes_no_pair() {
        for (first, second, is_pair) in [
            (same(), same(), true),
            (same(), json!({ "cvmPerformed": "", "tvr": "0000040000" }), true),
            (same(), json!({ "amount": { "currency": "eur", "value": 2310.0 } }), true),
            (same(), json!({ "entryMode": "EMV_CONTACT", "cvmPerformed": "420300" }), true),
            (same(), json!({ "tranStatus": "VOIDED" }), true),
            (same(), json!({ "amount": { "currency": "EUR", "value": 2311 } }), false),
            (same(), json!({ "amount": { "currency": "CHF", "value": 2310 } }), false),
            (same(), json!({ "accountMasked": "476173******2942" }), false),
            (same(), json!({ "mchName": "Kiosk" }), false),
            (same(), json!({ "cvmPerformed": "NO_CVM" }), false),
            (same(), json!({ "cvmPerformed": "CDCVM" }), false),
            (same(), json!({ "cvmPerformed": "PIN or signature" }), false),
            (same(), json!({ "tranStatus": "DECLINED" }), false),
            (same(), json!({ "tranStatus": "PROCESSING" }), false),
            (same(), json!({ "tranType": "REFUND" }), false),
            (same(), json!({ "aid": "A0000000041010" }), false),
            (same(), json!({ "atc": "01A3" }), false),
            (json!({ "accountMasked": "****" }), json!({ "accountMasked": "****" }), false),
            (json!({ "actions": [{ "actionType": "SALE", "hostRespCode": "51" }] }), same(), false),
            (json!({ "actions": [] }), same(), false),
            (json!({ "amount": NONE }), json!({ "amount": NONE }), false),
            (json!({ "tranId": "T2" }), same(), false),
        ] {
            assert_eq!(again(&declined(&first), &approved(&second)).is_some(), is_pair, "{first} {second}");
        }
        let mastercard = json!({
            "aid": "A0000000041010", "paymentMethod": "02", "actions": [{ "actionType": "SALE", "hostRespCode": "65" }],
        });
        assert!(again(&declined(&mastercard), &approved(&json!({ "aid": "A0000000041010" }))).is_some());
        // Only a tap: of an inserted card 65 is another answer.
        let mut inserted = mastercard;
        inserted["entryMode"] = json!("EMV_CONTACT");
        assert!(again(&declined(&inserted), &approved(&json!({ "aid": "A0000000041010" }))).is_none());
    }

    #[test]
    fn only_what_is_known_of_the_order_is_said() {
        let at = |time: &str| json!({ "createdAt": format!("2026-11-03T12:0{time}Z"), "atc": "" });
        let no_counter = || json!({ "atc": "" });
        for (first, second, part) in [
            (at("1:07"), at("1:47"), Some("declined at 2026-11-03 12:01:07 UTC with 1A")),
            (at("1:07"), at("1:47"), Some("approved with a PIN 40 s later.")),
            (at("1:07"), at("5:07"), Some("approved with a PIN 4 min later.")),
            (at("1:07"), at("1:07"), Some("in the same second")),
            (at("1:47"), at("1:07"), None),
            (at("1:07"), json!({ "createdAt": "2026-11-04T12:01:07Z", "atc": "" }), None),
            (same(), json!({ "atc": "01A4" }), Some("was likely not tapped again")),
            (no_counter(), json!({ "atc": "", "trace": "000042" }), Some("The terminal's count (trace)")),
            (no_counter(), json!({ "atc": "", "trace": "000040" }), None),
            (
                no_counter(),
                json!({ "atc": "", "acqTid": "300200", "trace": "000001" }),
                Some("Which of them came first is not told."),
            ),
            (no_counter(), json!({ "atc": "", "trace": "" }), Some("Which of them came first is not told.")),
        ] {
            let said = again(&declined(&first), &approved(&second)).map(|pair| pair.both());
            assert_eq!(said.is_some(), part.is_some(), "{first} {second}");
            let said = said.unwrap_or_default();
            assert!(said.contains(part.unwrap_or_default()), "{said}");
        }
    }

    #[test]
    fn of_a_list_a_few_rows_are_read_whole() {
        let of = declined(&same());
        let row = |id: String| approved(&json!({ "tranId": id }));
        let many: Vec<_> = (0..60).map(|at| row(format!("A{at}"))).collect();
        assert_eq!(may_be(&of, &many).len(), MOST_WHOLE);
        let mut late: Vec<_> =
            (0..50).map(|at| approved(&json!({ "tranId": format!("B{at}"), "mchName": "Kiosk" }))).collect();
        late.push(row("A".to_owned()));
        assert_eq!(may_be(&of, &late), [], "beyond the rows that are looked at");
        // A row does not have the host's answer.
        let bare = declined(&json!({ "actions": NONE }));
        assert_eq!(may_be(&approved(&same()), std::slice::from_ref(&bare)), [bare.tran_id.clone()]);
        assert_eq!(wanted(&bare), None);
        assert_eq!(
            (wanted(&of), wanted(&approved(&same()))),
            (Some(Wanted::Approved), Some(Wanted::Declined))
        );
        assert_eq!(wanted(&approved(&json!({ "cvmPerformed": "NO_CVM" }))), None);
    }

    #[test]
    fn the_nearest_is_the_second_try() {
        let of = declined(&same());
        let others =
            [approved(&json!({ "tranId": "far", "atc": "01B0" })), approved(&json!({ "tranId": "near" }))];
        assert_eq!(nearest(&of, &others).map(|pair| pair.approved.to_string()).as_deref(), Some("near"));
        assert_eq!(nearest(&of, &[]), None);
    }

    #[test]
    fn a_row_of_a_list_reads_as_its_record() {
        let whole =
            approved(&json!({ "mchName": "Café \"Nord\"", "amount": { "currency": "EUR", "value": 23.10 } }));
        let raw = serde_json::to_string(&whole).unwrap();
        let value: Value = serde_json::from_str(&raw).unwrap();
        let cells: Vec<_> = MEMBERS
            .iter()
            .map(|path| {
                let cell = path.split('.').fold(&value, |at, name| &at[name]);
                cell.as_str().map(str::to_owned).or_else(|| (!cell.is_null()).then(|| cell.to_string()))
            })
            .collect();
        let row = of_row(&cells).unwrap();
        assert!(
            again(
                &declined(
                    &json!({ "mchName": "Café \"Nord\"", "amount": { "currency": "EUR", "value": 23.1 } })
                ),
                &row
            )
            .is_some()
        );
    }
}
