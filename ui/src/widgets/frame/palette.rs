//! The palette: one field that finds, explains and runs, in front of any page. The answer to a sale, an amount or a log comes first,
//! then sales, records and actions. Nothing is hidden: an action that can't run now shows the reason.
//!
//! It finds the page's loaded data (`find.rs`). Answers are in another part (`pages/answers`) and come when that does: text typed
//! before is answered then.

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::find::find;
pub(crate) use super::find::{Aim, PaletteLine};
use crate::actions::chord::spoken;
use crate::effect::effect;
use crate::ipc::{engine, file, hold};
use crate::parts::PagePart;
use crate::shell::shell;
use crate::widgets::dialog::has_control;
use crate::widgets::part;
use crate::widgets::show::{Show, live};
use crate::window_state::Sheet;

/// State that the field shares with the answers, which find it as a context.
#[derive(Clone, Copy, Default)]
pub(crate) struct PaletteState {
    /// The text with the line breaks of a pasted log, which the field can't show.
    pub(crate) text: RwSignal<String>,
    /// Lines of the answers: sales, and the amount in Limits.
    pub(crate) lines: RwSignal<Vec<PaletteLine>>,
    pub(crate) card: RwSignal<Option<CardKeys>>,
    /// Id of the sale that the person chose among several.
    pub(crate) chosen: RwSignal<Option<String>>,
    /// True while sales are searched: Enter waits instead of opening something else.
    pub(crate) busy: RwSignal<bool>,
}

