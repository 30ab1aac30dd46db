//! Finds a transaction by its amount, the last four digits of its card, or its id: in the loaded list, else by a read of the id. The first
//! search reads the list. The best match is explained, the others are lines of the palette, the newest first.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::amounts::Amounts;
use tapline_contract::connection::Connection;
use tapline_contract::endpoints::GetTransaction;
use tapline_contract::field::Number;
use tapline_contract::transaction::{Transaction, TransactionId};
use tapline_contract::transaction_state::words_of;
use tapline_contract::written;
use tapline_emv::Scheme;
use tapline_emv::entry::Entry;
use tapline_emv::performed::{self, Verified};

use super::query::SaleSearch;
use super::search::{Hits, SaleRow, search, summary};
use super::{Keys, SearchSummary, close};
use crate::effect::effect;
use crate::ipc::{self, engine};
use crate::pages::transactions::{self, CardPlace, Coming, Journal, SecondTrySearch};
use crate::paths::Route;
use crate::remote::Remote;
use crate::shell::shell;
use crate::used;
use crate::widgets::failure::ReadFailed;
use crate::widgets::frame::palette::{Aim, CardKeys, PaletteLine, PaletteState};
use crate::widgets::icon::{Icon, SchemeMark};
use crate::widgets::show::live;

#[component]
pub(super) fn Sales(
    sought: Memo<Option<SaleSearch>>,
    keys: Keys,
    lines: RwSignal<Vec<PaletteLine>>,
    seen: RwSignal<SearchSummary>,
) -> impl IntoView {
    let shell = shell();
    let chosen = expect_context::<PaletteState>().chosen;
    transactions::read_known(shell);
    let (hits, one) = (Remote::<Hits>::default(), Remote::<Option<Transaction>>::default());
    let (loaded, coming) = (transactions::loaded(shell), transactions::coming(shell));
    // The approved sale of a pair, in place of its first try.
    let second = RwSignal::new(None::<TransactionId>);
    let connection = Memo::new(move |_| shell.opened());
    let filters = Memo::new(move |_| {
        let connection = connection.get()?;
        sought.with(|sought| sought.as_ref()?.filters(&connection))
    });
    effect(move || {
        // An id has its own read; any other search uses the list.
        let is_list = sought.with(|sought| sought.as_ref().is_some_and(|sought| sought.id().is_none()));
        if is_list && connection.with(Option::is_some) {
            transactions::read_for_search(shell);
        }
    });
    effect(move || {
        filters.track();
        second.set(None);
        one.clear();
    });
    effect(move || hits.read(shell.same_connection(), search(loaded.get(), filters.get())));
    // Rows on the page may still belong to another text.
    let is_current = Memo::new(move |_| {
        !hits.reading().loading && filters.with(|filters| hits.with(|hits| hits.of == *filters))
    });
    let meant = Memo::new(move |_| {
        if let Some(id) = chosen.get() {
            return TransactionId::parse(&id);
        }
        if !is_current.get() {
            return None;
        }
        let sought = sought.get()?;
        let is_whole = coming.get() != Coming::Reading;
        hits.with(|hits| match hits.rows.as_slice() {
            [] => sought
                .id()
                .filter(|id| written::transaction_id(id) == Some(id))
                .and_then(TransactionId::parse),
            [first, ..] => {
                let is_narrow = hits.total == 1 && !sought.is_amount() || sought.names_card();
                let fits = is_whole && is_narrow && hits.without.is_empty();
                fits.then(|| second.get().or_else(|| TransactionId::parse(&first[0]))).flatten()
            }
        })
    });
    // The match is read whole, because the list lacks the host's answer.
    let read = move |id: TransactionId| {
        let connection = shell.connection();
        let answer = async move {
            let record = ipc::api::<GetTransaction>(connection, None, id, (), ()).await?;
            used::read_sale_terminals(shell, &record);
            Ok(Some(record))
        };
        one.read(shell.same_connection(), answer);
    };
    effect(move || {
        if let Some(id) = meant.get() {
            read(id);
        }
    });
    let prefer = Callback::new(move |id: TransactionId| {
        let is_hit = hits.with_untracked(|hits| hits.rows.iter().any(|row| row[0] == id.as_str()));
        if is_hit && chosen.with_untracked(Option::is_none) {
            second.set(Some(id));
        }
    });
    effect(move || {
        let waits = !is_current.get() || one.reading().loading || coming.get() == Coming::Reading;
        let explained = one.with(Option::is_some);
        seen.set(SearchSummary { hits: hits.with(|hits| hits.total), explained, busy: waits && !explained });
    });
    effect(move || {
        let explained = one.with(|one| one.as_ref().map(|one| one.tran_id.to_string()));
        let connection = connection.get();
        let is_other = |row: &&SaleRow| explained.as_ref() != Some(&row[0]);
        let line = |row: &SaleRow| {
            let [head, more] = words(connection.as_ref(), row);
            PaletteLine::new("Transaction", head, more, Aim::Explain(row[0].clone()))
        };
        let rows = hits.with(|hits| hits.rows.iter().filter(is_other).map(line).collect::<Vec<_>>());
        lines.set(if is_current.get() { rows } else { Vec::new() });
    });
    on_cleanup(move || {
        let _ = seen.try_set(SearchSummary::default());
        let _ = lines.try_set(Vec::new());
    });
    let again = Callback::new(move |()| {
        if let Some(id) = meant.get_untracked() {
            read(id);
        }
    });
    let searched = move || {
        if connection.with(Option::is_none) {
            return "Open a connection first to find sales.".to_owned();
        }
        let no_filter = filters.with(Option::is_none);
        summary(&hits.get(), loaded.get().as_ref(), coming.get(), no_filter, sought.get().as_ref())
    };
    view! {
        {move || one.get().map(|record| view! { <SaleCard record=record keys=keys prefer=prefer/> })}
        <ReadFailed reading=Signal::derive(move || one.reading()) again=again/>
        <p class="muted caption">{live(searched)}</p>
    }
}

