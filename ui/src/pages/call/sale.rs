//! Finds a transaction by its amount, the last four digits of its card, or its id: in the loaded list, else by a read of the id. The first
//! search reads the list.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::amounts::Amounts;
use tapline_contract::connection::Connection;
use tapline_contract::emv_field::FieldKey;
use tapline_contract::endpoints::GetTransaction;
use tapline_contract::field::Number;
use tapline_contract::transaction::{Transaction, TransactionId};
use tapline_contract::transaction_state::words_of;
use tapline_emv::Scheme;
use tapline_emv::entry::Entry;
use tapline_emv::performed::{self, Verified};
use wasm_bindgen::JsCast;

use super::search::{Hits, SaleRow, search, summary};
use super::wanted::SaleSearch;
use super::{EnterSignal, SearchSummary, close};
use crate::effect::effect;
use crate::ipc::{self, engine};
use crate::pages::transactions::{self, Journal, say_to_merchant};
use crate::paths::Route;
use crate::remote::Remote;
use crate::shell::{Shell, shell};
use crate::used;
use crate::widgets::failure::ReadFailed;
use crate::widgets::frame::sheets::EnterTarget;
use crate::widgets::icon::Icon;
use crate::widgets::reasons::{Causes, Doubt};
use crate::widgets::show::live;

/// Configurations offered as links.
const LINKS: usize = 2;

#[component]
pub(super) fn Sales(
    wanted: Memo<Option<SaleSearch>>,
    way: EnterSignal,
    seen: RwSignal<SearchSummary>,
) -> impl IntoView {
    let shell = shell();
    transactions::read_known(shell);
    let (hits, one) = (Remote::<Hits>::default(), Remote::<Option<Transaction>>::default());
    let (loaded, coming) = (transactions::loaded(shell), transactions::coming(shell));
    let connection = Memo::new(move |_| shell.opened());
    let filters = Memo::new(move |_| {
        let connection = connection.get()?;
        wanted.with(|wanted| wanted.as_ref()?.filters(&connection))
    });
    effect(move || {
        // An id has its own read; any other search uses the list.
        let is_list = wanted.with(|wanted| wanted.as_ref().is_some_and(|wanted| wanted.id().is_none()));
        if is_list && connection.with(Option::is_some) {
            transactions::read_for_search(shell);
        }
    });
    effect(move || {
        filters.track();
        one.clear();
        way.set(None);
    });
    effect(move || hits.read(shell.same_connection(), search(loaded.get(), filters.get())));
    // A single match is read whole, because the list lacks the host's answer.
    let read = move |id: TransactionId| {
        let connection = shell.connection();
        let answer = async move {
            let record = ipc::api::<GetTransaction>(connection, None, id, (), ()).await?;
            used::read_sale_terminals(shell, &record);
            Ok(Some(record))
        };
        one.read(shell.same_connection(), answer);
    };
    let meant = Memo::new(move |_| {
        let wanted = wanted.get()?;
        let is_whole = coming.get() != transactions::Coming::Reading;
        hits.with(|hits| match hits.rows.as_slice() {
            [row] if hits.total == 1 && is_whole && !wanted.is_amount() && hits.without.is_empty() => {
                TransactionId::parse(&row[0])
            }
            [] => wanted.id().and_then(TransactionId::parse),
            _ => None,
        })
    });
    effect(move || {
        if let Some(id) = meant.get() {
            read(id);
        }
    });
    effect(move || {
        let explained = one.with(Option::is_some);
        seen.set(SearchSummary { hits: hits.with(|hits| hits.total), explained });
    });
    on_cleanup(move || {
        let _ = seen.try_set(SearchSummary::default());
        let _ = way.try_set(None);
    });
    let choose = move |id: &str| {
        if let Some(id) = TransactionId::parse(id) {
            read(id);
            // The pressed button disappears; Enter in the field opens the result.
            engine::focus("#call-text", "main h1");
        }
    };
    // Of several sales, the first is the best match.
    effect(move || {
        let first =
            hits.with(|hits| hits.rows.first().filter(|_| hits.without.is_empty()).map(|row| row[0].clone()));
        if one.with(Option::is_some) || meant.with(Option::is_some) {
            return;
        }
        // The rows still on the page belong to another text.
        if hits.reading().loading {
            return way.set(None);
        }
        way.set(first.map(|id| EnterTarget {
            opens: "the first sale",
            stays: true,
            go: Callback::new(move |()| choose(&id)),
        }));
    });
    let back = move |_| {
        one.clear();
        way.set(None);
        engine::later(0, || engine::focus(".call .sale", "#call-text"));
    };
    let list = move || {
        if one.with(Option::is_some) {
            let many = hits.with(|hits| hits.total);
            return (many > 1)
                .then(|| view! { <p><button type="button" on:click=back>{format!("Back to the {many} sales")}</button></p> })
                .into_any();
        }
        let found = hits.get();
        let connection = connection.get();
        let rows = found.rows.iter().map(|row| {
            let (id, [head, more]) = (row[0].clone(), words(connection.as_ref(), row));
            view! { <li><button type="button" class="sale" on:click=move |_| choose(&id)><b>{head}</b><span class="muted">{more}</span></button></li> }
        });
        let some = found.total > 1 || (found.total == 1 && meant.get().is_none());
        let rows = some.then(
            || view! { <ul class="sales" aria-label="Sales" on:keydown=walk>{rows.collect_view()}</ul> },
        );
        if connection.is_none() {
            return view! { <p class="muted caption">"Open a connection first to find sales."</p> }
                .into_any();
        }
        let summary = summary(
            &found,
            loaded.get().as_ref(),
            coming.get(),
            filters.with(Option::is_none),
            wanted.get().as_ref(),
        );
        let summary = view! { <p class="muted caption">{summary}</p> };
        // Partial matches follow the sentence that says what they lack.
        if found.without.is_empty() {
            view! { {rows}{summary} }.into_any()
        } else {
            view! { {summary}{rows} }.into_any()
        }
    };
    let journal = Journal::read(shell, move || {
        let of = |record: &Transaction| transactions::configurations(shell, record);
        one.with(|one| one.as_ref().map(of).unwrap_or_default())
    });
    // The call bar covers messages, so it shows the result of a copy itself.
    let copied = RwSignal::new("");
    effect(move || {
        one.with(|_| ());
        copied.set("");
    });
    let again = Callback::new(move |()| {
        if let Some(id) = meant.get_untracked() {
            read(id);
        }
    });
    view! {
        {move || one.get().map(|record| sale_view(shell, &record, journal, copied, way))}
        <ReadFailed reading=Signal::derive(move || one.reading()) again=again/>
        {live(list)}
    }
}

