//! Where an amount stands on the axis, and which amount stands at a place.
//!
//! Linear from 0 to `top`, then a break, then a narrow field for everything above ("no limit" values). Places are
//! fractions of the width, 0 to 1. Floats are for drawing only: an amount that is read from a place is a whole number of
//! minor units, snapped.

#![expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "geometry: amounts below 10^12 are exact in f64, places are clamped to 0..=1"
)]

use tapline_emv::money::MAX_AMOUNT;

/// Where the linear part ends.
pub(crate) const LINEAR: f64 = 0.86;
/// Where the field behind the break begins.
pub(crate) const BEYOND: f64 = 0.885;
/// What dragging to the far end writes.
pub(crate) const NO_LIMIT: u64 = 99_999_999;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Scale {
    /// Largest amount of the linear part, minor units.
    pub(crate) top: u64,
}

impl Scale {
    /// Up to the next round figure above the largest real limit. `unit` is one major unit in minor units.
    pub(crate) fn over(limits: impl Iterator<Item = u64>, unit: u64) -> Scale {
        let real = limits.filter(|limit| !tapline_emv::limits::is_no_limit(*limit)).max().unwrap_or(0);
        // Nothing to go by: room for usual limits.
        let least = if real == 0 { 200 * unit } else { unit };
        Scale { top: round_above(real.max(least)) }
    }

    /// The place of an amount.
    pub(crate) fn at(self, minor: u64) -> f64 {
        if minor <= self.top {
            return LINEAR * minor as f64 / self.top as f64;
        }
        let beyond = (minor as f64 / self.top as f64).ln() / (MAX_AMOUNT as f64 / self.top as f64).ln();
        BEYOND + (1.0 - BEYOND) * beyond.clamp(0.04, 1.0)
    }

    /// The amount at a place, exact to the minor unit; behind the break it is "no limit".
    pub(crate) fn amount(self, place: f64) -> u64 {
        if place > f64::midpoint(LINEAR, BEYOND) {
            return NO_LIMIT;
        }
        ((place.clamp(0.0, LINEAR) / LINEAR) * self.top as f64).round() as u64
    }

    /// The amount at a place, rounded to what a hand can aim at on a track of `width` pixels.
    pub(crate) fn snapped(self, place: f64, width: f64, unit: u64) -> u64 {
        let exact = self.amount(place);
        if exact > self.top {
            return exact;
        }
        let per_pixel = self.top as f64 / (LINEAR * width.max(1.0));
        let step = round_steps(unit).find(|step| *step as f64 >= per_pixel * 3.0).unwrap_or(unit);
        ((exact + step / 2) / step * step).min(self.top)
    }

    /// Round amounts to write under the axis: four to eight of them.
    pub(crate) fn ticks(self) -> Vec<u64> {
        let step = round_steps(1).find(|step| self.top / step <= 6).unwrap_or(self.top).max(1);
        (0..=self.top / step).map(|n| n * step).collect()
    }

    pub(crate) fn closer(self, unit: u64) -> Scale {
        Scale { top: round_above(self.top / 2).min(self.top).max(unit) }
    }

    pub(crate) fn wider(self) -> Scale {
        Scale { top: round_above(self.top).min(MAX_AMOUNT) }
    }
}

/// A place as a CSS length.
pub(crate) fn percent(place: f64) -> String {
    format!("{:.3}%", place * 100.0)
}

/// 1, 2, 5, 10, 20, 50 … times `unit`.
fn round_steps(unit: u64) -> impl Iterator<Item = u64> {
    (0..13u32).flat_map(move |power| [1, 2, 5].map(|m| m * 10u64.pow(power) * unit.max(1)))
}

/// The first of 1, 1.5, 2, 2.5, 3, 4, 5, 6, 8 times a power of ten that is larger.
fn round_above(amount: u64) -> u64 {
    (0..12u32)
        .flat_map(|power| [10, 15, 20, 25, 30, 40, 50, 60, 80].map(|m| m * 10u64.pow(power)))
        .find(|round| *round > amount)
        .unwrap_or(MAX_AMOUNT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_axis_ends_at_the_next_round_figure() {
        for (limits, top) in [
            (vec![0, 5000, 20000], 25000),
            (vec![25000], 30000),
            (vec![99_999_999, 5000], 6000),
            (vec![], 25000),
            (vec![0, 40], 150),
        ] {
            assert_eq!(Scale::over(limits.into_iter(), 100).top, top);
        }
    }

    #[test]
    fn places_grow_with_amounts_and_lead_back() {
        let scale = Scale { top: 30000 };
        let amounts = [0, 1, 4999, 5000, 30000, 30001, 50000, 99_999_999, MAX_AMOUNT];
        for pair in amounts.windows(2) {
            assert!(scale.at(pair[0]) <= scale.at(pair[1]), "{pair:?}");
        }
        for amount in [0, 1, 4999, 5000, 30000] {
            assert_eq!(scale.amount(scale.at(amount)), amount);
        }
        assert_eq!(scale.amount(1.0), NO_LIMIT);
        assert_eq!(scale.amount(-3.0), 0);
    }

    #[test]
    fn dragging_snaps_to_round_values() {
        let scale = Scale { top: 30000 };
        assert_eq!(scale.snapped(scale.at(5012), 600.0, 100) % 100, 0);
        assert_eq!(scale.snapped(scale.at(4990), 600.0, 100), 5000);
        assert_eq!(scale.snapped(1.0, 600.0, 100), NO_LIMIT);
    }

    #[test]
    fn ticks_are_few_and_round() {
        for top in [150, 6000, 25000, 30000, 80000, 1_000_000] {
            let ticks = Scale { top }.ticks();
            assert!((3..=8).contains(&ticks.len()), "{top}: {ticks:?}");
        }
    }

    #[test]
    fn zooming_in_and_out_stays_in_bounds() {
        let mut scale = Scale { top: 30000 };
        for _ in 0..40 {
            scale = scale.closer(100);
        }
        assert!(scale.top >= 100);
        for _ in 0..300 {
            scale = scale.wider();
        }
        assert!(scale.top <= MAX_AMOUNT);
    }
}
