//! What the pages of terminals share: whose terminals are open, the list as last read, what is typed, what was sent.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::device::{Device, DeviceId, DeviceQuery};
use tapline_contract::endpoints::ListDevices;
use tapline_contract::merchant::{Merchant, MerchantId};

use super::activate::Activating;
use super::ending::Ending;
use super::resource::TerminalKind;
use crate::ipc;
use crate::record::store::RecordStore;
use crate::shell::{List, Shell};
use crate::widgets::grid::source::Reading;
use crate::widgets::grid::view::GridView;

#[derive(Clone, Copy)]
pub(crate) struct Terminals {
    /// Whose list it is: the merchant chosen last.
    pub(super) of: RwSignal<Option<MerchantId>>,
    pub(super) list: RwSignal<List<Device>>,
    /// Of the merchants to choose from.
    pub(super) choosing: GridView,
    pub(super) view: GridView,
    /// The one that is being edited.
    pub(crate) store: RecordStore<TerminalKind>,
    pub(super) activating: Activating,
    pub(super) ending: Ending,
}

impl Terminals {
    pub(crate) fn new() -> Terminals {
        Terminals {
            of: RwSignal::new(None),
            list: RwSignal::new(List::default()),
            choosing: GridView::new(),
            view: GridView::new(),
            store: RecordStore::new(),
            activating: Activating::new(),
            ending: Ending::new(),
        }
    }

    /// As on another connection.
    pub(crate) fn clear(self) {
        self.of.set(None);
        self.list.set(List::default());
        self.choosing.clear();
        self.view.clear();
        self.ending.close();
        self.discard();
    }

    /// What was read is forgotten, and so are secrets and codes; what else is typed stays.
    pub(crate) fn conceal(self) {
        self.list.set(List::default());
        self.ending.close();
        self.activating.conceal();
    }

    /// What is typed is given up.
    pub(crate) fn discard(self) {
        self.activating.forget();
    }

    pub(crate) fn is_dirty(self) -> bool {
        self.activating.is_dirty()
    }

    pub(crate) fn edited_name(self) -> Option<String> {
        self.activating.name()
    }

    pub(crate) fn is_settled(self) -> bool {
        self.activating.sending.is_over() || self.ending.sending.is_over()
    }

    /// Opens the list of a merchant; what was read of it before is shown at once.
    pub(super) fn open(self, shell: Shell, of: &MerchantId) {
        if self.of.with_untracked(|open| open.as_ref() != Some(of)) {
            self.of.set(Some(of.clone()));
            self.list.set(List::default());
            self.view.clear();
        }
        shell.areas().merchants.read_once(shell);
        self.read_list(shell);
    }

    /// Reads again what is shown. What was read stays until the answer is there.
    pub(crate) fn reload(self, shell: Shell) {
        if self.of.with_untracked(Option::is_some) {
            self.read_list(shell);
        } else {
            shell.areas().merchants.reload(shell);
        }
    }

    pub(crate) fn read_what_failed(self, shell: Shell) {
        if self.list.with_untracked(|list| list.failure.is_some()) {
            self.read_list(shell);
        }
    }

    fn read_list(self, shell: Shell) {
        let Some(of) = self.of.get_untracked() else { return };
        self.list.update(|list| list.loading = true);
        let connection = shell.connection();
        spawn_local(async move {
            let query = DeviceQuery { mch_id: Some(of.to_string()), ..DeviceQuery::default() };
            let answer = ipc::api::<ListDevices>(connection.clone(), None, (), query, ()).await;
            // Another merchant may be open by now.
            let same = self.of.with_untracked(|open| open.as_ref() == Some(&of));
            if same && shell.connection() == connection {
                self.list.update(|list| list.take(answer.map(|page| (page.records, page.unreadable))));
            }
        });
    }

    pub(super) fn find(self, id: &DeviceId) -> Option<Device> {
        self.list.with(|list| list.records.iter().find(|device| device.device_id == *id).cloned())
    }

    pub(super) fn reading(self) -> Reading {
        self.list.with(List::reading)
    }
}

/// A merchant's name as far as it is read; else its id.
pub(super) fn merchant_name(shell: Shell, of: &MerchantId) -> String {
    shell.areas().merchants.list.with(|list| {
        let known = list.records.iter().find(|merchant| merchant.mch_id == *of);
        known.map_or_else(|| of.to_string(), Merchant::name)
    })
}
