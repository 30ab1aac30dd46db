//! Add connection: name, address, token and environment. Advanced has safe defaults for everything else.
//!
//! A refusal loses nothing typed. Connecting is the test: core asks the service for the token's owner before it opens anything.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::Failure;
use tapline_contract::commands::{Desk, NewConnection, SaveConnection};
use tapline_contract::connection::{AmountUnit, Connection, ConnectionId, Environment, Safety, TokenView};
use tapline_contract::unit::UnitKnown;

use super::FormSeam;
use super::advanced::Advanced;
use super::token::Token;
use crate::effect::effect;
use crate::ipc::{self, engine};
use crate::shell::shell;
use crate::widgets::choice::{Choice, ChoiceRow};
use crate::widgets::failure::FailureNote;
use crate::widgets::managed::{addresses, managed};
use crate::widgets::show::{Show, live};
use crate::widgets::text_field::TextField;

/// Element ids of the fields that core can refuse by name.
const FIELDS: [(&str, &str); 3] =
    [("Name", "#connection-name"), ("Address", "#connection-base"), ("Namespace", "#connection-namespace")];

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

/// The typed connection with the last refusal, shared by the parts of the form.
#[derive(Clone, Copy)]
pub(super) struct ConnectionInput {
    pub(super) form: RwSignal<Connection>,
    pub(super) failure: RwSignal<Option<Failure>>,
}

impl ConnectionInput {
    pub(super) fn text(self, get: fn(&Connection) -> &String) -> Signal<String> {
        Signal::derive(move || self.form.with(|form| get(form).clone()))
    }

    pub(super) fn typed(self, put: fn(&mut Connection) -> &mut String) -> Callback<String> {
        Callback::new(move |value: String| {
            self.form.update(|form| {
                let was = (form.base_address.clone(), form.namespace.clone());
                *put(form) = value;
                // Another service may use another unit.
                if was != (form.base_address.clone(), form.namespace.clone()) {
                    form.unit_known = UnitKnown::No;
                }
            });
            // A refusal concerns the earlier text.
            if self.failure.with_untracked(|f| f.as_ref().is_some_and(|f| f.field.is_some())) {
                self.failure.set(None);
            }
        })
    }

    /// The refusal of a field.
    pub(super) fn refused(self, field: &'static str) -> Signal<Option<String>> {
        Signal::derive(move || {
            self.failure.with(|f| {
                f.as_ref().filter(|f| f.field.as_deref() == Some(field)).map(|f| f.sentence.clone())
            })
        })
    }
}

/// Sentence that names what a new connection still lacks.
fn missing(form: &Connection, has_token: bool) -> Option<String> {
    let lacks = [
        (form.name.trim().is_empty(), "a name"),
        (form.base_address.trim().is_empty(), "an address"),
        (!has_token, "a token"),
    ];
    let lacks: Vec<_> = lacks.into_iter().filter(|(lacks, _)| *lacks).map(|(_, word)| word).collect();
    let (last, others) = lacks.split_last()?;
    Some(match others {
        [] => format!("Enter {last}."),
        others => format!("Enter {} and {last}.", others.join(", ")),
    })
}

#[component]
pub(crate) fn ConnectionForm() -> impl IntoView {
    let shell = shell();
    let FormSeam { connect, edited, opening } = expect_context();
    let form = RwSignal::new(empty(ConnectionId(String::new())));
    let token = RwSignal::new(None::<TokenView>);
    let failure = RwSignal::new(None::<Failure>);
    let input = ConnectionInput { form, failure };
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
    let base_hint = Signal::derive(move || {
        let allowed = managed(shell).and_then(|policy| policy.allowed_addresses);
        allowed.map_or_else(
            || "The part before /api/v2".to_owned(),
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
                    let field = why.field.as_deref().and_then(element);
                    failure.set(Some(why));
                    if let Some(id) = field {
                        // A refused namespace opens Advanced first.
                        engine::later(0, move || engine::focus(id, "#add-title"));
                    }
                }
            }
        });
    };
    // An error shown at its field is not repeated.
    let elsewhere =
        move || failure.get().filter(|failure| failure.field.as_deref().and_then(element).is_none());
    let environment = Callback::new(move |chosen| {
        form.update(|form| {
            form.environment = chosen;
            if chosen == Environment::Live && form.safety == Safety::Confirm {
                form.safety = Safety::ConfirmAndRetype;
            }
        });
    });
    let word = move || form.with(|form| form.environment.word());
    let editing = move || edited.with(Option::is_some);
    // A saved connection has a token of its own.
    let lacks = Memo::new(move |_| {
        let has_token = editing() || token.with(Option::is_some);
        form.with(|form| missing(form, has_token))
    });
    let hint = move || match lacks.get() {
        _ if opening.get() => "Connecting…".to_owned(),
        Some(lacks) => lacks,
        None if editing() && token.with(Option::is_none) => {
            "The saved token is used unless you paste another or change the address.".to_owned()
        }
        None => "Connecting changes nothing.".to_owned(),
    };
    let blocked = move || opening.get() || lacks.with(Option::is_some);
    let note = move || elsewhere().map(|failure| view! { <FailureNote failure=failure/> });
    let fields = move || {
        view! {
            <form on:submit=move |event| { event.prevent_default(); save(true); }>
                <div class="form-body">
                    <h2 id="add-title">{move || if editing() { "Edit connection" } else { "Add connection" }}</h2>
                    <TextField id="connection-name" label="Name" value=input.text(|f| &f.name) on_text=input.typed(|f| &mut f.name)
                        error=input.refused("Name") at_once=true placeholder="Such as Support desk"/>
                    <TextField id="connection-base" label="Address" mono=true value=input.text(|f| &f.base_address)
                        on_text=input.typed(|f| &mut f.base_address) error=input.refused("Address") at_once=true hint=base_hint
                        placeholder="https://pay.example.com"/>
                    <Token form=form token=token failure=failure/>
                    <div class="field"><span class="label">"Environment"</span>
                        <ChoiceRow label="Environment" name="environment" choose=environment
                            chosen=Signal::derive(move || form.with(|form| form.environment))
                            choices=vec![
                                Choice { value: Environment::Sandbox, words: "SANDBOX", icon: "flask" },
                                Choice { value: Environment::Live, words: "LIVE", icon: "dot" },
                            ]/>
                    </div>
                </div>
                <Advanced input=input save=Callback::new(move |()| save(false))/>
                {note}
                <div class="form-foot">
                    <p id="connection-hint" class="muted">{live(hint)}</p>
                    <Show when=editing><button type="button" on:click=move |_| begin()>"Cancel"</button></Show>
                    <button type="submit" class:primary=move || lacks.with(Option::is_none) disabled=blocked aria-describedby="connection-hint">
                        "Connect to " {live(word)}</button>
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sentence_names_all_that_is_missing() {
        for (name, address, has_token, expected) in [
            ("", "", false, Some("Enter a name, an address and a token.")),
            (" ", "https://a.example", false, Some("Enter a name and a token.")),
            ("Desk", "https://a.example", false, Some("Enter a token.")),
            ("Desk", "", true, Some("Enter an address.")),
            ("Desk", "https://a.example", true, None),
        ] {
            let form = Connection {
                name: name.to_owned(),
                base_address: address.to_owned(),
                ..empty(ConnectionId("1".to_owned()))
            };
            assert_eq!(missing(&form, has_token).as_deref(), expected, "{name:?} {address:?} {has_token}");
        }
    }
}
