//! What a list says when it is not simply there: being read, failed, stale, nothing yet, nothing matching.

use leptos::prelude::*;

use super::Grid;
use crate::ipc::engine;
use crate::widgets::failure::FailureNote;

#[component]
pub(super) fn States(grid: Grid, none_yet: &'static str) -> impl IntoView {
    let failed = move || {
        let reading = grid.reading.get();
        let failure = reading.failure?;
        let stale = (reading.read_at > 0.0).then(|| {
            format!("What is shown was read at {} and may be out of date.", engine::clock(reading.read_at))
        });
        Some(view! {
            <div class="grid-note"><FailureNote failure=failure>
                {stale.map(|stale| view! { <p>{stale}</p> })}
                <button type="button" on:click=move |_| grid.reload.run(())>"Try again"</button>
            </FailureNote></div>
        })
    };
    let state = Memo::new(move |_| {
        let reading = grid.reading.get();
        let (count, all) = (grid.rows.count.get(), grid.rows.all.get());
        match (reading.read_at > 0.0, count, all) {
            (false, 0, _) if reading.loading => State::Reading,
            (true, 0, 0) => State::NoneYet,
            (true, 0, _) => State::NoneMatch,
            _ => State::Rows,
        }
    });
    // The button goes with the words; the keyboard goes back to where they were typed.
    let clear = move |_| {
        grid.view.words.set(String::new());
        engine::later(0, || engine::focus(".search-box .search", "main h1"));
    };
    let shown = move || {
        match state.get() {
        State::Rows => ().into_any(),
        State::Reading => view! {
            <div class="skeleton" role="status" aria-label="Rows">
                <p class="visually-hidden">"Reading…"</p>
                {(0..8).map(|_| view! { <span aria-hidden="true"></span> }).collect_view()}
            </div>
        }
        .into_any(),
        State::NoneYet => view! { <p class="empty">{none_yet}</p> }.into_any(),
        State::NoneMatch => view! {
            <p class="empty">"No row matches. " <button type="button" on:click=clear>"Clear filter"</button></p>
        }
        .into_any(),
    }
    };
    view! { {failed} {shown} }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Rows,
    Reading,
    NoneYet,
    NoneMatch,
}
