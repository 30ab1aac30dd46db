//! Thirty days of batches as a strip, with totals. A day is a filter of the list.
//!
//! Bars are of one currency; each day's words have all of them. Each day is a button whose name has its facts; the list below is the table.

use std::collections::BTreeMap;
use std::sync::Arc;

use leptos::prelude::*;
use tapline_contract::amounts::Amounts;
use tapline_contract::where_used::counted;

use super::columns::COLUMNS;
use super::month::{DaySummary, MonthSummary, STATES, Sums};
use super::state::{DAYS, settlements};
use crate::ipc::engine;
use crate::paths::Route;
use crate::shell::{Shell, shell};
use crate::show;
use crate::widgets::failure::ReadFailed;
use crate::widgets::grid::column::{Cell, Mark};
use crate::widgets::grid::source::{GridRow, Source};
use crate::widgets::icon::Icon;
use crate::widgets::links::RouteLink;
use crate::widgets::show::live;

const DIFFERS: &Mark = &Mark { value: "differs", words: "Differs", icon: "warning", tone: "warn" };
/// Differing batches with a link in the totals.
const LINKED: usize = 4;

/// The rows of the list, with the difference of a batch in place of its state.
pub(super) fn with_differences(source: Source) -> Source {
    let shell = shell();
    let words = Memo::new(move |_| differences(shell));
    let at = COLUMNS.iter().position(|head| head.key == "state");
    let window = source.window;
    let marked = move |row: Arc<GridRow>, words: &BTreeMap<String, String>| {
        let (Some(words), Some(at)) = (words.get(&row.key), at) else { return row };
        let mut row = GridRow::clone(&row);
        if let Some(cell) = row.cells.get_mut(at) {
            let state = cell.title.take().unwrap_or_else(|| cell.text.clone());
            *cell = Cell::marked(
                DIFFERS,
                words.clone(),
                format!("{state}. Its lines don't add up to its totals."),
            );
        }
        Arc::new(row)
    };
    let window = Callback::new(move |range: (usize, usize)| {
        let rows = window.run(range);
        words.with(|words| rows.into_iter().map(|row| row.map(|row| marked(row, words))).collect())
    });
    Source { window, ..source }
}

/// "Differs by 2.33 EUR", by the id of each batch that differs.
fn differences(shell: Shell) -> BTreeMap<String, String> {
    let settlements = settlements(shell);
    let Some(connection) = shell.opened() else { return BTreeMap::new() };
    settlements.month.with(|month| {
        let batches = month.iter().flat_map(|month| month.batches.iter());
        settlements.compared.with(|compared| {
            let word = |batch: &tapline_contract::settlement::Settlement| {
                let amounts = Amounts::new(&connection, batch.currency.as_deref());
                let words = compared.get(&batch.batch_id)?.words(&amounts)?;
                Some((batch.batch_id.to_string(), words))
            };
            batches.filter_map(word).collect()
        })
    })
}

