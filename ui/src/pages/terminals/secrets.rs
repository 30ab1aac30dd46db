//! The secrets of a terminal: whether they are there, and one of them shown for a short while because a person asked for it.
//!
//! Core reads it for this and writes down that it was read. The page holds it only while it is seen: its time, another page,
//! another window, the lock, and *Hide* end that.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::Failure;
use tapline_contract::commands::{CopySecret, RevealSecret};
use tapline_contract::device::{Device, DeviceId};
use tapline_contract::field::Hidden;
use tapline_contract::merchant::MerchantId;
use tapline_contract::reveal::{Reveal, SecretField};
use tapline_contract::secret::Secret;

use crate::effect::effect;
use crate::ipc::{self, engine, hold};
use crate::shell::shell;
use crate::widgets::failure::FailureNote;
use crate::widgets::icon::Icon;
use crate::widgets::show::{Show, live};

/// Shown until then, in milliseconds since 1970.
#[derive(Clone, PartialEq)]
struct Revealed {
    text: Secret,
    until: f64,
}

#[component]
pub(super) fn Secrets(of: MerchantId, record: Device) -> impl IntoView {
    let jwt = record.ext().map_or(Hidden::Absent, |ext| ext.jwt_secret.clone());
    let rows = [
        ("Admin password", SecretField::DeviceAdmin, record.device_admin.clone()),
        ("JWT secret", SecretField::JwtSecret, jwt),
    ];
    let rows = rows.map(|(label, field, secret)| {
        let value = if secret == Hidden::Absent {
            view! { <span class="muted">"not set"</span> }.into_any()
        } else {
            view! { <OneSecret of=of.clone() device=record.device_id.clone() field=field label=label/> }
                .into_any()
        };
        view! { <dt>{label}</dt><dd>{value}</dd> }
    });
    view! {
        <section class="card" aria-label="Secrets"><h2>"Secrets"</h2><dl>{rows.into_iter().collect_view()}</dl>
            <p class="muted">"Tapline logs each reveal and copy in Activity, without the value."</p></section>
    }
}

#[component]
fn OneSecret(of: MerchantId, device: DeviceId, field: SecretField, label: &'static str) -> impl IntoView {
    let shell = shell();
    let seen = RwSignal::new(None::<Revealed>);
    let waiting = RwSignal::new(false);
    let failed = RwSignal::new(None::<Failure>);
    let said = RwSignal::new(String::new());
    let hide = move || seen.set(None);
    let wanted = StoredValue::new((of, device));
    let asked = move || {
        let (of, device) = wanted.get_value();
        Reveal { connection: shell.connection(), mch_id: of.to_string(), device, field }
    };
    let reveal = move |_| {
        waiting.set(true);
        failed.set(None);
        spawn_local(async move {
            let answer = ipc::command::<RevealSecret>(asked()).await;
            // The page may be gone by then.
            let _ = waiting.try_set(false);
            match answer {
                Ok(revealed) => {
                    let until = engine::now() + f64::from(revealed.seconds) * 1000.0;
                    let _ = seen.try_set(Some(Revealed { text: revealed.text, until }));
                    shell.announce(&format!("{label} is shown for {} seconds.", revealed.seconds));
                }
                Err(failure) => {
                    let _ = failed.try_set(Some(failure));
                }
            }
        });
    };
    let copy = move |_| {
        failed.set(None);
        spawn_local(async move {
            match ipc::command::<CopySecret>(asked()).await {
                Ok(copied) => {
                    let words = format!("Copied. The clipboard is cleared after {} s.", copied.seconds);
                    shell.toast(&words);
                    let _ = said.try_set(words);
                }
                Err(failure) => {
                    let _ = failed.try_set(Some(failure));
                }
            }
        });
    };
    let left = move || {
        let until = seen.with(|seen| seen.as_ref().map(|seen| seen.until))?;
        Some(shell.time().seconds_to(until))
    };
    effect(move || {
        let over = left().is_some_and(|left| left <= 0.0);
        let locked = shell.core.with(|core| core.as_ref().is_some_and(|core| core.locked));
        if over || locked {
            hide();
        }
    });
    hold::on_window(leptos::ev::blur, move |_| hide());
    let is_seen = Memo::new(move |_| seen.with(Option::is_some));
    let shown = move || {
        seen.with(|seen| seen.as_ref().map(|seen| {
            view! { <code class="secret" aria-label=format!("{label}, revealed")>{seen.text.expose().to_owned()}</code> }
        }))
    };
    view! {
        <div class="row">
            <Show when=move || !is_seen.get()><span class="muted">"hidden"</span></Show>
            {live(shown)}
            <Show when=move || is_seen.get()>
                <span class="muted" role="timer" aria-label="Time left">{move || left().map(|left| format!("hides in {left} s"))}</span>
                <button type="button" class="small" aria-label=format!("Hide {label}") on:click=move |_| hide()>"Hide"</button>
            </Show>
            <Show when=move || !is_seen.get()>
                <button type="button" class="small" disabled=move || waiting.get() title=move || waiting.get().then_some("Loading…")
                    aria-label=format!("Reveal {label}") on:click=reveal><Icon name="eye"/>"Reveal"</button>
            </Show>
            <button type="button" class="small" aria-label=format!("Copy {label}") on:click=copy><Icon name="copy"/>"Copy"</button>
            <span class="muted" role="status" aria-label=format!("{label} copied")>{move || said.get()}</span>
        </div>
        {move || failed.get().map(|failure| view! { <FailureNote failure=failure/> })}
    }
}
