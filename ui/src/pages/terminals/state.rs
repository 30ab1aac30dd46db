//! State that the pages of terminals share: the merchant, the list as last read, the forms, the changes.
//!
//! Sends a change of a terminal, and reads the list again once the outcome is settled.

use leptos::prelude::*;
use tapline_contract::device::{Device, DeviceAt, DeviceId, DeviceQuery};
use tapline_contract::endpoints::ListDevices;
use tapline_contract::field::Loose;
use tapline_contract::history::AnyOutcome;
use tapline_contract::merchant::{Merchant, MerchantId};
use tapline_contract::wire::Page;
use tapline_contract::{Endpoint, Outcome};

use super::activate::Activating;
use super::ends::Ending;
use crate::change::{ChangeFlow, Inside};
use crate::ipc;
use crate::pages::merchants;
use crate::paths::Route;
use crate::remote::{Listed, Reading, Remote};
use crate::shell::Shell;
use crate::shell::areas::{AreaState, Draft};
use crate::widgets::grid::view::GridView;

#[derive(Clone, Copy, Default)]
pub(crate) struct Terminals {
    /// The merchant chosen last.
    pub(super) of: RwSignal<Option<MerchantId>>,
    pub(super) list: Remote<Listed<Device>>,
    pub(super) view: GridView,
    pub(super) activating: Activating,
    pub(super) ending: Ending,
}

pub(super) fn terminals(shell: Shell) -> Terminals {
    shell.state()
}

impl AreaState for Terminals {
    fn place(&self) -> Route {
        Route::Terminals
    }

    fn clear(&self) {
        self.of.set(None);
        self.list.clear();
        self.view.clear();
        self.ending.close();
        self.activating.clear();
    }

    /// Forgets activation codes too.
    fn clear_cached(&self) {
        self.list.clear();
        self.ending.close();
        self.activating.clear_cached();
    }

    /// The list of all terminals has a state of its own.
    fn reload(&self, shell: Shell) {
        if shell.nav.route.with_untracked(|route| *route != Route::Terminals) {
            Terminals::reload(*self, shell);
        }
    }

    fn read_what_failed(&self, shell: Shell) {
        if self.list.has_failed() {
            self.read_list(shell);
        }
    }

    fn drafts(&self) -> Vec<Draft> {
        self.activating.drafts()
    }

    /// An activation is reviewed where it is typed.
    fn review(&self, shell: Shell) {
        if let Some(draft) = untrack(|| self.drafts()).into_iter().next() {
            shell.nav.go(draft.form);
        }
    }

    fn discard(&self, shell: Shell) {
        self.activating.discard(shell);
    }

    fn is_settled(&self) -> bool {
        self.activating.flow.is_over() | self.ending.flow.is_over()
    }
}

impl Terminals {
    /// Opens the list of a merchant; what was read of it before is shown at once.
    pub(super) fn open(self, shell: Shell, of: &MerchantId) {
        if self.of.with_untracked(|open| open.as_ref() != Some(of)) {
            self.of.set(Some(of.clone()));
            self.list.clear();
            self.view.clear();
        }
        merchants::MERCHANTS.read_once(shell);
        self.read_list(shell);
    }

    /// Reads again what is shown. What was read stays until the answer is there.
    pub(super) fn reload(self, shell: Shell) {
        self.read_list(shell);
    }

    fn read_list(self, shell: Shell) {
        let Some(of) = self.of.get_untracked() else { return };
        let query = DeviceQuery { mch_id: Some(of.to_string()), ..DeviceQuery::default() };
        let connection = shell.connection();
        let answer = async move { ipc::api::<ListDevices>(connection, None, (), query, ()).await };
        let records = |page: Page<Device>| Listed::new(page.records, page.unreadable, None);
        self.list.read(shell.same_connection(), async move { answer.await.map(records) });
    }

    pub(super) fn find(self, id: &DeviceId) -> Option<Device> {
        self.list.with(|list| list.records.iter().find(|device| device.device_id == *id).cloned())
    }

    pub(super) fn reading(self) -> Reading {
        self.list.reading()
    }
}

/// A merchant's name as far as it is read; else its id.
pub(super) fn merchant_name(shell: Shell, of: &MerchantId) -> String {
    merchants::store(shell).list.with(|list| {
        let known = list.records.iter().find(|merchant| merchant.mch_id == *of);
        known.map_or_else(|| of.to_string(), Merchant::name)
    })
}

/// `A` is the type of the answer.
pub(super) type TerminalChange<A> = ChangeFlow<A, DeviceAt>;

pub(super) fn send<E, A>(flow: TerminalChange<A>, shell: Shell, id: E::Id, input: E::Input, seen: DeviceAt)
where
    E: Endpoint<Seen = DeviceAt, Answer = Outcome<A, DeviceAt>>,
    A: Inside,
{
    let connection = shell.connection();
    let call = |operation| ipc::api::<E>(connection, Some(operation), id, input, seen);
    // The journal keeps answers sealed, so none comes from it.
    let at = |json: &Loose| serde_json::from_str::<Option<DeviceAt>>(json.raw()).ok().flatten();
    let typed =
        async move |outcome: AnyOutcome| outcome.and_then(|_| None, |json| at(&json).unwrap_or_default());
    let arrived = move |outcome: &mut Outcome<A, DeviceAt>, _: &_| {
        if outcome.is_settled() {
            terminals(shell).reload(shell);
        }
        if shell.window().locked.get_untracked() {
            hide(outcome);
        }
    };
    flow.send(shell, call, typed, arrived, || false);
}

/// Removes the answer from the page: it may be a code that opens a terminal.
pub(super) fn hide<A>(outcome: &mut Outcome<A, DeviceAt>) {
    if let Outcome::Applied { answer, .. } = outcome {
        *answer = None;
    }
}