#[component]
pub(super) fn Month() -> impl IntoView {
    let shell = shell();
    let state = settlements(shell);
    let own = move || shell.currency().code().to_owned();
    let summary = Memo::new(move |_| {
        let month = state.month.get().unwrap_or_default();
        state.compared.with(|compared| MonthSummary::new(&month.days, &month.batches, compared, &own()))
    });
    let reading = Signal::derive(move || state.month.reading());
    let again = Callback::new(move |()| state.read_month(shell));
    let move_by = move |days: i32| {
        let last =
            state.month.with_untracked(|month| month.as_ref().and_then(|month| month.days.last().cloned()));
        if let Some(last) = last {
            state.show_days(shell, Some(engine::day_after(&last, days)));
        }
    };
    let there = move || state.month.with(|month| month.as_ref().is_some_and(|month| !month.days.is_empty()));
    let page = i32::try_from(DAYS).unwrap_or(30);
    let stop = RwSignal::new(usize::try_from(DAYS).unwrap_or(1) - 1);
    let heights = Memo::new(move |_| summary.with(|all| all.heights(&all.main_currency(&own()))));
    // Buttons stay while batches are compared, so that the keyboard stays on its day.
    let names = Memo::new(move |_| {
        state.month.with(|month| month.as_ref().map(|month| month.days.clone()).unwrap_or_default())
    });
    let days = move || {
        let names = names.get();
        let last = names.len().saturating_sub(1);
        let day = |(at, name): (usize, String)| {
            let day = Memo::new(move |_| summary.with(|all| all.days.get(at).cloned().unwrap_or_default()));
            let height = Memo::new(move |_| heights.with(|all| all.get(at).copied().unwrap_or(0)));
            one_day(shell, DayPlace { at, last, stop }, &name, day, height)
        };
        names.into_iter().enumerate().map(day).collect_view()
    };
    let caption = move || {
        let all = summary.get();
        let (first, last) = (all.days.first()?.day.clone(), all.days.last()?.day.clone());
        let more = state.month.with(|month| month.as_ref().is_some_and(|month| month.has_more));
        let loaded = if more { "the first " } else { "" };
        let batches = counted(all.batches, "batch", "batches");
        Some(format!(
            "{} to {}, days in UTC. Totals of {loaded}{batches}. Bars: {}.",
            show::day(&first),
            show::day(&last),
            all.main_currency(&own())
        ))
    };
    view! {
        <section class="month" aria-label="Thirty days">
            <div class="month-strip">
                <button type="button" class="plain square" aria-label="Earlier days" title="Earlier days" on:click=move |_| move_by(-page)><Icon name="left"/></button>
                <ol class="days" aria-label="Days">{live(days)}</ol>
                <button type="button" class="plain square" aria-label="Later days" title="Later days" on:click=move |_| move_by(page)><Icon name="left"/></button>
            </div>
            <ReadFailed reading=reading again=again/>
            <dl class="month-totals">{move || there().then(|| totals(shell, &summary.get()))}</dl>
            <p class="muted caption">{live(caption)}</p>
        </section>
    }
}

/// Place of a day in the strip, and the day that Tab reaches.
#[derive(Clone, Copy)]
struct DayPlace {
    at: usize,
    last: usize,
    stop: RwSignal<usize>,
}

fn one_day(shell: Shell, place: DayPlace, name: &str, day: Memo<DaySummary>, height: Memo<u32>) -> AnyView {
    let DayPlace { at, last, stop } = place;
    let (weekday, number, month) = engine::day_parts(name);
    let weekday_name = engine::WEEKDAYS.get(weekday as usize).copied().unwrap_or_default();
    let value = StoredValue::new(format!("{name}..{name}"));
    let view = settlements(shell).view;
    let chosen = Memo::new(move |_| {
        view.filters.with(|filters| value.with_value(|value| filters.get("created") == Some(value)))
    });
    let choose = move |_| {
        let now = if chosen.get_untracked() { String::new() } else { value.get_value() };
        stop.set(at);
        view.filter("created", &now);
    };
    let keys = move |event: web_sys::KeyboardEvent| {
        let to = match event.key().as_str() {
            "ArrowLeft" if !event.alt_key() => at.saturating_sub(1),
            "ArrowRight" if !event.alt_key() => (at + 1).min(last),
            "Home" => 0,
            "End" => last,
            _ => return,
        };
        event.prevent_default();
        stop.set(to);
        engine::focus(&format!("#day-{to}"), "main h1");
    };
    let is_warned = move || day.with(|day| day.failed + day.differing > 0);
    let is_open = move || day.with(|day| day.open > 0 && day.settled + day.failed == 0);
    let marks = move || day.with(day_marks);
    let letter = weekday_name.get(..1).unwrap_or_default();
    let head = (at == 0 || number == 1).then_some(month);
    let words = move || format!("{weekday_name} {number} {month}: {}", day.with(|day| day_words(shell, day)));
    view! {
        <li>
            <button type="button" id=format!("day-{at}") class="day" class:weekend=matches!(weekday, 0 | 6) class:warn=is_warned
                aria-pressed=move || chosen.get().to_string() tabindex=move || if stop.get() == at { "0" } else { "-1" } title=words
                on:click=choose on:keydown=keys>
                <span class="visually-hidden">{live(words)}</span>
                // Drawn by the style sheet: the words above are the button's text.
                <span aria-hidden="true" class="day-month" data-text=head></span>
                <span aria-hidden="true" class="muted" data-text=letter></span>
                <b aria-hidden="true" data-text=number.to_string()></b>
                <span aria-hidden="true" class="day-bar"><i class:open=is_open style:height=move || format!("{}%", height.get())></i></span>
                <span aria-hidden="true" class="day-marks">{live(marks)}</span>
            </button>
        </li>
    }
    .into_any()
}

