//! A separate service for each test, called through the contract's types.

use chrono::{DateTime, Duration, Utc};
use serde::de::DeserializeOwned;
use tapline_contract::wire::{self, Payload};
use tapline_contract::{Endpoint, endpoints};

use crate::answer::Answer;
use crate::decode::{Decode, Request};
use crate::jwt::Token;
use crate::problem::Problem;
use crate::router::Serve;
use crate::state::AppState;
use crate::store::Store;
use crate::{Options, seed};

/// The demo data without its transactions, in memory.
pub(crate) fn app() -> AppState {
    let options = Options { records: 0, now: noon, ..Options::default() };
    let store = Store::open(None, |store| seed::fill(store, &options)).unwrap();
    AppState::new(store, Token::given("token".to_owned()), 1, noon, 1)
}

/// 2026-09-14T12:00:00Z
fn noon() -> DateTime<Utc> {
    DateTime::<Utc>::UNIX_EPOCH + Duration::days(20_710) + Duration::hours(12)
}

/// Carries out an operation and reads its answer as a client would.
pub(crate) fn ask<E: Endpoint>(app: &AppState, id: E::Id, input: E::Input) -> Result<E::Output, Problem>
where
    AppState: Serve<E>,
{
    answer::<E>(app, id, input).map(|answer| match answer {
        Answer::Data(body) => wire::read_success(&body).unwrap(),
        Answer::Bare(body) | Answer::Created { body, .. } => wire::read_bare(&body).unwrap(),
        Answer::Done | Answer::Empty => E::Output::read(None).unwrap(),
        other @ (Answer::Html(_) | Answer::Streamed(_) | Answer::Dropped) => panic!("{other:?}"),
    })
}

/// Carries out an operation.
pub(crate) fn answer<E: Endpoint>(app: &AppState, id: E::Id, input: E::Input) -> Result<Answer, Problem>
where
    AppState: Serve<E>,
{
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    runtime.block_on(Serve::<E>::serve(app, id, input))
}

/// An input as it is read from a body.
pub(crate) fn body<T: Decode>(text: &str) -> Result<T, Problem> {
    let uri = axum::http::Uri::from_static("/");
    T::decode(&Request { uri: &uri, content_type: "application/json", body: text.as_bytes() })
}

/// Parses an input that a test has as JSON.
pub(crate) fn draft<T: DeserializeOwned>(json: serde_json::Value) -> T {
    serde_json::from_str(&json.to_string()).unwrap()
}

/// Status, code and first word of a refusal.
pub(crate) fn refusal<T: std::fmt::Debug>(result: Result<T, Problem>) -> (u16, u32, String) {
    let problem = result.unwrap_err();
    let word = problem.msg.split([' ', ':']).next().unwrap_or_default().to_owned();
    (problem.status.as_u16(), problem.code, word)
}

#[test]
fn the_clock_of_the_tests_stands() {
    assert_eq!(app().stamp(), "2026-09-14T12:00:00+0000");
    assert!(ask::<endpoints::GetOwner>(&app(), (), ()).is_ok());
}
