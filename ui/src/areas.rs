//! What every area of the window keeps while a connection is open, and what the frame asks of all of them: whether something
//! typed would be lost, what is read again, what is forgotten, what can be found by name or id. Limits are the shell's own.

use std::ops::Deref;
use std::sync::Arc;

use leptos::prelude::*;
use tapline_contract::acquirer::{Acquirer, AcquirerId};
use tapline_contract::emv_config::{EmvConfig, EmvId};
use tapline_contract::merchant::MerchantId;
use tapline_contract::profile::ProfileId;
use tapline_contract::settlement::BatchId;
use tapline_contract::transaction::TransactionId;

use crate::nav::Forms;
use crate::pages::acquirers::{ACQUIRERS, resource::Acquirers};
use crate::pages::activity::state::ActivityState;
use crate::pages::merchants::{MERCHANTS, resource::Merchants};
use crate::pages::owner::state::OwnerState;
use crate::pages::profiles::{PROFILES, resource::Profiles, state::Acts};
use crate::pages::settlements::state::Settlements;
use crate::pages::terminals::{TERMINALS, state::Terminals};
use crate::pages::transactions::one::state::OpenTransaction;
use crate::pages::transactions::state::Transactions;
use crate::paths::Route;
use crate::record::store::RecordStore;
use crate::record::versions::{Names, told_apart};
use crate::record::view::ResourceKind;
use crate::shell::Shell;

/// A handle, copied everywhere: one page has one of them, for as long as it lives.
#[derive(Clone, Copy)]
pub(crate) struct Areas(&'static Members);

/// Something that the palette finds by name or by id: what it is, its name, its id, its page.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Object {
    pub(crate) kind: &'static str,
    pub(crate) name: String,
    pub(crate) id: String,
    pub(crate) route: Route,
}

/// The page of an id, if it can be one.
type ById = fn(&str) -> Option<Route>;

/// What is opened by an id that nobody has read yet, in a word, and its page.
pub(crate) const BY_ID: &[(&str, ById)] = &[
    ("configuration", |id| EmvId::parse(id).map(Route::Editor)),
    ("transaction", |id| TransactionId::parse(id).map(Route::Transaction)),
    ("batch", |id| BatchId::parse(id).map(Route::Settlement)),
    ("merchant", |id| MerchantId::parse(id).map(Route::Merchant)),
    ("acquirer profile", |id| AcquirerId::parse(id).map(Route::Acquirer)),
    ("profile", |id| ProfileId::parse(id).map(Route::Profile)),
];

/// One member an area. Signals only.
pub(crate) struct Members {
    pub(crate) acquirers: RecordStore<Acquirers>,
    pub(crate) activity: ActivityState,
    pub(crate) merchants: RecordStore<Merchants>,
    pub(crate) owner: OwnerState,
    pub(crate) profiles: RecordStore<Profiles>,
    /// What is done with profiles besides editing them.
    pub(crate) profile_acts: Acts,
    pub(crate) settlements: Settlements,
    pub(crate) terminals: Terminals,
    pub(crate) transactions: Transactions,
    /// The one whose pane or page is open.
    pub(crate) transaction: OpenTransaction,
}

impl Deref for Areas {
    type Target = Members;

    fn deref(&self) -> &Members {
        self.0
    }
}

/// Every kind of record that is edited here; the frame asks each.
const KINDS: &[ResourceKind] = &[MERCHANTS, ACQUIRERS, PROFILES, TERMINALS];

impl Areas {
    pub(crate) fn new() -> Areas {
        Areas(Box::leak(Box::new(Members {
            acquirers: RecordStore::new(),
            activity: ActivityState::new(),
            merchants: RecordStore::new(),
            owner: OwnerState::new(),
            profiles: RecordStore::new(),
            profile_acts: Acts::new(),
            settlements: Settlements::new(),
            terminals: Terminals::new(),
            transaction: OpenTransaction::new(),
            transactions: Transactions::new(),
        })))
    }

    /// As on another connection.
    pub(crate) fn clear(self) {
        for kind in KINDS {
            kind.clear(self);
        }
        self.activity.clear();
        self.owner.clear();
        self.profile_acts.clear();
        self.settlements.clear();
        self.terminals.clear();
        self.transactions.clear();
        self.transaction.clear();
    }

