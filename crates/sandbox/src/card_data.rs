//! The card data of a transaction: card, application, cardholder verification, TVR and TSI. Derived, not stored.
//!
//! Everything follows from the seed and the transaction's number, and agrees with the schemes' usual limits of the seeded
//! configurations and with the operators of the limits ([`tapline_emv::limits`]). Bits: EMV 4.4 Book 3, C5 and C6.
//!
//! Choices: `entryMode` is `NFC`, since the terminals are phones; `cvmPerformed` is `NO_CVM`, `PIN`, `SIGNATURE` or `CDCVM`; Visa's
//! kernel leaves TVR and TSI at zero, the others mark what they did; a refund has no card present, so no EMV data.

use tapline_contract::transaction_state::State;
use tapline_emv::{Limits, Outcome, Scheme, limits};

use crate::codes::Kind;
use crate::rng::{Rng, mixed};
use crate::shown::ShownSale;
use crate::store::TransactionRow;

struct Application {
    aid: &'static str,
    name: &'static str,
    /// First six digits of the card.
    issuer: &'static str,
    /// Digits of the card's number.
    length: usize,
}

struct Brand {
    /// Cards among a hundred.
    share: u32,
    limits: Limits,
    /// The verification that a card without a phone needs.
    asked: &'static str,
    marks_tvr: bool,
    applications: &'static [Application],
}

const fn app(aid: &'static str, name: &'static str, issuer: &'static str, length: usize) -> Application {
    Application { aid, name, issuer, length }
}

const fn limits(floor: u64, cvm: u64, transaction: u64) -> Limits {
    Limits { floor, cvm, transaction }
}

/// In the order of [`Scheme::ALL`].
#[rustfmt::skip]
static BRANDS: [Brand; 6] = [
    Brand { share: 44, limits: limits(1000, 5000, 20_000), asked: "PIN", marks_tvr: false, applications: &[
        app("A0000000031010", "VISA DEBIT", "476173", 16), app("A0000000031010", "VISA CREDIT", "413330", 16), app("A0000000031010", "VISA PREPAID", "482191", 16)] },
    Brand { share: 41, limits: limits(0, 5000, 25_000), asked: "PIN", marks_tvr: true, applications: &[
        app("A0000000041010", "DEBIT MASTERCARD", "541333", 16), app("A0000000041010", "MASTERCARD", "555555", 16), app("A0000000041010", "MASTERCARD PREPAID", "222300", 16)] },
    Brand { share: 4, limits: limits(0, 5000, 20_000), asked: "PIN", marks_tvr: true, applications: &[
        app("A000000333010101", "UNIONPAY DEBIT", "621094", 19), app("A000000333010102", "UNIONPAY CREDIT", "622525", 16)] },
    Brand { share: 6, limits: limits(0, 5000, 15_000), asked: "PIN", marks_tvr: true, applications: &[
        app("A00000002501", "AMERICAN EXPRESS", "374245", 15)] },
    Brand { share: 3, limits: limits(0, 5000, 20_000), asked: "SIGNATURE", marks_tvr: true, applications: &[
        app("A0000001523010", "DISCOVER", "601100", 16), app("A0000001523010", "DINERS CLUB", "361489", 14)] },
    Brand { share: 2, limits: limits(0, 3000, 4500), asked: "SIGNATURE", marks_tvr: true, applications: &[
        app("A0000000651010", "JCB", "356600", 16)] },
];

/// Payments among a hundred.
const WALLETS: u32 = 38;

/// The acquirer's answers to declined payments, and how often each occurs; the last one needs a PIN.
const DECLINES: [(u32, &str, &str); 7] = [
    (40, "51", "Insufficient funds"),
    (22, "05", "Do not honour"),
    (10, "65", "Activity limit exceeded"),
    (9, "54", "Expired card"),
    (7, "62", "Restricted card"),
    (5, "91", "Issuer not available"),
    (25, "55", "Incorrect PIN"),
];

