//! Columns and saved views of a list, kept by core on this computer, over all connections.

use leptos::prelude::*;
use leptos::task::spawn_local;
use serde::{Deserialize, Serialize};
use tapline_contract::commands::{ReadPreference, WritePreference};
use tapline_contract::field::Loose;
use tapline_contract::preference::Preference;

use super::layout::Layout;
use super::list::ListSpec;
use super::view::{GridView, SavedView};
use crate::ipc::{self, engine};
use crate::shell::{Shell, shell};

#[derive(Debug, Default, Serialize, Deserialize)]
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
    let key = format!("list.{}", list.id);
    if !view.is_read.get_untracked() {
        let key = key.clone();
        spawn_local(async move {
            // What cannot be read is as if it were not there: the list has its own arrangement.
            let kept = ipc::command::<ReadPreference>(key).await.ok().flatten();
            let kept: Option<Kept> = kept.and_then(|kept| serde_json::from_str(kept.raw()).ok());
            if let Some(kept) = kept {
                view.layout.set(kept.layout);
                view.saved.set(kept.views);
            }
            view.is_read.set(true);
        });
    }
    let newest = StoredValue::new(String::new());
    Effect::new(move |before: Option<Option<(String, Vec<SavedView>)>>| {
        let kept = Kept { layout: view.layout.get(), views: view.saved.get() };
        if !view.is_read.get() {
            return None;
        }
        let text = serde_json::to_string(&kept).ok()?;
        if let Some((before, views)) = before.flatten()
            && before != text
        {
            newest.set_value(text.clone());
            let preference = Loose::json(&text).map(|value| Preference { key: key.clone(), value });
            let Some(preference) = preference else { return Some((text, kept.views)) };
            if views != kept.views {
                write(shell, preference, Some("The saved views are kept on this computer."));
                return Some((text, kept.views));
            }
            let text = text.clone();
            engine::later(REST, move || {
                // The window may have gone on by then; what was chosen is kept all the same.
                if newest.try_with_value(|newest| *newest == text).unwrap_or(true) {
                    write(shell, preference, None);
                }
            });
        }
        Some((text, kept.views))
    });
}

/// `said` when it is written.
fn write(shell: Shell, preference: Preference, said: Option<&'static str>) {
    spawn_local(async move {
        match (ipc::command::<WritePreference>(preference).await, said) {
            (Ok(()), Some(said)) => shell.toast(said),
            (Ok(()), None) => {}
            (Err(failure), _) => shell.fail(&failure),
        }
    });
}
