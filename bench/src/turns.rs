//! Sides measured in turns: first to last, then last to first. Drift of the machine affects all of them
//! alike.

use crate::stop::Stop;

/// One measurement: a value for each figure of the metric, in its order.
pub(crate) type Sample = Vec<f64>;

/// Measures a side once.
pub(crate) type Side<'a> = &'a dyn Fn() -> Result<Sample, Stop>;

/// Samples of each side; those of one round were taken together.
#[derive(Debug)]
pub(crate) struct Turns(Vec<Vec<Sample>>);

/// Measures the sides in turns. A first measurement of each side is discarded: the first of anything is
/// slower.
pub(crate) fn run(rounds: usize, sides: &[Side<'_>]) -> Result<Turns, Stop> {
    let mut samples = vec![Vec::new(); sides.len()];
    for side in sides {
        side()?;
    }
    for round in 0..rounds {
        let mut order: Vec<usize> = (0..sides.len()).collect();
        if round % 2 == 1 {
            order.reverse();
        }
        for at in order {
            samples[at].push(sides[at]()?);
        }
    }
    Ok(Turns(samples))
}

impl Turns {
    /// Values of one figure of one side.
    pub(crate) fn figure(&self, side: usize, figure: usize) -> Vec<f64> {
        self.0[side].iter().filter_map(|sample| sample.get(figure).copied()).collect()
    }
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
        let turns = super::run(3, &[&|| side('a'), &|| side('b'), &|| side('c')]).unwrap();
        assert_eq!(*order.borrow(), "abcabccbaabc");
        assert_eq!(turns.figure(2, 0), vec![1.0; 3]);
    }
}
