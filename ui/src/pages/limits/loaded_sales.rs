//! Past sales behind the axis of the lanes, and the count at a dragged limit.
//!
//! All sales of the shown schemes, or only those of the selected configurations. Core answers once per selection, with the sales by amount;
//! every step of a limit, and every zoom, is then counted here by a few binary searches, with the function that decides everywhere else.

use leptos::prelude::*;
use tapline_contract::commands::CountSaleAmounts;
use tapline_contract::list::LoadState;
use tapline_contract::order::sort_by_key;
use tapline_contract::replay::{ReplayScope, SaleAmounts, SaleAmountsQuery, SaleScope};
use tapline_emv::Scheme;
use tapline_emv::replay::{AffectedSales, Replay};
use tapline_explain::say::tap::replay_effect;

use super::group_edit::unchanged;
use super::proposal::{Impact, Proposal};
use super::state::{Overview, overview};
use crate::effect::effect;
use crate::ipc::{self, engine};
use crate::pages::replay::{ConfigQuestion, MOST_PARTS, first_day, replays, words};
use crate::parts::{PagePart, part};
use crate::remote::Remote;
use crate::scale::percent;
use crate::shell::{Shell, shell};
use crate::widgets::amount_bars::{AmountBars, AmountTable, BarChart, Series};
use crate::widgets::dialog::Popover;
use crate::widgets::show::live;

/// Milliseconds between two counts while transactions load.
const AGAIN: u64 = 1_000;
/// Bars up to the end of the axis.
const MANY: u64 = 60;
/// Width of the panel with the table, in pixels.
const WIDTH: u16 = 360;

/// Drawn after the lanes, which don't need it.
pub(super) const LOADED_SALES: PagePart = part!(money, |_| view! { <LoadedSales/> }.into_any());

#[derive(Clone, Debug, PartialEq)]
struct SalesQuestion {
    query: SaleAmountsQuery,
    /// Configurations of the scopes, by id; empty for all sales of the axis.
    ids: Vec<String>,
    /// The only scheme.
    scheme: Option<Scheme>,
    /// The merchants that use the configurations are known.
    is_matched: bool,
}

/// Sales with the question they answer.
#[derive(Clone, Debug, PartialEq)]
struct CountedSales {
    question: SalesQuestion,
    amounts: SaleAmounts,
}

/// A proposed change of the configuration at a place among the scopes.
type ProposedChange = (usize, Replay);

