//! The overview of a merchant, for a call: figures of the loaded sales, outcomes by amount, reasons of declines, terminals, methods and the
//! newest transactions.
//!
//! Every figure names the sales it was counted over. Currencies are never added up: one is shown at a time.

use leptos::prelude::*;
use tapline_contract::figures::{CurrencyFigures, Figures};
use tapline_contract::list::LoadState;
use tapline_contract::merchant::Merchant;
use tapline_contract::transaction::{TransactionId, TransactionQuery};
use tapline_emv::limits::LimitKind;
use tapline_emv::{Currency, Scheme};

use super::MERCHANTS;
use super::cards::{MethodsCard, NewestCard, TerminalsCard};
use super::routes::{MethodRoute, limit_lines, reach, routes};
use super::sales::{SalesAnswer, by_reason, listed, merchant_sales};
use crate::effect::effect;
use crate::pages::acquirers::{self, ACQUIRERS};
use crate::pages::limits::{self, LIMITS};
use crate::pages::replay::{DAYS, replays};
use crate::pages::transactions;
use crate::paths::Route;
use crate::scale::percent;
use crate::shell::{Shell, shell};
use crate::show::day;
use crate::widgets::bars::{self, Heights, SalesColumns};
use crate::widgets::failure::{FailureNote, ReadFailed};
use crate::widgets::grid::column::counted;
use crate::widgets::links::RouteLink;
use crate::widgets::show::live;

/// Declines whose reasons are read.
const MOST_REASONS: usize = 24;

#[component]
pub(super) fn Overview(record: Merchant) -> impl IntoView {
    let shell = shell();
    ACQUIRERS.read_once(shell);
    LIMITS.read_once(shell);
    let sales = merchant_sales(shell);
    let merchant = StoredValue::new(record.clone());
    let methods = Memo::new(move |_| methods(shell, &merchant.get_value()));
    let end = Memo::new(move |_| methods.with(|methods| reach(methods, shell.currency().code())));
    let name = record.mch_name.as_deref().map(str::trim).filter(|name| !name.is_empty());
    if let Some(name) = name {
        sales.open(shell, name.to_owned(), end);
    }
    let answer = Memo::new(move |_| sales.answer());
    let chosen = RwSignal::new(0_usize);
    let shown = Memo::new(move |_| {
        answer.with(|answer| {
            let all = &answer.as_ref()?.figures.currencies;
            all.get(chosen.get()).or(all.first()).cloned()
        })
    });
    let columns = Memo::new(move |_| {
        let figures = shown.get()?;
        let currency = currency_of(shell, &figures)?;
        let sold: Vec<Scheme> = figures.schemes.iter().map(|scheme| scheme.0).collect();
        let lines = methods.with(|methods| limit_lines(methods, &sold, currency.code()));
        Some(SalesColumns { figures, currency, lines, range: None })
    });
    let has_name = name.is_some();
    let figures = move || {
        if !has_name {
            return view! { <p class="muted">"This merchant has no name, so its sales can't be found."</p> }
                .into_any();
        }
        let Some(found) = answer.get() else { return waiting(shell) };
        view! { <Basis found=found.clone()/> {currencies(&found.figures, chosen)} }.into_any()
    };
    let is_waiting = move || has_name && answer.with(Option::is_none);
    let tiles = move || match shown.get() {
        Some(figures) => Some(tiles(shell, &figures, columns)),
        None => is_waiting().then(no_tiles),
    };
    let outcome = move || match columns.get().filter(|columns| columns.figures.sales > 0) {
        Some(columns) => Some(outcome(&columns)),
        None => is_waiting().then(no_outcome),
    };
    view! {
        <div class="merchant-overview">
            <div class="basis-row">{live(figures)}</div>
            {live(tiles)}
            <div class="overview-wide">{live(outcome)}<WhyDeclined answer=answer/></div>
            <div class="overview-three">
                <TerminalsCard of=record.mch_id.clone() answer=answer/>
                <MethodsCard methods=methods/>
                <NewestCard answer=answer/>
            </div>
        </div>
    }
}

