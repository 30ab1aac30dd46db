//! Size of the history on this computer, and moving what is settled and old into a file.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::commands::{ArchiveHistory, GetJournalSize};
use tapline_contract::history::{Archiving, JournalSize};

use crate::ipc::{self, engine};
use crate::remote::Remote;
use crate::shell::shell;
use crate::widgets::grid::cell::counted;

#[component]
pub(super) fn JournalSetting() -> impl IntoView {
    let shell = shell();
    let size = Remote::<Option<JournalSize>>::default();
    let read = move || size.read(|| true, async { ipc::command::<GetJournalSize>(()).await.map(Some) });
    read();
    let day = RwSignal::new(String::new());
    let archiving = RwSignal::new(false);
    let blocked = move || {
        let why = if archiving.get() { "The history is being archived." } else { "Choose a day first." };
        (archiving.get() || day.with(String::is_empty)).then_some(why)
    };
    let archive = move |_| {
        archiving.set(true);
        spawn_local(async move {
            let before = format!("{}T00:00:00Z", day.get_untracked());
            match ipc::command::<ArchiveHistory>(Archiving { before }).await {
                Ok(Some(file)) => {
                    let many = many(file.rows);
                    shell.toast(&format!("{many} archived in {} in {}.", file.name, file.folder));
                }
                Ok(None) => shell.toast("No settled change is that old."),
                Err(failure) => shell.fail(&failure),
            }
            // Settings may be closed by then.
            if archiving.try_set(false).is_none() {
                read();
            }
        });
    };
    view! {
        <div class="field"><span class="label">"History"</span>
            <p>{move || size.with(|size| size.as_ref().map(words))}</p>
            <div class="row">
                <label class="row">"Before "
                    <input type="date" prop:value=move || day.get() on:input=move |event| day.set(event_target_value(&event))/></label>
                <button type="button" disabled=move || blocked().is_some() title=blocked on:click=archive>
                    {move || if archiving.get() { "Archiving…" } else { "Archive old changes…" }}</button>
            </div>
            <p class="muted">"Settled changes move into a file in your downloads. Days are in UTC."</p></div>
    }
}

/// "12,345 changes since 3 Jan 2026, 45.2 MB. 5,000 archived."
fn words(size: &JournalSize) -> String {
    let since = size.oldest.as_deref().map(|at| format!(" since {}", engine::local_time(at)));
    let (whole, tenths) = (size.bytes / 1_000_000, size.bytes % 1_000_000 / 100_000);
    let archived =
        if size.archived > 0 { format!(" {} archived.", count(size.archived)) } else { String::new() };
    format!("{}{}, {whole}.{tenths} MB.{archived}", many(size.changes), since.unwrap_or_default())
}

fn many(changes: u64) -> String {
    if changes == 1 { "1 change".to_owned() } else { format!("{} changes", count(changes)) }
}

fn count(many: u64) -> String {
    counted(usize::try_from(many).unwrap_or(usize::MAX))
}
