//! A limit dragged along the axis with past sales behind it: frames while it moves, against frames of the same window at rest.

use serde_json::json;

use crate::report::{Aim, MetricRow};
use crate::stage::{Stage, Subject};
use crate::stop::Stop;
use crate::turns;

/// Most rounds: a round takes half a minute.
const MOST: usize = 5;
const SECONDS: u32 = 5;
const SCRIPT: &str = include_str!("../js/drag.js");

pub(crate) fn measure(stage: &Stage) -> Result<Vec<MetricRow>, Stop> {
    // The sandbox's month begins before the last 30 days, so as many as the stage has are within them.
    let service = stage.service_with(stage.records.saturating_mul(7) / 5)?;
    let frames = || {
        let page = stage.open(Subject::Tapline, Some(&service), SCRIPT, &json!({ "seconds": SECONDS }))?;
        let (_, figures) = page.until("drag")?;
        let figure =
            |name: &str| figures[name].as_f64().ok_or_else(|| Stop::new(format!("the page tells no {name}")));
        Ok(vec![figure("dragged")?, figure("idle")?, figure("longest")?])
    };
    let turns = turns::run(stage.rounds(MOST), &[&frames])?;
    let row = |name, at, aim| MetricRow {
        name,
        unit: "ms",
        peer_name: "a frame at rest",
        aim,
        ours: turns.figure(0, at),
        peer: turns.figure(0, 1),
    };
    Ok(vec![
        // 60 frames in a second.
        row("frame while a limit is dragged", 0, Aim::Most(17.0)),
        row("longest frame while a limit is dragged", 2, Aim::None),
    ])
}
