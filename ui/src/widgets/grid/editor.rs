//! Editors of filters: text, one of several values, days, amounts, a bit. Values are applied by Enter or the button.

use leptos::prelude::*;

use super::days;
use super::filter::{By, FilterKind, FilterRow, bit, bit_words, ends};
use super::view::GridView;
use crate::ipc::engine;
use crate::shell::shell;
use crate::widgets::text_field::TextField;

#[component]
pub(super) fn Editor(row: &'static FilterRow, view: GridView, open: RwSignal<bool>) -> impl IntoView {
    let now = view.filters.with_untracked(|filters| filters.get(row.key).cloned()).unwrap_or_default();
    let apply = Callback::new(move |value: String| {
        view.filter(row.key, value.trim());
        open.set(false);
        // The editor closes; the focus stays nearby.
        engine::focus(".search-box .search", "main h1");
    });
    let where_it_runs = match row.by {
        By::Service => "The service applies it to the whole list.",
        By::Here => "Applied on this computer, over what is loaded. The service cannot do it.",
    };
    let body = match &row.kind {
        FilterKind::OneOf(values) => one_of(
            row,
            now,
            values.iter().map(|(value, words)| ((*value).to_owned(), (*words).to_owned())),
            apply,
        ),
        FilterKind::Bits(table) => {
            one_of(row, now, table.rows.iter().map(|row| (bit(row), bit_words(row))), apply)
        }
        FilterKind::Text { hint } => view! { <Words row=row now=now hint=*hint apply=apply/> }.into_any(),
        FilterKind::Days => view! { <Days now=now apply=apply/> }.into_any(),
        FilterKind::Money => view! { <Money now=now apply=apply/> }.into_any(),
    };
    view! { {body}<p class="says">{where_it_runs}</p> }
}

fn one_of(
    row: &FilterRow,
    now: String,
    values: impl Iterator<Item = (String, String)>,
    apply: Callback<String>,
) -> AnyView {
    let any = (String::new(), "any".to_owned());
    let option = |(value, words): (String, String)| {
        let pressed = if value == now { "true" } else { "false" };
        view! {
            <li><button type="button" class="plain" aria-pressed=pressed on:click=move |_| apply.run(value.clone())>{words}</button></li>
        }
    };
    let options = std::iter::once(any).chain(values).map(option).collect_view();
    view! { <ul class="menu" aria-label=row.label>{options}</ul> }.into_any()
}

#[component]
fn Words(row: &'static FilterRow, now: String, hint: &'static str, apply: Callback<String>) -> impl IntoView {
    let text = RwSignal::new(now);
    view! {
        <Form apply=Callback::new(move |()| apply.run(text.get_untracked())) blocked=Signal::stored(None)>
            <TextField id="filter-text" label=row.label value=text on_text=Callback::new(move |new| text.set(new)) hint=Signal::stored(hint.to_owned())/>
        </Form>
    }
}

/// A first and a last day, with quick choices for common periods.
#[component]
fn Days(now: String, apply: Callback<String>) -> impl IntoView {
    let now = untrack(|| days::now(&now, shell().time()));
    let (first, last) = ends(&now);
    let (first, last) = (RwSignal::new(first.to_owned()), RwSignal::new(last.to_owned()));
    let wrong = |text: &str| {
        (!text.is_empty() && !is_day(text)).then(|| "Enter a day such as 2026-11-02.".to_owned())
    };
    let blocked =
        Signal::derive(move || first.with(|text| wrong(text)).or_else(|| last.with(|text| wrong(text))));
    let quick = days::PERIODS.map(|(words, from, to)| {
        let set = move |_| apply.run(days::period(from, to));
        view! { <button type="button" class="small" on:click=set>{words}</button> }
    });
    view! {
        <Form apply=Callback::new(move |()| apply.run(joined(&first.get_untracked(), &last.get_untracked()))) blocked=blocked>
            <p class="actions">{quick.into_iter().collect_view()}</p>
            <TextField id="filter-first" label="From day" value=first on_text=Callback::new(move |new| first.set(new))
                error=Signal::derive(move || first.with(|text| wrong(text))) hint=Signal::stored("Such as 2026-10-27, or empty".to_owned())/>
            <TextField id="filter-last" label="To day" value=last on_text=Callback::new(move |new| last.set(new))
                error=Signal::derive(move || last.with(|text| wrong(text))) hint=Signal::stored("The day itself is included".to_owned())/>
        </Form>
    }
}

#[component]
fn Money(now: String, apply: Callback<String>) -> impl IntoView {
    let currency = shell().currency();
    let (first, last) = ends(&now);
    let (first, last) = (RwSignal::new(first.to_owned()), RwSignal::new(last.to_owned()));
    let code = currency.code().to_owned();
    let understood = {
        let currency = currency.clone();
        move |text: RwSignal<String>| {
            let currency = currency.clone();
            Signal::derive(move || {
                let minor = text.with(|text| currency.parse(text)).ok();
                minor.map(|minor| currency.money(minor)).unwrap_or_default()
            })
        }
    };
    let is_known = shell().session.with_untracked(|session| {
        session.as_ref().is_some_and(|session| session.connection.known_unit().is_some())
    });
    let wrong = move |text: &str| match text.trim() {
        "" => None,
        _ if !is_known => {
            Some("Confirm the unit of amounts first; without it none can be compared.".to_owned())
        }
        text => currency.parse(text).err().map(|error| error.sentence(&currency)),
    };
    let wrong = StoredValue::new(wrong);
    let error = move |text: RwSignal<String>| {
        Signal::derive(move || text.with(|text| wrong.with_value(|wrong| wrong(text))))
    };
    let blocked = Signal::derive(move || error(first).get().or_else(|| error(last).get()));
    view! {
        <Form apply=Callback::new(move |()| apply.run(joined(&first.get_untracked(), &last.get_untracked()))) blocked=blocked>
            <TextField id="filter-least" label=format!("Least, {code}") value=first on_text=Callback::new(move |new| first.set(new)) error=error(first) hint=understood(first)/>
            <TextField id="filter-most" label=format!("Most, {code}") value=last on_text=Callback::new(move |new| last.set(new)) error=error(last) hint=understood(last)/>
        </Form>
    }
}

#[component]
fn Form(
    apply: Callback<()>,
    /// The reason why it can't be applied yet.
    blocked: Signal<Option<String>>,
    children: Children,
) -> impl IntoView {
    let submit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        if blocked.with_untracked(Option::is_none) {
            apply.run(());
        }
    };
    view! {
        <form class="filter-form" on:submit=submit>
            {children()}
            <p class="actions"><button type="submit" class="primary small" disabled=move || blocked.with(Option::is_some) title=move || blocked.get()>"Apply filter"</button></p>
        </form>
    }
}

/// `first..last`; empty without both.
fn joined(first: &str, last: &str) -> String {
    match (first.trim(), last.trim()) {
        ("", "") => String::new(),
        (first, last) => format!("{first}..{last}"),
    }
}

/// True for `YYYY-MM-DD`. The service decides if the day exists.
fn is_day(text: &str) -> bool {
    let shape = "dddd-dd-dd";
    let fits = |(byte, sign): (u8, u8)| if sign == b'd' { byte.is_ascii_digit() } else { byte == sign };
    text.trim().len() == shape.len() && text.trim().bytes().zip(shape.bytes()).all(fits)
}
