//! Explain: why a PIN was asked or not, in one sentence, and what the terminal reported, bit by bit.

use leptos::prelude::*;
use tapline_contract::transaction::Transaction;
use tapline_emv::bits::{self, Reading, Table};
use tapline_emv::why::{self, Certainty, Entry, Sale, Status, Why};
use tapline_emv::{Scheme, performed, tsi, tvr};

use super::candidates::{Candidates, candidates};
use super::{facts, money};
use crate::pages::limits;
use crate::paths::Route;
use crate::shell::{Shell, shell};
use crate::widgets::copy::CopyButton;

/// Links to so many configurations; the rest is on the limits page.
const LINKS: usize = 4;

#[component]
pub(super) fn Explain(record: Transaction) -> impl IntoView {
    let shell = shell();
    super::state::open_transaction(shell).read_known(shell);
    let scheme = facts::scheme(&record);
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let (tvr_text, tsi_text, cvm_text) = (text(&record.tvr), text(&record.tsi), text(&record.cvm_performed));
    let tvr = tvr::read(&tvr_text, scheme);
    let tsi = tsi::read(&tsi_text);
    let cvm = performed::read(&cvm_text, scheme, entry(&record))
        .map_or_else(|| "The transaction tells none.".to_owned(), |performed| performed.words);
    let answer = {
        let tvr = tvr.clone();
        move || answered(shell, &record, scheme, &tvr)
    };
    view! {
        <section class="facts-group explain" aria-label="Explain">
            <h2>"Explain"</h2>
            {answer}
            {reported(&tvr::TABLE, &tvr_text, &tvr)}
            {reported(&tsi::TABLE, &tsi_text, &tsi)}
            <dl class="bits"><dt>"CVM"</dt><dd>{cvm}</dd></dl>
        </section>
    }
}

fn answered(shell: Shell, record: &Transaction, scheme: Option<Scheme>, tvr: &Reading) -> AnyView {
    let kind = record.tran_type.as_deref().unwrap_or_default().to_ascii_uppercase();
    if kind.contains("REFUND") {
        return view! { <p>{why::refund(entry(record))}</p> }.into_any();
    }
    let Some(scheme) = scheme else {
        return view! { <p>"The card's scheme cannot be told from method and AID, so the limit that decided is not known."</p> }.into_any();
    };
    let amounts = money::amounts(shell, Some(record));
    let Some((amounts, minor)) =
        amounts.and_then(|amounts| money::minor_of(&amounts, record).map(|minor| (amounts, minor)))
    else {
        return view! { <p>"The amount cannot be read as money, so it cannot be compared with a limit."</p> }
            .into_any();
    };
    let verified =
        performed::read(record.cvm_performed.as_deref().unwrap_or_default(), Some(scheme), entry(record))
            .and_then(|p| p.verified);
    let known = super::state::open_transaction(shell).known();
    let found = limits::store(shell).list.with(|list| candidates(record, scheme, &list.records, &known));
    let some: Vec<_> = found.configurations.iter().map(|(_, candidate)| candidate.clone()).collect();
    let limits_in = shell.currency();
    let sale = Sale {
        amount: minor,
        currency: &amounts.currency,
        limits_in: &limits_in,
        scheme,
        entry: entry(record),
        status: Status::read(record.tran_status.as_deref().unwrap_or_default()),
        host_code: host_code(record),
        verified,
        tvr,
    };
    said(shell, why::why(sale, &some), &found, scheme)
}

fn entry(record: &Transaction) -> Entry {
    Entry::read(record.entry_mode.as_deref().unwrap_or_default())
}

/// The host's answer to the sale itself: later steps (void, refund, capture) have answers of their own.
fn host_code(record: &Transaction) -> Option<&str> {
    let of_sale = |kind: &str| ["", "SALE", "AUTH", "PRE_AUTH"].contains(&kind.to_ascii_uppercase().as_str());
    record
        .actions
        .iter()
        .flatten()
        .filter(|action| of_sale(action.action_type.as_deref().unwrap_or_default().trim()))
        .find_map(|action| action.host_resp_code.as_deref().filter(|code| !code.trim().is_empty()))
}

fn sure(certainty: Certainty) -> (&'static str, &'static str) {
    match certainty {
        Certainty::Known => ("known", "chip"),
        Certainty::Likely => ("likely", "chip"),
        Certainty::CannotKnow => ("cannot know", "chip warn"),
    }
}

fn said(shell: Shell, why: Why, found: &Candidates, scheme: Scheme) -> AnyView {
    let (word, class) = sure(why.certainty);
    let links = found.configurations.iter().take(LINKS).map(|(config, _)| {
        let route = Route::Editor(config.id.clone());
        let path = route.path();
        view! { <a href=path on:click=move |event| { event.prevent_default(); shell.nav.go(route.clone()); }>{config.full_name()}</a> }
    });
    let more = found.configurations.len().checked_sub(LINKS).filter(|more| *more > 0);
    let basis = (!found.configurations.is_empty()).then(|| {
        view! { <p class="basis muted">{found.basis.words(scheme)} " " {links.collect_view()}{more.map(|more| format!(" and {more} more"))}</p> }
    });
    let notes = why.notes.into_iter().map(|note| view! { <p class="warn">{note}</p> });
    let chain = why.chain.into_iter().map(|reason| {
        let (word, class) = sure(reason.certainty);
        view! { <li>{reason.words} " " <span class="muted">{reason.ground}</span> " " <span class=class>{word}</span></li> }
    });
    view! {
        <p class="row"><span class="muted">{why.question}</span><span class=class>{word}</span></p>
        <p class="answer-line"><b>{why.sentence.clone()}</b><CopyButton text=why.sentence/></p>
        {notes.collect_view()}
        <ol class="chain" aria-label="Reasons">{chain.collect_view()}</ol>
        {basis}
    }
    .into_any()
}

/// A value as it came, and its bits in words.
fn reported(table: &'static Table, text: &str, reading: &Reading) -> impl IntoView + use<> {
    let plain = |words: String| view! { <dt></dt><dd class="muted">{words}</dd> }.into_any();
    let rows = match reading {
        Reading::Absent => plain("The transaction tells none.".to_owned()),
        Reading::Malformed(why) => plain(why.clone()),
        Reading::Bits(set) if set.is_empty() => plain("No bit is set.".to_owned()),
        Reading::Bits(set) => set
            .iter()
            .map(|bit| view! { <dt class="mono">{bit.place.clone()}</dt><dd class:muted=bit.is_reserved>{bit.words}</dd> })
            .collect_view()
            .into_any(),
    };
    let head = format!("{} {}", table.tag, table.name);
    view! {
        <dl class="bits">
            <dt title=table.source>{head}</dt><dd><code>{bits::pairs(text)}</code></dd>
            {rows}
        </dl>
    }
}
