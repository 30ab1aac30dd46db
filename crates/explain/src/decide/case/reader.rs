//! Capabilities of reader and terminal, by parameters on which all configurations agree.

use tapline_emv::cvm::{self, Capability};
use tapline_emv::entry::Entry;
use tapline_emv::{Scheme, param};

use super::Case;
use crate::decision::OfflineBy;
use crate::facts::Candidate;

/// The value on which all configurations agree.
pub(in crate::decide) fn agreed<'a, T: PartialEq>(
    all: &'a [Candidate],
    question: impl Fn(&'a Candidate) -> Option<T>,
) -> Option<T> {
    let mut values = all.iter().map(question);
    let first = values.next()??;
    values.all(|other| other.as_ref() == Some(&first)).then_some(first)
}

impl Case<'_> {
    /// A bit on which all configurations agree.
    pub(in crate::decide) fn declared(&self, capability: Capability) -> Option<bool> {
        let scheme = self.sale.scheme?;
        agreed(self.candidates, |one| cvm::declared(scheme, capability, &one.params))
    }

    pub(in crate::decide) fn lacks(&self, capability: Capability) -> bool {
        self.declared(capability) == Some(false)
    }

    /// The text of a parameter on which all configurations agree.
    pub(in crate::decide) fn value(&self, key: &str) -> Option<String> {
        agreed(self.candidates, |one| one.params.get(key).and_then(param::Value::text)).map(str::to_owned)
    }

    pub(in crate::decide) fn names(&self) -> Vec<String> {
        self.candidates.iter().map(|one| one.name.clone()).collect()
    }

    /// True if a declared capability may not count: DF8118 and DF8119 likely need the new CVM rule, and a JCB reader may ignore the stored TTQ.
    pub(in crate::decide) fn only_likely(&self, capability: Capability) -> bool {
        let Some(scheme) = self.sale.scheme else { return true };
        self.candidates.iter().any(|one| cvm::only_likely(scheme, Some(capability), &one.params))
    }

    pub(in crate::decide) fn is_without_rule(&self) -> bool {
        let Some(scheme) = self.sale.scheme else { return true };
        self.candidates.iter().any(|one| cvm::is_without_rule(scheme, &one.params))
    }

    /// DF811E and DF812C decide: kernel 2 in mag-stripe mode.
    pub(in crate::decide) fn is_mag_stripe(&self) -> bool {
        let only = |one: &Candidate| cvm::mag_stripe_only(Scheme::Mastercard, &one.params);
        self.is_kernel_2() && (self.entry() == Entry::TapStripe || self.candidates.iter().any(only))
    }

    pub(in crate::decide) fn no_tap(&self) -> Option<cvm::NoTap> {
        let scheme = self.sale.scheme?;
        let mut all = self.candidates.iter().map(|one| cvm::no_tap(scheme, &one.params));
        let first = all.next()??;
        all.all(|other| other.is_some()).then_some(first)
    }

    /// 9F35: of the terminal, else of what all terminals of the configurations agree on.
    pub(in crate::decide) fn terminal_type(&self) -> Option<u8> {
        let known = |digits: &u8| matches!(digits, 11..=16 | 21..=26 | 34..=36);
        let by_params = || self.value(param::TERMINAL_TYPE)?.parse().ok();
        self.sale.terminal.terminal_type.or_else(by_params).filter(known)
    }

    /// x4 to x6.
    pub(in crate::decide) fn is_unattended(&self) -> bool {
        self.terminal_type().is_some_and(|digits| digits % 10 >= 4)
    }

    /// True if a card can be inserted: not into a phone, and not as advice at an unattended terminal.
    pub(in crate::decide) fn has_slot(&self) -> bool {
        self.sale.terminal.is_phone != Some(true) && !self.is_unattended()
    }

    /// Setting that keeps every reader that may have decided from going online.
    pub(in crate::decide) fn offline(&self) -> Option<OfflineBy> {
        let scheme = self.sale.scheme?;
        if self.declared(Capability::OfflineOnly) == Some(true) {
            return Some(OfflineBy::Reader(scheme));
        }
        self.terminal_type().filter(|digits| matches!(digits % 10, 3 | 6)).map(OfflineBy::Terminal)
    }
}
