//! The client of the service: the one crate that speaks HTTP, and the only one with an HTTP library.
//!
//! It decides no change and keeps nothing on disk; which call may be sent is decided in `tapline-core`.
//!
//! One function sends an endpoint and reads its answer, one hands out a whole list as it comes. How long, how large, how often
//! and over which connection is a row of [`sending`]; what a failure means is said in [`failure`] and [`transport`].
//! Invariants: only reads are ever sent twice; redirects are errors; the token goes to one address.

#![expect(
    clippy::result_large_err,
    reason = "a failure carries what a person needs to know, and is made once per call"
)]

mod answer;
mod body;
mod certificate;
mod connect;
mod failure;
pub mod fetch;
mod incoming;
mod last_answer;
mod path;
mod proxy;
mod required;
mod retry;
mod roots;
mod scrub;
mod sending;
mod stall;
mod transport;
pub mod unpack;
pub mod walk;

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use reqwest::header::{ACCEPT, ACCEPT_ENCODING, AUTHORIZATION, CONTENT_TYPE, HeaderValue};
use reqwest::{Response, Url};
use tapline_address::{BaseAddress, Namespace};
use tapline_contract::endpoints::GetOwner;
use tapline_contract::field::Number;
use tapline_contract::input::{Input, PathId as _};
use tapline_contract::seal::Seal;
use tapline_contract::unit::proven;
use tapline_contract::{Endpoint, Failure, FailureKind, Method};
use tapline_platform::clock::Clock;
use tapline_platform::log;
use tapline_platform::network::Network;
use tapline_platform::sync::locked;
use tapline_secrets::Token;
use zeroize::Zeroizing;

use self::answer::{Head, Raw};
pub use self::answer::{is_code, refused};
use self::body::Pieces;
pub use self::certificate::Certificate;
use self::connect::Connections;
pub use self::failure::{CallContext, DAMAGED, OPERATOR, PERHAPS};
pub use self::incoming::Incoming;
use self::last_answer::LastAnswer;
pub use self::proxy::Proxy;
pub use self::required::require;
use self::retry::{Budget, Tries};
pub use self::scrub::Passing;
use self::scrub::Scrub;
use self::sending::{Limits, limits_of};
pub use self::sending::{Sending, Size};

/// Path of an endpoint below the customer's namespace.
const CUSTOMER: &str = "/api/v1/";

/// Hex digits of [`Client::mark`].
const MARK_LENGTH: usize = 16;

/// Speaks to one service with one token.
pub struct Client {
    base: BaseAddress,
    namespace: Namespace,
    token: Option<Token>,
    clock: Clock,
    connections: Connections,
    budget: Budget,
    /// Patience for a call, if a person sets it.
    patience: Option<Duration>,
    /// An amount with a fraction was read: the service does not count in minor units.
    fraction: AtomicBool,
    merchants_by: Mutex<Filter>,
    known: LastAnswer,
}

/// The service's form of a filter that selects nothing: left out, or empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Filter {
    #[default]
    Absent,
    Empty,
}

/// A success.
#[derive(Debug)]
pub struct Sent<T> {
    pub output: T,
    status: u16,
    /// `x-service-request-id`
    pub request_id: Option<String>,
}

/// The answer of an address to a request without a token.
pub struct Probe {
    pub result: Result<(), Failure>,
    pub certificate: Option<Certificate>,
    pub millis: u64,
}

impl Client {
    /// Fails when the computer has no trusted root certificates, and needs them.
    pub fn new(
        base: BaseAddress,
        namespace: Namespace,
        token: Option<Token>,
        network: &Network,
        clock: Clock,
    ) -> Result<Client, Failure> {
        let connections = Connections::to(&base, network, &clock).map_err(|_| no_roots(&base))?;
        let budget = Budget::default();
        let patience = network.patience;
        let fraction = AtomicBool::new(false);
        let (merchants_by, known) = (Mutex::default(), LastAnswer::default());
        Ok(Client {
            base,
            namespace,
            token,
            clock,
            connections,
            budget,
            patience,
            fraction,
            merchants_by,
            known,
        })
    }

    /// Form in which the service last accepted `mchId` in a list of all merchants.
    pub fn merchants_by(&self) -> Filter {
        *locked(&self.merchants_by)
    }

    pub fn list_merchants_by(&self, filter: Filter) {
        *locked(&self.merchants_by) = filter;
    }

    /// Distinguishes its token from other tokens, and nothing more: a part of a keyed hash.
    pub fn mark(&self, seal: &Seal) -> Option<String> {
        let sealed = seal.text(&self.token.as_ref()?.bearer());
        Some(sealed.trim_start_matches(Seal::MARK).chars().take(MARK_LENGTH).collect())
    }

