//! Title of Limits with its tabs: axis, table and matrix. The matrix has a route of its own; axis and table are two views of one page.

use leptos::prelude::*;

use super::address::LimitsViews;
use super::legend::LegendButton;
use super::state::overview;
use super::{LIMITS, store};
use crate::actions::keys_of;
use crate::ipc::engine;
use crate::paths::Route;
use crate::remote::Reading;
use crate::shell::{Shell, shell};
use crate::used;
use crate::widgets::icon::Icon;
use crate::widgets::show::Show;

/// Tabs in their order.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tab {
    Axis,
    Table,
    Matrix,
}

const TABS: [(Tab, &str, &str, &str); 3] = [
    (Tab::Axis, "tab-axis", "limits", "Axis"),
    (Tab::Table, "tab-table", "table", "Table"),
    (Tab::Matrix, "tab-matrix", "board", "Matrix"),
];

fn current(shell: Shell) -> Tab {
    match (shell.nav.route.get(), overview(shell).table.get()) {
        (Route::Matrix, _) => Tab::Matrix,
        (_, true) => Tab::Table,
        (_, false) => Tab::Axis,
    }
}

fn show(shell: Shell, tab: Tab) {
    if tab != Tab::Matrix {
        overview(shell).table.set(tab == Tab::Table);
    }
    shell.nav.go(if tab == Tab::Matrix { Route::Matrix } else { Route::Limits });
}

#[component]
pub(crate) fn LimitsHead(
    /// Numbers of what is shown.
    #[prop(into)]
    count: Signal<String>,
    /// Buttons of the tab.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    let shell = shell();
    let now = Memo::new(move |_| current(shell));
    let again = move |_| {
        LIMITS.reload(shell);
        used::read_all_again(shell);
    };
    let create = move |_| shell.nav.go(Route::New);
    view! {
        <div class="page-head limits-head">
            <h1>"Limits"</h1>
            <Tabs now=now/>
            <span class="grow"></span>
            <p class="muted" title=move || count.get()>{move || count.get()}</p>
            {children.map(|children| children())}
            <LimitsViews/>
            <button type="button" class="square" aria-label="Refresh" title=move || format!("Refresh ({})", keys_of(shell, "reload")) on:click=again><Icon name="reload"/></button>
            <Show when=move || now.get() != Tab::Matrix><LegendButton/></Show>
            <button type="button" disabled=move || shell.is_read_only() title=move || shell.read_only() on:click=create>
                <Icon name="plus"/>"New configuration…"
            </button>
        </div>
    }
}

#[component]
fn Tabs(now: Memo<Tab>) -> impl IntoView {
    let shell = shell();
    let tabs = TABS.map(|(tab, id, icon, words)| {
        let is_current = move || now.get() == tab;
        let keys = move || match tab {
            Tab::Axis | Tab::Table => keys_of(shell, "view"),
            Tab::Matrix => keys_of(shell, "matrix"),
        };
        view! {
            <button type="button" role="tab" id=id title=keys aria-selected=move || is_current().to_string()
                tabindex=move || if is_current() { "0" } else { "-1" } on:click=move |_| show(shell, tab)><Icon name=icon/>{words}</button>
        }
    });
    let turn = move |event: web_sys::KeyboardEvent| {
        let at = TABS.iter().position(|(tab, ..)| *tab == now.get_untracked()).unwrap_or_default();
        let next = match event.key().as_str() {
            // Alt with Left and Right belongs to the window's history.
            _ if event.alt_key() => return,
            "ArrowRight" => (at + 1) % TABS.len(),
            "ArrowLeft" => (at + TABS.len() - 1) % TABS.len(),
            _ => return,
        };
        event.prevent_default();
        let (tab, id, ..) = TABS[next];
        show(shell, tab);
        // The page of the matrix is another one, and its code may load first.
        engine::focus_soon(60, &format!("#{id}"), "main h1");
    };
    view! { <div class="tabs" role="tablist" aria-label="View" on:keydown=turn>{tabs.collect_view()}</div> }
}

/// "31 configurations · Updated 13:14:05"
pub(super) fn counted(shell: Shell, shown: usize) -> String {
    let Reading { read_at, loading, .. } = store(shell).list.reading();
    if read_at == 0.0 {
        return if loading { "Loading…".to_owned() } else { "Not loaded yet".to_owned() };
    }
    let view = overview(shell);
    let count = view.lanes.with(|lanes| lanes.len());
    let again = if loading { ", refreshing" } else { "" };
    let of = if view.is_filtered() { format!("{shown} of ") } else { String::new() };
    let configurations = if count == 1 { "configuration" } else { "configurations" };
    format!("{of}{count} {configurations} · Updated {}{again}", engine::clock(read_at))
}
