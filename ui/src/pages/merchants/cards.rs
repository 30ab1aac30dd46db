//! Cards at the foot of a merchant's overview: terminals with their state, methods down to the configuration, newest transactions.

use leptos::prelude::*;
use tapline_contract::amounts::Amounts;
use tapline_contract::device::{Device, DeviceQuery};
use tapline_contract::endpoints::ListDevices;
use tapline_contract::explained::last_four;
use tapline_contract::field::Number;
use tapline_contract::merchant::MerchantId;
use tapline_contract::transaction::TransactionId;
use tapline_emv::Scheme;

use super::routes::MethodRoute;
use super::sales::SalesAnswer;
use crate::ipc;
use crate::pages::terminals::status_of;
use crate::pages::transactions;
use crate::paths::Route;
use crate::remote::{Listed, Remote};
use crate::shell::{Shell, shell};
use crate::show;
use crate::widgets::copy;
use crate::widgets::failure::ReadFailed;
use crate::widgets::grid::column::counted;
use crate::widgets::icon::{Icon, SchemeMark};
use crate::widgets::links::RouteLink;
use crate::widgets::show::live;

/// Terminals of the card; the others are on their page.
const SHOWN: usize = 5;

#[component]
pub(super) fn TerminalsCard(of: MerchantId, answer: Memo<Option<SalesAnswer>>) -> impl IntoView {
    let shell = shell();
    let list = Remote::<Option<Listed<Device>>>::default();
    let read = {
        let of = of.clone();
        move || {
            let (connection, mch_id) = (shell.connection(), Some(of.to_string()));
            let query = DeviceQuery { mch_id, page_number: None };
            let answer = async move { ipc::api::<ListDevices>(connection, None, (), query, ()).await };
            let listed = async move {
                answer.await.map(|page| {
                    let incomplete = page.has_next.then(|| "More terminals are in the list.".to_owned());
                    Some(Listed::new(page.records, page.unreadable, incomplete))
                })
            };
            list.read(shell.same_connection(), listed);
        }
    };
    read();
    let reading = Signal::derive(move || list.reading());
    let again = Callback::new(move |()| read());
    let (all, merchant) = (Route::TerminalsOf(of.clone()), of);
    let rows = move || {
        let Some(found) = list.get() else {
            let failed = reading.with(|reading| reading.failure.is_some());
            return if failed {
                view! { <ReadFailed reading=reading again=again/> }.into_any()
            } else {
                view! { <p class="muted" role="status">"Loading…"</p> }.into_any()
            };
        };
        if found.records.is_empty() {
            return view! { <p class="muted">"No terminals yet."</p> }.into_any();
        }
        let sold = answer.with(|answer| answer.as_ref().map(|answer| answer.figures.terminals.clone()));
        let row = |device: &Device| {
            let id = device.device_id.to_string();
            let (icon, status) = status_of(device);
            let count = sold.as_ref().and_then(|sold| sold.iter().find(|(terminal, _)| *terminal == id));
            let count = count.map(|(_, count)| {
                format!(
                    " · {} {}",
                    counted(*count as usize),
                    if *count == 1 { "transaction" } else { "transactions" }
                )
            });
            let route = Route::Terminal(merchant.clone(), device.device_id.clone());
            view! {
                <li><span class="two-lines"><RouteLink route=route words=device.name()/><small class="muted">{copy::id(id)}{count}</small></span>
                    <span class="with-icon"><Icon name=icon/>{status}</span></li>
            }
        };
        let rows = found.records.iter().take(SHOWN).map(row).collect_view();
        let more = found.records.len().saturating_sub(SHOWN);
        let more = (more > 0).then(|| view! { <p class="muted caption">{format!("{more} more")}</p> });
        view! { <ul class="card-list">{rows}</ul>{more}{found.incomplete.map(|words| view! { <p class="warn caption">{words}</p> })} }.into_any()
    };
    let count = move || {
        let words = match list.with(|list| list.as_ref().map_or(0, |list| list.records.len())) {
            0 => "Show terminals".to_owned(),
            1 => "Show 1 terminal".to_owned(),
            many => format!("Show {many} terminals"),
        };
        view! { <RouteLink route=all.clone() words=words/> }
    };
    view! {
        <section class="card" aria-label="Terminals">
            <div class="row"><h2>"Terminals"</h2><span class="grow"></span><span class="caption">{live(count)}</span></div>
            {live(rows)}
        </section>
    }
}

