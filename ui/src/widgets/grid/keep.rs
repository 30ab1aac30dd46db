//! Columns and saved views of a list, kept by core on this computer, over all connections.

use leptos::prelude::*;
use leptos::task::spawn_local;
use serde::{Deserialize, Serialize};

use super::layout::Layout;
use super::list::ListSpec;
use super::view::{GridView, SavedView};
use crate::ipc::engine;
use crate::preference;
use crate::shell::{Shell, shell};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct Kept {
    layout: Layout,
    views: Vec<SavedView>,
}

/// Milliseconds without another change until it is written: a column that is pulled changes all the time.
const REST: u64 = 400;

/// Reads what is kept once, and writes it whenever it changes.
pub(super) fn keep(list: &'static ListSpec, view: GridView) {
    let shell = shell();
    if !view.is_read.get_untracked() {
        spawn_local(async move {
            if let Some(kept) = preference::read::<Kept>(&key(list)).await {
                view.layout.set(kept.layout);
                view.saved.set(kept.views);
            }
            view.is_read.set(true);
        });
    }
    let newest = StoredValue::new(Kept::default());
    Effect::new(move |before: Option<Option<Kept>>| {
        let now = Kept { layout: view.layout.get(), views: view.saved.get() };
        if !view.is_read.get() {
            return None;
        }
        if let Some(before) = before.flatten().filter(|before| *before != now) {
            newest.set_value(now.clone());
            let kept = now.clone();
            if before.views == now.views {
                engine::later(REST, move || {
                    // The list may be left by then; what was chosen is kept all the same.
                    if newest.try_with_value(|newest| *newest == kept).unwrap_or(true) {
                        write(shell, list, kept, None);
                    }
                });
            } else {
                write(shell, list, kept, Some("The saved views are kept on this computer."));
            }
        }
        Some(now)
    });
}

fn key(list: &ListSpec) -> String {
    format!("list.{}", list.id)
}

/// `done` is said when it is written.
fn write(shell: Shell, list: &'static ListSpec, kept: Kept, done: Option<&'static str>) {
    spawn_local(async move {
        match (preference::write(&key(list), &kept).await, done) {
            (Ok(()), Some(done)) => shell.toast(done),
            (Ok(()), None) => {}
            (Err(failure), _) => shell.fail(&failure),
        }
    });
}
