//! The position of an amount on the axis, and the amount at a position.
//!
//! Linear from 0 to `top`, then a break, then a narrow field for everything above: "no limit" values, and single limits so
//! large that they would crowd the others together. Places are fractions of the width, 0 to 1. Floats are for drawing
//! only: an amount derived from a place is a whole number of minor units, snapped.

#![expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "geometry: amounts below 10^12 are exact in f64, places are clamped to 0..=1"
)]

use tapline_emv::money::MAX_AMOUNT;

/// End of the linear part.
pub(crate) const LINEAR: f64 = 0.86;
/// Start of the field behind the break.
pub(crate) const BEYOND: f64 = 0.885;
/// Value for "no limit", set by dragging to the far end.
pub(crate) const NO_LIMIT: u64 = 99_999_999;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Scale {
    /// Largest amount of the linear part, minor units.
    pub(crate) top: u64,
}

impl Scale {
    /// A scale up to the next round figure above the largest ordinary limit. `unit` is one major unit in minor units.
    pub(crate) fn over(limits: impl Iterator<Item = u64>, unit: u64) -> Scale {
        let mut real: Vec<u64> = limits
            .filter(|limit| !tapline_emv::limits::is_no_limit(*limit))
            .filter(|limit| *limit > 0)
            .collect();
        real.sort_unstable();
        let largest = ordinary(&real, unit);
        // Without any limit, leave room for usual limits.
        let least = if largest == 0 { 200 * unit } else { unit };
        Scale { top: round_above(largest.max(least)) }
    }

    /// The place of an amount.
    pub(crate) fn at(self, minor: u64) -> f64 {
        if minor <= self.top {
            return LINEAR * minor as f64 / self.top as f64;
        }
        let beyond = (minor as f64 / self.top as f64).ln() / (MAX_AMOUNT as f64 / self.top as f64).ln();
        BEYOND + (1.0 - BEYOND) * beyond.clamp(0.04, 1.0)
    }

    /// The amount at a place, exact to the minor unit; "no limit" behind the break.
    pub(crate) fn amount(self, place: f64) -> u64 {
        if place > f64::midpoint(LINEAR, BEYOND) {
            return NO_LIMIT;
        }
        ((place.clamp(0.0, LINEAR) / LINEAR) * self.top as f64).round() as u64
    }

    /// The amount at a place, rounded to steps that can be hit on a track of `width` pixels.
    pub(crate) fn snapped(self, place: f64, width: f64, unit: u64) -> u64 {
        let exact = self.amount(place);
        if exact > self.top {
            return exact;
        }
        let per_pixel = self.top as f64 / (LINEAR * width.max(1.0));
        let step = round_steps(unit).find(|step| *step as f64 >= per_pixel * 3.0).unwrap_or(unit);
        ((exact + step / 2) / step * step).min(self.top)
    }

    /// Round amounts to write under an axis of `width` pixels, as many as fit, each with its text from `shown`. No text
    /// touches its neighbor or `end`, the text at the end of the axis.
    pub(crate) fn ticks(self, width: f64, end: &str, shown: impl Fn(u64) -> String) -> Vec<(u64, String)> {
        let steps =
            round_steps(1).skip_while(|step| self.top / step > 6).take_while(|step| *step <= self.top);
        let free = width - words(end) - GAP;
        let fits = |ticks: &[(u64, String)]| {
            let ends = ticks.iter().map(|(minor, text)| {
                let (middle, half) = (self.at(*minor) * width, letters(text) / 2.0);
                (middle - half, middle + half)
            });
            let ends: Vec<_> = ends.collect();
            ends.windows(2).all(|pair| pair[0].1 + GAP <= pair[1].0)
        };
        let of = |step: u64| {
            let all = (0..=self.top / step).map(|n| (n * step, shown(n * step)));
            all.filter(|(minor, text)| self.at(*minor) * width + letters(text) / 2.0 <= free)
                .collect::<Vec<_>>()
        };
        steps.map(of).find(|ticks| fits(ticks)).unwrap_or_else(|| vec![(0, shown(0))])
    }

    /// True if one of these limits is behind the break with a figure of its own.
    pub(crate) fn leaves_out(self, mut limits: impl Iterator<Item = u64>) -> bool {
        limits.any(|limit| limit > self.top && !tapline_emv::limits::is_no_limit(limit))
    }

