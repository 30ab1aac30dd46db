//! All transactions of the service as a CSV file: `taplinectl list` against curl and `DuckDB`.
//!
//! Tapline shortens card numbers and defuses formulas on the way; `DuckDB` writes the members unchanged.

use std::fs::File;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use tempfile::TempDir;

use crate::report::{Aim, MetricRow};
use crate::stage::Stage;
use crate::stop::Stop;
use crate::turns::{self, Sample};

const MOST: usize = 9;
/// Script that prints the milliseconds of its work, without the start of Node.
const SCRIPT: &str = "bench/duckdb/copy.mjs";

pub(crate) fn measure(stage: &Stage) -> Result<Vec<MetricRow>, Stop> {
    let folder = TempDir::with_prefix("tapline-bench-").map_err(Stop::at("no temporary folder"))?;
    let turns =
        turns::run(stage.rounds(MOST), &[&|| ours(stage, folder.path()), &|| peer(stage, folder.path())])?;
    Ok(vec![MetricRow {
        name: "all transactions as CSV",
        unit: "ms",
        peer_name: "curl and DuckDB",
        aim: Aim::Ratio(0.8),
        ours: turns.figure(0, 0),
        peer: turns.figure(1, 0),
    }])
}

fn ours(stage: &Stage, folder: &Path) -> Result<Sample, Stop> {
    let path = folder.join("ours.csv");
    let file = File::create(&path).map_err(Stop::at("no file"))?;
    let mut command = Command::new(stage.ctl());
    command.args(["list", "transactions", "--all", "--format", "csv", "--data-dir"]).arg(folder.join("data"));
    command.envs(stage.service.sandbox.access.variables(&stage.service.address)).stdout(file);
    let begun = Instant::now();
    let status = command.status().map_err(Stop::at("taplinectl does not start"))?;
    let took = begun.elapsed().as_secs_f64() * 1000.0;
    if !status.success() {
        return Err(Stop::new(format!("taplinectl ended with {status}")));
    }
    is_complete(&path, stage.records)?;
    Ok(vec![took])
}

fn peer(stage: &Stage, folder: &Path) -> Result<Sample, Stop> {
    let (list, path) = (folder.join("list.json"), folder.join("peer.csv"));
    let mut curl = Command::new("curl");
    curl.args(["-sS", "--fail", "--compressed", "-o"]).arg(&list).arg(stage.service.whole_list());
    let begun = Instant::now();
    let status = curl.status().map_err(Stop::at("curl does not start"))?;
    let received = begun.elapsed().as_secs_f64() * 1000.0;
    if !status.success() {
        return Err(Stop::new(format!("curl ended with {status}")));
    }
    let output = Command::new("node").arg(SCRIPT).args([&list, &path]).output();
    let output = output.map_err(Stop::at("node does not start"))?;
    let printed = String::from_utf8_lossy(&output.stdout);
    let copied: f64 = printed.trim().parse().map_err(Stop::at("DuckDB"))?;
    is_complete(&path, stage.records)?;
    Ok(vec![received + copied])
}

/// Checks for one line per record, and the header.
fn is_complete(path: &Path, records: u32) -> Result<(), Stop> {
    let text = std::fs::read_to_string(path).map_err(Stop::at("the CSV can't be read"))?;
    let lines = text.lines().count();
    let expected = usize::try_from(records).unwrap_or_default() + 1;
    if lines == expected { Ok(()) } else { Err(Stop::new(format!("{} has {lines} lines", path.display()))) }
}
