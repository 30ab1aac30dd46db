//! P12: how long the page stands still at its longest: the longest gap between two animation frames while a list of 100,000
//! transactions loads and becomes a file, and while a plan of 500 configurations is opened, and runs at a service that takes 20 ms for each
//! answer.
//!
//! No peer. The same gap while nothing happens stands beside it: what the display and the machine add is in all of them.

use serde_json::{Value, json};

use super::{figure, plan};
use crate::report::{Figure, Row, Target};
use crate::stage::{Stage, play};
use crate::stats;
use crate::stop::Stop;

/// Milliseconds of which a person notices nothing.
const UNNOTICED: Target = Target::Most(50.0);

/// What the page tells, and its figure.
const FIGURES: [(&str, Figure); 6] = [
    ("load", figure("P12", "window: longest stall while 100k load", "ms", "", UNNOTICED)),
    ("plan", figure("P12", "window: longest stall while a plan of 500 runs", "ms", "", UNNOTICED)),
    ("opened", figure("P12", "window: longest stall while that plan is opened", "ms", "", Target::None)),
    ("csv", figure("P12", "window: longest stall while 100k become CSV", "ms", "", UNNOTICED)),
    ("xlsx", figure("P12", "window: longest stall while 100k become XLSX", "ms", "", UNNOTICED)),
    ("nothing", figure("P12", "window: longest gap while nothing happens", "ms", "", Target::None)),
];

/// A window is started anew for each.
const WINDOWS: usize = 5;

const LIST: &str = concat!(include_str!("../../js/watch.js"), include_str!("../../js/watch-list.js"));
const PLAN: &str = concat!(include_str!("../../js/watch.js"), include_str!("../../js/watch-plan.js"));

pub(crate) fn measure(stage: &Stage) -> Result<Vec<Row>, Stop> {
    let mut longest = FIGURES.map(|_| Vec::new());
    for _ in 0..stage.few(WINDOWS) {
        let windows = [list(stage)?, plan(stage)?];
        for ((name, _), found) in FIGURES.iter().zip(&mut longest) {
            let told = windows.iter().find_map(|window| window.get(name));
            found.push(stall(name, told)?);
        }
    }
    Ok(FIGURES.into_iter().zip(longest).map(|((_, figure), ours)| Row::alone(figure, ours)).collect())
}

fn list(stage: &Stage) -> Result<Value, Stop> {
    let program = stage.ours();
    let app = play(&program, &json!({}), LIST).on(&stage.service).begin()?;
    Ok(app.until("watched")?.figures)
}

/// At a service of its own, since a plan finds its records as it saw them only once.
fn plan(stage: &Stage) -> Result<Value, Stop> {
    let address = plan::serve()?;
    let program = stage.ours();
    let app = play(&program, &json!({ "items": plan::edits() }), PLAN).changing(&address).begin()?;
    Ok(app.until("watched")?.figures)
}

fn stall(name: &str, told: Option<&Value>) -> Result<f64, Stop> {
    let gaps = told.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_f64);
    let gaps: Vec<f64> = gaps.collect();
    if gaps.is_empty() {
        return Err(Stop::new(format!("the page drew no frames while it was watched: {name}")));
    }
    Ok(stats::largest(&gaps))
}