/// Icons of what is wrong or open on a day, with a count above one; a tick if all is settled.
fn day_marks(day: &DaySummary) -> AnyView {
    let icon = |name: &'static str, tone: &'static str, count: usize| {
        let count = (count > 1).then(|| count.to_string());
        view! { <span class=format!("with-icon {tone}")><Icon name=name/><span data-text=count></span></span> }
    };
    let marks = [
        (day.failed, STATES[2].icon, "bad"),
        (day.differing, DIFFERS.icon, "warn"),
        (day.open, STATES[0].icon, "muted"),
    ];
    let marks = marks.into_iter().filter(|(count, ..)| *count > 0);
    let marks: Vec<_> = marks.map(|(count, name, tone)| icon(name, tone, count)).collect();
    let fine = (marks.is_empty() && day.settled > 0).then(|| icon(STATES[1].icon, "good", 1));
    view! { {marks}{fine} }.into_any()
}

/// "11 batches, 2,361.10 EUR, 24.00 CHF. 1 failed. 1 differs, 2 not compared yet."
fn day_words(shell: Shell, day: &DaySummary) -> String {
    if day.batches == 0 {
        return "no batches.".to_owned();
    }
    let money = shell.opened().map(|connection| day.payments.words(&connection)).unwrap_or_default();
    let batches = counted(day.batches, "batch", "batches");
    let first = std::iter::once(batches).chain(money).collect::<Vec<_>>().join(", ");
    let parts = [(day.settled, "settled"), (day.open, "open"), (day.failed, "failed")];
    let compared = [
        (day.differing, if day.differing == 1 { "differs" } else { "differ" }),
        (day.not_compared, "not compared yet"),
    ];
    let sentence = |parts: &[(usize, &str)]| {
        let parts = parts.iter().filter(|(count, _)| *count > 0);
        let parts: Vec<_> = parts.map(|(count, words)| format!("{count} {words}")).collect();
        if parts.is_empty() { String::new() } else { format!(" {}.", parts.join(", ")) }
    };
    format!("{first}.{}{}", sentence(&parts), sentence(&compared))
}

fn totals(shell: Shell, all: &MonthSummary) -> AnyView {
    let Some(connection) = shell.opened() else { return ().into_any() };
    let money = |sums: &Sums| {
        let words = sums.words(&connection).into_iter().map(|one| view! { <b>{one}</b> }.into_any());
        let words: Vec<AnyView> = words.collect();
        if words.is_empty() { vec![view! { <b>"–"</b> }.into_any()] } else { words }
    };
    let batches = |many: usize| counted(many, "batch", "batches");
    let total = |words: String, sums: &Sums, rest: AnyView| {
        view! { <div><dt>{words}</dt><dd>{money(sums)}{rest}</dd></div> }.into_any()
    };
    let links = all
        .differing
        .iter()
        .take(LINKED)
        .map(|id| view! { <RouteLink route=Route::Settlement(id.clone()) words=id.to_string()/> });
    let waiting = (all.not_compared > 0).then(
        || view! { <span class="muted">{format!("{} not compared yet", batches(all.not_compared))}</span> },
    );
    let differing = view! { {links.collect_view()}{waiting} }.into_any();
    let none = || ().into_any();
    let failed = (all.failed.batches > 0).then(|| {
        total(format!("Likely failed · {}", batches(all.failed.batches)), &all.failed.payments, none())
    });
    view! {
        {total(format!("Likely settled · {}", batches(all.settled.batches)), &all.settled.payments, none())}
        {total(format!("Likely open · {}", batches(all.open.batches)), &all.open.payments, none())}
        {failed}
        {total(format!("Refunds · {}", all.refunds), &all.refunded, none())}
        {total(format!("Differences · {}", batches(all.differing.len())), &all.differences, differing)}
    }
    .into_any()
}
