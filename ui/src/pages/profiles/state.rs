//! The state of sign-on and status changes, and the acceptances read so far. Signals only.

use leptos::prelude::*;
use tapline_contract::profile::{Acceptance, Profile, ProfileId, SignOn};

use crate::change::ChangeFlow;
use crate::paths::Route;
use crate::shell::Shell;
use crate::shell::areas::AreaState;

#[derive(Clone, Copy, Default)]
pub(crate) struct Acts {
    /// Acceptances that were read with a profile, each once.
    pub(super) met: RwSignal<Vec<Met>>,
    /// Kept until the next sign-on replaces it, so that leaving the page loses nothing.
    pub(super) sign_on: ChangeFlow<SignOn, ()>,
    pub(super) status: ChangeFlow<Profile, Option<Profile>>,
}

/// An acceptance, and the profile it was bound to when read.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Met {
    pub(super) acceptance: Acceptance,
    pub(super) profile: ProfileId,
    pub(super) profile_name: String,
}

impl Acts {
    /// Remembers the acceptances of a profile, so that another profile can bind them.
    pub(super) fn meet(self, record: &Profile) {
        let Some(acceptances) = &record.acceptances else { return };
        self.met.update(|met| {
            met.retain(|one| {
                one.profile != record.profile_id
                    && acceptances.iter().all(|acceptance| acceptance.acpt_id != one.acceptance.acpt_id)
            });
            met.extend(acceptances.iter().map(|acceptance| Met {
                acceptance: acceptance.clone(),
                profile: record.profile_id.clone(),
                profile_name: record.name(),
            }));
        });
    }
}

impl AreaState for Acts {
    fn place(&self) -> Route {
        Route::Profiles
    }

    fn clear(&self) {
        self.met.set(Vec::new());
        self.sign_on.renew();
        self.status.renew();
    }

    /// Does nothing: this state is never read by itself.
    fn reload(&self, _: Shell) {}

    fn read_what_failed(&self, _: Shell) {}
}
