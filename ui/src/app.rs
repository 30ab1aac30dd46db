//! The frame around all pages: environment strip, rail, the page of the route, and the question before leaving edits.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::commands::{CloseWindow, SetUnsaved, Theme};

use crate::areas::Areas;
use crate::ipc::{self, engine};
use crate::nav::Leaving;
use crate::pages;
use crate::pages::acquirers::ACQUIRERS;
use crate::pages::merchants::MERCHANTS;
use crate::pages::save::put_away;
use crate::pages::terminals::TERMINALS;
use crate::paths::{PLACES, Route};
use crate::record::review::RecordReview;
use crate::shell::{Saving, Shell};
use crate::widgets::dialog::{Dialog, has_control, on_window_key};
use crate::widgets::frame::{Rail, Strip};

#[component]
pub(crate) fn App() -> impl IntoView {
    let shell = Shell::new();
    provide_context(shell);

    spawn_local(async move {
        shell.refresh_desk().await;
        // A person may have opened a connection while the answer was on its way.
        if shell.session.with_untracked(Option::is_some) {
            return;
        }
        let session = shell.desk.with_untracked(|desk| desk.as_ref().and_then(|desk| desk.session.clone()));
        match session {
            Some(session) => shell.enter(session),
            None => shell.nav.force(Route::Start),
        }
    });
    keep_core_informed(shell);
    window_keys(shell);
    focus_follows(shell);
    set_interval(move || shell.second.set(engine::now()), std::time::Duration::from_secs(1));
    Effect::new(move |_| {
        show_theme(shell.desk.with(|desk| desk.as_ref().map(|d| d.theme).unwrap_or_default()));
    });

    // A renewed session is the same page, with everything that is typed on it.
    let connected = Memo::new(move |_| shell.session.with(Option::is_some));
    view! {
        <a class="skip" href="#main" on:click=move |event| {
            event.prevent_default();
            engine::focus("#main", "main");
        }>"Skip to the page"</a>
        <Strip/>
        <div class="shell" class:with-rail=move || shell.session.with(Option::is_some)>
            <Show when=move || shell.session.with(Option::is_some)><Rail/></Show>
            <main id="main" tabindex="-1">{move || page(shell, connected.get())}</main>
        </div>
        <p class="visually-hidden" role="status" aria-live="polite" aria-label="Messages">{move || shell.said.get()}</p>
        <LeaveQuestion/>
    }
}

fn page(shell: Shell, connected: bool) -> AnyView {
    if !connected {
        return view! { <pages::start::Start/> }.into_any();
    }
    match shell.nav.route.get() {
        Route::Start => view! { <pages::start::Start/> }.into_any(),
        Route::Limits => view! { <pages::limits::Limits/> }.into_any(),
        Route::Editor(id) => view! { <pages::editor::Editor id=Some(id)/> }.into_any(),
        Route::New => view! { <pages::editor::new::NewConfiguration/> }.into_any(),
        Route::Review => view! { <pages::save::review::Review/> }.into_any(),
        Route::Conflict => view! { <pages::save::conflict::Conflict/> }.into_any(),
        Route::Delete(id) => view! { <pages::save::delete::Delete id=id/> }.into_any(),
        Route::Merchants => view! { <pages::merchants::Merchants/> }.into_any(),
        Route::Merchant(id) => view! { <pages::merchants::one::OneMerchant id=id/> }.into_any(),
        Route::EditMerchant(id) => view! { <pages::merchants::parts::EditMerchant id=Some(id)/> }.into_any(),
        Route::NewMerchant => view! { <pages::merchants::parts::EditMerchant id=None/> }.into_any(),
        Route::ReviewMerchant => view! { <RecordReview kind=MERCHANTS/> }.into_any(),
        Route::Transactions => view! { <pages::transactions::Transactions/> }.into_any(),
        Route::Settlements => view! { <pages::settlements::Settlements/> }.into_any(),
        Route::Terminals => view! { <pages::terminals::Terminals/> }.into_any(),
        Route::EditTerminal(of, id) => {
            view! { <pages::terminals::edit::EditTerminal of=of id=id/> }.into_any()
        }
        Route::ReviewTerminal => view! { <RecordReview kind=TERMINALS/> }.into_any(),
        Route::TerminalsOf(of) => view! { <pages::terminals::list::TerminalsOf of=of/> }.into_any(),
        Route::ActivateTerminal(of) => view! { <pages::terminals::activate::Activate of=of/> }.into_any(),
        Route::Terminal(of, id) => view! { <pages::terminals::one::OneTerminal of=of id=id/> }.into_any(),
        Route::Profiles => view! { <pages::profiles::Profiles/> }.into_any(),
        Route::Acquirers => view! { <pages::acquirers::Acquirers/> }.into_any(),
        Route::Acquirer(id) => view! { <pages::acquirers::one::OneAcquirer id=id/> }.into_any(),
        Route::EditAcquirer(id) => view! { <pages::acquirers::parts::EditAcquirer id=Some(id)/> }.into_any(),
        Route::NewAcquirer => view! { <pages::acquirers::parts::EditAcquirer id=None/> }.into_any(),
        Route::ReviewAcquirer => view! { <RecordReview kind=ACQUIRERS/> }.into_any(),
        Route::DeleteAcquirer(id) => view! { <pages::acquirers::delete::DeleteAcquirer id=id/> }.into_any(),
        Route::Owner => view! { <pages::owner::Owner/> }.into_any(),
        Route::Activity => view! { <pages::activity::Activity/> }.into_any(),
    }
}

