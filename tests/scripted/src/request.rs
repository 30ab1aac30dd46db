//! A request as it arrived.

use std::io::{self, BufRead, ErrorKind, Read as _};

/// Headers are refused beyond it.
const LONGEST_HEAD: u64 = 64 * 1024;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// Number of the connection; the first is 0.
    pub connection: usize,
    pub method: String,
    /// Path and query, as written.
    pub target: String,
    /// Still percent-encoded.
    pub path: String,
    /// Decoded, in the order in which they stood.
    pub query: Vec<(String, String)>,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Request {
    /// The value of the first header of this name, however it is written.
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    /// The value of `Authorization`; empty without one.
    pub fn authorization(&self) -> &str {
        self.header("Authorization").unwrap_or_default()
    }

    /// A parameter of the query.
    pub fn parameter(&self, name: &str) -> Option<&str> {
        self.query.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// True for every request that may change something.
    pub fn is_change(&self) -> bool {
        self.method != "GET"
    }

    /// The body; empty when it is not UTF-8.
    pub fn text(&self) -> &str {
        str::from_utf8(&self.body).unwrap_or_default()
    }

    /// The next request; `None` when the client hangs up before its first byte. An error when it breaks off inside one, or
    /// sends something else.
    pub(super) fn read(connection: usize, stream: &mut impl BufRead) -> io::Result<Option<Request>> {
        match stream.fill_buf() {
            Ok([]) => return Ok(None),
            // Not in order, and no request broken either.
            Err(cause) if matches!(cause.kind(), ErrorKind::ConnectionReset | ErrorKind::UnexpectedEof) => {
                return Ok(None);
            }
            begun => begun?,
        };
        let mut head = stream.take(LONGEST_HEAD);
        let first = line(&mut head)?;
        let [method, target, "HTTP/1.1"] = *first.split(' ').collect::<Vec<_>>() else {
            return Err(bad(&format!("no request line: {first}")));
        };
        let mut headers = Vec::new();
        loop {
            let line = line(&mut head)?;
            if line.is_empty() {
                break;
            }
            let (name, value) = line.split_once(':').ok_or_else(|| bad(&format!("no header: {line}")))?;
            headers.push((name.to_owned(), value.trim().to_owned()));
        }
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let mut request = Request {
            connection,
            method: method.to_owned(),
            target: target.to_owned(),
            path: path.to_owned(),
            query: pairs(query),
            headers,
            body: Vec::new(),
        };
        if request.header("Transfer-Encoding").is_some() {
            return Err(bad("a request in chunks"));
        }
        let length = request.header("Content-Length").unwrap_or("0").parse();
        let length: usize = length.map_err(|_| bad("Content-Length is no number"))?;
        request.body = vec![0; length];
        stream.read_exact(&mut request.body)?;
        Ok(Some(request))
    }
}

/// Percent-decoded.
pub fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        rest = after;
        let code = after.get(..2).and_then(|digits| str::from_utf8(digits).ok());
        let code = code.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match (first, code) {
            (b'%', Some(byte)) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            (plain, _) => bytes.push(*plain),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn pairs(query: &str) -> Vec<(String, String)> {
    let parts = query.split('&').filter(|part| !part.is_empty());
    let pair = |part: &str| {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        (decoded(&name.replace('+', " ")), decoded(&value.replace('+', " ")))
    };
    parts.map(pair).collect()
}

fn line(stream: &mut impl BufRead) -> io::Result<String> {
    let mut bytes = Vec::new();
    stream.read_until(b'\n', &mut bytes)?;
    let Some(line) = bytes.strip_suffix(b"\r\n") else {
        return Err(ErrorKind::UnexpectedEof.into());
    };
    String::from_utf8(line.to_vec()).map_err(|_| bad("a head that is no UTF-8"))
}

fn bad(words: &str) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, words)
}
