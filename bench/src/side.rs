//! One side of a metric as a process of its own, so that neither warms the other and memory is its own.
//!
//! Started by this program itself: `tapline-bench --side <name> <argument>`; prints one line of JSON.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use serde_json::{Value, json};
use tapline_contract::list::Sort;
use tapline_core::measured::Columns;

use crate::abba::Sample;
use crate::stop::Stop;
use crate::{ours, owned, procfs};

/// A side, and the figures that it tells, in this order.
pub(crate) struct Side {
    pub(crate) name: &'static str,
    figures: &'static [&'static str],
    run: fn(&str) -> Result<Value, Stop>,
}

pub(crate) const STORE: Side = Side { name: "store", figures: DECODED, run: store };
pub(crate) const OWNED: Side = Side { name: "owned", figures: DECODED, run: owned_store };
pub(crate) const LOAD: Side = Side { name: "load", figures: LOADED, run: |address| block_on(load(address)) };
pub(crate) const OWNED_LOAD: Side =
    Side { name: "owned-load", figures: LOADED, run: |address| block_on(owned_load(address)) };

pub(crate) const PLAN: Side = Side { name: "plan", figures: &["ms"], run: |address| block_on(plan(address)) };

const SIDES: [Side; 5] = [STORE, OWNED, LOAD, OWNED_LOAD, PLAN];
const DECODED: &[&str] = &["ms", "cpu", "grown"];
const LOADED: &[&str] = &["ms", "first", "cpu", "grown"];

/// What the child prints.
pub(crate) fn run(name: &str, argument: &str) -> Result<String, Stop> {
    let side = SIDES.iter().find(|side| side.name == name);
    let side = side.ok_or_else(|| Stop::new(format!("there is no side {name}")))?;
    (side.run)(argument).map(|value| value.to_string())
}

impl Side {
    /// Runs it as a process.
    pub(crate) fn measure(&self, argument: &str) -> Result<Sample, Stop> {
        let program = std::env::current_exe().map_err(Stop::at("this program has no path"))?;
        let output = Command::new(program)
            .args(["--side", self.name, argument])
            .stderr(Stdio::inherit())
            .output()
            .map_err(Stop::at(self.name))?;
        let told: Value = serde_json::from_slice(&output.stdout).map_err(Stop::at(self.name))?;
        let figure = |name: &&str| {
            told[name].as_f64().ok_or_else(|| Stop::new(format!("{} tells no {name}: {told}", self.name)))
        };
        self.figures.iter().map(figure).collect()
    }
}

fn block_on<T>(work: impl Future<Output = Result<T, Stop>>) -> Result<T, Stop> {
    tapline_core::install_crypto();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    runtime.map_err(Stop::at("no runtime"))?.block_on(work)
}

/// Time, processor time and the growth of memory at its peak.
struct Measure {
    begun: Instant,
    cpu: f64,
    before: f64,
}

impl Measure {
    fn begin() -> Measure {
        procfs::forget_most();
        let (before, _) = procfs::resident();
        Measure { begun: Instant::now(), cpu: procfs::cpu(&[std::process::id()]), before }
    }

    fn millis(&self) -> f64 {
        self.begun.elapsed().as_secs_f64() * 1000.0
    }

    fn end(&self) -> Value {
        let millis = self.millis();
        let (_, most) = procfs::resident();
        json!({
            "ms": millis, "first": millis, "grown": most - self.before,
            "cpu": procfs::cpu(&[std::process::id()]) - self.cpu,
        })
    }
}

fn read(path: &str) -> Result<Vec<u8>, Stop> {
    std::fs::read(Path::new(path)).map_err(Stop::at("the list cannot be read"))
}

fn store(path: &str) -> Result<Value, Stop> {
    let body = read(path)?;
    let measure = Measure::begin();
    let columns = Columns::of(&body).ok_or_else(|| Stop::new("core cannot read the list"))?;
    let told = measure.end();
    drop(columns);
    Ok(told)
}

fn owned_store(path: &str) -> Result<Value, Stop> {
    let body = read(path)?;
    let measure = Measure::begin();
    let records = owned::decode(&body)?;
    let told = measure.end();
    drop(records);
    Ok(told)
}

/// To a list that can be sorted, and was, by its amounts.
async fn load(address: &str) -> Result<Value, Stop> {
    let desk = ours::Desk::at(address)?;
    let measure = Measure::begin();
    let opened = desk.open().await?;
    let first = desk.until(&opened, |state| state.rows > 0).await?;
    desk.rows(&ours::window(&first, None, None)).await?;
    let first = measure.millis();
    let whole = desk.until(&opened, ours::is_complete).await?;
    let sort = Sort { column: "amount.value".to_owned(), descending: true };
    desk.rows(&ours::window(&whole, Some(sort), None)).await?;
    let mut told = measure.end();
    told["first"] = json!(first);
    Ok(told)
}

async fn owned_load(address: &str) -> Result<Value, Stop> {
    let client = owned::client()?;
    let measure = Measure::begin();
    let records = owned::load(&client, address).await?;
    let told = measure.end();
    drop(records);
    Ok(told)
}

/// Every configuration gets another limit; the plan is made before the clock starts, as the peer's requests are.
async fn plan(address: &str) -> Result<Value, Stop> {
    let desk = ours::Desk::changing(address)?;
    let text = desk.planned().await?;
    let measure = Measure::begin();
    desk.apply(&text).await?;
    Ok(measure.end())
}
