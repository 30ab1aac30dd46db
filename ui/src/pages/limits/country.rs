//! The row of countries below the filter with the gaps in their data, and *Country…*: the list of countries below its button. Late data
//! fills both and moves nothing next to them.

use leptos::prelude::*;
use tapline_contract::where_used::{Countries, counted};

use super::country_filter::{all, has_its_own, notes, shared, with_country};
use super::state::{Overview, overview};
use crate::effect::effect;
use crate::ipc::engine;
use crate::parts::{PagePart, part};
use crate::shell::{Shell, shell};
use crate::used;
use crate::widgets::dialog::Popover;
use crate::widgets::failure::ReadFailed;
use crate::widgets::icon::Icon;
use crate::widgets::part::show_inside;
use crate::widgets::show::{Show, live};

/// Toggles the filter by country.
pub(super) fn toggle(view: Overview) {
    let begins = view.parsed.with_untracked(|filter| filter.country.is_none());
    view.words.update(|words| *words = with_country(words, begins.then_some("")));
}

/// Filters by this country, or removes the filter.
pub(super) fn put(view: Overview, code: Option<&str>) {
    let code = code.map(str::to_lowercase);
    view.words.update(|words| *words = with_country(words, code.as_deref()));
}

/// Loading status; `None` once everything available is loaded.
pub(super) fn being_read(known: Option<&Countries>) -> Option<String> {
    match known {
        None => Some("Loading users of the configurations…".to_owned()),
        Some(known) if known.reading => Some(format!(
            "Loading terminals by country: {} of {}.",
            known.concerned_read,
            counted(known.concerned, "merchant", "merchants")
        )),
        Some(_) => None,
    }
}

/// Button that reads the terminals of very many merchants, which only a person may start.
pub(super) fn read_more(shell: Shell, known: Option<&Countries>) -> Option<AnyView> {
    let known = known.filter(|known| known.too_many)?;
    let unread = known.concerned.saturating_sub(known.concerned_read);
    let words = format!("Load the terminals of {}", counted(unread, "merchant", "merchants"));
    let read = move |_| used::read_countries_of_all(shell);
    Some(view! { <button type="button" class="small" on:click=read>{words}</button> }.into_any())
}

/// The selectable countries, and the gaps in the data. Absent without a filter by country.
#[component]
pub(crate) fn CountryRow(view: Overview) -> impl IntoView {
    let shell = shell();
    let country = Memo::new(move |_| view.parsed.with(|filter| filter.country.clone()));
    let is_on = Memo::new(move |_| country.with(Option::is_some));
    effect(move || {
        if is_on.get() {
            untrack(|| used::read_countries(shell));
        } else {
            view.shared.set(false);
        }
    });
    let known = Memo::new(move |_| used::countries(shell));
    let chips = move || {
        let all =
            known.with(|known| known.as_ref().filter(|known| !known.reading).map(all)).unwrap_or_default();
        let chip = |(code, own): (String, usize)| {
            // Without configurations of its own, a country shows the shared ones.
            let many = known.with(|known| match known {
                Some(known) if own == 0 => shared(known, &code),
                _ => own,
            });
            let is_chosen = {
                let code = code.clone();
                live(move || country.with(|now| now.as_ref() == Some(&code)).to_string())
            };
            let text = code.clone();
            let choose = move |_| put(view, Some(&code));
            view! { <button type="button" class="chip" aria-pressed=is_chosen on:click=choose>{text}" "{many}</button> }
        };
        all.into_iter().map(chip).collect_view()
    };
    let sentences = move || {
        let requested = country.get()?;
        let (sentences, details): (Vec<String>, Vec<String>) = known.with(|known| match known {
            None => (being_read(None).into_iter().collect(), Vec::new()),
            Some(known) if known.reading => (being_read(Some(known)).into_iter().collect(), Vec::new()),
            Some(known) if requested.is_empty() => {
                (vec!["Select a country, or type country:nl.".to_owned()], known.missing.clone())
            }
            Some(known) => {
                let notes = view.lanes.with(|lanes| notes(known, &requested, lanes, view.shared.get()));
                (notes.sentences, known.missing.iter().cloned().chain(notes.details).collect())
            }
        });
        let line = |words| view! { <p>{words}</p> };
        let details = (!details.is_empty()).then(|| {
            view! { <details><summary>"Details"</summary>{details.into_iter().map(line).collect_view()}</details> }
        });
        Some(view! { {sentences.into_iter().map(line).collect_view()}{details} })
    };
    let more = move || known.with(|known| read_more(shell, known.as_ref()));
    let too = move || {
        let requested = country.get()?;
        // Without configurations of its own, a country shows the shared ones anyway.
        let of =
            |known: &Countries| if has_its_own(known, &requested) { shared(known, &requested) } else { 0 };
        let many = known.with(|known| known.as_ref().map_or(0, of));
        let words = format!("Include shared with other countries ({many})");
        (many > 0).then(|| {
            view! {
                <button type="button" class="chip" aria-pressed=move || view.shared.get().to_string()
                    on:click=move |_| view.shared.update(|shared| *shared = !*shared)>{words}</button>
            }
        })
    };
    view! {
        <Show when=move || is_on.get()>
            <div class="country-row" role="group" aria-label="Country of use">
                <ReadFailed reading=Signal::derive(move || used::countries_reading(shell)) again=Callback::new(move |()| used::read_countries(shell))/>
                <div class="row">{live(chips)}{live(too)}{live(more)}</div>
                <div class="muted with-icon country-told" role="status" aria-label="Not shown"><Icon name="info"/><div>{live(sentences)}</div></div>
            </div>
        </Show>
    }
}

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
                view! { <li><button type="button" class="plain" aria-pressed=is_chosen title="Shared: also used in other countries." on:click=act><b>{name}</b>" " {words}</button></li> }
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
                .or_else(|| none().then(|| "No loaded terminal has a country.".to_owned()))
        })
    };
    let more = move || known.with(|known| read_more(shell, known.as_ref()));
    view! {
        <ul class="menu" aria-label="Countries">
            <li><button type="button" class="plain" aria-pressed=move || country.with(Option::is_none).to_string()
                on:click=move |_| choose(None)>"All countries"</button></li>
            {live(list)}
        </ul>
        <p class="muted" role="status" aria-label="Known countries">{live(status)}</p>
        {live(more)}
        <ReadFailed reading=Signal::derive(move || used::countries_reading(shell)) again=Callback::new(move |()| used::read_countries(shell))/>
    }
}

/// "3 only here, 4 shared" (with other countries).
fn used_there(known: &Countries, code: &str, own: usize) -> String {
    match (own, shared(known, code)) {
        (_, 0) => counted(own, "configuration", "configurations"),
        (0, shared) => format!("{shared} shared"),
        (_, shared) => format!("{own} only here, {shared} shared"),
    }
}
