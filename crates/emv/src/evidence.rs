//! Compares a past sale with two versions of a configuration: evidence of whether a change has arrived at a terminal.
//!
//! No rule of its own: [`Happens`] gives the result of each version by its limits and all parameters that decide, as for a
//! replay. A card or a phone can require a PIN by itself, so a match is likely and never proof. Amounts are minor units.

use crate::bits::Reading;
use crate::entry::Status;
use crate::limits::Outcome;
use crate::performed::Verified;
use crate::replay::{Effects, Happens};
use crate::tap::{Method, Methods, Presented, Side};
use crate::tvr;

/// Observed result of a tap; `None` if unknown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TapEvidence {
    pub asked: Option<RequestedCvm>,
    /// The floor limit sent it online. Never `Some(false)`: several schemes leave the bit out.
    pub online: Option<bool>,
    /// Approved, so it was not declined by a limit. Never `Some(false)`: the host declines too.
    pub approved: Option<bool>,
}

/// Verification that the terminal requested. A check on the phone proves nothing: a phone does it at any amount.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RequestedCvm {
    Nothing,
    Pin,
    Signature,
    /// One of the two, or a check that failed.
    Some,
}

/// The version that fits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fit {
    OnlyNew,
    /// Both do the same at this amount.
    Both,
    OnlyOld,
    /// The versions differ at this amount, and the sale shows neither; or the parameters do not show what they do.
    Untold,
}

impl TapEvidence {
    pub fn new(verified: Option<Verified>, tvr: &Reading, status: Status) -> TapEvidence {
        let is_set = |place: &str| tvr.has(place).filter(|set| *set);
        let asked = match verified {
            Some(Verified::Pin) => Some(RequestedCvm::Pin),
            Some(Verified::Signature) => Some(RequestedCvm::Signature),
            Some(Verified::PinOrSignature | Verified::Failed) => Some(RequestedCvm::Some),
            Some(Verified::Nothing) => Some(RequestedCvm::Nothing),
            Some(Verified::OnDevice) => None,
            None => is_set(tvr::ONLINE_PIN).map(|_| RequestedCvm::Pin),
        };
        let approved = matches!(status, Status::Approved | Status::Voided).then_some(true);
        TapEvidence { asked, online: is_set(tvr::FLOOR), approved }
    }

    fn fits(self, happens: Happens) -> bool {
        match happens.outcome {
            // Declined before any verification.
            Outcome::Declined => {
                self.approved != Some(true) && self.asked.is_none_or(|asked| asked == RequestedCvm::Nothing)
            }
            outcome => {
                self.asked.is_none_or(|asked| asked.fits(happens.asked))
                    && self.online.is_none_or(|online| online == outcome.goes_online())
            }
        }
    }
}

impl RequestedCvm {
    fn fits(self, methods: Option<Methods>) -> bool {
        let has = |method| methods.is_some_and(|methods| methods.has(method));
        match self {
            RequestedCvm::Nothing => methods.is_none() || has(Method::Nothing),
            RequestedCvm::Some => methods.is_some(),
            RequestedCvm::Pin => has(Method::Pin),
            RequestedCvm::Signature => has(Method::Signature),
        }
    }
}

