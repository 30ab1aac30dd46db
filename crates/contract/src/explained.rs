//! The explanation of a transaction, from records: its facts, the configurations that may have decided, and the decision. The same for
//! window and command line.
//!
//! Not the rules, which are [`tapline_explain`]'s, and no sentence about the sale. A transaction names its merchant, neither the
//! merchant's id nor a configuration, and by the document no moment: which configuration decided is likely at best.

pub mod again;
mod beside;
mod candidates;
mod earlier;
mod facts;
mod hand_over;
mod limits_in;
mod since;

use tapline_emv::Currency;
use tapline_explain::decision::CauseFact;
use tapline_explain::facts::{Candidate, Sale};
use tapline_explain::say::{About, Language, SupportAnswer, Text, merchant, support};
use tapline_explain::{Decision, decide};

use self::again::Again;
pub use self::beside::{Beside, Pair, Side};
pub use self::candidates::{Basis, Candidates, LinkedRecords, Way, candidates, candidates_of_card};
pub(crate) use self::facts::text;
pub use self::facts::{entry, host_code, kind, money, scheme, tsi_of, tvr_of};
pub use self::hand_over::Handed;
pub use self::limits_in::{LimitsIn, limits_in};
pub use self::since::LocalTime;
use crate::connection::Connection;
use crate::history::Change;
use crate::shown::Shown;
use crate::transaction::Transaction;

/// A transaction with its decision.
#[derive(Clone, Debug, PartialEq)]
pub struct Explained {
    pub sale: Sale,
    pub decision: Decision,
    /// Language of the merchant's country, where that is known.
    pub language: Option<Language>,
}

/// Records around a transaction.
#[derive(Clone, Copy, Debug)]
pub struct Around<'a> {
    pub connection: &'a Connection,
    /// Currency of the configurations' limits, which carry none; see [`limits_in()`].
    pub limits_in: &'a Currency,
    pub found: &'a Candidates,
    /// Changes of the configurations found, newest first.
    pub history: &'a [Change],
    pub local: LocalTime,
    /// The other try of the same sale, where there is one.
    pub again: Option<&'a Again>,
}

/// Explains a transaction.
pub fn explain(record: &Transaction, around: Around<'_>) -> Explained {
    let Around { connection, limits_in, found, history, local, again } = around;
    let mut sale = facts::facts(record, connection, limits_in, found);
    // The bank asked for the PIN in its answer to the first try.
    if let Some(first) = again.filter(|pair| pair.approved == record.tran_id) {
        sale.host_codes.insert(0, first.code.clone());
    }
    sale.changes = since::changes(found, history, record, local);
    let candidates: Vec<Candidate> = found.configurations.iter().map(|(_, one)| one.clone()).collect();
    let decision = decide(&sale, &candidates);
    let decision = earlier::with_earlier_values(decision, &sale, record, around);
    let language = found.country.as_deref().and_then(Language::of_country);
    Explained { sale, decision, language }
}

impl Explained {
    /// The answer for support.
    pub fn support(&self) -> SupportAnswer {
        support(&self.decision)
    }

    /// One or two sentences to read out to the merchant.
    pub fn merchant(&self, language: Language) -> Text {
        merchant(language, &self.decision, &About::from_sale(&self.sale))
    }

    /// The explanation without the service's own reason, which may be a person's text.
    #[must_use]
    pub fn without_reason(&self) -> Explained {
        let mut explained = self.clone();
        explained.decision.causes.retain(|cause| !matches!(cause.fact, CauseFact::ServiceReason { .. }));
        explained
    }

    /// Headline and next step: the answer on the phone.
    pub fn short(&self) -> Shown {
        let answer = self.support();
        let mut lines = Shown::default();
        lines.add(answer.headline);
        lines.add(answer.next);
        lines
    }

    /// Full explanation as plain text, the answer first. `again`: the other try of the same sale.
    pub fn text(&self, found: &Candidates, limits_in: &LimitsIn, again: Option<&str>) -> String {
        let answer = self.support();
        let mut lines = self.short();
        if let Some(again) = again {
            lines.add(again);
        }
        answer.doubts.iter().chain(&answer.change).for_each(|line| lines.add(line));
        lines.add("");
        lines.add(format_args!(
            "Say to the merchant: {}",
            self.merchant(self.language.unwrap_or(Language::English))
        ));
        if !answer.causes.is_empty() {
            lines.add("");
            lines.add("Why");
        }
        for (number, cause) in (1..).zip(&answer.causes) {
            lines.add(format_args!("  {number}. {} [{}]", cause.text, cause.source));
        }
        lines.add("");
        lines.add("Details");
        for line in tapline_explain::say::engineer(&self.decision) {
            lines.add(format_args!("  {line}"));
        }
        if let Some(scheme) = self.sale.scheme {
            lines.add("");
            lines.add(found.basis_words(scheme));
            lines.add(&limits_in.words);
            for config in found.all() {
                lines.add(format_args!("  {} (id {})", config.full_name(), config.id));
            }
        }
        lines.to_string()
    }
}

/// The last four digits of a masked card number.
pub fn last_four(masked: &str) -> Option<&str> {
    let end = masked.trim().get(masked.trim().len().checked_sub(4)?..)?;
    end.bytes().all(|byte| byte.is_ascii_digit()).then_some(end)
}

#[cfg(test)]
mod tests;
