//! Forms to void, refund or capture a transaction, and to send a receipt or a settlement report.
//!
//! Amounts are typed in major units; the connection's unit decides the number that is sent. An admin password is typed each
//! time and never kept.

use std::fmt;

use tapline_emv::AmountError;

use super::{FieldError, Rule, finish, read_text};
use crate::allowed::{self, Allowed, Sends};
use crate::amounts::Amounts;
use crate::decimal::Decimal;
use crate::field::{Hidden, Number};
use crate::secret::Secret;
use crate::settlement::{BatchId, ReportDraft};
use crate::transaction::{CaptureDraft, ReceiptDraft, RefundDraft, Transaction, VoidDraft};

#[derive(Clone, Default, PartialEq, Eq)]
pub struct VoidForm {
    pub admin_pwd: Secret,
}

impl fmt::Debug for VoidForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("VoidForm").finish_non_exhaustive()
    }
}

#[derive(Clone, Default, PartialEq, Eq)]
pub struct RefundForm {
    /// `23.10`
    pub amount: String,
    pub reason: String,
    pub admin_pwd: Secret,
}

impl fmt::Debug for RefundForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RefundForm").finish_non_exhaustive()
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CaptureForm {
    /// `23.10`; empty: the whole amount.
    pub amount: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReceiptForm {
    pub email: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportForm {
    pub batches: Vec<BatchId>,
    pub email: String,
    pub mch_id: String,
}

impl VoidForm {
    /// The draft where the admin password is typed outside the page.
    pub fn draft_without_password() -> VoidDraft {
        VoidDraft { admin_pwd: Hidden::Absent, other: Vec::new() }
    }

    pub fn draft(&self) -> Result<VoidDraft, Vec<FieldError>> {
        let mut errors = Vec::new();
        let admin_pwd = password(&self.admin_pwd, &mut errors);
        finish(VoidDraft { admin_pwd, other: Vec::new() }, errors)
    }
}

impl RefundForm {
    /// With all that is left to refund, as far as it can be computed.
    pub fn from_transaction(transaction: &Transaction, amounts: &Amounts) -> RefundForm {
        let left =
            allowed::remaining(transaction).and_then(|remaining| amounts.plain_decimal(remaining.left));
        RefundForm { amount: left.unwrap_or_default(), ..RefundForm::default() }
    }

    /// The number that would be sent; `None` when the amount cannot be read or the unit is not known.
    pub fn number(&self, amounts: &Amounts) -> Option<Number> {
        amounts.parse(&self.amount).ok().flatten()
    }

    /// Every error at once; an amount that cannot be refunded is one.
    pub fn draft(
        &self,
        transaction: &Transaction,
        amounts: &Amounts,
    ) -> Result<RefundDraft, Vec<FieldError>> {
        let mut missing = Vec::new();
        let admin_pwd = password(&self.admin_pwd, &mut missing);
        self.with(transaction, amounts, (admin_pwd, missing))
    }

    /// The draft where the admin password is typed outside the page.
    pub fn draft_without_password(
        &self,
        transaction: &Transaction,
        amounts: &Amounts,
    ) -> Result<RefundDraft, Vec<FieldError>> {
        self.with(transaction, amounts, (Hidden::Absent, Vec::new()))
    }

    fn with(
        &self,
        transaction: &Transaction,
        amounts: &Amounts,
        (admin_pwd, missing): (Hidden, Vec<FieldError>),
    ) -> Result<RefundDraft, Vec<FieldError>> {
        let mut errors = Vec::new();
        let number = amount("refundAmount", "Amount", &self.amount, amounts, &mut errors);
        if let Some(number) = &number {
            match most_to_refund(transaction, amounts, number) {
                Some(most) => {
                    errors.push(FieldError::new("refundAmount", format!("Amount: at most {most}.")));
                }
                None => {
                    refuse("refundAmount", "Amount", allowed::refund_of(transaction, number), &mut errors);
                }
            }
        }
        if self.reason.trim().is_empty() {
            let sentence = "Reason is empty. Enter for example One item returned.";
            errors.push(FieldError::new("refundReason", sentence));
        }
        errors.extend(missing);
        let draft = |refund_amount| RefundDraft {
            refund_amount,
            refund_reason: self.reason.trim().to_owned(),
            admin_pwd,
            other: Vec::new(),
        };
        match number {
            Some(number) => finish(draft(number), errors),
            None => Err(errors),
        }
    }
}

impl CaptureForm {
    /// Every error at once; an amount that cannot be captured is one.
    pub fn draft(
        &self,
        transaction: &Transaction,
        amounts: &Amounts,
    ) -> Result<CaptureDraft, Vec<FieldError>> {
        let mut errors = Vec::new();
        if self.amount.trim().is_empty() {
            return Ok(CaptureDraft { amount: None, other: Vec::new() });
        }
        let number = amount("amount", "Amount", &self.amount, amounts, &mut errors);
        if let Some(number) = &number {
            refuse("amount", "Amount", allowed::capture_of(transaction, Some(number)), &mut errors);
        }
        finish(
            CaptureDraft { amount: number.map(|number| number.text().to_owned()), other: Vec::new() },
            errors,
        )
    }
}

impl ReceiptForm {
    pub fn draft(&self) -> Result<ReceiptDraft, Vec<FieldError>> {
        let mut errors = Vec::new();
        let email = email(&self.email, &mut errors);
        finish(ReceiptDraft { email, other: Vec::new() }, errors)
    }
}

impl ReportForm {
    pub fn draft(&self) -> Result<ReportDraft, Vec<FieldError>> {
        let mut errors = Vec::new();
        if self.batches.is_empty() {
            errors.push(FieldError::new("batchIds", "Batches: none selected. Select at least one."));
        }
        let email = email(&self.email, &mut errors);
        if self.mch_id.trim().is_empty() {
            errors.push(FieldError::new("mchId", "Merchant is empty. Select a merchant."));
        }
        finish(ReportDraft::new(&self.batches, email, self.mch_id.trim().to_owned()), errors)
    }
}

fn password(typed: &Secret, errors: &mut Vec<FieldError>) -> Hidden {
    if typed.is_empty() {
        errors.push(FieldError::new("adminPwd", "Enter the admin password."));
    }
    Hidden::Known(typed.clone())
}

fn email(typed: &str, errors: &mut Vec<FieldError>) -> String {
    match read_text("Email", Rule::RequiredEmail, typed, None) {
        Ok(text) => text.unwrap_or_default(),
        Err(sentence) => {
            errors.push(FieldError::new("email", sentence));
            String::new()
        }
    }
}

fn amount(
    wire: &str,
    label: &str,
    typed: &str,
    amounts: &Amounts,
    errors: &mut Vec<FieldError>,
) -> Option<Number> {
    let sentence = |error: AmountError| format!("{label}: {}", error.sentence(&amounts.currency));
    let unit_not_known = || allowed::unit_not_known(Sends::Amount, amounts.known_currency());
    let number = amounts
        .parse(typed)
        .map_err(sentence)
        .and_then(|number| number.ok_or_else(|| format!("{label}: {}", unit_not_known())));
    number.map_err(|error| errors.push(FieldError::new(wire, error))).ok()
}

/// "50.00 EUR", if the amount is above it.
fn most_to_refund(transaction: &Transaction, amounts: &Amounts, amount: &Number) -> Option<String> {
    let left = allowed::remaining(transaction).filter(|remaining| remaining.is_sure);
    let most = left.map(|remaining| remaining.left).or_else(|| allowed::original(transaction))?;
    let is_above = most > Decimal::ZERO && Decimal::from_number(amount)? > most;
    let most = amounts.plain_decimal(most).filter(|_| is_above)?;
    Some(format!("{most} {}", amounts.currency.code()))
}

fn refuse(wire: &str, label: &str, verdict: Allowed, errors: &mut Vec<FieldError>) {
    if let Allowed::No(reason) = verdict {
        errors.push(FieldError::new(wire, format!("{label}: {reason}")));
    }
}

#[cfg(test)]
mod tests {
    use tapline_emv::Currency;

    use super::*;
    use crate::connection::AmountUnit;
    use crate::input::Input;
    use crate::record::Record;

    fn transaction(value: &str) -> Transaction {
        let raw = format!(
            r#"{{"tranId":"T","tranStatus":"APPROVED","amount":{{"currency":"EUR","value":{value}}},"actions":[]}}"#
        );
        Transaction::read(&raw).unwrap()
    }

    fn amounts(unit: AmountUnit) -> Amounts {
        Amounts { currency: Currency::euro(), unit: Some(unit), strange: None }
    }

    fn refund(amount: &str) -> RefundForm {
        let admin_pwd = Secret::new("p".to_owned());
        RefundForm { amount: amount.to_owned(), reason: " returned ".to_owned(), admin_pwd }
    }

    #[test]
    fn a_refund_is_sent_in_the_connections_unit() {
        for (unit, original, sent) in
            [(AmountUnit::Minor, "5000", "2310"), (AmountUnit::Major, "50.0", "23.10")]
        {
            for typed in ["23.10", "23,10", "23,1"] {
                let draft = refund(typed).draft(&transaction(original), &amounts(unit)).unwrap();
                assert_eq!(
                    draft.body().unwrap(),
                    format!(r#"{{"refundAmount":{sent},"refundReason":"returned","adminPwd":"p"}}"#)
                );
            }
            assert_eq!(RefundForm::from_transaction(&transaction(original), &amounts(unit)).amount, "50.00");
        }
    }

    #[test]
    fn a_refund_names_every_fault() {
        let minor = amounts(AmountUnit::Minor);
        for (amount, words) in [
            ("50.01", "Amount: at most 50.00 EUR."),
            ("0", "above zero"),
            ("23,100", "at most 2"),
            ("", "Enter an amount"),
        ] {
            let errors = refund(amount).draft(&transaction("5000"), &minor).unwrap_err();
            assert_eq!((errors.len(), errors[0].field.as_str()), (1, "refundAmount"), "{errors:?}");
            assert!(errors[0].sentence.contains(words), "{errors:?}");
        }
        let errors = RefundForm::default().draft(&transaction("5000"), &minor).unwrap_err();
        let fields: Vec<_> = errors.iter().map(|error| error.field.as_str()).collect();
        assert_eq!(fields, ["refundAmount", "refundReason", "adminPwd"]);
    }

    #[test]
    fn a_capture_is_text_or_nothing() {
        let form = |amount: &str| CaptureForm { amount: amount.to_owned() };
        let sent = |amount: &str, unit| {
            form(amount).draft(&transaction("5000"), &amounts(unit)).unwrap().body().unwrap()
        };
        assert_eq!(sent(" ", AmountUnit::Minor), "{}");
        assert_eq!(sent("23.1", AmountUnit::Minor), r#"{"amount":"2310"}"#);
        assert_eq!(sent("23.1", AmountUnit::Major), r#"{"amount":"23.10"}"#);
        assert!(form("50.01").draft(&transaction("5000"), &amounts(AmountUnit::Minor)).is_err());
    }

    #[test]
    fn passwords_and_addresses_are_needed() {
        assert_eq!(VoidForm::default().draft().unwrap_err()[0].field, "adminPwd");
        assert_eq!(ReceiptForm { email: "ann".to_owned() }.draft().unwrap_err()[0].field, "email");
        assert_eq!(
            ReceiptForm { email: " ann@shop.example ".to_owned() }.draft().unwrap().email,
            "ann@shop.example"
        );
        let report = ReportForm { batches: Vec::new(), email: String::new(), mch_id: String::new() };
        let fields: Vec<_> = report.draft().unwrap_err().into_iter().map(|error| error.field).collect();
        assert_eq!(fields, ["batchIds", "email", "mchId"]);
    }
}
