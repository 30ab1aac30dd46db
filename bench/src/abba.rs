//! Two sides, measured in turns: ours, peer, peer, ours. What drifts on the machine meets both alike.

use crate::stop::Stop;

/// One measurement: a value for every figure of the metric, in its order.
pub(crate) type Sample = Vec<f64>;

/// Measurements of both sides; `ours[n]` and `peer[n]` were taken beside each other.
#[derive(Debug, Default)]
pub(crate) struct Pairs {
    pub(crate) ours: Vec<Sample>,
    pub(crate) peer: Vec<Sample>,
}

impl Pairs {
    /// The values of one figure, ours and the peer's.
    pub(crate) fn figure(&self, at: usize) -> (Vec<f64>, Vec<f64>) {
        let of = |side: &[Sample]| side.iter().filter_map(|sample| sample.get(at).copied()).collect();
        (of(&self.ours), of(&self.peer))
    }
}

/// One measurement of each before is thrown away: the first of anything is slower.
pub(crate) fn run(
    pairs: usize,
    mut ours: impl FnMut() -> Result<Sample, Stop>,
    mut peer: impl FnMut() -> Result<Sample, Stop>,
) -> Result<Pairs, Stop> {
    ours()?;
    peer()?;
    let mut found = Pairs::default();
    for pair in 0..pairs {
        if pair % 2 == 0 {
            found.ours.push(ours()?);
            found.peer.push(peer()?);
        } else {
            found.peer.push(peer()?);
            found.ours.push(ours()?);
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    #[test]
    fn sides_take_turns() {
        let order = RefCell::new(String::new());
        let side = |name: char| {
            order.borrow_mut().push(name);
            Ok(vec![1.0])
        };
        let found = super::run(4, || side('a'), || side('b')).unwrap();
        assert_eq!(*order.borrow(), "ababbaabba");
        assert_eq!(found.figure(0), (vec![1.0; 4], vec![1.0; 4]));
    }
}
