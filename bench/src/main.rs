//! `cargo xtask bench`: how Tapline does beside its peers. docs/performance.md says what each metric is.
//!
//! It measures what is built and builds nothing; xtask does that first, and starts it in a display and a session of their own.
//! Ratios only: both sides in one run, in turns. A metric that cannot be measured says why and does not stop the others.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program for people at a terminal")]

mod abba;
mod asked;
mod data;
mod machine;
mod metrics;
mod ours;
mod owned;
mod procfs;
mod ready;
mod report;
#[path = "../../crates/core/src/lists/tests/sample.rs"]
#[expect(dead_code, clippy::unwrap_used, reason = "the sample of core's tests; not all of it is used here")]
mod sample;
mod service;
mod side;
mod stage;
mod stats;
mod stop;
mod window;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use report::Row;
use stage::Stage;
use stop::Stop;

/// Metrics that are measured together, and how.
struct Metric {
    names: &'static [&'static str],
    measure: fn(&Stage) -> Result<Vec<Row>, Stop>,
}

/// Cheap ones first: what is wrong with a machine is seen early.
const METRICS: [Metric; 15] = [
    Metric { names: &["P3"], measure: metrics::size::measure },
    Metric { names: &["P4"], measure: metrics::store::measure },
    Metric { names: &["P5"], measure: metrics::load::measure },
    Metric { names: &["P14"], measure: metrics::growth::measure },
    Metric { names: &["P8"], measure: metrics::plan::measure },
    Metric { names: &["P9"], measure: metrics::served::measure },
    Metric { names: &["P10"], measure: metrics::find::measure },
    Metric { names: &["P11"], measure: metrics::export::measure },
    Metric { names: &["P13"], measure: metrics::lanes::measure },
    Metric { names: &["P16"], measure: metrics::replay::measure },
    Metric { names: &["P12"], measure: metrics::stall::measure },
    Metric { names: &["P14"], measure: metrics::million::measure },
    Metric { names: &["P6"], measure: metrics::door::measure },
    Metric { names: &["P1", "P2"], measure: metrics::start::measure },
    Metric { names: &["P7"], measure: metrics::scroll::measure },
];

/// Serves a file; started by this program itself.
pub(crate) const READY: &str = "--ready";

/// Pairs of a quick metric.
const PAIRS: usize = 15;

struct Wanted {
    pairs: usize,
    /// Empty: all.
    only: Vec<String>,
    target: PathBuf,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match arguments.as_slice() {
        [flag, name, argument] if flag == "--side" => {
            side::run(name, argument).map(|line| println!("{line}"))
        }
        [flag, file, port] if flag == READY => ready::serve(file, port),
        _ => wanted(&arguments).and_then(|wanted| bench(&wanted)),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(stop) => {
            eprintln!("{stop}");
            ExitCode::FAILURE
        }
    }
}

fn wanted(arguments: &[String]) -> Result<Wanted, Stop> {
    let mut wanted = Wanted { pairs: PAIRS, only: Vec::new(), target: PathBuf::from("target") };
    let mut rest = arguments.iter();
    while let Some(flag) = rest.next() {
        let value = rest.next().ok_or_else(|| Stop::new(format!("{flag} needs a value")))?;
        match flag.as_str() {
            "--pairs" => wanted.pairs = value.parse().map_err(Stop::at("--pairs is a number"))?,
            "--only" => wanted.only = value.split(',').map(|name| name.trim().to_uppercase()).collect(),
            "--target" => wanted.target = PathBuf::from(value),
            _ => return Err(Stop::new(format!("there is no flag {flag}"))),
        }
    }
    let known = |name: &String| METRICS.iter().any(|metric| metric.names.contains(&name.as_str()));
    match wanted.only.iter().find(|name| !known(name)) {
        Some(name) => Err(Stop::new(format!("there is no metric {name}"))),
        None => Ok(wanted),
    }
}

fn bench(wanted: &Wanted) -> Result<(), Stop> {
    tapline_core::install_crypto();
    let chosen = |metric: &&Metric| {
        wanted.only.is_empty() || metric.names.iter().any(|name| wanted.only.iter().any(|only| only == name))
    };
    let target = std::path::absolute(&wanted.target).map_err(Stop::at("there is no target folder"))?;
    let machine = machine::describe();
    println!("{machine}");
    let stage = Stage::set(target.clone(), wanted.pairs)?;
    let (mut rows, mut not_measured) = (Vec::new(), Vec::new());
    for metric in METRICS.iter().filter(chosen) {
        let names = metric.names.join(", ");
        let begun = Instant::now();
        println!("\n{names}, load {}", machine::load());
        match (metric.measure)(&stage) {
            Ok(found) => {
                println!("{}\n{:.0} s", report::table(&found), begun.elapsed().as_secs_f64());
                not_measured.extend(found.iter().filter_map(Row::not_measured));
                rows.extend(found);
            }
            Err(stop) => {
                eprintln!("not measured: {stop}");
                not_measured.push((names, stop.to_string()));
            }
        }
    }
    println!("\n{}", report::table(&rows));
    for (names, why) in &not_measured {
        println!("{names} not measured: {why}");
    }
    let name = machine["date"].as_str().unwrap_or("bench").replace(':', "");
    let path = target.join("bench").join(format!("{name}.json"));
    write(&path, &report::json(&rows, machine, &not_measured).to_string())?;
    println!("\n{}", path.display());
    if not_measured.is_empty() { Ok(()) } else { Err(Stop::new("not everything was measured")) }
}

fn write(path: &Path, text: &str) -> Result<(), Stop> {
    fs::write(path, text).map_err(Stop::at("the result cannot be written"))
}
