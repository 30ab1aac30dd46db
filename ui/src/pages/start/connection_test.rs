//! Test connection: address, certificate, token and owner, listed as they succeed, then the unit of amounts. Read only.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::Failure;
use tapline_contract::commands::{TestAddress, TestAmounts, TestToken};
use tapline_contract::connection::{AmountUnit, Connection, TestLine, TestState};
use tapline_contract::unit::{UnitKnown, UnitReading, UnitSample};

use crate::ipc::{self, engine, hold};
use crate::widgets::icon::Icon;
use crate::widgets::show::live;
use crate::widgets::unit::UnitChoice;

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
    // Real amounts, and their service.
    let samples = RwSignal::new(None::<(Connection, Vec<UnitSample>)>);
    let learn = move |of: Connection, reading: UnitReading| {
        let is_same = form.with_untracked(|form| same_service(form, &of));
        if let (Some(unit), true) = (reading.proven, is_same) {
            form.update(|form| (form.unit, form.unit_known) = (unit, UnitKnown::Proven));
        }
        samples.set(Some((of, reading.samples)));
        // The form's buttons cover the lower end of the test.
        engine::later(0, || hold::reveal(".test .unit-choice"));
    };
    let choose = Callback::new(move |unit: AmountUnit| {
        form.update(|form| (form.unit, form.unit_known) = (unit, UnitKnown::Confirmed));
    });
    let test = move |_| {
        running.set(true);
        lines.set(Vec::new());
        samples.set(None);
        let connection = form.get_untracked();
        spawn_local(async move {
            let reachable = add(ipc::command::<TestAddress>(connection.clone()).await, "Address");
            if reachable && add(ipc::command::<TestToken>(connection.clone()).await, "Token") {
                match ipc::command::<TestAmounts>(connection.clone()).await {
                    Ok(reading) => {
                        lines.update(|lines| lines.push(amounts(&connection, &reading)));
                        learn(connection, reading);
                    }
                    Err(failure) => {
                        add(Err(failure), "Amounts");
                    }
                }
            }
            at.set(Some(engine::now()));
            running.set(false);
        });
    };
    let chosen = Signal::derive(move || form.with(Connection::known_unit));
    // Another address is another service.
    let shown = Memo::new(move |_| {
        samples.get().filter(|(of, samples)| !samples.is_empty() && form.with(|form| same_service(form, of)))
    });
    let question = move || {
        shown.get().map(|(of, samples)| {
            view! { <UnitChoice samples=samples connection=of chosen=chosen choose=choose/> }
        })
    };
    view! {
        <section class="test" aria-labelledby="test-title">
            <div class="row">
                <h3 id="test-title">"Test"</h3>
                <span class="muted">{move || at.get().map(engine::clock)}</span>
                <span class="grow"></span>
                <button type="button" disabled=move || running.get() title=move || running.get().then_some("Testing…") on:click=test>"Test connection"</button>
            </div>
            <div role="status" aria-label="Test connection"><ul>
                {move || lines.get().into_iter().map(line).collect_view()}
            </ul></div>
            {live(question)}
        </section>
    }
}

fn same_service(one: &Connection, other: &Connection) -> bool {
    one.base_address == other.base_address && one.namespace == other.namespace
}

/// Line about the unit that the amounts suggest.
fn amounts(connection: &Connection, reading: &UnitReading) -> TestLine {
    let (state, words) = match (reading.proven, reading.samples.is_empty()) {
        (Some(AmountUnit::Major), _) => {
            (TestState::Passed, "major units, proven by an amount with a fraction")
        }
        (Some(AmountUnit::Minor), _) => (TestState::Passed, "minor units, proven"),
        (None, false) if connection.known_unit().is_some() => {
            (TestState::Passed, "in the unit that was confirmed")
        }
        (None, false) => (TestState::NotNeeded, "select the right unit below"),
        (None, true) => (TestState::NotNeeded, "none yet, so their unit can be confirmed later"),
    };
    TestLine { name: "Amounts".to_owned(), state, words: words.to_owned(), detail: String::new() }
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