    /// What was read is forgotten; what is typed stays, for the same person.
    pub(crate) fn conceal(self) {
        for kind in KINDS {
            kind.conceal(self);
        }
        self.activity.clear();
        self.owner.clear();
        self.profile_acts.clear();
        self.settlements.clear();
        self.terminals.conceal();
        self.transactions.clear();
        self.transaction.clear();
    }

    /// Everything that was read and has a page of its own.
    pub(crate) fn objects(self, shell: Shell) -> Vec<Object> {
        let configuration = |one: &EmvConfig| Object {
            kind: "configuration",
            name: one.full_name(),
            id: one.id.to_string(),
            route: Route::Editor(one.id.clone()),
        };
        let mut found: Vec<Object> = shell.list.with(|list| list.records.iter().map(configuration).collect());
        for kind in KINDS {
            found.extend(kind.objects(self));
        }
        found
    }

    /// What is typed is given up.
    pub(crate) fn discard(self) {
        for kind in KINDS {
            kind.discard(self);
        }
        self.terminals.discard();
    }

    /// The forms that are being edited. Each is asked, so that a change of any of them is heard of.
    pub(crate) fn forms(self) -> Forms {
        let mut forms = Forms { dirty: self.terminals.is_dirty(), ..Forms::default() };
        for kind in KINDS {
            forms.dirty |= kind.is_dirty(self);
            forms.waits |= kind.waits(self);
            forms.homes.extend(kind.homes(self));
        }
        forms
    }

    /// The name of what is being edited.
    pub(crate) fn edited_name(self) -> Option<String> {
        let edited = KINDS.iter().find(|kind| kind.is_dirty(self)).and_then(|kind| kind.edited_name(self));
        edited.or_else(|| self.terminals.edited_name())
    }

    /// Whether a change of one of them came to its end.
    pub(crate) fn is_settled(self) -> bool {
        self.terminals.is_settled() | (KINDS.iter().filter(|kind| kind.is_settled(self)).count() > 0)
    }

    /// To the review of what is typed, if something is.
    pub(crate) fn review(self, shell: Shell) -> bool {
        // An activation is reviewed where it is typed.
        if untrack(|| self.terminals.is_dirty()) {
            return true;
        }
        let typed = KINDS.iter().find(|kind| untrack(|| kind.is_dirty(self)));
        if let Some(kind) = typed {
            kind.review(shell);
        }
        typed.is_some()
    }

    /// F5: reads what the window shows again, and keeps it until the answer is there.
    pub(crate) fn reload(self, shell: Shell) {
        let place = shell.nav.route.with_untracked(Route::place);
        if place == Route::Terminals {
            return self.terminals.reload(shell);
        }
        if let Some(kind) = KINDS.iter().find(|kind| kind.meta().list == place) {
            return kind.reload(shell);
        }
        match place {
            Route::Activity => self.activity.reload(shell),
            Route::Owner => self.owner.reload(shell),
            Route::Settlements => self.settlements.reload(shell),
            Route::Transactions => {
                self.transactions.reload(shell);
                self.transaction.reload(shell);
            }
            _ => shell.reload(),
        }
    }

    /// After a new token.
    pub(crate) fn read_what_failed(self, shell: Shell) {
        for kind in KINDS {
            kind.read_what_failed(shell);
        }
        self.owner.read_what_failed(shell);
        self.settlements.read_what_failed(shell);
        self.terminals.read_what_failed(shell);
        self.transactions.read_what_failed(shell);
        self.transaction.read_what_failed(shell);
    }

    pub(crate) fn acquirer_name(self, id: &str) -> Option<String> {
        self.acquirers.list.with(|list| {
            let is_it = |record: &&Acquirer| record.path_id().is_some_and(|known| known.as_str() == id);
            list.records.iter().find(is_it).map(Acquirer::name)
        })
    }

    /// Names of what records point to, as far as they were read.
    pub(crate) fn names(self, shell: Shell) -> Names {
        let emv = shell.lanes.with(|lanes| {
            let of_scheme = lanes.iter().map(|lane| (lane.scheme, lane.id.to_string(), lane.name.clone()));
            told_apart(&of_scheme.collect::<Vec<_>>())
        });
        let acquirers = self.acquirers.list.with(|list| {
            let named = |record: &Acquirer| Some(((), record.path_id()?.to_string(), record.name()));
            told_apart(&list.records.iter().filter_map(named).collect::<Vec<_>>())
        });
        Names { acquirers: Arc::new(acquirers), emv: Arc::new(emv) }
    }
}
