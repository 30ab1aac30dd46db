//! Explain: the card with headline, next step, a sentence for the merchant and up to five causes, which the palette shows too; and under
//! *Details* the rest with the bits that the terminal reported.
//!
//! The second try of a sale: a decline that requested a PIN, and the sale with the PIN. Searched among the loaded transactions; without a
//! match nothing is shown. The rule is [`tapline_contract::explained::again`].

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::Failure;
use tapline_contract::commands::{ListHistory, ListRows, SaveBundle};
use tapline_contract::connection::ConnectionId;
use tapline_contract::emv_config::EmvId;
use tapline_contract::emv_field::FieldKey;
use tapline_contract::endpoints::GetTransaction;
use tapline_contract::explained::again::{self, Again, MEMBERS, MOST_ROWS};
use tapline_contract::explained::{self, Around, Candidates, Explained, Handed, LimitsIn, LinkedRecords};
use tapline_contract::export::{BundleSaving, Zone};
use tapline_contract::history::{Change, HistoryOf, HistoryQuery};
use tapline_contract::list::{Filter, ListId, RowsQuery};
use tapline_contract::transaction::Transaction;
use tapline_emv::bits::{self, Reading, Table};
use tapline_emv::{performed, tsi, tvr};
use tapline_explain::decision::{Headline, Source};
use tapline_explain::say::{self, Language};

use super::actions::unknown_call;
use super::facts::TransactionLink;
use super::money;
use crate::actions::{Keys, offer};
use crate::effect::effect;
use crate::ipc::{self, engine};
use crate::pages::{limits, transactions};
use crate::paths::Route;
use crate::remote::Remote;
use crate::shell::{Shell, shell};
use crate::used;
use crate::widgets::icon::Icon;
use crate::widgets::reasons::answer_card;
use crate::widgets::show::live;

/// Links to configurations, at most; the others are on the limits page.
const LINKS: usize = 3;

/// Changes of the candidate configurations, from the journal of this computer.
#[derive(Clone, Copy)]
pub(crate) struct Journal(RwSignal<Arc<Vec<Change>>>);

impl Journal {
    /// Loads the changes and keeps them current. Without changes an explanation names none.
    pub(crate) fn read(shell: Shell, of: impl Fn() -> Vec<EmvId> + Send + Sync + 'static) -> Journal {
        let journal = Journal(RwSignal::default());
        let configurations = Memo::new(move |_| of());
        effect(move || {
            let of = HistoryOf::Configurations(configurations.get());
            let query = HistoryQuery::newest(shell.connection(), of);
            spawn_local(async move {
                if let Ok(page) = ipc::command::<ListHistory>(query).await {
                    let _ = journal.0.try_set(Arc::new(page.changes));
                }
            });
        });
        journal
    }
}

#[component]
pub(super) fn Explain(record: Transaction) -> impl IntoView {
    let shell = shell();
    super::state::open_transaction(shell).read_known(shell);
    used::read_all(shell);
    used::read_sale_terminals(shell, &record);
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let (tvr_text, tsi_text, cvm_text) = (text(&record.tvr), text(&record.tsi), text(&record.cvm_performed));
    let (tvr, tsi) = (explained::tvr_of(&record), explained::tsi_of(&record));
    let cvm = performed::read(&cvm_text, explained::scheme(&record), explained::entry(&record))
        .map_or_else(|| "Not provided.".to_owned(), |performed| performed.words);
    let record = StoredValue::new(record);
    let journal = Journal::read(shell, move || record.with_value(|record| configurations(shell, record)));
    let second_try = look_for(record);
    let language = RwSignal::new(None);
    // Another answer draws the card again: what is being clicked in it is gone then.
    let now = Memo::new(move |_| {
        let again = second_try.get();
        record.with_value(|record| answered(shell, record, journal, again.as_ref()))
    });
    let handed = move |of: &dyn Fn(Handed<'_>) -> String| {
        let again = untrack(|| second_try.get());
        record.with_value(|record| handed(shell, record, journal, again.as_ref(), of))
    };
    let hand_over = move || handed(&|handed| handed.text()).map_or((), |text| shell.copy(text));
    let bundle = move || {
        let Some(text) = handed(&|handed| handed.bundle()) else { return };
        let zone = Zone { name: engine::zone_name(), offset_minutes: engine::zone_offset() };
        spawn_local(async move {
            match ipc::command::<SaveBundle>(BundleSaving { text, zone }).await {
                Ok(file) => shell.toast(&format!("Saved as {} in {}.", file.name, file.folder)),
                Err(failure) => shell.fail(&failure),
            }
        });
    };
    offer("hand-over", hand_over);
    offer("bundle", bundle);
    view! {
        <section class="facts-group explain" aria-label="Explain">
            <h2>"Explain"</h2>
            {move || match now.get() {
                Some(sale) => sale_card(shell, record, sale, second_try, language, CardPlace::Page),
                None => view! { <p class="muted">"Open a connection first."</p> }.into_any(),
            }}
            <p class="actions">
                <button type="button" on:click=move |_| hand_over()><Icon name="copy"/>"Copy for handover" <Keys id="hand-over"/></button>
                <button type="button" on:click=move |_| bundle()>"Save support file…"</button>
            </p>
            <details>
                <summary>"Details"</summary>
                {move || details(shell, record, now.get(), CardPlace::Page)}
                {reported(&tvr::TABLE, &tvr_text, &tvr)}
                {reported(&tsi::TABLE, &tsi_text, &tsi)}
                <dl class="bits"><dt>"CVM"</dt><dd title=cvm_text.clone()>{cvm}<code class="wire">" " {cvm_text.clone()}</code></dd></dl>
            </details>
        </section>
    }
}

