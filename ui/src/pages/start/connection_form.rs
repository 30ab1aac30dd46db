//! Add connection: the typed fields, and the token, which is never typed.
//!
//! Core reads the token from the clipboard or a file; this page gets its last four characters. A refusal loses nothing typed.
//!
//! Test connection: address, certificate, token and owner, listed as they succeed, then the unit of amounts. Read only.

use std::collections::BTreeSet;

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::Failure;
use tapline_contract::commands::{
    ChooseTokenFile, Desk, NewConnection, PasteToken, SaveConnection, TestAddress, TestAmounts, TestToken,
};
use tapline_contract::connection::{
    AmountUnit, Connection, ConnectionId, Environment, Safety, TestLine, TestState, TokenKept, TokenView,
};
use tapline_contract::unit::{UnitKnown, UnitReading, UnitSample};
use tapline_emv::{iso, money};

use crate::effect::effect;
use crate::ipc::{self, engine, hold};
use crate::shell::shell;
use crate::widgets::choice::{Choice, ChoiceRow};
use crate::widgets::failure::FailureNote;
use crate::widgets::icon::Icon;
use crate::widgets::managed::{addresses, floor, managed};
use crate::widgets::show::{Show, live};
use crate::widgets::text_field::TextField;
use crate::widgets::unit::UnitChoice;

/// Element ids of the fields that core can refuse by name.
const FIELDS: [(&str, &str); 3] = [
    ("Name", "#connection-name"),
    ("Base address", "#connection-base"),
    ("Namespace", "#connection-namespace"),
];

fn element(field: &str) -> Option<&'static str> {
    FIELDS.iter().find(|(name, _)| *name == field).map(|(_, element)| *element)
}

/// An empty form. New connections start safe.
fn empty(id: ConnectionId) -> Connection {
    Connection {
        id,
        name: String::new(),
        environment: Environment::Sandbox,
        base_address: String::new(),
        namespace: String::new(),
        safety: Safety::Confirm,
        currency: "EUR".to_owned(),
        unit: AmountUnit::Minor,
        unit_known: UnitKnown::No,
        owner: None,
        last_used: None,
    }
}

