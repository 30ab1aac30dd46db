//! One side of a metric as a process of its own, so that neither warms the other and memory is its own.
//!
//! Started by this program itself: `tapline-bench --side <name> <argument>`; prints one line of JSON.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tapline_core::measured::Columns;

use crate::abba::Sample;
use crate::metrics::{find, growth};
use crate::stop::Stop;
use crate::{ours, owned, procfs, sample};

/// Bytes of a file that are read at once.
const PIECE: usize = 36 << 10;

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

pub(crate) const PIECES: Side = Side { name: "pieces", figures: &["ms", "grown"], run: pieces };
pub(crate) const GROWTH: Side = Side {
    name: "growth",
    figures: &["load", "first", "find", "grown", "grownAsked"],
    run: |address| block_on(growth(address)),
};

const SIDES: [Side; 7] = [STORE, OWNED, LOAD, OWNED_LOAD, PLAN, PIECES, GROWTH];
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
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    // The processor time of a thread that ended is lost.
    runtime.worker_threads(2).enable_all().thread_keep_alive(Duration::from_hours(1));
    let runtime = runtime.build();
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

    /// At most, until now.
    fn grown(&self) -> f64 {
        procfs::resident().1 - self.before
    }

    fn end(&self) -> Value {
        let millis = self.begun.elapsed().as_secs_f64() * 1000.0;
        json!({
            "ms": millis, "first": millis, "grown": self.grown(),
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
    let (first, _) = desk.load_sorted(&measure.begun).await?;
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

/// Processor time and memory of a store whose body is read from a file, piece by piece.
fn pieces(path: &str) -> Result<Value, Stop> {
    let small = sample::body(growth::SMALL);
    Columns::of_pieces(small).ok_or_else(|| Stop::new("core cannot read the small list"))?;
    let mut file = File::open(path).map_err(Stop::at("the list cannot be opened"))?;
    let mut piece = vec![0; PIECE];
    let mut next = || match file.read(&mut piece) {
        Ok(0) | Err(_) => None,
        Ok(many) => Some(piece[..many].to_vec()),
    };
    let measure = Measure::begin();
    let worked = procfs::worked();
    let columns = Columns::of_pieces(std::iter::from_fn(&mut next));
    let worked = procfs::worked() - worked;
    let mut told = measure.end();
    told["ms"] = json!(worked);
    columns.map(|_| told).ok_or_else(|| Stop::new("core cannot read the list"))
}

/// A list of any length: loaded, sorted, asked. The processor time of both, the time to the first rows, and the memory.
///
/// What is done once in a process is done before, with a small list.
async fn growth(address: &str) -> Result<Value, Stop> {
    let questions = find::questions()?;
    let (below, _) =
        address.rsplit_once('/').ok_or_else(|| Stop::new("the address has no number of rows"))?;
    let small = ours::Desk::at(&format!("{below}/{}", growth::SMALL))?;
    let list = small.load().await?;
    small.ask_all(&list, &questions).await?;
    drop(small);

    let desk = ours::Desk::at(address)?;
    let measure = Measure::begin();
    let before = procfs::worked();
    let (first, list) = desk.load_sorted(&measure.begun).await?;
    let (loaded, grown) = (procfs::worked(), measure.grown());
    desk.ask_all(&list, &questions).await?;
    let before_asked = procfs::worked();
    desk.ask_all(&list, &questions).await?;
    Ok(json!({
        "load": loaded - before, "first": first, "find": procfs::worked() - before_asked,
        "grown": grown, "grownAsked": measure.grown(),
    }))
}

/// Every configuration gets another limit; the plan is made before the clock starts, as the peer's requests are.
async fn plan(address: &str) -> Result<Value, Stop> {
    let desk = ours::Desk::changing(address)?;
    let text = desk.planned().await?;
    let measure = Measure::begin();
    desk.apply(&text).await?;
    Ok(measure.end())
}
