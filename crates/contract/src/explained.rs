//! Why a PIN was asked at a transaction, or why it was declined: from records to the answer of the EMV crate. The same for window
//! and command line.
//!
//! A transaction names its merchant, neither the merchant's id nor a configuration, and no moment: which configuration decided, and
//! whether it was changed since, is likely at best.

mod beside;
mod candidates;
mod hand_over;
mod limits_in;
mod since;

use tapline_emv::bits::Reading;
use tapline_emv::why::{self, Entry, Sale, Status, Why};
use tapline_emv::{Currency, Scheme, performed, tsi, tvr};

pub use self::beside::{Beside, Pair, Side};
pub use self::candidates::{Basis, Candidates, Known, candidates};
pub use self::hand_over::Handed;
pub use self::limits_in::{LimitsIn, limits_in};
pub use self::since::{changed, last_four, plainly};
use crate::amounts::Amounts;
use crate::connection::Connection;
use crate::transaction::Transaction;

/// An answer, or why there is none.
#[derive(Clone, Debug, PartialEq)]
pub enum Explained {
    /// `scheme` is that of the card.
    Answer { why: Why, scheme: Scheme },
    /// A sentence: it is a refund, or what decided cannot be told.
    Sentence(&'static str),
}

/// What the card is, by AID, else by method.
pub fn scheme(record: &Transaction) -> Option<Scheme> {
    Scheme::of_card(text(record.payment_method.as_ref()), text(record.aid.as_ref()))
}

/// How the card was read.
pub fn entry(record: &Transaction) -> Entry {
    Entry::read(text(record.entry_mode.as_ref()))
}

/// The TVR in bits.
pub fn tvr_of(record: &Transaction) -> Reading {
    tvr::read(text(record.tvr.as_ref()), scheme(record))
}

/// The TSI in bits.
pub fn tsi_of(record: &Transaction) -> Reading {
    tsi::read(text(record.tsi.as_ref()))
}

/// The host's answer to the sale itself: later steps (void, refund, capture) have answers of their own.
pub fn host_code(record: &Transaction) -> Option<&str> {
    let of_sale = |kind: &str| ["", "SALE", "AUTH", "PRE_AUTH"].contains(&kind.to_ascii_uppercase().as_str());
    record
        .actions
        .iter()
        .flatten()
        .filter(|action| of_sale(text(action.action_type.as_ref()).trim()))
        .find_map(|action| action.host_resp_code.as_deref().filter(|code| !code.trim().is_empty()))
}

/// The amount of a transaction: its currency and minor units. `None` where it cannot be read as money.
pub fn money(connection: &Connection, record: &Transaction) -> Option<(Currency, u64)> {
    let amount = record.amount.as_ref()?;
    let code = amount.currency.as_deref();
    if code.is_some_and(|code| Currency::new(code).is_none()) {
        return None;
    }
    let amounts = Amounts::of(connection, code);
    let minor = amounts.currency.parse(&amounts.plain(amount.value.as_ref()?)?).ok()?;
    Some((amounts.currency, minor))
}

/// The answer. `limits_in`: the currency of the configurations' limits, which carry none; see [`limits_in()`].
pub fn explain(
    record: &Transaction,
    connection: &Connection,
    limits_in: &Currency,
    found: &Candidates,
) -> Explained {
    if text(record.tran_type.as_ref()).to_ascii_uppercase().contains("REFUND") {
        return Explained::Sentence(why::refund(entry(record)));
    }
    let Some(scheme) = scheme(record) else {
        return Explained::Sentence(
            "The card's scheme cannot be told from method and AID, so the limit that decided is not known.",
        );
    };
    let Some((currency, amount)) = money(connection, record) else {
        return Explained::Sentence(
            "The amount cannot be read as money, so it cannot be compared with a limit.",
        );
    };
    let verified = performed::read(text(record.cvm_performed.as_ref()), Some(scheme), entry(record))
        .and_then(|performed| performed.verified);
    let (tvr, tsi) = (tvr_of(record), tsi_of(record));
    let sale = Sale {
        amount,
        currency: &currency,
        limits_in,
        scheme,
        entry: entry(record),
        status: Status::read(text(record.tran_status.as_ref())),
        host_code: host_code(record),
        verified,
        tvr: &tvr,
        tsi: &tsi,
    };
    let some: Vec<_> = found.configurations.iter().map(|(_, candidate)| candidate.clone()).collect();
    Explained::Answer { why: why::why(sale, &some), scheme }
}

impl Explained {
    /// What is read out on the phone.
    pub fn sentence(&self) -> &str {
        match self {
            Explained::Answer { why, .. } => &why.sentence,
            Explained::Sentence(sentence) => sentence,
        }
    }

    /// All of it as plain text, with the configurations that may have decided and what changed them on this computer.
    pub fn text(&self, found: &Candidates, limits_in: &LimitsIn, changed: &[String]) -> String {
        let Explained::Answer { why, scheme } = self else { return self.sentence().to_owned() };
        let mut lines = vec![why.text()];
        if !found.configurations.is_empty() {
            lines.extend([String::new(), format!("{} {}", found.basis.words(*scheme), limits_in.words)]);
            let configurations = found.configurations.iter();
            lines.extend(
                configurations.map(|(config, _)| format!("  {} (id {})", config.full_name(), config.id)),
            );
        }
        lines.extend(changed.iter().cloned());
        lines.join("\n")
    }
}

fn text(text: Option<&String>) -> &str {
    text.map(String::as_str).unwrap_or_default()
}
