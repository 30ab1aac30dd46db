//! P13: two hundred configurations on one axis, in the window: a step of the zoom, and another amount at the cursor, each until
//! its frame is painted.

use serde_json::json;

use super::{figure, load};
use crate::report::{Figure, Row, Target};
use crate::stage::{Stage, play};
use crate::stop::Stop;

const FIGURES: [Figure; 2] = [
    figure("P13", "window: step of the zoom over 200 lanes", "ms", "", Target::Most(33.0)),
    figure("P13", "window: another amount at the cursor of 200 lanes", "ms", "", Target::Most(33.0)),
];

/// A window is started anew for each.
const WINDOWS: usize = 5;

const SCRIPT: &str = include_str!("../../js/lanes.js");

pub(crate) fn measure(stage: &Stage) -> Result<Vec<Row>, Stop> {
    let mut told = [Vec::new(), Vec::new()];
    for _ in 0..stage.few(WINDOWS) {
        let program = stage.ours();
        let app = play(&program, &json!({}), SCRIPT).with_lanes(&stage.service).begin()?;
        let figures = load::told_of(&app.until("lanes")?.figures, &["zoom", "cursor"])?;
        told.iter_mut().zip(figures).for_each(|(of, figure)| of.push(figure));
    }
    Ok(FIGURES.into_iter().zip(told).map(|(figure, ours)| Row::alone(figure, ours)).collect())
}
