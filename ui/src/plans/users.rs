//! Users of the open plan's records: requested from core one record after the other, and shown once all are known. Totals and
//! effects refresh when loading ends, not per terminal.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use leptos::prelude::*;
use tapline_contract::Failure;
use tapline_contract::acquirer::AcquirerId;
use tapline_contract::commands::FindUsers;
use tapline_contract::connection::ConnectionId;
use tapline_contract::device::DeviceId;
use tapline_contract::emv_config::EmvId;
use tapline_contract::merchant::MerchantId;
use tapline_contract::plan::{PlanItem, PlanKind};
use tapline_contract::where_used::{UsedRecord, WhereUsed, WhereUsedQuery, counted};
use tapline_emv::Terminal;

use super::Plans;
use crate::ipc::{self, engine};
use crate::remote::{Reading, Remote};
use crate::shell::Shell;

/// Milliseconds between two polls while terminals are loading.
const PAUSE: u64 = 400;

/// Most records of a plan whose users are loaded.
const MOST: usize = 300;

/// The users of all records of a plan.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Touched {
    merchants: BTreeSet<MerchantId>,
    terminals: BTreeSet<(MerchantId, DeviceId)>,
    /// True if something could not be loaded or was not requested.
    is_part: bool,
    /// True if terminals of very many merchants load only on request.
    pub(crate) too_many: bool,
    /// Terminals of the configurations whose terminals were all loaded.
    terminals_of: BTreeMap<EmvId, Vec<Terminal>>,
}

impl Touched {
    fn add(&mut self, of: &UsedRecord, found: &WhereUsed) {
        self.merchants.extend(found.merchants.iter().map(|one| one.id.clone()));
        self.terminals.extend(found.terminals.iter().map(|one| (one.merchant.clone(), one.id.clone())));
        self.is_part |= !found.is_whole();
        self.too_many |= found.too_many;
        if let (UsedRecord::Emv(id), Some(terminals)) = (of, found.checked_terminals()) {
            self.terminals_of.insert(id.clone(), terminals);
        }
    }

    /// `None` unless all of them were loaded.
    pub(crate) fn terminals_of(&self, id: &EmvId) -> Option<&[Terminal]> {
        self.terminals_of.get(id).map(Vec::as_slice)
    }

    /// "used by 312 terminals of 88 merchants"
    pub(super) fn words(&self) -> String {
        if self.merchants.is_empty() {
            return if self.is_part { "no use found so far" } else { "not in use" }.to_owned();
        }
        let part = if self.is_part { ", as far as loaded" } else { "" };
        let terminals = counted(self.terminals.len(), "terminal", "terminals");
        format!("used by {terminals} of {}{part}", counted(self.merchants.len(), "merchant", "merchants"))
    }
}

/// The record whose users are loaded for this item.
pub(crate) fn used_record(item: &PlanItem) -> Option<UsedRecord> {
    match item.kind {
        PlanKind::Emv => EmvId::parse(&item.id).map(UsedRecord::Emv),
        PlanKind::Acquirer => AcquirerId::parse(&item.id).map(UsedRecord::Acquirer),
    }
}

#[derive(Clone, Copy, Default)]
pub(super) struct PlanUsers {
    found: Remote<Option<Arc<Touched>>>,
    /// True if terminals of very many merchants were requested.
    all: RwSignal<bool>,
    /// Counts the readings, so that older ones stop polling.
    turn: StoredValue<u32>,
}

impl PlanUsers {
    pub(super) fn has_failed(self) -> bool {
        self.found.has_failed()
    }

    pub(super) fn clear(self) {
        self.turn.update_value(|turn| *turn += 1);
        self.all.set(false);
        self.found.clear();
    }

    async fn read(self, connection: ConnectionId, records: Vec<UsedRecord>) -> Result<Touched, Failure> {
        let turn = self.turn.get_value();
        let mut touched = Touched::default();
        for of in records {
            let found = loop {
                let query = WhereUsedQuery {
                    connection: connection.clone(),
                    of: of.clone(),
                    again: false,
                    all_terminals: self.all.get_untracked(),
                };
                let found = ipc::command::<FindUsers>(query).await?;
                // Another reading replaced this one, so its result is dropped.
                if self.turn.get_value() != turn {
                    return Ok(touched);
                }
                if !found.reading {
                    break found;
                }
                engine::rest(PAUSE).await;
            };
            touched.add(&of, &found);
        }
        Ok(touched)
    }
}

/// Text for the page about the users of all records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TouchedWords {
    pub(crate) sentence: String,
    /// Label of a button that loads more.
    pub(crate) more: Option<&'static str>,
}

impl Plans {
    /// Loads the users of the open plan's records, unless they are loaded or loading.
    pub(crate) fn read_users(self, shell: Shell) {
        if !untrack(|| self.users.found.is_requested() || self.users.found.has_failed()) {
            self.ask_users(shell);
        }
    }

    /// Retries automatically after an outage, as long as the caller's owner lives.
    pub(crate) fn keep_trying_users(self, shell: Shell) {
        let reading = Signal::derive(move || self.users.found.reading());
        shell.outage().keep_trying(reading, Callback::new(move |()| self.ask_users(shell)));
    }

    /// Retries after a failure; otherwise loads all merchants, however many.
    pub(crate) fn read_more_users(self, shell: Shell) {
        if !untrack(|| self.users.found.has_failed()) {
            self.users.all.set(true);
        }
        self.ask_users(shell);
    }

