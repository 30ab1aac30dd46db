//! Ready bytes: the sandbox's answers, each fetched once and kept, and the files of the dashboard.
//!
//! Not a service of its own: the sandbox decides the answers. Kept answers cost neither side the time in which the sandbox makes
//! them. Only reads are kept; changes go to the sandbox itself.

use std::collections::BTreeMap;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use serde_json::{Value, json};
use tempfile::NamedTempFile;

use crate::sandbox::{Access, Sandbox};
use crate::stop::Stop;

/// Headers of the sandbox that are kept.
const KEPT: [&str; 3] = ["content-type:", "content-encoding:", "x-service-request-id:"];
/// Requests for the whole list of transactions: Tapline's, and the dashboard's.
const WHOLE: &str = "/api/v2/order?pageSize=-1";

/// A line of the page, and its time of arrival.
pub(crate) type Line = (Instant, String);

pub(crate) struct Served {
    pub(crate) address: String,
    pub(crate) sandbox: Sandbox,
    shared: Arc<Shared>,
}

/// Shared with the thread that accepts connections, which ends with the program and so outlives the sandbox.
struct Shared {
    access: Access,
    dashboard: PathBuf,
    kept: Mutex<BTreeMap<String, Arc<[u8]>>>,
    page: Mutex<Page>,
}

/// The page under measurement.
#[derive(Default)]
struct Page {
    script: String,
    lines: Option<Sender<Line>>,
}

impl Served {
    /// Serves a sandbox with this many transactions.
    pub(crate) fn start(ctl: &Path, records: u32, dashboard: PathBuf) -> Result<Served, Stop> {
        let sandbox = Sandbox::start(ctl, &["--records", &records.to_string()])?;
        let listener = TcpListener::bind("127.0.0.1:0").map_err(Stop::at("no port is free"))?;
        let address = listener.local_addr().map_err(Stop::at("the port has no number"))?;
        let access = sandbox.access.clone();
        let shared = Shared { access, dashboard, kept: Mutex::default(), page: Mutex::default() };
        let shared = Arc::new(shared);
        let served = Served { address: format!("http://{address}"), sandbox, shared: Arc::clone(&shared) };
        // A million transactions take the sandbox longer than a page waits.
        served.shared.kept(WHOLE)?;
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let shared = Arc::clone(&shared);
                // The page notices a broken connection itself.
                thread::spawn(move || drop(shared.serve(stream)));
            }
        });
        Ok(served)
    }

    pub(crate) fn whole_list(&self) -> String {
        format!("{}{WHOLE}", self.address)
    }

    /// The service in the form that Tapline's window reads from its environment.
    pub(crate) fn for_window(&self) -> String {
        let mut line = self.sandbox.access.0.clone();
        line["baseUrl"] = Value::from(self.address.as_str());
        line.to_string()
    }

    /// Gives this script to the dashboard that is opened next, and returns the channel of its page's lines.
    pub(crate) fn expect_page(&self, script: &str) -> Receiver<Line> {
        let (sender, lines) = mpsc::channel();
        let token = json!(self.sandbox.access.text("token"));
        let script = format!("window.TOKEN = {token};\n{script}");
        *lock(&self.shared.page) = Page { script, lines: Some(sender) };
        lines
    }
}