/// Returns the version that a tap of the scheme fits. A phone that verified its owner is [`Presented::Phone`].
pub fn fit(old: Side<'_>, new: Side<'_>, amount: u64, presented: Presented, shown: TapEvidence) -> Fit {
    let is_same = old == new;
    let [old, new] = [old, new].map(|side| Happens::at(side, amount, presented));
    if is_same || Effects::between(old, new).is_empty() {
        return Fit::Both;
    }
    if old.is_contradicted || new.is_contradicted {
        return Fit::Untold;
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
    use crate::limits::Limits;
    use crate::param::{
        CVM_REQUIRED, KERNEL_CONFIGURATION, NEW_CVM_RULE, NO_CVM, Params, TERMINAL_TYPE, TTQ, Value,
    };
    use crate::scheme::Scheme;

    const OLD: Limits = Limits { floor: 0, cvm: 2500, transaction: 25_000 };
    const NEW: Limits = Limits { floor: 0, cvm: 5000, transaction: 50_000 };

    fn shown(asked: Option<RequestedCvm>, approved: Option<bool>) -> TapEvidence {
        TapEvidence { asked, online: None, approved }
    }

    /// A card, by the limits alone.
    fn by_limits(scheme: Scheme, old: Limits, new: Limits, amount: u64, shown: TapEvidence) -> Fit {
        let params = Params::new();
        let [old, new] = [old, new].map(|limits| Side { scheme, limits: limits.into(), params: &params });
        fit(old, new, amount, Presented::Card, shown)
    }

    fn params(rows: &[(&str, &str)]) -> Params {
        rows.iter().map(|(key, text)| ((*key).to_owned(), Value::Text((*text).to_owned()))).collect()
    }

    #[test]
    fn a_sale_between_the_limits_tells_them_apart() {
        let of = |amount, shown| by_limits(Scheme::Visa, OLD, NEW, amount, shown);
        let (yes, nothing) = (Some(true), Some(RequestedCvm::Nothing));
        for (amount, shown, fits) in [
            (1000, shown(nothing, yes), Fit::Both),
            (3000, shown(nothing, yes), Fit::OnlyNew),
            (3000, shown(Some(RequestedCvm::Pin), yes), Fit::OnlyOld),
            (3000, shown(Some(RequestedCvm::Signature), yes), Fit::OnlyOld),
            (3000, shown(Some(RequestedCvm::Some), yes), Fit::OnlyOld),
            (3000, shown(None, yes), Fit::Untold),
            (8000, shown(Some(RequestedCvm::Pin), yes), Fit::Both),
            (30_000, shown(Some(RequestedCvm::Pin), yes), Fit::OnlyNew),
            // Approved without a PIN: neither set does that.
            (30_000, shown(nothing, None), Fit::OnlyOld),
            (30_000, shown(nothing, yes), Fit::Untold),
            (30_000, shown(None, None), Fit::Untold),
        ] {
            assert_eq!(of(amount, shown), fits, "{amount} {shown:?}");
        }
    }

    #[test]
    fn a_parameter_that_decides_tells_versions_of_the_same_limits_apart() {
        let mastercard = |below: &str| {
            params(&[
                (CVM_REQUIRED, "40"),
                (NO_CVM, below),
                (KERNEL_CONFIGURATION, "20"),
                (NEW_CVM_RULE, "true"),
            ])
        };
        let ttq = |ttq: &str| params(&[(TTQ, ttq)]);
        let online_only = |ttq: &str| params(&[(TTQ, ttq), (TERMINAL_TYPE, "21")]);
        let (card, phone) = (Presented::Card, Presented::Phone);
        let (nothing, pin, signature) = (RequestedCvm::Nothing, RequestedCvm::Pin, RequestedCvm::Signature);
        for (scheme, old, new, amount, presented, asked, fits) in [
            // DF8119 asks below the CVM limit too.
            (Scheme::Mastercard, mastercard("08"), mastercard("40"), 3000, card, Some(pin), Fit::OnlyNew),
            (Scheme::Mastercard, mastercard("08"), mastercard("40"), 3000, card, Some(nothing), Fit::OnlyOld),
            (Scheme::Mastercard, mastercard("08"), mastercard("40"), 8000, card, Some(pin), Fit::Both),
            // TTQ: PIN, then signature.
            (Scheme::Visa, ttq("24004000"), ttq("22804080"), 8000, card, Some(signature), Fit::OnlyNew),
            (Scheme::Visa, ttq("24004000"), ttq("22804080"), 8000, card, Some(pin), Fit::OnlyOld),
            (
                Scheme::Visa,
                ttq("24004000"),
                ttq("22804080"),
                8000,
                card,
                Some(RequestedCvm::Some),
                Fit::Untold,
            ),
            (Scheme::Visa, ttq("24004000"), ttq("22804080"), 3000, card, Some(nothing), Fit::Both),
            // PIN or signature, then signature alone.
            (Scheme::Visa, ttq("26804080"), ttq("22804080"), 8000, card, Some(pin), Fit::OnlyOld),
            (Scheme::Visa, ttq("26804080"), ttq("22804080"), 8000, card, Some(signature), Fit::Untold),
            // The reader no longer takes the phone's check.
            (Scheme::Visa, ttq("26804080"), ttq("26800080"), 8000, phone, None, Fit::Untold),
            (Scheme::Visa, ttq("26804080"), ttq("26804080"), 8000, phone, None, Fit::Both),
            // A terminal that is online only, and a reader that cannot go online: undecidable.
            (
                Scheme::Visa,
                online_only("26804080"),
                online_only("2E804080"),
                8000,
                card,
                Some(pin),
                Fit::Untold,
            ),
            (
                Scheme::Visa,
                online_only("2E804080"),
                online_only("2E804080"),
                8000,
                card,
                Some(pin),
                Fit::Both,
            ),
        ] {
            let [before, after] = [&old, &new].map(|params| Side { scheme, limits: NEW.into(), params });
            let found = fit(before, after, amount, presented, shown(asked, Some(true)));
            assert_eq!(found, fits, "{scheme:?} {old:?} {new:?} {amount} {presented:?} {asked:?}");
        }
    }

    #[test]
    fn where_a_parameter_decides_a_moved_limit_makes_no_difference() {
        let always = params(&[
            (CVM_REQUIRED, "40"),
            (NO_CVM, "40"),
            (KERNEL_CONFIGURATION, "20"),
            (NEW_CVM_RULE, "true"),
        ]);
        let side =
            |limits| Side { scheme: Scheme::Mastercard, limits: Limits::into(limits), params: &always };
        let pin = shown(Some(RequestedCvm::Pin), Some(true));
        assert_eq!(by_limits(Scheme::Mastercard, OLD, NEW, 3000, pin), Fit::OnlyOld);
        assert_eq!(fit(side(OLD), side(NEW), 3000, Presented::Card, pin), Fit::Both);
    }

    #[test]
    fn a_floor_limit_is_told_by_its_bit() {
        let floor = |floor| Limits { floor, cvm: 5000, transaction: 50_000 };
        let tvr = tvr::read("0000008000", None);
        let online = TapEvidence::new(Some(Verified::Nothing), &tvr, Status::Approved);
        assert_eq!(online.online, Some(true));
        assert_eq!(by_limits(Scheme::Visa, floor(0), floor(4000), 3000, online), Fit::OnlyOld);
        let silent =
            TapEvidence::new(Some(Verified::Nothing), &tvr::read("0000000000", None), Status::Approved);
        assert_eq!(silent.online, None);
        assert_eq!(by_limits(Scheme::Visa, floor(0), floor(4000), 3000, silent), Fit::Untold);
    }

    #[test]
    fn a_phone_and_a_decline_of_the_host_tell_nothing() {
        let phone = TapEvidence::new(Some(Verified::OnDevice), &Reading::Absent, Status::Declined);
        assert_eq!(phone, TapEvidence::default());
        let pin = TapEvidence::new(None, &tvr::read("0000040000", None), Status::Unknown);
        assert_eq!(pin.asked, Some(RequestedCvm::Pin));
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
        fn swapped_versions_swap_the_answer(
            old in limits(),
            new in limits(),
            ttqs in (prop::sample::select(vec!["26804080", "24004000", "22804080", "20800080"]), any::<bool>()),
            amount in 0..10_000_u64,
            scheme in prop::sample::select(Scheme::ALL.to_vec()),
            asked in prop::option::of(prop::sample::select(vec![
                RequestedCvm::Nothing, RequestedCvm::Pin, RequestedCvm::Signature, RequestedCvm::Some,
            ])),
            online in prop::option::of(Just(true)),
            approved in prop::option::of(Just(true)),
        ) {
            let shown = TapEvidence { asked, online, approved };
            let (with, without) = (params(&[(TTQ, ttqs.0)]), Params::new());
            let old = Side { scheme, limits: old.into(), params: &with };
            let new = Side { scheme, limits: new.into(), params: if ttqs.1 { &with } else { &without } };
            let of = |old, new| fit(old, new, amount, Presented::Card, shown);
            let swapped = match of(new, old) {
                Fit::OnlyNew => Fit::OnlyOld,
                Fit::OnlyOld => Fit::OnlyNew,
                other => other,
            };
            prop_assert_eq!(of(old, new), swapped);
            prop_assert_eq!(of(old, old), Fit::Both);
        }
    }
}