fn methods(shell: Shell, merchant: &Merchant) -> Vec<MethodRoute> {
    let acquirers = acquirers::store(shell).list.with(|list| list.records.clone());
    let configs = limits::store(shell).list.with(|list| list.records.clone());
    routes(merchant, &acquirers, &configs, &shell.currency())
}

/// `None` for a code without known decimals.
fn currency_of(shell: Shell, figures: &CurrencyFigures) -> Option<Currency> {
    match figures.currency.trim() {
        "" => Some(shell.currency()),
        code => Currency::new(code),
    }
}

fn waiting(shell: Shell) -> AnyView {
    let (sales, past) = (merchant_sales(shell), replays(shell));
    let reading = Signal::derive(move || sales.reading());
    match transactions::coming(shell).get() {
        transactions::Coming::Failed => view! {
            <p>"Transactions not loaded. " <button type="button" class="link" on:click=move |_| transactions::refresh(shell)>"Try again"</button></p>
        }
        .into_any(),
        _ if reading.with(|reading| reading.failure.is_some()) => {
            view! { <ReadFailed reading=reading again=Callback::new(move |()| MERCHANTS.reload(shell))/> }.into_any()
        }
        // Without a list, the person or the administrator decided against loading, or it failed.
        transactions::Coming::Ended if listed(shell).with(Option::is_none) && !past.is_loading() => {
            let failure = past.failure().map(|failure| view! { <FailureNote failure=failure/> });
            let words = format!("Load the last {DAYS} days");
            view! {
                <p>"Sales not loaded. " <button type="button" class="link" on:click=move |_| past.load(shell)>{words}</button></p>
                {failure}
            }
            .into_any()
        }
        _ => view! { <p class="muted" role="status">"Loading sales…"</p> }.into_any(),
    }
}

/// "312 of 1,950 loaded transactions, 21 Oct to 20 Nov", and a warning where filters leave some out.
#[component]
fn Basis(found: SalesAnswer) -> impl IntoView {
    let part = match found.list.state {
        LoadState::Loading => ", still loading",
        LoadState::Complete => "",
        LoadState::Incomplete { .. } | LoadState::Failed { .. } | LoadState::Cancelled => ", not all of them",
    };
    let words = format!(
        "{} of {} loaded transactions{part} · {}",
        counted(found.figures.rows as usize),
        counted(found.list.rows as usize),
        period(&found.query)
    );
    let narrowed = is_narrowed(&found.query).then(|| {
        view! { <span class="warn">"Filters in Transactions hide some. "<RouteLink route=Route::Transactions words="Change filters"/></span> }
    });
    view! { <p class="muted caption" role="status" aria-label="Loaded sales">{words}" "{narrowed}</p> }
}

fn period(query: &TransactionQuery) -> String {
    match (&query.created_start, &query.created_end) {
        (None, None) => "all days".to_owned(),
        (Some(first), Some(last)) if first == last => day(first),
        (Some(first), Some(last)) => format!("{} to {}", day(first), day(last)),
        (Some(first), None) => format!("since {}", day(first)),
        (None, Some(last)) => format!("until {}", day(last)),
    }
}

/// True if the service left out more than other days.
fn is_narrowed(query: &TransactionQuery) -> bool {
    let days = TransactionQuery {
        created_start: query.created_start.clone(),
        created_end: query.created_end.clone(),
        page_size: query.page_size,
        page_number: query.page_number,
        ..TransactionQuery::default()
    };
    *query != days
}

