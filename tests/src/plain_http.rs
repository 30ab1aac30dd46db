//! A client of the sandbox that writes its requests by hand: nothing of core's own HTTP is in the way.

use std::io::Read;

use flate2::read::GzDecoder;
use serde_json::Value;
use tapline_sandbox::Sandbox;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// A request with the headers that a client always sends, unless the test says otherwise.
#[derive(Clone, Copy, Debug)]
pub struct PlainRequest<'a> {
    pub method: &'a str,
    pub path: &'a str,
    pub body: &'a str,
    pub host: Option<&'a str>,
    pub authorization: Option<&'a str>,
    pub content_type: &'a str,
    pub accept_encoding: &'a str,
}

#[derive(Debug)]
pub struct PlainAnswer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl<'a> PlainRequest<'a> {
    pub fn new(method: &'a str, path: &'a str, body: &'a str) -> PlainRequest<'a> {
        PlainRequest {
            method,
            path,
            body,
            host: None,
            authorization: None,
            content_type: "application/json",
            accept_encoding: "identity",
        }
    }

    /// Sends the request. Returns the connection on which the answer will come.
    pub async fn send(&self, sandbox: &Sandbox) -> TcpStream {
        let address = sandbox.base_address().replace("http://", "");
        let bearer = format!("Bearer {}", sandbox.token());
        let message = format!(
            "{} {} HTTP/1.1\r\nHost: {}\r\nAuthorization: {}\r\nContent-Type: {}\r\nContent-Length: {}\r\n\
             Accept-Encoding: {}\r\nConnection: close\r\n\r\n{}",
            self.method,
            self.path,
            self.host.unwrap_or(&address),
            self.authorization.unwrap_or(&bearer),
            self.content_type,
            self.body.len(),
            self.accept_encoding,
            self.body,
        );
        let mut stream = TcpStream::connect(&address).await.expect("the sandbox listens");
        stream.write_all(message.as_bytes()).await.expect("the sandbox reads");
        stream
    }

    pub async fn to(&self, sandbox: &Sandbox) -> PlainAnswer {
        self.answered(sandbox).await.expect("the sandbox answers")
    }

    /// `None` when the connection is dropped without an answer.
    pub async fn answered(&self, sandbox: &Sandbox) -> Option<PlainAnswer> {
        let mut bytes = Vec::new();
        self.send(sandbox).await.read_to_end(&mut bytes).await.ok().filter(|read| *read > 0)?;
        let head = bytes.windows(4).position(|end| end == b"\r\n\r\n").expect("a head and a body");
        let body = bytes.split_off(head + 4);
        let head = String::from_utf8(bytes).expect("a head is text");
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        let body = if head.contains("transfer-encoding: chunked") { whole(&body) } else { body };
        let body = if head.contains("content-encoding: gzip") { unpacked(&body) } else { body };
        Some(PlainAnswer { status, head, body: String::from_utf8(body).expect("a body is text") })
    }
}

/// A body that came in chunks.
fn whole(mut chunks: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    loop {
        let line = chunks.windows(2).position(|end| end == b"\r\n").expect("a chunk has a size");
        let size =
            std::str::from_utf8(&chunks[..line]).ok().and_then(|size| usize::from_str_radix(size, 16).ok());
        let size = size.expect("a size is hex");
        if size == 0 {
            return body;
        }
        body.extend_from_slice(&chunks[line + 2..][..size]);
        chunks = &chunks[line + 2 + size + 2..];
    }
}

fn unpacked(bytes: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    GzDecoder::new(bytes).read_to_end(&mut body).expect("gzip");
    body
}

impl PlainAnswer {
    /// The body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|cause| panic!("{cause}: {self:?}"))
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(':'));
        let mut found = lines.filter(|(known, _)| known.eq_ignore_ascii_case(name));
        found.next().map(|(_, value)| value.trim())
    }
}
