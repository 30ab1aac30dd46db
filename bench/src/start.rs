//! Start: from the process to usable limits, against the dashboard and an empty window.

use serde_json::json;

use crate::report::{Aim, MetricRow};
use crate::stage::{Stage, Subject};
use crate::stop::Stop;
use crate::turns::{self, Sample};

const MOST: usize = 15;
const SCRIPT: &str = include_str!("../js/start.js");

pub(crate) fn measure(stage: &Stage) -> Result<Vec<MetricRow>, Stop> {
    let start = |subject, until: &str| -> Result<Sample, Stop> {
        let service = (until == "limits").then_some(&stage.service);
        let page = stage.open(subject, service, SCRIPT, &json!({ "until": until }))?;
        Ok(vec![page.until(until)?.0])
    };
    let turns = turns::run(
        stage.rounds(MOST),
        &[
            &|| start(Subject::Tapline, "limits"),
            &|| start(Subject::Dashboard, "limits"),
            &|| start(Subject::Tapline, "first"),
            &|| start(Subject::Empty, "first"),
        ],
    )?;
    let row = |name, (ours, peer), peer_name, aim| MetricRow {
        name,
        unit: "ms",
        peer_name,
        aim,
        ours: turns.figure(ours, 0),
        peer: turns.figure(peer, 0),
    };
    Ok(vec![
        row("start to usable limits", (0, 1), "dashboard", Aim::Ratio(0.8)),
        row("start to usable limits", (0, 3), "empty window", Aim::Ratio(2.0)),
        row("start to the first page", (2, 3), "empty window", Aim::Ratio(1.2)),
    ])
}
