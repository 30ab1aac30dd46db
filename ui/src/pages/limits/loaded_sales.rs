//! Real amounts behind the axis of the lanes: the loaded taps of their schemes. Core counts the transactions it has loaded; the service is
//! not read.

use leptos::prelude::*;
use tapline_contract::commands::ReplayLimits;
use tapline_contract::list::LoadState;
use tapline_contract::replay::{Proposal, ReplayQuery, ReplayScope, Replayed, Version};
use tapline_emv::{Limits, Params};

use super::state::overview;
use crate::effect::effect;
use crate::ipc::{self, engine};
use crate::pages::replay::{line, replays};
use crate::parts::{PagePart, part};
use crate::remote::Remote;
use crate::scale::LINEAR;
use crate::shell::{Shell, shell};
use crate::widgets::grid::column::counted;
use crate::widgets::show::live;

/// Milliseconds between two counts while transactions load.
const AGAIN: u64 = 1_000;

/// Drawn after the lanes, which don't need it.
pub(super) const LOADED_SALES: PagePart = part!(money, |_| view! { <LoadedSales/> }.into_any());

/// The count, and the upper amount of its columns.
type CountedSales = Option<(u64, Replayed)>;

#[component]
fn LoadedSales() -> impl IntoView {
    let shell = shell();
    let found = Remote::<CountedSales>::default();
    let query = Memo::new(move |_| query(shell));
    let ask = move || {
        // The page may be gone by now.
        let Some(Some(query)) = query.try_get_untracked() else { return };
        let top = query.top;
        let answer =
            async move { Ok(ipc::command::<ReplayLimits>(query).await?.map(|counted| (top, counted))) };
        found.read(shell.same_connection(), answer);
    };
    let loaded = Memo::new(move |_| replays(shell).loaded());
    effect(move || {
        query.track();
        // Read, not only tracked: no other code reads this memo, and an unread memo never notifies.
        loaded.with(|_| ());
        ask();
    });
    let waits = StoredValue::new(false);
    effect(move || {
        let grows =
            |found: &CountedSales| found.as_ref().is_some_and(|(_, it)| it.state == LoadState::Loading);
        if !found.reading().loading && found.with_untracked(grows) && !waits.get_value() {
            waits.set_value(true);
            engine::later(AGAIN, move || {
                if waits.try_set_value(false).is_none() {
                    ask();
                }
            });
        }
    });
    let drawn = Memo::new(move |_| {
        let now = query.with(|query| Some(query.as_ref()?.top))?;
        // A count for another axis is ignored: the count for this axis is coming.
        let is_it = |(top, found): &&(u64, Replayed)| *top == now && found.sales > 0;
        found.with(|found| found.as_ref().filter(is_it).map(|(_, found)| line::path(&found.bins)))
    });
    let picture = move || {
        let width = format!("calc((100% - var(--before) - var(--after)) * {LINEAR})");
        drawn.get().map(|path| line::drawing(path, width))
    };
    let words = move || {
        let sales = found.with(|found| found.as_ref().map_or(0, |(_, found)| found.sales));
        let title = format!("Taps in {} among the loaded transactions, by amount", shell.currency().code());
        (sales > 0).then(|| {
            let many = if sales == 1 { "sale" } else { "sales" };
            let words = format!("Bars: {} loaded {many}", counted(sales as usize));
            view! { <span class="axis-sales" title=title>{words}</span> }
        })
    };
    view! { {live(words)}{live(picture)} }
}

/// All taps of the shown schemes. The effect of the limits isn't used, so any limits will do.
fn query(shell: Shell) -> Option<ReplayQuery> {
    let view = overview(shell);
    let (currency, only) = (shell.currency(), view.scheme.get());
    let mut schemes: Vec<_> = view.lanes.with(|lanes| {
        let counted = lanes.iter().filter(|lane| lane.currency == currency);
        counted
            .filter_map(|lane| lane.scheme)
            .filter(|scheme| only.is_none_or(|only| only == *scheme))
            .collect()
    });
    // Lanes are sorted by scheme.
    schemes.dedup();
    let any = Version::new(Limits { floor: 0, cvm: 0, transaction: 0 }, &Params::new());
    let proposal = |scheme| Proposal {
        scheme,
        currency: currency.code().to_owned(),
        before: any.clone(),
        after: any.clone(),
        scope: ReplayScope::default(),
    };
    let proposals: Vec<_> = schemes.into_iter().map(proposal).collect();
    let (connection, top) = (shell.connection(), view.scale.get().top);
    (!proposals.is_empty()).then_some(ReplayQuery { connection, proposals, top })
}
