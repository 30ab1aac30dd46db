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
use crate::ipc;
use crate::shell::shell;

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Kept {
    layout: Layout,
    views: Vec<SavedView>,
}

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
    Effect::new(move |before: Option<Option<String>>| {
        let kept = Kept { layout: view.layout.get(), views: view.saved.get() };
        if !view.is_read.get() {
            return None;
        }
        let text = serde_json::to_string(&kept).ok()?;
        let changed = before.flatten().is_some_and(|before| before != text);
        if let Some(value) = Loose::json(&text).filter(|_| changed) {
            let key = key.clone();
            spawn_local(async move {
                if let Err(failure) = ipc::command::<WritePreference>(Preference { key, value }).await {
                    shell.say(&failure.sentence);
                }
            });
        }
        Some(text)
    });
}
