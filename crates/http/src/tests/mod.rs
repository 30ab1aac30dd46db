//! The client against real sockets: the scripted server, connection by connection.

mod answers;
mod connections;
mod deadlines;
mod retries;
mod streams;

use std::time::Duration;

use tapline_contract::emv_config::{EmvDraft, EmvId};
use tapline_contract::endpoints::{CreateEmv, DeleteEmv, GetOwner, UpdateEmv};
use tapline_contract::input::Input;
use tapline_contract::params::Params;
use tapline_contract::record::Misfit;
use tapline_contract::wire::Payload;
use tapline_contract::{Class, Endpoint, Failure, Method};
use tapline_platform::clock::Clock;
use tapline_platform::clock::Pace;
use tapline_platform::network::Network;
use tapline_scripted::{Answer, Behavior, Request, Script, Server, Step};
use tapline_secrets::Token;

use super::{BaseAddress, Client, Namespace, Sending};

const OWNER: &str = r#"{"code":0,"data":{"groupName":"Acme"}}"#;

/// A minute is a millisecond when nothing is awaited, and a second and a half on the network.
fn clock() -> Clock {
    clock_with(1.0)
}

fn clock_with(jitter: f64) -> Clock {
    Clock::fast(Pace { waits: 60_000, deadlines: 40, jitter: Some(jitter) })
}

/// Deadlines in full, where a server answers every request: a busy machine can be slower than shortened ones.
fn patient_clock() -> Clock {
    Clock::fast(Pace { waits: 60_000, deadlines: 1, jitter: Some(1.0) })
}

fn client(address: &str, clock: &Clock) -> Client {
    client_in("", address, &Network::default(), clock)
}

fn client_in(namespace: &str, address: &str, network: &Network, clock: &Clock) -> Client {
    tapline_platform::network::install_crypto();
    let base = BaseAddress::parse(address).unwrap();
    let namespace = Namespace::parse(namespace).unwrap();
    Client::new(base, namespace, Some(Token::parse("some.token").unwrap()), network, clock.clone()).unwrap()
}

async fn owner(client: &Client) -> Result<String, Failure> {
    client.send::<GetOwner>(&(), &()).await.map(|sent| sent.output.name())
}

/// An answer, and the end of the connection. `headers` are whole lines. The end is announced: a client that kept the connection
/// would lose its next request in some runs.
fn answer(status: u16, headers: &str, body: impl AsRef<[u8]>) -> Script {
    let answer = Answer { body: body.as_ref().to_vec(), ..Answer::empty(status) };
    [answer.with_lines(headers).with("Connection", "close").steps(), vec![Step::Close]].concat()
}

/// A good answer of which the first `sent` bytes of the body come, then `end`.
fn part(body: &str, sent: usize, end: Step) -> Script {
    let whole = Answer { body: body.as_bytes().to_vec(), ..Answer::empty(200) };
    vec![Step::Write([&whole.head(), &body.as_bytes()[..sent]].concat()), end]
}

/// A script for each connection, the last one for all later ones.
fn serve(scripts: Vec<Script>) -> Server {
    Server::start(Behavior::by_connection(scripts))
}

/// Every connection alike.
fn always(script: Script) -> Server {
    serve(vec![script])
}

/// `GET /api/v2/current`, say.
fn line(request: &Request) -> String {
    format!("{} {}", request.method, request.target)
}

fn millis(waits: &[u64]) -> Vec<Duration> {
    waits.iter().copied().map(Duration::from_millis).collect()
}

/// Text, as it came.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
struct Echo(Option<String>);

impl Payload for Echo {
    const MAY_BE_BARE: bool = true;
    fn read(data: Option<&str>) -> Result<Echo, Misfit> {
        Ok(Echo(data.map(str::to_owned)))
    }
}

#[derive(Clone, serde::Serialize, serde::Deserialize)]
struct Body;

impl Input for Body {
    fn body(&self) -> Option<String> {
        Some("{}".to_owned())
    }
}

/// Endpoints of the kinds that these tests need one of each.
macro_rules! endpoints {
    ($($name:ident = $method:ident $class:ident $path:literal, $input:ty;)*) => {
        $(
            struct $name;
            impl Endpoint for $name {
                type Id = ();
                type Input = $input;
                type Output = Echo;
                type Seen = ();
                type Answer = Echo;
                const NAME: &'static str = stringify!($name);
                const METHOD: Method = Method::$method;
                const CLASS: Class = Class::$class;
                const PATH: &'static str = $path;
                const DOING: &'static str = concat!("Sending ", stringify!($name));
            }
            impl Sending for $name {}
        )*
    };
}

endpoints! {
    Pay = Post Money "/api/v2/transaction/void", Body;
    Mail = Post Effect "/api/v2/transaction/email", Body;
    Status = Patch Absolute "/api/v1/profiles/status", Body;
    Profiles = Get Read "/api/v1/profiles", ();
    OddRead = Post Read "/api/v2/search", Body;
}

fn id() -> EmvId {
    EmvId::from(7)
}

fn draft() -> EmvDraft {
    let params = Params::parse(r#"{"a":1}"#).unwrap();
    EmvDraft { params, emv_name: "x".to_owned(), payment_method: String::new() }
}

/// Sends one call of every kind that is not a read: name and failure.
async fn every_change(client: &Client) -> Vec<(&'static str, Failure)> {
    let (id, draft) = (id(), draft());
    let (put, post, delete, money, effect, patch) = tokio::join!(
        Box::pin(client.send::<UpdateEmv>(&id, &draft)),
        Box::pin(client.send::<CreateEmv>(&(), &draft)),
        Box::pin(client.send::<DeleteEmv>(&id, &())),
        Box::pin(client.send::<Pay>(&(), &Body)),
        Box::pin(client.send::<Mail>(&(), &Body)),
        Box::pin(client.send::<Status>(&(), &Body)),
    );
    vec![
        ("PUT", put.unwrap_err()),
        ("POST", post.unwrap_err()),
        ("DELETE", delete.unwrap_err()),
        ("money", money.unwrap_err()),
        ("effect", effect.unwrap_err()),
        ("PATCH", patch.unwrap_err()),
    ]
}
