//! An answer as it would be, and the ways in which its frame can lie.

use super::step::chunk;
use super::{Script, Step};

/// Notation of the length of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Framing {
    /// `Content-Length`, true.
    Length,
    /// `Content-Length`, this one.
    Claimed(u64),
    /// Chunks of so many bytes, with the last one that ends them.
    Chunks(usize),
    /// Chunks of so many bytes; the one that ends them is missing.
    EndlessChunks(usize),
    /// Not at all: the body ends with the connection.
    UntilClose,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub status: u16,
    /// Without those that frame the body.
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
    pub framing: Framing,
}

impl Answer {
    /// JSON text with this status.
    pub fn json(status: u16, text: &str) -> Answer {
        Answer::typed(status, "application/json", text.as_bytes())
    }

    pub fn html(status: u16, text: &str) -> Answer {
        Answer::typed(status, "text/html; charset=utf-8", text.as_bytes())
    }

    /// No body, no type.
    pub fn empty(status: u16) -> Answer {
        Answer { status, headers: Vec::new(), body: Vec::new(), framing: Framing::Length }
    }

    pub fn typed(status: u16, content_type: &str, body: &[u8]) -> Answer {
        let headers = vec![("Content-Type".to_owned(), content_type.to_owned())];
        Answer { status, headers, body: body.to_vec(), framing: Framing::Length }
    }

    #[must_use]
    pub fn with(mut self, header: &str, value: &str) -> Answer {
        self.headers.push((header.to_owned(), value.to_owned()));
        self
    }

    /// With these lines of a head, each with its line break.
    #[must_use]
    pub fn with_lines(self, lines: &str) -> Answer {
        let pairs = lines.lines().filter_map(|line| line.split_once(": "));
        pairs.fold(self, |answer, (header, value)| answer.with(header, value))
    }

    #[must_use]
    pub fn framed(self, framing: Framing) -> Answer {
        Answer { framing, ..self }
    }

    /// Status line and headers, up to and with the empty line.
    pub fn head(&self) -> Vec<u8> {
        let mut head = format!("HTTP/1.1 {} {}\r\n", self.status, reason(self.status));
        let framing = match self.framing {
            Framing::Length => Some(("Content-Length", self.body.len().to_string())),
            Framing::Claimed(length) => Some(("Content-Length", length.to_string())),
            Framing::Chunks(_) | Framing::EndlessChunks(_) => {
                Some(("Transfer-Encoding", "chunked".to_owned()))
            }
            Framing::UntilClose => Some(("Connection", "close".to_owned())),
        };
        let named = self.headers.iter().map(|(name, value)| (name.as_str(), value.clone()));
        let lines = named.chain(framing).map(|(name, value)| format!("{name}: {value}\r\n"));
        head.extend(lines);
        head.push_str("\r\n");
        head.into_bytes()
    }

    /// The body as it goes over the wire.
    pub fn framed_body(&self) -> Vec<u8> {
        let (size, ends) = match self.framing {
            Framing::Length | Framing::Claimed(_) | Framing::UntilClose => return self.body.clone(),
            Framing::Chunks(size) => (size, true),
            Framing::EndlessChunks(size) => (size, false),
        };
        let mut wire: Vec<u8> = self.body.chunks(size.max(1)).flat_map(chunk).collect();
        if ends {
            wire.extend_from_slice(b"0\r\n\r\n");
        }
        wire
    }

    /// The whole answer.
    pub fn steps(&self) -> Script {
        let written = Step::Write([self.head(), self.framed_body()].concat());
        match self.framing {
            Framing::UntilClose => vec![written, Step::Close],
            _ => vec![written],
        }
    }

    /// Half of the head, then `then`.
    pub fn cut_in_head(&self, then: Step) -> Script {
        let head = self.head();
        vec![Step::Write(head[..head.len() / 2].to_vec()), then]
    }

    /// The head and half of the body, then `then`.
    pub fn cut_in_body(&self, then: Step) -> Script {
        let body = self.framed_body();
        vec![Step::Write([&self.head(), &body[..body.len() / 2]].concat()), then]
    }
}

fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        201 => "Created",
        301 => "Moved Permanently",
        302 => "Found",
        307 => "Temporary Redirect",
        308 => "Permanent Redirect",
        400 => "Bad Request",
        401 => "Unauthorized",
        403 => "Forbidden",
        404 => "Not Found",
        429 => "Too Many Requests",
        500 => "Internal Server Error",
        502 => "Bad Gateway",
        503 => "Service Unavailable",
        504 => "Gateway Timeout",
        // No client may depend on it.
        _ => "Other",
    }
}