/// Core must know about unsaved edits: closing the window is its matter.
fn keep_core_informed(shell: Shell) {
    let dirty = shell.nav.dirty;
    Effect::new(move |before: Option<bool>| {
        let now = dirty.get();
        if before.unwrap_or(false) != now {
            spawn_local(async move {
                if let Err(failure) = ipc::command::<SetUnsaved>(now).await {
                    shell.say(&failure.sentence);
                }
            });
        }
        now
    });
    let closing =
        window_event_listener(leptos::ev::Custom::<web_sys::Event>::new("tapline-close"), move |_| {
            shell.nav.leaving.set(Some(Leaving::Window));
        });
    on_cleanup(move || closing.remove());
}

/// Keys that work everywhere. Reloading the page is not one of them: it would lose what is typed.
fn window_keys(shell: Shell) {
    on_window_key(move |event| {
        let connected = shell.session.with_untracked(Option::is_some);
        match (event.key().as_str(), has_control(event)) {
            ("F5", _) | ("r" | "R", true) => {
                event.prevent_default();
                if connected {
                    Areas::reload(shell);
                }
            }
            (key, true) if connected && place(key).is_some() => {
                event.prevent_default();
                shell.nav.go(place(key).unwrap_or(Route::Limits));
            }
            ("s" | "S", true) => {
                event.prevent_default();
                review(shell);
            }
            _ => {}
        }
    });
    // Behind a question too, the page is not to be loaded again.
    let reload = window_event_listener(leptos::ev::keydown, |event| {
        if event.key() == "F5" || (has_control(&event) && event.key().eq_ignore_ascii_case("r")) {
            event.prevent_default();
        }
    });
    let menu = window_event_listener(leptos::ev::contextmenu, |event| event.prevent_default());
    on_cleanup(move || {
        reload.remove();
        menu.remove();
    });
}

/// The place of Ctrl+1 to Ctrl+9.
fn place(key: &str) -> Option<Route> {
    let number: usize = key.parse().ok()?;
    Some(PLACES.get(number.checked_sub(1)?)?.0.clone())
}

/// To the review of what is typed.
fn review(shell: Shell) {
    if shell.areas().review(shell) {
        return;
    }
    if shell.nav.dirty.get_untracked() {
        shell.nav.force(Route::Review);
    }
}

/// A new page takes the focus to its heading; Limits, to the lane that one came from.
fn focus_follows(shell: Shell) {
    Effect::new(move |before: Option<Route>| {
        let route = shell.nav.route.get();
        if before.as_ref().is_some_and(|before| *before != route) {
            let lane = match (&before, &route) {
                (Some(Route::Editor(id) | Route::Delete(id)), Route::Limits) => {
                    Some(format!("a[href=\"{}\"]", Route::Editor(id.clone()).path()))
                }
                (Some(before), Route::TerminalsOf(_))
                    if before.place() == Route::Terminals && *before != Route::Terminals =>
                {
                    Some("#terminals-grid".to_owned())
                }
                (Some(before), list) if before.place() == *list => Areas::grid_of(list),
                _ => None,
            };
            engine::later(0, move || engine::focus(lane.as_deref().unwrap_or("main h1"), "main h1"));
        }
        route
    });
    Effect::new(move |before: Option<bool>| {
        let settled = shell.saving.with(Saving::is_over) || shell.areas().is_settled();
        if settled && before == Some(false) {
            engine::later(0, || engine::focus(".result", "main h1"));
        }
        settled
    });
}

fn show_theme(theme: Theme) {
    let class = match theme {
        Theme::Light => "light",
        Theme::Dark => "dark",
        Theme::System => "system",
    };
    if let Some(root) = document().document_element() {
        root.set_class_name(class);
    }
}

#[component]
fn LeaveQuestion() -> impl IntoView {
    let shell = crate::shell::shell();
    let nav = shell.nav;
    let name = move || {
        let of_limits = shell.edit.with(|edit| edit.as_ref().map(crate::edit::Edit::name));
        of_limits.or_else(|| shell.areas().edited_name()).unwrap_or_default()
    };
    let keep = Callback::new(move |()| nav.leaving.set(None));
    let discard = move |_| {
        let Some(leaving) = nav.leaving.get_untracked() else { return };
        nav.leaving.set(None);
        shell.discard();
        put_away(shell);
        match leaving {
            Leaving::To(route) => nav.force(route),
            Leaving::Disconnect => shell.leave(),
            Leaving::Window => spawn_local(async move {
                if let Err(failure) = ipc::command::<CloseWindow>(()).await {
                    shell.say(&failure.sentence);
                }
            }),
        }
    };
    let look = move |_| {
        nav.leaving.set(None);
        review(shell);
    };
    view! {
        <Dialog open=Signal::derive(move || nav.leaving.with(Option::is_some)) on_close=keep title="Leave unsaved changes?">
            <p>"The changes in " <b>{name}</b> " are not saved. If you leave, they are lost."</p>
            <div class="actions">
                <button type="button" class="primary" on:click=move |_| keep.run(())>"Keep editing"</button>
                <button type="button" on:click=look>"Review changes"</button>
                <button type="button" class="danger" on:click=discard>"Discard and leave"</button>
            </div>
        </Dialog>
    }
}
