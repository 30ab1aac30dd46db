//! The header row: a button a column, which sorts.

use leptos::prelude::*;

use super::Grid;
use super::column::Head;
use super::view::Way;
use crate::widgets::icon::Icon;

#[component]
pub(super) fn HeadRow(grid: Grid) -> impl IntoView {
    let cell = move |(at, head): (usize, &Head)| {
        let order = move || grid.view.order.get().filter(|order| order.column == at).map(|order| order.way);
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
        view! {
            <th scope="col" class=head.look.class() aria-sort=sorted aria-colindex=(at + 1).to_string()>
                <button type="button" class="grid-sort" on:click=move |_| grid.view.sort_by(at)>{head.title}{drawing}</button>
            </th>
        }
    };
    let cells = grid.heads.with_value(|heads| heads.iter().enumerate().map(cell).collect_view());
    view! { <thead><tr aria-rowindex="1">{cells}</tr></thead> }
}
