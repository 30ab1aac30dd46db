//! Medians, and ratios with their uncertainty.

/// Resamplings behind an interval.
const RESAMPLINGS: usize = 2000;

/// A ratio with the ends of its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ratio {
    pub(crate) value: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

pub(crate) fn median(values: &[f64]) -> f64 {
    quantile(values, 0.5)
}

/// Spread of the middle half against the median.
pub(crate) fn spread(values: &[f64]) -> f64 {
    (quantile(values, 0.75) - quantile(values, 0.25)) / median(values)
}

/// Linear between neighbors; 0 without values.
fn quantile(values: &[f64], part: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let Some(last) = sorted.len().checked_sub(1) else { return 0.0 };
    let at = part * count(last);
    let below = index(at.floor());
    let above = sorted[(below + 1).min(last)];
    sorted[below] + (above - sorted[below]) * (at - at.floor())
}

/// Ratio of our median to the peer's. Values of one round were taken together, so they are resampled together.
pub(crate) fn ratio(ours: &[f64], peer: &[f64]) -> Ratio {
    let pairs = ours.len().min(peer.len());
    let mut random = Xorshift(0x9e37_79b9_7f4a_7c15);
    let mut drawn: Vec<f64> = (0..RESAMPLINGS)
        .map(|_| {
            let places: Vec<usize> = (0..pairs).map(|_| random.below(pairs)).collect();
            let resampled = |side: &[f64]| median(&places.iter().map(|at| side[*at]).collect::<Vec<_>>());
            resampled(ours) / resampled(peer)
        })
        .collect();
    drawn.sort_unstable_by(f64::total_cmp);
    let value = median(ours) / median(peer);
    Ratio { value, low: quantile(&drawn, 0.025), high: quantile(&drawn, 0.975) }
}

/// Always seeded alike, so that two evaluations of one run agree.
struct Xorshift(u64);

impl Xorshift {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % end.max(1) as u64).unwrap_or_default()
    }
}

#[expect(clippy::cast_precision_loss, reason = "a run has fewer samples than a float counts exactly")]
fn count(number: usize) -> f64 {
    number as f64
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "between 0 and the number of samples"
)]
fn index(place: f64) -> usize {
    place as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_lie_between_neighbors() {
        let values = [4.0, 1.0, 3.0, 2.0];
        assert!((median(&values) - 2.5).abs() < 1e-12);
        assert!((spread(&values) - 0.6).abs() < 1e-12);
        assert!(median(&[]).abs() < 1e-12);
    }

    #[test]
    fn an_interval_holds_its_ratio() {
        let peer: Vec<f64> = (0..15).map(|n| 100.0 + f64::from(n % 5)).collect();
        let ours: Vec<f64> = peer.iter().map(|value| value / 2.0).collect();
        let found = ratio(&ours, &peer);
        assert!((found.value - 0.5).abs() < 1e-12);
        assert!(found.low <= found.value && found.value <= found.high);
        assert!(found.high - found.low < 0.05);
    }
}
