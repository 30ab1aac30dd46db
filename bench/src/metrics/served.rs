//! P9: a page of 10 transactions out of 100,000 from the sandbox, requests a second over one connection and over eight that are kept
//! open, against servers that one would take for a service in miniature.
//!
//! The generator of load is the same for all, and so are the records: they are the sandbox's own. json-server pages them itself;
//! Prism and `WireMock` have one ready answer of ten records, whatever page is asked for, and none of the three looks at the token,
//! which favors them. A fourth does nothing but send ready bytes: what it reaches is what any server could.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::figure;
use crate::READY;
use crate::abba::{self, Sample};
use crate::asked::Asked;
use crate::procfs;
use crate::report::{Figure, Row, Target};
use crate::stage::Stage;
use crate::stop::Stop;

const RECORDS: u64 = 100_000;
const SIZE: u64 = 10;
/// Pages that are asked for, spread over all of the list.
const PAGES: u64 = 1000;
/// Pairs of each peer: each takes four seconds.
const RUNS: usize = 10;
const SECOND: Duration = Duration::from_secs(1);
/// Until a just-in-time compiler has seen enough; for every server, at eight connections.
const WARM: Duration = Duration::from_secs(8);
/// Until a server answers.
const START: Duration = Duration::from_mins(1);
/// Between two looks whether it does.
const PAUSE: Duration = Duration::from_millis(100);

const ONE: &str = "sandbox: page of 10 out of 100k, 1 connection";
const EIGHT: &str = "sandbox: page of 10 out of 100k, 8 connections";
const CPU: &str = "sandbox: processor time of a request, 8 connections";

/// The packages of the peers.
const PACKAGES: &str = "bench/mocks/node_modules";

struct Peer {
    name: &'static str,
    /// Ours is at least so many times as fast; told, not aimed at, where there is none.
    least: Option<f64>,
    path: fn(u64) -> String,
    /// The command that serves on this port, with its files in this folder.
    serve: fn(&Kept, &Path, u16) -> Result<Command, Stop>,
}

const PEERS: [Peer; 4] = [
    Peer {
        name: "json-server",
        least: Some(25.0),
        path: |page| format!("/order?_page={page}&_limit={SIZE}"),
        serve: json_server,
    },
    Peer { name: "Prism", least: Some(7.0), path: page_of_ours, serve: prism },
    Peer { name: "WireMock", least: Some(0.8), path: page_of_ours, serve: wiremock },
    Peer { name: "ready bytes", least: None, path: page_of_ours, serve: ready },
];

/// What peers serve: the sandbox's own list and its first page.
struct Kept {
    list: Vec<u8>,
    page: Vec<u8>,
}

struct Server {
    process: Process,
    asked: Asked,
}

/// It ends with this.
struct Process(Child);

pub(crate) fn measure(stage: &Stage) -> Result<Vec<Row>, Stop> {
    let (sandbox, headers) = sandbox(stage)?;
    let kept = Kept {
        list: sandbox.asked.body("/api/v2/order?pageSize=-1")?,
        page: sandbox.asked.body(&page_of_ours(1))?,
    };
    sandbox.check(page_of_ours)?;
    sandbox.asked.rate(8, WARM)?;
    let rows = PEERS.iter().flat_map(|peer| {
        against(stage, &sandbox, &headers, &kept, peer).unwrap_or_else(|why| {
            figures(peer).into_iter().map(|figure| Row::without_peer(figure, Vec::new(), &why)).collect()
        })
    });
    Ok(rows.collect())
}

fn figures(peer: &Peer) -> [Figure; 3] {
    let target = || peer.least.map_or(Target::None, Target::Times);
    [
        figure("P9", ONE, "/s", peer.name, target()),
        figure("P9", EIGHT, "/s", peer.name, target()),
        figure("P9", CPU, "µs", peer.name, Target::None),
    ]
}

