//! Which of two sets of limits a past sale fits: evidence of whether a change has arrived at a terminal.
//!
//! No rule of its own: [`outcome`] tells what each set would have done. Limits are not all that decides: a card or the reader's other
//! parameters can ask for a PIN too, so what fits is likely and never proof. Amounts are minor units.

use crate::bits::Reading;
use crate::limits::{Limits, Outcome, outcome};
use crate::performed::Verified;
use crate::scheme::Scheme;
use crate::tvr;
use crate::why::Status;

/// What a tap shows of its outcome; `None` is not known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Shown {
    /// A PIN or a signature was asked for. A check on the phone tells nothing: a phone does it at any amount.
    pub asked: Option<bool>,
    /// The floor limit sent it online. Never `Some(false)`: several schemes leave the bit out.
    pub online: Option<bool>,
    /// Approved, so the transaction limit did not decline it. Never `Some(false)`: the host declines too.
    pub approved: Option<bool>,
}

/// Which of the two sets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fit {
    OnlyNew,
    /// Both do the same at this amount.
    Both,
    OnlyOld,
    /// They differ at this amount, and the sale shows neither.
    Untold,
}

impl Shown {
    pub fn of(verified: Option<Verified>, tvr: &Reading, status: Status) -> Shown {
        let is_set = |place: &str| tvr.has(place).filter(|set| *set);
        let asked = match verified {
            Some(Verified::Pin | Verified::Signature | Verified::PinOrSignature | Verified::Failed) => {
                Some(true)
            }
            Some(Verified::Nothing) => Some(false),
            Some(Verified::OnDevice) => None,
            None => is_set(tvr::ONLINE_PIN),
        };
        let approved = matches!(status, Status::Approved | Status::Voided).then_some(true);
        Shown { asked, online: is_set(tvr::FLOOR), approved }
    }

    fn fits(self, outcome: Outcome) -> bool {
        match outcome {
            // Declined before anything was asked.
            Outcome::Declined => self.approved != Some(true) && self.asked != Some(true),
            _ => {
                self.asked.is_none_or(|asked| asked == outcome.asks_cvm())
                    && self.online.is_none_or(|online| online == outcome.goes_online())
            }
        }
    }
}

/// Which set a tap of the scheme fits.
pub fn fit(scheme: Scheme, old: Limits, new: Limits, amount: u64, shown: Shown) -> Fit {
    let [old, new] = [old, new].map(|limits| outcome(scheme, limits, amount));
    if old == new {
        return Fit::Both;
    }
    match (shown.fits(old), shown.fits(new)) {
        (true, false) => Fit::OnlyOld,
        (false, true) => Fit::OnlyNew,
        _ => Fit::Untold,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const OLD: Limits = Limits { floor: 0, cvm: 2500, transaction: 25_000 };
    const NEW: Limits = Limits { floor: 0, cvm: 5000, transaction: 50_000 };

    fn shown(asked: Option<bool>, approved: Option<bool>) -> Shown {
        Shown { asked, online: None, approved }
    }

    #[test]
    fn a_sale_between_the_limits_tells_them_apart() {
        let of = |amount, shown| fit(Scheme::Visa, OLD, NEW, amount, shown);
        let yes = Some(true);
        for (amount, shown, fits) in [
            (1000, shown(Some(false), yes), Fit::Both),
            (3000, shown(Some(false), yes), Fit::OnlyNew),
            (3000, shown(yes, yes), Fit::OnlyOld),
            (3000, shown(None, yes), Fit::Untold),
            (8000, shown(yes, yes), Fit::Both),
            (30_000, shown(yes, yes), Fit::OnlyNew),
            // Approved without a PIN: neither set does that.
            (30_000, shown(Some(false), None), Fit::OnlyOld),
            (30_000, shown(Some(false), yes), Fit::Untold),
            (30_000, shown(None, None), Fit::Untold),
        ] {
            assert_eq!(of(amount, shown), fits, "{amount} {shown:?}");
        }
    }

    #[test]
    fn a_floor_limit_is_told_by_its_bit() {
        let floor = |floor| Limits { floor, cvm: 5000, transaction: 50_000 };
        let tvr = tvr::read("0000008000", None);
        let online = Shown::of(Some(Verified::Nothing), &tvr, Status::Approved);
        assert_eq!(online.online, Some(true));
        assert_eq!(fit(Scheme::Visa, floor(0), floor(4000), 3000, online), Fit::OnlyOld);
        let silent = Shown::of(Some(Verified::Nothing), &tvr::read("0000000000", None), Status::Approved);
        assert_eq!(silent.online, None);
        assert_eq!(fit(Scheme::Visa, floor(0), floor(4000), 3000, silent), Fit::Untold);
    }

    #[test]
    fn a_phone_and_a_decline_of_the_host_tell_nothing() {
        let phone = Shown::of(Some(Verified::OnDevice), &Reading::Absent, Status::Declined);
        assert_eq!(phone, Shown::default());
        let pin = Shown::of(None, &tvr::read("0000040000", None), Status::Unknown);
        assert_eq!(pin.asked, Some(true));
    }

    fn limits() -> impl Strategy<Value = Limits> {
        (0..9000_u64, 0..9000_u64, 0..9000_u64).prop_map(|(floor, cvm, transaction)| Limits {
            floor,
            cvm,
            transaction,
        })
    }

    proptest! {
        #[test]
        fn swapped_limits_swap_the_answer(
            old in limits(),
            new in limits(),
            amount in 0..10_000_u64,
            scheme in prop::sample::select(Scheme::ALL.to_vec()),
            asked in prop::option::of(any::<bool>()),
            online in prop::option::of(Just(true)),
            approved in prop::option::of(Just(true)),
        ) {
            let shown = Shown { asked, online, approved };
            let swapped = match fit(scheme, new, old, amount, shown) {
                Fit::OnlyNew => Fit::OnlyOld,
                Fit::OnlyOld => Fit::OnlyNew,
                other => other,
            };
            prop_assert_eq!(fit(scheme, old, new, amount, shown), swapped);
            prop_assert_eq!(fit(scheme, old, old, amount, shown), Fit::Both);
        }
    }
}
