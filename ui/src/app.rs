//! The frame around all pages: environment strip, banners, rail, the page of the route, and what may stand in front of it.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::commands::{SetUnsaved, SetZoom, Theme};

use crate::ipc::{self, engine};
use crate::nav::Leaving;
use crate::pages;
use crate::pages::acquirers::ACQUIRERS;
use crate::pages::merchants::MERCHANTS;
use crate::pages::profiles::one::Tab;
use crate::pages::terminals::TERMINALS;
use crate::paths::Route;
use crate::record::review::RecordReview;
use crate::shell::{Saving, Shell};
use crate::widgets::frame::banners::Banners;
use crate::widgets::frame::leave::LeaveQuestion;
use crate::widgets::frame::locked::Locked;
use crate::widgets::frame::rail::Rail;
use crate::widgets::frame::sheets::Sheets;
use crate::widgets::frame::strip::Strip;
use crate::widgets::frame::toasts::Toasts;
use crate::{actions, watch};

/// Pixels from which the side bar has room for words.
const WIDE: f64 = 1100.0;

#[component]
pub(crate) fn App() -> impl IntoView {
    let shell = Shell::new();
    provide_context(shell);

    spawn_local(async move {
        shell.frame().load().await;
        shell.refresh_desk().await;
        // A person may have opened a connection while the answer was on its way.
        if shell.session.with_untracked(Option::is_some) {
            return;
        }
        let session = shell.desk.with_untracked(|desk| desk.as_ref().and_then(|desk| desk.session.clone()));
        match session {
            Some(session)
                if shell.desk.with_untracked(|desk| desk.as_ref().is_some_and(|desk| desk.locked)) =>
            {
                shell.session.set(Some(session));
                shell.conceal();
            }
            Some(session) => shell.enter(session),
            None => {
                shell.nav.force(Route::Start);
                watch::come_back(shell).await;
            }
        }
    });
    keep_core_informed(shell);
    actions::listen(shell);
    watch::start(shell);
    own_menu();
    engine::count_gestures();
    if let Some(body) = document().body() {
        engine::on_width(&body, move |width| shell.frame().slim.set(width < WIDE));
    }
    focus_follows(shell);
    set_interval(move || shell.second.set(engine::now()), std::time::Duration::from_secs(1));
    Effect::new(move |_| {
        let theme = shell.desk.with(|desk| desk.as_ref().map(|d| d.theme).unwrap_or_default());
        show_theme(theme, shell.frame().preferences.with(|kept| kept.contrast));
    });
    let zoom = Memo::new(move |_| shell.frame().preferences.with(|kept| kept.zoom));
    Effect::new(move |_| {
        let zoom = zoom.get();
        spawn_local(async move {
            if let Err(failure) = ipc::command::<SetZoom>(zoom).await {
                shell.fail(&failure);
            }
        });
    });

    // A renewed session is the same page, with everything that is typed on it.
    let connected = Memo::new(move |_| shell.session.with(Option::is_some));
    let locked = move || shell.frame().locked.get();
    let with_rail = move || connected.get() && !locked();
    view! {
        <a class="skip" href="#main" on:click=move |event| {
            event.prevent_default();
            engine::focus("#main", "main");
        }>"Skip to the page"</a>
        <Strip/>
        <Banners/>
        <div class="shell" class:with-rail=with_rail
            class:narrow=move || shell.frame().is_narrow()>
            <Show when=with_rail><Rail/></Show>
            <main id="main" tabindex="-1">{move || if locked() { view! { <Locked/> }.into_any() } else { page(shell, connected.get()) }}</main>
        </div>
        <Toasts/>
        <Sheets/>
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
        Route::Transaction(id) => view! { <pages::transactions::one::OneTransaction id=id/> }.into_any(),
        Route::Settlements => view! { <pages::settlements::Settlements/> }.into_any(),
        Route::Settlement(id) => view! { <pages::settlements::one::OneSettlement id=id/> }.into_any(),
        Route::Terminals => view! { <pages::terminals::Terminals/> }.into_any(),
        Route::EditTerminal(of, id) => {
            view! { <pages::terminals::edit::EditTerminal of=of id=id/> }.into_any()
        }
        Route::ReviewTerminal => view! { <RecordReview kind=TERMINALS/> }.into_any(),
        Route::TerminalsOf(of) => view! { <pages::terminals::list::TerminalsOf of=of/> }.into_any(),
        Route::ActivateTerminal(of) => view! { <pages::terminals::activate::Activate of=of/> }.into_any(),
        Route::Terminal(of, id) => view! { <pages::terminals::one::OneTerminal of=of id=id/> }.into_any(),
        Route::Profiles => view! { <pages::profiles::Profiles/> }.into_any(),
        Route::Profile(id) => {
            view! { <pages::profiles::one::OneProfile id=id tab=Tab::Bindings/> }.into_any()
        }
        Route::EditProfile(id) => {
            view! { <pages::profiles::one::OneProfile id=id tab=Tab::Values/> }.into_any()
        }
        Route::RawProfile(id) => view! { <pages::profiles::one::OneProfile id=id tab=Tab::Raw/> }.into_any(),
        Route::NewProfile => view! { <pages::profiles::new::NewProfile/> }.into_any(),
        Route::ReviewProfile => view! { <pages::profiles::review::ReviewProfile/> }.into_any(),
        Route::Acquirers => view! { <pages::acquirers::Acquirers/> }.into_any(),
        Route::Acquirer(id) => view! { <pages::acquirers::one::OneAcquirer id=id/> }.into_any(),
        Route::EditAcquirer(id) => view! { <pages::acquirers::parts::EditAcquirer id=Some(id)/> }.into_any(),
        Route::NewAcquirer => view! { <pages::acquirers::parts::EditAcquirer id=None/> }.into_any(),
        Route::ReviewAcquirer => view! { <RecordReview kind=ACQUIRERS/> }.into_any(),
        Route::DeleteAcquirer(id) => view! { <pages::acquirers::delete::DeleteAcquirer id=id/> }.into_any(),
        Route::Owner => view! { <pages::owner::Owner/> }.into_any(),
        Route::Activity => view! { <pages::activity::Activity/> }.into_any(),
        Route::Change(id) => view! { <pages::activity::ChangePage id=id/> }.into_any(),
    }
}

