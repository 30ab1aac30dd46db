//! Start page: the sandbox, a saved connection, or a new one.

mod advanced;
mod connection_form;
mod connection_test;
mod sandbox;
mod saved;
mod token;

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::Failure;
use tapline_contract::commands::{Connect, Desk, OpenSandbox};
use tapline_contract::connection::{Connection, ConnectionId, Session};

use crate::ipc;
use crate::parts::{PagePart, part};
use crate::paths::Route;
use crate::shell::{Shell, shell};
use crate::widgets::failure::FailureNote;
use crate::widgets::icon::Icon;
use crate::widgets::part::show_soon;
use crate::widgets::show::{Show, live};

/// Properties of the form, which is a separate wasm chunk and takes none.
#[derive(Clone, Copy)]
struct FormSeam {
    connect: Callback<ConnectionId>,
    /// The saved connection under edit.
    edited: RwSignal<Option<Connection>>,
    /// True while a connection is being opened.
    opening: RwSignal<bool>,
}

const FORM: PagePart = part!(tools, |_| view! { <connection_form::ConnectionForm/> }.into_any());

#[component]
pub(crate) fn Start() -> impl IntoView {
    let shell = shell();
    let failure = RwSignal::new(None::<Failure>);
    let opening = RwSignal::new(false);
    let edited = RwSignal::new(None::<Connection>);
    let open_sandbox = Callback::new(move |()| {
        opening.set(true);
        spawn_local(async move { arrive(shell, ipc::command::<OpenSandbox>(()).await, failure, opening) });
    });
    let connect = Callback::new(move |id: ConnectionId| {
        opening.set(true);
        spawn_local(async move { arrive(shell, ipc::command::<Connect>(id).await, failure, opening) });
    });
    provide_context(FormSeam { connect, edited, opening });
    // Drawn once core has answered: saved connections that came later would move the buttons.
    let is_known = Memo::new(move |_| shell.core.with(Option::is_some));
    let has_saved = Memo::new(move |_| {
        shell.core.with(|core| core.as_ref().is_some_and(|core| !core.connections.is_empty()))
    });
    let saved = move || {
        view! { <Show when=move || has_saved.get()><saved::Saved connect=connect edited=edited/></Show> }
    };
    // A connection saved here appears below the sandbox, which stays where it is.
    let side = move || {
        is_known.get().then(|| {
            let is_first = !has_saved.get_untracked();
            view! {
                {(!is_first).then(saved)}
                <sandbox::SandboxCard is_first=is_first open=open_sandbox opening=opening/>
                {is_first.then(saved)}
            }
        })
    };
    view! {
        <div class="start">
            <div class="start-head">
                <h1>"Welcome to Tapline"</h1>
                <p class="muted">"See and change the contactless limits of payment terminals, and explain every sale."</p>
                {move || shell.core.with(|core| core.as_ref().map(notices).unwrap_or_default()).into_iter().map(|notice| view! {
                    <div class="note note-warning" role="alert"><Icon name="warning"/><p>{notice}</p></div>
                }).collect_view()}
                {move || failure.get().map(|failure| view! { <FailureNote failure=failure/> })}
            </div>
            <div class="start-side">{live(side)}</div>
            {show_soon(FORM)}
        </div>
    }
}

/// Notices to read before anything is opened.
fn notices(desk: &Desk) -> Vec<String> {
    let problem = desk.managed.as_ref().and_then(|managed| managed.problem.clone());
    desk.notices.iter().cloned().chain(problem).collect()
}

/// Reason why a connection opens with a stricter level than saved, if it does.
fn raised(shell: Shell, session: &Session) -> Option<String> {
    shell.core.with_untracked(|core| {
        let desk = core.as_ref()?;
        let saved = desk.connections.iter().find(|saved| saved.id == session.connection.id)?;
        desk.managed.as_ref()?.raises(saved.safety)
    })
}

fn arrive(
    shell: Shell,
    answer: Result<Session, Failure>,
    failure: RwSignal<Option<Failure>>,
    opening: RwSignal<bool>,
) {
    opening.set(false);
    match answer {
        Ok(session) => {
            failure.set(None);
            let raised = raised(shell, &session);
            shell.enter(session);
            if let Some(raised) = raised {
                shell.toast(&raised);
            }
            shell.nav.go(Route::Limits);
        }
        Err(why) => failure.set(Some(why)),
    }
}
