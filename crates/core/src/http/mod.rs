//! The client of the service. Nothing else in core speaks HTTP, and nothing else names the HTTP library.
//!
//! One function sends an endpoint. Two connection pools: reads share connections; a change gets a fresh HTTP/1.1 connection,
//! so that it cannot die on a stale one, and is never sent twice by the library. Redirects are errors everywhere. The
//! envelope rules are `tapline_contract::wire`; what a failure means is said in [`failure`] and [`transport`].

mod address;
mod answer;
mod body;
mod certificate;
mod failure;
mod path;
mod sending;
mod transport;

use std::time::{Duration, Instant};

use reqwest::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HeaderValue};
use reqwest::{ClientBuilder, Url, redirect, retry};
use tapline_contract::endpoint::{Input as _, PathId as _};
use tapline_contract::endpoints::GetOwner;
use tapline_contract::{Class, Endpoint, Failure, Kind, Method};

pub(crate) use self::address::{AddressError, BaseAddress};
use self::answer::Raw;
pub(crate) use self::certificate::Certificate;
use self::failure::Asked;
pub(crate) use self::sending::Sending;
use crate::log;
use crate::secrets::Token;

const IDLE: Duration = Duration::from_secs(30);

/// Speaks to one service with one token.
pub(crate) struct Client {
    base: BaseAddress,
    token: Option<Token>,
    reads: reqwest::Client,
    changes: reqwest::Client,
}

/// A success.
#[derive(Debug)]
pub(crate) struct Sent<T> {
    pub(crate) output: T,
    /// `x-service-request-id`
    pub(crate) request_id: Option<String>,
}

/// What an address answers to someone without a token.
pub(crate) struct Probe {
    pub(crate) result: Result<(), Failure>,
    pub(crate) certificate: Option<Certificate>,
    pub(crate) millis: u64,
}

impl Client {
    /// Fails when the computer has no trusted root certificates, and needs them.
    pub(crate) fn new(base: BaseAddress, token: Option<Token>) -> Result<Client, Failure> {
        let built = |builder: ClientBuilder| builder.build().map_err(|_| no_roots(&base));
        let reads = built(builder(&base).pool_idle_timeout(IDLE))?;
        let changes = built(builder(&base).http1_only().pool_max_idle_per_host(0))?;
        Ok(Client { base, token, reads, changes })
    }

    /// Sends one call of an endpoint, once.
    pub(crate) async fn send<E: Sending>(
        &self,
        id: &E::Id,
        input: &E::Input,
    ) -> Result<Sent<E::Output>, Failure> {
        let asked = Asked::of::<E>(self.base.place());
        let started = Instant::now();
        let (status, result) = match self.exchange::<E>(&asked, id, input).await {
            Ok(raw) => (Some(raw.status), raw.read(&asked)),
            Err(failure) => (None, Err(failure)),
        };
        let (kind, request) = match &result {
            Ok(sent) => (None, sent.request_id.as_deref()),
            Err(failure) => (Some(failure.kind), failure.request_id.as_deref()),
        };
        log::call(E::NAME, status, millis(started), kind, request);
        result
    }

    /// Asks for the owner. Of a client without token: whether a service answers there.
    pub(crate) async fn probe(&self) -> Probe {
        let asked = Asked::of::<GetOwner>(self.base.place());
        let started = Instant::now();
        let answered = self.exchange::<GetOwner>(&asked, &(), &()).await;
        let millis = millis(started);
        match answered {
            Ok(mut raw) => Probe {
                certificate: raw.certificate.take(),
                result: raw.read::<<GetOwner as Endpoint>::Output>(&asked).map(drop),
                millis,
            },
            Err(failure) => Probe { result: Err(failure), certificate: None, millis },
        }
    }

    async fn exchange<E: Sending>(
        &self,
        asked: &Asked,
        id: &E::Id,
        input: &E::Input,
    ) -> Result<Raw, Failure> {
        let request = self.request::<E>(asked, id, input)?;
        let client = if E::CLASS == Class::Read { &self.reads } else { &self.changes };
        let whole = async {
            let answering = client.execute(request);
            // Connecting has its own limit, inside the client.
            let Ok(answered) = tokio::time::timeout(sending::CONNECT + E::LIMITS.headers, answering).await
            else {
                return Err(asked.too_late());
            };
            let response = answered.map_err(|error| asked.transport(&error))?;
            Ok(Raw::receive(response, E::LIMITS.body).await)
        };
        tokio::time::timeout(E::LIMITS.whole, whole).await.unwrap_or_else(|_| Err(asked.too_late()))
    }

    fn request<E: Endpoint>(
        &self,
        asked: &Asked,
        id: &E::Id,
        input: &E::Input,
    ) -> Result<reqwest::Request, Failure> {
        let path = path::fill(E::PATH, id.segment()).map_err(|bad| asked.bad_input(&bad.to_string()))?;
        let mut url = Url::parse(&format!("{}{path}", self.base.text()))
            .map_err(|_| asked.bad_input("its address cannot be put together"))?;
        let query = input.query();
        if !query.is_empty() {
            url.query_pairs_mut().extend_pairs(query);
        }
        let mut request = reqwest::Request::new(method(E::METHOD), url);
        let headers = request.headers_mut();
        headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
        if let Some(token) = &self.token {
            let mut bearer = HeaderValue::try_from(token.bearer().as_str())
                .map_err(|_| asked.bad_input("the token holds signs that no header can carry"))?;
            bearer.set_sensitive(true);
            headers.insert(AUTHORIZATION, bearer);
        }
        if let Some(body) = input.body() {
            headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
            *request.body_mut() = Some(body.into());
        }
        Ok(request)
    }
}

fn builder(base: &BaseAddress) -> ClientBuilder {
    let builder = reqwest::Client::builder()
        .user_agent(concat!("Tapline/", env!("CARGO_PKG_VERSION")))
        .connect_timeout(sending::CONNECT)
        .redirect(redirect::Policy::none())
        .retry(retry::never())
        .tls_info(true);
    let builder = if base.is_loopback() { builder.no_proxy() } else { builder };
    // Plain http needs no roots, so it works on a machine that has none.
    if base.is_secure() { builder } else { builder.tls_certs_only([]) }
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
        "Tapline cannot verify {}, because this computer's trusted root certificates cannot be read. Nothing was sent. \
         Install them (on Debian the package ca-certificates), then try again.",
        base.place()
    );
    Failure::new(Kind::Certificate, GetOwner::NAME, sentence)
}

fn millis(since: Instant) -> u64 {
    u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX)
}
