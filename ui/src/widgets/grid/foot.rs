//! Under the rows: which are seen, of how many, how old they are, and how dense.

use leptos::prelude::*;

use super::view::Density;
use super::{Grid, HEAD, index};
use crate::ipc::engine;
use crate::shell::shell;
use crate::widgets::choice::{Choice, ChoiceRow};
use crate::widgets::icon::Icon;

#[component]
pub(super) fn Foot(grid: Grid) -> impl IntoView {
    let shell = shell();
    let seen = move || {
        let (count, all) = (grid.rows.count.get(), grid.rows.all.get());
        let each = grid.view.density.get().row_height();
        let first = index((grid.top.get() / each).round()).min(count.saturating_sub(1));
        let last = (first + index(((grid.height.get() - HEAD) / each).floor())).min(count);
        match (count, all) {
            (0, 0) => String::new(),
            (0, all) => format!("None of {all} match"),
            (count, all) if count < all => format!("Rows {}–{last} of {count}, from {all} read", first + 1),
            _ => format!("Rows {}–{last} of {count}", first + 1),
        }
    };
    let matching = move || match (grid.rows.count.get(), grid.rows.all.get()) {
        (count, all) if count < all => format!("{count} of {all} match"),
        _ => String::new(),
    };
    let age = move || {
        let reading = grid.reading.get();
        if reading.read_at == 0.0 {
            return if reading.loading { "reading…".to_owned() } else { "not read yet".to_owned() };
        }
        let ago = ((shell.second.get() - reading.read_at) / 1000.0).max(0.0).floor();
        let again = if reading.loading { ", reading again" } else { "" };
        format!("read {}, {ago} s ago{again}", engine::clock(reading.read_at))
    };
    view! {
        <div class="grid-foot">
            <span>{seen}</span>
            <span role="status" aria-label="Copied" class="good">{move || grid.copied.get()}</span>
            <span role="status" aria-label="Matching" class="visually-hidden">{matching}</span>
            <span class="grow"></span>
            <ChoiceRow label="Density of rows" name="density" choose=Callback::new(move |density| grid.view.density.set(density))
                chosen=Signal::derive(move || grid.view.density.get()) choices=vec![
                    Choice { value: Density::Compact, words: "Compact", icon: "" },
                    Choice { value: Density::Normal, words: "Normal", icon: "" },
                    Choice { value: Density::Roomy, words: "Roomy", icon: "" },
                ]/>
            <span class="age">{age}</span>
            <button type="button" class="plain small" on:click=move |_| grid.reload.run(())><Icon name="reload"/>"Reload" <kbd aria-hidden="true">"F5"</kbd></button>
        </div>
    }
}