/// A choice of currency, if there are several.
fn currencies(figures: &Figures, chosen: RwSignal<usize>) -> Option<AnyView> {
    let all = &figures.currencies;
    if all.len() < 2 {
        return None;
    }
    let button = |(at, one): (usize, &CurrencyFigures)| {
        let words = if one.currency.is_empty() { "No currency".to_owned() } else { one.currency.clone() };
        view! {
            <button type="button" class="small" aria-pressed=move || (chosen.get() == at).to_string()
                on:click=move |_| chosen.set(at)>{words}</button>
        }
    };
    let buttons = all.iter().enumerate().map(button).collect_view();
    Some(view! { <span class="row" role="group" aria-label="Currency">{buttons}</span> }.into_any())
}

/// Sales, approval rate, share of PINs and declines.
fn tiles(shell: Shell, figures: &CurrencyFigures, columns: Memo<Option<SalesColumns>>) -> AnyView {
    let many = |count: u32| counted(count as usize);
    let outcomes = figures.outcomes;
    let approved = outcomes.no_pin + outcomes.pin + figures.unclear;
    let sum = currency_of(shell, figures).map_or_else(
        || "Currency unknown".to_owned(),
        |currency| match figures.unreadable {
            0 => format!("{} approved", currency.money(figures.approved_sum)),
            all if all == figures.sales => "Unit not confirmed".to_owned(),
            some => {
                format!("{} approved, {} without an amount", currency.money(figures.approved_sum), many(some))
            }
        },
    );
    let decided = approved + outcomes.declined;
    let pin = bars::pin_word(figures);
    let verified = outcomes.no_pin + outcomes.pin;
    let above = move || {
        let columns = columns.get()?;
        let limit = columns.lines.iter().find(|line| line.kind == LimitKind::Cvm && line.only.is_none())?;
        let above = columns.figures.declined_amounts.iter().filter(|amount| **amount >= limit.minor).count();
        Some(format!("{} at {} or more", counted(above), columns.currency.money(limit.minor)))
    };
    view! {
        <section class="card figures" aria-label="Figures"><dl>
            <div><dt>"Sales"</dt><dd><b>{many(figures.sales)}</b><span>{sum}</span></dd></div>
            <div><dt>"Approval rate"</dt><dd><b>{rate(approved, decided)}</b><span>{format!("{} of {}", many(approved), many(decided))}</span></dd></div>
            <div><dt>{format!("{pin} share")}</dt><dd><b>{rate(outcomes.pin, verified)}</b>
                <span>{format!("{} {pin}, {} phone unlock", many(outcomes.pin), many(figures.on_phone))}</span></dd></div>
            <div><dt>"Declines"</dt><dd><b>{many(outcomes.declined)}</b><span>{live(above)}</span></dd></div>
        </dl></section>
    }
    .into_any()
}

/// Room of [`tiles`] until there are figures.
fn no_tiles() -> AnyView {
    let names = ["Sales", "Approval rate", "PIN share", "Declines"];
    let tiles = names.map(|name| view! { <div><dt>{name}</dt><dd><b>"–"</b></dd></div> });
    view! { <section class="card figures" aria-label="Figures"><dl>{tiles.into_iter().collect_view()}</dl></section> }
        .into_any()
}

/// Room of [`outcome`] until there are figures.
fn no_outcome() -> AnyView {
    view! { <section class="card" aria-label="Outcome by amount"><h2>"Outcome by amount"</h2></section> }
        .into_any()
}

/// "95.8 %", in tenths, rounded down; a dash without anything to divide by.
fn rate(part: u32, whole: u32) -> String {
    if whole == 0 {
        return "–".to_owned();
    }
    let tenths = u64::from(part) * 1000 / u64::from(whole);
    match tenths % 10 {
        0 => format!("{} %", tenths / 10),
        tenth => format!("{}.{tenth} %", tenths / 10),
    }
}

fn outcome(columns: &SalesColumns) -> AnyView {
    view! {
        <section class="card" aria-label="Outcome by amount">
            <div class="row bars-head"><h2>"Outcome by amount"</h2><span class="grow"></span>{bars::key(columns)}</div>
            <p class="visually-hidden">{bars::summary(columns)}</p>
            {bars::columns(columns, Heights::Linear)}
            {above(columns)}
            {bars::table(columns)}
        </section>
    }
    .into_any()
}

