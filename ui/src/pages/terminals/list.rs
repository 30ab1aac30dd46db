//! The terminals of one merchant, as a page and as a card of the merchant's page.
//!
//! The columns of the list of terminals.

use std::sync::Arc;

use leptos::prelude::*;
use tapline_contract::device::Device;
use tapline_contract::merchant::MerchantId;

use super::TERMINALS;
use super::known;
use super::resource::Terminal;
use super::state::merchant_name;
use crate::paths::Route;
use crate::record::form::DraftsBar;
use crate::record::list::misfits;
use crate::shell::shell;
use crate::show;
use crate::widgets::copy::CopyButton;
use crate::widgets::failure::ReadFailed;
use crate::widgets::grid::column::{CellFormat, Column, ListSpec, column};
use crate::widgets::grid::page::ListPage;
use crate::widgets::grid::source::in_memory;
use crate::widgets::icon::Icon;
use crate::widgets::links::{Crumbs, RouteLink};
use crate::widgets::show::live;

const LIST: ListSpec = ListSpec {
    id: "terminals",
    title: "Terminals",
    noun: ["terminal", "terminals"],
    find: "Filter by name, id, status…",
    none_yet: "No terminals yet. “Activate terminal…” creates a code to enter on the terminal.",
    filters: &[],
    renamed: &[],
};

#[component]
pub(crate) fn TerminalsOf(of: MerchantId) -> impl IntoView {
    let shell = shell();
    let terminals = super::state::terminals(shell);
    terminals.open(shell, &of);
    let view = terminals.view;
    let of = StoredValue::new(of);
    let name = Signal::derive(move || merchant_name(shell, &of.get_value()));
    let records = Signal::derive(move || {
        let at = |device: &_| Terminal { of: of.get_value(), device: Clone::clone(device) };
        terminals.list.with(|list| Arc::new(list.records.iter().map(at).collect::<Vec<_>>()))
    });
    let reading = Signal::derive(move || terminals.reading());
    let reload = Callback::new(move |()| terminals.reload(shell));
    let source = in_memory(&LIST, records, COLUMNS, Terminal::path, view, reading, reload)
        .with_beside(&super::facts::BESIDE);
    let unreadable = move || {
        let unreadable = terminals.list.with(|list| list.unreadable.clone());
        (!unreadable.is_empty()).then(|| misfits(["terminal", "terminals"], &unreadable))
    };
    let blocked = move || shell.read_only();
    let head = move || {
        view! {
            <div>
                <Crumbs trail=vec![(Route::Terminals, "Terminals".to_owned())] here=name/>
                <h1>"Terminals of " {move || name.get()}</h1>
            </div>
        }
    };
    view! {
        <ListPage list=&LIST view=view source=source route=Route::parse head=head note=unreadable foot=move || view! { <DraftsBar kind=TERMINALS/> }>
            <button type="button" disabled=move || shell.is_read_only() title=blocked
                on:click=move |_| shell.nav.go(Route::ActivateTerminal(of.get_value()))><Icon name="plus"/>"Activate terminal…"</button>
        </ListPage>
    }
}

/// The terminals of a merchant with their status, for the merchant's page.
#[component]
pub(crate) fn MerchantTerminals(of: MerchantId) -> impl IntoView {
    let shell = shell();
    let terminals = super::state::terminals(shell);
    terminals.open(shell, &of);
    let reading = Signal::derive(move || terminals.reading());
    let again = Callback::new(move |()| terminals.reload(shell));
    let (all, activate) = (Route::TerminalsOf(of.clone()), Route::ActivateTerminal(of.clone()));
    let rows = move || {
        let is_read = reading.with(|reading| reading.read_at > 0.0);
        let devices = terminals.list.with(|list| Arc::clone(&list.records));
        let row = |device: &Device| {
            let status = known::status(device);
            let tid = device.ext().and_then(|ext| ext.acq_tid.clone());
            let tid = tid.map(|tid| view! { <span class="with-icon"><code>{tid.clone()}</code><CopyButton text=tid/></span> });
            let route = Route::Terminal(of.clone(), device.device_id.clone());
            view! {
                <tr><th scope="row"><RouteLink route=route words=device.name()/></th>
                    <td><span class=format!("with-icon {}", status.tone)><Icon name=status.icon/>{status.words}</span></td><td>{tid}</td></tr>
            }
        };
        match (is_read, devices.is_empty()) {
            (false, _) => view! { <p class="muted" role="status">{reading.with(|reading| reading.loading).then_some("Loading…")}</p> }.into_any(),
            (true, true) => view! { <p class="muted">"No terminals yet."</p> }.into_any(),
            (true, false) => view! {
                <table class="small-table">
                    <thead><tr><th scope="col">"Terminal"</th><th scope="col">"Status"</th><th scope="col">"TID"</th></tr></thead>
                    <tbody>{devices.iter().map(row).collect_view()}</tbody>
                </table>
            }
            .into_any(),
        }
    };
    let blocked = move || shell.read_only();
    view! {
        <section class="card" aria-label="Terminals"><h2>"Terminals"</h2>
            <ReadFailed reading=reading again=again/>
            {live(rows)}
            <p class="actions"><RouteLink route=all words="All values"/><span class="grow"></span>
                <button type="button" class="small" disabled=move || shell.is_read_only() title=blocked
                    on:click=move |_| shell.nav.go(activate.clone())><Icon name="plus"/>"Activate terminal…"</button></p>
        </section>
    }
}

pub(super) const COLUMNS: &[Column<Terminal>] = &[
    column("name", "Name", CellFormat::Name, 140, |terminal| terminal.device.name()),
    column("id", "Terminal id", CellFormat::Mono, 118, |terminal: &Terminal| {
        terminal.device.device_id.to_string()
    })
    .exact::<Device>("deviceId"),
    column("status", "Status", CellFormat::Status(known::MARKS), 172, |terminal| {
        known::status_value(terminal.device.device_status.as_ref())
    }),
    column("type", "Type", CellFormat::Text, 68, |terminal| text(terminal.device.device_type.as_ref())),
    column("version", "App version", CellFormat::Mono, 88, |terminal| {
        text(terminal.device.app_version.as_ref())
    }),
    column("methods", "Methods", CellFormat::Text, 176, |terminal| methods(&terminal.device)),
    column("activated", "Activated", CellFormat::Time, 188, |terminal| {
        text(terminal.device.actives_at.as_ref())
    }),
    column("changed", "Changed", CellFormat::Time, 188, |terminal| text(terminal.device.updated_at.as_ref())),
];

fn text(member: Option<&String>) -> String {
    member.cloned().unwrap_or_default()
}

fn methods(device: &Device) -> String {
    match known::methods(device) {
        Some(methods) => methods.iter().map(|code| show::method_name(code)).collect::<Vec<_>>().join(", "),
        None => text(device.method_list.as_ref()),
    }
}
