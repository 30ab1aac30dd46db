//! A change of the open profile other than an edit: sign-on or status. It is kept until the next one replaces it, so that leaving
//! the page loses nothing.

use leptos::prelude::*;
use tapline_contract::profile::ProfileId;

use crate::change::ChangeFlow;
use crate::ipc::engine;
use crate::show::outcome_word;

pub(super) struct ProfileChange<V: Send + Sync + 'static, R: Send + Sync + 'static> {
    pub(super) flow: ChangeFlow<V, R>,
    /// The profile, and when the change was begun: milliseconds since 1970.
    of: RwSignal<Option<(ProfileId, f64)>>,
}

impl<V: Send + Sync + 'static, R: Send + Sync + 'static> Clone for ProfileChange<V, R> {
    fn clone(&self) -> ProfileChange<V, R> {
        *self
    }
}

impl<V: Send + Sync + 'static, R: Send + Sync + 'static> Copy for ProfileChange<V, R> {}

impl<V, R> Default for ProfileChange<V, R>
where
    V: Clone + PartialEq + Send + Sync + 'static,
    R: Clone + PartialEq + Send + Sync + 'static,
{
    fn default() -> ProfileChange<V, R> {
        ProfileChange { flow: ChangeFlow::new(outcome_word), of: RwSignal::new(None) }
    }
}

impl<V, R> ProfileChange<V, R>
where
    V: Clone + PartialEq + Send + Sync + 'static,
    R: Clone + PartialEq + Send + Sync + 'static,
{
    /// Makes room for a change of this profile. False while one is on its way.
    pub(super) fn begin(self, profile: &ProfileId) -> bool {
        if untrack(|| self.is_running(profile)) {
            return false;
        }
        self.of.set(Some((profile.clone(), engine::now())));
        self.flow.renew();
        true
    }

    pub(super) fn forget(self) {
        self.of.set(None);
        self.flow.renew();
    }

    /// When the change of this profile was begun.
    pub(super) fn begun(self, profile: &ProfileId) -> Option<f64> {
        self.of.with(|of| of.as_ref().filter(|(of, _)| of == profile).map(|(_, begun)| *begun))
    }

    pub(super) fn is_running(self, profile: &ProfileId) -> bool {
        self.begun(profile).is_some() && self.flow.is_running()
    }
}