#[component]
fn LoadedSales() -> impl IntoView {
    let shell = shell();
    let (state, view) = (replays(shell), overview(shell));
    let proposal = view.proposal;
    state.load_in_background(shell);
    state.keep_trying(shell);
    let found = Remote::<Option<CountedSales>>::default();
    let question = Memo::new(move |_| question(shell, view));
    let ask = move || {
        // The page may be gone by now.
        let Some(Some(question)) = question.try_get_untracked() else { return };
        let answer = async move {
            let amounts = ipc::command::<CountSaleAmounts>(question.query.clone()).await?;
            Ok(amounts.map(|amounts| CountedSales { question, amounts }))
        };
        found.read(shell.same_connection(), answer);
    };
    let progress = Memo::new(move |_| state.progress());
    effect(move || {
        question.track();
        // Read, not only tracked: no other code reads this memo, and an unread memo never notifies.
        progress.with(|_| ());
        if proposal.chosen.with(|lanes| !lanes.is_empty()) {
            state.need_users(shell);
        }
        ask();
    });
    let waits = StoredValue::new(false);
    effect(move || {
        let grows = |found: &Option<CountedSales>| {
            found.as_ref().is_some_and(|it| it.amounts.over.state == LoadState::Loading)
        };
        if !found.reading().loading && found.with_untracked(grows) && !waits.get_value() {
            waits.set_value(true);
            engine::later(AGAIN, move || {
                if waits.try_set_value(false).is_none() {
                    ask();
                }
            });
        }
    });
    let changes = Memo::new(move |_| {
        let ids = found.with(|found| found.as_ref().map(|it| it.question.ids.clone()))?;
        let changes = proposal
            .set
            .with(|set| set.past.iter().filter_map(|part| change(part, &ids)).collect::<Vec<_>>());
        (!changes.is_empty()).then_some(changes)
    });
    effect(move || {
        let impact = changes.with(|changes| {
            let changes = changes.as_ref()?;
            found.with(|found| Some(found.as_ref().filter(|found| found.sales() > 0)?.impact(changes)))
        });
        if proposal.impact.with_untracked(|now| *now != impact) {
            proposal.impact.set(impact);
        }
    });
    on_cleanup(move || {
        // The overview may be gone too.
        let _ = proposal.impact.try_set(None);
    });
    let chart = Memo::new(move |_| {
        let scale = view.scale.get();
        changes.with(|changes| {
            found.with(|found| {
                let found = found.as_ref().filter(|found| found.sales() > 0)?;
                let changes = changes.as_deref();
                let series: &[(&'static str, &str)] = match changes {
                    Some(_) => &[("amounts-changed", "Would change"), ("amounts-all", "Unchanged")],
                    None => &[("amounts-all", "Sales")],
                };
                let series = series.iter().map(|&(class, name)| Series { class, name: name.to_owned() });
                let count = |from, to| found.counts(changes, from, to);
                Some(BarChart::over(scale, MANY, series.collect(), count))
            })
        })
    });
    let caption = Memo::new(move |_| found.with(|found| found.as_ref().map(CountedSales::caption)));
    let name = Signal::derive(move || {
        let caption = caption.get().unwrap_or_default();
        let impact = proposal.impact.get().map(|impact| format!(". {}", impact.sentence));
        format!("{caption} by amount{}", impact.unwrap_or_default())
    });
    let currency = Signal::derive(move || {
        let has_own = found.with(|found| found.as_ref().is_some_and(|it| !it.question.ids.is_empty()));
        if has_own { proposal.currency.get() } else { shell.currency() }
    });
    let open = RwSignal::new(false);
    let panel = move || {
        let over = found.with(|found| found.as_ref().map(CountedSales::explained)).unwrap_or_default();
        let at = found.with(|found| state.loaded_at(found.as_ref()?.amounts.over.list));
        let at = at.map(|at| format!(" Updated {}.", engine::clock(at)));
        view! {
            <p class="muted">{over}{at}</p>
            <div class="row"><button type="button" disabled=move || state.is_loading() title=move || state.is_loading().then_some("Past sales are loading.") on:click=move |_| state.load(shell)>"Refresh"</button>
                <span class="grow"></span><button type="button" on:click=move |_| open.set(false)>"Close"</button></div>
        }
    };
    let words = move || {
        if let Some(words) = caption.get() {
            return view! {
                <Popover open=open label="Sales by amount" class="link" width=WIDTH face=move || view! { {words.clone()} }>
                    <div class="axis-sales-panel">
                        <div class="axis-sales-table" tabindex="0" role="group" aria-label="Sales by amount"><AmountTable chart=chart currency=currency caption=name/></div>
                        {live(panel)}
                    </div>
                </Popover>
            }
            .into_any();
        }
        let load = move |_| state.load(shell);
        match (state.is_loading(), state.failure()) {
            (true, _) => view! { <span role="status">"Loading past sales…"</span> }.into_any(),
            (false, Some(_)) => {
                view! { <span>"Past sales not loaded. "<button type="button" class="link" on:click=load>"Try again"</button></span> }.into_any()
            }
            (false, None) => view! { <button type="button" class="link" on:click=load>"Load past sales"</button> }.into_any(),
        }
    };
    view! {
        <div class="axis-bars">{move || marks(view, changes)}<AmountBars chart=chart scale=view.scale name=name/></div>
        <div class="axis-sales" role="group" aria-label="Past sales">{live(words)}</div>
    }
}

/// Band from the old to the new amount, with a dashed line at the old and a solid one at the new.
fn marks(view: Overview, changes: Memo<Option<Vec<ProposedChange>>>) -> Option<AnyView> {
    changes.with(Option::is_some).then_some(())?;
    let Proposal { limit, minor, set, .. } = view.proposal;
    let (limit, new, scale) = (limit.get(), minor.get()?, view.scale.get());
    let old = set.with(|set| {
        let mut all = set.past.iter().filter_map(|part| Some(part.before.as_ref()?.limits.get(limit)));
        let first = all.next()?;
        // Configurations with different limits have no common old amount.
        all.all(|other| other == first).then_some(first)
    })?;
    let (from, to) = (scale.at(old), scale.at(new));
    let (left, wide) = (percent(from.min(to)), percent((from - to).abs()));
    Some(
        view! {
            <span class="axis-change" style:left=left style:width=wide></span>
            <span class="axis-old" style:left=percent(from)></span>
            <span class="axis-new" style:left=percent(to)></span>
        }
        .into_any(),
    )
}

/// The change of a configuration; `None` if it is none of these.
fn change(part: &ConfigQuestion, ids: &[String]) -> Option<ProposedChange> {
    let at = ids.iter().position(|id| Some(id) == part.key.as_ref())?;
    let before = part.before.as_ref()?;
    Some((at, Replay::new(before.side(part.scheme), part.after.side(part.scheme))))
}

impl CountedSales {
    fn sales(&self) -> u32 {
        self.amounts.sales.iter().map(tapline_emv::replay::CardsAndPhones::count).sum()
    }

    fn scheme(&self) -> Option<&'static str> {
        self.question.scheme.map(Scheme::name)
    }

    fn caption(&self) -> String {
        let is_narrow = self.question.is_matched && !self.question.ids.is_empty();
        let at = is_narrow.then_some(self.amounts.over.merchants);
        words::caption(self.sales(), self.scheme(), at, &self.amounts.over, &first_day())
    }

    /// Rows behind the count, and sales that aren't clear.
    fn explained(&self) -> String {
        let rows = words::rows_line(&self.amounts.over, &first_day());
        if self.question.ids.is_empty() {
            return rows;
        }
        format!("{}. {rows}", self.scope())
    }

    fn scope(&self) -> String {
        words::scope_line(self.scheme(), &self.amounts.over, &first_day(), self.question.is_matched)
    }

    /// Sales from an amount on, below another: those that would change and the others, or all.
    fn counts(&self, changes: Option<&[ProposedChange]>, from: u64, to: Option<u64>) -> Vec<u32> {
        let all: u32 = self.amounts.sales.iter().map(|sales| sales.between(from, to)).sum();
        let Some(changes) = changes else { return vec![all] };
        let of = |(at, replay): &ProposedChange| {
            self.amounts.sales.get(*at).map_or(0, |sales| replay.changed_between(sales, from, to))
        };
        let sum: u32 = changes.iter().map(of).sum();
        vec![sum, all.saturating_sub(sum)]
    }

    fn impact(&self, changes: &[ProposedChange]) -> Impact {
        let mut effects: Vec<AffectedSales> = Vec::new();
        for (at, replay) in changes {
            let Some(sales) = self.amounts.sales.get(*at) else { continue };
            for one in replay.affected(sales) {
                match effects.iter_mut().find(|sum| sum.effect == one.effect) {
                    Some(sum) => sum.add(one.sales, one.methods),
                    None => effects.push(one),
                }
            }
        }
        sort_by_key(&mut effects, |one| one.effect);
        let words: Vec<_> = effects
            .iter()
            .map(|one| (one.sales, replay_effect(one.effect, one.methods).to_string()))
            .collect();
        let words: Vec<(u32, &str)> = words.iter().map(|(sales, words)| (*sales, words.as_str())).collect();
        Impact { sentence: words::counts(self.sales(), "", &words), scope: self.scope() }
    }
}

