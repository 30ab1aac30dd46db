//! Explain: why a PIN was asked or why it was declined, in one sentence, the reasons behind it, and what the terminal reported, bit
//! by bit. The sentence, with its grounds or for the merchant, can be copied to hand it over.

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::commands::{ListHistory, SaveBundle};
use tapline_contract::emv_config::EmvId;
use tapline_contract::explained::{self, Candidates, Explained, Handed, Journaled, Known, LimitsIn, changed};
use tapline_contract::export::{BundleSaving, Zone};
use tapline_contract::history::{Change, HistoryOf, HistoryQuery};
use tapline_contract::transaction::Transaction;
use tapline_emv::bits::{self, Reading, Table};
use tapline_emv::{Scheme, performed, tsi, tvr};

use super::again::{self, SecondTry, look_for};
use super::money;
use crate::actions::{Keys, offer};
use crate::effect::effect;
use crate::ipc::{self, engine};
use crate::pages::limits;
use crate::paths::Route;
use crate::shell::{Shell, shell};
use crate::used;
use crate::widgets::copy::CopyButton;
use crate::widgets::icon::Icon;
use crate::widgets::reasons::{Reasons, Sure};

/// Links to so many configurations; the rest is on the limits page.
const LINKS: usize = 4;

/// Changes of the configurations that may have decided, as far as the journal of this computer was read.
#[derive(Clone, Copy)]
pub(crate) struct Journal(RwSignal<Arc<Vec<Change>>>);

impl Journal {
    /// Read from now on. Without it an explanation does not say what changed.
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
    let cvm = performed::read(&cvm_text, explained::scheme(&record), explained::entry(&record)).map_or_else(
        || "The transaction tells none.".to_owned(),
        |performed| format!("{}: {}", cvm_text.trim(), performed.words),
    );
    let record = StoredValue::new(record);
    let journal = Journal::read(shell, move || record.with_value(|record| configurations(shell, record)));
    let second_try = look_for(record);
    let now = move || record.with_value(|record| answered(shell, record, journal));
    let handed = move |of: &dyn Fn(Handed<'_>) -> String| {
        record.with_value(|record| {
            let line = untrack(|| second_try.get()).map(|again| again.line(&record.tran_id));
            handed(shell, record, journal, line, of)
        })
    };
    let hand_over = move || copy(shell, handed(&|handed| handed.text()));
    let bundle = move || {
        let Some(text) = handed(&|handed| handed.bundle()) else { return };
        let zone = Zone { name: engine::zone_name(), offset_minutes: engine::zone_offset() };
        spawn_local(async move {
            match ipc::command::<SaveBundle>(BundleSaving { text, zone }).await {
                Ok(file) => shell.toast(&format!("Written to {} in {}.", file.name, file.folder)),
                Err(failure) => shell.fail(&failure),
            }
        });
    };
    let for_merchant =
        move |_| copy(shell, untrack(|| record.with_value(|record| merchant(shell, record, &now().answer))));
    offer("hand-over", hand_over);
    offer("bundle", bundle);
    view! {
        <section class="facts-group explain" aria-label="Explain">
            <h2>"Explain"</h2>
            {move || said(shell, record, now(), journal, second_try)}
            <p class="actions">
                <button type="button" on:click=move |_| hand_over()><Icon name="copy"/>"Copy to hand over" <Keys id="hand-over"/></button>
                <button type="button" on:click=for_merchant><Icon name="copy"/>"Copy for the merchant"</button>
                <button type="button" on:click=move |_| bundle()>"Save for support"</button>
            </p>
            {reported(&tvr::TABLE, &tvr_text, &tvr)}
            {reported(&tsi::TABLE, &tsi_text, &tsi)}
            <dl class="bits"><dt>"CVM"</dt><dd>{cvm}</dd></dl>
        </section>
    }
}

/// The explanation with its grounds, redacted, for whoever takes the case over.
pub(crate) fn hand_over(shell: Shell, record: &Transaction, journal: Journal) -> Option<String> {
    handed(shell, record, journal, None, &|handed| handed.text())
}

