//! 500 configurations changed at a service that takes 20 ms for each answer: `taplinectl apply` against curl and newman.
//!
//! Tapline compares each record with its plan, writes a journal, changes and verifies. The peers read, change and read each
//! record and compare nothing: curl with as many requests at once, newman with a collection over a file of rows, one after the
//! other.

use std::cell::Cell;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::report::{Aim, MetricRow};
use crate::sandbox::Sandbox;
use crate::stage::Stage;
use crate::stop::Stop;
use crate::turns::{self, Sample};

const ITEMS: usize = 500;
/// Most rounds: a run of newman takes most of a minute.
const MOST: usize = 3;
const NEWMAN: &str = "bench/newman/node_modules/newman/bin/newman.js";
const NAME: &str = "Bench";

/// The service, and the settings of the three sides.
struct Work {
    ctl: PathBuf,
    sandbox: Sandbox,
    folder: TempDir,
    ids: Vec<u64>,
    /// CVM limit of the next plan, different each time.
    next: Cell<u64>,
}

pub(crate) fn measure(stage: &Stage) -> Result<Vec<MetricRow>, Stop> {
    let work = Work::begin(stage.ctl())?;
    let turns = turns::run(stage.rounds(MOST), &[&|| work.tapline(), &|| work.curl(), &|| work.newman()])?;
    let row = |peer_name, side, aim| MetricRow {
        name: "500 changes, verified",
        unit: "ms",
        peer_name,
        aim,
        ours: turns.figure(0, 0),
        peer: turns.figure(side, 0),
    };
    Ok(vec![
        row("newman, GET PUT GET", 2, Aim::Ratio(0.12)),
        row("curl --parallel-max 8, GET PUT GET", 1, Aim::Ratio(1.2)),
    ])
}

