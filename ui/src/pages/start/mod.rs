//! Start page: the sandbox, a saved connection, or a new one.

mod connection_form;
mod saved;

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::Failure;
use tapline_contract::commands::{Connect, Desk, OpenSandbox};
use tapline_contract::connection::{Connection, ConnectionId, Environment, Session};

use crate::ipc;
use crate::parts::{PagePart, part};
use crate::paths::Route;
use crate::shell::{Shell, shell};
use crate::widgets::failure::FailureNote;
use crate::widgets::icon::{EnvBadge, Icon};
use crate::widgets::part::show_soon;
use crate::widgets::show::live;

/// Properties of the form, which is a separate wasm chunk and takes none.
#[derive(Clone, Copy)]
struct FormSeam {
    connect: Callback<ConnectionId>,
    /// The saved connection under edit.
    edited: RwSignal<Option<Connection>>,
}

const FORM: PagePart = part!(tools, |_| {
    let FormSeam { connect, edited } = expect_context();
    view! { <connection_form::ConnectionForm connect=connect edited=edited/> }.into_any()
});

#[component]
pub(crate) fn Start() -> impl IntoView {
    let shell = shell();
    let failure = RwSignal::new(None::<Failure>);
    let opening = RwSignal::new(false);
    let edited = RwSignal::new(None::<Connection>);
    let open_sandbox = move |_| {
        opening.set(true);
        spawn_local(async move { arrive(shell, ipc::command::<OpenSandbox>(()).await, failure, opening) });
    };
    let connect = Callback::new(move |id: ConnectionId| {
        opening.set(true);
        spawn_local(async move { arrive(shell, ipc::command::<Connect>(id).await, failure, opening) });
    });
    provide_context(FormSeam { connect, edited });
    let keyring = move || {
        shell.core.with(|core| core.as_ref().and_then(|core| core.keyring_problem.clone())).unwrap_or_else(
            || "In the keyring of this computer. It never enters this window, a log or a file.".to_owned(),
        )
    };
    view! {
        <div class="start">
            <div class="start-head">
                <h1>"Tapline"</h1>
                <p class="muted">"See and change contactless limits of payment terminals. Choose where to work."</p>
                {move || shell.core.with(|core| core.as_ref().map(notices).unwrap_or_default()).into_iter().map(|notice| view! {
                    <div class="note note-warning" role="alert"><Icon name="warning"/><p>{notice}</p></div>
                }).collect_view()}
                {move || failure.get().map(|failure| view! { <FailureNote failure=failure/> })}
            </div>
            <div class="start-side">
                <section class="card" aria-label="Sandbox">
                    <EnvBadge environment=Environment::Sandbox/>
                    <p>"A sample service on this computer, with configurations for six schemes. No account needed, and nothing leaves the computer."</p>
                    <button type="button" class="primary" disabled=move || opening.get() title=move || opening.get().then_some("Opening…") on:click=open_sandbox>
                        "Open the sandbox"
                    </button>
                </section>
                <saved::Saved connect=connect edited=edited/>
                <section class="card" aria-labelledby="kept-title">
                    <h2 id="kept-title">"Where the token is kept"</h2>
                    <p>{live(keyring)}</p>
                </section>
            </div>
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
