//! The service that both sides read from: ready bodies over a real socket, so that it costs neither of them anything.
//!
//! It also serves the pages of the grid peers, and takes what they tell. No sandbox: that would be measured with.

use std::fs::File;
use std::io::{Cursor, Read};
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

/// Paths below it and a number have a list of so many transactions.
const ROWS: &str = "/rows/";

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
    /// Lists of other lengths.
    data: Data,
    /// Below it lie the pages of the peers.
    pages: PathBuf,
}

struct Answer {
    kind: &'static str,
    gzip: bool,
    body: Body,
}

enum Body {
    Text(Vec<u8>),
    /// Read while it is sent: it may be larger than what shall be in memory.
    File(PathBuf),
}

impl Service {
    pub(crate) async fn start(data: &Data, pages: PathBuf) -> Result<Service, Stop> {
        let read = |path| std::fs::read(path).map_err(Stop::at("the data cannot be read"));
        let (whole, first) = (read(&data.whole_gzip)?, read(&data.first_gzip)?);
        let files = Arc::new(Files { whole, first, data: data.clone(), pages });
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

    /// The address of one that has so many transactions; their files are made before it is asked.
    pub(crate) fn with_rows(&self, rows: u64) -> String {
        format!("{}{ROWS}{rows}", self.address)
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
    let (length, mut body): (_, Box<dyn Read + Send>) = match answer.body {
        Body::Text(text) => (u64::try_from(text.len()).unwrap_or(u64::MAX), Box::new(Cursor::new(text))),
        Body::File(path) => {
            let file = File::open(path)?;
            (file.metadata()?.len(), Box::new(file))
        }
    };
    let encoding = if answer.gzip { "Content-Encoding: gzip\r\n" } else { "" };
    let head = format!(
        "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: {}\r\n{encoding}Content-Length: {}\r\n\r\n",
        answer.kind, length
    );
    stream.write_all(head.as_bytes()).await?;
    let mut piece = vec![0; PIECE];
    loop {
        match body.read(&mut piece)? {
            0 => return stream.shutdown().await,
            many => stream.write_all(&piece[..many]).await?,
        }
    }
}

fn answer(target: &str, files: &Files) -> Answer {
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let packed = |body| Answer { kind: "application/json", gzip: true, body };
    let list = |body: &[u8]| packed(Body::Text(body.to_vec()));
    let is = |end: &str| path.ends_with(end);
    if let Some((rows, "api/v2/order")) = path.strip_prefix(ROWS).and_then(|rest| rest.split_once('/')) {
        let (rows, is_whole) = (rows.parse().unwrap_or_default(), query.contains("pageSize=-1"));
        return packed(Body::File(if is_whole { files.data.whole(rows) } else { files.data.first(rows) }));
    }
    if is("/api/v2/order") && query.contains("pageSize=-1") {
        return list(&files.whole);
    }
    if is("/api/v2/order") {
        return list(&files.first);
    }
    if let Some(page) = path.strip_prefix("/pages/") {
        let body = std::fs::read(files.pages.join(page)).unwrap_or_default();
        return Answer { kind: kind(page), gzip: false, body: Body::Text(body) };
    }
    let data = if is("/api/v2/current") {
        json!({ "groupName": "Bench", "groupId": "bench" })
    } else if path.starts_with(LANES) && is("/api/v2/emv") {
        json!({ "total": 200, "current": 1, "records": configurations(), "hasNext": false })
    } else {
        json!({ "total": 0, "current": 1, "records": [], "hasNext": false })
    };
    let body = json!({ "msg": "SUCCESS", "code": 0, "data": data }).to_string();
    Answer { kind: "application/json", gzip: false, body: Body::Text(body.into_bytes()) }
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