/// The explanation of a sale.
#[component]
fn SaleCard(
    record: Transaction,
    keys: Keys,
    /// Called with the approved sale of a pair.
    prefer: Callback<TransactionId>,
) -> impl IntoView {
    let shell = shell();
    let [head, more] = words(shell.opened().as_ref(), &row_of(&record));
    let scheme = record.payment_method.as_deref().and_then(|method| Scheme::recognize(method, ""));
    let route = Route::Transaction(record.tran_id.clone());
    let record = StoredValue::new(record);
    let second_try: SecondTrySearch = transactions::look_for(record);
    let journal =
        Journal::read(shell, move || record.with_value(|record| transactions::configurations(shell, record)));
    effect(move || {
        if let Some(pair) = second_try.get() {
            prefer.run(pair.approved);
        }
    });
    let language = RwSignal::new(None);
    // Another answer draws the card again: what is being clicked in it is gone then.
    let now = Memo::new(move |_| {
        let again = second_try.get();
        record.with_value(|record| transactions::answered(shell, record, journal, again.as_ref()))
    });
    let open = {
        let route = route.clone();
        Callback::new(move |()| shell.nav.go(route.clone()))
    };
    let deciding = RwSignal::new(None);
    let open_field = Callback::new(move |()| {
        if let Some((id, key, _)) = deciding.get_untracked() {
            record.with_value(|record| transactions::open_field(shell, record, &id, key));
        }
    });
    effect(move || {
        let sale = now.get();
        deciding.set(sale.and_then(|sale| transactions::deciding_fields(&sale).into_iter().next()));
        let field = deciding.with(|deciding| deciding.as_ref().map(|_| open_field));
        keys.set(Some(CardKeys { opens: Some(("Open the sale", open)), field, says: true }));
    });
    on_cleanup(move || {
        let _ = keys.try_set(None);
    });
    // The palette covers messages, so it shows the result of a copy itself.
    let copied = RwSignal::new("");
    let hand_over = move |_| {
        let again = untrack(|| second_try.get());
        let text = record.with_value(|record| {
            transactions::handed(shell, record, journal, again.as_ref(), &|handed| handed.text())
        });
        let Some(text) = text else { return };
        spawn_local(async move {
            let is_copied = engine::copy(&text).await;
            let _ = copied.try_set(if is_copied {
                "Copied."
            } else {
                "Not copied: the clipboard is unavailable."
            });
        });
    };
    let path = route.path();
    let go = move |event: web_sys::MouseEvent| {
        event.prevent_default();
        close(shell);
        open.run(());
    };
    let card = move || {
        now.get().map(|sale| {
            transactions::sale_card(shell, record, sale, second_try, language, CardPlace::Palette)
        })
    };
    let details = move || transactions::details(shell, record, now.get(), CardPlace::Palette);
    view! {
        <section class="one">
            <p class="meta"><SchemeMark scheme=scheme/><b>{head}</b><span>{more}</span></p>
            {live(card)}
            <p class="row"><a href=path on:click=go>"Open the sale"</a><span class="grow"></span>
                <span class="muted caption" role="status" aria-label="Handover">{move || copied.get()}</span>
                <button type="button" class="small" on:click=hand_over><Icon name="copy"/>"Copy for handover"</button></p>
            <details><summary>"Details"</summary>{live(details)}</details>
        </section>
    }
}

