//! A service that answers as a test needs, and notes its requests.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use crate::run::Computer;

#[derive(Clone, Debug)]
pub(crate) struct FakeRequest {
    pub(crate) method: String,
    /// With its query.
    pub(crate) path: String,
    pub(crate) body: String,
    pub(crate) authorization: String,
}

pub(crate) enum Reply {
    Json(u16, String),
    Page(u16, String),
    /// Nothing, and the connection stays open.
    Silence,
    /// Nothing, and the connection ends.
    Cut,
}

pub(crate) struct Fake {
    pub(crate) base_url: String,
    requests: Arc<Mutex<Vec<FakeRequest>>>,
}

/// An envelope around a payload.
pub(crate) fn data(payload: &str) -> Reply {
    Reply::Json(200, format!(r#"{{"msg":"SUCCESS","code":0,"data":{payload}}}"#))
}

impl Fake {
    pub(crate) fn new(reply: impl Fn(&FakeRequest) -> Reply + Send + Sync + 'static) -> Fake {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let base_url = format!("http://{}", listener.local_addr().unwrap());
        let requests = Arc::new(Mutex::new(Vec::new()));
        let (noted, reply) = (Arc::clone(&requests), Arc::new(reply));
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (noted, reply) = (Arc::clone(&noted), Arc::clone(&reply));
                thread::spawn(move || serve(&stream, &noted, reply.as_ref()));
            }
        });
        Fake { base_url, requests }
    }

    pub(crate) fn computer(&self) -> Computer {
        Computer::at(&self.base_url, "token-of-a-fake-service").with("TAPLINE_UNIT", "major")
    }

    pub(crate) fn requests(&self) -> Vec<FakeRequest> {
        self.requests.lock().unwrap().clone()
    }

    /// Requests that changed something.
    pub(crate) fn changes(&self) -> usize {
        self.requests().iter().filter(|request| request.method != "GET").count()
    }
}

/// One connection, until the caller leaves.
fn serve(
    stream: &TcpStream,
    noted: &Mutex<Vec<FakeRequest>>,
    reply: &(dyn Fn(&FakeRequest) -> Reply + Send + Sync),
) {
    let mut reader = BufReader::new(stream);
    while let Some(request) = read_request(&mut reader) {
        noted.lock().unwrap().push(request.clone());
        let (status, kind, body) = match reply(&request) {
            Reply::Json(status, body) => (status, "application/json", body),
            Reply::Page(status, body) => (status, "text/html", body),
            Reply::Cut => return,
            Reply::Silence => {
                thread::park();
                return;
            }
        };
        let head = format!(
            "HTTP/1.1 {status} Said\r\nContent-Type: {kind}\r\nx-service-request-id: req_fake\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        let mut out = stream;
        if out.write_all(format!("{head}{body}").as_bytes()).is_err() {
            return;
        }
    }
}

fn read_request(reader: &mut BufReader<&TcpStream>) -> Option<FakeRequest> {
    let mut line = || {
        let mut line = String::new();
        reader.read_line(&mut line).ok().filter(|read| *read > 0)?;
        Some(line.trim_end().to_owned())
    };
    let first = line()?;
    let mut words = first.split(' ').map(str::to_owned);
    let (method, path) = (words.next()?, words.next()?);
    let (mut length, mut authorization) = (0, String::new());
    loop {
        let header = line()?;
        let Some((name, value)) = header.split_once(':') else { break };
        match name.to_ascii_lowercase().as_str() {
            "content-length" => length = value.trim().parse().ok()?,
            "authorization" => value.trim().clone_into(&mut authorization),
            _ => {}
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some(FakeRequest { method, path, body: String::from_utf8(body).ok()?, authorization })
}
