//! Banners for the whole window: token expiring or refused, service not reachable, lock, unit of amounts,
//! newer version.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::unit;
use super::update::UpdateBanner;
use crate::background;
use crate::ipc::engine;
use crate::parts::{PagePart, part};
use crate::shell::{Shell, shell};
use crate::widgets::icon::Icon;
use crate::widgets::part::show_beside;
use crate::widgets::show::{Show, live};
use crate::window_state::Link;

#[component]
pub(crate) fn Banners() -> impl IntoView {
    let shell = shell();
    let shown = move || shell.session.with(Option::is_some) && !shell.window().locked.get();
    // Memos, because the texts change every second and a redrawn banner would lose the focus.
    let token = Memo::new(move |_| {
        shown() && (shell.window().signed_out.get() || background::token_ends_in(shell).is_some())
    });
    let read_only = Memo::new(move |_| shown() && shell.is_read_only());
    let down = Memo::new(move |_| shown() && shell.window().link.with(|link| *link != Link::Up));
    let locks = Memo::new(move |_| shown() && background::locks_in(shell).is_some());
    view! {
        <div class="banners">
            {move || token.get().then(|| show_beside(TOKEN))}
            <Show when=move || read_only.get()>
                <div class="banner" role="region" aria-label="Read only">
                    <Icon name="lock"/><p>"This connection is read only, so nothing can be changed over it. To change something, choose another safety level for it on the start page."</p>
                </div>
            </Show>
            {move || down.get().then(|| show_beside(DOWN))}
            {move || locks.get().then(|| show_beside(LOCKS))}
            {unit::banner(shell)}
            <UpdateBanner/>
        </div>
    }
}

fn unreachable(shell: Shell) -> String {
    match shell.window().link.get() {
        Link::Up => String::new(),
        Link::Down { since } => format!(
            "{} No answer since {}. What you see is older; nothing you typed is lost.",
            shell.window().down_because.get(),
            engine::clock(since)
        ),
    }
}

// Rarely shown, so not in the first part.
const TOKEN: PagePart = part!(tools, |_| view! { <TokenBanner/> }.into_any());
const DOWN: PagePart = part!(tools, |_| view! { <DownBanner/> }.into_any());
const LOCKS: PagePart = part!(tools, |_| view! { <LockBanner/> }.into_any());

#[component]
fn DownBanner() -> impl IntoView {
    let shell = shell();
    view! {
        <div class="banner banner-danger" role="region" aria-label="Service not reached">
            <Icon name="warning"/><p role="status" aria-label="Service">{move || unreachable(shell)}</p>
            // A new number each second would be noise for screen readers.
            <span class="number" aria-hidden="true">{live(move || shell.outage().words(shell.time()))}</span>
            <span class="grow"></span>
            <button type="button" on:click=move |_| shell.outage().try_now()>"Try now"</button>
        </div>
    }
}

#[component]
fn LockBanner() -> impl IntoView {
    let shell = shell();
    view! {
        <div class="banner" role="region" aria-label="Lock">
            <Icon name="lock"/>
            <p role="alert">"Tapline locks soon because nobody uses it. Any key or movement keeps it open."</p>
            <b class="number" aria-hidden="true">{move || background::locks_in(shell).map(|left| format!("{left} s"))}</b>
            <span class="grow"></span>
            <button type="button" on:click=move |_| shell.window().touched.set(engine::now())>"Keep open"</button>
        </div>
    }
}

#[component]
fn TokenBanner() -> impl IntoView {
    let shell = shell();
    let problem = RwSignal::new(String::new());
    let paste = move |_| {
        spawn_local(async move {
            match shell.sign_in_again().await {
                Ok(()) => shell.toast("Signed in again. Nothing was lost; go on where you were."),
                Err(failure) => problem.set(failure.sentence),
            }
        });
    };
    let words = move || {
        match (shell.window().signed_out.get(), background::token_ends_in(shell)) {
        (true, _) => "The service no longer takes the token. What is typed stays; copy a new token of the same owner, then go on.".to_owned(),
        (false, Some(0)) => "The token has ended. What is typed stays; copy a new token of the same owner, then go on.".to_owned(),
        (false, Some(1)) => "The token ends within a minute. Copy a new one of the same owner, then go on without a break.".to_owned(),
        (false, left) => format!(
            "The token ends in {} minutes. Copy a new one of the same owner, then go on without a break.",
            left.unwrap_or_default()
        ),
    }
    };
    view! {
        <div class="banner" role="region" aria-label="Token">
            <Icon name="key"/>
            <div><p role="status" aria-label="Token">{live(words)}</p><p class="bad" role="alert">{move || problem.get()}</p></div>
            <span class="grow"></span>
            <button type="button" on:click=paste>"Paste a new token"</button>
        </div>
    }
}
