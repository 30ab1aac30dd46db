//! *Country…*: the list of countries below its button. Late data fills the list and moves nothing next to it.

use leptos::prelude::*;
use tapline_contract::where_used::{Countries, counted};

use super::country::{all, being_read, put, read_more, shared};
use super::state::overview;
use crate::ipc::engine;
use crate::parts::{PagePart, part};
use crate::shell::shell;
use crate::used;
use crate::widgets::part::show_inside;
use crate::widgets::popover::Popover;
use crate::widgets::read_failed::ReadFailed;
use crate::widgets::show::live;

/// Opened and focused on request only; its chunk is loaded with the overview.
const LIST: PagePart = part!(money, |_| view! { <List/> }.into_any());

#[component]
pub(crate) fn CountryButton() -> impl IntoView {
    let open = RwSignal::new(false);
    view! { <Popover open=open label="Countries" class="chip" face=|| "Country…" width=280>{show_inside(LIST)}</Popover> }
}

#[component]
fn List() -> impl IntoView {
    let shell = shell();
    let view = overview(shell);
    used::read_countries(shell);
    let known = Memo::new(move |_| used::countries(shell));
    let country = Memo::new(move |_| view.parsed.with(|parsed| parsed.country.clone()));
    let choose = move |code: Option<String>| {
        put(view, code.as_deref());
        // The field shows the selection, and the list closes when the focus leaves it.
        engine::focus("main .toolbar .search", "main h1");
    };
    let list = move || {
        known.with(|known| {
            let known = known.as_ref().filter(|known| !known.reading)?;
            let row = |(code, own): (String, usize)| {
                let is_chosen = {
                    let code = code.clone();
                    move || country.with(|now| now.as_ref() == Some(&code)).to_string()
                };
                let (name, words) = (code.clone(), used_there(known, &code, own));
                let act = move |_| choose(Some(code.clone()));
                view! { <li><button type="button" class="plain" aria-pressed=is_chosen title="Used only in this country; shared: used in other countries too" on:click=act><b>{name}</b>" " {words}</button></li> }
            };
            Some(all(known).into_iter().map(row).collect_view())
        })
    };
    let status = move || {
        known.with(|known| {
            let known = known.as_ref();
            let none = || known.is_some_and(|known| all(known).is_empty());
            being_read(known)
                .filter(|_| used::countries_reading(shell).failure.is_none())
                .or_else(|| none().then(|| "None of the terminals read so far gives a country.".to_owned()))
        })
    };
    let more = move || known.with(|known| read_more(shell, known.as_ref()));
    view! {
        <ul class="menu" aria-label="Countries">
            <li><button type="button" class="plain" aria-pressed=move || country.with(Option::is_none).to_string()
                on:click=move |_| choose(None)>"All countries"</button></li>
            {live(list)}
        </ul>
        <p class="muted" role="status" aria-label="Countries that are known">{live(status)}</p>
        {live(more)}
        <ReadFailed reading=Signal::derive(move || used::countries_reading(shell)) again=Callback::new(move |()| used::read_countries(shell))/>
    }
}

/// "3 configurations, 4 shared" (shared with other countries).
fn used_there(known: &Countries, code: &str, own: usize) -> String {
    let own = counted(own, "configuration", "configurations");
    match shared(known, code) {
        0 => own,
        shared => format!("{own}, {shared} shared"),
    }
}
