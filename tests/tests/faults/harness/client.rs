//! A client that shows the wire as it is.

use std::io::{self, ErrorKind, Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use tapline_scripted::Request;

/// Wait for proving that nothing comes.
pub(crate) const MOMENT: Duration = Duration::from_millis(150);

pub(crate) fn connect(port: u16) -> TcpStream {
    let stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    stream.set_read_timeout(Some(tapline_scripted::PATIENCE)).unwrap();
    stream
}

pub(crate) fn get(path: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nHost: test\r\n\r\n")
}

/// A request as it goes over the wire. Nothing in its query needs to be encoded.
pub(crate) fn wire(request: &Request) -> String {
    let query: Vec<_> = request.query.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let mut text = format!("{} {}?{} HTTP/1.1\r\n", request.method, request.path, query.join("&"));
    text.extend(request.headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")));
    format!("{text}Content-Length: {}\r\n\r\n{}", request.body.len(), request.text())
}

/// Sends one request and reads until the server ends the connection: what came, and how it ended.
pub(crate) fn exchange(port: u16, request: &str) -> (String, io::Result<()>) {
    let mut stream = connect(port);
    stream.write_all(request.as_bytes()).unwrap();
    rest(&mut stream)
}

/// Everything up to the end of the connection, or an error.
pub(crate) fn rest(stream: &mut TcpStream) -> (String, io::Result<()>) {
    let mut bytes = Vec::new();
    let mut buffer = [0; 4096];
    let end = loop {
        match stream.read(&mut buffer) {
            Ok(0) => break Ok(()),
            Ok(read) => bytes.extend_from_slice(&buffer[..read]),
            Err(cause) => break Err(cause),
        }
    };
    (String::from_utf8_lossy(&bytes).into_owned(), end)
}

/// Nothing comes for a [`MOMENT`], and the connection stays open.
pub(crate) fn silent(stream: &mut TcpStream) {
    stream.set_read_timeout(Some(MOMENT)).unwrap();
    let end = stream.read(&mut [0]).map_err(|cause| cause.kind());
    assert!(matches!(end, Err(ErrorKind::WouldBlock | ErrorKind::TimedOut)), "{end:?}");
    stream.set_read_timeout(Some(tapline_scripted::PATIENCE)).unwrap();
}

/// The next bytes.
pub(crate) fn take(stream: &mut TcpStream, count: usize) -> String {
    let mut bytes = vec![0; count];
    stream.read_exact(&mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

/// The next answer, which has a `Content-Length`: its status and its body.
pub(crate) fn answer(stream: &mut TcpStream) -> (u16, Vec<u8>) {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        stream.read_exact(&mut byte).unwrap();
        head.extend(byte);
    }
    let head = String::from_utf8(head).unwrap();
    let (_, length) = head.split_once("Content-Length: ").unwrap();
    let mut body = vec![0; length.split_once("\r\n").unwrap().0.parse().unwrap()];
    stream.read_exact(&mut body).unwrap();
    (head[9..12].parse().unwrap(), body)
}
