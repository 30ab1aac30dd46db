//! The header row: a button a column, which sorts, and an edge that can be pulled. The width by keyboard is in the columns panel.

use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::Grid;
use super::layout::Placed;
use super::view::Way;
use crate::widgets::icon::Icon;

#[component]
pub(super) fn HeadRow(grid: Grid) -> impl IntoView {
    let cell = move |one: Placed| {
        let head = one.head;
        let order = move || {
            grid.view()
                .order
                .with(|order| order.as_ref().filter(|order| order.column == head.key).map(|order| order.way))
        };
        let sorted = move || match order() {
            Some(Way::Up) => "ascending",
            Some(Way::Down) => "descending",
            None => "none",
        };
        let drawing = move || {
            let name = match order()? {
                Way::Up => "up",
                Way::Down => "down",
            };
            Some(view! { <Icon name=name/> })
        };
        let place = Memo::new(move |_| {
            grid.placed.with(|placed| placed.iter().position(|one| one.head.key == head.key)).unwrap_or(0)
        });
        let left = move || grid.placed.with(|placed| placed.get(place.get()).and_then(|one| one.left));
        view! {
            <th scope="col" class=head.format.class() class:grid-pin=move || left().is_some() aria-sort=sorted
                style:left=move || left().map(|left| format!("{left}px"))
                aria-colindex=move || (place.get() + 1).to_string()>
                <button type="button" class="grid-sort" on:click=move |_| grid.view().sort_by(head.key)>{head.title}{drawing}</button>
                <Edge grid=grid key=head.key/>
            </th>
        }
    };
    view! {
        <thead><tr aria-rowindex="1">
            <For each=move || grid.placed.get() key=|one| one.head.key children=cell/>
        </tr></thead>
    }
}

/// Pulls the width of a column.
#[component]
fn Edge(grid: Grid, key: &'static str) -> impl IntoView {
    // Where it was taken, and how wide the column was.
    let taken = StoredValue::new(None::<(f64, f64)>);
    let down = move |event: web_sys::PointerEvent| {
        let width = grid
            .placed
            .with_untracked(|placed| placed.iter().find(|one| one.head.key == key).map(|one| one.width));
        let Some(width) = width else { return };
        event.prevent_default();
        taken.set_value(Some((f64::from(event.client_x()), width)));
        if let Some(edge) = event.current_target().and_then(|edge| edge.dyn_into::<web_sys::Element>().ok()) {
            // Without it the column follows only while the pointer is over the edge.
            let _ = edge.set_pointer_capture(event.pointer_id());
        }
    };
    let pull = move |event: web_sys::PointerEvent| {
        let Some((from, width)) = taken.get_value() else { return };
        let wanted = width_of(width + f64::from(event.client_x()) - from);
        grid.source.heads.with_value(|heads| {
            grid.view().layout.update(|layout| layout.choose(heads, key, |column| column.width = wanted));
        });
    };
    view! {
        <span class="grid-edge" aria-hidden="true" on:pointerdown=down on:pointermove=pull
            on:pointerup=move |_| taken.set_value(None) on:pointercancel=move |_| taken.set_value(None)></span>
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "bounded before")]
fn width_of(pixels: f64) -> u16 {
    pixels.clamp(0.0, f64::from(super::layout::WIDEST)) as u16
}
