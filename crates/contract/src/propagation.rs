//! Arrival of a change at terminals, judged by their sales: a change of limits, or of parameters that decide about a sale.
//!
//! A transaction has no time: the service filters by date, so the whole day of the change counts as "since". Only loaded sales
//! are counted, and sales that show too little are counted apart.

use serde::{Deserialize, Serialize};
use tapline_emv::entry::Status;
use tapline_emv::evidence::{Fit, TapEvidence, fit};
use tapline_emv::replay::{decided, on_phone};
use tapline_emv::tap::Presented;
use tapline_emv::{Scheme, performed};

use crate::connection::{Connection, ConnectionId};
use crate::device::DeviceId;
use crate::explained::{entry, money, scheme, text, tvr_of};
use crate::replay::{SchemeText, Version};
use crate::timestamp::day_words;
use crate::transaction::{Transaction, TransactionId};

/// Terminals of one question.
pub const MOST_TERMINALS: usize = 20;
/// Days before the change that are looked at.
pub const DAYS_BEFORE: i64 = 7;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PropagationQuery {
    pub connection: ConnectionId,
    /// When it was changed, RFC 3339.
    pub at: String,
    pub change: LimitsChange,
    /// At most [`MOST_TERMINALS`].
    pub terminals: Vec<DeviceId>,
}

/// A change of a configuration, as far as it decides about a sale.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LimitsChange {
    #[serde(with = "SchemeText")]
    pub scheme: Scheme,
    /// Currency of the limits. Sales in another currency are counted apart.
    pub currency: String,
    pub old: Version,
    pub new: Version,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Propagation {
    /// `YYYY-MM-DD`, as sent to the service: the day of the change.
    pub day: String,
    /// In the order of the question.
    pub terminals: Vec<TerminalSales>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TerminalSales {
    pub id: DeviceId,
    pub before: Fits,
    pub since: Fits,
    /// The service has more than were read.
    pub is_part: bool,
    /// Reason why its sales could not be read or distinguished, a sentence.
    pub failed: Option<String>,
}

/// Sales by what they fit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Fits {
    pub only_new: u32,
    pub both: u32,
    pub only_old: u32,
    /// Taps of the scheme that cannot tell: what they show, their currency or their amount.
    pub untold: u32,
    /// One that fits only the old values.
    pub old_sale: Option<TransactionId>,
}

impl LimitsChange {
    /// `None` where contactless limits of this scheme decide nothing about it: another scheme, a refund, no tap.
    pub fn fit(&self, record: &Transaction, connection: &Connection) -> Option<Fit> {
        if scheme(record) != Some(self.scheme) {
            return None;
        }
        decided(text(record.tran_type.as_ref()), text(record.entry_mode.as_ref())).ok()?;
        let Some((currency, amount)) = money(connection, record) else { return Some(Fit::Untold) };
        if currency.code() != self.currency {
            return Some(Fit::Untold);
        }
        let cvm_performed = text(record.cvm_performed.as_ref());
        let verified = performed::read(cvm_performed, Some(self.scheme), entry(record))
            .and_then(|performed| performed.verified);
        let is_phone = on_phone(self.scheme, cvm_performed);
        let presented = if is_phone { Presented::Phone } else { Presented::Card };
        let shown =
            TapEvidence::new(verified, &tvr_of(record), Status::read(text(record.tran_status.as_ref())));
        Some(fit(self.old.side(self.scheme), self.new.side(self.scheme), amount, presented, shown))
    }
}

impl Fits {
    /// Counts a sale.
    pub fn add(&mut self, fit: Fit, sale: &TransactionId) {
        match fit {
            Fit::OnlyNew => self.only_new += 1,
            Fit::Both => self.both += 1,
            Fit::Untold => self.untold += 1,
            Fit::OnlyOld => {
                self.only_old += 1;
                self.old_sale.get_or_insert_with(|| sale.clone());
            }
        }
    }

    pub fn sales(&self) -> u32 {
        self.only_new + self.both + self.only_old + self.untold
    }

    fn and(mut self, other: &Fits) -> Fits {
        self.only_new += other.only_new;
        self.both += other.both;
        self.only_old += other.only_old;
        self.untold += other.untold;
        self
    }
}

impl Propagation {
    /// With the terminals of a further question of the same change.
    #[must_use]
    pub fn with(mut self, more: Propagation) -> Propagation {
        self.terminals.extend(more.terminals);
        Propagation { day: more.day, ..self }
    }

