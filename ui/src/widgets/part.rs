//! A page whose code may not be loaded yet: a placeholder meanwhile, and a button to try again if loading fails.
//!
//! Waiting changes only its own signal, and the current route decides what is drawn. So it does not matter where a person has
//! gone meanwhile.

use std::task::{Context, Poll, Waker};

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::icon::Icon;
use crate::ipc::engine;
use crate::parts::{Loading, Page, PagePart};
use crate::paths::Route;

/// Milliseconds in which the rest of a page is painted.
const SOON: u64 = 150;

/// The page of a route, drawn at once if its part is loaded, else as soon as it is.
pub(crate) fn show(part: PagePart, route: Route) -> AnyView {
    draw(part, route, Some("main h1"))
}

/// Content inside a page: the focus stays where it is, unless the part fails to load.
pub(crate) fn show_inside(part: PagePart) -> AnyView {
    draw(part, Route::Start, None)
}

/// Content that is not needed at once: the rest of the page is drawn first, and nothing is loaded for a page that is left again.
pub(crate) fn show_soon(part: PagePart) -> AnyView {
    let due = RwSignal::new(false);
    spawn_local(async move {
        engine::rest(SOON).await;
        // The page may be gone by then.
        let _ = due.try_set(true);
    });
    let shown = move || if due.get() { show_inside(part) } else { placeholder() };
    shown.into_any()
}

/// Content next to the page: its place is empty until it is loaded, and a failure is silent.
pub(crate) fn show_beside(part: PagePart) -> AnyView {
    let mut loading = part();
    match loading.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(Ok(page)) => page(Route::Start),
        Poll::Ready(Err(_)) => ().into_any(),
        Poll::Pending => when_here(loading),
    }
}

/// A picture: loaded while the person is idle.
pub(crate) fn show_when_idle(part: PagePart) -> AnyView {
    when_here(Box::pin(async move {
        engine::idle().await;
        part().await
    }))
}

fn when_here(loading: Loading) -> AnyView {
    let page = RwSignal::new(None::<Page>);
    spawn_local(async move {
        if let Ok(here) = loading.await {
            // The page may be gone by then.
            let _ = page.try_set(Some(here));
        }
    });
    let shown = move || page.get().map(|page| page(Route::Start));
    shown.into_any()
}

fn draw(part: PagePart, route: Route, heading: Option<&'static str>) -> AnyView {
    let mut loading = part();
    let stage = match loading.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(Ok(page)) => return page(route),
        Poll::Ready(Err(_)) => RwSignal::new(Stage::Failed),
        Poll::Pending => {
            let stage = RwSignal::new(Stage::Loading);
            wait(loading, stage, heading);
            stage
        }
    };
    let again = move |_| {
        stage.set(Stage::Loading);
        wait(part(), stage, heading);
    };
    let shown = move || match stage.get() {
        Stage::Here(page) => page(route.clone()),
        Stage::Loading => placeholder(),
        Stage::Failed => view! {
            <div class="page">
                <div class="note note-danger" role="alert">
                    <Icon name="error"/>
                    <div>
                        <p>"Page not loaded. Your input is kept. Try again, or restart Tapline."</p>
                        <button type="button" on:click=again>"Try again"</button>
                    </div>
                </div>
            </div>
        }
        .into_any(),
    };
    shown.into_any()
}

fn placeholder() -> AnyView {
    view! {
        <div class="skeleton" role="status" aria-label="Page">
            <p class="visually-hidden">"Loading…"</p>
            {(0..8).map(|_| view! { <span aria-hidden="true"></span> }).collect_view()}
        </div>
    }
    .into_any()
}

#[derive(Clone, Copy)]
enum Stage {
    Loading,
    Here(Page),
    Failed,
}

fn wait(loading: Loading, stage: RwSignal<Stage>, heading: Option<&'static str>) {
    let focus = engine::focus_unless_moved(heading.unwrap_or(".note button"), ".note button");
    spawn_local(async move {
        let came = loading.await.map_or(Stage::Failed, Stage::Here);
        let moves_focus = heading.is_some() || matches!(came, Stage::Failed);
        // The page may be gone by then.
        if stage.try_set(came).is_none() && moves_focus {
            engine::later(0, focus);
        }
    });
}

/// Starts to load a part.
pub(crate) fn load(part: PagePart) {
    let mut loading = part();
    // The first poll requests it.
    if loading.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending() {
        spawn_local(async move {
            // A part that failed to load is requested again by its page.
            let _ = loading.await;
        });
    }
}

/// Starts to load a part as soon as the current page is painted.
pub(crate) fn load_once_painted(part: PagePart) {
    request_animation_frame(move || engine::later(0, move || load(part)));
}

/// Starts to load a part while the person is idle.
pub(crate) fn load_when_idle(part: PagePart) {
    spawn_local(async move {
        engine::idle().await;
        load(part);
    });
}

/// Runs a part that draws nothing.
pub(crate) fn run(part: PagePart) {
    let owner = Owner::current();
    spawn_local(async move {
        // A part that failed to load is requested again by its page.
        if let (Ok(page), Some(owner)) = (part().await, owner) {
            owner.with(|| untrack(|| page(Route::Start)));
        }
    });
}
