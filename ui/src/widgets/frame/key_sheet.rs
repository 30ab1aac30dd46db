//! All keys in one sheet, from the table of actions. Each can be changed or emptied; what belongs to one element is only listed.

use leptos::prelude::*;

use crate::actions::chord::{Pressed, is_chord, spoken};
use crate::actions::table::{Action, LOCAL, TABLE};
use crate::shell::{Shell, shell};

#[component]
pub(crate) fn KeySheet() -> impl IntoView {
    let shell = shell();
    let changing = RwSignal::new(None::<&'static str>);
    let said = RwSignal::new(String::new());
    // Before the frame takes the chord for an action of its own.
    let press = move |event: web_sys::KeyboardEvent| {
        let Some(id) = changing.get_untracked() else { return };
        if event.key() == "Escape" {
            event.prevent_default();
            changing.set(None);
            return;
        }
        let Some(pressed) = Pressed::of(&event) else { return };
        event.prevent_default();
        event.stop_propagation();
        said.set(take(shell, id, &pressed.chord()));
        changing.set(None);
    };
    let mut groups: Vec<&'static str> = Vec::new();
    for action in TABLE {
        if !groups.contains(&action.group) {
            groups.push(action.group);
        }
    }
    let group = move |name: &'static str| {
        let rows = TABLE.iter().filter(move |action| action.group == name);
        let rows =
            rows.map(move |action| view! { <Row action=action changing=changing said=said/> }).collect_view();
        view! { <section aria-label=name><h3>{name}</h3><ul class="keys">{rows}</ul></section> }
    };
    let local = LOCAL.iter().map(|(name, rows)| {
        let rows = rows.iter().map(|(keys, words)| view! { <li><span>{*words}</span><kbd>{*keys}</kbd></li> });
        view! { <section aria-label=*name><h3>{*name}</h3><ul class="keys">{rows.collect_view()}</ul></section> }
    });
    view! {
        <div class="key-sheet" on:keydown=press tabindex="0" role="group" aria-label="All keys">
            {groups.into_iter().map(group).collect_view()}
            {local.collect_view()}
        </div>
        <p role="status" aria-label="Keys" class="muted">{move || said.get()}</p>
        <div class="actions">
            <button type="button" on:click=move |_| {
                shell.frame().change(|kept| kept.keys.clear());
                said.set("All keys are as delivered.".to_owned());
            }>"Reset all keys"</button>
            <span class="grow"></span>
            <button type="button" on:click=move |_| shell.frame().sheet.set(None)>"Close"</button>
        </div>
    }
}

/// Gives an action a chord, unless another has it; in words what became of it.
fn take(shell: Shell, id: &'static str, chord: &str) -> String {
    if !is_chord(chord) {
        return "Hold Ctrl or Alt with a key, or use a function key.".to_owned();
    }
    let taken = untrack(|| {
        TABLE.iter().find(|other| other.id != id && other.keys(shell).split(' ').any(|keys| keys == chord))
    });
    if let Some(other) = taken {
        return format!(
            "{} belongs to “{}”. Empty that first, or press other keys.",
            spoken(chord),
            other.words()
        );
    }
    shell.frame().change(|kept| {
        kept.keys.insert(id.to_owned(), chord.to_owned());
    });
    format!("{} is set.", spoken(chord))
}

#[component]
fn Row(
    action: &'static Action,
    changing: RwSignal<Option<&'static str>>,
    said: RwSignal<String>,
) -> impl IntoView {
    let shell = shell();
    let id = action.id;
    let is_changing = move || changing.get() == Some(id);
    let keys = move || {
        let keys = action.keys(shell);
        if is_changing() {
            "Press keys… Esc keeps them".to_owned()
        } else {
            keys.split(' ').map(spoken).collect::<Vec<_>>().join(" or ")
        }
    };
    let has_keys = move || !action.keys(shell).is_empty();
    let empty = move |_| {
        shell.frame().change(|kept| {
            kept.keys.insert(id.to_owned(), String::new());
        });
        said.set(format!("“{}” has no keys.", action.words()));
    };
    view! {
        <li>
            <span>{action.words()}</span><kbd>{keys}</kbd>
            <button type="button" class="link" aria-label=format!("Change keys of {}", action.words())
                on:click=move |_| changing.set(Some(id))>"Change"</button>
            <button type="button" class="link" aria-label=format!("Empty keys of {}", action.words())
                disabled=move || !has_keys() title=move || (!has_keys()).then_some("It has no keys.") on:click=empty>"Empty"</button>
        </li>
    }
}
