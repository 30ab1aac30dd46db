//! P8: a plan of 500 configurations at a service that takes 20 ms for each answer: journal, re-read, change and read back, and a
//! verification at the end. The peers read, change and read each of them too, three requests an item, and compare nothing: curl with
//! as many requests at once, and newman, which runs a collection over a file of rows one after the other.

use std::fmt::Write as _;
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};

use super::figure;
use crate::abba;
use crate::report::{Figure, Row, Target};
use crate::side;
use crate::stage::Stage;
use crate::stop::Stop;

const ITEMS: usize = 500;
/// Each run of ours sets limits that no record has.
const CURL: Figure = figure(
    "P8",
    "plan of 500, verified, service 20 ms",
    "ms",
    "curl --parallel-max 8, GET PUT GET",
    Target::Ratio(1.2),
);
const NEWMAN: Figure =
    figure("P8", "plan of 500, verified, service 20 ms", "ms", "newman, GET PUT GET", Target::Ratio(0.1));
const WAIT: Duration = Duration::from_millis(20);
/// A run takes seconds, one of newman most of a minute.
const RUNS: usize = 3;
const NEWMAN_RUNS: usize = 2;
const NEWMAN_SCRIPT: &str = "bench/newman/node_modules/newman/bin/newman.js";

type Records = Arc<Mutex<Vec<String>>>;

pub(crate) fn measure(stage: &Stage) -> Result<Vec<Row>, Stop> {
    let address = serve()?;
    let pairs = abba::run(stage.few(RUNS), || side::PLAN.measure(&address), || curl(&address))?;
    let slow = abba::run(stage.few(NEWMAN_RUNS), || side::PLAN.measure(&address), || newman(&address))?;
    Ok(vec![Row::new(CURL, pairs.figure(0)), Row::new(NEWMAN, slow.figure(0))])
}

fn curl(address: &str) -> Result<abba::Sample, Stop> {
    let folder = TempDir::with_prefix("tapline-bench-").map_err(Stop::at("no temporary folder"))?;
    let body = json!({ "params": params(2500), "emvName": "Shop", "paymentMethod": "01" });
    let mut requests = String::new();
    for id in 1..=ITEMS {
        let read = format!("url = \"{address}/api/v2/emv?pageSize=-1\"\noutput = \"/dev/null\"\nnext\n");
        let data = body.to_string().replace('"', "\\\"");
        // Writing to a String cannot fail.
        let _ = write!(
            requests,
            "{read}url = \"{address}/api/v2/emv/{id}\"\nrequest = \"PUT\"\ndata = \"{data}\"\noutput = \"/dev/null\"\nnext\n{read}"
        );
    }
    let path = folder.path().join("requests");
    let requests = requests.trim_end().trim_end_matches("next");
    std::fs::write(&path, requests).map_err(Stop::at("the requests cannot be written"))?;
    let begun = Instant::now();
    let ended = Command::new("curl")
        .args(["--silent", "--fail", "--parallel", "--parallel-max", "8", "--config"])
        .arg(&path)
        .stdout(Stdio::null())
        .status()
        .map_err(Stop::at("curl cannot be started"))?;
    if !ended.success() {
        return Err(Stop::new(format!("curl ended with {ended}")));
    }
    Ok(vec![begun.elapsed().as_secs_f64() * 1000.0])
}

/// A collection of three requests, and a row of data for each item, as one would write them for it.
fn newman(address: &str) -> Result<abba::Sample, Stop> {
    let folder = TempDir::with_prefix("tapline-bench-").map_err(Stop::at("no temporary folder"))?;
    let list = json!({ "method": "GET", "url": format!("{address}/api/v2/emv?pageSize=-1") });
    let body = json!({ "params": params(2500), "emvName": "Shop", "paymentMethod": "01" });
    let change = json!({
        "method": "PUT",
        "url": format!("{address}/api/v2/emv/{{{{id}}}}"),
        "header": [{ "key": "Content-Type", "value": "application/json" }],
        "body": { "mode": "raw", "raw": body.to_string() },
    });
    let schema = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";
    let collection = json!({
        "info": { "name": "plan", "schema": schema },
        "item": [
            { "name": "read", "request": list },
            { "name": "change", "request": change },
            { "name": "read back", "request": list },
        ],
    });
    let rows: Vec<_> = (1..=ITEMS).map(|id| json!({ "id": id })).collect();
    let (run, data) = (folder.path().join("collection.json"), folder.path().join("rows.json"));
    for (path, text) in [(&run, collection.to_string()), (&data, Value::from(rows).to_string())] {
        std::fs::write(path, text).map_err(Stop::at("the collection cannot be written"))?;
    }
    let begun = Instant::now();
    let ended = Command::new("node")
        .args([NEWMAN_SCRIPT, "run"])
        .arg(&run)
        .arg("--iteration-data")
        .arg(&data)
        .args(["--silent", "--bail"])
        .stdout(Stdio::null())
        .status()
        .map_err(Stop::at("node cannot be started"))?;
    if !ended.success() {
        return Err(Stop::new(format!("newman ended with {ended}")));
    }
    Ok(vec![begun.elapsed().as_secs_f64() * 1000.0])
}

