//! Raw JSON, as read or as a difference to what will be sent; with a redacted cURL line to copy.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::document::Document;
use super::request::Request;
use super::{RequestFor, ResourceKind};
use crate::ipc::engine;
use crate::shell::{Shell, shell};
use crate::widgets::facts::by_line;
use crate::widgets::icon::Icon;

/// A record as it was read.
pub(crate) fn as_it_came(raw: &str, request: Request) -> AnyView {
    view! {
        <section class="card" aria-label="Raw JSON">
            <CurlButton request=request/>
            <pre class="raw" tabindex="0" aria-label="Raw record">{raw.to_owned()}</pre>
        </section>
    }
    .into_any()
}

/// The open record as it was read.
pub(crate) fn of_record(kind: ResourceKind, record: &Document) -> AnyView {
    as_it_came(&record.pretty(kind.meta().is_exact), kind.request(RequestFor::Record(record)))
}

/// Two bodies line by line, with digits and spelling exactly as they will be sent.
pub(crate) fn difference(before: &str, after: &str, request: Request) -> AnyView {
    view! {
        <section class="card" aria-label="Raw JSON">
            <CurlButton request=request/>
            {by_line(before, after)}
        </section>
    }
    .into_any()
}

#[component]
fn CurlButton(request: Request) -> impl IntoView {
    let shell = shell();
    let done = RwSignal::new("");
    let copy = move |_| {
        let Some(line) = line(shell, &request) else { return };
        spawn_local(async move {
            done.set(if engine::copy(&line).await {
                "Copied without the token. Set TAPLINE_TOKEN where you run it."
            } else {
                "Couldn't copy to the clipboard."
            });
        });
    };
    view! {
        <p class="actions">
            <button type="button" on:click=copy><Icon name="copy"/>"Copy as cURL"</button>
            <span class="muted" role="status" aria-label="cURL">{move || done.get()}</span>
        </p>
    }
}

fn line(shell: Shell, request: &Request) -> Option<String> {
    shell.session.with_untracked(|session| session.as_ref().map(|s| request.curl(&s.connection)))
}
