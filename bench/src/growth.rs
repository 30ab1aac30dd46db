//! Growth: time per row in a list ten times as long, against the list of usual length.

use serde_json::json;

use crate::report::{Aim, MetricRow};
use crate::served::Served;
use crate::stage::{Stage, Subject};
use crate::stop::Stop;
use crate::turns::{self, Sample};

/// Most rounds: a window with a million rows takes most of half a minute.
const MOST: usize = 3;
const SCRIPT: &str = include_str!("../js/list.js");

pub(crate) fn measure(stage: &Stage) -> Result<Vec<MetricRow>, Stop> {
    let long = stage.records.saturating_mul(10).min(1_000_000);
    let long_list = stage.service_with(long)?;
    let row_time = |service: &Served, rows: u32| -> Result<Sample, Stop> {
        let settings = json!({ "all": false, "rows": rows });
        let page = stage.open(Subject::Tapline, Some(service), SCRIPT, &settings)?;
        let whole = page.until("list")?.1["whole"].as_f64();
        let whole = whole.ok_or_else(|| Stop::new("the page tells no time"))?;
        Ok(vec![1000.0 * whole / f64::from(rows)])
    };
    let turns = turns::run(
        stage.rounds(MOST),
        &[&|| row_time(&long_list, long), &|| row_time(&stage.service, stage.records)],
    )?;
    Ok(vec![MetricRow {
        name: "a row of 10 times as many, painted",
        unit: "µs",
        peer_name: "the usual list",
        aim: Aim::Ratio(1.3),
        ours: turns.figure(0, 0),
        peer: turns.figure(1, 0),
    }])
}