/// Verification of a sale in a line of its facts.
fn verification(verified: Verified) -> &'static str {
    match verified {
        Verified::Pin => "PIN",
        Verified::Signature => "signature",
        Verified::PinOrSignature => "PIN or signature",
        Verified::OnDevice => "phone unlock",
        Verified::Nothing => "no PIN",
        Verified::Failed => "verification failed",
    }
}

/// "23.10 EUR · Visa · ends in 2941 · Approved · no PIN", and merchant, terminal and id.
fn words(connection: Option<&Connection>, row: &SaleRow) -> [String; 2] {
    let [id, value, code, method, card, status, merchant, terminal, cvm, entry] = row;
    let number = Number::parse(value);
    let money = match (connection, number) {
        (Some(connection), Some(number)) => Amounts::new(connection, Some(code)).money(&number),
        _ => format!("{value} {code}"),
    };
    let scheme = Scheme::recognize(method, "");
    let verified = performed::read(cvm, scheme, Entry::read(entry)).and_then(|performed| performed.verified);
    let scheme = scheme.map_or_else(|| method.clone(), |scheme| scheme.name().to_owned());
    let card = if card.is_empty() { String::new() } else { format!("ends in {}", last_four(card)) };
    let joined = |parts: &[&str]| {
        parts.iter().copied().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
    };
    let verification = verified.map_or("", verification);
    [joined(&[&money, &scheme, &card, words_of(status), verification]), joined(&[merchant, terminal, id])]
}

fn last_four(card: &str) -> &str {
    card.char_indices().rev().nth(3).map_or(card, |(at, _)| &card[at..])
}

/// The record as a row of the list.
fn row_of(record: &Transaction) -> SaleRow {
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let amount = record.amount.as_ref();
    let value = amount.and_then(|amount| amount.value.as_ref()).map(ToString::to_string).unwrap_or_default();
    let code = amount.and_then(|amount| amount.currency.clone()).unwrap_or_default();
    [
        record.tran_id.to_string(),
        value,
        code,
        text(&record.payment_method),
        text(&record.account_masked),
        text(&record.tran_status),
        text(&record.mch_name),
        text(&record.sdk_id),
        text(&record.cvm_performed),
        text(&record.entry_mode),
    ]
}
