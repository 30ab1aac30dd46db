//! All keys in one sheet, from the table of actions. Keys of actions can be changed or emptied; keys of single elements are
//! only listed.

use leptos::prelude::*;

use crate::actions::change;
use crate::actions::chord::spoken;
use crate::actions::table::{Action, LOCAL, TABLE};
use crate::shell::shell;
use crate::widgets::show::live;

#[component]
pub(crate) fn KeySheet() -> impl IntoView {
    let shell = shell();
    let window = shell.window();
    window.changed.set(String::new());
    on_cleanup(move || window.changing.set(None));
    let mut groups: Vec<&'static str> = Vec::new();
    for action in TABLE {
        if !groups.contains(&action.group) {
            groups.push(action.group);
        }
    }
    let group = |name: &'static str| {
        let rows = TABLE.iter().filter(move |action| action.group == name);
        let rows = rows.map(|action| view! { <KeyRow action=action/> }).collect_view();
        view! { <section aria-label=name><h3>{name}</h3><ul class="keys">{rows}</ul></section> }
    };
    let local = LOCAL.iter().map(|(name, rows)| {
        let rows = rows.iter().map(|(keys, words)| view! { <li><span>{*words}</span><kbd>{*keys}</kbd></li> });
        view! { <section aria-label=*name><h3>{*name}</h3><ul class="keys">{rows.collect_view()}</ul></section> }
    });
    view! {
        <div class="key-box" tabindex="0" role="group" aria-label="All keys">
            <div class="key-sheet">{groups.into_iter().map(group).collect_view()} {local.collect_view()}</div>
        </div>
        <p role="status" aria-label="Keys" class="muted">{move || window.changed.get()}</p>
        <div class="actions">
            <button type="button" on:click=move |_| change::reset(shell)>"Reset all keys"</button>
            <span class="grow"></span>
            <button type="button" on:click=move |_| window.sheet.set(None)>"Close"</button>
        </div>
    }
}

#[component]
fn KeyRow(action: &'static Action) -> impl IntoView {
    let shell = shell();
    let id = action.id;
    let keys = move || {
        if shell.window().changing.get() == Some(id) {
            "Press keys… Esc keeps them".to_owned()
        } else {
            action.keys(shell).split(' ').map(spoken).collect::<Vec<_>>().join(" or ")
        }
    };
    let has_keys = move || !action.keys(shell).is_empty();
    view! {
        <li>
            <span>{action.words(shell)}</span><kbd>{live(keys)}</kbd>
            <button type="button" class="link" aria-label=format!("Change keys of {}", action.words(shell))
                on:click=move |_| change::begin(shell, id)>"Change"</button>
            <button type="button" class="link" aria-label=format!("Empty keys of {}", action.words(shell))
                disabled=move || !has_keys() title=move || (!has_keys()).then_some("It has no keys.")
                on:click=move |_| change::empty(shell, action)>"Empty"</button>
        </li>
    }
}
