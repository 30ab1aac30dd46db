//! The generator of load: requests over connections that are kept open, one after the other on each. The same for every server.
//!
//! It knows no more of HTTP than where an answer ends, and decodes nothing. An answer that is not 200 ends the measuring.

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use crate::stop::Stop;

/// How long a single answer may take.
const PATIENCE: Duration = Duration::from_mins(1);
/// Bytes that are read at once.
const PIECE: usize = 64 << 10;

/// A server, and what it is asked in turn.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    /// `127.0.0.1:PORT`
    address: String,
    /// Lines that every request has.
    headers: String,
    requests: Arc<[Vec<u8>]>,
}

/// A connection that is kept open.
struct Wire {
    stream: BufReader<TcpStream>,
    line: Vec<u8>,
    body: Vec<u8>,
}

/// Where the body of an answer ends.
enum End {
    After(usize),
    Chunked,
}

impl Asked {
    /// Each header ends its line.
    pub(crate) fn at(address: &str, headers: &str, paths: impl Iterator<Item = String>) -> Asked {
        let headers = format!("Host: {address}\r\n{headers}");
        let requests = paths.map(|path| request(&path, &headers)).collect();
        Asked { address: address.to_owned(), headers, requests }
    }

    /// The body of the answer to one request over a connection of its own.
    pub(crate) fn body(&self, path: &str) -> Result<Vec<u8>, Stop> {
        let asked = async {
            let mut wire = Wire::open(&self.address).await?;
            wire.ask(&request(path, &self.headers)).await?;
            Ok::<_, io::Error>(wire.body)
        };
        block_on(PATIENCE, asked)
    }

    /// Requests a second, over so many connections. They are open before the time is taken.
    pub(crate) fn rate(&self, connections: usize, during: Duration) -> Result<f64, Stop> {
        let asked = async {
            let mut wires = Vec::new();
            for _ in 0..connections {
                wires.push(Wire::open(&self.address).await?);
            }
            let begun = Instant::now();
            let mut all = JoinSet::new();
            for (at, mut wire) in wires.into_iter().enumerate() {
                // Each begins elsewhere, so that no two ask for the same at the same time.
                let first = at * self.requests.len() / connections;
                let requests = Arc::clone(&self.requests);
                all.spawn(async move {
                    let mut answers = 0_u32;
                    for request in requests.iter().cycle().skip(first) {
                        wire.ask(request).await?;
                        answers += 1;
                        if begun.elapsed() >= during {
                            break;
                        }
                    }
                    Ok::<_, io::Error>(answers)
                });
            }
            let mut answers = 0;
            while let Some(done) = all.join_next().await {
                answers += done.map_err(io::Error::other)??;
            }
            Ok::<_, io::Error>(f64::from(answers) / begun.elapsed().as_secs_f64())
        };
        block_on(during + PATIENCE, asked)
    }
}

/// On one thread: the generator takes no more than one core from the server.
fn block_on<T>(patience: Duration, work: impl Future<Output = io::Result<T>>) -> Result<T, Stop> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let work = async { tokio::time::timeout(patience, work).await };
    let done = runtime.map_err(Stop::at("no runtime"))?.block_on(work);
    done.map_err(Stop::at("the server does not answer"))?.map_err(Stop::at("the server"))
}

fn request(path: &str, headers: &str) -> Vec<u8> {
    format!("GET {path} HTTP/1.1\r\n{headers}Accept: application/json\r\n\r\n").into_bytes()
}

impl Wire {
    async fn open(address: &str) -> io::Result<Wire> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Wire { stream: BufReader::with_capacity(PIECE, stream), line: Vec::new(), body: Vec::new() })
    }

    /// Leaves the body of the answer.
    async fn ask(&mut self, request: &[u8]) -> io::Result<()> {
        self.stream.write_all(request).await?;
        let status = self.line().await?;
        if status.split(' ').nth(1) != Some("200") {
            return Err(io::Error::other(format!("answers {status}")));
        }
        let mut end = None;
        loop {
            let line = self.line().await?;
            let Some((key, value)) = line.split_once(':') else { break };
            if key.eq_ignore_ascii_case("content-length") {
                end = value.trim().parse().ok().map(End::After);
            } else if key.eq_ignore_ascii_case("transfer-encoding") {
                end = Some(End::Chunked);
            }
        }
        self.body.clear();
        match end {
            Some(End::After(length)) => self.read(length).await,
            Some(End::Chunked) => self.chunks().await,
            None => Err(io::Error::other("does not say where its answer ends")),
        }
    }

    async fn chunks(&mut self) -> io::Result<()> {
        loop {
            let line = self.line().await?;
            let length = usize::from_str_radix(line.trim(), 16).map_err(io::Error::other)?;
            self.read(length).await?;
            self.line().await?;
            if length == 0 {
                return Ok(());
            }
        }
    }

    /// Adds so many bytes to the body.
    async fn read(&mut self, length: usize) -> io::Result<()> {
        let before = self.body.len();
        self.body.resize(before + length, 0);
        self.stream.read_exact(&mut self.body[before..]).await.map(drop)
    }

    /// The next line, without its end.
    async fn line(&mut self) -> io::Result<&str> {
        self.line.clear();
        if self.stream.read_until(b'\n', &mut self.line).await? == 0 {
            return Err(io::Error::other("closed the connection"));
        }
        str::from_utf8(self.line.trim_ascii_end()).map_err(io::Error::other)
    }
}

#[cfg(test)]
mod tests {
    use tokio::net::TcpListener;

    use super::*;

    /// Answers each connection with this, once for every request, and closes it after so many.
    fn server(answer: &'static str, many: usize) -> Asked {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let address = listener.local_addr().unwrap().to_string();
        std::thread::spawn(move || {
            let serve = async {
                let listener = TcpListener::from_std(listener)?;
                loop {
                    let mut stream = BufReader::new(listener.accept().await?.0);
                    for _ in 0..many {
                        let mut line = String::new();
                        while stream.read_line(&mut line).await? > 2 {
                            line.clear();
                        }
                        stream.write_all(answer.as_bytes()).await?;
                    }
                }
            };
            block_on::<()>(PATIENCE, serve)
        });
        Asked::at(&address, "", ["/a", "/b"].map(str::to_owned).into_iter())
    }

    #[test]
    fn an_answer_ends_where_it_says() {
        for (answer, expected) in [
            ("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nsale!", "sale!"),
            (
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nsa\r\n3\r\nle!\r\n0\r\n\r\n",
                "sale!",
            ),
        ] {
            assert_eq!(server(answer, 1).body("/").unwrap(), expected.as_bytes());
        }
    }

    #[test]
    fn requests_are_counted_until_the_time_is_over() {
        let asked = server("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]", usize::MAX);
        assert!(asked.rate(1, Duration::from_millis(20)).unwrap() > 0.0);
    }

    #[test]
    fn a_server_that_fails_or_hangs_up_is_not_counted() {
        let refused = server("HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n", 1);
        assert!(refused.rate(1, Duration::ZERO).unwrap_err().to_string().contains("401"));
        let asked = server("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]", 1);
        let why = asked.rate(1, Duration::from_secs(5)).unwrap_err().to_string();
        assert!(why.contains("the server"), "{why}");
    }
}
