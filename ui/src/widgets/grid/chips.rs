//! The row of filters: the search, a chip per filter, and the menu of the other filters.
//!
//! Editors of filters: text, one of several values, days, amounts, a bit. Values are applied by Enter or the button.
//!
//! The filter over everything. Ctrl+F focuses it, the down arrow goes to the rows.

use leptos::html;
use leptos::prelude::*;

use super::column::{ListSpec, counted};
use super::filter::{self, By, FilterKind, FilterRow, Standing, bit, bit_words, ends};
use super::source::Source;
use super::view::GridView;
use crate::actions::{Keys, offer};
use crate::ipc::engine;
use crate::shell::shell;
use crate::widgets::dialog::Popover;
use crate::widgets::icon::Icon;
use crate::widgets::text_field::TextField;

#[component]
pub(super) fn Filters(list: &'static ListSpec, view: GridView, source: Source) -> impl IntoView {
    // Chips added from the menu that have no value yet.
    let added = RwSignal::new(Vec::<&'static str>::new());
    let open = RwSignal::new(None::<&'static str>);
    let is_there = move |row: &FilterRow| {
        row.standing == Standing::Always
            || view.filters.with(|filters| filters.contains_key(row.key))
            || added.with(|added| added.contains(&row.key))
    };
    let shown = move || list.filters.iter().filter(|row| is_there(row)).collect::<Vec<_>>();
    let more = move || list.filters.iter().filter(|row| !is_there(row)).collect::<Vec<_>>();
    let menu = RwSignal::new(false);
    let ask = move |key: &'static str| {
        menu.set(false);
        added.update(|added| added.push(key));
        open.set(Some(key));
    };
    view! {
        <div class="filters" role="group" aria-label="Filters">
            <Search list=list view=view/>
            <For each=shown key=|row| row.key children=move |row| view! { <Chip row=row view=view source=source to_open=open added=added/> }/>
            <Show when=move || !more().is_empty()>
                <Popover open=menu label="Add a filter" class="chip" width=272 face=|| view! { <Icon name="plus"/>"Filter" }>
                    <ul class="menu">{move || more().into_iter().map(|row| view! {
                        <li><button type="button" class="plain" on:click=move |_| ask(row.key)>{row.label}
                            {(row.by == By::Here).then(|| view! { <small class="muted">"on this computer"</small> })}
                        </button></li>
                    }).collect_view()}</ul>
                </Popover>
            </Show>
            <Show when=move || view.is_filtered()>
                <button type="button" class="plain small" on:click=move |_| {
                    view.unfilter();
                    engine::focus(".search-box .search", "main h1");
                }>"Clear filters"</button>
            </Show>
        </div>
    }
}

#[component]
fn Chip(
    row: &'static FilterRow,
    view: GridView,
    source: Source,
    /// Chip whose editor is to open.
    to_open: RwSignal<Option<&'static str>>,
    added: RwSignal<Vec<&'static str>>,
) -> impl IntoView {
    let open = RwSignal::new(to_open.get_untracked() == Some(row.key));
    let value = Memo::new(move |_| view.filters.with(|filters| filters.get(row.key).cloned()));
    let time = shell().time();
    let words = move || {
        let Some(value) = value.get() else { return "Any".to_owned() };
        match (&row.kind, filter::period_of(&value)) {
            (FilterKind::Days, Some(period)) => {
                format!("{period}, {}", row.words(&filter::now(&value, time)))
            }
            (FilterKind::Days, None) => row.words(&filter::now(&value, time)),
            _ => row.words(&value),
        }
    };
    let here = move || {
        (row.by == By::Here && value.with(Option::is_some))
            .then(|| format!("· of {} loaded", counted(source.all.get())))
    };
    // An added chip that was left empty disappears again.
    Effect::new(move |_| {
        if open.get() {
            to_open.set(None);
        } else if to_open.get_untracked() != Some(row.key) {
            added.update(|added| added.retain(|key| *key != row.key));
        }
    });
    let remove = move |_| {
        view.filter(row.key, "");
        engine::focus(".search-box .search", "main h1");
    };
    let face = move || {
        view! {
            <span class="muted">{row.label}</span>" "<span>{words}</span>
            <span class="muted">{here}</span>
            {move || value.with(Option::is_none).then(|| view! { <Icon name="open"/> })}
        }
    };
    view! {
        <span class="filter-chip" class:set=move || value.with(Option::is_some)>
            <Popover open=open label=format!("Filter by {}", row.label.to_lowercase()) class="chip" face=face>
                <Editor row=row view=view open=open/>
            </Popover>
            <Show when=move || value.with(Option::is_some)>
                <button type="button" class="chip-off" aria-label=format!("Remove filter {}", row.label) title=format!("Remove filter {}", row.label)
                    on:click=remove><Icon name="close"/></button>
            </Show>
        </span>
    }
}

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
        By::Service => "Filters the whole list, not only loaded rows.",
        By::Here => "Filters loaded rows only.",
    };
    let body = match &row.kind {
        FilterKind::OneOf(format) => one_of(
            row,
            now,
            format.in_words().into_iter().map(|(value, words)| (value.to_owned(), words.to_owned())),
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
    let any = (String::new(), "Any".to_owned());
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
    let now = untrack(|| filter::now(&now, shell().time()));
    let (first, last) = ends(&now);
    let (first, last) = (RwSignal::new(first.to_owned()), RwSignal::new(last.to_owned()));
    let wrong = |text: &str| {
        (!text.is_empty() && !is_day(text)).then(|| "Enter a day such as 2026-11-02.".to_owned())
    };
    let blocked =
        Signal::derive(move || first.with(|text| wrong(text)).or_else(|| last.with(|text| wrong(text))));
    let quick = filter::PERIODS.map(|(words, from, to)| {
        let set = move |_| apply.run(filter::period(from, to));
        view! { <button type="button" class="small" on:click=set>{words}</button> }
    });
    view! {
        <Form apply=Callback::new(move |()| apply.run(joined(&first.get_untracked(), &last.get_untracked()))) blocked=blocked>
            <p class="actions">{quick.into_iter().collect_view()}</p>
            <TextField id="filter-first" label="From day" value=first on_text=Callback::new(move |new| first.set(new))
                error=Signal::derive(move || first.with(|text| wrong(text))) hint=Signal::stored("Optional, such as 2026-10-27".to_owned())/>
            <TextField id="filter-last" label="To day" value=last on_text=Callback::new(move |new| last.set(new))
                error=Signal::derive(move || last.with(|text| wrong(text))) hint=Signal::stored("This day is included".to_owned())/>
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
        _ if !is_known => Some("Confirm the unit of amounts first, so amounts can be compared.".to_owned()),
        text => currency.parse(text).err().map(|error| error.sentence(&currency)),
    };
    let wrong = StoredValue::new(wrong);
    let error = move |text: RwSignal<String>| {
        Signal::derive(move || text.with(|text| wrong.with_value(|wrong| wrong(text))))
    };
    let blocked = Signal::derive(move || error(first).get().or_else(|| error(last).get()));
    view! {
        <Form apply=Callback::new(move |()| apply.run(joined(&first.get_untracked(), &last.get_untracked()))) blocked=blocked>
            <TextField id="filter-least" label=format!("Minimum, {code}") value=first on_text=Callback::new(move |new| first.set(new)) error=error(first) hint=understood(first)/>
            <TextField id="filter-most" label=format!("Maximum, {code}") value=last on_text=Callback::new(move |new| last.set(new)) error=error(last) hint=understood(last)/>
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

#[component]
pub(super) fn Search(list: &'static ListSpec, view: GridView) -> impl IntoView {
    let input = NodeRef::<html::Input>::new();
    let grid = format!("{}-grid", list.id);
    offer("filter", move || {
        if let Some(input) = input.get_untracked() {
            // The field is on the page while this is offered.
            let _ = input.focus();
            input.select();
        }
    });
    let rows = format!("#{grid}");
    let keys = move |event: web_sys::KeyboardEvent| match event.key().as_str() {
        "ArrowDown" => {
            event.prevent_default();
            engine::focus(&rows, "main h1");
        }
        "Escape" => view.words.set(String::new()),
        _ => {}
    };
    let typed = move |event| {
        view.words.set(event_target_value(&event));
        view.to_the_top();
    };
    view! {
        <span class="search-box">
            <input type="search" class="search" node_ref=input aria-label=list.find placeholder=list.find aria-controls=grid
                autocomplete="off" spellcheck="false" prop:value=move || view.words.get() on:input=typed on:keydown=keys/>
            <Keys id="filter"/>
        </span>
    }
}
