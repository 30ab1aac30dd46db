//! P1 and P2: from the start of the process to something to work with, and the memory of all its processes.
//!
//! The peer is an empty window of the same parts. Time zero is right before the process is started: procfs knows its start
//! to ten milliseconds only. A list in memory is on the screen.

use std::thread;
use std::time::Duration;

use serde_json::json;

use super::figure;
use crate::abba::{self, Sample};
use crate::procfs;
use crate::report::{Figure, Row, Target};
use crate::stage::{Stage, play};
use crate::stop::Stop;
use crate::window::App;

const PEER: &str = "blank";
const START: [Figure; 4] = [
    figure("P1", "start to the first page", "ms", PEER, Target::Ratio(1.15)),
    figure("P1", "start to the sandbox list", "ms", PEER, Target::Ratio(1.6)),
    figure("P1", "processor time to the first page", "s", PEER, Target::None),
    figure("P1", "processor time to the sandbox list", "s", PEER, Target::None),
];
/// What a person waits for a list, whatever the peer does.
const AT_MOST: Figure = figure("P1", "start to the sandbox list, at most", "ms", "", Target::Most(1500.0));
/// Only on a computer without a graphics device it is another peer.
const BY_ITSELF: Figure =
    figure("P1", "start to the sandbox list", "ms", "blank, drawn as the engine chooses", Target::Ratio(0.7));
/// Is a person's own choice to Tapline's decision, and to WebKit none.
const DECIDES_NOTHING: (&str, &str) = ("WEBKIT_DISABLE_DMABUF_RENDERER", "0");
const IDLE: Figure = figure("P2", "memory with the sandbox list", "MB", PEER, Target::Ratio(1.12));
const LISTED: Figure = figure("P2", "memory with 100k rows on the screen", "MB", PEER, Target::Over(60.0));

/// Memory hardly varies, and each look at it takes its rest.
const LOOKS: usize = 3;
const REST: Duration = Duration::from_secs(5);

const SCRIPT: &str = include_str!("../../js/start.js");
const OPEN: &str = include_str!("../../js/open.js");

pub(crate) fn measure(stage: &Stage) -> Result<Vec<Row>, Stop> {
    let pairs = abba::run(
        stage.pairs,
        || ours(stage).map(|(_, sample)| sample),
        || blank(stage, &[]).map(|(_, sample)| sample),
    )?;
    let mut rows: Vec<Row> =
        (0..).zip(START).map(|(at, figure)| Row::new(figure, pairs.figure(at))).collect();
    rows.push(Row::alone(AT_MOST, pairs.figure(1).0));
    let by_itself = |_| blank(stage, &[DECIDES_NOTHING]).map(|(_, sample)| sample[1]);
    let by_itself = (0..stage.few(LOOKS)).map(by_itself).collect::<Result<_, _>>()?;
    rows.push(Row::new(BY_ITSELF, (pairs.figure(1).0, by_itself)));
    let looks = stage.few(LOOKS);
    let memory = abba::run(
        looks,
        || ours(stage).map(|(app, _)| vec![rested(&app)]),
        || blank(stage, &[]).map(|(app, _)| vec![rested(&app)]),
    )?;
    let with_list = |_| listed(stage, &stage.service.address);
    let listed: Vec<f64> = (0..looks).map(with_list).collect::<Result<_, _>>()?;
    let (idle, peer) = memory.figure(0);
    rows.push(Row::new(IDLE, (idle, peer.clone())));
    rows.push(Row::new(LISTED, (listed, peer)));
    Ok(rows)
}

fn ours(stage: &Stage) -> Result<(App, Sample), Stop> {
    let program = stage.ours();
    let settings = json!({ "first": "main h1", "button": "Open the sandbox", "list": ".lanes li" });
    let app = play(&program, &settings, SCRIPT).begin()?;
    let first = app.until("first")?;
    let first_cpu = procfs::cpu(&app.processes());
    let list = app.until("list")?;
    let cpu = procfs::cpu(&app.processes());
    Ok((app, vec![first.millis, list.millis, first_cpu, cpu]))
}

/// There is one page, so both marks are the same.
fn blank(stage: &Stage, variables: &[(&'static str, &str)]) -> Result<(App, Sample), Stop> {
    let program = stage.blank();
    let mut play = play(&program, &json!({ "first": "main h1" }), SCRIPT);
    play.variables.extend(variables.iter().map(|(name, value)| (*name, (*value).to_owned())));
    let app = play.begin()?;
    let first = app.until("first")?;
    let cpu = procfs::cpu(&app.processes());
    Ok((app, vec![first.millis, first.millis, cpu, cpu]))
}

/// Memory of a window with all transactions of the service at this address on the screen.
pub(super) fn listed(stage: &Stage, address: &str) -> Result<f64, Stop> {
    let program = stage.ours();
    let app = play(&program, &json!({}), OPEN).at(address).begin()?;
    app.until("open")?;
    Ok(rested(&app))
}

fn rested(app: &App) -> f64 {
    thread::sleep(REST);
    procfs::pss(&app.processes())
}
