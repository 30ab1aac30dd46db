//! One handle of the axis: a slider for mouse, keyboard and screen reader.
//!
//! Arrows move one unit of the currency, with Shift ten, Page keys fifty; Alt with up and down one minor unit; Home and End
//! go to the ends; a digit jumps into the field; Esc returns to the saved value. Dragging snaps to round values, Alt makes it exact.

use leptos::prelude::*;
use tapline_emv::Scheme;
use tapline_emv::limits::LimitKind;
use tapline_emv::tap::limit_meaning;
use tapline_explain::say::tap as words;

use super::axis::Track;
use super::{element, saved_limits, store};
use crate::pages::limits::LIMITS;
use crate::scale::{NO_LIMIT, percent};
use crate::shell::shell;
use crate::show;
use crate::widgets::marks::{LimitMark, limit_key};

#[component]
pub(super) fn Handle(limit: LimitKind, track: Track, scheme: Memo<Option<Scheme>>) -> impl IntoView {
    let shell = shell();
    let store = store(shell);
    let value = Memo::new(move |_| store.edit.with(|edit| edit.as_ref()?.form.limit_value(limit)));
    let params = Memo::new(move |_| super::typed_params(shell));
    let put = move |minor: u64| {
        let text = shell.form_currency().plain(minor.min(tapline_emv::MAX_AMOUNT));
        LIMITS.put(shell.areas(), limit.param(), text);
    };
    // A drag is an undo step of its own; later edits start another.
    let end_step = move || {
        store.edit.update(|edit| {
            if let Some(edit) = edit {
                edit.end_step();
            }
        });
    };
    let saved = move || store.edit.with_untracked(|edit| Some(saved_limits(edit.as_ref())?.get(limit)));
    let key = move |event: web_sys::KeyboardEvent| {
        let now = value.get_untracked().unwrap_or(0);
        let unit = shell.form_currency().unit();
        let step = match (event.shift_key(), event.alt_key()) {
            (_, true) => 1,
            (true, false) => 10 * unit,
            (false, false) => unit,
        };
        let moved = match event.key().as_str() {
            // Alt with Left and Right belongs to the window's history.
            "ArrowLeft" | "ArrowRight" if event.alt_key() => return,
            "ArrowRight" | "ArrowUp" => now.saturating_add(step),
            "ArrowLeft" | "ArrowDown" => now.saturating_sub(step),
            "PageUp" => now.saturating_add(50 * unit),
            "PageDown" => now.saturating_sub(50 * unit),
            "Home" => 0,
            "End" => NO_LIMIT,
            "Escape" => saved().unwrap_or(now),
            digit if digit.len() == 1 && digit.as_bytes()[0].is_ascii_digit() => {
                into_field(limit);
                return;
            }
            _ => return,
        };
        event.prevent_default();
        put(moved);
    };
    let grab = move |event: web_sys::PointerEvent| {
        use wasm_bindgen::JsCast;
        event.prevent_default();
        if let Some(element) = event.current_target().and_then(|t| t.dyn_into::<web_sys::HtmlElement>().ok())
        {
            // Without capture the drag ends at the edge of the handle; capture fails only for a pointer that is gone.
            let _ = element.set_pointer_capture(event.pointer_id());
            let _ = element.focus();
        }
        track.dragging.set(Some(limit));
        end_step();
    };
    let drag = move |event: web_sys::PointerEvent| {
        if track.dragging.get_untracked() != Some(limit) {
            return;
        }
        let Some(element) = track.element.get_untracked() else { return };
        let bounds = element.get_bounding_client_rect();
        let place = (f64::from(event.client_x()) - bounds.left()) / bounds.width();
        let scale = track.scale.get_untracked();
        let minor = if event.alt_key() {
            scale.amount(place)
        } else {
            scale.snapped(place, bounds.width(), shell.form_currency().unit())
        };
        put(minor);
    };
    let release = move |_: web_sys::PointerEvent| {
        track.dragging.set(None);
        end_step();
    };
    let spoken = move || {
        let currency = shell.form_currency();
        let minor = value.get()?;
        let meaning = scheme.get().map(|scheme| {
            words::limit_meaning(&limit_meaning(scheme, limit, minor, &params.get()), &currency).to_string()
        });
        Some(format!(
            "{}{}",
            show::limit(minor, &currency),
            meaning.map(|m| format!(", {m}")).unwrap_or_default()
        ))
    };
    let class = format!("handle handle-{}", limit_key(limit));
    view! {
        <div class=class role="slider" tabindex=move || if shell.is_read_only() { "-1" } else { "0" }
            class:dragged=move || track.dragging.get() == Some(limit)
            class:absent=move || value.get().is_none()
            aria-label=format!("{} handle", limit.label()) aria-orientation="horizontal"
            aria-valuemin="0" aria-valuemax=tapline_emv::MAX_AMOUNT.to_string()
            aria-valuenow=move || value.get().unwrap_or(0).to_string()
            aria-valuetext=spoken aria-disabled=move || shell.is_read_only().then_some("true")
            title=move || shell.read_only()
            style:left=move || percent(value.get().map_or(0.0, |minor| track.scale.get().at(minor)))
            on:keydown=key on:pointerdown=grab on:pointermove=drag on:pointerup=release on:pointercancel=release>
            <LimitMark limit=limit/>
        </div>
    }
}

/// Moves focus to the text field of a limit and selects its text.
pub(super) fn into_field(limit: LimitKind) {
    use wasm_bindgen::JsCast;
    let id = element(limit.param());
    let field =
        document().get_element_by_id(&id).and_then(|e| e.dyn_into::<web_sys::HtmlInputElement>().ok());
    if let Some(field) = field {
        // The field is on the same page, so focus can't fail.
        let _ = field.focus();
        field.select();
    }
}
