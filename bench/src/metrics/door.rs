//! P6: what the door between page and core costs, inside the window.
//!
//! A window of 60 rows out of 100,000 against a call that does nothing; 5,000 rows with all their members as columns of text,
//! decoded in wasm, against the same rows as records that JavaScript parses. The script takes turns by itself.

use serde_json::{Value, json};

use super::{EVERY, figure};
use crate::ours;
use crate::report::{Figure, Row, Target};
use crate::stage::{Stage, play};
use crate::stats;
use crate::stop::Stop;

const WINDOW: Figure = Figure {
    statistic: stats::p95,
    ..figure("P6", "window of 60 rows, p95", "ms", "no-op", Target::Ratio(1.2))
};
const COLUMNS: Figure =
    figure("P6", "5,000 rows as columns of text", "ms", "records by JSON.parse", Target::Ratio(0.35));

/// Calls of one pair asked for.
const CALLS: usize = 20;
const SCRIPT: &str = include_str!("../../js/door.js");

pub(crate) fn measure(stage: &Stage) -> Result<Vec<Row>, Stop> {
    let read = |name| std::fs::read(stage.made(name)).map_err(Stop::at("the decoder is not built"));
    let glue = String::from_utf8_lossy(&read("decoder/decoder.js")?).into_owned();
    let settings = json!({
        "calls": stage.pairs * CALLS, "pairs": stage.pairs, "columns": ours::COLUMNS, "every": EVERY,
        "decoder": read("decoder/decoder_bg.wasm")?,
    });
    let program = stage.ours();
    let app = play(&program, &settings, &format!("{glue}\n{SCRIPT}")).on(&stage.service).begin()?;
    let told = app.until("door")?.figures;
    let side = |name: &str| -> Vec<f64> {
        told[name].as_array().into_iter().flatten().filter_map(Value::as_f64).collect()
    };
    Ok(vec![
        Row::new(WINDOW, (side("window"), side("nothing"))),
        Row::new(COLUMNS, (side("columns"), side("records"))),
    ])
}
