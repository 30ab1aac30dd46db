//! P5: a whole list over a socket, packed, until it can be sorted, and its first rows. The peer shows nothing to anybody.
//!
//! Ours twice: the window, from the click in the rail until the rows are painted; and core without its window, up to the sorted
//! rows that the door hands out.

use serde_json::{Value, json};

use super::figure;
use crate::abba::{self, Sample};
use crate::report::{Figure, Row, Target};
use crate::side;
use crate::stage::{Stage, play};
use crate::stop::Stop;

const PEER: &str = "reqwest + serde_json";
const WINDOW: [Figure; 2] = [
    figure("P5", "window: whole list painted, 100k", "ms", PEER, Target::Ratio(0.70)),
    figure("P5", "window: first rows painted", "ms", PEER, Target::Ratio(0.20)),
];
/// Core alone, in the order of the sides' figures.
const FIGURES: [Figure; 4] = [
    figure("P5", "core: list complete and sorted, 100k", "ms", PEER, Target::Ratio(0.45)),
    figure("P5", "core: first rows", "ms", PEER, Target::Ratio(0.02)),
    figure("P5", "core: processor time of it", "s", PEER, Target::None),
    figure("P5", "core: memory grown at its peak", "MB", PEER, Target::None),
];

/// A window is started anew for each.
const OPENINGS: usize = 5;

const SCRIPT: &str = include_str!("../../js/list.js");

pub(crate) fn measure(stage: &Stage) -> Result<Vec<Row>, Stop> {
    let address = &stage.service.address;
    let windows = abba::run(
        stage.few(OPENINGS),
        || {
            let told = window(stage, address, &json!([]))?;
            told_of(&told, &["whole", "first"])
        },
        || side::OWNED_LOAD.measure(address),
    )?;
    let pairs = abba::run(stage.pairs, || side::LOAD.measure(address), || side::OWNED_LOAD.measure(address))?;
    let window = (0..).zip(WINDOW).map(|(at, figure)| Row::new(figure, windows.figure(at)));
    let core = (0..).zip(FIGURES).map(|(at, figure)| Row::new(figure, pairs.figure(at)));
    Ok(window.chain(core).collect())
}

/// Opens the list in a window of its own and asks it these questions; what the page tells.
pub(super) fn window(stage: &Stage, address: &str, questions: &Value) -> Result<Value, Stop> {
    let program = stage.ours();
    let app = play(&program, &json!({ "questions": questions }), SCRIPT).at(address).begin()?;
    Ok(app.until("list")?.figures)
}

/// These figures of what a page told.
pub(super) fn told_of(told: &Value, names: &[&str]) -> Result<Sample, Stop> {
    let figure =
        |name: &&str| told[name].as_f64().ok_or_else(|| Stop::new(format!("the page tells no {name}")));
    names.iter().map(figure).collect()
}
