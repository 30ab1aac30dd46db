//! A newer version of Tapline: the banner that offers it, and the check in About.
//!
//! Core checks, verifies and decides if it may be installed now. The banner waits; it never opens by itself in front of a page.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::commands::{FindUpdate, InstallUpdate, PostponeUpdate};
use tapline_contract::update::{Look, Release, Updates};

use crate::ipc::{self, engine};
use crate::parts::{PagePart, part};
use crate::shell::{Shell, shell};
use crate::widgets::icon::Icon;
use crate::widgets::part::show_beside;
use crate::widgets::show::{Show, live};

/// Milliseconds between two requests to core, which uses the network once a day at most.
const BETWEEN: f64 = 10.0 * 60.0 * 1000.0;

/// Asks core at the start and then from time to time.
pub(crate) fn check_daily(shell: Shell, now: f64) {
    let window = shell.window();
    if window.locked.get_untracked() || now - window.looked.get_untracked() < BETWEEN {
        return;
    }
    window.looked.set(now);
    spawn_local(async move {
        // The first page comes before it.
        engine::idle().await;
        // An automatic check fails silently; About shows the failure.
        if let Ok(updates) = ipc::command::<FindUpdate>(Look::Daily).await {
            window.updates.set(Some(updates));
        }
    });
}

fn offered_release(shell: Shell) -> Option<Release> {
    if shell.window().locked.get() {
        return None;
    }
    shell.window().updates.get().filter(|updates| !updates.postponed)?.ready
}

#[component]
pub(crate) fn UpdateBanner() -> impl IntoView {
    let shell = shell();
    // Not redrawn, which would lose the focus, when the same version is found again.
    let release = Memo::new(move |_| offered_release(shell));
    view! { {move || release.with(Option::is_some).then(|| show_beside(OFFERED))} }
}

const OFFERED: PagePart = part!(tools, |_| {
    let release = untrack(|| offered_release(shell()));
    release.map(|release| view! { <Offered release/> }).into_any()
});

#[component]
fn Offered(release: Release) -> impl IntoView {
    let shell = shell();
    let installing = RwSignal::new(false);
    let refused = RwSignal::new(String::new());
    let install = move |_| {
        if installing.get_untracked() {
            return;
        }
        installing.set(true);
        refused.set(String::new());
        spawn_local(async move {
            if let Err(failure) = ipc::command::<InstallUpdate>(()).await {
                installing.try_set(false);
                refused.try_set(failure.sentence);
            }
        });
    };
    let later = move |_| {
        spawn_local(async move {
            match ipc::command::<PostponeUpdate>(()).await {
                Ok(()) => shell.window().updates.update(|updates| {
                    if let Some(updates) = updates {
                        updates.postponed = true;
                    }
                }),
                Err(failure) => shell.fail(&failure),
            }
        });
    };
    let notes = release.notes.filter(|notes| !notes.trim().is_empty());
    view! {
        <div class="banner update" role="region" aria-label="Update">
            <Icon name="info"/>
            <div>
                <p role="status" aria-label="Update">{format!("Tapline {} is ready to install.", release.version)}</p>
                {notes.map(|notes| view! {
                    <details><summary>"What is new"</summary><p class="notes">{notes}</p></details>
                })}
                <p class="bad" role="alert">{move || refused.get()}</p>
            </div>
            <span class="grow"></span>
            <button type="button" on:click=install>
                {move || if installing.get() { "Installing…" } else { "Install and restart" }}
            </button>
            <button type="button" on:click=later>"Later"</button>
        </div>
    }
}

/// Update check of this Tapline: result of the last check, and a button for another one.
#[component]
pub(crate) fn CheckForUpdate() -> impl IntoView {
    let shell = shell();
    let checking = RwSignal::new(false);
    let requested = RwSignal::new(false);
    let check = move |_| {
        if checking.get_untracked() {
            return;
        }
        checking.set(true);
        spawn_local(async move {
            let answer = ipc::command::<FindUpdate>(Look::Asked).await;
            checking.try_set(false);
            match answer {
                Ok(updates) => {
                    requested.try_set(true);
                    shell.window().updates.set(Some(updates));
                }
                Err(failure) => shell.fail(&failure),
            }
        });
    };
    let updates = move || shell.window().updates.get().filter(|updates| updates.checks);
    let words = move || match updates() {
        _ if checking.get() => "Checking…".to_owned(),
        Some(updates) => last_check(&updates, requested.get()),
        None => String::new(),
    };
    view! {
        <Show when=move || updates().is_some()>
            <div class="row">
                <button type="button" on:click=check>"Check for updates"</button>
                <p role="status" aria-label="Updates">{live(words)}</p>
            </div>
        </Show>
    }
}

fn last_check(updates: &Updates, requested: bool) -> String {
    match (&updates.problem, &updates.ready) {
        (Some(problem), _) => format!("The last check failed. {problem}"),
        (None, Some(release)) => format!("Tapline {} is ready to install.", release.version),
        (None, None) if requested => "This is the newest version.".to_owned(),
        (None, None) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn updates() -> Updates {
        Updates { source: String::new(), checks: true, ready: None, postponed: false, problem: None }
    }

    #[test]
    fn about_says_how_the_last_check_ended() {
        let ready = Some(Release { version: "0.3.0".to_owned(), notes: None });
        let problem = Some("Can't load the list of versions.".to_owned());
        assert_eq!(last_check(&updates(), false), "");
        assert_eq!(last_check(&updates(), true), "This is the newest version.");
        assert_eq!(
            last_check(&Updates { ready: ready.clone(), ..updates() }, false),
            "Tapline 0.3.0 is ready to install."
        );
        assert_eq!(
            last_check(&Updates { ready, problem, ..updates() }, true),
            "The last check failed. Can't load the list of versions."
        );
    }
}
