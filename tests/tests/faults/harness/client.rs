//! A client that shows the wire as it is.

use std::io::{self, Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use tapline_tests::hostile::Request;

/// How long "nothing comes" is waited for.
pub(crate) const MOMENT: Duration = Duration::from_millis(150);

pub(crate) fn connect(port: u16) -> TcpStream {
    let stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    stream.set_read_timeout(Some(tapline_tests::PATIENCE)).unwrap();
    stream
}

pub(crate) fn get(path: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nHost: test\r\n\r\n")
}

/// A request as it goes over the wire; its query is left out.
pub(crate) fn wire(request: &Request) -> String {
    let mut text = format!("{} {} HTTP/1.1\r\n", request.method, request.path);
    text.extend(request.headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")));
    format!("{text}Content-Length: {}\r\n\r\n{}", request.body.len(), request.text().unwrap())
}

/// Sends one request and reads until the server ends the connection: what came, and how it ended.
pub(crate) fn exchange(port: u16, request: &str) -> (String, io::Result<()>) {
    let mut stream = connect(port);
    stream.write_all(request.as_bytes()).unwrap();
    rest(&mut stream)
}

/// Everything up to the end of the connection, an error, or a silence of a [`MOMENT`] where the test has set one.
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

/// What has come up to a silence.
pub(crate) fn so_far(stream: &mut TcpStream) -> String {
    stream.set_read_timeout(Some(MOMENT)).unwrap();
    let (text, end) = rest(stream);
    let silent =
        end.is_err_and(|cause| matches!(cause.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut));
    assert!(silent, "the connection ended after {text:?}");
    stream.set_read_timeout(Some(tapline_tests::PATIENCE)).unwrap();
    text
}
