//! The field of the call bar. Its answers are in another part and come when that does: what is typed before is answered then.

use leptos::html;
use leptos::prelude::*;

use crate::ipc::{engine, file};
use crate::parts::PagePart;
use crate::shell::shell;
use crate::widgets::part::show_inside;

/// What is typed in the call bar, and where Enter leads. The answers find it as a context.
#[derive(Clone, Copy)]
pub(crate) struct Call {
    pub(crate) typed: RwSignal<String>,
    /// The first answer says.
    pub(crate) way: RwSignal<Option<Way>>,
}

/// Where Enter leads.
#[derive(Clone, Copy)]
pub(crate) struct Way {
    /// "the sale"
    pub(crate) opens: &'static str,
    /// In the call bar itself.
    pub(crate) stays: bool,
    pub(crate) go: Callback<()>,
}

impl Way {
    /// To the limit or parameter that decides.
    pub(crate) fn decides(go: impl Fn() + Send + Sync + 'static) -> Way {
        Way { opens: "the place that decides", stays: false, go: Callback::new(move |()| go()) }
    }
}

#[component]
pub(crate) fn CallBar(answers: PagePart) -> impl IntoView {
    let shell = shell();
    let first = shell.window().explain_text.try_update(std::mem::take).unwrap_or_default();
    let (typed, way) = (RwSignal::new(first), RwSignal::new(None::<Way>));
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
            <label for="call-text">"An amount, a card's last four digits or both (23.10 2941), a transaction's id, or a pasted TVR, TSI, AID, host code, TTQ or log line"</label>
            <textarea id="call-text" node_ref=field rows="1" autocomplete="off" spellcheck="false" prop:value=move || typed.get()
                on:input=move |event| { way.set(None); typed.set(event_target_value(&event)); } on:keydown=keys
                on:dragover=move |event| file::allow_drop(&event) on:drop=move |event| file::dropped(&event, take)
                on:paste=move |event| file::pasted(&event, take)></textarea>
            {show_inside(answers)}
            <p class="muted caption">{move || {
                way.get().map_or_else(
                    || "A log can be pasted or dropped here as a file. Esc closes.".to_owned(),
                    |way| format!("Enter opens {}, arrow down leads to what was found. Esc closes.", way.opens),
                )
            }}</p>
        </div>
    }
}