/// Sales of the selected configurations; without a selection, all of the shown schemes.
fn question(shell: Shell, view: Overview) -> Option<SalesQuestion> {
    let connection = shell.connection();
    // Currencies are never added up.
    let its = view.proposal.currency.get();
    let parts: Vec<ConfigQuestion> = view.proposal.chosen.with(|lanes| {
        let parts = lanes.iter().filter_map(|lane| unchanged(lane));
        parts.filter(|part| part.currency == its).collect()
    });
    if !parts.is_empty() && parts.len() <= MOST_PARTS {
        let schemes: Vec<Scheme> = parts.iter().map(|part| part.scheme).collect();
        let others: Vec<ConfigQuestion> = view.lanes.with(|lanes| {
            let is_other = |part: &ConfigQuestion| {
                schemes.contains(&part.scheme) && parts.iter().all(|own| own.key != part.key)
            };
            lanes.iter().filter_map(|lane| unchanged(lane)).filter(is_other).collect()
        });
        let (scopes, others, is_matched) = replays(shell).scopes(&parts, &others);
        let ids = scopes.iter().map(|(at, _)| parts[*at].key.clone().unwrap_or_default()).collect();
        let scopes = scopes.into_iter().map(|(_, scope)| scope).collect();
        let scheme = schemes.iter().all(|scheme| *scheme == schemes[0]).then(|| schemes[0]);
        let query = SaleAmountsQuery { connection, scopes, others };
        return Some(SalesQuestion { query, ids, scheme, is_matched });
    }
    let (currency, only) = (shell.currency(), view.scheme.get());
    let mut schemes: Vec<Scheme> = view.lanes.with(|lanes| {
        let counted = lanes.iter().filter(|lane| lane.currency == currency);
        let schemes = counted.filter_map(|lane| lane.scheme);
        schemes.filter(|scheme| only.is_none_or(|only| only == *scheme)).collect()
    });
    // Lanes are sorted by scheme.
    schemes.dedup();
    let scope = |scheme: &Scheme| SaleScope {
        scheme: *scheme,
        currency: currency.code().to_owned(),
        scope: ReplayScope::default(),
    };
    let scopes: Vec<_> = schemes.iter().map(scope).collect();
    let scheme = schemes.first().copied().filter(|_| schemes.len() == 1);
    let query = SaleAmountsQuery { connection, scopes, others: Vec::new() };
    (!schemes.is_empty()).then_some(SalesQuestion { query, ids: Vec::new(), scheme, is_matched: true })
}