/// The texts of a tap.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct CardData {
    pub(crate) aid: &'static str,
    pub(crate) app_name: &'static str,
    pub(crate) account_masked: String,
    pub(crate) cvm: &'static str,
    pub(crate) tvr: &'static str,
    pub(crate) tsi: &'static str,
    pub(crate) atc: String,
    pub(crate) tc: String,
    pub(crate) approval_code: String,
    /// `hostRespCode` and `reason` of the transaction itself; empty while there is no answer.
    pub(crate) answer: (&'static str, &'static str),
}

/// The method of a card with which `amount` can be paid by a tap if these `methods` are accepted.
pub(crate) fn method_for(amount: i64, methods: &[&str], rng: &mut Rng) -> u8 {
    let taken = Scheme::ALL
        .into_iter()
        .zip(&BRANDS)
        .map(|(scheme, brand)| if methods.contains(&scheme.method_code()) { brand.share } else { 0 });
    let picked = rng.pick(taken);
    let outcome = limits::outcome(Scheme::ALL[picked], BRANDS[picked].limits, amount.unsigned_abs());
    // Mastercard is accepted everywhere, and its limit is the highest.
    u8::try_from(if outcome == Outcome::Declined { 2 } else { picked + 1 }).unwrap_or(2)
}

/// The scheme of a row's `method`.
pub(crate) fn scheme(method: u8) -> Scheme {
    Scheme::ALL[usize::from(method).clamp(1, Scheme::ALL.len()) - 1]
}

pub(crate) fn for_row(seed: u64, row: &TransactionRow) -> CardData {
    if let Some(shown) = row.shown.and_then(ShownSale::at) {
        return of_shown(seed, row, shown);
    }
    // A refund is to the card that paid.
    let mut card = Rng::new(seed, row.linked.unwrap_or(row.key).unsigned_abs());
    let scheme = scheme(row.method);
    let brand = &BRANDS[scheme as usize];
    let at = card.pick([5, 4, 1].into_iter().take(brand.applications.len()));
    let application = &brand.applications[at];
    let hidden = "*".repeat(application.length - 10);
    let account_masked = format!("{}{hidden}{:04}", application.issuer, card.below(10_000));
    let wallet = card.below(100) < WALLETS;
    let counter = 1 + card.below(900);

    let present = row.kind != Kind::Refund;
    let required = limits::outcome(scheme, brand.limits, row.amount.unsigned_abs()).asks_cvm();
    let cvm = match (present, wallet, required) {
        (false, _, _) | (true, false, false) => "NO_CVM",
        (true, true, _) => "CDCVM",
        (true, false, true) => brand.asked,
    };
    let (tvr, tsi) = match (present, brand.marks_tvr, cvm) {
        (false, _, _) => ("", ""),
        (true, false, _) => ("0000000000", "0000"),
        // Floor limit exceeded; with a PIN: online CVM captured.
        (true, true, "PIN") => ("0000048000", "E800"),
        (true, true, "NO_CVM") => ("0000008000", "A800"),
        (true, true, _) => ("0000008000", "E800"),
    };
    let own = mixed(seed ^ 0xA11, row.key.unsigned_abs());
    let answer = match row.state {
        State::Init | State::Processing => ("", ""),
        State::Declined => decline(seed, row, cvm == "PIN"),
        State::Reversed => ("68", "No answer in time"),
        State::Approved | State::Voided | State::Refunded | State::Closed => ("00", ""),
    };
    let approved = answer.0 == "00";
    CardData {
        aid: application.aid,
        app_name: application.name,
        account_masked,
        cvm,
        tvr,
        tsi,
        atc: if present { format!("{counter:04X}") } else { String::new() },
        tc: if present && approved { format!("{own:016X}") } else { String::new() },
        approval_code: if approved { format!("{:06}", own % 1_000_000) } else { String::new() },
        answer,
    }
}

