//! States of a list besides its rows: loading, failed, stale, incomplete, empty, nothing matching.

use leptos::prelude::*;

use super::Grid;
use super::cell::counted;
use crate::widgets::icon::Icon;
use crate::widgets::read_failed::{ReadAgain, ReadFailed};

const ALL: &str = "Load all rows";

/// Notes above the rows.
#[component]
pub(super) fn ListNotes(grid: Grid) -> impl IntoView {
    let source = grid.source;
    let note = Memo::new(move |_| source.reading.with(|reading| reading.note.clone()));
    let broken_by = Memo::new(move |_| source.reading.with(|reading| reading.broken_by.clone()));
    let in_part = move || {
        let note = note.get()?;
        Some(view! {
            <div class="grid-note"><div class="note note-warning" role="status" aria-label="Rows">
                <Icon name="warning"/><p>{note}</p><span class="grow"></span>
                {match broken_by.get() {
                    Some(failure) => view! { <ReadAgain failure=failure again=source.reload otherwise=ALL/> }.into_any(),
                    None => view! { <button type="button" on:click=move |_| source.reload.run(())>{ALL}</button> }.into_any(),
                }}
            </div></div>
        })
    };
    let unreadable = Memo::new(move |_| source.reading.with(|reading| reading.unreadable));
    let odd = move || {
        let many = Some(unreadable.get()).filter(|many| *many > 0)?;
        let count = counted(usize::try_from(many).unwrap_or(usize::MAX));
        Some(view! {
            <div class="grid-note"><div class="note note-warning"><Icon name="warning"/>
                <p>{format!("{count} of the {} could not be read and are not listed.", grid.list.noun[1])}</p>
            </div></div>
        })
    };
    view! {
        <div class="grid-note"><ReadFailed reading=source.reading again=source.reload/></div>
        {in_part} {odd}
    }
}

/// Message in place of the rows, while there are none.
#[component]
pub(super) fn EmptyState(grid: Grid) -> impl IntoView {
    let source = grid.source;
    let state = Memo::new(move |_| {
        let (loading, failed) = source.reading.with(|reading| (reading.loading, reading.failure.is_some()));
        let filtered = grid.view().filters.with(|filters| !filters.is_empty());
        match (source.known.get(), source.count.get(), source.all.get()) {
            (_, 0, 0) if loading => State::Reading,
            // The list has rows, and the first of them are loading.
            (false, 0, 1..) if !failed => State::Reading,
            (true, 0, 0) if filtered && !failed => State::NoneMatch,
            (true, 0, 0) if !failed => State::NoneYet,
            (true, 0, 1..) => State::NoneMatch,
            _ => State::Rows,
        }
    });
    move || match state.get() {
        State::Rows => ().into_any(),
        State::Reading => view! {
            <div class="skeleton" role="status" aria-label="Rows">
                <p class="visually-hidden">"Reading…"</p>
                {(0..8).map(|_| view! { <span aria-hidden="true"></span> }).collect_view()}
            </div>
        }
        .into_any(),
        State::NoneYet => view! { <p class="empty">{grid.list.none_yet}</p> }.into_any(),
        State::NoneMatch => view! {
            <p class="empty">"No row matches the filters above."</p>
        }
        .into_any(),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Rows,
    Reading,
    NoneYet,
    NoneMatch,
}