/// Keys of the answer's card.
#[derive(Clone, Copy)]
pub(crate) struct CardKeys {
    /// Label and effect of Enter: "Open the sale".
    pub(crate) opens: Option<(&'static str, Callback<()>)>,
    /// Opens the field that decides.
    pub(crate) field: Option<Callback<()>>,
    /// True if it has a sentence for the merchant.
    pub(crate) says: bool,
}

const LIST: &str = "palette-list";

/// Copies the sentence for the merchant.
const SAY_COPY: &str = "dialog .say .copy";

#[component]
pub(crate) fn Palette(which: Sheet, answers: PagePart) -> impl IntoView {
    let shell = shell();
    let state = PaletteState::default();
    provide_context(state);
    let PaletteState { text, lines, card, chosen, busy } = state;
    let input = NodeRef::<html::Input>::new();
    // The line that the person moved to; `None` leaves it to `at`.
    let moved = RwSignal::new(None::<usize>);
    let found = Memo::new(move |_| text.with(|text| find(shell, which, text)));
    let all = Memo::new(move |_| {
        let found = found.get();
        let exact = found.iter().take_while(|one| one.exact).count();
        let (exact, rest) = found.split_at(exact);
        [exact, &lines.get(), rest].concat()
    });
    // `None` is the card.
    let at = Memo::new(move |_| {
        let is_exact = all.with(|all| all.first().is_some_and(|one| one.exact));
        let opens = card.with(|card| card.is_some_and(|card| card.opens.is_some()));
        moved.get().or_else(|| (is_exact || !opens).then_some(0))
    });
    engine::later(0, move || {
        if let Some(input) = input.try_get_untracked().flatten() {
            // The field is on the page while the sheet is.
            let _ = input.focus();
        }
    });
    let choose = move |at: usize| {
        let aim = all
            .with_untracked(|all| all.get(at).filter(|one| one.blocked.is_none()).map(|one| one.aim.clone()));
        match aim {
            Some(Aim::Explain(id)) => {
                moved.set(None);
                chosen.set(Some(id));
                engine::focus("dialog .palette-field", "main h1");
            }
            Some(aim) => {
                shell.window().sheet.set(None);
                // The sheet returns the focus first.
                engine::later(0, move || aim.go(shell));
            }
            None => {}
        }
    };
    let open = move |go: Callback<()>| {
        shell.window().sheet.set(None);
        go.run(());
    };
    let enter = move |with_control: bool| match (at.get_untracked(), card.get_untracked()) {
        (_, Some(CardKeys { field: Some(field), .. })) if with_control => open(field),
        (None, Some(CardKeys { opens: Some((_, go)), .. })) => open(go),
        // The best line may still be on its way.
        (Some(at), _) if moved.with_untracked(Option::is_some) || !busy.get_untracked() => choose(at),
        _ => {}
    };
    let keys = move |event: web_sys::KeyboardEvent| {
        let last = all.with_untracked(Vec::len).checked_sub(1);
        let now = at.get_untracked();
        let has_card = card.with_untracked(|card| card.is_some_and(|card| card.opens.is_some()));
        let first = if has_card { None } else { Some(0) };
        let next = match (event.key().as_str(), now) {
            ("ArrowDown", None) => Some(0),
            ("ArrowDown", Some(now)) => Some(now + 1).filter(|next| Some(*next) <= last).or(first),
            ("ArrowUp", Some(0)) if has_card => None,
            ("ArrowUp", now) => now.and_then(|now| now.checked_sub(1)).or(last),
            ("PageDown", now) => Some(now.map_or(0, |now| now + 10)).min(last),
            ("PageUp", Some(now)) if now > 0 || !has_card => Some(now.saturating_sub(10)),
            ("PageUp", _) => None,
            ("Enter", _) => {
                event.prevent_default();
                return enter(has_control(&event));
            }
            ("c", _) if has_control(&event) && !event.shift_key() => {
                if !is_text_selected(&event) && press_copy() {
                    event.prevent_default();
                }
                return;
            }
            _ => return,
        };
        event.prevent_default();
        moved.set(next.filter(|_| last.is_some()));
        if let Some(next) = next {
            engine::later(0, move || hold::reveal(&format!("#{}", line_id(next))));
        }
    };
    let take = move |given: Option<String>| match given {
        Some(given) => {
            moved.try_set(None);
            chosen.try_set(None);
            text.try_set(given);
        }
        None => shell.toast("This file can't be read. Paste its text."),
    };
    let take_typed = move |typed: String| {
        moved.set(None);
        chosen.set(None);
        // A sale may be named.
        busy.set(typed.bytes().any(|byte| byte.is_ascii_digit()));
        text.set(typed);
    };
    let pasted = move |event: web_sys::ClipboardEvent| {
        let lines = event.clipboard_data().and_then(|clipboard| clipboard.get_data("text/plain").ok());
        match lines.filter(|text| text.trim().contains('\n')) {
            Some(log) => {
                event.prevent_default();
                take(Some(log));
            }
            None => file::pasted(&event, take),
        }
    };
    let line = move |(index, one): (usize, PaletteLine)| {
        let here = move || at.get() == Some(index);
        let blocked = one.blocked.is_some();
        let note = one.blocked.unwrap_or(one.note);
        let whole = note.clone();
        view! {
            <li id=line_id(index) role="option" aria-selected=move || here().to_string() aria-disabled=blocked.then_some("true")
                class:current=here on:click=move |_| choose(index)>
                <span class="muted palette-kind">{one.kind}</span><b>{one.words}</b>
                <span class="muted palette-note" title=whole>{note}</span>
                <kbd aria-hidden="true">{one.keys.split(' ').next().map(spoken).unwrap_or_default()}</kbd>
            </li>
        }
    };
    let (label, hint) = match which {
        Sheet::Connections => ("Connection", "Name of a connection"),
        _ => ("Search or explain", "Name, id, 23.10 2941, action, or a pasted log"),
    };
    // Loaded while the person types.
    if which == Sheet::Palette {
        part::load(answers);
    }
    let is_asked = Memo::new(move |_| which == Sheet::Palette && text.with(|text| !text.trim().is_empty()));
    effect(move || {
        if !is_asked.get() {
            lines.set(Vec::new());
            card.set(None);
            busy.set(false);
        }
    });
    let foot = move || {
        let count = all.with(Vec::len);
        let keys = card.get();
        let enter = match (at.get(), keys) {
            (None, Some(keys)) => keys.opens.map(|(words, _)| words),
            (Some(at), _) => all.with(|all| all.get(at).map(|one| one.aim.verb())),
            _ => None,
        };
        let key = |key: &str, words: &'static str| view! { <span><kbd>{spoken(key)}</kbd>" "{words}</span> };
        view! {
            {enter.map(|words| key("Enter", words))}
            {keys.and_then(|keys| keys.field).map(|_| key("Ctrl+Enter", "Open the deciding field"))}
            {keys.filter(|keys| keys.says).map(|_| key("Ctrl+C", "Copy what to say"))}
            {(count > usize::from(keys.is_none())).then(|| key("↓", if keys.is_some() { "Other results" } else { "Next" }))}
            {key("Esc", "Close")}
        }
    };
    let count = move || match (all.with(Vec::len), card.with(Option::is_some)) {
        (0, false) => "No results. Paste a complete id to open it directly.".to_owned(),
        (0, true) => String::new(),
        (1, true) => "1 other result".to_owned(),
        (count, true) => format!("{count} other results"),
        (1, false) => "1 result".to_owned(),
        (count, _) => format!("{count} results"),
    };
    view! {
        <div class="palette-box explain">
            <input type="text" class="palette-field" node_ref=input role="combobox" aria-label=label placeholder=hint aria-expanded="true" aria-controls=LIST
                aria-autocomplete="list" aria-activedescendant=move || at.get().filter(|at| all.with(|all| *at < all.len())).map(line_id)
                autocomplete="off" spellcheck="false" prop:value=move || text.with(|text| text.replace(['\n', '\r'], " "))
                on:input=move |event| take_typed(event_target_value(&event)) on:keydown=keys on:paste=pasted
                on:dragover=move |event| file::allow_drop(&event) on:drop=move |event| file::dropped(&event, take)/>
            <Show when=move || is_asked.get()>{part::show_inside(answers)}</Show>
            <Show when=move || card.with(Option::is_some) && all.with(|all| !all.is_empty())><h3 class="palette-more">"Other results"</h3></Show>
            <ul id=LIST role="listbox" aria-label="Results" class="palette">
                {move || all.get().into_iter().enumerate().map(line).collect_view()}
            </ul>
            <div class="palette-foot muted">{live(foot)}<span class="grow"></span><span role="status" aria-label="Count">{count}</span></div>
        </div>
    }
}

fn line_id(at: usize) -> String {
    format!("palette-{at}")
}

/// True if a part of the field is selected, which Ctrl+C copies.
fn is_text_selected(event: &web_sys::KeyboardEvent) -> bool {
    let field = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlInputElement>().ok());
    field.is_some_and(|field| field.selection_start().ok() != field.selection_end().ok())
}

/// Presses the button that copies the sentence for the merchant; false without one.
fn press_copy() -> bool {
    let button = document().query_selector(SAY_COPY).ok().flatten();
    let button = button.and_then(|button| button.dyn_into::<web_sys::HtmlElement>().ok());
    button.as_ref().map(web_sys::HtmlElement::click).is_some()
}
