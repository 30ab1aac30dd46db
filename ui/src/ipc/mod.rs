//! The door to core, from the page's side: JSON text out; JSON text or a packed window of rows in.
//!
//! The only module that names JavaScript. JavaScript never parses a number of the service: the answer arrives as bytes, which are
//! copied once and read by serde in wasm. `__TAURI_INTERNALS__.invoke` is Tauri's own inner interface; it is bound only here.

pub(crate) mod asset;
pub(crate) mod engine;
pub(crate) mod file;
pub(crate) mod hold;
pub(crate) mod names;
mod running;

use std::cell::RefCell;
use std::future::ready;
use std::pin::Pin;
use std::task::{Context, Poll, Waker, ready};

use tapline_contract::command::read_json;
use tapline_contract::connection::ConnectionId;
use tapline_contract::history::OperationId;
use tapline_contract::{Call, Command, Endpoint, Failure, FailureKind};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = ["window", "__TAURI_INTERNALS__"], js_name = invoke, catch)]
    async fn tauri_invoke(command: &str, arguments: JsValue) -> Result<JsValue, JsValue>;
}

type PendingAnswer = Pin<Box<dyn Future<Output = Result<Vec<u8>, Failure>>>>;

type Observer = Box<dyn Fn(Option<&Failure>)>;

thread_local! {
    /// The page has one thread.
    static OBSERVER: RefCell<Option<Observer>> = const { RefCell::new(None) };
}

/// Registers the observer of every call to the service: it gets the failure, or `None` after an answer.
pub(crate) fn observe(seen: impl Fn(Option<&Failure>) + 'static) {
    OBSERVER.set(Some(Box::new(seen)));
}

/// Reports the end of a call to the service. Calls of [`api`] are reported automatically; core's reads for a list are not.
pub(crate) fn report_end(failure: Option<&Failure>) {
    OBSERVER.with_borrow(|observer| {
        if let Some(observer) = observer {
            observer(failure);
        }
    });
}

/// Calls an endpoint of the service on an open connection. `operation` is needed for everything that changes something.
pub(crate) fn api<E: Endpoint>(
    connection: ConnectionId,
    operation: Option<OperationId>,
    id: E::Id,
    input: E::Input,
    seen: E::Seen,
) -> Answer<E::Answer> {
    call(operation, &Call::<E>::new(connection, id, input, seen))
}

/// Calls an endpoint with extra data, such as a person's consent.
pub(crate) fn call<E: Endpoint>(operation: Option<OperationId>, call: &Call<E>) -> Answer<E::Answer> {
    let text = send(E::NAME, operation.as_ref(), serde_json::to_string(call));
    Answer { is_observed: true, ..Answer::new(E::NAME, text, read_json) }
}

/// Calls a command of the desk.
pub(crate) fn command<C: Command>(input: C::Input) -> Answer<C::Output> {
    Answer::new(C::NAME, send(C::NAME, None, serde_json::to_string(&input)), C::read)
}

/// Answer to a call that is sent when this is first polled. Only the decoding is compiled for each type.
pub(crate) struct Answer<T> {
    bytes: PendingAnswer,
    name: &'static str,
    read: fn(&[u8]) -> Result<T, String>,
    /// True if [`observe`] gets the end of this call.
    is_observed: bool,
}

impl<T> Answer<T> {
    fn new(name: &'static str, bytes: PendingAnswer, read: fn(&[u8]) -> Result<T, String>) -> Answer<T> {
        Answer { bytes, name, read, is_observed: false }
    }
}

impl<T> Future for Answer<T> {
    type Output = Result<T, Failure>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let answer = ready!(self.bytes.as_mut().poll(context));
        let answer =
            answer.and_then(|bytes| (self.read)(&bytes).map_err(|error| unreadable(self.name, &error)));
        if self.is_observed {
            report_end(answer.as_ref().err());
        }
        Poll::Ready(answer)
    }
}

/// A command on its way to core; its answer is awaited later, if at all.
pub(crate) struct SentCommand<C: Command>(Answer<C::Output>);

/// Sends a command of the desk now, not when its answer is awaited.
pub(crate) fn begin<C: Command>(input: &C::Input) -> SentCommand<C> {
    let mut text = send(C::NAME, None, serde_json::to_string(input));
    // The first poll sends it.
    if let Poll::Ready(answer) = text.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        text = Box::pin(ready(answer));
    }
    SentCommand(Answer::new(C::NAME, text, C::read))
}

impl<C: Command> SentCommand<C> {
    pub(crate) fn answer(self) -> Answer<C::Output> {
        self.0
    }
}

fn send(
    name: &'static str,
    operation: Option<&OperationId>,
    payload: serde_json::Result<String>,
) -> PendingAnswer {
    match payload {
        Ok(payload) => invoke(name, operation, &payload),
        Err(error) => Box::pin(ready(Err(unreadable(name, &error.to_string())))),
    }
}

/// Sends a call and awaits its answer, boxed so that it is compiled only once.
fn invoke(name: &'static str, operation: Option<&OperationId>, payload: &str) -> PendingAnswer {
    let arguments = js_sys::Object::new();
    let operation = operation.map_or(JsValue::NULL, |o| JsValue::from_str(&o.0));
    for (key, value) in [("name", name.into()), ("operation", operation), ("payload", payload.into())] {
        // Setting a plain property of a fresh object can't fail.
        let _ = js_sys::Reflect::set(&arguments, &JsValue::from_str(key), &value);
    }
    Box::pin(async move {
        match tauri_invoke("invoke", arguments.into()).await {
            Ok(answer) => Ok(js_sys::Uint8Array::new(&answer).to_vec()),
            Err(refusal) => {
                let text = refusal.as_string().unwrap_or_default();
                Err(serde_json::from_str(&text).unwrap_or_else(|_| {
                    Failure::new(
                        FailureKind::Desk,
                        name,
                        format!("Tapline's core did not answer {name}. Restart Tapline. ({text})"),
                    )
                }))
            }
        }
    })
}

fn unreadable(name: &str, error: &str) -> Failure {
    Failure::new(FailureKind::Desk, name, format!("Tapline's answer to {name} is unreadable: {error}."))
}
