//! Test connection: address, certificate, token and owner, listed as they succeed. It reads only.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::Failure;
use tapline_contract::commands::{TestAddress, TestToken};
use tapline_contract::connection::{Connection, TestLine, TestState};

use crate::ipc::{self, engine};
use crate::widgets::icon::Icon;

#[component]
pub(crate) fn ConnectionTest(form: RwSignal<Connection>) -> impl IntoView {
    let lines = RwSignal::new(Vec::<TestLine>::new());
    let at = RwSignal::new(None::<f64>);
    let running = RwSignal::new(false);
    let add = move |answer: Result<Vec<TestLine>, Failure>, name: &str| {
        let more = answer.unwrap_or_else(|failure| {
            vec![TestLine {
                name: failure.field.clone().unwrap_or_else(|| name.to_owned()),
                state: TestState::Failed,
                words: failure.sentence,
                detail: String::new(),
            }]
        });
        let passed = more.iter().all(|line| line.state != TestState::Failed);
        lines.update(|lines| lines.extend(more));
        passed
    };
    let test = move |_| {
        running.set(true);
        lines.set(Vec::new());
        let connection = form.get_untracked();
        spawn_local(async move {
            let reachable = add(ipc::command::<TestAddress>(connection.clone()).await, "Address");
            if reachable {
                add(ipc::command::<TestToken>(connection).await, "Token");
            }
            at.set(Some(engine::now()));
            running.set(false);
        });
    };
    view! {
        <section class="test" aria-labelledby="test-title">
            <div class="row">
                <h3 id="test-title">"Test"</h3>
                <span class="muted">{move || at.get().map(engine::clock)}</span>
                <span class="grow"></span>
                <button type="button" disabled=move || running.get() on:click=test>"Test connection"</button>
            </div>
            <div role="status" aria-label="Test connection"><ul>
                {move || lines.get().into_iter().map(line).collect_view()}
            </ul></div>
        </section>
    }
}

fn line(line: TestLine) -> impl IntoView {
    let (class, icon, word) = match line.state {
        TestState::Passed => ("good", "check", "passed"),
        TestState::Failed => ("bad", "error", "failed"),
        TestState::NotNeeded => ("muted", "info", "not needed"),
    };
    view! {
        <li class="test-line">
            <span class=class><Icon name=icon/><span class="visually-hidden">{word}</span></span>
            <b>{line.name}</b><span>{line.words}</span><span class="muted">{line.detail}</span>
        </li>
    }
}
