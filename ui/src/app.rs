//! The window around all pages: environment strip, banners, side bar, the page of the route, and sheets in front of it.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::Command;
use tapline_contract::commands::{GetDesk, SetMenuKeys, SetUnsaved, SetZoom, Theme};

use crate::effect::effect;
use crate::ipc::{self, engine, hold};
use crate::nav::Leaving;
use crate::parts::{PagePart, part};
use crate::paths::Route;
use crate::shell::Shell;
use crate::shell::areas::Area;
use crate::widgets::frame::banners::Banners;
use crate::widgets::frame::edges::{Strip, Toasts};
use crate::widgets::frame::locked::{LeaveQuestion, Locked};
use crate::widgets::frame::sheets::Sheets;
use crate::widgets::part;
use crate::{actions, background, pages};

/// Width in pixels from which the side bar has room for words.
const WIDE: f64 = 1100.0;

#[component]
pub(crate) fn App(
    areas: &'static [Area],
    /// The side bar, loaded once a connection is open.
    rail: PagePart,
    /// Answers of the palette.
    answers: PagePart,
    /// The guide, in front of any page.
    guide: PagePart,
    /// Loads what all areas need once a connection is open; draws nothing.
    on_open: PagePart,
) -> impl IntoView {
    let shell = Shell::new(areas);
    provide_context(shell);

    let desk = ipc::begin::<GetDesk>(&());
    spawn_local(async move {
        shell.window().load().await;
        shell.take_core(desk.answer()).await;
        // A connection may have been opened meanwhile.
        if shell.session.with_untracked(Option::is_some) {
            return;
        }
        let session = shell.core.with_untracked(|core| core.as_ref().and_then(|core| core.session.clone()));
        match session {
            Some(session)
                if shell.core.with_untracked(|core| core.as_ref().is_some_and(|core| core.locked)) =>
            {
                shell.session.set(Some(session));
                shell.clear_cached();
            }
            Some(session) => shell.begin(session),
            None => {
                shell.nav.go(Route::Start);
                background::come_back(shell).await;
            }
        }
    });
    effect(move || {
        if shell.session.with(Option::is_some) && !shell.window().locked.get() {
            part::run(on_open);
        }
    });
    // Every connection opens on this area, so its code is loaded while the start page is shown.
    if let Some(first) = areas.first() {
        part::load_once_painted(first.page);
    }
    keep_core_informed(shell);
    actions::listen(shell);
    background::start(shell);
    own_menu();
    load_ahead(shell);
    engine::count_gestures();
    if let Some(body) = document().body() {
        hold::on_width(&body, move |width| shell.window().slim.set(width < WIDE));
    }
    focus_follows(shell);
    shell.time().run();
    let wants_contrast = hold::wants_contrast();
    effect(move || {
        let theme = shell.core.with(|core| core.as_ref().map(|core| core.theme).unwrap_or_default());
        let chosen = shell.window().preferences.with(|kept| kept.contrast);
        show_theme(theme, chosen || wants_contrast.get(), shell.shows_wire_names());
    });
    let zoom = Memo::new(move |_| shell.window().preferences.with(|kept| kept.zoom));
    tell_core::<SetZoom, _>(shell, zoom, None);
    tell_core::<SetMenuKeys, _>(shell, Memo::new(move |_| actions::menu_keys(shell)), None);

    // A renewed session keeps the page and all unsaved input.
    let connected = Memo::new(move |_| shell.session.with(Option::is_some));
    let locked = move || shell.window().locked.get();
    let with_rail = Memo::new(move |_| connected.get() && !locked());
    view! {
        <a class="skip" href="#main" on:click=move |event| {
            event.prevent_default();
            engine::focus("#main", "main");
        }>"Skip to the page"</a>
        <Strip/>
        <Banners/>
        <div class="shell" class:with-rail=move || with_rail.get()
            class:narrow=move || shell.window().is_narrow()>
            {move || with_rail.get().then(|| part::show_beside(rail))}
            <main id="main" tabindex="-1">{move || if locked() { part::show_inside(LOCKED) } else { page(shell, connected.get()) }}</main>
        </div>
        <Toasts/>
        <Sheets answers=answers guide=guide/>
        <LeaveQuestion/>
    }
}

const LOCKED: PagePart = part!(tools, |_| view! { <Locked/> }.into_any());