#[component]
pub(crate) fn ConnectionForm(
    connect: Callback<ConnectionId>,
    /// The saved connection under edit.
    edited: RwSignal<Option<Connection>>,
) -> impl IntoView {
    let shell = shell();
    let form = RwSignal::new(empty(ConnectionId(String::new())));
    let token = RwSignal::new(None::<TokenView>);
    let failure = RwSignal::new(None::<Failure>);
    // Every action of the form names its connection, so the form appears once that has an id.
    let has_id = Memo::new(move |_| form.with(|form| !form.id.0.is_empty()));
    let begin = move || {
        let before = edited.get_untracked();
        spawn_local(async move {
            match ipc::command::<NewConnection>(()).await {
                // Meanwhile a saved connection was opened for editing, or the page was left.
                Ok(_) if edited.try_get_untracked() != Some(before) => {}
                Ok(id) => {
                    token.set(None);
                    edited.set(None);
                    form.set(empty(id));
                }
                Err(why) => failure.set(Some(why)),
            }
        });
    };
    // Edit may precede this form.
    if edited.with_untracked(Option::is_none) {
        begin();
    }
    let policy = Memo::new(move |_| managed(shell));
    let least = move || policy.with(|policy| policy.as_ref().and_then(|policy| policy.safety_floor));
    // Core would raise the level anyway, so the form shows the raised level.
    effect(move || {
        let is_less = |safety: Safety| least().filter(|least| least.strictness() > safety.strictness());
        if let Some(least) = is_less(form.with(|form| form.safety)) {
            form.update(|form| form.safety = least);
        }
    });
    let levels = move || {
        let levels = Safety::ALL
            .into_iter()
            .filter(|level| least().is_none_or(|least| level.strictness() >= least.strictness()));
        levels.map(|value| Choice { value, words: value.words(), icon: "" }).collect::<Vec<_>>()
    };
    let base_hint = Signal::derive(move || {
        let allowed =
            policy.with(|policy| policy.as_ref().and_then(|policy| policy.allowed_addresses.clone()));
        allowed.map_or_else(
            || "The part before /api/v2, for example https://pay.example.com".to_owned(),
            |allowed| format!("The part before /api/v2. Set by your administrator: {}", addresses(&allowed)),
        )
    });
    effect(move || {
        if let Some(connection) = edited.get() {
            token.set(None);
            failure.set(None);
            form.set(connection);
        }
    });

    let save = move |then_connect: bool| {
        let connection = form.get_untracked();
        let id = connection.id.clone();
        spawn_local(async move {
            match saved(connection).await {
                Ok(desk) => {
                    failure.set(None);
                    shell.core.set(Some(desk));
                    if then_connect {
                        connect.run(id);
                    } else {
                        shell.toast("Connection saved.");
                        begin();
                    }
                }
                Err(why) => {
                    if let Some(id) = why.field.as_deref().and_then(element) {
                        engine::focus(id, "#add-title");
                    }
                    failure.set(Some(why));
                }
            }
        });
    };
    let refused = move |field: &'static str| {
        Signal::derive(move || {
            failure.with(|f| {
                f.as_ref().filter(|f| f.field.as_deref() == Some(field)).map(|f| f.sentence.clone())
            })
        })
    };
    // An error shown at its field is not repeated.
    let elsewhere =
        move || failure.get().filter(|failure| failure.field.as_deref().and_then(element).is_none());
    let text =
        move |get: fn(&Connection) -> &String| Signal::derive(move || form.with(|form| get(form).clone()));
    let typed = move |put: fn(&mut Connection) -> &mut String| {
        Callback::new(move |value: String| {
            form.update(|form| {
                let was = (form.base_address.clone(), form.namespace.clone());
                *put(form) = value;
                // Another service may use another unit.
                if was != (form.base_address.clone(), form.namespace.clone()) {
                    form.unit_known = UnitKnown::No;
                }
            });
            // A refusal concerns the earlier text.
            if failure.with_untracked(|f| f.as_ref().is_some_and(|f| f.field.is_some())) {
                failure.set(None);
            }
        })
    };
    let environment = Callback::new(move |chosen| {
        form.update(|form| {
            form.environment = chosen;
            if chosen == Environment::Live && form.safety == Safety::Confirm {
                form.safety = Safety::ConfirmAndRetype;
            }
        });
    });
    let safety_says = move || match form.with(|form| form.safety) {
        Safety::ReadOnly => "You can't change anything over this connection.",
        Safety::Confirm => "Each change is reviewed before it is saved.",
        Safety::ConfirmAndRetype => "Each change is reviewed. Saving also asks for the configuration's name.",
    };
    let word = move || form.with(|form| form.environment.word());
    let editing = move || edited.with(Option::is_some);
    let hint = move || match (editing(), token.with(Option::is_some)) {
        (true, false) => "The saved token is used unless you paste another or change the address.",
        (false, false) => "Connecting needs a token: paste it or choose its file.",
        (_, true) => "Connecting changes nothing.",
    };
    let note = move || elsewhere().map(|failure| view! { <FailureNote failure=failure/> });
    let fields = move || {
        view! {
            <form on:submit=move |event| { event.prevent_default(); save(true); }>
                <div class="form-body">
                    <h2 id="add-title">{move || if editing() { "Edit connection" } else { "Add connection" }}</h2>
                    <TextField id="connection-name" label="Name" value=text(|f| &f.name) on_text=typed(|f| &mut f.name) error=refused("Name") at_once=true/>
                    <div class="field"><span class="label">"Environment"</span>
                        <ChoiceRow label="Environment" name="environment" choose=environment
                            chosen=Signal::derive(move || form.with(|form| form.environment))
                            choices=vec![
                                Choice { value: Environment::Sandbox, words: "SANDBOX", icon: "flask" },
                                Choice { value: Environment::Live, words: "LIVE", icon: "dot" },
                            ]/>
                    </div>
                    <TextField id="connection-base" label="Base address" mono=true value=text(|f| &f.base_address) on_text=typed(|f| &mut f.base_address)
                        error=refused("Base address") at_once=true hint=base_hint/>
                    <TextField id="connection-namespace" label="Namespace" mono=true value=text(|f| &f.namespace) on_text=typed(|f| &mut f.namespace)
                        error=refused("Namespace") at_once=true hint=Signal::derive(|| "Optional. Placed before /api/v1 for profiles.".to_owned())/>
                    <div class="field"><span class="label">"Safety level"</span><div class="field-body">
                        {move || view! {
                            <ChoiceRow label="Safety level" name="safety" choices=levels()
                                choose=Callback::new(move |chosen| form.update(|form| form.safety = chosen))
                                chosen=Signal::derive(move || form.with(|form| form.safety))/>
                        }}
                        <p class="says">{live(safety_says)}
                            {move || least().map(|least| format!(" Set by your administrator: {}", floor(least)))}</p>
                    </div></div>
                    <Amounts form=form/>
                    <Token form=form token=token failure=failure/>
                </div>
                <ConnectionTest form=form/>
                {note}
                <div class="form-foot">
                    <p class="muted">{live(hint)}</p>
                    <Show when=editing><button type="button" on:click=move |_| begin()>"Cancel"</button></Show>
                    <button type="button" on:click=move |_| save(false)>"Save without connecting"</button>
                    <button type="submit" class="primary">"Connect to " {live(word)}</button>
                </div>
            </form>
        }
    };
    view! {
        <section class="card form-card" aria-labelledby="add-title">
            <Show when=move || has_id.get() fallback=note>{fields}</Show>
        </section>
    }
}