    pub(crate) fn closer(self, unit: u64) -> Scale {
        Scale { top: round_above(self.top / 2).min(self.top).max(unit) }
    }

    pub(crate) fn wider(self) -> Scale {
        Scale { top: round_above(self.top).min(MAX_AMOUNT) }
    }
}

/// Pixels between two figures under an axis.
const GAP: f64 = 6.0;

/// Largest possible width of a text of this kind, in pixels: the widest letter of the faces in use, at the size of a
/// caption.
pub(crate) fn letters(text: &str) -> f64 {
    f64::from(u32::try_from(text.chars().count()).unwrap_or(20)) * 7.2
}

/// Like [`letters`], for lower-case words, which are narrower than figures.
fn words(text: &str) -> f64 {
    letters(text) * 0.76
}

/// The largest of these sorted, non-zero limits that is at most a hundred times the usual one. Limits below one unit of
/// the currency are zero in all but name, so they don't count as usual.
fn ordinary(real: &[u64], unit: u64) -> u64 {
    let telling: Vec<u64> = real.iter().copied().filter(|limit| *limit >= unit.max(100)).collect();
    let telling = if telling.is_empty() { real } else { &telling };
    let Some(usual) = telling.get((telling.len().saturating_sub(1)) / 2) else { return 0 };
    let bound = usual.saturating_mul(100);
    telling.iter().copied().filter(|limit| *limit <= bound).max().unwrap_or(0)
}

/// A place as a CSS length.
pub(crate) fn percent(place: f64) -> String {
    format!("{:.3}%", place * 100.0)
}

/// Steps 1, 2, 5, 10, 20, 50 … times `unit`.
fn round_steps(unit: u64) -> impl Iterator<Item = u64> {
    (0..13u32).flat_map(move |power| [1, 2, 5].map(|m| m * 10u64.pow(power) * unit.max(1)))
}

/// The smallest of 1, 1.5, 2, 2.5, 3, 4, 5, 6, 8 times a power of ten that is larger.
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
            // Nines of any length mean no limit and don't count.
            (vec![0, 5000, 20000, 9_999_999_999], 25000),
            (vec![0, 5000, 20000, 999_999_999_999], 25000),
            (vec![999_999_999, 99_999_999_999, u64::MAX], 25000),
            // A huge limit among small ones is drawn behind the break.
            (vec![0, 5000, 20000, 5000, 20000, 12_345_678_901], 25000),
            (vec![5000, 1_000_000], 6000),
            // Several larger limits are no exception.
            (vec![5000, 20000, 400_000], 500_000),
            // "Always a PIN" is written as 0 or 1, and doesn't make other limits huge.
            (vec![0, 1, 1, 1, 20000, 20000], 25000),
            (vec![1, 1, 1], 150),
            // Equal limits.
            (vec![5000, 5000, 5000], 6000),
            (vec![200_000_000_000, 200_000_000_000], 250_000_000_000),
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
        assert!(scale.leaves_out([5000, 30001].into_iter()));
        assert!(!scale.leaves_out([30000, 9_999_999_999].into_iter()), "no limit is told as such");
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
    fn ticks_are_few_and_round_and_touch_nothing() {
        for top in [150, 6000, 25000, 30000, 80000, 1_000_000, 250_000_000_000] {
            for width in [160.0, 240.0, 400.0, 546.0, 900.0] {
                let scale = Scale { top };
                let ticks = scale.ticks(width, "no limit", |minor| minor.to_string());
                assert!((1..=8).contains(&ticks.len()), "{top}: {ticks:?}");
                let mut free = f64::MIN;
                for (minor, text) in &ticks {
                    let (middle, half) = (scale.at(*minor) * width, letters(text) / 2.0);
                    assert!(middle - half >= free, "{top} {width}: {ticks:?}");
                    free = middle + half;
                }
                assert!(ticks.len() == 1 || free <= width - words("no limit"), "{top} {width}: {ticks:?}");
            }
            let wide = Scale { top }.ticks(900.0, "no limit", |minor| minor.to_string());
            assert!(wide.len() >= 3, "{top}: {wide:?}");
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