fn page(shell: Shell, connected: bool) -> AnyView {
    if !connected {
        return view! { <pages::start::Start/> }.into_any();
    }
    let route = shell.nav.route.get();
    shell.areas().ask_ahead(shell, &route);
    match shell.areas().area(&route) {
        Some(area) => part::show(area.part(&route), route),
        None => view! { <pages::start::Start/> }.into_any(),
    }
}

/// Keeps core informed of unsaved edits: core decides if the window may close.
fn keep_core_informed(shell: Shell) {
    tell_core::<SetUnsaved, _>(shell, Memo::new(move |_| shell.has_at_stake()), Some(false));
    hold::on_named("tapline-close", move || shell.nav.leaving.set(Some(Leaving::Window)));
}

/// Sends each value to core one after the other: of two concurrent calls the older could arrive last. `known`: the value that
/// core starts with.
fn tell_core<C, T>(shell: Shell, value: Memo<T>, known: Option<T>)
where
    C: Command<Input = T>,
    T: Clone + PartialEq + Send + Sync + 'static,
{
    let sent = StoredValue::new(known);
    let is_telling = StoredValue::new(false);
    effect(move || {
        value.track();
        if is_telling.get_value() {
            return;
        }
        is_telling.set_value(true);
        spawn_local(async move {
            loop {
                let now = value.get_untracked();
                if sent.with_value(|sent| sent.as_ref() == Some(&now)) {
                    break;
                }
                sent.set_value(Some(now.clone()));
                if let Err(failure) = ipc::command::<C>(now).await {
                    shell.fail(&failure);
                }
            }
            is_telling.set_value(false);
        });
    });
}

/// Moves the focus to the heading of a new page; back in Limits, to the lane of the configuration that was left.
fn focus_follows(shell: Shell) {
    Effect::new(move |before: Option<Route>| {
        let route = shell.nav.route.get();
        if before.as_ref().is_some_and(|before| *before != route) {
            engine::to_the_top();
            shell.window().dismiss_earlier();
            let lane = match (&before, &route) {
                (Some(Route::Editor(id) | Route::Delete(id)), Route::Limits) => {
                    Some(format!("a[href=\"{}\"]", Route::Editor(id.clone()).path()))
                }
                (Some(before), Route::TerminalsOf(_))
                    if before.place() == Route::Terminals && *before != Route::Terminals =>
                {
                    Some("main .grid".to_owned())
                }
                // Back in a list, the focus goes to its rows.
                (Some(before), route) if before.place() == *route => Some("main .grid".to_owned()),
                _ => None,
            };
            engine::focus_soon(0, lane.as_deref().unwrap_or("main h1"), "main h1");
            engine::stay_at_heading();
        }
        route
    });
    Effect::new(move |before: Option<bool>| {
        let settled = shell.areas().is_settled();
        if settled && before == Some(false) {
            engine::focus_soon(0, ".result", "main h1");
        }
        settled
    });
}

/// Replaces the engine's context menu, which could reload the page. It opens over text fields only, where it cuts, copies and
/// pastes.
fn own_menu() {
    hold::on_window(leptos::ev::contextmenu, |event| {
        if !engine::is_text_field(&event) {
            event.prevent_default();
        }
    });
}

/// Loads the code of a link's page when the mouse is pressed on the link or the focus reaches it. Apart from what `house.rs`
/// names nothing is loaded earlier: each part uses memory for as long as the window is open.
fn load_ahead(shell: Shell) {
    let near = move |event: &web_sys::Event| {
        let route = engine::link_of(event).map(|path| Route::parse(&path));
        if let Some((area, route)) = route.and_then(|route| Some((shell.areas().area(&route)?, route))) {
            part::load(area.part(&route));
        }
    };
    hold::on_window(leptos::ev::pointerdown, move |event| near(&event));
    hold::on_window(leptos::ev::focusin, move |event| near(&event));
}

fn show_theme(theme: Theme, contrast: bool, wire_names: bool) {
    let class = match theme {
        Theme::Light => "light",
        Theme::Dark => "dark",
        Theme::System => "system",
    };
    if let Some(root) = document().document_element() {
        let contrast = if contrast { " contrast" } else { "" };
        let wire_names = if wire_names { " wire-names" } else { "" };
        root.set_class_name(&format!("{class}{contrast}{wire_names}"));
    }
}
