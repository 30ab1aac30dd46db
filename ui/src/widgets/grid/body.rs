//! The rows in the page. A row is a slot: scrolling changes its texts, not the elements.

use leptos::prelude::*;

use super::Grid;
use super::column::{Head, Look};
use super::source::Row;
use crate::shell::shell;

#[component]
pub(super) fn Body(grid: Grid) -> impl IntoView {
    let shell = shell();
    let shown = Memo::new(move |_| grid.rows.window.run(grid.window.get()));
    let slots = move || 0..shown.with(Vec::len);
    let open = move |key: &str| shell.nav.go((grid.route)(key));
    let slot = move |slot: usize| {
        let place = move || grid.window.get().0 + slot;
        let key = move || shown.with(|rows: &Vec<Row>| rows.get(slot).map(|row| row.key.clone()));
        let cell = move |(at, head): (usize, &Head)| {
            let text = move || {
                shown.with(|rows| {
                    rows.get(slot).and_then(|row| row.cells.get(at).cloned()).unwrap_or_default()
                })
            };
            let id = move || grid.cell_id(place(), at);
            let is_current = move || grid.view.row.get() == place() && grid.view.column.get() == at;
            let choose = move |_| {
                grid.view.row.set(place());
                grid.view.column.set(at);
            };
            let column = (at + 1).to_string();
            if head.look != Look::Name {
                return view! {
                    <td id=id class=head.look.class() class:at=is_current aria-colindex=column title=text on:click=choose>{text}</td>
                }
                .into_any();
            }
            let path = move || key().map(|key| (grid.route)(&key).path());
            let follow = move |event: web_sys::MouseEvent| {
                event.prevent_default();
                choose(event);
                if let Some(key) = key() {
                    open(&key);
                }
            };
            // The table has the keyboard; Enter opens.
            view! {
                <th id=id scope="row" class=head.look.class() class:at=is_current aria-colindex=column on:click=choose>
                    <a href=path tabindex="-1" title=text on:click=follow>{text}</a>
                </th>
            }
            .into_any()
        };
        let cells = grid.heads.with_value(|heads| heads.iter().enumerate().map(cell).collect_view());
        view! {
            <tr aria-rowindex=move || (place() + 2).to_string() class:current=move || grid.view.row.get() == place()
                on:dblclick=move |_| { if let Some(key) = key() { open(&key); } }>{cells}</tr>
        }
    };
    view! { <tbody><For each=slots key=|slot| *slot children=slot/></tbody> }
}