/// Arrow keys move between sales, and up to the field.
fn walk(event: web_sys::KeyboardEvent) {
    let Ok(all) = document().query_selector_all(".call .sale") else { return };
    let all: Vec<web_sys::HtmlElement> =
        (0..all.length()).filter_map(|at| all.get(at)?.dyn_into().ok()).collect();
    let active = document().active_element();
    let Some(here) = all.iter().position(|one| active.as_ref() == Some(one.as_ref())) else { return };
    match (event.key().as_str(), here) {
        ("ArrowDown", _) => {
            if let Some(next) = all.get(here + 1) {
                let _ = next.focus();
            }
        }
        ("ArrowUp", 0) => engine::focus("#call-text", "main h1"),
        ("ArrowUp", _) => {
            let _ = all[here - 1].focus();
        }
        _ => return,
    }
    event.prevent_default();
}

/// Words for a PIN request; no document explains the service's field.
fn verification(verified: Verified) -> &'static str {
    match verified {
        Verified::Pin => "likely PIN",
        Verified::Signature => "likely signature",
        Verified::PinOrSignature => "likely PIN or signature",
        Verified::OnDevice => "likely phone unlock",
        Verified::Nothing => "likely no PIN",
        Verified::Failed => "verification likely failed",
    }
}

/// "23.10 EUR · Visa · ends in 2941 · Approved · likely no PIN", and merchant, terminal and id.
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

fn sale_view(
    shell: Shell,
    record: &Transaction,
    journal: Journal,
    copied: RwSignal<&'static str>,
    way: EnterSignal,
) -> AnyView {
    let Some(answered) = transactions::answered(shell, record, journal, None) else { return ().into_any() };
    let support = answered.answer.support();
    let change = answered.answer.decision.change.clone();
    let id = record.tran_id.clone();
    let route = Route::Transaction(id.clone());
    let fields: Vec<_> = change
        .iter()
        .flat_map(|change| {
            let configurations = answered.found.configurations.iter().take(LINKS);
            configurations.map(|(config, _)| (config.id.clone(), change.key, config.full_name()))
        })
        .collect();
    let to = route.clone();
    way.set(Some(match fields.first().cloned() {
        Some((id, key, _)) => {
            let record = record.clone();
            EnterTarget::decides(move || transactions::open_field(shell, &record, &id, key))
        }
        None => EnterTarget {
            opens: "the sale",
            stays: false,
            go: Callback::new(move |()| shell.nav.go(to.clone())),
        },
    }));
    let links = fields.into_iter().map(|(id, key, name)| {
        let path = Route::Editor(id.clone()).path();
        let record = record.clone();
        let go = move |event: web_sys::MouseEvent| {
            event.prevent_default();
            close(shell);
            transactions::open_field(shell, &record, &id, key);
        };
        view! { <a href=path on:click=go>{format!("Open {} of {name}", FieldKey::from_wire(key).label())}</a> }
    });
    let links = links.collect_view();
    let path = route.path();
    let go = move |event: web_sys::MouseEvent| {
        event.prevent_default();
        close(shell);
        shell.nav.go(route.clone());
    };
    let handed = record.clone();
    let hand_over = move |_| {
        let Some(text) = transactions::hand_over(shell, &handed, journal) else { return };
        spawn_local(async move {
            let is_copied = engine::copy(&text).await;
            let _ = copied.try_set(if is_copied {
                "Copied."
            } else {
                "Not copied: the clipboard is unavailable."
            });
        });
    };
    let connection = shell.opened();
    let [head, more] = words(connection.as_ref(), &row_of(record));
    view! {
        <section class="one">
            <p class="muted caption">{head} " · " {more}</p>
            <p class="large">{support.headline.to_string()} <Doubt certainty=support.certainty/></p>
            <p class="next">{support.next.to_string()}</p>
            {support.doubts.into_iter().map(|doubt| view! { <p class="note-line">{doubt.to_string()}</p> }).collect_view()}
            {say_to_merchant(answered.answer, "call-language")}
            {support.change.map(|change| view! { <p>{change.to_string()}</p> })}
            <p class="row">{links}<a href=path on:click=go>{format!("Open {id}")}</a>
                <button type="button" on:click=hand_over><Icon name="copy"/>"Copy for handover"</button>
                <span class="muted caption" role="status" aria-label="Handover">{move || copied.get()}</span></p>
            <Causes causes=support.causes answer=support.certainty/>
        </section>
    }
    .into_any()
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
