//! Page with everyone who uses a record.

use leptos::prelude::*;
use tapline_contract::where_used::UsedRecord;

use super::panel::{groups, rest, state, untold};
use super::words::used_by;
use super::{How, users};
use crate::ipc::engine;
use crate::paths::Route;
use crate::record::view::ResourceKind;
use crate::shell::shell;
use crate::widgets::crumbs::Crumbs;
use crate::widgets::icon::Icon;
use crate::widgets::links::RouteLink;
use crate::widgets::show::live;

/// Most links of one kind on the page; the rest is counted.
const LINKS: usize = 300;

#[component]
pub(crate) fn UsersPage(
    kind: ResourceKind,
    key: String,
    of: UsedRecord,
    /// Name of the record, as far as loaded.
    #[prop(into)]
    name: Signal<String>,
) -> impl IntoView {
    let shell = shell();
    let meta = kind.meta();
    users(shell).open(shell, of.clone(), How::Held);
    let again = {
        let of = of.clone();
        move |_| users(shell).open(shell, of.clone(), How::Anew)
    };
    let back: Route = (meta.one)(&key);
    let trail = vec![(meta.list.clone(), meta.title.to_owned()), (back, name.get_untracked())];
    let body = move || match state(shell, &of) {
        Err(view) => view,
        Ok(found) => {
            let cards = groups(&of, &found).into_iter().map(|(title, all)| {
                let count = all.len();
                let more = count.checked_sub(LINKS).filter(|more| *more > 0);
                let some = all.into_iter().take(LINKS).map(|(route, name)| view! { <li><RouteLink route=route words=name/></li> });
                let none = (count == 0).then(|| view! { <p class="muted">{if found.is_whole() { "None." } else { "None, as far as was read." }}</p> });
                view! {
                    <section class="card" aria-label=title>
                        <h2>{title} <span class="muted">{(count > 0).then(|| format!(" {count}"))}</span></h2>
                        {none}<ul class="links">{some.collect_view()}</ul>
                        {more.map(|more| view! { <p class="muted">{format!("and {more} more")}</p> })}
                    </section>
                }
            });
            let read = engine::local_time(&found.read_at);
            view! {
                <p role="status">{used_by(&found)} " " <span class="muted">{format!("read {read}")}</span></p>
                {rest(shell, &found)}
                {untold(&of)}
                <div class="facts">{cards.collect_view()}</div>
            }
            .into_any()
        }
    };
    view! {
        <div class="page">
            <Crumbs trail=trail here="Used by"/>
            <div class="page-head">
                <h1>"Used by: " {move || name.get()}</h1>
                <span class="grow"></span>
                <button type="button" class="plain" on:click=again><Icon name="reload"/>"Read again" <kbd aria-hidden="true">"F5"</kbd></button>
            </div>
            {live(body)}
        </div>
    }
}
