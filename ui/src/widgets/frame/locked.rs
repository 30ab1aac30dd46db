//! The locked window: no loaded data is on the page. A token of the same owner unlocks it and restores all unsaved input.
//!
//! The question before the window or the connection is closed, if something is unsaved or running.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::Failure;
use tapline_contract::commands::{ChooseTokenFile, PasteToken};

use crate::actions::run;
use crate::ipc;
use crate::nav::Leaving;
use crate::shell::shell;
use crate::widgets::dialog::{Dialog, DialogFoot};
use crate::widgets::drafts::{fate, waiting};
use crate::widgets::failure::FailureNote;
use crate::widgets::icon::Icon;
use crate::widgets::show::{Show, live};

#[component]
pub(crate) fn Locked() -> impl IntoView {
    let shell = shell();
    let failure = RwSignal::new(None::<Failure>);
    let embedded =
        move || shell.session.with(|session| session.as_ref().is_some_and(|session| session.embedded));
    let unlock = move || {
        spawn_local(async move { failure.set(shell.unlock().await.err()) });
    };
    let paste = move |_| {
        spawn_local(async move {
            match ipc::command::<PasteToken>(shell.connection()).await {
                Ok(_) => unlock(),
                Err(why) => failure.set(Some(why)),
            }
        });
    };
    let choose = move |_| {
        spawn_local(async move {
            match ipc::command::<ChooseTokenFile>(shell.connection()).await {
                Ok(Some(_)) => unlock(),
                Ok(None) => {}
                Err(why) => failure.set(Some(why)),
            }
        });
    };
    let typed = move || {
        waiting(shell)
            .map(|drafts| format!("Kept until you unlock: {drafts}. Enter passwords and secrets again."))
    };
    let confirming = RwSignal::new(false);
    let keep = Callback::new(move |()| confirming.set(false));
    let switch = move |_| {
        if untrack(|| fate(shell).1) {
            confirming.set(true);
        } else {
            shell.leave_locked();
        }
    };
    view! {
        <div class="page locked">
            <section class="card" aria-labelledby="locked-title">
                <h1 id="locked-title"><Icon name="lock"/>"Tapline is locked"</h1>
                <p>"Loaded data has been cleared from this window. " {live(typed)}</p>
                <Show when=embedded fallback=move || view! {
                    <p>"Copy a token for the same owner to continue."</p>
                    <div class="actions">
                        <button type="button" class="primary" on:click=paste>"Paste token and unlock"</button>
                        <button type="button" on:click=choose>"Select token file…"</button>
                    </div>
                }>
                    <div class="actions"><button type="button" class="primary" on:click=move |_| unlock()>"Unlock the sandbox"</button></div>
                </Show>
                {move || failure.get().map(|failure| view! { <FailureNote failure=failure/> })}
                <div class="actions">
                    <button type="button" on:click=switch>"Switch connection"</button>
                    <span class="muted">"Closes this connection and opens the start page. You'll need its token to open it again."</span>
                </div>
            </section>
            <Dialog open=confirming on_close=keep title="Switch connection and lose unsaved changes?">
                {move || fate(shell).0.into_iter().map(|sentence| view! { <p>{sentence}</p> }).collect_view()}
                <DialogFoot keep="Stay here" on_keep=keep>
                    <button type="button" class="danger" on:click=move |_| { confirming.set(false); shell.leave_locked(); }>"Discard and switch"</button>
                </DialogFoot>
            </Dialog>
        </div>
    }
}

#[component]
pub(crate) fn LeaveQuestion() -> impl IntoView {
    let shell = shell();
    let nav = shell.nav;
    let keep = Callback::new(move |()| nav.leaving.set(None));
    let look = move |_| {
        nav.leaving.set(None);
        run::review(shell);
    };
    let closes = move || nav.leaving.with(|leaving| *leaving == Some(Leaving::Window));
    let title =
        Signal::derive(move || if closes() { "Close Tapline?" } else { "Switch connection?" }.to_owned());
    let unsaved =
        move || fate(shell).0.into_iter().map(|sentence| view! { <p>{sentence}</p> }).collect_view();
    let button = move || match (closes(), fate(shell).1) {
        (true, true) => "Discard and close",
        (true, false) => "Close",
        (false, true) => "Discard and switch",
        (false, false) => "Switch",
    };
    view! {
        <Dialog open=Signal::derive(move || nav.leaving.with(Option::is_some)) on_close=keep title=title>
            {unsaved}
            {move || shell.window().at_stake.get().map(|stake| view! { <p>{stake.sentence}</p> })}
            <DialogFoot keep="Stay" on_keep=keep>
                <Show when=move || shell.has_drafts()><button type="button" on:click=look>"Review changes"</button></Show>
                <button type="button" class=move || if fate(shell).1 { "danger" } else { "primary" } on:click=move |_| run::leave(shell)>{button}</button>
            </DialogFoot>
        </Dialog>
    }
}
