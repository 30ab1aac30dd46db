//! Checks if an amount of a refund or a capture may be sent at all: a positive amount in the decimals of its currency, and no
//! more than is left.
//!
//! By the rules the window offers amounts by (`tapline_contract::allowed`), with what was read right before. The status is not
//! judged here: the service itself refuses by status. An unknown amount is no reason to refuse.

use tapline_contract::allowed::{self, Allowed};
use tapline_contract::amounts::Amounts;
use tapline_contract::connection::Connection;
use tapline_contract::decimal::Decimal;
use tapline_contract::field::Number;
use tapline_contract::transaction::Transaction;

use crate::recipe::Stale;

/// One kind of money call.
pub(super) struct AmountRule {
    /// The member of the draft.
    pub(super) field: &'static str,
    /// "refunded"
    pub(super) done: &'static str,
    pub(super) may: fn(&Transaction, &Number) -> Allowed,
    pub(super) most: fn(&Transaction) -> Option<Decimal>,
    /// Way to name no amount at all; empty where one is needed.
    pub(super) without: &'static str,
}

pub(super) const REFUND: AmountRule = AmountRule {
    field: "refundAmount",
    done: "refunded",
    may: allowed::refund_part,
    most: |transaction| {
        let left = allowed::remaining(transaction).map(|remaining| remaining.left);
        left.or_else(|| allowed::original(transaction))
    },
    without: "",
};

pub(super) const CAPTURE: AmountRule = AmountRule {
    field: "amount",
    done: "captured",
    may: allowed::capture_part,
    most: allowed::original,
    without: " Leave it out to capture the whole amount.",
};

impl AmountRule {
    /// `text` as it would be sent, in the unit of the connection.
    pub(super) fn may<R>(
        &self,
        text: &str,
        now: &Transaction,
        connection: &Connection,
    ) -> Result<(), Stale<R>> {
        let currency = now.amount.as_ref().and_then(|amount| amount.currency.as_deref());
        let amounts = Amounts::new(connection, currency);
        let Some(why) = self.against(text, now, &amounts) else { return Ok(()) };
        let most = (self.most)(now).map(|most| self.limit_words(most, &amounts)).unwrap_or_default();
        let why = format!(
            "{} \"{}\": {why}{most}{}",
            self.field,
            tapline_platform::words::visible(text),
            self.without
        );
        Err(Stale::Refused { field: self.field, why })
    }

    fn against(&self, text: &str, now: &Transaction, amounts: &Amounts) -> Option<String> {
        // An exponent is JSON, but no amount that a person or a service reads with certainty.
        let plain = text.bytes().all(|byte| byte.is_ascii_digit() || b"-.".contains(&byte));
        let Some(number) = Number::parse(text).filter(|_| plain) else {
            return Some("This isn't an amount. Enter digits, with a point before decimals.".to_owned());
        };
        if !amounts.fits(&number) {
            let (code, decimals) = (amounts.code(), amounts.currency.exponent());
            return Some(match decimals {
                0 => format!("{code} has no decimals."),
                _ => format!("{code} has {decimals} decimals, and this amount has more."),
            });
        }
        (self.may)(now, &number).reason().map(str::to_owned)
    }

    fn limit_words(&self, most: Decimal, amounts: &Amounts) -> String {
        if most <= Decimal::ZERO {
            return format!(" Nothing is left to be {}.", self.done);
        }
        let money = amounts.money_decimal(most).map(|money| format!(" ({money})")).unwrap_or_default();
        format!(" At most {most}{money} can be {}.", self.done)
    }
}
