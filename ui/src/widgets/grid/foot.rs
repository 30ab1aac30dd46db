//! Below the rows: the visible range, the total, the progress of loading, and the age of the rows.

use leptos::prelude::*;

use super::Grid;
use super::cell::counted;
use crate::ipc::engine;
use crate::shell::shell;
use crate::widgets::icon::Icon;

#[component]
pub(super) fn Foot(grid: Grid) -> impl IntoView {
    let shell = shell();
    let source = grid.source;
    let seen = move || {
        if !source.known.get() {
            return String::new();
        }
        let (count, all) = (source.count.get(), source.all.get());
        let (first, last) = grid.extent.get().seen(grid.top.get());
        let [first, last, of, from] = [first, last, count, all].map(counted);
        match (count, all) {
            (0, 0) => String::new(),
            (0, _) => format!("None of {from} match"),
            (count, all) if count < all => format!("Rows {first}–{last} of {of}, from {from} loaded"),
            _ => format!("Rows {first}–{last} of {of}"),
        }
    };
    let matching = move || match (source.count.get(), source.all.get()) {
        (count, all) if count < all && source.known.get() => {
            format!("{} of {} match", counted(count), counted(all))
        }
        _ => String::new(),
    };
    let many = Memo::new(move |_| grid.view().selected.with(std::collections::BTreeMap::len));
    let marked = move || match many.get() {
        0 => String::new(),
        1 => "1 chosen, choose another to compare them".to_owned(),
        2 => "2 chosen".to_owned(),
        many => format!("{} chosen, two can be compared", counted(many)),
    };
    let age = move || {
        let (read_at, loading) = source.reading.with(|reading| (reading.read_at, reading.loading));
        if read_at == 0.0 {
            return if loading { "reading…" } else { "not read yet" }.to_owned();
        }
        let ago = shell.time().ago(read_at);
        let again = if loading { ", reading again" } else { "" };
        format!("read {}, {ago}{again}", engine::clock(read_at))
    };
    view! {
        <div class="grid-foot">
            <span class="seen">{seen}</span>
            <span>{marked}</span>
            <Show when=move || many.get() == 2>
                <button type="button" class="small" on:click=move |_| grid.comparing.set(true)>"Compare 2 rows"</button>
            </Show>
            <span role="status" aria-label="Copied" class="good">{move || grid.copied.get()}</span>
            <span role="status" aria-label="Matching" class="visually-hidden">{matching}</span>
            <span class="grow"></span>
            <Progress grid=grid/>
            <span class="age">{age}</span>
            <button type="button" class="plain small" on:click=move |_| source.reload.run(())><Icon name="reload"/>"Reload" <kbd aria-hidden="true">"F5"</kbd></button>
        </div>
    }
}

/// Progress of a long read, and a button to cancel it.
#[component]
fn Progress(grid: Grid) -> impl IntoView {
    let source = grid.source;
    let progress = Memo::new(move |_| source.reading.with(|reading| reading.progress));
    let count = |many: u64| counted(usize::try_from(many).unwrap_or(usize::MAX));
    let words = move || match progress.get() {
        Some((loaded, Some(total))) => format!("Loading {} of {}", count(loaded), count(total.max(loaded))),
        Some((loaded, None)) => format!("Loading, {} so far", count(loaded)),
        None => String::new(),
    };
    view! {
        <Show when=move || progress.with(Option::is_some)>
            <span class="grid-progress" role="group" aria-label="Loading">
                <span>{words}</span>
                <button type="button" class="small" on:click=move |_| source.cancel.run(())>"Cancel loading"</button>
            </span>
        </Show>
    }
}
