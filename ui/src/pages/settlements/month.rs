//! Thirty days of batches: a summary of each day, and totals. No drawing, no clock.
//!
//! A day is a day in UTC, as the timestamps of the service are. Sums are exact and per currency; an amount that can't be added is
//! counted as such. A comparison is a batch's own figures against its own lines.

use std::collections::BTreeMap;

use tapline_contract::amounts::Amounts;
use tapline_contract::batch_sums::{Verdict, checks};
use tapline_contract::connection::Connection;
use tapline_contract::decimal::Decimal;
use tapline_contract::field::Number;
use tapline_contract::settlement::{BatchId, Settlement};
use tapline_contract::timestamp;

use crate::widgets::grid::column::Mark;

/// Likely words of a batch's `state`: the codes of a transaction's `settleState`. Service document, "Transaction settleState query
/// codes"; for batches it shows none.
pub(super) const STATES: &[Mark] = &[
    Mark { value: "0", words: "Open", icon: "ring", tone: "muted" },
    Mark { value: "1", words: "Settled", icon: "tick", tone: "good" },
    Mark { value: "2", words: "Failed", icon: "error", tone: "bad" },
];

/// The likely state of a batch.
pub(super) fn state(batch: &Settlement) -> Option<&'static Mark> {
    let code = batch.state.as_ref()?.whole()?.to_string();
    STATES.iter().find(|mark| mark.value == code)
}

/// A batch's figures against its lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Compared {
    Matches,
    /// By this much in all, in the service's unit; `None` if only counts differ.
    Differs(Option<Decimal>),
    Unclear,
}

impl Compared {
    /// From the details of a batch.
    pub(super) fn new(batch: &Settlement) -> Compared {
        let checks = checks(batch);
        let differing = checks.iter().filter(|check| check.verdict == Verdict::Differs);
        let mut by = Decimal::ZERO;
        let mut differs = false;
        for check in differing {
            differs = true;
            let figure = check.amount.as_ref().and_then(Decimal::from_number).zip(check.line_amount);
            let part = figure.and_then(|(figure, lines)| figure.max(lines).minus(figure.min(lines)));
            by = part.and_then(|part| by.plus(part)).unwrap_or(by);
        }
        match differs {
            true => Compared::Differs(Some(by).filter(|by| *by != Decimal::ZERO)),
            false
                if checks.is_empty()
                    || checks.iter().any(|check| check.verdict == Verdict::NotComparable) =>
            {
                Compared::Unclear
            }
            false => Compared::Matches,
        }
    }

    /// "Differs by 2.33 EUR"; `None` unless it differs.
    pub(super) fn words(self, amounts: &Amounts) -> Option<String> {
        match self {
            Compared::Differs(Some(by)) => Some(format!("Differs by {}", amounts.money_of(by))),
            Compared::Differs(None) => Some("Counts differ".to_owned()),
            Compared::Matches | Compared::Unclear => None,
        }
    }
}

pub(super) type Comparisons = BTreeMap<BatchId, Compared>;

/// Sums by currency code, in the service's unit. Never added up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Sums {
    pub(super) of: BTreeMap<String, Decimal>,
    /// Amounts that can't be added exactly.
    pub(super) unclear: usize,
}

impl Sums {
    fn add(&mut self, code: &str, amount: Option<&Number>) {
        let amount = amount.and_then(Decimal::from_number);
        self.add_decimal(code, amount);
    }

    fn add_decimal(&mut self, code: &str, amount: Option<Decimal>) {
        let before = self.of.get(code).copied().unwrap_or_default();
        match amount.and_then(|amount| before.plus(amount)) {
            Some(sum) => drop(self.of.insert(code.to_owned(), sum)),
            None => self.unclear += 1,
        }
    }

    /// "57,145.65 EUR" and "1,106.00 CHF", the connection's currency first.
    pub(super) fn words(&self, connection: &Connection) -> Vec<String> {
        let own = connection.currency();
        let (mine, others): (Vec<_>, Vec<_>) = self.of.iter().partition(|(code, _)| *code == own.code());
        let money = |(code, sum): (&String, &Decimal)| Amounts::new(connection, Some(code)).money_of(*sum);
        let mut words: Vec<String> = mine.into_iter().chain(others).map(money).collect();
        if self.unclear > 0 {
            words.push(format!("{} unclear", self.unclear));
        }
        words
    }
}

