//! P4: from the bytes of a body to a store that can be asked, each side a process of its own.

use super::figure;
use crate::abba;
use crate::report::{Figure, Row, Target};
use crate::side;
use crate::stage::Stage;
use crate::stop::Stop;

const PEER: &str = "serde_json";
const FIGURES: [Figure; 3] = [
    figure("P4", "body to store, 100k", "ms", PEER, Target::Ratio(0.55)),
    figure("P4", "processor time of it", "s", PEER, Target::None),
    figure("P4", "memory grown at its peak", "MB", PEER, Target::Ratio(0.20)),
];

pub(crate) fn measure(stage: &Stage) -> Result<Vec<Row>, Stop> {
    let body = stage.data.whole.display().to_string();
    let pairs = abba::run(stage.pairs, || side::STORE.measure(&body), || side::OWNED.measure(&body))?;
    Ok((0..).zip(FIGURES).map(|(at, figure)| Row::new(figure, pairs.figure(at))).collect())
}