/// Saves the form. At a new address core drops the unit, so a confirmed unit is sent again.
async fn saved(connection: Connection) -> Result<Desk, Failure> {
    let desk = ipc::command::<SaveConnection>(connection.clone()).await?;
    let kept = desk.connections.iter().find(|kept| kept.id == connection.id);
    let is_lost =
        connection.known_unit().is_some() && kept.is_some_and(|kept| kept.unit_known == UnitKnown::No);
    if is_lost { ipc::command::<SaveConnection>(connection).await } else { Ok(desk) }
}

/// Currency of bare amounts, and the state of their unit.
#[component]
fn Amounts(form: RwSignal<Connection>) -> impl IntoView {
    let unit = move || {
        form.with(|form| match (form.unit_known, form.unit) {
            (UnitKnown::No, _) => "unit not confirmed",
            (UnitKnown::Contradicted, _) => "unit contradicted by an amount",
            (UnitKnown::Proven, AmountUnit::Minor) => "minor units, proven",
            (UnitKnown::Proven, AmountUnit::Major) => "major units, proven by an amount with a fraction",
            (UnitKnown::Confirmed, AmountUnit::Minor) => "minor units, confirmed",
            (UnitKnown::Confirmed, AmountUnit::Major) => "major units, confirmed",
        })
    };
    let others = iso::currencies().filter(|code| !money::COMMON.contains(code));
    let others: BTreeSet<&str> = others.collect();
    let options = money::COMMON.iter().copied().chain(others).map(|code| {
        view! { <option value=code selected=move || form.with_untracked(|form| form.currency == code)>{code}</option> }
    });
    view! {
        <div class="field"><label for="connection-currency">"Amounts"</label><div class="field-body">
            <div class="row">
                <select id="connection-currency" aria-label="Amounts: currency"
                    on:change=move |event| form.update(|form| form.currency = event_target_value(&event))>{options.collect_view()}</select>
                <span class="muted" role="status" aria-label="Unit">{live(unit)}</span>
            </div>
            <p class="says">"Test connection loads a few amounts to find their unit. EMV limits are always in minor units."</p>
        </div></div>
    }
}

#[component]
fn Token(
    form: RwSignal<Connection>,
    token: RwSignal<Option<TokenView>>,
    failure: RwSignal<Option<Failure>>,
) -> impl IntoView {
    let took = move |answer: Result<Option<TokenView>, Failure>| match answer {
        Ok(Some(view)) => {
            failure.set(None);
            token.set(Some(view));
        }
        Ok(None) => {}
        Err(why) => failure.set(Some(why)),
    };
    let paste = move |_| {
        let id = form.with_untracked(|form| form.id.clone());
        spawn_local(async move { took(ipc::command::<PasteToken>(id).await.map(Some)) });
    };
    let choose = move |_| {
        let id = form.with_untracked(|form| form.id.clone());
        spawn_local(async move { took(ipc::command::<ChooseTokenFile>(id).await) });
    };
    let shown = move || {
        token.get().map(|view| {
            let until = view.valid_until.as_deref().map(|at| format!(" · valid until {}", engine::local_time(at)));
            let subject = view.subject.map(|subject| format!(" · subject {subject}"));
            let kept = match view.kept {
                TokenKept::Keyring => String::new(),
                TokenKept::Memory { why } => format!(" · {why}"),
            };
            view! {
                <p class="good with-icon"><Icon name="check"/><span>"Token ends in " <b class="mono">{view.last_four}</b>
                    {until} {subject} {kept}</span></p>
            }
        })
    };
    view! {
        <div class="field"><span class="label">"Token"</span><div class="field-body">
            <div class="row">
                <button type="button" on:click=paste>"Paste from clipboard"</button>
                <button type="button" on:click=choose>"Choose file…"</button>
            </div>
            <div role="status" aria-label="Token">{live(shown)}</div>
        </div></div>
    }
}

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
        (None, false) => (TestState::NotNeeded, "choose the right unit below"),
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
