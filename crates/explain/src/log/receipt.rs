//! Outcome, verification and amount in the words of a receipt.

use tapline_emv::entry::Status;
use tapline_emv::tag::{Tag, plain};

use super::scan::Scan;
use super::word::WordKind;
use super::{Field, LogValue, Origin, Value, value};
use crate::decision::Certainty;

impl Scan<'_> {
    /// Outcome, verification and amount in the words of a receipt.
    pub(super) fn receipt(&mut self) {
        let mut at = 0;
        while at < self.words.len() {
            let end = (at + 1..self.words.len())
                .find(|next| self.gap(*next).contains('\n'))
                .unwrap_or(self.words.len());
            self.receipt_line(at, end);
            at = end;
        }
    }

    fn receipt_line(&mut self, at: usize, end: usize) {
        let receipt = |field, value| LogValue {
            field,
            value,
            origin: Origin::Receipt,
            certainty: Certainty::Certain,
            readings: Vec::new(),
        };
        let is_free = !self.is_read[at..end].iter().any(|is_read| *is_read);
        let text = self.text.get(self.words[at].start..self.words[end - 1].end).unwrap_or_default();
        if is_free
            && end - at <= 6
            && let Some(verified) = value::verified(text).filter(|_| value::is_phrase(text))
        {
            self.log.add(receipt(Field::Tag(Tag::CVM_RESULTS), Value::Verified(verified)));
        }
        let is_plain =
            self.words[at..end].iter().all(|word| word.text.bytes().all(|byte| byte.is_ascii_alphabetic()));
        for word in at..end {
            let text = self.words[word].text;
            let is_loud = text.len() > 5 && text.bytes().all(|byte| byte.is_ascii_uppercase());
            let not = word > at && self.plain(word - 1) == "NOT";
            let has_name = word > at && self.gap(word).contains(':') && !self.is_read[word];
            if (is_loud || end - at <= 3 && is_free && is_plain)
                && !self.is_read[word]
                && !has_name
                && let Some(status) = value::status(text)
            {
                let status = if not { Status::Declined } else { status };
                self.log.add(receipt(Field::Status, Value::Status(status)));
            }
            let is_phrase_word = is_free && is_loud_line(text);
            let phrase =
                [3, 2].into_iter().filter(|many| is_phrase_word && word + many <= end).find_map(|many| {
                    let phrase = self.text.get(self.words[word].start..self.words[word + many - 1].end)?;
                    let is_long = plain(phrase).len() > 7 && value::is_phrase(phrase);
                    value::verified(phrase).filter(|_| {
                        is_long
                            && !self.gap(word + many).contains([':', '='])
                            && !phrase.contains([',', '/'])
                            && end - at > many
                    })
                });
            let negated = word > at && matches!(self.plain(word - 1).as_str(), "NO" | "NOT" | "OR" | "THE");
            if let Some(verified) = phrase.filter(|_| is_free && !negated && is_loud_line(text)) {
                self.log.add(receipt(Field::Tag(Tag::CVM_RESULTS), Value::Verified(verified)));
            }
            if self.words[word].kind == WordKind::Amount
                && let Some(currency) = self.currency_beside(word)
            {
                self.log.currency = Some(currency);
                if !self.is_read[word]
                    && let Some(decimal) = value::decimal(text)
                {
                    self.log.add(receipt(Field::Amount, Value::Amount(decimal)));
                }
            }
        }
        let named = self.log.values.iter().find_map(|value| match value.value {
            Value::Currency(code) => Some(code),
            _ => None,
        });
        self.log.currency = named.or(self.log.currency);
    }

    /// The currency whose letters or sign stand beside an amount.
    fn currency_beside(&self, word: usize) -> Option<&'static str> {
        let letters = |at: Option<usize>| {
            let text = self.words.get(at?)?.text;
            tapline_emv::iso::currency(text)
                .filter(|_| text.len() == 3 && text.bytes().all(|byte| byte.is_ascii_uppercase()))
        };
        let near = |gap: &str| gap.len() < 8 && !gap.contains('\n');
        let before = letters(word.checked_sub(1)).filter(|_| near(self.gap(word)));
        let sign = |gap: &str| {
            [('€', "EUR"), ('£', "GBP")]
                .into_iter()
                .find(|(sign, _)| gap.contains(*sign))
                .map(|(_, code)| code)
        };
        before
            .or_else(|| letters(Some(word + 1)).filter(|_| near(self.gap(word + 1))))
            .or_else(|| sign(self.gap(word)))
            .or_else(|| sign(self.gap(word + 1).split('\n').next().unwrap_or_default()))
    }
}

/// Receipts shout; sentences don't.
fn is_loud_line(word: &str) -> bool {
    word.bytes().next().is_some_and(|byte| byte.is_ascii_uppercase())
}