    pub(super) fn ask_users(self, shell: Shell) {
        let Some(opened) = self.open.get_untracked().filter(|opened| opened.plan.items.len() <= MOST) else {
            return;
        };
        self.users.turn.update_value(|turn| *turn += 1);
        let (users, connection) = (self.users, shell.connection());
        let records = opened.plan.items.iter().filter_map(used_record).collect();
        let answer = async move { Ok(Some(Arc::new(users.read(connection, records).await?))) };
        users.found.read(self.still(shell), answer);
    }

    /// Users of all records; `None` while not all were requested.
    pub(crate) fn touched(self) -> Option<Arc<Touched>> {
        self.users.found.get()
    }

    pub(crate) fn touched_words(self, items: &[PlanItem]) -> TouchedWords {
        let (found, reading) = (self.users.found.get(), self.users.found.reading());
        touched_words(items, found.as_deref(), &reading)
    }
}

fn touched_words(items: &[PlanItem], found: Option<&Touched>, reading: &Reading) -> TouchedWords {
    let of = |kind| items.iter().filter(|item| item.kind == kind).count();
    let kinds = [
        (of(PlanKind::Emv), "configuration", "configurations"),
        (of(PlanKind::Acquirer), "acquirer profile", "acquirer profiles"),
    ];
    let kinds = kinds.into_iter().filter(|(count, ..)| *count > 0);
    let kinds: Vec<_> = kinds.map(|(count, one, many)| counted(count, one, many)).collect();
    let records = kinds.join(" and ");
    let (rest, more) = match found {
        _ if items.len() > MOST => (". Open a record to see its use.".to_owned(), None),
        _ if reading.failure.is_some() => (". Their use isn't loaded.".to_owned(), Some("Try again")),
        None => (". Loading their use…".to_owned(), None),
        Some(touched) => {
            let more = (touched.too_many && !reading.loading).then_some("Load the remaining terminals");
            (format!(", {}.", touched.words()), more)
        }
    };
    TouchedWords { sentence: format!("{records}{rest}"), more }
}

#[cfg(test)]
mod tests {
    use tapline_contract::params::Params;
    use tapline_contract::where_used::{MerchantUser, TerminalUser};

    use super::*;

    fn items(many: usize) -> Vec<PlanItem> {
        let item = |number: usize| PlanItem {
            kind: if number == 0 { PlanKind::Acquirer } else { PlanKind::Emv },
            id: number.to_string(),
            name: String::new(),
            seen: Params::parse("{}").unwrap(),
            set: Params::parse("{}").unwrap(),
            unset: Vec::new(),
            fingerprint: String::new(),
        };
        (0..many).map(item).collect()
    }

    fn merchant(number: usize) -> MerchantId {
        MerchantId::parse(&format!("M{number}")).unwrap()
    }

    /// A where-used answer with one terminal for each of these merchants, all loaded.
    fn used(merchants: &[usize]) -> WhereUsed {
        let terminal = |number: &usize| TerminalUser {
            merchant: merchant(*number),
            id: DeviceId::parse(&format!("T{number}")).unwrap(),
            name: format!("Till {number}"),
            profile: None,
            emv_params: Some(r#"{"terminalType":22}"#.to_owned()),
        };
        let user = |number: &usize| MerchantUser { id: merchant(*number), name: String::new() };
        WhereUsed {
            merchants: merchants.iter().map(user).collect(),
            terminals: merchants.iter().map(terminal).collect(),
            concerned: merchants.len(),
            concerned_read: merchants.len(),
            ..WhereUsed::default()
        }
    }

    #[test]
    fn who_is_touched_by_two_records_is_counted_once() {
        let (mut touched, [one, two]) = (Touched::default(), [EmvId::from(1), EmvId::from(2)]);
        touched.add(&UsedRecord::Emv(one.clone()), &used(&[1, 2]));
        touched.add(&UsedRecord::Emv(two.clone()), &used(&[2, 3]));
        let text_of = |touched: &Touched, reading: &Reading| touched_words(&items(3), Some(touched), reading);
        let whole = text_of(&touched, &Reading::default());
        assert_eq!(
            whole.sentence,
            "2 configurations and 1 acquirer profile, used by 3 terminals of 3 merchants."
        );
        assert_eq!(whole.more, None);
        assert_eq!(touched.terminals_of(&one).map(<[_]>::len), Some(2));

        // Incomplete records say nothing of terminals.
        touched.terminals_of.clear();
        let part = WhereUsed { concerned_read: 0, too_many: true, terminals: Vec::new(), ..used(&[4]) };
        touched.add(&UsedRecord::Emv(two.clone()), &part);
        assert_eq!(touched.terminals_of(&two), None);
        let part = text_of(&touched, &Reading::default());
        assert!(part.sentence.ends_with("3 terminals of 4 merchants, as far as loaded."));
        assert_eq!(part.more, Some("Load the remaining terminals"));
        assert_eq!(text_of(&touched, &Reading { loading: true, ..Reading::default() }).more, None);
    }

    #[test]
    fn what_is_not_known_of_the_users_is_said_in_the_same_place() {
        let text_of =
            |items: &[PlanItem], found, reading: &Reading| touched_words(items, found, reading).sentence;
        let reads = Reading { loading: true, ..Reading::default() };
        assert_eq!(text_of(&items(1), None, &reads), "1 acquirer profile. Loading their use…");
        let nobody = Touched::default();
        assert_eq!(text_of(&items(1), Some(&nobody), &Reading::default()), "1 acquirer profile, not in use.");
        assert!(text_of(&items(MOST + 1), None, &reads).ends_with("Open a record to see its use."));
    }
}