    /// "31 Visa taps since 12 Nov 2026: 24 fit the new values (3 only those), 7 only the old ones, 2 unclear."
    pub fn sentence(&self, scheme: Scheme) -> String {
        let since = self.terminals.iter().fold(Fits::default(), |sum, one| sum.and(&one.since));
        let (day, scheme) = (day_words(&self.day), scheme.name());
        let fits = |count: u32| if count == 1 { "fits" } else { "fit" };
        let new = since.only_new + since.both;
        let mut words = match since.sales() {
            0 => return format!("No {scheme} taps since {day}, so it's unclear which values are used."),
            1 => format!("1 {scheme} tap since {day}: "),
            taps => format!("{taps} {scheme} taps since {day}: "),
        };
        let only_new = match since.only_new {
            0 => String::new(),
            only => format!(" ({only} only those)"),
        };
        let mut parts = vec![format!("{new} {} the new values{only_new}", fits(new))];
        if since.only_old > 0 {
            parts.push(format!("{} only the old ones", since.only_old));
        }
        if since.untold > 0 {
            parts.push(format!("{} unclear", since.untold));
        }
        words.push_str(&parts.join(", "));
        words.push('.');
        words
    }
}

#[cfg(test)]
mod tests {
    use tapline_emv::{Limits, Value, param};

    use super::*;
    use crate::connection::{Environment, UnitKnown};
    use crate::record::Record as _;

    #[test]
    fn the_sentence_counts_what_was_read() {
        let sale = TransactionId::parse("T-1").unwrap();
        let mut since = Fits::default();
        for fit in [Fit::OnlyOld, Fit::Both, Fit::Both, Fit::OnlyNew, Fit::Untold] {
            since.add(fit, &sale);
        }
        assert_eq!(since.old_sale, Some(sale));
        let id = DeviceId::parse("CD-1").unwrap();
        let one = TerminalSales { id, before: Fits::default(), since, is_part: false, failed: None };
        let found = Propagation { day: "2026-11-12".to_owned(), terminals: vec![one.clone(), one] };
        assert_eq!(
            found.sentence(Scheme::Visa),
            "10 Visa taps since 12 Nov 2026: 6 fit the new values (2 only those), 2 only the old ones, 2 unclear."
        );
        let more = Propagation::default().with(found.clone()).with(found.clone());
        assert_eq!((more.terminals.len(), &*more.day), (4, "2026-11-12"));
        assert!(more.sentence(Scheme::Visa).starts_with("20 Visa taps"));
        assert!(Propagation::default().sentence(Scheme::Visa).starts_with("No Visa taps"));
    }

    #[test]
    fn only_taps_of_the_scheme_count_and_another_currency_tells_nothing() {
        let version = |cvm, ttq: &str| {
            let ttq = (param::TTQ.to_owned(), Value::Text(ttq.to_owned()));
            Version::new(Limits { floor: 0, cvm, transaction: 50_000 }, &[ttq].into())
        };
        let limits = |cvm| version(cvm, "24004000");
        let change = LimitsChange {
            scheme: Scheme::Visa,
            currency: "EUR".to_owned(),
            old: limits(2500),
            new: limits(5000),
        };
        let connection = Connection {
            environment: Environment::Sandbox,
            unit_known: UnitKnown::Proven,
            ..Connection::example()
        };
        let fit = |change: &LimitsChange,
                   kind: &str,
                   entry: &str,
                   method: &str,
                   currency: &str,
                   cvm: &str| {
            let raw = serde_json::json!({
                "tranId": "T", "paymentMethod": method, "entryMode": entry, "tranType": kind, "cvmPerformed": cvm,
                "tranStatus": "APPROVED", "amount": { "currency": currency, "value": 3000 },
            });
            change.fit(&Transaction::read(&raw.to_string()).unwrap(), &connection)
        };
        let same = LimitsChange { new: limits(2500), ..change.clone() };
        // Unchanged limits, and a signature in place of the PIN.
        let ttq = LimitsChange { new: version(2500, "22804080"), ..change.clone() };
        for (change, kind, entry, method, currency, cvm, expected) in [
            (&change, "SALE", "NFC", "01", "EUR", "NO_CVM", Some(Fit::OnlyNew)),
            (&change, "SALE", "NFC", "01", "EUR", "PIN", Some(Fit::OnlyOld)),
            // The phone's own check is enough for both.
            (&change, "SALE", "NFC", "01", "EUR", "CDCVM", Some(Fit::Both)),
            (&ttq, "SALE", "NFC", "01", "EUR", "SIGNATURE", Some(Fit::OnlyNew)),
            (&ttq, "SALE", "NFC", "01", "EUR", "PIN", Some(Fit::OnlyOld)),
            (&same, "SALE", "NFC", "01", "EUR", "PIN", Some(Fit::Both)),
            (&same, "SALE", "NFC", "01", "USD", "PIN", Some(Fit::Untold)),
            (&change, "SALE", "NFC", "02", "EUR", "PIN", None),
            (&change, "SALE", "CHIP", "01", "EUR", "PIN", None),
            (&change, "REFUND", "NFC", "01", "EUR", "PIN", None),
        ] {
            assert_eq!(
                fit(change, kind, entry, method, currency, cvm),
                expected,
                "{kind} {entry} {method} {currency} {cvm}"
            );
        }
    }
}
