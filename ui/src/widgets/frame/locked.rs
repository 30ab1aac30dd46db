//! The locked window: no loaded data is on the page. A token of the same owner unlocks it and restores all unsaved input.
//!
//! The question before unsaved changes are left, for every way out.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::Failure;
use tapline_contract::commands::{ChooseTokenFile, PasteToken};

use crate::actions::run;
use crate::ipc;
use crate::nav::Leaving;
use crate::shell::shell;
use crate::widgets::dialog::{Dialog, DialogFoot};
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
        if shell.nav.dirty() {
            "Unsaved changes are kept in memory until you unlock. Enter passwords and secrets again."
        } else {
            "No unsaved changes."
        }
    };
    let confirming = RwSignal::new(false);
    let keep = Callback::new(move |()| confirming.set(false));
    let switch = move |_| {
        if untrack(|| shell.nav.dirty()) {
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
                    <p>"Copy a token of the same owner to continue."</p>
                    <div class="actions">
                        <button type="button" class="primary" on:click=paste>"Paste token and unlock"</button>
                        <button type="button" on:click=choose>"Choose token file…"</button>
                    </div>
                }>
                    <div class="actions"><button type="button" class="primary" on:click=move |_| unlock()>"Unlock the sandbox"</button></div>
                </Show>
                {move || failure.get().map(|failure| view! { <FailureNote failure=failure/> })}
                <div class="actions">
                    <button type="button" on:click=switch>"Switch connection"</button>
                    <span class="muted">"Closes this connection and opens the start page. Its token is needed again there."</span>
                </div>
            </section>
            <Dialog open=confirming on_close=keep title="Switch connection and lose unsaved changes?">
                <p>"Unsaved changes are kept until you unlock this connection. If you switch, they are lost."</p>
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
    let name = move || shell.areas().edited_name().unwrap_or_default();
    let keep = Callback::new(move |()| nav.leaving.set(None));
    let look = move |_| {
        nav.leaving.set(None);
        run::review(shell);
    };
    let dirty = move || nav.dirty();
    // Going to another page stops and loses nothing but unsaved input.
    let stake = move || {
        let ends = nav.leaving.with(|leaving| !matches!(leaving, None | Some(Leaving::To(_))));
        shell.window().at_stake.get().filter(|_| ends)
    };
    let title =
        Signal::derive(move || if dirty() { "Leave unsaved changes?" } else { "Leave now?" }.to_owned());
    let loses = move || {
        let stays = nav.leaving.with(|leaving| matches!(leaving, Some(Leaving::To(_))));
        if stays && shell.areas().way_back().is_some() {
            " are not saved. If you leave, they are discarded; you can restore them right after."
        } else {
            " are not saved. If you leave, they are lost."
        }
    };
    let typed = move || dirty().then(|| view! { <p>"The changes in " <b>{live(name)}</b> {loses}</p> });
    view! {
        <Dialog open=Signal::derive(move || nav.leaving.with(Option::is_some)) on_close=keep title=title>
            {live(typed)}
            {move || stake().map(|stake| view! { <p>{stake.sentence}</p> })}
            <DialogFoot keep=Signal::derive(move || if dirty() { "Keep editing" } else { "Stay" }.to_owned()) on_keep=keep>
                <Show when=dirty><button type="button" on:click=look>"Review changes"</button></Show>
                <button type="button" class="danger" on:click=move |_| run::discard_and_leave(shell)>{move || if dirty() { "Discard and leave" } else { "Leave" }}</button>
            </DialogFoot>
        </Dialog>
    }
}
