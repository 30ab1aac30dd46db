//! The bits of a parameter as checkboxes next to its text, byte by byte; a terminal type is a choice. `emv`
//! has the meanings and knows which bits need a question. The text is the value: a toggle only writes it.

use leptos::html;
use leptos::prelude::*;
use tapline_emv::Scheme;
use tapline_emv::decode::{self, BitRow, Code, Decoded};

use super::decoded::bytes;
use super::show::live;
use crate::ipc::scroll;

#[component]
pub(super) fn Toggles(
    code: Code,
    scheme: Signal<Option<Scheme>>,
    text: Signal<String>,
    put: Callback<String>,
) -> impl IntoView {
    let decoded = Memo::new(move |_| decode::decode(code, scheme.get(), &text.get()).ok());
    if code == Code::TerminalType {
        return type_choice(text, put);
    }
    let length = move || {
        let is_prefixed =
            decoded.with(|decoded| decoded.as_ref().is_some_and(|decoded| decoded.has_length_byte));
        is_prefixed.then(|| {
            format!("The length byte {:02X} stands first: {} follow.", code.size(), bytes(code.size()))
        })
    };
    let groups = (1..=code.size()).map(|byte| {
        let bits = (1..=8_u8).rev().map(|bit| toggle(decoded, byte, bit, put)).collect_view();
        let has_names = move || {
            let is_shown = |row: &BitRow| row.byte == byte && is_shown(row);
            decoded.with(|decoded| decoded.as_ref().is_some_and(|decoded| decoded.bits.iter().any(is_shown)))
        };
        view! { <fieldset hidden=move || !has_names()><legend>{format!("Byte {byte}")}</legend>{bits}</fieldset> }
    });
    view! { {move || length().map(|words| view! { <p>{words}</p> })}{groups.collect_view()} }.into_any()
}

/// True for a bit with a name, and for a reserved bit that is set.
fn is_shown(row: &BitRow) -> bool {
    row.set || row.is_named()
}

fn toggle(decoded: Memo<Option<Decoded>>, byte: usize, bit: u8, put: Callback<String>) -> impl IntoView {
    let row = Memo::new(move |_| {
        decoded.with(|decoded| {
            decoded.as_ref()?.bits.iter().find(|row| row.byte == byte && row.bit == bit).cloned()
        })
    });
    let pending = RwSignal::new(None::<bool>);
    let is_set = move || row.with(|row| row.as_ref().is_some_and(|row| row.set));
    let write = move |set: bool| {
        pending.set(None);
        if let Some(text) =
            decoded.with_untracked(|decoded| decoded.as_ref().map(|decoded| decoded.with(byte, bit, set)))
        {
            put.run(text);
        }
    };
    let field = NodeRef::<html::Input>::new();
    // The buttons of the question disappear with it.
    let answer = move |set: Option<bool>| {
        if let Some(field) = field.get_untracked() {
            let _ = field.focus();
        }
        match set {
            Some(set) => write(set),
            None => pending.set(None),
        }
    };
    let change = move |event: web_sys::Event| {
        let wanted = event_target_checked(&event);
        let box_ = event_target::<web_sys::HtmlInputElement>(&event);
        // New findings appear above it.
        scroll::hold_still(&box_);
        let is_guarded = row.with_untracked(|row| row.as_ref().is_some_and(|row| row.guard().is_some()));
        if is_guarded {
            // The box shows the value until the question is answered.
            box_.set_checked(!wanted);
            pending.set(Some(wanted));
        } else {
            write(wanted);
            // A read-only field keeps its value.
            box_.set_checked(untrack(is_set));
        }
    };
    let words = move || {
        row.with(|row| {
            let row = row.as_ref()?;
            let caution = row.caution();
            let caution = if caution.is_empty() { String::new() } else { format!(" ({caution})") };
            Some(format!("bit {}: {}{caution}", row.bit, row.words))
        })
    };
    let question = move || {
        let set = pending.get()?;
        let reason = row.with(|row| row.as_ref().and_then(BitRow::guard))?;
        Some(view! {
            <p role="alert">{reason} " "
                <button type="button" on:click=move |_| answer(Some(set))>"Change it"</button> " "
                <button type="button" on:click=move |_| answer(None)>"Leave it"</button>
            </p>
        })
    };
    view! {
        <label class="toggle" hidden=move || !row.with(|row| row.as_ref().is_some_and(is_shown))>
            <input type="checkbox" node_ref=field prop:checked=is_set on:change=change/><span>{live(words)}</span>
        </label>
        {live(question)}
    }
}

/// Every value of the EMV table, plus the current one if it is another.
fn type_choice(text: Signal<String>, put: Callback<String>) -> AnyView {
    let now = Memo::new(move |_| text.get().trim().to_owned());
    let other = move || {
        let now = now.get();
        let is_known = decode::terminal_types().any(|(value, _)| value == now);
        (!is_known).then(|| view! { <option value=now.clone() prop:selected=true>{format!("{now}: not a value of the EMV table")}</option> })
    };
    let options = decode::terminal_types().map(|(value, words)| {
        let own = value.clone();
        view! { <option value=value.clone() prop:selected=move || now.get() == own>{format!("{value}: {words}")}</option> }
    });
    view! {
        <label>"Terminal type "<select on:change=move |event| put.run(event_target_value(&event))>{live(other)}{options.collect_view()}</select></label>
    }
    .into_any()
}
