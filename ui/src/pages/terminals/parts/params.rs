//! EMV parameters of a terminal, a row each: the documented keys by name, any other key as it is. The service has no parameter
//! for a row without a text.

use leptos::prelude::*;
use tapline_contract::form::JsonRow;
use tapline_contract::form::device::EMV_KEYS;
use tapline_contract::params::Params;
use tapline_emv::{Fix, Value, check_terminal};

use super::element;
use crate::ipc::engine;
use crate::pages::terminals::known;
use crate::pages::terminals::siblings::Siblings;
use crate::widgets::decoded::Decoded;
use crate::widgets::findings::{FieldFindings, notes_id};
use crate::widgets::icon::Icon;
use crate::widgets::show::Show;
use crate::widgets::text_field::TextField;

const WIRE: &str = "emvParams";

#[component]
pub(in crate::pages::terminals) fn ParamsPart(
    rows: Signal<Vec<JsonRow>>,
    put: Callback<Vec<JsonRow>>,
    /// By path on the wire.
    error_at: Callback<String, Option<String>>,
    at_once: Signal<bool>,
    /// Parameters of the merchant's other terminals.
    others: Memo<Vec<Params>>,
    /// Unreadable parameters, as received; then nothing can be edited.
    #[prop(default = None)]
    unreadable: Option<String>,
) -> impl IntoView {
    let findings = Memo::new(move |_| {
        let values = rows.with(|rows| {
            let value = |row: &JsonRow| Some((row.key.trim().to_owned(), row.value()?));
            rows.iter().filter_map(value).collect::<tapline_emv::Params>()
        });
        check_terminal(&values)
    });
    let count = Memo::new(move |_| rows.with(Vec::len));
    let change = move |change: &dyn Fn(&mut Vec<JsonRow>)| {
        let mut all = rows.get_untracked();
        change(&mut all);
        put.run(all);
    };
    let apply = Callback::new(move |fix: Fix| {
        change(&|all| {
            for (key, value) in &fix.edits {
                if let (Some(row), Value::Text(text)) = (all.iter_mut().find(|row| row.key == *key), value) {
                    row.put_text(text);
                }
            }
        });
    });
    let add = move |_| {
        let at = count.get_untracked();
        change(&|all| all.push(JsonRow::blank("")));
        let field = element(&format!("{WIRE}-key-{at}"));
        engine::focus_soon(30, &format!("#{field}"), "main h1");
    };
    let row = move |at: usize| {
        let get = move |get: fn(&JsonRow) -> &String| {
            Signal::derive(move || {
                rows.with(|rows| rows.get(at).map(|row| get(row).clone()).unwrap_or_default())
            })
        };
        let (key, value) = (get(|row| &row.key), get(|row| &row.text));
        let typed = move |get_mut: fn(&mut JsonRow) -> &mut String| {
            Callback::new(move |typed: String| {
                change(&|all| {
                    if let Some(row) = all.get_mut(at) {
                        get_mut(row).clone_from(&typed);
                    }
                });
            })
        };
        let error = Signal::derive(move || error_at.run(format!("{WIRE}.{}", key.get().trim())));
        let is_set = Memo::new(move |_| rows.with(|rows| rows.get(at).is_some_and(JsonRow::is_set)));
        let meaning = Signal::derive(move || match (is_set.get(), value.with(String::is_empty)) {
            (false, _) => "not set".to_owned(),
            (true, true) => "is sent empty".to_owned(),
            (true, false) => known::hint(&key.get(), value.get().trim()),
        });
        let remove = move |_| {
            change(&|all| {
                if at < all.len() {
                    let gone = all.remove(at);
                    // A documented key can be typed again.
                    if label(&gone.key).is_some() {
                        all.insert(at, JsonRow::blank(&gone.key));
                    }
                }
            });
        };
        let named = key.with_untracked(|key| label(key));
        let name = named.map_or_else(|| key.get_untracked(), str::to_owned);
        let is_new = name.is_empty();
        let words = if is_new { format!("Value {}", at + 1) } else { name };
        let remove_words = format!("Remove {words}");
        let typed_key = is_new.then(|| view! {
            <TextField id=element(&format!("{WIRE}-key-{at}")) label=format!("Key {}", at + 1) value=key on_text=typed(|row| &mut row.key) mono=true error=error at_once=at_once/>
        });
        let id =
            element(&format!("{WIRE}.{}", if is_new { format!("value-{at}") } else { key.get_untracked() }));
        view! {
            <div class="typed-row">
                <div>
                    {typed_key}
                    <TextField id=id.clone() more=notes_id(&id) label=words value=value
                        on_text=typed(|row| &mut row.text) mono=true hint=meaning error=error at_once=at_once/>
                    <FieldFindings id=id wire=key findings=findings apply=apply/>
                    <Decoded key=key scheme=Signal::stored(None) text=value put=typed(|row| &mut row.text)/>
                    <Show when=move || is_new || is_set.get()><Siblings wire=key value=value others=others/></Show>
                </div>
                <Show when=move || is_new || is_set.get()>
                    <button type="button" class="plain square" aria-label=remove_words.clone() title=remove_words.clone() on:click=remove><Icon name="bin"/></button>
                </Show>
            </div>
        }
    };
    let body = match unreadable {
        Some(text) => view! {
            <p>"Unreadable. Tapline shows these values but doesn't change them."</p>
            <pre class="raw" tabindex="0" aria-label="Raw EMV parameters">{text}</pre>
        }
        .into_any(),
        None => view! {
            <p class="muted">"Unchanged values aren't sent."</p>
            // Another order or number of keys is drawn anew; typing in a row is not.
            <For each=move || shape(&rows.get()) key=Clone::clone children=move |(at, _)| row(at)/>
            <button type="button" on:click=add><Icon name="plus"/>"Add parameter"</button>
        }
        .into_any(),
    };
    view! { <fieldset class="form-part" id=element(WIRE)><legend>"EMV parameters"</legend>{body}</fieldset> }
}

/// A row's place, and its documented name.
fn shape(rows: &[JsonRow]) -> Vec<(usize, Option<&'static str>)> {
    rows.iter().enumerate().map(|(at, row)| (at, label(&row.key))).collect()
}

fn label(key: &str) -> Option<&'static str> {
    EMV_KEYS.iter().find(|(known, _)| *known == key).map(|(_, label)| *label)
}