    /// Sends one call of an endpoint: once, or, when it only reads, as often as its limits allow. Dropping the future cancels
    /// it; whether the service had it by then is not known.
    pub async fn send<E: Sending>(&self, id: &E::Id, input: &E::Input) -> Result<Sent<E::Output>, Failure> {
        let asked = self.context::<E>(input);
        let limits = limits_of::<E>(input).within(self.patience);
        let mut tries = Tries::new(&self.clock, &self.budget, &limits);
        let started = self.clock.elapsed();
        let result = loop {
            let answered = tries.send(&asked, async {
                let (head, pieces) = self.exchange::<E>(&asked, id, input, &limits).await?;
                let sent = Raw::receive(head, pieces, limits.size).await.read::<E>(&asked, &self.known)?;
                Ok(meant::<E>(&asked, id, sent)?)
            });
            match answered.await {
                Ok(sent) => break Ok(sent),
                Err(failed) => {
                    if let Err(failure) = tries.again(failed).await {
                        break Err(failure);
                    }
                }
            }
        };
        let noted = result.as_ref().map(|sent| (sent.status, sent.request_id.as_deref()));
        self.note(E::NAME, started, noted);
        if let Ok(sent) = &result {
            self.read_amounts(E::amounts(&sent.output).into_iter());
        }
        result.map_err(|failure| self.with_validity(failure))
    }