/// Batches of one state, and the sums of their payments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) batches: usize,
    pub(super) payments: Sums,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct DaySummary {
    /// `2026-11-18`
    pub(super) day: String,
    pub(super) batches: usize,
    pub(super) payments: Sums,
    pub(super) open: usize,
    pub(super) settled: usize,
    pub(super) failed: usize,
    pub(super) differing: usize,
    pub(super) not_compared: usize,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct MonthSummary {
    pub(super) days: Vec<DaySummary>,
    pub(super) settled: Tally,
    pub(super) open: Tally,
    pub(super) failed: Tally,
    /// Number of refunds, and their sums.
    pub(super) refunds: u64,
    pub(super) refunded: Sums,
    pub(super) differing: Vec<BatchId>,
    pub(super) differences: Sums,
    pub(super) not_compared: usize,
    pub(super) batches: usize,
}

/// Day of a batch in UTC; `None` if its timestamp is unreadable.
pub(super) fn day_of(batch: &Settlement) -> Option<String> {
    Some(timestamp::utc(batch.created_at.as_deref()?)?[..10].to_owned())
}

impl MonthSummary {
    /// `days`: the days of the strip, in order. Batches of other days are left out.
    pub(super) fn new(
        days: &[String],
        batches: &[Settlement],
        compared: &Comparisons,
        own: &str,
    ) -> MonthSummary {
        let mut month = MonthSummary {
            days: days.iter().map(|day| DaySummary { day: day.clone(), ..DaySummary::default() }).collect(),
            ..MonthSummary::default()
        };
        for batch in batches {
            let Some(day) = day_of(batch).and_then(|day| days.iter().position(|one| *one == day)) else {
                continue;
            };
            let day = &mut month.days[day];
            let code = batch.currency.as_deref().filter(|code| !code.is_empty()).unwrap_or(own);
            month.batches += 1;
            day.batches += 1;
            day.payments.add(code, batch.payment_amt.as_ref());
            let (tally, count) = match state(batch).map(|mark| mark.value) {
                Some("0") => (Some(&mut month.open), Some(&mut day.open)),
                Some("1") => (Some(&mut month.settled), Some(&mut day.settled)),
                Some("2") => (Some(&mut month.failed), Some(&mut day.failed)),
                _ => (None, None),
            };
            if let (Some(tally), Some(count)) = (tally, count) {
                *count += 1;
                tally.batches += 1;
                tally.payments.add(code, batch.payment_amt.as_ref());
            }
            let refunds = batch.refund_count.as_ref().and_then(Number::whole).unwrap_or(0);
            if refunds > 0 {
                month.refunds += refunds;
                month.refunded.add(code, batch.refund_amt.as_ref());
            }
            match compared.get(&batch.batch_id) {
                None => {
                    day.not_compared += 1;
                    month.not_compared += 1;
                }
                Some(Compared::Differs(by)) => {
                    day.differing += 1;
                    month.differing.push(batch.batch_id.clone());
                    if by.is_some() {
                        month.differences.add_decimal(code, *by);
                    }
                }
                Some(Compared::Matches | Compared::Unclear) => {}
            }
        }
        month
    }

    /// Height of each day's bar in percent: its payments in one currency, as part of the highest.
    pub(super) fn heights(&self, code: &str) -> Vec<u32> {
        // Whole units are enough for a bar.
        let value = |day: &DaySummary| {
            let sum = day.payments.of.get(code).copied().unwrap_or_default();
            sum.with_decimals(0).split('.').next().and_then(|whole| whole.parse::<u64>().ok()).unwrap_or(0)
        };
        let most = self.days.iter().map(value).max().unwrap_or(0).max(1);
        let part =
            |day: &DaySummary| u32::try_from(u128::from(value(day)) * 100 / u128::from(most)).unwrap_or(100);
        self.days.iter().map(part).collect()
    }

    /// The currency of most batches that have one; the bars are of it.
    pub(super) fn main_currency(&self, own: &str) -> String {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for code in self.days.iter().flat_map(|day| day.payments.of.keys()) {
            *counts.entry(code).or_default() += 1;
        }
        let most = counts.values().max().copied().unwrap_or(0);
        let is_own = counts.get(own) == Some(&most);
        let first = counts.iter().find(|(_, count)| **count == most).map(|(code, _)| (*code).to_owned());
        if is_own { own.to_owned() } else { first.unwrap_or_else(|| own.to_owned()) }
    }
}

#[cfg(test)]
mod tests {
    use tapline_contract::record::Record as _;

    use super::*;

    fn batch(id: &str, members: &str) -> Settlement {
        Settlement::read(&format!(r#"{{"batchId":"{id}",{members}}}"#)).unwrap()
    }

    fn days() -> Vec<String> {
        ["2026-11-17", "2026-11-18"].map(str::to_owned).to_vec()
    }

    #[test]
    fn a_difference_is_the_batch_against_its_own_lines() {
        let lines = r#""transactions":[{"transType":"PAYMENT","amount":1000,"count":2}]"#;
        for (figures, expected) in [
            (
                r#""paymentAmt":1000,"paymentCount":2,"refundAmt":0,"refundCount":0,"voidAmt":0,"voidCount":0"#,
                Compared::Matches,
            ),
            (
                r#""paymentAmt":1233,"paymentCount":2,"refundAmt":0,"refundCount":0,"voidAmt":0,"voidCount":0"#,
                Compared::Differs(Decimal::parse("233")),
            ),
            (
                r#""paymentAmt":767,"paymentCount":2,"refundAmt":0,"refundCount":0,"voidAmt":100,"voidCount":1"#,
                Compared::Differs(Decimal::parse("333")),
            ),
            (
                r#""paymentAmt":1000,"paymentCount":3,"refundAmt":0,"refundCount":0,"voidAmt":0,"voidCount":0"#,
                Compared::Differs(None),
            ),
            (r#""paymentCount":2"#, Compared::Unclear),
        ] {
            assert_eq!(Compared::new(&batch("B1", &format!("{figures},{lines}"))), expected, "{figures}");
        }
        assert_eq!(Compared::new(&batch("B1", r#""paymentAmt":1000"#)), Compared::Unclear, "no lines");
    }

    #[test]
    fn a_state_has_its_likely_word_or_none() {
        for (state_of, expected) in
            [("0", Some("Open")), ("1.0", Some("Settled")), ("2", Some("Failed")), ("7", None)]
        {
            assert_eq!(
                state(&batch("B1", &format!(r#""state":{state_of}"#))).map(|mark| mark.words),
                expected
            );
        }
    }

    #[test]
    fn days_and_totals_are_per_currency_and_count_what_is_not_compared() {
        let all = [
            batch(
                "B1",
                r#""createdAt":"2026-11-17T23:59:59Z","state":1,"currency":"EUR","paymentAmt":1000,"refundCount":2,"refundAmt":50"#,
            ),
            batch(
                "B2",
                r#""createdAt":"2026-11-18T00:30:00+01:00","state":1,"currency":"CHF","paymentAmt":300"#,
            ),
            batch("B3", r#""createdAt":"2026-11-18T10:00:00Z","state":0,"paymentAmt":250.5"#),
            batch("B4", r#""createdAt":"2026-11-18T11:00:00Z","state":2,"currency":"EUR","paymentAmt":1e40"#),
            batch("B5", r#""createdAt":"2026-11-18T12:00:00Z","state":9,"currency":"EUR","paymentAmt":1"#),
            batch("B6", r#""createdAt":"2026-10-01T12:00:00Z","state":1,"currency":"EUR","paymentAmt":1"#),
            batch("B7", r#""state":1,"currency":"EUR","paymentAmt":1"#),
        ];
        let id = |id: &str| BatchId::parse(id).unwrap();
        let compared = Comparisons::from([
            (id("B1"), Compared::Matches),
            (id("B2"), Compared::Differs(Decimal::parse("33"))),
            (id("B3"), Compared::Unclear),
        ]);
        let month = MonthSummary::new(&days(), &all, &compared, "EUR");
        let sums = |sums: &Sums| {
            sums.of.iter().map(|(code, sum)| format!("{sum} {code}")).collect::<Vec<_>>().join(", ")
        };
        let lines: Vec<_> = month
            .days
            .iter()
            .map(|day| {
                format!(
                    "{} {} open {} failed {} differ {} not {}: {}",
                    day.day,
                    day.batches,
                    day.open,
                    day.failed,
                    day.differing,
                    day.not_compared,
                    sums(&day.payments)
                )
            })
            .collect();
        assert_eq!(
            lines,
            [
                "2026-11-17 2 open 0 failed 0 differ 1 not 0: 300 CHF, 1000 EUR",
                "2026-11-18 3 open 1 failed 1 differ 0 not 2: 251.5 EUR",
            ]
        );
        assert_eq!((month.batches, month.not_compared, month.refunds), (5, 2, 2));
        assert_eq!(
            (month.settled.batches, sums(&month.settled.payments)),
            (2, "300 CHF, 1000 EUR".to_owned())
        );
        assert_eq!((month.failed.batches, month.failed.payments.unclear), (1, 1));
        assert_eq!((month.differing, sums(&month.differences)), (vec![id("B2")], "33 CHF".to_owned()));
        assert_eq!(sums(&month.refunded), "50 EUR");
    }

    #[test]
    fn bars_are_of_the_currency_of_most_days() {
        let at = |day: u32, code: &str, amount: u32| {
            batch(
                "B1",
                &format!(
                    r#""createdAt":"2026-11-{day}T10:00:00Z","currency":"{code}","paymentAmt":{amount}"#
                ),
            )
        };
        let month = MonthSummary::new(
            &days(),
            &[at(17, "EUR", 500), at(18, "EUR", 1000), at(18, "CHF", 9000)],
            &Comparisons::new(),
            "CHF",
        );
        assert_eq!(month.main_currency("CHF"), "EUR");
        assert_eq!(month.heights("EUR"), [50, 100]);
        assert_eq!(MonthSummary::default().main_currency("KWD"), "KWD");
    }
}
