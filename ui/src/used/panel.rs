//! Users of the open record, next to it: a line with counts, and the links behind it.

use leptos::prelude::*;
use tapline_contract::emv_config::EmvId;
use tapline_contract::where_used::{UsedRecord, WhereUsed};

use super::words::{UNTOLD_OF_PROFILE, currency_line, used_by};
use super::{How, users};
use crate::paths::Route;
use crate::shell::{Shell, shell};
use crate::widgets::icon::Icon;
use crate::widgets::links::RouteLink;
use crate::widgets::read_failed::ReadFailed;
use crate::widgets::show::live;

/// Most links of one kind next to a record; the page has all of them.
const LINKS: usize = 5;

/// The page with all users of a record.
pub(super) fn page_of(of: &UsedRecord) -> Route {
    match of {
        UsedRecord::Emv(id) => Route::UsersOf(id.clone()),
        UsedRecord::Acquirer(id) => Route::UsersOfAcquirer(id.clone()),
        UsedRecord::Profile(id) => Route::UsersOfProfile(id.clone()),
    }
}

/// The users of a record, or a view that says they are loading or failed.
pub(super) fn state(shell: Shell, of: &UsedRecord) -> Result<WhereUsed, AnyView> {
    let users = users(shell);
    if let Some(found) = users.where_used(of) {
        return Ok(found);
    }
    Err(match users.reading().failure {
        Some(_) => view! {
            <ReadFailed reading=Signal::derive(move || users.reading()) again=Callback::new(move |()| users.open_all(shell))
                so=|| view! { <p>"So it is not known who uses it."</p> }/>
        }
        .into_any(),
        None => view! { <p class="muted" role="status">"Reading who uses it…"</p> }.into_any(),
    })
}

/// Note on what is still unknown, and a button to load it.
pub(super) fn rest(shell: Shell, found: &WhereUsed) -> AnyView {
    let missing = found.missing.iter().map(|sentence| {
        view! { <p class="muted with-icon"><Icon name="warning"/><span>{sentence.clone()}</span></p> }
    });
    let unread = found.concerned - found.concerned_read.min(found.concerned);
    let more = found.too_many.then(|| {
        let words = match unread {
            1 => "Read the terminals of 1 merchant".to_owned(),
            many => format!("Read the terminals of {many} merchants"),
        };
        view! { <p><button type="button" class="small" on:click=move |_| users(shell).open_all(shell)>{words}</button></p> }
    });
    view! { {missing.collect_view()}{more} }.into_any()
}

/// A line for a review or a question.
#[component]
pub(crate) fn UsedLine(of: UsedRecord, how: How) -> impl IntoView {
    let shell = shell();
    users(shell).open(shell, of.clone(), how);
    live(move || match state(shell, &of) {
        Ok(found) => {
            let page = page_of(&of);
            view! {
                <div class="used-line">
                    <p role="status">{used_by(&found)} " " <RouteLink route=page words="Show them"/></p>
                    {rest(shell, &found)}
                    {untold(&of)}
                </div>
            }
            .into_any()
        }
        Err(view) => view,
    })
}

/// Users that a change affects, for its review. A failed read is mentioned and blocks nothing.
pub(crate) fn touched(of: UsedRecord) -> AnyView {
    view! { <dl class="effects"><dt>"Touched"</dt><dd><UsedLine of=of how=How::Held/></dd></dl> }.into_any()
}

/// A panel with counts and links.
#[component]
pub(crate) fn UsedBy(of: UsedRecord) -> impl IntoView {
    let shell = shell();
    users(shell).open(shell, of.clone(), How::Held);
    let body = move || match state(shell, &of) {
        Err(view) => view,
        Ok(found) => {
            let page = page_of(&of);
            let links = groups(&of, &found).into_iter().filter(|(_, all)| !all.is_empty()).map(|(title, all)| {
                let more = all.len().checked_sub(LINKS).filter(|more| *more > 0);
                let some = all.into_iter().take(LINKS).map(|(route, name)| view! { <li><RouteLink route=route words=name/></li> });
                view! {
                    <dt>{title}</dt>
                    <dd><ul class="links">{some.collect_view()}</ul>{more.map(|more| view! { <span class="muted">{format!("and {more} more")}</span> })}</dd>
                }
            });
            view! {
                <p role="status">{used_by(&found)}</p>
                <details class="used-links"><summary>"Who they are"</summary><dl>{links.collect_view()}</dl></details>
                {rest(shell, &found)}
                <p><RouteLink route=page words="Open as a page"/></p>
            }
            .into_any()
        }
    };
    view! { <section class="panel" aria-labelledby="used-title"><h2 id="used-title">"Used by"</h2>{live(body)}</section> }
}

/// Note on users that are missing from the list no matter how much was loaded.
pub(super) fn untold(of: &UsedRecord) -> Option<AnyView> {
    matches!(of, UsedRecord::Profile(_)).then(|| {
        view! { <p class="muted with-icon"><Icon name="info"/><span>{UNTOLD_OF_PROFILE}</span></p> }
            .into_any()
    })
}

/// Groups of users by kind, limited to kinds that can use the record: title, then page and name of each.
pub(super) fn groups(of: &UsedRecord, found: &WhereUsed) -> Vec<(&'static str, Vec<(Route, String)>)> {
    let acquirers = found.acquirers.iter().map(|one| (Route::Acquirer(one.id.clone()), one.name.clone()));
    let profiles = found.profiles.iter().map(|one| (Route::Profile(one.id.clone()), one.name.clone()));
    let merchants = found.merchants.iter().map(|one| (Route::Merchant(one.id.clone()), one.name.clone()));
    let terminals = found.terminals.iter().map(|one| {
        let merchant = found.merchants.iter().find(|merchant| merchant.id == one.merchant);
        let name =
            merchant.map_or_else(|| one.name.clone(), |merchant| format!("{} · {}", merchant.name, one.name));
        (Route::Terminal(one.merchant.clone(), one.id.clone()), name)
    });
    let mut all = Vec::new();
    if matches!(of, UsedRecord::Emv(_)) {
        all.push(("Acquirer profiles", acquirers.collect()));
    }
    if !matches!(of, UsedRecord::Profile(_)) {
        all.push(("Profiles", profiles.collect()));
    }
    all.push(("Merchants", merchants.collect()));
    all.push(("Terminals", terminals.collect()));
    all
}

/// Currency of the open configuration's amounts, and where it comes from.
#[component]
pub(crate) fn CurrencyLine(id: EmvId) -> impl IntoView {
    let shell = shell();
    let of = UsedRecord::Emv(id);
    let words = move || {
        let users = users(shell);
        let reads = users.reading().failure.is_none();
        currency_line(users.where_used(&of).as_ref(), reads, &shell.form_currency())
    };
    view! { <p class="muted currency-line">{live(words)}</p> }
}
