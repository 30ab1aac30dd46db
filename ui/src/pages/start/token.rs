//! The token of a connection, which is never typed: core reads it from the clipboard or a file, and the page gets its last four
//! characters.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::Failure;
use tapline_contract::commands::{ChooseTokenFile, PasteToken};
use tapline_contract::connection::{Connection, TokenKept, TokenView};

use crate::ipc::{self, engine};
use crate::shell::shell;
use crate::widgets::icon::Icon;
use crate::widgets::show::live;

#[component]
pub(super) fn Token(
    form: RwSignal<Connection>,
    token: RwSignal<Option<TokenView>>,
    failure: RwSignal<Option<Failure>>,
) -> impl IntoView {
    let shell = shell();
    let took = move |answer: Result<Option<TokenView>, Failure>| match answer {
        Ok(Some(view)) => {
            failure.set(None);
            token.set(Some(view));
        }
        Ok(None) => {}
        Err(why) => failure.set(Some(why)),
    };
    let paste = move |_| {
        let id = form.with_untracked(|form| form.id.clone());
        spawn_local(async move { took(ipc::command::<PasteToken>(id).await.map(Some)) });
    };
    let choose = move |_| {
        let id = form.with_untracked(|form| form.id.clone());
        spawn_local(async move { took(ipc::command::<ChooseTokenFile>(id).await) });
    };
    let shown = move || {
        token.get().map(|view| {
            let until = view.valid_until.as_deref().map(|at| format!(" · valid until {}", engine::local_time(at)));
            let subject = view.subject.map(|subject| format!(" · subject {subject}"));
            let kept = match view.kept {
                TokenKept::Keyring => String::new(),
                TokenKept::Memory { why } => format!(" · {why}"),
            };
            view! {
                <p class="good with-icon"><Icon name="check"/><span>"Token ends in " <b class="mono">{view.last_four}</b>
                    {until} {subject} {kept}</span></p>
            }
        })
    };
    let keyring = move || {
        shell.core.with(|core| core.as_ref().and_then(|core| core.keyring_problem.clone())).unwrap_or_else(
            || "Kept in this computer's keyring. It never enters this window, a log or a file.".to_owned(),
        )
    };
    view! {
        <div class="field"><span class="label">"Token"</span><div class="field-body">
            <div class="row">
                <button type="button" on:click=paste><Icon name="copy"/>"Paste from clipboard"</button>
                <button type="button" on:click=choose>"Select file…"</button>
            </div>
            <div role="status" aria-label="Token">{live(shown)}</div>
            <p class="says">{live(keyring)}</p>
        </div></div>
    }
}
