//! The sheets in front of any page: palette, settings, keys, about. One at a time.
//!
//! Version, commit and engine of this Tapline, for support.
//!
//! All keys in one sheet, from the table of actions. Keys of actions can be changed or emptied; keys of single elements are
//! only listed.
//!
//! The field of the call bar. Its answers are in another part and come when that does: what is typed before is answered then.

use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::commands::GetAbout;

use super::palette::Palette;
use super::settings::Settings;
use super::update::CheckForUpdate;
use crate::actions::chord::spoken;
use crate::actions::table::{Action, LOCAL, TABLE};
use crate::actions::{change, run};
use crate::ipc::{self, engine, file};
use crate::parts::{PagePart, part};
use crate::shell::shell;
use crate::widgets::dialog::Dialog;
use crate::widgets::part::show_inside;
use crate::widgets::show::live;
use crate::window_state::Sheet;

#[component]
pub(crate) fn Sheets(
    /// Answers of the call bar.
    call: PagePart,
    guide: PagePart,
) -> impl IntoView {
    let sheet = shell().window().sheet;
    let is_open = Memo::new(move |_| sheet.with(Option::is_some));
    let close = Callback::new(move |()| sheet.set(None));
    let title = Signal::derive(move || match sheet.get() {
        Some(Sheet::Palette) => "Search or run a command".to_owned(),
        Some(Sheet::Connections) => "Switch connection".to_owned(),
        Some(Sheet::Call) => "Explain".to_owned(),
        Some(Sheet::Settings) => "Settings".to_owned(),
        Some(Sheet::Keys) => "Keyboard shortcuts".to_owned(),
        Some(Sheet::Guide) => "Guide".to_owned(),
        Some(Sheet::About) | None => "About Tapline".to_owned(),
    });
    view! {
        <Dialog open=is_open on_close=close title=title class="wide">
            {move || match sheet.get() {
                // In the first part: a person types on at once after opening it, and no key may be lost while a part is
                // loading.
                Some(which @ (Sheet::Palette | Sheet::Connections)) => view! { <Palette which=which/> }.into_any(),
                Some(Sheet::Call) => view! { <CallBar answers=call/> }.into_any(),
                Some(Sheet::Guide) => show_inside(guide),
                Some(_) => show_inside(BODY),
                None => ().into_any(),
            }}
        </Dialog>
    }
}

const BODY: PagePart = part!(tools, |_| match shell().window().sheet.get_untracked() {
    Some(Sheet::Settings) => view! { <Settings/> }.into_any(),
    Some(Sheet::Keys) => view! { <KeySheet/> }.into_any(),
    Some(Sheet::About) => view! { <About/> }.into_any(),
    Some(Sheet::Palette | Sheet::Connections | Sheet::Call | Sheet::Guide) | None => ().into_any(),
});

#[component]
pub(crate) fn About() -> impl IntoView {
    let shell = shell();
    let about = RwSignal::new(None::<tapline_contract::commands::About>);
    spawn_local(async move {
        match ipc::command::<GetAbout>(()).await {
            // The sheet may be closed again.
            Ok(answer) => {
                shell.window().updates.set(Some(answer.updates.clone()));
                drop(about.try_set(Some(answer)));
            }
            Err(failure) => shell.fail(&failure),
        }
    });
    let facts = move || {
        about.get().map(|about| {
            let unknown = || "unknown".to_owned();
            let rows = [
                Some(("Version", about.version)),
                Some(("Commit", about.commit.unwrap_or_else(unknown))),
                Some(("Web engine", about.engine.unwrap_or_else(unknown))),
                about.rendering.map(|rendering| ("Rendering", rendering)),
                Some(("Updates", about.updates.source)),
                Some(("Log", about.log_folder)),
            ];
            rows.into_iter()
                .flatten()
                .map(|(name, value)| view! { <dt>{name}</dt><dd>{value}</dd> })
                .collect_view()
        })
    };
    view! {
        <dl class="about">{live(facts)}</dl>
        <CheckForUpdate/>
        <p class="muted">"The log lists calls and their results. It has no tokens, records or typed text."</p>
        <div class="actions">
            <button type="button" on:click=move |_| run::log_folder(shell)>"Open log folder"</button>
            <span class="grow"></span>
            <button type="button" on:click=move |_| shell.window().sheet.set(None)>"Close"</button>
        </div>
    }
}

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
        <div class="key-box" tabindex="0" role="group" aria-label="All shortcuts">
            <div class="key-sheet">{groups.into_iter().map(group).collect_view()} {local.collect_view()}</div>
        </div>
        <p role="status" aria-label="Keyboard shortcuts" class="muted">{move || window.changed.get()}</p>
        <div class="actions">
            <button type="button" on:click=move |_| change::reset(shell)>"Reset all shortcuts"</button>
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
            "Press keys… Esc cancels".to_owned()
        } else {
            action.keys(shell).split(' ').map(spoken).collect::<Vec<_>>().join(" or ")
        }
    };
    let has_keys = move || !action.keys(shell).is_empty();
    view! {
        <li>
            <span>{action.words(shell)}</span><kbd>{live(keys)}</kbd>
            <button type="button" class="link" aria-label=format!("Change shortcut of {}", action.words(shell))
                on:click=move |_| change::begin(shell, id)>"Change"</button>
            <button type="button" class="link" aria-label=format!("Clear shortcut of {}", action.words(shell))
                disabled=move || !has_keys() title=move || (!has_keys()).then_some("No shortcut set.")
                on:click=move |_| change::empty(shell, action)>"Clear"</button>
        </li>
    }
}