fn above(columns: &SalesColumns) -> Option<AnyView> {
    let many = columns.figures.above.all();
    let from = columns.currency.money(columns.figures.top());
    (many > 0).then(|| {
        view! { <p class="muted caption">{format!("{} more from {from}", counted(many as usize))}</p> }
            .into_any()
    })
}

/// Reasons of declines, most frequent first. Each reason is in a detail of its own, so they are read after the page is drawn.
#[component]
fn WhyDeclined(answer: Memo<Option<SalesAnswer>>) -> impl IntoView {
    let shell = shell();
    let sales = merchant_sales(shell);
    let ids = Memo::new(move |_| {
        let all = answer.with(|answer| answer.as_ref().map(|answer| answer.figures.declined.clone()));
        let mut all: Vec<TransactionId> = all.unwrap_or_default();
        all.truncate(MOST_REASONS);
        all
    });
    let is_complete = move || {
        answer.with(|answer| answer.as_ref().is_some_and(|answer| answer.list.state != LoadState::Loading))
    };
    effect(move || {
        let ids = ids.get();
        // Read first, so that the end of another merchant's reading is noticed. A failure waits for a refresh.
        let is_busy = sales.is_reading_reasons() || sales.failure().is_some();
        if is_complete() && !is_busy {
            sales.read_reasons(shell, &ids);
        }
    });
    let body = move || {
        let all = answer.with(|answer| {
            let currencies = answer.iter().flat_map(|answer| &answer.figures.currencies);
            currencies.map(|one| one.outcomes.declined).sum::<u32>()
        });
        let known = sales.reasons_of(&ids.get());
        let counted_over = match all {
            0 => "None".to_owned(),
            1 if known.len() == 1 => "1 sale".to_owned(),
            1 => "0 of 1 sale".to_owned(),
            _ if known.len() == all as usize => format!("{} sales", counted(known.len())),
            _ => format!("{} of {} sales", counted(known.len()), counted(all as usize)),
        };
        let rows = by_reason(&known);
        let most = rows.first().map_or(1, |(.., count)| *count);
        let rows = rows.into_iter().map(|(words, code, count)| {
            let wide = percent(f64::from(count) / f64::from(most.max(1)));
            view! {
                <li><span>{words}" "<code class="muted">{code}</code></span>
                    <span class="why-bar" aria-hidden="true"><i class="z-dec" style:width=wide></i></span><b class="number">{count}</b></li>
            }
        });
        view! {
            <div class="row"><h2>"Decline reasons"</h2><span class="grow"></span><span class="muted caption" role="status" aria-label="Reasons">{counted_over}</span></div>
            <ol class="why-list">{rows.collect_view()}</ol>
        }
    };
    let failed = move || {
        let failure = sales.failure()?;
        Some(view! { <FailureNote failure=failure/> })
    };
    view! { <section class="card" aria-label="Decline reasons">{live(body)}{live(failed)}</section> }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_is_never_rounded_up() {
        for (part, whole, words) in [
            (0, 0, "–"),
            (296, 309, "95.7 %"),
            (999, 1000, "99.9 %"),
            (9999, 10_000, "99.9 %"),
            (5, 5, "100 %"),
            (0, 3, "0 %"),
        ] {
            assert_eq!(rate(part, whole), words);
        }
    }

    #[test]
    fn other_filters_than_days_leave_sales_out() {
        let days =
            TransactionQuery { created_start: Some("2026-11-01".to_owned()), ..TransactionQuery::default() };
        assert!(!is_narrowed(&days));
        assert!(is_narrowed(&TransactionQuery { state: Some(3), ..days.clone() }));
        assert_eq!(
            (period(&days), period(&TransactionQuery::default())),
            ("since 1 Nov 2026".to_owned(), "all days".to_owned())
        );
    }
}