fn against(
    stage: &Stage,
    sandbox: &Server,
    headers: &str,
    kept: &Kept,
    peer: &Peer,
) -> Result<Vec<Row>, Stop> {
    let folder = folder()?;
    let port = free_port()?;
    let mut command = (peer.serve)(kept, folder.path(), port)?;
    let errors = folder.path().join("errors");
    let log = fs::File::create(&errors).map_err(Stop::at("no file for its errors"))?;
    let process = Process::start(command.stdout(Stdio::null()).stderr(log))?;
    let asked = Asked::at(&format!("127.0.0.1:{port}"), headers, pages(peer.path));
    let mut server = Server { process, asked };
    server.wait(peer.path, &errors)?;
    server.check(peer.path)?;
    server.asked.rate(8, WARM)?;
    let pairs = abba::run(stage.few(RUNS), || sandbox.sample(), || server.sample())?;
    Ok((0..).zip(figures(peer)).map(|(at, figure)| Row::new(figure, pairs.figure(at))).collect())
}

/// The sandbox as the command line serves it, and the header that it wants.
fn sandbox(stage: &Stage) -> Result<(Server, String), Stop> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Ready {
        base_url: String,
        token: String,
    }
    let mut command = Command::new(stage.ctl());
    command.args(["sandbox", "--records", &RECORDS.to_string()]).stdout(Stdio::piped());
    let mut process = Process::start(&mut command)?;
    let mut line = String::new();
    if let Some(output) = process.0.stdout.take() {
        BufReader::new(output).read_line(&mut line).map_err(Stop::at("the sandbox says nothing"))?;
    }
    let ready: Ready =
        serde_json::from_str(&line).map_err(Stop::at("the sandbox does not say where it is"))?;
    let headers = format!("Authorization: Bearer {}\r\n", ready.token);
    let asked = Asked::at(ready.base_url.trim_start_matches("http://"), &headers, pages(page_of_ours));
    Ok((Server { process, asked }, headers))
}

fn page_of_ours(page: u64) -> String {
    format!("/api/v2/order?pageSize={SIZE}&pageNumber={page}")
}

/// The same for every server.
fn pages(path: fn(u64) -> String) -> impl Iterator<Item = String> {
    // A step that has no divisor in common with the number of pages.
    (0..PAGES).map(move |at| path(1 + at * 7919 % (RECORDS / SIZE)))
}