/// Core must know about unsaved edits: closing the window is its matter.
fn keep_core_informed(shell: Shell) {
    Effect::new(move |before: Option<bool>| {
        let now = shell.nav.dirty();
        if before.unwrap_or(false) != now {
            spawn_local(async move {
                if let Err(failure) = ipc::command::<SetUnsaved>(now).await {
                    shell.fail(&failure);
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
                    Some("main .grid".to_owned())
                }
                // Back in a list, the keyboard is at its rows.
                (Some(before), route) if before.place() == *route => Some("main .grid".to_owned()),
                _ => None,
            };
            engine::focus_soon(0, lane.as_deref().unwrap_or("main h1"), "main h1");
        }
        route
    });
    Effect::new(move |before: Option<bool>| {
        let settled = shell.saving.with(Saving::is_over) || shell.areas().is_settled();
        if settled && before == Some(false) {
            engine::focus_soon(0, ".result", "main h1");
        }
        settled
    });
}

/// The engine's menu loads the page again, so it opens over text alone, where it cuts, copies and pastes.
fn own_menu() {
    let menu = window_event_listener(leptos::ev::contextmenu, |event| {
        if !engine::is_text_field(&event) {
            event.prevent_default();
        }
    });
    on_cleanup(move || menu.remove());
}

fn show_theme(theme: Theme, contrast: bool) {
    let class = match theme {
        Theme::Light => "light",
        Theme::Dark => "dark",
        Theme::System => "system",
    };
    if let Some(root) = document().document_element() {
        root.set_class_name(&format!("{class}{}", if contrast { " contrast" } else { "" }));
    }
}
