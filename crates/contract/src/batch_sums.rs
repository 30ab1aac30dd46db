//! Compares the figures of a settlement batch with its lines. Service document, "Settlement batch (detail)".
//!
//! The document does not show the values of `transType`. A line counts as payment, refund or void when its word says so; a line
//! with another word is compared with nothing. Exact: sums are decimals, and numbers beyond exact arithmetic are not compared.

use crate::decimal::Decimal;
use crate::field::Number;
use crate::settlement::{BatchLine, Settlement};

/// The three kinds that a batch sums up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SumPart {
    Payment,
    Refund,
    Void,
}

/// The figures of a batch for one part, and the sums of its lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartCheck {
    pub part: SumPart,
    pub amount: Option<Number>,
    pub count: Option<Number>,
    /// In the batch's unit; `None` when a line has no amount, or an amount that can't be added.
    pub line_amount: Option<Decimal>,
    pub line_count: Option<u64>,
    pub verdict: Verdict,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Agrees,
    Differs,
    /// A figure is missing, on either side.
    NotComparable,
}

impl SumPart {
    pub const ALL: [SumPart; 3] = [SumPart::Payment, SumPart::Refund, SumPart::Void];

    pub fn words(self) -> &'static str {
        match self {
            SumPart::Payment => "Payments",
            SumPart::Refund => "Refunds",
            SumPart::Void => "Voids",
        }
    }

    /// The part that a `transType` names, if it does.
    pub fn from_word(word: &str) -> Option<SumPart> {
        let word = word.to_ascii_uppercase();
        let named = |names: &[&str]| names.iter().any(|name| word.contains(name));
        match () {
            // Before the others: a void of a refund is a void.
            () if named(&["VOID", "REVERS", "CANCEL"]) => Some(SumPart::Void),
            () if named(&["REFUND"]) => Some(SumPart::Refund),
            () if named(&["PAYMENT", "SALE", "PURCHASE", "CAPTURE"]) => Some(SumPart::Payment),
            () => None,
        }
    }
}

/// One check for each part; empty when the batch has no lines.
pub fn checks(batch: &Settlement) -> Vec<PartCheck> {
    let Some(lines) = &batch.transactions else { return Vec::new() };
    let unnamed = lines.iter().any(|line| part(line).is_none());
    let check = |of: SumPart| {
        let (amount, count) = match of {
            SumPart::Payment => (&batch.payment_amt, &batch.payment_count),
            SumPart::Refund => (&batch.refund_amt, &batch.refund_count),
            SumPart::Void => (&batch.void_amt, &batch.void_count),
        };
        let mine = || lines.iter().filter(move |line| part(line) == Some(of));
        let amounts: Option<Vec<_>> =
            mine().map(|line| Decimal::from_number(line.amount.as_ref()?)).collect();
        let line_amount = amounts.and_then(Decimal::sum);
        let counts: Option<Vec<_>> = mine().map(|line| line.count.as_ref()?.whole()).collect();
        let line_count = counts.and_then(|counts| counts.into_iter().try_fold(0_u64, u64::checked_add));
        let same_amount = agree(amount.as_ref().and_then(Decimal::from_number), line_amount);
        let same_count = agree(count.as_ref().and_then(Number::whole), line_count);
        let verdict = match (same_amount, same_count) {
            (Some(true), Some(true)) => Verdict::Agrees,
            // A line of an unknown word may belong here.
            (Some(_), Some(_)) if unnamed => Verdict::NotComparable,
            (Some(false), _) | (_, Some(false)) if !unnamed => Verdict::Differs,
            _ => Verdict::NotComparable,
        };
        PartCheck { part: of, amount: amount.clone(), count: count.clone(), line_amount, line_count, verdict }
    };
    SumPart::ALL.map(check).into()
}

fn part(line: &BatchLine) -> Option<SumPart> {
    SumPart::from_word(line.trans_type.as_deref()?)
}

fn agree<T: PartialEq>(one: Option<T>, other: Option<T>) -> Option<bool> {
    Some(one? == other?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Record;

    fn verdicts(figures: &str, lines: &str) -> Vec<Verdict> {
        let raw = format!(r#"{{"batchId":"B1",{figures},"transactions":{lines}}}"#);
        checks(&Settlement::read(&raw).unwrap()).into_iter().map(|check| check.verdict).collect()
    }

    const FIGURES: &str =
        r#""paymentAmt":300.10,"paymentCount":3,"refundAmt":5,"refundCount":1,"voidAmt":0,"voidCount":0"#;

    #[test]
    fn lines_add_up_exactly() {
        use Verdict::{Agrees, Differs, NotComparable};
        let refund = r#"{"transType":"REFUND","amount":5,"count":1,"paymentMethod":"01"}"#;
        for (lines, expected) in [
            (
                format!(
                    r#"[{{"transType":"PAYMENT","amount":100.05,"count":1}},{{"transType":"PAYMENT","amount":200.05,"count":2}},{refund}]"#
                ),
                [Agrees, Agrees, Agrees],
            ),
            (
                format!(r#"[{{"transType":"PAYMENT","amount":300.11,"count":3}},{refund}]"#),
                [Differs, Agrees, Agrees],
            ),
            (
                format!(r#"[{{"transType":"PAYMENT","amount":300.1,"count":2}},{refund}]"#),
                [Differs, Agrees, Agrees],
            ),
            (format!(r#"[{{"transType":"PAYMENT","count":3}},{refund}]"#), [NotComparable, Agrees, Agrees]),
            (
                format!(r#"[{{"transType":"77","amount":1,"count":1}},{refund}]"#),
                [NotComparable, Agrees, Agrees],
            ),
        ] {
            assert_eq!(verdicts(FIGURES, &lines), expected, "{lines}");
        }
    }

    #[test]
    fn without_lines_nothing_is_checked() {
        let batch = Settlement::read(r#"{"batchId":"B1","paymentAmt":1}"#).unwrap();
        assert_eq!(checks(&batch), []);
        assert_eq!(verdicts(r#""state":1"#, "[]"), [Verdict::NotComparable; 3]);
    }

    #[test]
    fn words_name_a_part() {
        for (word, part) in [
            ("sale", Some(SumPart::Payment)),
            ("VOID_REFUND", Some(SumPart::Void)),
            ("Refund", Some(SumPart::Refund)),
            ("8", None),
        ] {
            assert_eq!(SumPart::from_word(word), part, "{word}");
        }
    }
}
