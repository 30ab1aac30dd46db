//! Columns and saved views of a list, kept by core on this computer, across all connections.

use leptos::prelude::*;
use leptos::task::spawn_local;
use serde::{Deserialize, Serialize};

use super::layout::Layout;
use super::list::ListSpec;
use super::query::RouteQuery;
use super::view::{GridView, SavedView};
use crate::ipc::engine;
use crate::preference;
use crate::shell::{Shell, shell};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct KeptArrangement {
    layout: Layout,
    views: Vec<SavedView>,
}

/// Milliseconds without another change until it is written: a dragged column changes all the time.
const REST: u64 = 400;

/// Loads the kept arrangement once, and writes it whenever it changes.
pub(super) fn keep(list: &'static ListSpec, view: GridView) {
    let shell = shell();
    if !view.is_read.get_untracked() {
        spawn_local(async move {
            if let Some(kept) = preference::read::<KeptArrangement>(&key(list)).await {
                let kept = with_new_keys(kept, list.renamed);
                view.layout.set(kept.layout);
                view.saved.set(kept.views);
            }
            view.is_read.set(true);
        });
    }
    let newest = StoredValue::new(KeptArrangement::default());
    Effect::new(move |before: Option<Option<KeptArrangement>>| {
        let now = KeptArrangement { layout: view.layout.get(), views: view.saved.get() };
        if !view.is_read.get() {
            return None;
        }
        if let Some(before) = before.flatten().filter(|before| *before != now) {
            newest.set_value(now.clone());
            let kept = now.clone();
            if before.views == now.views {
                engine::later(REST, move || {
                    // The list may be left by then; the choices are kept all the same.
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

/// A kept arrangement with its earlier keys replaced by the current ones.
fn with_new_keys(mut kept: KeptArrangement, renamed: &[(&str, &str)]) -> KeptArrangement {
    let today =
        |key: String| renamed.iter().find(|(old, _)| *old == key).map_or(key, |(_, new)| (*new).to_owned());
    for layout in kept.views.iter_mut().map(|view| &mut view.layout).chain([&mut kept.layout]) {
        for chosen in &mut layout.columns {
            chosen.key = today(std::mem::take(&mut chosen.key));
        }
    }
    for view in &mut kept.views {
        view.query = RouteQuery::read(&view.query).with_keys(today).text();
    }
    kept
}

fn key(list: &ListSpec) -> String {
    format!("list.{}", list.id)
}

/// Writes the arrangement, then shows `done`.
fn write(shell: Shell, list: &'static ListSpec, kept: KeptArrangement, done: Option<&'static str>) {
    spawn_local(async move {
        match (preference::write(&key(list), &kept).await, done) {
            (Ok(()), Some(done)) => shell.toast(done),
            (Ok(()), None) => {}
            (Err(failure), _) => shell.fail(&failure),
        }
    });
}

#[cfg(test)]
mod tests {
    use super::super::layout::ColumnChoice;
    use super::*;

    #[test]
    fn what_was_kept_under_earlier_keys_is_found() {
        let column = |key: &str| ColumnChoice { key: key.to_owned(), width: 90, shown: true, pinned: false };
        let layout = |key: &str| Layout { columns: vec![column(key), column("name")], ..Layout::default() };
        let view = |key: &str, query: &str| SavedView {
            name: "Austria".to_owned(),
            query: query.to_owned(),
            layout: layout(key),
        };
        let old = KeptArrangement {
            layout: layout("country"),
            views: vec![view("country", "sort=-country&f.country=AT")],
        };
        let new = KeptArrangement {
            layout: layout("countryCode"),
            views: vec![view("countryCode", "sort=-countryCode&f.countryCode=AT")],
        };
        assert_eq!(with_new_keys(old, &[("country", "countryCode")]), new);
    }
}
