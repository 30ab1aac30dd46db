//! Settings of the window, with buttons to keys and about. Every change is applied at once and kept.
//!
//! Size of the history on this computer, and archiving settled, old changes in a file.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::Failure;
use tapline_contract::commands::{ArchiveHistory, GetJournalSize, Rendering, Theme};
use tapline_contract::history::{Archiving, JournalSize};

use crate::actions::{Keys, keys_of, run};
use crate::ipc::{self, engine};
use crate::remote::Remote;
use crate::shell::shell;
use crate::widgets::choice::{Choice, ChoiceRow, plain};
use crate::widgets::dialog::DialogFoot;
use crate::widgets::failure::FailureNote;
use crate::widgets::grid::column::counted;
use crate::widgets::icon::Icon;
use crate::widgets::managed::{lines, managed};
use crate::widgets::show::{Show, live, why};
use crate::window_state::Sheet;

fn theme_choices() -> Vec<Choice<Theme>> {
    plain([(Theme::Light, "Light"), (Theme::Dark, "Dark"), (Theme::System, "System")])
}

const RENDERINGS: [(Rendering, &str); 3] = [
    (Rendering::Automatic, "Automatic"),
    (Rendering::Hardware, "Hardware"),
    (Rendering::Software, "Software"),
];

#[component]
pub(crate) fn Settings() -> impl IntoView {
    let shell = shell();
    let window = shell.window();
    let kept = window.preferences;
    let theme = Signal::derive(move || {
        shell.core.with(|core| core.as_ref().map(|core| core.theme).unwrap_or_default())
    });
    let rendering =
        Signal::derive(move || shell.core.with(|core| core.as_ref().and_then(|core| core.rendering)));
    let minutes = move || shell.core.with(|core| core.as_ref().map_or(10, |core| core.idle_minutes));
    let managed = Signal::derive(move || managed(shell));
    let lock_is_managed = move || managed.with(|m| m.as_ref().is_some_and(|m| m.idle_minutes.is_some()));
    // Keys of the action; while it is disabled, the reason.
    let smaller = move || run::at_smallest(shell).map_or_else(|| keys_of(shell, "zoom-out"), str::to_owned);
    let larger = move || run::at_largest(shell).map_or_else(|| keys_of(shell, "zoom-in"), str::to_owned);
    view! {
        <div class="settings">
            <div class="field"><span class="label">"Theme"</span>
                <ChoiceRow label="Theme" name="settings-theme" chosen=theme choices=theme_choices()
                    choose=Callback::new(move |theme| shell.set_theme(theme))/></div>
            <div class="field"><span class="label">"Contrast"</span>
                <ChoiceRow label="Contrast" name="settings-contrast" choices=plain([(false, "System"), (true, "High contrast")])
                    chosen=Signal::derive(move || kept.with(|kept| kept.contrast))
                    choose=Callback::new(move |on| window.change(|kept| kept.contrast = on))/></div>
            <div class="field"><span class="label">"Zoom"</span>
                <div class="row" role="group" aria-label="Zoom of the window">
                    <button type="button" class="square" aria-label="Smaller" title=smaller
                        disabled=move || run::at_smallest(shell).is_some() on:click=move |_| run::zoom_out(shell)><Icon name="minus"/></button>
                    <output aria-label="Zoom">{move || kept.with(|kept| kept.zoom)} " %"</output>
                    <button type="button" class="square" aria-label="Larger" title=larger
                        disabled=move || run::at_largest(shell).is_some() on:click=move |_| run::zoom_in(shell)><Icon name="plus"/></button>
                    <button type="button" title=move || keys_of(shell, "zoom-reset") on:click=move |_| run::zoom_reset(shell)>"100 %"</button>
                </div></div>
            <div class="field"><span class="label">"Sidebar"</span>
                <ChoiceRow label="Sidebar" name="settings-rail" choices=plain([(false, "Wide"), (true, "Icons")])
                    chosen=Signal::derive(move || kept.with(|kept| kept.narrow_rail))
                    choose=Callback::new(move |on| window.change(|kept| kept.narrow_rail = on))/></div>
            <div class="field"><span class="label">"Past sales"</span>
                <ChoiceRow label="Past sales" name="settings-past-sales" choices=plain([(false, "Load when Limits opens"), (true, "Load on request")])
                    chosen=Signal::derive(move || kept.with(|kept| kept.past_sales_on_request))
                    choose=Callback::new(move |on| window.change(|kept| kept.past_sales_on_request = on))/>
                <p class="muted">"Tapline shows the impact of limit changes on the sales of the last 30 days."</p></div>
            <div class="field"><span class="label">"Show wire names"</span>
                <ChoiceRow label="Show wire names" name="settings-wire" choices=plain([(false, "Off"), (true, "On")])
                    chosen=Signal::derive(move || kept.with(|kept| kept.wire_names))
                    choose=Callback::new(move |on| window.change(|kept| kept.wire_names = on))/>
                <p class="muted">"Names and raw values of the interface, for engineers: clCVMLimit, DF8119, hex, minor units."</p></div>
            <Show when=move || rendering.get().is_some()>
                <div class="field"><span class="label">"Rendering"</span>
                    <ChoiceRow label="Rendering" name="settings-rendering" choices=plain(RENDERINGS)
                        chosen=Signal::derive(move || rendering.get().unwrap_or_default())
                        choose=Callback::new(move |rendering| shell.set_rendering(rendering))/>
                    <p class="muted">"Takes effect at the next start. About Tapline shows the current rendering."</p></div>
            </Show>
            <div class="field"><span class="label">"Lock"</span>
                <p>"After " {live(minutes)} {move || if minutes() == 1 { " minute" } else { " minutes" }} " of inactivity, and always after 8 hours. "
                    {move || keys_of(shell, "lock")} " locks at once."
                    {move || lock_is_managed().then_some(" Set by your administrator.")}</p></div>
            <JournalSetting/>
            <Show when=move || managed.with(Option::is_some)>
                <div class="field"><span class="label">"Set by your administrator"</span>
                    <ul aria-label="Set by your administrator">{move || managed.get().map(lines).unwrap_or_default().into_iter()
                        .map(|line| view! { <li>{line}</li> }).collect_view()}</ul></div>
            </Show>
        </div>
        <div class="actions">
            <button type="button" on:click=move |_| window.sheet.set(Some(Sheet::Guide))>"Guide…" <Keys id="guide"/></button>
            <button type="button" on:click=move |_| window.sheet.set(Some(Sheet::Keys))><Icon name="keyboard"/>"Keyboard shortcuts…"</button>
            <button type="button" on:click=move |_| window.sheet.set(Some(Sheet::About))><Icon name="info"/>"About Tapline…"</button>
        </div>
        <DialogFoot keep="Close" on_keep=Callback::new(move |()| window.sheet.set(None))/>
    }
}

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
            None => Some("Enter a date first, such as 2026-01-31."),
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
                None => "No completed change is that old.".to_owned(),
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
    // Its line is never empty: the size moves nothing when it arrives.
    let about = move || match size.get() {
        Some(size) => words(&size),
        None if size.has_failed() => "Its size couldn't be read.".to_owned(),
        None => "Reading its size…".to_owned(),
    };
    let status = move || match done.get()? {
        Ok(words) => Some(words.into_any()),
        Err(failure) => Some(view! { <FailureNote failure=failure/> }.into_any()),
    };
    view! {
        <div class="field"><span class="label">"History"</span>
            <p>{about}</p>
            <div class="row">
                <label class="row">"Before "
                    // The engine's date field takes typed parts in the order of the system's language.
                    <input type="text" inputmode="numeric" class="archive-before" autocomplete="off" placeholder="2026-01-31" prop:value=move || day.get()
                        on:input=move |event| day.set(event_target_value(&event))/></label>
                <button type="button" disabled=move || blocked().is_some() aria-describedby="archive-why" on:click=archive>
                    {move || if archiving.get() { "Archiving…" } else { "Archive old changes…" }}</button>{why("archive-why", blocked)}
            </div>
            <p class="muted">"Completed changes before that day (UTC) move to a file in your downloads folder."</p>
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
