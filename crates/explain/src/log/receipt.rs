//! Outcome, verification and amount in the words of a receipt.

use tapline_emv::entry::Status;
use tapline_emv::tag::{Tag, plain};

use super::scan::Scan;
use super::word::{WordKind, is_in};
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
        let receipt = |field, value| LogValue::new(field, value, Origin::Receipt, Certainty::Certain);
        let is_free = !self.is_read[at..end].contains(&true);
        let text = self.text.get(self.words[at].start..self.words[end - 1].end).unwrap_or_default();
        if is_free
            && end - at <= 6
            && let Some(verified) = value::verified_phrase(text)
        {
            self.log.add(receipt(Field::Tag(Tag::CVM_RESULTS), Value::Verified(verified)));
        }
        let is_plain =
            self.words[at..end].iter().all(|word| word.text.bytes().all(|byte| byte.is_ascii_alphabetic()));
        for word in at..end {
            let text = self.words[word].text;
            let is_loud = text.len() > 5 && text.bytes().all(|byte| byte.is_ascii_uppercase());
            let before = if word > at { self.plain(word - 1) } else { String::new() };
            // A letter with an accent ends a word: ACCEPTÉ.
            let accent = if self.gap(word + 1).starts_with(['É', 'é']) { "E" } else { "" };
            let spelled = format!("{text}{accent}");
            let has_name = word > at && self.gap(word).contains(':') && !self.is_read[word];
            if (is_loud || end - at <= 3 && is_free && is_plain)
                && !self.is_read[word]
                && !has_name
                && let Some(status) = value::status(&spelled)
            {
                let is_negated =
                    before == "NOT" || status == Status::Approved && is_in("NICHT NON NIET NO", &before);
                let status = if is_negated { Status::Declined } else { status };
                self.log.add(receipt(Field::Status, Value::Status(status)));
            }
            // Receipts shout; sentences don't.
            let is_loud_line = text.starts_with(|first: char| first.is_ascii_uppercase());
            if is_free && is_loud_line && !is_in("NO NOT OR THE", &before) {
                let phrase = [3, 2].into_iter().filter(|many| word + many <= end && end - at > *many);
                let mut verified = phrase.filter_map(|many| {
                    let phrase = self.text.get(self.words[word].start..self.words[word + many - 1].end)?;
                    let is_whole =
                        !self.gap(word + many).contains([':', '=']) && !phrase.contains([',', '/']);
                    value::verified_phrase(phrase).filter(|_| is_whole && plain(phrase).len() > 7)
                });
                if let Some(verified) = verified.next() {
                    self.log.add(receipt(Field::Tag(Tag::CVM_RESULTS), Value::Verified(verified)));
                }
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
        let named =
            self.log.pick(|value| if let Value::Currency(code) = value { Some(*code) } else { None }).next();
        self.log.currency = named.or(self.log.currency);
    }

    /// The currency whose letters or sign precede or follow an amount.
    fn currency_beside(&self, word: usize) -> Option<&'static str> {
        let letters = |at: Option<usize>| {
            let text = self.words.get(at?)?.text;
            tapline_emv::iso::currency(text)
                .filter(|_| text.len() == 3 && text.bytes().all(|byte| byte.is_ascii_uppercase()))
        };
        let near = |gap: &str| gap.len() < 8 && !gap.contains('\n');
        let before = letters(word.checked_sub(1)).filter(|_| near(self.gap(word)));
        let sign = |gap: &str| match gap {
            _ if gap.contains('€') => Some("EUR"),
            _ if gap.contains('£') => Some("GBP"),
            _ => None,
        };
        before
            .or_else(|| letters(Some(word + 1)).filter(|_| near(self.gap(word + 1))))
            .or_else(|| sign(self.gap(word)))
            .or_else(|| sign(self.gap(word + 1).split('\n').next().unwrap_or_default()))
    }
}
