//! The server: one script for each connection, in the order in which they come. The last script serves all later ones.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};

/// Event on a connection.
#[derive(Clone)]
pub(super) enum Step {
    /// Reads one request, and keeps its head.
    Read,
    Write(Vec<u8>),
    /// In time of the test's own, not in nominal time.
    Pause(Duration),
    /// Keeps the connection open and silent until the client closes it.
    Hang,
    Reset,
}

use Step::{Hang, Pause, Read, Reset, Write};

/// Closes it after the last step.
pub(super) type Script = Vec<Step>;

pub(super) struct Server {
    pub(super) address: String,
    heads: watch::Sender<Vec<String>>,
    connections: Arc<Mutex<usize>>,
    /// One permit for every silent connection that the client closed.
    left: Arc<Semaphore>,
}

impl Server {
    pub(super) async fn start(scripts: Vec<Script>) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let (heads, connections) = (watch::Sender::default(), Arc::<Mutex<usize>>::default());
        let left = Arc::new(Semaphore::new(0));
        let server =
            Server { address, heads: heads.clone(), connections: connections.clone(), left: left.clone() };
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let script = {
                    let mut count = connections.lock().unwrap();
                    *count += 1;
                    scripts.get(*count - 1).or(scripts.last()).unwrap().clone()
                };
                tokio::spawn(serve(stream, script, heads.clone(), left.clone()));
            }
        });
        server
    }

    /// Every connection alike.
    pub(super) async fn always(script: Script) -> Server {
        Server::start(vec![script]).await
    }

    /// The heads of all requests so far.
    pub(super) fn heads(&self) -> Vec<String> {
        self.heads.borrow().clone()
    }

    pub(super) fn requests(&self) -> usize {
        self.heads.borrow().len()
    }

    /// Waits until a request has come.
    pub(super) async fn asked(&self) {
        self.heads.subscribe().wait_for(|heads| !heads.is_empty()).await.unwrap();
    }

    /// Waits until the client has closed a silent connection; a lot longer than it may take.
    pub(super) async fn left(&self) {
        let left = tokio::time::timeout(Duration::from_secs(5), self.left.acquire()).await;
        assert!(left.is_ok(), "the connection is still open");
    }

    pub(super) fn connections(&self) -> usize {
        *self.connections.lock().unwrap()
    }
}

async fn serve(
    mut stream: TcpStream,
    script: Script,
    heads: watch::Sender<Vec<String>>,
    left: Arc<Semaphore>,
) {
    for step in script {
        match step {
            Read => match request(&mut stream).await {
                Some(head) => heads.send_modify(|heads| heads.push(head)),
                None => return,
            },
            // A client that hung up is no matter here.
            Write(bytes) => {
                let _ = stream.write_all(&bytes).await;
            }
            Pause(time) => tokio::time::sleep(time).await,
            Hang => {
                while stream.read(&mut [0; 64]).await.is_ok_and(|read| read > 0) {}
                left.add_permits(1);
            }
            Reset => {
                stream.set_zero_linger().unwrap();
                return;
            }
        }
    }
}

/// The head of a request whose body was read too; `None` when the client hung up before.
async fn request(stream: &mut TcpStream) -> Option<String> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.ok()?);
    }
    let head = String::from_utf8(head).unwrap().to_ascii_lowercase();
    let length = head
        .split("content-length: ")
        .nth(1)
        .map_or(0, |rest| rest.split('\r').next().unwrap().parse().unwrap());
    stream.read_exact(&mut vec![0; length]).await.ok()?;
    Some(head)
}

/// Reads a request and answers it. `headers` are whole lines.
pub(super) fn answer(status: u16, headers: &str, body: impl AsRef<[u8]>) -> Script {
    let body = body.as_ref();
    let head = format!("HTTP/1.1 {status} Words\r\nContent-Length: {}\r\n{headers}\r\n", body.len());
    vec![Read, Write([head.as_bytes(), body].concat())]
}

/// Like [`answer`], of which only the first `sent` bytes of the body come.
pub(super) fn part(body: &str, sent: usize) -> Script {
    let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", body.len());
    vec![Read, Write([head.as_bytes(), &body.as_bytes()[..sent]].concat())]
}

pub(super) fn then(script: Script, step: Step) -> Script {
    script.into_iter().chain([step]).collect()
}
