//! `cargo xtask bench`: Tapline against what a user would pick instead, and against its own limit. docs/performance.md has the
//! rows.
//!
//! It builds nothing; xtask does that first, and starts it in a display and a session of their own. Ratios only: both sides in
//! one run, in turns. A metric that can't be measured reports the reason and does not stop the others.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program for people at a terminal")]

mod changes;
mod drag;
mod export;
mod growth;
mod list;
mod machine;
mod page;
mod procfs;
mod report;
mod sandbox;
mod served;
mod stage;
mod start;
mod stats;
mod stop;
mod turns;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use report::MetricRow;
use stage::Stage;
use stop::Stop;

struct Metric {
    name: &'static str,
    measure: fn(&Stage) -> Result<Vec<MetricRow>, Stop>,
}

/// Short metrics first: trouble with a machine shows early.
const METRICS: [Metric; 6] = [
    Metric { name: "start", measure: start::measure },
    Metric { name: "export", measure: export::measure },
    Metric { name: "list", measure: list::measure },
    Metric { name: "drag", measure: drag::measure },
    Metric { name: "changes", measure: changes::measure },
    Metric { name: "growth", measure: growth::measure },
];

struct Options {
    rounds: usize,
    /// Names of the metrics to run; empty for all.
    only: Vec<String>,
    /// Number of transactions of the service.
    records: u32,
    target: PathBuf,
}

fn main() -> ExitCode {
    match options().and_then(|options| bench(&options)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(stop) => {
            eprintln!("{stop}");
            ExitCode::FAILURE
        }
    }
}

fn options() -> Result<Options, Stop> {
    let target = PathBuf::from("target");
    let mut options = Options { rounds: 9, only: Vec::new(), records: 100_000, target };
    let mut arguments = std::env::args().skip(1);
    while let Some(flag) = arguments.next() {
        let value = arguments.next().ok_or_else(|| Stop::new(format!("{flag} needs a value")))?;
        match flag.as_str() {
            "--pairs" => options.rounds = value.parse().map_err(Stop::at("--pairs is a number"))?,
            "--records" => options.records = value.parse().map_err(Stop::at("--records is a number"))?,
            "--only" => options.only = value.split(',').map(|name| name.trim().to_owned()).collect(),
            "--target" => options.target = PathBuf::from(value),
            _ => return Err(Stop::new(format!("there is no flag {flag}"))),
        }
    }
    match options.only.iter().find(|name| !METRICS.iter().any(|metric| metric.name == **name)) {
        Some(name) => Err(Stop::new(format!("there is no metric {name}"))),
        None => Ok(options),
    }
}

fn bench(options: &Options) -> Result<(), Stop> {
    let target = std::path::absolute(&options.target).map_err(Stop::at("there is no target folder"))?;
    let machine = machine::describe();
    println!("{machine}");
    let stage = Stage::new(&target, options.rounds, options.records)?;
    let (mut rows, mut not_measured) = (Vec::new(), Vec::new());
    let is_wanted =
        |metric: &&Metric| options.only.is_empty() || options.only.iter().any(|only| only == metric.name);
    for metric in METRICS.iter().filter(is_wanted) {
        println!("\n{}, load {}", metric.name, machine::load());
        let begun = Instant::now();
        match (metric.measure)(&stage) {
            Ok(measured) => {
                println!("{}\n{:.0} s", report::table(&measured), begun.elapsed().as_secs_f64());
                rows.extend(measured);
            }
            Err(stop) => {
                eprintln!("not measured: {stop}");
                not_measured.push(format!("{}: {stop}", metric.name));
            }
        }
    }
    println!("\n{}", report::table(&rows));
    let name = machine["date"].as_str().unwrap_or("bench").replace(':', "");
    let path = target.join("bench").join(format!("{name}.json"));
    std::fs::write(&path, report::json(&rows, &machine, &not_measured).to_string())
        .map_err(Stop::at("the result can't be written"))?;
    println!("\n{}", path.display());
    if not_measured.is_empty() { Ok(()) } else { Err(Stop::new(not_measured.join("\n"))) }
}