fn json_server(kept: &Kept, folder: &Path, port: u16) -> Result<Command, Stop> {
    #[derive(Deserialize)]
    struct Envelope<'a> {
        #[serde(borrow)]
        data: List<'a>,
    }
    #[derive(Deserialize)]
    struct List<'a> {
        #[serde(borrow)]
        records: &'a RawValue,
    }
    let list: Envelope<'_> =
        serde_json::from_slice(&kept.list).map_err(Stop::at("the sandbox sends no list"))?;
    write(folder, "db.json", &format!(r#"{{"order":{}}}"#, list.data.records))?;
    let mut command = Command::new("node");
    command.arg(package("json-server/lib/cli/bin.js")?).args(["--quiet", "--host", "127.0.0.1"]);
    command.args(["--port", &port.to_string(), "--snapshots"]).arg(folder).arg(folder.join("db.json"));
    Ok(command)
}

fn prism(kept: &Kept, folder: &Path, port: u16) -> Result<Command, Stop> {
    let page: Value = serde_json::from_slice(&kept.page).map_err(Stop::at("the sandbox sends no page"))?;
    let answer = json!({ "description": "A page", "content": { "application/json": { "example": page } } });
    let document = json!({
        "openapi": "3.0.3",
        "info": { "title": "Transactions", "version": "1" },
        "paths": { "/api/v2/order": { "get": { "responses": { "200": answer } } } },
    });
    write(folder, "openapi.json", &document.to_string())?;
    let mut command = Command::new("node");
    command.arg(package("@stoplight/prism-cli/dist/index.js")?).args(["mock", "--host", "127.0.0.1"]);
    command.args(["--port", &port.to_string(), "--verboseLevel", "silent"]).arg(folder.join("openapi.json"));
    Ok(command)
}

fn wiremock(kept: &Kept, folder: &Path, port: u16) -> Result<Command, Stop> {
    let body = String::from_utf8_lossy(&kept.page);
    let mapping = json!({
        "request": { "method": "GET", "urlPath": "/api/v2/order" },
        "response": { "status": 200, "headers": { "Content-Type": "application/json" }, "body": body },
    });
    fs::create_dir_all(folder.join("mappings")).map_err(Stop::at("no folder for the answer"))?;
    write(folder, "mappings/order.json", &mapping.to_string())?;
    let jars = fs::read_dir(package("wiremock/build")?).map_err(Stop::at("WireMock is not installed"))?;
    let mut jars = jars.filter_map(|entry| Some(entry.ok()?.path()));
    let jar = jars.find(|path| path.extension().is_some_and(|kind| kind == "jar"));
    let mut command = Command::new("java");
    command.arg("-jar").arg(jar.ok_or_else(|| Stop::new("WireMock has no jar"))?);
    command.args(["--bind-address", "127.0.0.1", "--port", &port.to_string(), "--root-dir"]).arg(folder);
    // What it would write down of each request.
    command.args(["--disable-banner", "--no-request-journal", "--disable-request-logging"]);
    Ok(command)
}

fn ready(kept: &Kept, folder: &Path, port: u16) -> Result<Command, Stop> {
    write(folder, "page.json", &String::from_utf8_lossy(&kept.page))?;
    let mut command = Command::new(std::env::current_exe().map_err(Stop::at("this program has no path"))?);
    command.arg(READY).arg(folder.join("page.json")).arg(port.to_string());
    Ok(command)
}

/// A file of a package that is installed.
fn package(name: &str) -> Result<PathBuf, Stop> {
    let path = Path::new(PACKAGES).join(name);
    if path.exists() { Ok(path) } else { Err(Stop::new(format!("{} is not installed", path.display()))) }
}

fn write(folder: &Path, name: &str, text: &str) -> Result<(), Stop> {
    fs::write(folder.join(name), text).map_err(Stop::at("the answer cannot be written"))
}

fn folder() -> Result<TempDir, Stop> {
    TempDir::with_prefix("tapline-bench-").map_err(Stop::at("no temporary folder"))
}

fn free_port() -> Result<u16, Stop> {
    let listener = TcpListener::bind("127.0.0.1:0").map_err(Stop::at("no port is free"))?;
    listener.local_addr().map(|address| address.port()).map_err(Stop::at("the port has no number"))
}

impl Server {
    /// Until it answers; with the last line of this file if it ends instead.
    fn wait(&mut self, path: fn(u64) -> String, errors: &Path) -> Result<(), Stop> {
        let begun = Instant::now();
        loop {
            let Err(why) = self.asked.body(&path(1)) else { return Ok(()) };
            if let Ok(Some(ended)) = self.process.0.try_wait() {
                let said = fs::read_to_string(errors).unwrap_or_default();
                let last = said.lines().rfind(|line| !line.trim().is_empty()).unwrap_or_default();
                return Err(Stop::new(format!("it ended with {ended}: {last}")));
            }
            if begun.elapsed() > START {
                return Err(why);
            }
            std::thread::sleep(PAUSE);
        }
    }

    /// An answer has as many records as a page.
    fn check(&self, path: fn(u64) -> String) -> Result<(), Stop> {
        let body = self.asked.body(&path(2))?;
        let page: Value = serde_json::from_slice(&body).map_err(Stop::at("it answers no JSON"))?;
        let records = page.as_array().or_else(|| page["data"]["records"].as_array()).map_or(0, Vec::len);
        if u64::try_from(records) == Ok(SIZE) {
            return Ok(());
        }
        Err(Stop::new(format!("it answers {records} records, not {SIZE}")))
    }

    /// Requests a second over one connection and over eight, and microseconds of the processor for each of the latter.
    fn sample(&self) -> Result<Sample, Stop> {
        let one = self.asked.rate(1, SECOND)?;
        let cpu = || procfs::cpu(&procfs::tree(self.process.0.id()));
        let (before, begun) = (cpu(), Instant::now());
        let eight = self.asked.rate(8, SECOND)?;
        let answers = eight * begun.elapsed().as_secs_f64();
        Ok(vec![one, eight, (cpu() - before) * 1e6 / answers])
    }
}

impl Process {
    fn start(command: &mut Command) -> Result<Process, Stop> {
        let child = command.stdin(Stdio::null()).spawn();
        child.map(Process).map_err(Stop::at(&command.get_program().to_string_lossy()))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
