//! Size of the history on this computer, and archiving settled, old changes in a file.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::Failure;
use tapline_contract::commands::{ArchiveHistory, GetJournalSize};
use tapline_contract::history::{Archiving, JournalSize};

use crate::ipc::{self, engine};
use crate::remote::Remote;
use crate::shell::shell;
use crate::widgets::failure::FailureNote;
use crate::widgets::grid::cell::counted;
use crate::widgets::show::live;
use crate::widgets::why::why;

/// A day in milliseconds.
const DAY: f64 = 24.0 * 3_600_000.0;

#[component]
pub(super) fn JournalSetting() -> impl IntoView {
    let shell = shell();
    let size = Remote::<Option<JournalSize>>::default();
    let read = move || size.read(|| true, async { ipc::command::<GetJournalSize>(()).await.map(Some) });
    read();
    let day = RwSignal::new(String::new());
    let archiving = RwSignal::new(false);
    let blocked = move || {
        if archiving.get() {
            return Some("The history is being archived.");
        }
        match day.with(|day| begins(day.trim())) {
            None => Some("Enter a day first, such as 2026-01-31."),
            Some(at) if at > engine::wall() - DAY => Some("Enter a day before today."),
            Some(_) => None,
        }
    };
    // Shown here: a message of the window would be behind the dialog.
    let done = RwSignal::new(None::<Result<String, Failure>>);
    let archive = move |_| {
        archiving.set(true);
        done.set(None);
        spawn_local(async move {
            let before = format!("{}T00:00:00Z", day.with_untracked(|day| day.trim().to_owned()));
            let answer = ipc::command::<ArchiveHistory>(Archiving { before }).await;
            let words = answer.map(|file| match file {
                Some(file) => format!("{} archived in {} in {}.", many(file.rows), file.name, file.folder),
                None => "No settled change is that old.".to_owned(),
            });
            // Settings may be closed by then.
            if archiving.try_set(false).is_some() {
                return match words {
                    Ok(words) => shell.toast(&words),
                    Err(failure) => shell.fail(&failure),
                };
            }
            done.set(Some(words));
            read();
        });
    };
    let status = move || match done.get()? {
        Ok(words) => Some(words.into_any()),
        Err(failure) => Some(view! { <FailureNote failure=failure/> }.into_any()),
    };
    view! {
        <div class="field"><span class="label">"History"</span>
            <p>{move || size.with(|size| size.as_ref().map(words))}</p>
            <div class="row">
                <label class="row">"Before "
                    // The engine's date field takes typed parts in the order of the system's language.
                    <input type="text" inputmode="numeric" class="day" autocomplete="off" placeholder="2026-01-31" prop:value=move || day.get()
                        on:input=move |event| day.set(event_target_value(&event))/></label>
                <button type="button" disabled=move || blocked().is_some() title=blocked on:click=archive>
                    {move || if archiving.get() { "Archiving…" } else { "Archive old changes…" }}</button>{why(blocked)}
            </div>
            <p class="muted">"Settled changes before that day (UTC) move into a file in your downloads."</p>
            <div class="archived" role="status" aria-label="Archive">{live(status)}</div></div>
    }
}

/// Start of a day such as 2026-01-31, in milliseconds since 1970.
fn begins(day: &str) -> Option<f64> {
    let is_shaped = day.len() == 10
        && day.bytes().enumerate().all(|(at, sign)| match at {
            4 | 7 => sign == b'-',
            _ => sign.is_ascii_digit(),
        });
    is_shaped.then(|| engine::instant(day)).flatten()
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