fn params(limit: u64) -> Value {
    json!({
        "clFloorLimit": 0, "clCVMLimit": limit, "clTransLimit": 25000, "aid": "A0000000031010",
        "terminalTransactionQualifiers": "36004000", "appVersion": "0096",
    })
}

/// The changes of a plan over all configurations of a service that nobody changed yet, as the page asks for one.
pub(super) fn edits() -> Vec<Value> {
    let edit = |id: usize| {
        let (seen, set) = (params(2500), params(2600));
        json!({
            "kind": "emv",
            "record": { "id": id, "emvName": "Shop", "paymentMethod": "01", "params": seen.to_string() },
            "draft": { "emvName": "Shop", "paymentMethod": "01", "params": set },
        })
    };
    (1..=ITEMS).map(edit).collect()
}

/// Its address. It ends with the program.
pub(super) fn serve() -> Result<String, Stop> {
    let records: Vec<_> = (1..=ITEMS).map(|_| params(2500).to_string()).collect();
    let records = Records::new(Mutex::new(records));
    let listener = std::net::TcpListener::bind("127.0.0.1:0").map_err(Stop::at("no port is free"))?;
    listener.set_nonblocking(true).map_err(Stop::at("the port cannot be used"))?;
    let address = listener.local_addr().map_err(Stop::at("the port has no number"))?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(Stop::at("no runtime"))?;
    std::thread::spawn(move || {
        runtime.block_on(async {
            let Ok(listener) = TcpListener::from_std(listener) else { return };
            while let Ok((stream, _)) = listener.accept().await {
                let records = Arc::clone(&records);
                // Whoever hung up wants nothing more.
                tokio::spawn(async move { drop(answer(stream, &records).await) });
            }
        });
    });
    Ok(format!("http://{address}"))
}

async fn answer(stream: TcpStream, records: &Records) -> std::io::Result<()> {
    stream.set_nodelay(true)?;
    let mut stream = BufReader::new(stream);
    loop {
        let (mut first, mut length) = (String::new(), 0);
        stream.read_line(&mut first).await?;
        loop {
            let mut line = String::new();
            if stream.read_line(&mut line).await? == 0 {
                return Ok(());
            }
            match line.trim_end().split_once(':') {
                Some((key, value)) if key.eq_ignore_ascii_case("content-length") => {
                    length = value.trim().parse().unwrap_or(0);
                }
                Some(_) => {}
                None => break,
            }
        }
        let mut sent = vec![0; length];
        stream.read_exact(&mut sent).await?;
        tokio::time::sleep(WAIT).await;
        let data = told(&first, &sent, records);
        let body = format!(r#"{{"msg":"SUCCESS","code":0,"data":{data}}}"#);
        let head = format!(
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        stream.write_all(head.as_bytes()).await?;
        stream.write_all(body.as_bytes()).await?;
    }
}

fn told(first: &str, sent: &[u8], records: &Records) -> String {
    let path = first.split([' ', '?']).nth(1).unwrap_or_default();
    if path.ends_with("/current") {
        return r#"{"groupName":"Bench","groupId":"bench"}"#.to_owned();
    }
    if first.starts_with("GET") && !path.ends_with("/api/v2/emv") {
        // A window asks for more than configurations.
        return r#"{"total":0,"current":1,"records":[],"hasNext":false}"#.to_owned();
    }
    let Ok(mut records) = records.lock() else { return "null".to_owned() };
    if first.starts_with("PUT") {
        let id: usize = path.rsplit('/').next().and_then(|id| id.parse().ok()).unwrap_or_default();
        let body: Value = serde_json::from_slice(sent).unwrap_or_default();
        if let Some(record) = id.checked_sub(1).and_then(|at| records.get_mut(at)) {
            *record = body["params"].to_string();
        }
        return format!(r#"{{"id":{id}}}"#);
    }
    let listed = records.iter().enumerate().map(|(at, params)| {
        let (id, params) = (at + 1, Value::from(params.as_str()));
        format!(r#"{{"id":{id},"emvName":"Shop","paymentMethod":"01","params":{params}}}"#)
    });
    let listed: Vec<_> = listed.collect();
    format!(r#"{{"total":{ITEMS},"hasNext":false,"records":[{}]}}"#, listed.join(","))
}
