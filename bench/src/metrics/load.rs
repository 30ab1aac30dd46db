//! P5: a whole list over a socket, packed, until it can be sorted, and its first rows. The peer shows nothing to anybody.
//!
//! Ours is core without its window, up to the sorted rows that the door hands out.

use super::figure;
use crate::abba;
use crate::report::{Figure, Row, Target};
use crate::side;
use crate::stage::Stage;
use crate::stop::Stop;

const PEER: &str = "reqwest + serde_json";
/// In the order of the sides' figures.
const FIGURES: [Figure; 4] = [
    figure("P5", "list complete and sorted, 100k", "ms", PEER, Target::Ratio(0.75)),
    figure("P5", "first rows", "ms", PEER, Target::Ratio(0.15)),
    figure("P5", "processor time of it", "s", PEER, Target::None),
    figure("P5", "memory grown at its peak", "MB", PEER, Target::None),
];

pub(crate) fn measure(stage: &Stage) -> Result<Vec<Row>, Stop> {
    let address = &stage.service.address;
    let pairs = abba::run(stage.pairs, || side::LOAD.measure(address), || side::OWNED_LOAD.measure(address))?;
    Ok((0..).zip(FIGURES).map(|(at, figure)| Row::new(figure, pairs.figure(at))).collect())
}
