//! What is not known at an amount because a value that decides is there and cannot be read ([`cvm::unread`]).
//!
//! Titles are hedged then, and a sentence names the value and what it leaves open. Invariant: `None` where every value that
//! decides at the amount is absent or can be read.

use super::Presented;
use crate::cvm::{self, Capability, Deciding};
use crate::param::{KERNEL_CONFIGURATION, Params, Value};
use crate::scheme::Scheme;

/// Values that cannot be read and decide at one amount.
#[derive(Debug)]
pub(super) struct Unread {
    values: Vec<Deciding>,
    /// Clauses: "whether a tap works".
    open: Vec<&'static str>,
}

impl Unread {
    /// `asks`: whether the CVM limit asks there.
    pub(super) fn of(scheme: Scheme, params: &Params, presented: Presented, asks: bool) -> Option<Unread> {
        let is_phone = presented == Presented::Phone;
        let counts = cvm::declared(scheme, Capability::PhoneCheck, params);
        // The phone's own check is enough.
        let passes = is_phone && counts == Some(true);
        let (mut values, mut open) = (Vec::new(), Vec::new());
        for one in cvm::unread(scheme, params) {
            let of_one: &[&str] = match (one, asks) {
                (Deciding::Ttq | Deciding::Amex, true) => {
                    &["whether a tap works", "whether a sale can go online", "what the reader offers"]
                }
                (Deciding::Ttq | Deciding::Amex, false) => {
                    &["whether a tap works", "whether a sale can go online"]
                }
                (Deciding::Kernel, true) if is_phone => {
                    &["whether a tap works", "whether the check on the phone counts"]
                }
                (Deciding::Kernel, _) => &["whether a tap works"],
                (Deciding::Above, true) if !passes => &["what the reader offers above the CVM limit"],
                (Deciding::Below, false) if !passes => {
                    &["whether a sale up to the CVM limit passes without a check"]
                }
                (Deciding::Above | Deciding::Below, _) => continue,
                (Deciding::Type, _) => &["whether the terminal is online only or offline only"],
            };
            values.push(one);
            open.extend(of_one.iter().filter(|clause| !open.contains(*clause)).copied().collect::<Vec<_>>());
        }
        (!values.is_empty()).then_some(Unread { values, open })
    }

    /// "The TTQ (9F66) cannot be read, so whether a tap works and what the reader offers are not known."
    pub(super) fn sentence(&self, scheme: Scheme) -> String {
        let are = if self.open.len() == 1 { "is" } else { "are" };
        let doubt = match self.values.as_slice() {
            [Deciding::Ttq, ..] if scheme == Scheme::Jcb => {
                "; a JCB reader likely takes what it offers from other data (9F53)"
            }
            _ => "",
        };
        format!("{}, so {} {are} not known{doubt}.", super::capitalized(&self.clause()), and(&self.open))
    }

    /// "DF8119 cannot be read".
    pub(super) fn clause(&self) -> String {
        let names: Vec<_> = self.values.iter().map(|one| one.name()).collect();
        format!("{} cannot be read", and(&names))
    }

    /// "Likely online": where it is open whether a tap works, or where a sale can be approved.
    pub(super) fn place(unread: Option<&Unread>, online: bool) -> &'static str {
        let is_open = unread.is_some_and(|unread| unread.values.iter().any(|one| one.is_of_place()));
        match (is_open, online) {
            (false, true) => "Online",
            (false, false) => "Offline possible",
            (true, true) => "Likely online",
            (true, false) => "Possibly offline",
        }
    }

    /// Whether it is open what the reader offers where the CVM limit asks.
    pub(super) fn has_methods(&self) -> bool {
        self.values.iter().any(|one| one.has_methods())
    }

    /// What a title says of a check up to the CVM limit, where DF8119 is among the values.
    pub(super) fn below(&self, params: &Params) -> Option<&'static str> {
        self.values.contains(&Deciding::Below).then(|| {
            // It likely counts only with the new CVM rule.
            let is_likely_off = cvm::only_likely(Scheme::Mastercard, Some(Capability::NoCvmBelow), params);
            if is_likely_off { "likely no PIN" } else { "PIN or signature possible" }
        })
    }
}

/// What 9F1D tells the card where both modes are off by it, against what the kernel runs.
pub(crate) fn told_no_tap(params: &Params) -> String {
    let kernel = params.get(KERNEL_CONFIGURATION);
    let told = format!("The card is told that mag-stripe mode and EMV mode are off ({})", cvm::TOLD_NO_MODE);
    if let Some([byte]) = kernel.and_then(Value::bytes).as_deref() {
        let modes = match byte & 0xC0 {
            0x00 => "both",
            0x40 => "mag-stripe mode",
            _ => "EMV mode",
        };
        return format!(
            "{told}, while the kernel runs {modes} (DF811B {byte:02X}): taps may work all the same."
        );
    }
    let what = if Deciding::Kernel.is_unread(params) { "cannot be read" } else { "is not given" };
    format!(
        "{told}. Which modes the kernel runs is DF811B's to say, which {what}, so whether taps work is not known."
    )
}

/// "a, b and c".
fn and(clauses: &[&str]) -> String {
    match clauses {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
