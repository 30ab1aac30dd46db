//! P7: a list of 100,000 rows scrolled at a steady speed: processor time of a frame, and frames that came late.
//!
//! Each grid in the same web engine, in a window of its own. Ours is the list of transactions, held by core, in the whole of
//! Tapline; the peers have their rows in the page. The processor time is that of all processes, which nothing escapes; what the
//! page alone does in a frame is not told, since without compositing most of it happens elsewhere.

use serde_json::{Value, json};

use super::figure;
use crate::abba::Sample;
use crate::procfs;
use crate::report::{Figure, Row, Target};
use crate::stage::{Stage, play};
use crate::stats;
use crate::stop::Stop;
use crate::window::{self, App};

/// Pixels a second.
const SPEED: u32 = 3000;
const SECONDS: u32 = 10;
/// A frame that took longer was seen to be late, in milliseconds.
const LATE: f64 = 33.0;
/// No frame takes longer than this, in milliseconds.
const LONGEST: f64 = 100.0;
/// Runs of each grid: one takes longer than all pairs of other metrics.
const RUNS: usize = 3;

const SCRIPT: &str = include_str!("../../js/scroll.js");

/// A grid of somebody else, in a page of its own.
struct Peer {
    name: &'static str,
    page: &'static str,
    /// The element that scrolls.
    scrolled: &'static str,
    /// Ours against its processor time.
    target: Target,
}

const PEERS: [Peer; 3] = [
    Peer {
        name: "AG Grid",
        page: "ag-grid.html",
        scrolled: ".ag-grid-viewport",
        target: Target::Ratio(0.35),
    },
    Peer { name: "TanStack", page: "tanstack.html", scrolled: "#box", target: Target::Ratio(0.8) },
    Peer { name: "plain table of 10k", page: "plain.html", scrolled: "#box", target: Target::None },
];

pub(crate) fn measure(stage: &Stage) -> Result<Vec<Row>, Stop> {
    let runs = stage.few(RUNS);
    let mut sides: Vec<Vec<Sample>> = vec![Vec::new(); PEERS.len() + 1];
    for run in 0..runs {
        let mut order: Vec<usize> = (0..sides.len()).collect();
        if run % 2 == 1 {
            order.reverse();
        }
        for side in order {
            let sample = match side.checked_sub(1) {
                None => ours(stage, &stage.service.address)?,
                Some(at) => peer(stage, &PEERS[at])?,
            };
            sides[side].push(sample);
        }
    }
    let of = |side: usize, at: usize| sides[side].iter().map(|sample| sample[at]).collect::<Vec<f64>>();
    let late = figure("P7", "frames above 33 ms", "%", "", Target::Most(1.0));
    // The worst of a run, and of the runs the worst too: a median would hide it.
    let longest = Figure {
        statistic: stats::largest,
        ..figure("P7", "longest frame", "ms", "", Target::Most(LONGEST))
    };
    let mut rows = vec![Row::alone(late, of(0, 0)), Row::alone(longest, of(0, 2))];
    for (at, peer) in PEERS.iter().enumerate() {
        let row = |what, unit, target, place| {
            Row::new(figure("P7", what, unit, peer.name, target), (of(0, place), of(at + 1, place)))
        };
        rows.push(row("processor time of a frame", "ms", peer.target, 1));
        rows.push(row("frames above 33 ms", "%", Target::None, 0));
    }
    Ok(rows)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Whose {
    Ours,
    Peer,
}

fn settings(whose: Whose, scrolled: &str) -> Value {
    json!({ "own": whose == Whose::Ours, "box": scrolled, "least": 200_000, "speed": SPEED, "seconds": SECONDS })
}

/// Of the list of transactions of the service at this address.
pub(super) fn ours(stage: &Stage, address: &str) -> Result<Sample, Stop> {
    let program = stage.ours();
    let app = play(&program, &settings(Whose::Ours, ".grid-box"), SCRIPT).at(address).begin()?;
    between(&app, |mark| Ok(app.until(mark)?.figures))
}

/// It has no door, so it tells the service.
fn peer(stage: &Stage, peer: &Peer) -> Result<Sample, Stop> {
    let program = stage.blank();
    let mut play = play(&program, &settings(Whose::Peer, peer.scrolled), SCRIPT);
    play.variables.push(("BLANK_PAGE", format!("{}/pages/{}", stage.service.address, peer.page)));
    let app = play.begin()?;
    between(&app, |mark| {
        loop {
            let text = stage.service.told.recv_timeout(window::PATIENCE);
            let text = text.map_err(|_| Stop::new(format!("{} told nothing", peer.name)))?;
            let figures: Value = serde_json::from_str(&text).map_err(Stop::at(peer.name))?;
            window::check(&figures)?;
            if figures["mark"] == mark {
                return Ok(figures);
            }
        }
    })
}

/// Late frames in percent, processor time of a frame and the longest one in milliseconds.
fn between(app: &App, until: impl Fn(&str) -> Result<Value, Stop>) -> Result<Sample, Stop> {
    until("begin")?;
    let before = procfs::cpu(&app.processes());
    let told = until("end")?;
    let cpu = procfs::cpu(&app.processes()) - before;
    let list = |name: &str| -> Vec<f64> {
        told[name].as_array().into_iter().flatten().filter_map(Value::as_f64).collect()
    };
    let gaps = list("gaps");
    if gaps.is_empty() {
        return Err(Stop::new("the page drew no frames"));
    }
    let late = gaps.iter().filter(|gap| **gap > LATE).count();
    let frames = count(gaps.len());
    Ok(vec![100.0 * count(late) / frames, 1000.0 * cpu / frames, stats::largest(&gaps)])
}

#[expect(clippy::cast_precision_loss, reason = "a run has fewer frames than a float counts exactly")]
fn count(number: usize) -> f64 {
    number as f64
}