/// What is handed over, with the line of a second try.
fn handed(
    shell: Shell,
    record: &Transaction,
    journal: Journal,
    line: Option<String>,
    of: &dyn Fn(Handed<'_>) -> String,
) -> Option<String> {
    untrack(|| {
        let session = shell.session.get()?;
        let Answered { answer, found, limits_in } = answered(shell, record, journal);
        Some(of(Handed {
            connection: &session.connection,
            record,
            answer: &answer.with_note(line),
            found: &found,
            limits_in: &limits_in,
            history: &journal.0.get(),
            local: engine::local_time,
        }))
    })
}

fn copy(shell: Shell, text: Option<String>) {
    let Some(text) = text else { return };
    spawn_local(async move {
        let copied = engine::copy(&text).await;
        shell.toast(if copied { "Copied." } else { "The clipboard did not take it." });
    });
}

/// The answer as the window knows it now.
pub(crate) struct Answered {
    pub(crate) answer: Explained,
    pub(crate) found: Candidates,
    limits_in: LimitsIn,
}

impl Answered {
    /// What was changed on this computer before or after the sale, a sentence each.
    pub(crate) fn changes(&self, record: &Transaction, journal: Journal) -> Vec<String> {
        changed(&self.found, &journal.0.get(), &self.limits_in.currency, record, engine::local_time)
    }

    /// With the change on this computer that explains it, if the journal has one.
    fn with_journal(self, shell: Shell, record: &Transaction, history: &[Change]) -> Answered {
        let Answered { answer, found, limits_in } = self;
        let answer = shell.session.with(|session| match session {
            Some(session) => answer.with_journal(Journaled {
                record,
                connection: &session.connection,
                limits_in: &limits_in.currency,
                found: &found,
                history,
                local: engine::local_time,
            }),
            None => answer,
        });
        Answered { answer, found, limits_in }
    }
}

/// Why a PIN was asked at it, or why it was declined, with the configurations that may have decided and what was changed since.
pub(crate) fn answered(shell: Shell, record: &Transaction, journal: Journal) -> Answered {
    by_limits_now(shell, record).with_journal(shell, record, &journal.0.get())
}

/// The configurations that may have decided.
pub(crate) fn configurations(shell: Shell, record: &Transaction) -> Vec<EmvId> {
    by_limits_now(shell, record).found.ids()
}

fn by_limits_now(shell: Shell, record: &Transaction) -> Answered {
    let (open, terminals) = (super::state::open_transaction(shell), used::sale_terminals(shell, record));
    let known = open.known();
    let known = Known { merchants: &known.merchants, acquirers: &known.acquirers, terminals: &terminals };
    let mut found = explained::scheme(record).map_or_else(Candidates::none, |scheme| {
        limits::store(shell).list.with(|list| explained::candidates(record, scheme, &list.records, known))
    });
    let connections = shell.currency();
    let users = used::all_users(shell);
    shell.session.with(|session| {
        let connection = session.as_ref().map(|session| &session.connection);
        let sale = connection.and_then(|connection| Some(explained::money(connection, record)?.0));
        let limits_in = explained::limits_in(&mut found, sale.as_ref(), users.as_deref(), &connections);
        let answer = connection.map_or_else(
            || Explained::Sentence("No connection is open.".to_owned()),
            |connection| explained::explain(record, connection, &limits_in.currency, &found),
        );
        Answered { answer, found, limits_in }
    })
}

/// From a sale to a field of a configuration that may have decided, which then shows what happens at the same amount.
pub(crate) fn open_field(shell: Shell, record: &Transaction, id: &EmvId, key: &str) {
    money::carry(shell, record);
    limits::open_at(shell, id, key);
}

fn said(
    shell: Shell,
    record: StoredValue<Transaction>,
    answered: Answered,
    journal: Journal,
    second_try: again::Found,
) -> AnyView {
    let changes = record.with_value(|record| answered.changes(record, journal));
    let Answered { answer, found, limits_in } = answered;
    let text = answer.said();
    let (why, scheme) = match answer {
        Explained::Sentence(sentence) => return view! { <p>{sentence}</p> }.into_any(),
        Explained::Answer { why, scheme } => (why, scheme),
    };
    let notes = why.notes.into_iter().map(|note| view! { <p class="note-line">{note}</p> });
    let change = why.change.map(|change| {
        let links = found.configurations.iter().take(LINKS).map(|(config, _)| {
            let (id, key, name) = (config.id.clone(), change.key, config.full_name());
            let path = Route::Editor(id.clone()).path();
            view! { <a href=path on:click=move |event| { event.prevent_default(); record.with_value(|record| open_field(shell, record, &id, key)); }>{name}</a> }
        });
        view! { <div class="change" role="group" aria-label="What to change"><p>{change.words}</p><p class="caption"><code>{change.key}</code> " of " {links.collect_view()}</p></div> }
    });
    let changes = changes.into_iter().map(|sentence| view! { <p class="caption">{sentence}</p> });
    view! {
        <p class="row"><span class="muted">{why.question}</span><Sure certainty=why.certainty/></p>
        <p class="answer-line"><b>{why.sentence.clone()}</b><CopyButton text=text what="the answer"/></p>
        <SecondTry record=record found=second_try/>
        {notes.collect_view()}
        // What a person on the phone does next stands before the grounds.
        {change}
        <Reasons chain=why.chain/>
        {basis(shell, record, &found, &limits_in, scheme)}
        {changes.collect_view()}
    }
    .into_any()
}

/// Which configurations may have decided, and how they were found.
fn basis(
    shell: Shell,
    record: StoredValue<Transaction>,
    found: &Candidates,
    limits_in: &LimitsIn,
    scheme: Scheme,
) -> Option<AnyView> {
    let links = found.all().take(LINKS).map(|config| {
        let route = Route::Editor(config.id.clone());
        let path = route.path();
        let open = move |event: web_sys::MouseEvent| {
            event.prevent_default();
            record.with_value(|record| money::carry(shell, record));
            shell.nav.go(route.clone());
        };
        view! { <a href=path on:click=open>{config.full_name()}</a> }
    });
    let count = found.all().count();
    let more = count.checked_sub(LINKS).filter(|more| *more > 0);
    (count > 0 || found.basis.is_unreadable()).then(|| {
        let limits_in = (!found.basis.is_unreadable()).then(|| limits_in.words.clone());
        view! { <p class="basis muted">{found.basis_words(scheme)} " " {limits_in} " " {links.collect_view()}{more.map(|more| format!(" and {more} more"))}</p> }
        .into_any()
    })
}

fn merchant(shell: Shell, record: &Transaction, answer: &Explained) -> Option<String> {
    let connection =
        shell.session.with(|session| session.as_ref().map(|session| session.connection.clone()))?;
    Some(match answer {
        Explained::Sentence(_) => {
            explained::plainly(record, None, &money::shown(&connection, record.amount.as_ref()))
        }
        Explained::Answer { why, .. } => {
            explained::plainly(record, Some(why), &money::shown(&connection, record.amount.as_ref()))
        }
    })
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