impl Work {
    fn begin(ctl: PathBuf) -> Result<Work, Stop> {
        let sandbox = Sandbox::start(&ctl, &["--records", "0", "--delay", "20"])?;
        let folder = TempDir::with_prefix("tapline-bench-").map_err(Stop::at("no temporary folder"))?;
        let mut work = Work { ctl, sandbox, folder, ids: Vec::new(), next: Cell::new(3001) };
        let create =
            |at: usize| work.request("POST", "", Some(&configuration(&format!("{NAME} {at}"), 2500)));
        let requests: Vec<String> = (0..ITEMS).map(create).collect();
        work.run_curl(&requests)?;
        work.ids = work.config_ids()?;
        if work.ids.len() == ITEMS { Ok(work) } else { Err(Stop::new("the configurations were not created")) }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn tapline(&self) -> Result<Sample, Stop> {
        let plan = self.path(&format!("plan-{}.jsonl", self.next.get()));
        let set = format!("clCVMLimit={}", self.next.get());
        self.next.set(self.next.get() + 1);
        let mut make = self.taplinectl("plan");
        run_time(make.args(["--where", &format!("name={NAME}"), "--set", &set, "-o"]).arg(&plan))?;
        let mut apply = self.taplinectl("apply");
        run_time(apply.arg(&plan).arg("--yes"))
    }

    fn taplinectl(&self, command: &str) -> Command {
        let mut ctl = Command::new(&self.ctl);
        ctl.args([command, "--environment", "sandbox", "--data-dir"]).arg(self.path("data"));
        ctl.envs(self.sandbox.access.variables(self.sandbox.access.text("baseUrl")));
        ctl
    }

    fn curl(&self) -> Result<Sample, Stop> {
        let read = self.request("GET", "?pageSize=-1", None);
        let body = configuration(NAME, 2500);
        let change = |id: &u64| self.request("PUT", &format!("/{id}"), Some(&body));
        let requests: Vec<String> =
            self.ids.iter().flat_map(|id| [read.clone(), change(id), read.clone()]).collect();
        self.run_curl(&requests)
    }

    /// One request of curl's file of arguments.
    fn request(&self, method: &str, path: &str, body: Option<&Value>) -> String {
        let quoted = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
        let data = body.map(|body| format!("data = \"{}\"\n", quoted(&body.to_string()))).unwrap_or_default();
        format!(
            "url = \"{}/api/v2/emv{path}\"\nrequest = \"{method}\"\n{data}header = \"{}\"\n\
             header = \"Content-Type: application/json\"\noutput = \"/dev/null\"\n",
            self.sandbox.access.text("baseUrl"),
            self.sandbox.access.authorization(),
        )
    }

    fn run_curl(&self, requests: &[String]) -> Result<Sample, Stop> {
        let file = self.path("requests");
        write(&file, &requests.join("next\n"))?;
        let mut curl = Command::new("curl");
        run_time(
            curl.args(["--silent", "--fail", "--parallel", "--parallel-max", "8", "--config"]).arg(&file),
        )
    }

    /// Ids of the configurations to change.
    fn config_ids(&self) -> Result<Vec<u64>, Stop> {
        let url = format!("{}/api/v2/emv?pageSize=-1", self.sandbox.access.text("baseUrl"));
        let output =
            Command::new("curl").args(["-sS", "-H", &self.sandbox.access.authorization(), &url]).output();
        let output = output.map_err(Stop::at("curl does not start"))?;
        let answer: Value =
            serde_json::from_slice(&output.stdout).map_err(Stop::at("the list of configurations"))?;
        let records = answer["data"]["records"].as_array().into_iter().flatten();
        let is_ours = |record: &&Value| record["emvName"].as_str().is_some_and(|name| name.starts_with(NAME));
        Ok(records.filter(is_ours).filter_map(|record| record["id"].as_u64()).collect())
    }

    fn newman(&self) -> Result<Sample, Stop> {
        let url = format!("{}/api/v2/emv", self.sandbox.access.text("baseUrl"));
        let authorization = json!({ "key": "Authorization", "value": format!("Bearer {}", self.sandbox.access.text("token")) });
        let read = json!({ "method": "GET", "url": format!("{url}?pageSize=-1"), "header": [authorization] });
        let change = json!({
            "method": "PUT",
            "url": format!("{url}/{{{{id}}}}"),
            "header": [authorization, { "key": "Content-Type", "value": "application/json" }],
            "body": { "mode": "raw", "raw": configuration(NAME, 2500).to_string() },
        });
        let collection = json!({
            "info": {
                "name": "changes",
                "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
            },
            "item": [
                { "name": "read", "request": read },
                { "name": "change", "request": change },
                { "name": "read back", "request": read },
            ],
        });
        let rows: Vec<Value> = self.ids.iter().map(|id| json!({ "id": id })).collect();
        let (run, data) = (self.path("collection.json"), self.path("rows.json"));
        write(&run, &collection.to_string())?;
        write(&data, &Value::from(rows).to_string())?;
        let mut newman = Command::new("node");
        newman.args([NEWMAN, "run"]).arg(run).arg("--iteration-data").arg(data);
        run_time(newman.args(["--silent", "--bail"]))
    }
}

fn configuration(name: &str, limit: u64) -> Value {
    json!({ "emvName": name, "paymentMethod": "01", "params": {
        "clFloorLimit": 0, "clCVMLimit": limit, "clTransLimit": 25000, "aid": "A0000000031010",
        "terminalTransactionQualifiers": "36004000", "appVersion": "0096",
    } })
}

fn write(path: &Path, text: &str) -> Result<(), Stop> {
    fs::write(path, text).map_err(Stop::at("a file of the changes can't be written"))
}

/// Milliseconds that a program takes to succeed.
fn run_time(command: &mut Command) -> Result<Sample, Stop> {
    let program = command.get_program().to_string_lossy().into_owned();
    let begun = Instant::now();
    let status = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    let status = status.map_err(Stop::at(&program))?;
    if status.success() {
        return Ok(vec![begun.elapsed().as_secs_f64() * 1000.0]);
    }
    Err(Stop::new(format!("{program} ended with {status}")))
}
