//! A long list of transactions in the window, against the dashboard's: opened, kept in memory, filtered by a key and by a word, sorted, scrolled.
//!
//! Both sides must find the same rows. Memory and processor time are those of all processes of a side. A further peer is the
//! limit: curl, which receives and unpacks the same bytes and discards them.

use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::report::{Aim, MetricRow};
use crate::served::Served;
use crate::stage::{Stage, Subject};
use crate::stop::Stop;
use crate::turns::{self, Sample};

/// Most rounds: a round takes a minute.
const MOST: usize = 5;
/// Pause between the end of loading and the measurement of memory.
const REST: Duration = Duration::from_secs(5);
const SECONDS: u32 = 8;
const SCRIPT: &str = include_str!("../js/list.js");

/// Figures in the order of [`work`].
const FIGURES: [(&str, &str, Aim); 9] = [
    ("first rows painted", "ms", Aim::Ratio(0.2)),
    ("all rows painted", "ms", Aim::Ratio(0.35)),
    ("longest stall while they load", "ms", Aim::Most(50.0)),
    ("memory with all rows", "MB", Aim::Ratio(0.6)),
    ("key to painted rows", "ms", Aim::Most(50.0)),
    ("filter by a word", "ms", Aim::Ratio(0.25)),
    ("sort by a column", "ms", Aim::Ratio(0.25)),
    ("processor time of a scrolled frame", "ms", Aim::Ratio(0.55)),
    ("longest frame while scrolled", "ms", Aim::Most(100.0)),
];

pub(crate) fn measure(stage: &Stage) -> Result<Vec<MetricRow>, Stop> {
    let counts = |subject| work(stage, subject).map(|(_, counts)| counts);
    let (ours, peer) = (counts(Subject::Tapline)?, counts(Subject::Dashboard)?);
    if ours != peer {
        return Err(Stop::new(format!(
            "the filters find {ours} rows in Tapline and {peer} in the dashboard"
        )));
    }
    let turns = turns::run(
        stage.rounds(MOST),
        &[
            &|| work(stage, Subject::Tapline).map(|(sample, _)| sample),
            &|| work(stage, Subject::Dashboard).map(|(sample, _)| sample),
            &|| received(&stage.service),
        ],
    )?;
    let row = |name, unit, peer_name, aim, at, (side, figure)| MetricRow {
        name,
        unit,
        peer_name,
        aim,
        ours: turns.figure(0, at),
        peer: turns.figure(side, figure),
    };
    let beside_dashboard = FIGURES.iter().enumerate();
    let mut rows: Vec<MetricRow> = beside_dashboard
        .map(|(at, (name, unit, aim))| row(name, unit, "dashboard", *aim, at, (1, at)))
        .collect();
    rows.push(row("all rows painted", "ms", "bytes received and unpacked", Aim::None, 1, (2, 0)));
    Ok(rows)
}

/// Values in the order of [`FIGURES`], and the rows that the filters found.
fn work(stage: &Stage, subject: Subject) -> Result<(Sample, Value), Stop> {
    let settings = json!({
        "all": true, "rows": stage.records, "seconds": SECONDS, "rest": (REST * 3 / 2).as_millis(),
    });
    let page = stage.open(subject, Some(&stage.service), SCRIPT, &settings)?;
    page.until("open")?;
    thread::sleep(REST);
    let memory = page.memory();
    page.until("begin")?;
    let before = page.cpu();
    let (_, figures) = page.until("list")?;
    let cpu = page.cpu() - before;
    let figure =
        |name: &str| figures[name].as_f64().ok_or_else(|| Stop::new(format!("the page tells no {name}")));
    let frame = 1000.0 * cpu / figure("frames")?;
    let sample = vec![
        figure("first")?,
        figure("whole")?,
        figure("stall")?,
        memory,
        figure("key")?,
        figure("filter")?,
        figure("sort")?,
        frame,
        figure("longest")?,
    ];
    Ok((sample, figures["counts"].clone()))
}

fn received(service: &Served) -> Result<Sample, Stop> {
    let mut curl = Command::new("curl");
    curl.args(["-sS", "--fail", "--compressed", "-o", "/dev/null"]).arg(service.whole_list());
    let begun = Instant::now();
    let status = curl.stdout(Stdio::null()).status().map_err(Stop::at("curl does not start"))?;
    let took = begun.elapsed().as_secs_f64() * 1000.0;
    if status.success() { Ok(vec![took]) } else { Err(Stop::new(format!("curl ended with {status}"))) }
}