/// Data of a sale in a demonstration, or of its refund.
fn of_shown(seed: u64, row: &TransactionRow, shown: &ShownSale) -> CardData {
    let own = mixed(seed ^ 0xA11, row.key.unsigned_abs());
    let is_present = row.kind != Kind::Refund;
    let answer = if is_present { shown.answer() } else { ("00", "") };
    let is_host_approved = matches!(answer.0, "00" | "10");
    let has_certificate = is_present && shown.state == State::Approved;
    let [issuer, last_four] = shown.card;
    let [tvr, tsi] = if is_present { shown.bits } else { [""; 2] };
    CardData {
        aid: shown.aid,
        app_name: shown.app_name,
        account_masked: format!("{issuer}******{last_four}"),
        cvm: if is_present { shown.cvm } else { "NO_CVM" },
        tvr,
        tsi,
        atc: if is_present { format!("{:04X}", shown.atc) } else { String::new() },
        tc: if has_certificate { format!("{own:016X}") } else { String::new() },
        approval_code: if is_host_approved { format!("{:06}", own % 1_000_000) } else { String::new() },
        answer,
    }
}

fn decline(seed: u64, row: &TransactionRow, pin: bool) -> (&'static str, &'static str) {
    let possible = DECLINES.len() - usize::from(!pin);
    let mut rng = Rng::new(seed ^ 0xDEC, row.key.unsigned_abs());
    let picked = rng.pick(DECLINES.iter().take(possible).map(|(weight, _, _)| *weight));
    let (_, code, reason) = DECLINES[picked];
    (code, reason)
}

#[cfg(test)]
mod tests {
    use tapline_emv::aid::{self, RidOwner};

    use super::*;

    #[test]
    fn every_application_is_its_schemes() {
        for (scheme, brand) in Scheme::ALL.into_iter().zip(&BRANDS) {
            for application in brand.applications {
                let parsed = aid::parse_list(application.aid);
                let owners: Vec<_> = parsed.iter().flatten().map(aid::owner).collect();
                assert!(
                    matches!(owners[..], [RidOwner::Scheme(owner)] if owner == scheme),
                    "{}",
                    application.name
                );
                assert_eq!(application.issuer.len(), 6);
            }
        }
        assert_eq!(BRANDS.iter().map(|brand| brand.share).sum::<u32>(), 100);
    }

    #[test]
    fn a_card_is_asked_from_the_limit_on_and_a_phone_always_knows_its_owner() {
        let row = |key, method, amount| TransactionRow { key, method, amount, ..TransactionRow::example() };
        // method, amount, verification of a card
        for (method, amount, asked) in [
            (1, 4999, false),
            (1, 5000, true),
            (2, 5000, false),
            (2, 5001, true),
            (4, 5000, false),
            (6, 2999, false),
            (6, 3000, true),
        ] {
            let taps: Vec<_> = (1..200).map(|key| for_row(1, &row(key, method, amount))).collect();
            let cards: Vec<_> = taps.iter().filter(|card_data| card_data.cvm != "CDCVM").collect();
            assert!(cards.len() > 80 && cards.len() < taps.len());
            assert!(cards.iter().all(|card_data| (card_data.cvm != "NO_CVM") == asked), "{method} {amount}");
            assert!(
                taps.iter()
                    .all(|card_data| (card_data.tvr == "0000048000")
                        == (card_data.cvm == "PIN" && method != 1))
            );
        }
    }

    #[test]
    fn what_was_not_approved_has_no_approval() {
        for (state, code) in [(State::Init, ""), (State::Reversed, "68"), (State::Voided, "00")] {
            let card_data = for_row(1, &TransactionRow { state, ..TransactionRow::example() });
            assert_eq!((card_data.answer.0, card_data.approval_code.is_empty()), (code, code != "00"));
        }
        let declined = for_row(1, &TransactionRow { state: State::Declined, ..TransactionRow::example() });
        assert!(!declined.answer.1.is_empty() && declined.tc.is_empty());
    }
}
