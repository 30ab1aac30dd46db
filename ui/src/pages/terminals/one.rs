//! The page of one terminal or activation code: its facts, its raw record, and what can be done with it.

use leptos::prelude::*;
use tapline_contract::device::{Device, DeviceId};
use tapline_contract::device_mode::EndMode;
use tapline_contract::merchant::MerchantId;
use tapline_contract::record::Record as _;

use super::ends::{EndDialog, end, offered};
use super::facts::Facts;
use super::known;
use super::resource::{Terminal, list_request};
use super::state::merchant_name;
use crate::actions::Keys;
use crate::paths::Route;
use crate::record::raw;
use crate::record::request::pretty;
use crate::record::tabs::RawTabs;
use crate::shell::shell;
use crate::widgets::copy::CopyButton;
use crate::widgets::failure::ReadFailed;
use crate::widgets::icon::Icon;
use crate::widgets::links::Crumbs;
use crate::widgets::show::{live, why};

#[component]
pub(crate) fn OneTerminal(of: MerchantId, id: DeviceId) -> impl IntoView {
    let shell = shell();
    let terminals = super::state::terminals(shell);
    terminals.open(shell, &of);
    on_cleanup(move || terminals.ending.close());
    let reading = Signal::derive(move || terminals.reading());
    let record = {
        let id = id.clone();
        Memo::new(move |_| terminals.find(&id))
    };
    let again = Callback::new(move |()| terminals.reload(shell));
    let merchant = merchant_name(shell, &of);
    let trail = vec![(Route::Terminals, "Terminals".to_owned()), (Route::TerminalsOf(of.clone()), merchant)];
    let name = {
        let id = id.clone();
        Signal::derive(move || {
            record.with(|record| record.as_ref().map_or_else(|| id.to_string(), Device::name))
        })
    };
    let absent = {
        let (of, id) = (of.clone(), id.clone());
        live(move || match (reading.get().read_at > 0.0, reading.get().loading) {
            (false, true) => view! { <p class="muted" role="status">"Loading…"</p> }.into_any(),
            (false, false) => ().into_any(),
            (true, _) => {
                let of = of.clone();
                let back = move |_| shell.nav.go(Route::TerminalsOf(of.clone()));
                let words = format!("The service no longer lists {id} for this merchant.");
                view! { <p>{words}</p><button type="button" on:click=back>"Back to Terminals"</button> }
                    .into_any()
            }
        })
    };
    view! {
        <div class="page">
            <Crumbs trail=trail here=name/>
            {move || match record.get() {
                Some(record) => view! { <Head of=of.clone() record=record.clone()/><ReadFailed reading=reading again=again/><Tabs record=record of=of.clone()/> }.into_any(),
                None => view! { <h1>{name}</h1><ReadFailed reading=reading again=again/>{absent.clone()} }.into_any(),
            }}
            <EndDialog/>
        </div>
    }
}

#[component]
fn Head(of: MerchantId, record: Device) -> impl IntoView {
    let shell = shell();
    let terminals = super::state::terminals(shell);
    let id = record.device_id.clone();
    let status = known::status(&record);
    let read = move || terminals.reading().words();
    let ends = EndMode::ALL.map(|mode| {
        let row = end(mode);
        let allowed = offered(&record, mode);
        let refused = allowed.reason().map(str::to_owned);
        let reason = move || {
            let read_only = shell.read_only().map(str::to_owned);
            read_only.or_else(|| refused.clone())
        };
        let reason = Signal::derive(reason);
        let (of, device) = (of.clone(), record.clone());
        let because = format!("{}-why", row.icon);
        let ask = move |_| terminals.ending.ask(of.clone(), device.clone(), mode);
        view! {
            <button type="button" disabled=move || reason.with(Option::is_some) aria-describedby=because.clone() title=move || shell.read_only() on:click=ask>
                <Icon name=row.icon/>{row.words} "…"</button>
            {why(because, move || reason.get().filter(|_| !shell.is_read_only()))}
        }
    });
    let edit = {
        let (of, id) = (of.clone(), id.clone());
        move |_| shell.nav.go(Route::EditTerminal(of.clone(), id.clone()))
    };
    let blocked = move || shell.read_only();
    view! {
        <div class="page-head">
            <div>
                <h1>{record.name()}</h1>
                <p class="muted row">
                    <span class=format!("chip with-icon {}", status.tone)><Icon name=status.icon/>{status.words}</span>
                    "id " <code>{id.to_string()}</code><CopyButton text=id.to_string()/><span>{live(read)}</span>
                </p>
            </div>
            <span class="grow"></span>
            <button type="button" class="plain" on:click=move |_| terminals.reload(shell)><Icon name="reload"/>"Refresh" <Keys id="reload"/></button>
            <button type="button" class="primary" disabled=move || shell.is_read_only() title=blocked on:click=edit><Icon name="edit"/>"Edit terminal"</button>
        </div>
        <div class="actions" role="group" aria-label="End terminal">{ends.into_iter().collect_view()}</div>
    }
}

#[component]
fn Tabs(of: MerchantId, record: Device) -> impl IntoView {
    let terminal = StoredValue::new(Terminal { of, device: record });
    let facts = Callback::new(move |()| {
        let Terminal { of, device } = terminal.get_value();
        view! { <Facts of=of record=device/> }.into_any()
    });
    let raw = Callback::new(move |()| {
        terminal.with_value(|terminal| {
            raw::as_it_came(&pretty(&terminal.device, Device::is_exact), list_request(&terminal.of))
        })
    });
    view! { <RawTabs label="Terminal" words="Details" first=facts raw=raw/> }
}
