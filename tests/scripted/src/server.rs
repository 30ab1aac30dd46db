//! The listener: one thread that accepts, one for each connection.

use std::fmt;
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::traffic::Log;
use super::{Answer, ClosedPort, Greeting, Request, Script, SeenTraffic, Step, connection};

/// Interval at which a waiting thread looks for the server's end.
pub(super) const TICK: Duration = Duration::from_millis(20);

type Greet = dyn Fn(usize) -> Greeting + Send + Sync;
type Respond = dyn Fn(&Request) -> Script + Send + Sync;

/// Behavior of the server. Both parts may hold state.
#[derive(Clone)]
pub struct Behavior {
    /// Greeting of a connection, by its number from 0.
    greet: Arc<Greet>,
    /// Steps for a whole request.
    respond: Arc<Respond>,
}

impl Behavior {
    /// Plain HTTP with these answers.
    pub fn respond<S: Into<Script>>(respond: impl Fn(&Request) -> S + Send + Sync + 'static) -> Behavior {
        let respond = move |request: &Request| respond(request).into();
        Behavior { greet: Arc::new(|_| Greeting::Serve), respond: Arc::new(respond) }
    }

    /// Plain HTTP with a script for every request of a connection, by the number of the connection. The last script is that of
    /// all later connections.
    pub fn by_connection(scripts: Vec<Script>) -> Behavior {
        Behavior::respond(move |request| {
            let script = scripts.get(request.connection).or(scripts.last());
            script.expect("at least one script").clone()
        })
    }

    /// Plain HTTP with the same answer to every request.
    pub fn always(answer: &Answer) -> Behavior {
        let steps = answer.steps();
        Behavior::respond(move |_| steps.clone())
    }

    /// Every connection ends or hangs here.
    pub fn greet(greeting: Greeting) -> Behavior {
        Behavior { greet: Arc::new(move |_| greeting.clone()), respond: Arc::new(|_| vec![Step::Close]) }
    }

    /// Behavior with the same answers after another greeting: behind TLS, or with a fault for some
    /// connections only.
    #[must_use]
    pub fn after(self, greet: impl Fn(usize) -> Greeting + Send + Sync + 'static) -> Behavior {
        Behavior { greet: Arc::new(greet), ..self }
    }
}

impl fmt::Debug for Behavior {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Behavior")
    }
}

/// Stopped, with every connection, when dropped.
#[derive(Debug)]
pub struct Server {
    port: u16,
    shared: Arc<Shared>,
    accepting: Option<JoinHandle<()>>,
}

#[derive(Debug)]
pub(super) struct Shared {
    pub(super) log: Log,
    pub(super) stopped: AtomicBool,
    behavior: Mutex<Behavior>,
    sockets: Mutex<Vec<Weak<TcpStream>>>,
}

impl Shared {
    pub(super) fn greeting(&self, number: usize) -> Greeting {
        let greet = Arc::clone(&locked(&self.behavior).greet);
        greet(number)
    }

    pub(super) fn steps(&self, request: &Request) -> Script {
        let respond = Arc::clone(&locked(&self.behavior).respond);
        respond(request)
    }
}

impl Server {
    /// On a free port of 127.0.0.1.
    pub fn start(behavior: Behavior) -> Server {
        ClosedPort::reserve().open(behavior)
    }

    pub(super) fn on(listener: TcpListener, behavior: Behavior) -> Server {
        let port = listener.local_addr().expect("it is bound").port();
        let shared = Arc::new(Shared {
            log: Log::default(),
            stopped: AtomicBool::new(false),
            behavior: Mutex::new(behavior),
            sockets: Mutex::default(),
        });
        let accepted = Arc::clone(&shared);
        let accepting = Some(thread::spawn(move || accept(&listener, &accepted)));
        Server { port, shared, accepting }
    }

    /// Says the same to every request.
    pub fn always(answer: &Answer) -> Server {
        Server::start(Behavior::always(answer))
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    /// Host and port.
    pub fn place(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    pub fn http(&self) -> String {
        format!("http://{}", self.place())
    }

    pub fn https(&self) -> String {
        format!("https://{}", self.place())
    }

    /// Changes the behavior from the next connection and the next request on. Exchanges already begun go
    /// on as they began.
    pub fn behave(&self, behavior: Behavior) {
        *locked(&self.shared.behavior) = behavior;
    }

    /// The requests so far.
    pub fn requests(&self) -> Vec<Request> {
        self.seen().requests
    }

    pub fn seen(&self) -> SeenTraffic {
        self.shared.log.seen()
    }

    /// Waits until it has seen that. Needs a runtime, and leaves its clock alone, even one that is paused.
    pub async fn until(&self, condition: impl Fn(&SeenTraffic) -> bool + Send + 'static) -> SeenTraffic {
        let shared = Arc::clone(&self.shared);
        let waited = tokio::task::spawn_blocking(move || shared.log.wait(condition));
        waited.await.unwrap_or_else(|cause| panic!("{cause}"))
    }

    /// As `until`, without async.
    pub fn wait(&self, condition: impl Fn(&SeenTraffic) -> bool) -> SeenTraffic {
        self.shared.log.wait(condition)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.shared.stopped.store(true, Ordering::SeqCst);
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, self.port));
        // Wakes the thread that accepts, which then closes the port.
        let _ = TcpStream::connect_timeout(&address, Duration::from_secs(1));
        if let Some(accepting) = self.accepting.take() {
            // A panic there was printed where it happened.
            let _ = accepting.join();
        }
    }
}

fn accept(listener: &TcpListener, shared: &Arc<Shared>) {
    let mut threads = Vec::new();
    while let Ok((socket, _)) = listener.accept() {
        if shared.stopped.load(Ordering::SeqCst) {
            break;
        }
        let socket = Arc::new(socket);
        // Small answers leave at once.
        let _ = socket.set_nodelay(true);
        let mut sockets = locked(&shared.sockets);
        sockets.retain(|socket| socket.strong_count() > 0);
        sockets.push(Arc::downgrade(&socket));
        let number = shared.log.note(|seen| {
            seen.connections += 1;
            seen.connections - 1
        });
        let shared = Arc::clone(shared);
        threads.push(thread::spawn(move || connection::serve(number, socket, &shared)));
    }
    for socket in locked(&shared.sockets).iter().filter_map(Weak::upgrade) {
        // The client may have gone before.
        let _ = socket.shutdown(Shutdown::Both);
    }
    for thread in threads {
        // A panic there was printed where it happened.
        let _ = thread.join();
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