impl Shared {
    fn serve(&self, stream: TcpStream) -> io::Result<()> {
        stream.set_nodelay(true)?;
        let mut reader = BufReader::new(stream.try_clone()?);
        let mut writer = stream;
        loop {
            let (mut first, mut length) = (String::new(), 0);
            if reader.read_line(&mut first)? == 0 {
                return Ok(());
            }
            loop {
                let mut line = String::new();
                reader.read_line(&mut line)?;
                match line.trim_end().split_once(':') {
                    Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                        length = value.trim().parse().unwrap_or(0);
                    }
                    Some(_) => {}
                    None => break,
                }
            }
            let mut body = vec![0; length];
            reader.read_exact(&mut body)?;
            let target = first.split(' ').nth(1).unwrap_or_default();
            writer.write_all(&self.answer(target, &body)?)?;
        }
    }

    fn answer(&self, target: &str, body: &[u8]) -> io::Result<Arc<[u8]>> {
        match target {
            "/tell" => {
                let line = (Instant::now(), String::from_utf8_lossy(body).into_owned());
                // A page that is being closed has no receiver any more.
                let _ = lock(&self.page).lines.as_ref().map(|lines| lines.send(line));
                Ok(answer("200 OK", "Content-Type: text/plain\r\n", b""))
            }
            "/measure.js" => {
                let script = lock(&self.page).script.clone();
                let head = "Content-Type: text/javascript\r\nCache-Control: no-store\r\n";
                Ok(answer("200 OK", head, script.as_bytes()))
            }
            api if api.starts_with("/api/") || api.starts_with(self.access.text("namespace")) => {
                self.kept(api).map_err(|stop| io::Error::other(stop.to_string()))
            }
            file => self.file(file),
        }
    }

    fn kept(&self, target: &str) -> Result<Arc<[u8]>, Stop> {
        // Tapline's query of the whole list has the same answer.
        let target = if is_whole(target) { WHOLE } else { target };
        if let Some(kept) = lock(&self.kept).get(target) {
            return Ok(Arc::clone(kept));
        }
        let file = NamedTempFile::new().map_err(Stop::at("no temporary file"))?;
        let mut curl = Command::new("curl");
        curl.args(["-sS", "-D", "-", "-H", "Accept-Encoding: gzip", "-H", &self.access.authorization()]);
        curl.arg("-o").arg(file.path()).arg(format!("{}{target}", self.access.text("baseUrl")));
        let output = curl.output().map_err(Stop::at("curl does not start"))?;
        let head = String::from_utf8_lossy(&output.stdout);
        let status = head.lines().next().and_then(|line| line.split_once(' ')).map(|(_, status)| status);
        let status = status.ok_or_else(|| Stop::new(format!("the sandbox does not answer {target}")))?;
        let is_kept = |line: &&str| KEPT.iter().any(|name| line.to_ascii_lowercase().starts_with(name));
        let mut headers = String::new();
        for line in head.lines().filter(is_kept) {
            headers.push_str(line);
            headers.push_str("\r\n");
        }
        let body = std::fs::read(file.path()).map_err(Stop::at("the answer can't be read"))?;
        let made = answer(status, &headers, &body);
        lock(&self.kept).insert(target.to_owned(), Arc::clone(&made));
        Ok(made)
    }

    /// A file of the dashboard; each of its routes is the page itself.
    fn file(&self, target: &str) -> io::Result<Arc<[u8]>> {
        let path = self.dashboard.join(target.trim_start_matches('/'));
        let (path, caching) = if path.is_file() {
            (path, "max-age=31536000, immutable")
        } else {
            (self.dashboard.join("index.html"), "no-cache")
        };
        let kind = match path.extension().and_then(|extension| extension.to_str()) {
            Some("html") => "text/html; charset=utf-8",
            Some("js") => "text/javascript; charset=utf-8",
            Some("css") => "text/css; charset=utf-8",
            _ => "application/octet-stream",
        };
        let headers = format!("Content-Type: {kind}\r\nCache-Control: {caching}\r\n");
        Ok(answer("200 OK", &headers, &std::fs::read(path)?))
    }
}

fn is_whole(target: &str) -> bool {
    let query = target.strip_prefix("/api/v2/order?").unwrap_or_default();
    query.split('&').any(|pair| pair == "pageSize=-1")
}

fn answer(status: &str, headers: &str, body: &[u8]) -> Arc<[u8]> {
    let head = format!("HTTP/1.1 {status}\r\n{headers}Content-Length: {}\r\n\r\n", body.len());
    [head.as_bytes(), body].concat().into()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