/// The explanation with its sources, redacted, for the person who takes over the case.
pub(crate) fn handed(
    shell: Shell,
    record: &Transaction,
    journal: Journal,
    again: Option<&Again>,
    of: &dyn Fn(Handed<'_>) -> String,
) -> Option<String> {
    untrack(|| {
        let session = shell.session.get()?;
        let SaleAnswer { answer, found, limits_in } = answered(shell, record, journal, again)?;
        Some(of(Handed {
            connection: &session.connection,
            record,
            answer: &answer,
            found: &found,
            limits_in: &limits_in,
            history: &journal.0.get(),
            again: again.map(|again| again.line(&record.tran_id)).as_deref(),
        }))
    })
}

/// The answer from the data loaded so far.
#[derive(Clone, PartialEq)]
pub(crate) struct SaleAnswer {
    pub(crate) answer: Explained,
    pub(crate) found: Candidates,
    limits_in: LimitsIn,
}

/// Explains a transaction. `None` without a connection.
pub(crate) fn answered(
    shell: Shell,
    record: &Transaction,
    journal: Journal,
    again: Option<&Again>,
) -> Option<SaleAnswer> {
    let mut found = candidates(shell, record);
    let connections = shell.currency();
    let users = used::all_users(shell);
    shell.session.with(|session| {
        let connection = &session.as_ref()?.connection;
        let sale = explained::money(connection, record).map(|(currency, _)| currency);
        let limits_in = explained::limits_in(&mut found, sale.as_ref(), users.as_deref(), &connections);
        let around = Around {
            connection,
            limits_in: &limits_in.currency,
            found: &found,
            history: &journal.0.get(),
            local: engine::local_time,
            again,
        };
        let answer = explained::explain(record, around);
        Some(SaleAnswer { answer, found, limits_in })
    })
}

/// Ids of the candidate configurations.
pub(crate) fn configurations(shell: Shell, record: &Transaction) -> Vec<EmvId> {
    candidates(shell, record).ids()
}

fn candidates(shell: Shell, record: &Transaction) -> Candidates {
    let (open, terminals) = (super::state::open_transaction(shell), used::sale_terminals(shell, record));
    let known = open.known();
    let known =
        LinkedRecords { merchants: &known.merchants, acquirers: &known.acquirers, terminals: &terminals };
    explained::scheme(record).map_or_else(Candidates::none, |scheme| {
        limits::store(shell).list.with(|list| explained::candidates(record, scheme, &list.records, known))
    })
}

/// Opens a field of a candidate configuration, at the amount of the sale.
pub(crate) fn open_field(shell: Shell, record: &Transaction, id: &EmvId, key: &str) {
    money::carry(shell, record);
    limits::open_at(shell, id, key);
}

/// Place of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CardPlace {
    Page,
    /// In front of any page: closed before a link is followed.
    Palette,
}

impl CardPlace {
    fn leave(self, shell: Shell) {
        if self == CardPlace::Palette {
            shell.window().sheet.set(None);
        }
    }
}

/// The card of a sale, with links to the fields that decide.
pub(crate) fn sale_card(
    shell: Shell,
    record: StoredValue<Transaction>,
    sale: SaleAnswer,
    second_try: SecondTrySearch,
    chosen: RwSignal<Option<Language>>,
    place: CardPlace,
) -> AnyView {
    let name = if place == CardPlace::Page { "say-language" } else { "palette-language" };
    let links = deciding_fields(&sale).into_iter().map(|(id, key, name)| {
        let path = Route::Editor(id.clone()).path();
        let go = move |event: web_sys::MouseEvent| {
            event.prevent_default();
            place.leave(shell);
            record.with_value(|record| open_field(shell, record, &id, key));
        };
        view! { <a href=path on:click=go>{format!("Open {} of {name}", FieldKey::from_wire(key).label())}</a> }
    });
    let links = links.collect_view();
    let support = sale.answer.support();
    // The palette has it under Details.
    let change = support.change.as_ref().filter(|_| place == CardPlace::Page);
    let change = change.map(|words| view! { <p>{words.to_string()}</p> });
    let setting = (!links.is_empty()).then(|| {
        view! { <div class="change" role="group" aria-label="Setting that decides">{change}<p class="row">{links}</p></div> }
    });
    let note = view! { <SecondTry record=record found=second_try/> }.into_any();
    let SaleAnswer { answer, .. } = sale;
    let language = answer.language;
    let unknown = Memo::new(move |_| record.with_value(|record| unknown_call(shell, &record.tran_id)));
    answer_card(
        support,
        unknown.into(),
        Arc::new(move |language| answer.merchant(language)),
        language,
        chosen,
        name,
        [note, setting.into_any()],
    )
}