#[component]
pub(super) fn MethodsCard(methods: Memo<Vec<MethodRoute>>) -> impl IntoView {
    let row = |route: &MethodRoute| {
        let name = show::method_name(&route.method);
        let profile = match &route.acquirer {
            Some((id, name)) => {
                view! { <RouteLink route=Route::Acquirer(id.clone()) words=name.clone()/> }.into_any()
            }
            None => view! { <span class="muted">"Not set"</span> }.into_any(),
        };
        let configs = match &route.configs {
            None => view! { <span class="muted">"Not loaded"</span> }.into_any(),
            Some(all) if all.is_empty() => view! { <span class="muted">"None"</span> }.into_any(),
            Some(all) => {
                let link = |(at, config): (usize, &super::routes::ConfigRoute)| {
                    let comma = (at > 0).then_some(", ");
                    view! { {comma}<RouteLink route=Route::Editor(config.id.clone()) words=config.name.clone()/> }
                };
                all.iter().enumerate().map(link).collect_view().into_any()
            }
        };
        view! {
            <tr><th scope="row"><span class="with-icon" title=show::method_words(&route.method)><SchemeMark scheme=route.scheme/>{name}</span></th>
                <td class="links">{profile}</td><td class="links">{configs}</td></tr>
        }
    };
    let body = move || {
        methods.with(|methods| {
            if methods.is_empty() {
                return view! { <p class="muted">"None. This merchant can't accept payments."</p> }.into_any();
            }
            view! {
                <table class="small-table">
                    <thead><tr><th scope="col">"Method"</th><th scope="col">"Acquirer profile"</th><th scope="col">"Configuration"</th></tr></thead>
                    <tbody>{methods.iter().map(row).collect_view()}</tbody>
                </table>
            }
            .into_any()
        })
    };
    view! { <section class="card" aria-label="Methods and configurations"><h2>"Payment methods"</h2>{live(body)}</section> }
}

/// The first transactions of the list: the service's order, usually newest first.
#[component]
pub(super) fn NewestCard(answer: Memo<Option<SalesAnswer>>) -> impl IntoView {
    let shell = shell();
    let rows = move || {
        let found = answer.get()?;
        let rows = (0..found.newest.rows.len()).map(|row| {
            let cells: Vec<Option<String>> =
                found.newest.row(row).map(|cell| cell.map(str::to_owned)).collect();
            newest(shell, cells)
        });
        let rows = rows.collect_view();
        let narrowed = transactions::of_merchant(&found.merchant, &found.query);
        let all = format!("Show all {}", counted(found.newest.total as usize));
        let link = view! { <RouteLink route=Route::Transactions words=all narrowed=narrowed/> };
        let none =
            (found.newest.total == 0).then(|| view! { <p class="muted">"No transactions loaded."</p> });
        Some(view! {
            <div class="row"><h2>"Recent transactions"</h2><span class="grow"></span><span class="caption" title="In the service's order">{link}</span></div>
            {none}<ul class="card-list newest">{rows}</ul>
        })
    };
    view! { <section class="card" aria-label="Recent transactions">{live(rows)}</section> }
}

/// A row of [`super::sales::COLUMNS`].
fn newest(shell: Shell, cells: Vec<Option<String>>) -> AnyView {
    let text = |at: usize| cells.get(at).cloned().flatten().unwrap_or_default();
    let Some(id) = TransactionId::parse(&text(0)) else { return ().into_any() };
    let connection = untrack(|| shell.opened());
    let number = Number::parse(&text(1));
    let amount = connection
        .zip(number)
        .map(|(connection, number)| Amounts::new(&connection, Some(text(2).as_str())).money(&number));
    let status = text(3);
    let mark = transactions::status_mark(&status);
    let words = match (mark.map_or(status.as_str(), |mark| mark.words), transactions::cvm_words(&text(4))) {
        (status, "") => status.to_owned(),
        (status, cvm) => format!("{status} · {cvm}"),
    };
    let (icon, tone) = mark.map_or(("info", "muted"), |mark| (mark.icon, mark.tone));
    let scheme = Scheme::recognize(&text(6), "");
    let card = last_four(&text(5)).unwrap_or("").to_owned();
    view! {
        <li><b class="number"><RouteLink route=Route::Transaction(id) words=amount.unwrap_or_else(|| "No amount".to_owned())/></b>
            <span class="with-icon"><span class=tone><Icon name=icon/></span>{words}</span>
            <span class="with-icon"><SchemeMark scheme=scheme/><code>{card}</code></span></li>
    }
    .into_any()
}