/// What is typed in the call bar, and where Enter leads. The answers find it as a context.
#[derive(Clone, Copy)]
pub(crate) struct Call {
    pub(crate) typed: RwSignal<String>,
    /// The first answer says.
    pub(crate) way: RwSignal<Option<EnterTarget>>,
}

/// The target of Enter.
#[derive(Clone, Copy)]
pub(crate) struct EnterTarget {
    /// "the sale"
    pub(crate) opens: &'static str,
    /// In the call bar itself.
    pub(crate) stays: bool,
    pub(crate) go: Callback<()>,
}

impl EnterTarget {
    /// To the limit or parameter that decides.
    pub(crate) fn decides(go: impl Fn() + Send + Sync + 'static) -> EnterTarget {
        EnterTarget { opens: "the deciding field", stays: false, go: Callback::new(move |()| go()) }
    }
}

#[component]
pub(crate) fn CallBar(answers: PagePart) -> impl IntoView {
    let shell = shell();
    let first = shell.window().explain_text.try_update(std::mem::take).unwrap_or_default();
    let (typed, way) = (RwSignal::new(first), RwSignal::new(None::<EnterTarget>));
    provide_context(Call { typed, way });
    let field = NodeRef::<html::Textarea>::new();
    engine::later(0, move || {
        if let Some(element) = field.try_get_untracked().flatten() {
            // The field is on the page while the sheet is.
            let _ = element.focus();
        }
    });
    let keys = move |event: web_sys::KeyboardEvent| {
        if event.key() == "ArrowDown" && typed.with_untracked(|typed| !typed.contains('\n')) {
            event.prevent_default();
            return engine::focus(".call .sale, .call .answers a", "#call-text");
        }
        if event.key() != "Enter" || event.shift_key() {
            return;
        }
        event.prevent_default();
        if let Some(way) = way.get_untracked() {
            if !way.stays {
                shell.window().sheet.set(None);
            }
            way.go.run(());
        }
    };
    let take = move |text: Option<String>| match text {
        Some(text) => {
            way.try_set(None);
            typed.try_set(text);
        }
        None => shell.toast("This file can't be read. Paste its text."),
    };
    view! {
        <div class="call explain">
            <label for="call-text">"Amount, last four card digits or both (23.10 2941), transaction id, or a pasted TVR, TSI, AID, host code, TTQ or log line"</label>
            <textarea id="call-text" node_ref=field rows="1" autocomplete="off" spellcheck="false" prop:value=move || typed.get()
                on:input=move |event| { way.set(None); typed.set(event_target_value(&event)); } on:keydown=keys
                on:dragover=move |event| file::allow_drop(&event) on:drop=move |event| file::dropped(&event, take)
                on:paste=move |event| file::pasted(&event, take)></textarea>
            {show_inside(answers)}
            <p class="muted caption">{move || {
                way.get().map_or_else(
                    || "Paste a log or drop a file here. Esc closes.".to_owned(),
                    |way| format!("Enter opens {}, arrow down moves to the results. Esc closes.", way.opens),
                )
            }}</p>
        </div>
    }
}
