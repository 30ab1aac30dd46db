//! A DDOL or TDOL as rows that can be moved with buttons and with Alt and the arrows. The text is the value; a move writes it
//! in the format in which it was read.

use leptos::prelude::*;
use tapline_emv::dol::{self, Dol, DolError};

use super::decoded::bytes;
use super::show::live;
use crate::ipc::engine;

#[component]
pub(super) fn DolRows(key: Signal<String>, text: Signal<String>, put: Callback<String>) -> impl IntoView {
    live(move || match dol::read(&text.get()) {
        Ok(list) => rows(&key.get(), &list, put),
        Err(error) => {
            let repair = match &error {
                DolError::WrongLength { list, .. } => Some(list.hex()),
                DolError::NotHex | DolError::Malformed => None,
            };
            let button = repair.map(|fixed| {
                let words = format!("Write {fixed}");
                view! { <button type="button" on:click=move |_| put.run(fixed.clone())>{words}</button> }
            });
            view! { <p>{error.sentence()} " " {button}</p> }.into_any()
        }
    })
}

fn rows(key: &str, list: &Dol, put: Callback<String>) -> AnyView {
    let count = list.entries.len();
    let length = list
        .has_length_byte
        .then(|| view! { <p>{format!("The length byte {} stands first.", list.hex().get(..2).unwrap_or_default())}</p> });
    let row = |(at, entry): (usize, &dol::Entry)| {
        let id = move |key: &str, at: usize, way: &str| format!("dol-{key}-{at}-{way}");
        let button = |way: &'static str, to: Option<usize>| {
            let (key, moved) = (key.to_owned(), to.map(|to| list.moved(at, to).hex()));
            let words = format!("Move {} {way}", entry.tag);
            let own = id(&key, at, way);
            let is_end = to.is_none();
            let go = move || {
                if let (Some(to), Some(moved)) = (to, moved.clone()) {
                    put.run(moved);
                    // At the end of the list only the button for the other direction is enabled.
                    let way = match to {
                        0 => "down",
                        to if to + 1 == count => "up",
                        _ => way,
                    };
                    engine::focus_soon(30, &format!("#{}", id(&key, to, way)), "main h1");
                }
            };
            (go, words, own, is_end)
        };
        let (up, up_words, up_id, is_first) = button("up", at.checked_sub(1));
        let (down, down_words, down_id, is_last) = button("down", Some(at + 1).filter(|to| *to < count));
        let (press_up, press_down) = (up.clone(), down.clone());
        let keys = move |event: leptos::ev::KeyboardEvent| {
            if event.alt_key() && matches!(event.key().as_str(), "ArrowUp" | "ArrowDown") {
                event.prevent_default();
                event.stop_propagation();
                if event.key() == "ArrowUp" { press_up() } else { press_down() }
            }
        };
        let name = entry.name().unwrap_or("unknown tag, kept");
        view! {
            <dt class="mono">{entry.tag.clone()}</dt>
            <dd on:keydown=keys>{format!("{name}, {}", bytes(entry.length.into()))} " "
                <button type="button" class="plain" id=up_id disabled=is_first aria-label=up_words.clone() title=format!("{up_words} (Alt+Up)") on:click=move |_| up()>"↑"</button>
                <button type="button" class="plain" id=down_id disabled=is_last aria-label=down_words.clone() title=format!("{down_words} (Alt+Down)") on:click=move |_| down()>"↓"</button>
            </dd>
        }
    };
    let body = list.entries.iter().enumerate().map(row).collect_view();
    view! { {length}<dl class="bits">{body}</dl> }.into_any()
}
