//! The service that both sides read from: ready bodies over a real socket, so that it costs neither of them anything.
//!
//! It also serves the pages of the grid peers, and takes what they tell. No sandbox: that would be measured with.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

use crate::data::Data;
use crate::stop::Stop;

/// As much as goes into the socket at once.
const PIECE: usize = 64 << 10;

/// Paths below it have two hundred configurations.
pub(crate) const LANES: &str = "/lanes";

pub(crate) struct Service {
    pub(crate) address: String,
    /// What pages told.
    pub(crate) told: Receiver<String>,
}

struct Files {
    whole: Vec<u8>,
    first: Vec<u8>,
    /// Below it lie the pages of the peers.
    pages: PathBuf,
}

struct Answer {
    kind: &'static str,
    gzip: bool,
    body: Vec<u8>,
}

impl Service {
    pub(crate) async fn start(data: &Data, pages: PathBuf) -> Result<Service, Stop> {
        let read = |path| std::fs::read(path).map_err(Stop::at("the data cannot be read"));
        let files = Arc::new(Files { whole: read(&data.whole_gzip)?, first: read(&data.first_gzip)?, pages });
        let listener = TcpListener::bind("127.0.0.1:0").await.map_err(Stop::at("no port is free"))?;
        let address = listener.local_addr().map_err(Stop::at("the port has no number"))?;
        let (sender, told) = mpsc::channel();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (files, sender) = (Arc::clone(&files), sender.clone());
                tokio::spawn(async move {
                    // Whoever hung up wants nothing more.
                    let _ = serve(stream, &files, &sender).await;
                });
            }
        });
        Ok(Service { address: format!("http://{address}"), told })
    }
}

async fn serve(mut stream: TcpStream, files: &Files, told: &Sender<String>) -> std::io::Result<()> {
    stream.set_nodelay(true)?;
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await?);
    }
    let head = String::from_utf8_lossy(&head).into_owned();
    let length = head.lines().find_map(|line| {
        let (key, value) = line.split_once(':')?;
        key.eq_ignore_ascii_case("content-length").then(|| value.trim().parse::<usize>().ok())?
    });
    let mut sent = vec![0; length.unwrap_or(0)];
    stream.read_exact(&mut sent).await?;
    let target = head.split(' ').nth(1).unwrap_or_default();
    if target == "/tell" {
        // Nobody listens when the run is over.
        let _ = told.send(String::from_utf8_lossy(&sent).into_owned());
    }
    let answer = answer(target, files);
    let encoding = if answer.gzip { "Content-Encoding: gzip\r\n" } else { "" };
    let head = format!(
        "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: {}\r\n{encoding}Content-Length: {}\r\n\r\n",
        answer.kind,
        answer.body.len()
    );
    stream.write_all(head.as_bytes()).await?;
    for piece in answer.body.chunks(PIECE) {
        stream.write_all(piece).await?;
    }
    stream.shutdown().await
}

fn answer(target: &str, files: &Files) -> Answer {
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let list = |body: &[u8]| Answer { kind: "application/json", gzip: true, body: body.to_vec() };
    let is = |end: &str| path.ends_with(end);
    if is("/api/v2/order") && query.contains("pageSize=-1") {
        return list(&files.whole);
    }
    if is("/api/v2/order") {
        return list(&files.first);
    }
    if let Some(page) = path.strip_prefix("/pages/") {
        let body = std::fs::read(files.pages.join(page)).unwrap_or_default();
        return Answer { kind: kind(page), gzip: false, body };
    }
    let data = if is("/api/v2/current") {
        json!({ "groupName": "Bench", "groupId": "bench" })
    } else if path.starts_with(LANES) && is("/api/v2/emv") {
        json!({ "total": 200, "current": 1, "records": configurations(), "hasNext": false })
    } else {
        json!({ "total": 0, "current": 1, "records": [], "hasNext": false })
    };
    let body = json!({ "msg": "SUCCESS", "code": 0, "data": data }).to_string();
    Answer { kind: "application/json", gzip: false, body: body.into_bytes() }
}

/// Of four schemes, with limits of twenty kinds.
fn configurations() -> Vec<Value> {
    const SCHEMES: [(&str, &str); 4] = [
        ("01", "A0000000031010"),
        ("02", "A0000000041010"),
        ("04", "A00000002501"),
        ("06", "A0000000651010"),
    ];
    let one = |id: u64| {
        let (method, aid) = SCHEMES[usize::try_from(id / 50).unwrap_or_default()];
        let cvm = 2000 + 250 * (id % 20);
        let params =
            json!({ "aid": aid, "clFloorLimit": 0, "clCVMLimit": cvm, "clTransLimit": 20000 + 10 * cvm });
        json!({ "id": id + 1, "emvName": format!("Shop {id}"), "paymentMethod": method, "params": params.to_string() })
    };
    (0..200).map(one).collect()
}

fn kind(page: &str) -> &'static str {
    match page.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        _ => "application/octet-stream",
    }
}
