//! The question before a change of a profile that is no edit. On the strictest safety level, the name is typed again.

use leptos::prelude::*;
use tapline_contract::profile::Profile;

use crate::shell::shell;
use crate::widgets::dialog::{Dialog, DialogFoot, DialogPlace};
use crate::widgets::show::live;
use crate::widgets::text_field::TextField;

/// Words of a question.
#[derive(Clone, Copy)]
pub(super) struct QuestionWords {
    pub(super) title: Signal<String>,
    pub(super) keep: Signal<&'static str>,
    pub(super) go: Signal<String>,
    /// "danger" or "primary".
    pub(super) class: &'static str,
    /// Id of the field for the name.
    pub(super) field: &'static str,
}

#[component]
pub(super) fn ProfileQuestion(
    #[prop(into)] open: Signal<bool>,
    on_close: Callback<()>,
    words: QuestionWords,
    record: Signal<Option<Profile>>,
    /// Runs once, with the profile as it is shown.
    on_go: Callback<Profile>,
    children: ChildrenFn,
) -> impl IntoView {
    view! {
        <Dialog open=open on_close=on_close title=words.title>
            <DialogPlace/>
            {children()}
            <Answer words=words record=record on_close=on_close on_go=on_go/>
        </Dialog>
    }
}

/// The name, where it is asked for, and the two buttons.
#[component]
fn Answer(
    words: QuestionWords,
    record: Signal<Option<Profile>>,
    on_close: Callback<()>,
    on_go: Callback<Profile>,
) -> impl IntoView {
    let shell = shell();
    let typed = RwSignal::new(String::new());
    let name = move || record.with(|record| record.as_ref().map(Profile::name).unwrap_or_default());
    let reason = move || {
        (shell.must_retype() && typed.get().trim() != name().trim())
            .then(|| format!("Type {} first.", name()))
    };
    let retype = move || {
        shell.must_retype().then(|| view! {
            <TextField id=words.field label=format!("Type {}", name()) value=typed on_text=Callback::new(move |text| typed.set(text))/>
        })
    };
    let go = move |_| {
        let Some(profile) = record.get_untracked().filter(|_| untrack(reason).is_none()) else { return };
        on_go.run(profile);
        on_close.run(());
    };
    view! {
        {live(retype)}
        <DialogFoot keep=Signal::derive(move || words.keep.get().to_owned()) on_keep=on_close reason=Signal::derive(reason)>
            <button type="button" class=words.class disabled=move || reason().is_some() aria-describedby="dialog-reason" on:click=go>{words.go}</button>
        </DialogFoot>
    }
}