/// The fields that decide, each with its configuration's id and name: of the change that would have helped, else of the first reason.
pub(crate) fn deciding_fields(sale: &SaleAnswer) -> Vec<(EmvId, &'static str, String)> {
    let decision = &sale.answer.decision;
    if decision.headline == Headline::NotFinished {
        return Vec::new();
    }
    let of_change = decision.change.as_ref().map(|change| change.key);
    let of_cause = || match decision.causes.first()?.fact.source() {
        Source::Param(key) => Some(key),
        _ => None,
    };
    let Some(key) = of_change.or_else(of_cause) else { return Vec::new() };
    let configurations = sale.found.configurations.iter().take(LINKS);
    configurations.map(|(config, _)| (config.id.clone(), key, config.full_name())).collect()
}

/// The evidence behind the answer, what speaks against it, and the candidate configurations.
pub(crate) fn details(
    shell: Shell,
    record: StoredValue<Transaction>,
    known: Option<SaleAnswer>,
    place: CardPlace,
) -> Option<AnyView> {
    let SaleAnswer { answer, found, limits_in } = known?;
    let everything =
        say::engineer(&answer.decision).into_iter().map(|line| view! { <li>{line.to_string()}</li> });
    let links = found.all().take(LINKS).map(|config| {
        let route = Route::Editor(config.id.clone());
        let path = route.path();
        let open = move |event: web_sys::MouseEvent| {
            event.prevent_default();
            place.leave(shell);
            record.with_value(|record| money::carry(shell, record));
            shell.nav.go(route.clone());
        };
        view! { <a href=path on:click=open>{config.full_name()}</a> }
    });
    let more = found.all().count().checked_sub(LINKS).filter(|more| *more > 0);
    let basis = answer.sale.scheme.map(|scheme| {
        view! { <p class="basis muted">{found.basis_words(scheme)} " " {limits_in.words} " " {links.collect_view()}{more.map(|more| format!(" and {more} more"))}</p> }
    });
    Some(view! { <ul class="values">{everything.collect_view()}</ul>{basis} }.into_any())
}

/// A raw value, and its bits in words.
fn reported(table: &'static Table, text: &str, reading: &Reading) -> impl IntoView + use<> {
    let plain = |words: String| view! { <dt></dt><dd class="muted">{words}</dd> }.into_any();
    let rows = match reading {
        Reading::Absent => plain("Not provided.".to_owned()),
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

/// The second try, for the sentence and for the handover.
pub(crate) type SecondTrySearch = Remote<Option<Again>>;

/// Searches whenever the list has other rows.
pub(crate) fn look_for(record: StoredValue<Transaction>) -> SecondTrySearch {
    let shell = shell();
    let found = SecondTrySearch::default();
    let loaded = transactions::loaded(shell);
    // Rows appended to the list don't change its version.
    let list = Memo::new(move |_| loaded.with(|list| list.as_ref().map(|list| (list.list, list.version))));
    if record.with_value(|record| again::wanted(record).is_some()) {
        effect(move || {
            let Some(list) = list.get() else { return };
            let (connection, of) = (shell.connection(), record.get_value());
            found.read(shell.same_connection(), async move { find(connection, list, of).await });
        });
    }
    found
}

#[component]
pub(crate) fn SecondTry(record: StoredValue<Transaction>, found: SecondTrySearch) -> impl IntoView {
    let id = record.with_value(|record| record.tran_id.clone());
    live(move || {
        found.get().map(|again| {
            let other = again.other(&id).clone();
            view! { <p class="note-line">{again.from(&id)} " " <TransactionLink id=other/></p> }
        })
    })
}

async fn find(
    connection: ConnectionId,
    (list, version): (ListId, u64),
    of: Transaction,
) -> Result<Option<Again>, Failure> {
    let equals = |column: &str, value: Option<String>| Filter::Equals { column: column.to_owned(), value };
    let amount = of.amount.as_ref().and_then(|amount| amount.value.clone());
    let filters = vec![
        equals("accountMasked", of.account_masked.clone()),
        equals("mchName", of.mch_name.clone()),
        Filter::Between { column: "amount.value".to_owned(), least: amount.clone(), most: amount },
    ];
    let query = RowsQuery {
        list,
        version,
        first: 0,
        count: MOST_ROWS,
        columns: MEMBERS.map(str::to_owned).to_vec(),
        sort: None,
        filter: Some(Filter::All(filters)),
    };
    let window = ipc::command::<ListRows>(query).await?;
    let rows: Vec<Transaction> = (0..window.rows.len())
        .filter_map(|row| {
            let cells = window.row(row).map(|cell| cell.map(str::to_owned));
            again::of_row(&cells.collect::<Vec<_>>())
        })
        .collect();
    let mut whole = Vec::new();
    for id in again::may_be(&of, &rows) {
        // An unreadable transaction counts as no match.
        whole.extend(ipc::api::<GetTransaction>(connection.clone(), None, id, (), ()).await.ok());
    }
    Ok(again::nearest(&of, &whole))
}
