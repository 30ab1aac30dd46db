//! Core's memory of the configurations: changes from elsewhere since this computer last saw a configuration, the version that a person
//! approved, and short fingerprints. Loaded after each read of the list.

use std::collections::BTreeMap;

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::Failure;
use tapline_contract::commands::{Approve, ForgetApproval, MarkSeen, WatchConfigurations};
use tapline_contract::emv_config::{EmvConfig, EmvId};
use tapline_contract::order::gathered;
use tapline_contract::watch::{Approval, Sighting, WatchOf, WatchQuery, Watched};

use super::store;
use crate::effect::effect;
use crate::ipc::{self, engine};
use crate::paths::Route;
use crate::remote::Remote;
use crate::shell::areas::AreaState;
use crate::shell::{Shell, shell};
use crate::widgets::icon::Icon;
use crate::widgets::links::RouteLink;
use crate::widgets::show::live;

#[derive(Clone, Copy)]
pub(crate) struct Watch {
    found: Remote<BTreeMap<EmvId, Watched>>,
    /// Failure to remember something.
    pub(crate) failed: RwSignal<Option<Failure>>,
}

pub(crate) fn watch(shell: Shell) -> Watch {
    shell.state()
}

impl Default for Watch {
    fn default() -> Watch {
        let shell = shell();
        let watch = Watch { found: Remote::default(), failed: RwSignal::new(None) };
        let list = store(shell).list;
        effect(move || {
            if list.reading().read_at > 0.0 {
                // Tracked to reload after a save, too.
                list.with(|_| ());
                untrack(|| watch.ask_once_painted(shell));
            }
        });
        watch
    }
}

impl Watch {
    /// Loads once the list is on the screen.
    fn ask_once_painted(self, shell: Shell) {
        let same = shell.same_connection();
        spawn_local(async move {
            engine::painted().await;
            if same() && !shell.window().locked.get_untracked() {
                self.ask(shell);
            }
        });
    }

    fn ask(self, shell: Shell) {
        let records = store(shell).list.with_untracked(|list| list.records.to_vec());
        let query = WatchQuery { connection: shell.connection(), records };
        let answer = async move {
            let all = ipc::command::<WatchConfigurations>(query).await?;
            Ok(gathered(all.into_iter().map(|one| (one.id.clone(), one))))
        };
        self.found.read(shell.same_connection(), answer);
    }

    /// The watch of one configuration, once loaded.
    pub(crate) fn watched(self, id: &EmvId) -> Option<Watched> {
        self.found.with(|all| all.get(id).cloned())
    }

    /// Note of a change from elsewhere, or of a difference from the approved version.
    pub(super) fn mark(self, id: &EmvId) -> Option<String> {
        let one = self.watched(id)?;
        let drift =
            one.drift.map(|drift| format!("Changed elsewhere since {}", engine::local_time(&drift.seen_at)));
        let approved = one.approved.filter(|approved| approved.differs);
        drift.or_else(|| approved.map(|_| "Differs from the approved values".to_owned()))
    }

    /// Configurations changed elsewhere, each with the time it was last seen.
    fn drifted(self) -> Vec<(EmvId, String)> {
        self.found.with(|all| {
            let drifted =
                all.values().filter_map(|one| Some((one.id.clone(), one.drift.as_ref()?.seen_at.clone())));
            drifted.collect()
        })
    }

    /// Marks the shown version as seen.
    pub(crate) fn mark_seen(self, shell: Shell, record: EmvConfig) {
        let sighting = Sighting { connection: shell.connection(), record };
        self.tell(shell, async move { ipc::command::<MarkSeen>(sighting).await });
    }

    pub(crate) fn approve(self, shell: Shell, record: EmvConfig, note: String) {
        let approval = Approval { connection: shell.connection(), record, note };
        self.tell(shell, async move { ipc::command::<Approve>(approval).await });
    }

    pub(crate) fn forget(self, shell: Shell, id: EmvId) {
        let of = WatchOf { connection: shell.connection(), id };
        self.tell(shell, async move { ipc::command::<ForgetApproval>(of).await });
    }

    fn tell(self, shell: Shell, work: impl Future<Output = Result<(), Failure>> + 'static) {
        let same = shell.same_connection();
        spawn_local(async move {
            let result = work.await;
            if same() {
                self.failed.set(result.err());
                self.ask(shell);
            }
        });
    }
}

impl AreaState for Watch {
    fn place(&self) -> Route {
        Route::Limits
    }

    fn clear(&self) {
        self.found.clear();
        self.failed.set(None);
    }

    fn clear_cached(&self) {
        self.found.clear();
    }

    fn read_what_failed(&self, shell: Shell) {
        if self.found.has_failed() {
            self.ask(shell);
        }
    }
}

/// Configurations changed elsewhere, each with a link.
#[component]
pub(super) fn Drifted() -> impl IntoView {
    const SHOWN: usize = 6;
    let shell = shell();
    let watch = watch(shell);
    let drifted = Memo::new(move |_| watch.drifted());
    let name = move |id: &EmvId| {
        let record =
            store(shell).list.with(|list| list.records.iter().find(|record| record.id == *id).cloned());
        record.map_or_else(|| format!("configuration {id}"), |record| record.full_name())
    };
    live(move || {
        let all = drifted.get();
        let words = match all.len() {
            0 => return ().into_any(),
            1 => "1 configuration changed elsewhere since this computer last loaded it: ".to_owned(),
            many => {
                format!("{many} configurations changed elsewhere since this computer last loaded them: ")
            }
        };
        let more = all.len().saturating_sub(SHOWN);
        let links = all.into_iter().take(SHOWN).map(|(id, _)| {
            let words = name(&id);
            view! { <RouteLink route=Route::Editor(id) words=words/> }
        });
        view! {
            <p class="with-icon drifted" role="status" aria-label="Changed elsewhere"><Icon name="activity"/><span>{words}{links.collect_view()}
                {(more > 0).then(|| format!("and {more} more"))}</span></p>
        }
        .into_any()
    })
}