    /// Notes the bare amounts of an answer, also of a list that came as a stream.
    pub fn read_amounts<'n>(&self, amounts: impl Iterator<Item = &'n Number>) {
        if proven(amounts).is_some() {
            self.fraction.store(true, Ordering::Relaxed);
        }
    }

    pub fn saw_fraction(&self) -> bool {
        self.fraction.load(Ordering::Relaxed)
    }

    /// Sends a read, like [`Client::send`], and hands out its body as it comes. What breaks before the first bytes is tried
    /// again, what breaks later is final. No limit but the stall guard is set on the whole; dropping it cancels.
    pub async fn stream<E: Sending>(&self, id: &E::Id, input: &E::Input) -> Result<Incoming, Failure> {
        let asked = self.context::<E>(input);
        let limits = limits_of::<E>(input).without_deadline().within(self.patience);
        let mut tries = Tries::new(&self.clock, &self.budget, &limits);
        let started = self.clock.elapsed();
        let result = loop {
            let answered = tries.send(&asked, async {
                let (head, pieces) = self.exchange::<E>(&asked, id, input, &limits).await?;
                if head.promises_data() {
                    return Ok(Incoming::begin(head, pieces, asked.clone()).await?);
                }
                match Raw::receive(head, pieces, limits.size).await.read::<E>(&asked, &self.known) {
                    Ok(_) => Err(asked.foreign("an HTML page").into()),
                    Err(failed) => Err(failed),
                }
            });
            match answered.await {
                Ok(incoming) => break Ok(incoming),
                Err(failed) => {
                    if let Err(failure) = tries.again(failed).await {
                        break Err(failure);
                    }
                }
            }
        };
        let noted = result.as_ref().map(|incoming| (200, incoming.request_id.as_deref()));
        self.note(E::NAME, started, noted);
        result.map_err(|failure| self.with_validity(failure))
    }

    /// Asks for the owner, once. Of a client without token: whether a service answers there.
    pub async fn probe(&self) -> Probe {
        let asked = self.context::<GetOwner>(&());
        let limits = Limits { sends: 1, ..limits_of::<GetOwner>(&()).within(self.patience) };
        let mut certificate = None;
        let started = self.clock.elapsed();
        let answered = Tries::new(&self.clock, &self.budget, &limits)
            .send(&asked, async {
                let (mut head, pieces) = self.exchange::<GetOwner>(&asked, &(), &(), &limits).await?;
                certificate = head.certificate.take();
                Raw::receive(head, pieces, limits.size).await.read::<GetOwner>(&asked, &self.known)
            })
            .await;
        let millis = self.millis_since(started);
        Probe { result: answered.map(drop).map_err(|failed| failed.failure), certificate, millis }
    }

    fn context<E: Sending>(&self, input: &E::Input) -> CallContext {
        CallContext::new::<E>(self.base.place(), Scrub::new(self.token.as_ref(), &input.secrets()))
    }

    /// From the request to the last header of its answer.
    async fn exchange<E: Sending>(
        &self,
        asked: &CallContext,
        id: &E::Id,
        input: &E::Input,
        limits: &Limits,
    ) -> Result<(Head, Pieces), Failure> {
        let request = self.request::<E>(asked, id, input)?;
        let sending = self.connections.client(limits.connection).execute(request);
        let Some(answered) = connect::answer_within(&self.clock, limits.headers, sending).await else {
            return Err(asked.too_late());
        };
        let response: Response = answered.map_err(|error| asked.transport(&error))?;
        let head = Head::read(&response, asked, &self.clock);
        Ok((head, Pieces::new(response, &self.clock)))
    }

    fn request<E: Sending>(
        &self,
        asked: &CallContext,
        id: &E::Id,
        input: &E::Input,
    ) -> Result<reqwest::Request, Failure> {
        let path = path::fill(E::PATH, id.segment())
            .map_err(|bad| asked.bad_input(&bad.to_string()).field(bad.field))?;
        let prefix = match E::PATH.starts_with(CUSTOMER) {
            false => String::new(),
            true if self.namespace.is_empty() => return Err(asked.no_namespace()),
            true => format!("/{}", self.namespace),
        };
        let mut url = Url::parse(&format!("{}{prefix}{path}", self.base.text()))
            .map_err(|_| asked.bad_input("its address is invalid"))?;
        let query = input.query();
        if !query.is_empty() {
            url.query_pairs_mut().extend_pairs(query);
        }
        let mut request = reqwest::Request::new(method(E::METHOD), url);
        let headers = request.headers_mut();
        headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
        if E::METHOD == Method::Get {
            headers.insert(ACCEPT_ENCODING, HeaderValue::from_static("gzip"));
        }
        if let Some(token) = &self.token {
            let mut bearer = HeaderValue::try_from(token.bearer().as_str())
                .map_err(|_| asked.bad_input("the token has characters that can't be sent"))?;
            bearer.set_sensitive(true);
            headers.insert(AUTHORIZATION, bearer);
        }
        if let Some(body) = input.body() {
            headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
            // Wiped when it has been sent, or is given up.
            let body = Zeroizing::new(body.into_bytes());
            *request.body_mut() = Some(bytes::Bytes::from_owner(body).into());
        }
        Ok(request)
    }

    /// A failure that came with an answer also names a token that is out of date. It is sent all the same: the clock of this
    /// computer may be wrong, and the service decides.
    fn with_validity(&self, failure: Failure) -> Failure {
        let out_of_date =
            self.token.as_ref().and_then(|token| token.validity().out_of_date(self.clock.now()));
        match out_of_date {
            Some(words) if failure.status.is_some() => {
                Failure { sentence: format!("{} The token {words}.", failure.sentence), ..failure }
            }
            _ => failure,
        }
    }

    /// `ended` is status and request id of a success.
    fn note(&self, call: &str, started: Duration, ended: Result<(u16, Option<&str>), &Failure>) {
        let millis = self.millis_since(started);
        match ended {
            Ok((status, request)) => log::call(call, Some(status), millis, None, request),
            Err(failure) => {
                log::call(call, failure.status, millis, Some(failure.kind), failure.request_id.as_deref());
            }
        }
    }

    fn millis_since(&self, started: Duration) -> u64 {
        u64::try_from(self.clock.elapsed().saturating_sub(started).as_millis()).unwrap_or(u64::MAX)
    }
}

/// The answer, unless it names another record than the requested one.
fn meant<E: Sending>(
    asked: &CallContext,
    id: &E::Id,
    sent: Sent<E::Output>,
) -> Result<Sent<E::Output>, Failure> {
    let other = match (id.segment(), E::owner(&sent.output)) {
        (Some(id), Some((member, owner))) if owner != id => asked.of_another(member, id, owner),
        _ => return Ok(sent),
    };
    Err(Failure { request_id: sent.request_id, ..other.status(sent.status) })
}

fn method(method: Method) -> reqwest::Method {
    match method {
        Method::Get => reqwest::Method::GET,
        Method::Post => reqwest::Method::POST,
        Method::Put => reqwest::Method::PUT,
        Method::Patch => reqwest::Method::PATCH,
        Method::Delete => reqwest::Method::DELETE,
    }
}

fn no_roots(base: &BaseAddress) -> Failure {
    let sentence = format!(
        "Tapline can't verify {}: this computer's root certificates are unreadable. Nothing was sent. Install them \
         (on Debian: the package ca-certificates), then try again.",
        base.place()
    );
    Failure::new(FailureKind::Certificate, GetOwner::NAME, sentence)
}

#[cfg(test)]
mod tests;
