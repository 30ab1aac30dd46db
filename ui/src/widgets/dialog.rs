//! A dialog in front of the page, on the native element: the focus goes in, and back to where it was. Each dialog
//! shows the badge of the environment.
//!
//! A small panel at its button: the focus goes in; Esc, or leaving it, closes the panel; Esc returns the
//! focus. It follows its button, and closes when that scrolls out of sight.

use leptos::html;
use leptos::prelude::*;
use tapline_contract::connection::Environment;
use tapline_contract::shown::visible;
use wasm_bindgen::JsCast;

use super::icon::EnvBadge;
use super::show::{Show, live};
use crate::effect::effect;
use crate::ipc::{engine, hold};
use crate::shell::shell;

#[component]
pub(crate) fn Dialog(
    #[prop(into)] open: Signal<bool>,
    /// Called when Esc is pressed.
    on_close: Callback<()>,
    #[prop(into)] title: Signal<String>,
    /// Environment of the dialog's subject, if it is not the open connection's.
    #[prop(into, optional)]
    environment: Option<Signal<Option<Environment>>>,
    /// "wide" for sheets that are more than a question.
    #[prop(optional)]
    class: &'static str,
    children: ChildrenFn,
) -> impl IntoView {
    let shell = shell();
    let place = move || environment.map_or_else(|| shell.environment(), |environment| environment.get());
    let dialog = NodeRef::<html::Dialog>::new();
    // A dialog that just opened has no ring; one that a person came back to by Tab has.
    let opened = RwSignal::new(false);
    effect(move || {
        let Some(element) = dialog.get() else { return };
        if open.get() && !element.open() {
            opened.set(true);
            // Refused only when it is open already.
            let _ = element.show_modal();
            // Fields come before the copy buttons of the facts above them.
            let is_copy =
                document().active_element().is_some_and(|active| active.class_list().contains("copy"));
            let field = element.query_selector("input, textarea, select").ok().flatten().filter(|_| is_copy);
            if let Some(field) = field.and_then(|field| field.dyn_into::<web_sys::HtmlElement>().ok()) {
                // The field is on the page while the dialog is.
                let _ = field.focus();
            }
        } else if !open.get() && element.open() {
            element.close();
        }
    });
    view! {
        <dialog node_ref=dialog class=class class:opened=opened on:focusout=move |_| opened.set(false) aria-labelledby="dialog-title" on:cancel=move |event: web_sys::Event| {
            event.prevent_default();
            on_close.run(());
        }>
            <Show when=move || open.get()>
                <div class="dialog-head">
                    <h2 id="dialog-title">{move || title.with(|title| visible(title).into_owned())}</h2>
                    {move || place().map(|environment| view! { <EnvBadge environment=environment/> })}
                </div>
                {children()}
            </Show>
        </dialog>
    }
}

/// Foot of a dialog: the reason why it can't go on, then the buttons on the right, the harmless one first.
#[component]
pub(crate) fn DialogFoot(
    /// Label of the harmless button.
    #[prop(into)]
    keep: Signal<String>,
    on_keep: Callback<()>,
    /// False if a field gets the focus.
    #[prop(default = true)]
    focus: bool,
    /// Reason why the other button is disabled.
    #[prop(optional, into)]
    reason: Option<Signal<Option<String>>>,
    /// The other buttons.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    let button = NodeRef::<html::Button>::new();
    if focus {
        engine::later(0, move || {
            if let Some(button) = button.try_get_untracked().flatten() {
                // The button is on the page while the dialog is.
                let _ = button.focus();
            }
        });
    }
    view! {
        <div class="dialog-foot">
            <p class="muted" id="dialog-reason">{move || reason.and_then(|reason| reason.get())}</p>
            <div class="dialog-acts">
                <button type="button" node_ref=button on:click=move |_| on_keep.run(())>{move || keep.get()}</button>
                {children.map(|children| children())}
            </div>
        </div>
    }
}

/// Connection and owner, under the title of a dialog that sends.
#[component]
pub(crate) fn DialogPlace() -> impl IntoView {
    let session = shell().session;
    live(move || {
        session.get().map(|session| {
            let [name, owner] =
                [session.connection.name, session.owner].map(|text| visible(&text).into_owned());
            view! { <p class="dialog-where">{name} ", owner " {owner}</p> }
        })
    })
}

/// True for Ctrl, or Cmd on macOS.
pub(crate) fn has_control(event: &web_sys::KeyboardEvent) -> bool {
    event.ctrl_key() || event.meta_key()
}

/// Like [`has_control`], for a mouse event.
pub(crate) fn with_control(event: &web_sys::MouseEvent) -> bool {
    event.ctrl_key() || event.meta_key()
}

/// Pixels between the panel and the edges of the window.
const GAP: f64 = 8.0;
/// Pixels between the panel and its button.
const NEAR: f64 = 4.0;
/// Height that is enough below the button; with less, the panel is where there is more room.
const ENOUGH: f64 = 240.0;

/// Place of a panel in the window, in pixels: below its button, or above it.
#[derive(Clone, Copy, Default)]
pub(super) struct PanelPlace {
    pub(super) left: f64,
    top: Option<f64>,
    bottom: Option<f64>,
    /// Most height that fits.
    pub(super) height: f64,
}

impl PanelPlace {
    /// Values for the style.
    pub(super) fn top(self) -> String {
        self.top.map_or_else(|| "auto".to_owned(), |top| format!("{top}px"))
    }

    pub(super) fn bottom(self) -> String {
        self.bottom.map_or_else(|| "auto".to_owned(), |bottom| format!("{bottom}px"))
    }

    pub(super) fn at(button: &web_sys::DomRect, width: f64) -> PanelPlace {
        let [room, height] = [engine::window_width(), engine::window_height()];
        let left = button.left().min(room - width - GAP).max(GAP);
        let (above, below) = (button.top() - NEAR - GAP, height - button.bottom() - NEAR - GAP);
        if below < ENOUGH && above > below {
            PanelPlace { left, top: None, bottom: Some(height - button.top() + NEAR), height: above }
        } else {
            PanelPlace { left, top: Some(button.bottom() + NEAR), bottom: None, height: below }
        }
    }
}

#[component]
pub(crate) fn Popover(
    /// Set by the button; the content may close the panel.
    open: RwSignal<bool>,
    /// Accessible name of the panel.
    #[prop(into)]
    label: String,
    /// CSS class of the button.
    class: &'static str,
    /// Content of the button.
    #[prop(into)]
    face: ViewFn,
    /// Accessible name of the button, if its face is a drawing.
    #[prop(default = None)]
    name: Option<&'static str>,
    /// Width in pixels.
    #[prop(default = 288)]
    width: u16,
    children: ChildrenFn,
) -> impl IntoView {
    let (around, button, panel) =
        (NodeRef::<html::Span>::new(), NodeRef::<html::Button>::new(), NodeRef::<html::Div>::new());
    let place = RwSignal::new(PanelPlace::default());
    let arrange = move || {
        if let Some(button) = button.try_get_untracked().flatten() {
            let _ = place.try_set(PanelPlace::at(&button.get_bounding_client_rect(), f64::from(width)));
        }
    };
    let follow = move || {
        let hit = button.try_get_untracked().flatten().and_then(|button| {
            let edge = button.get_bounding_client_rect();
            #[expect(clippy::cast_possible_truncation, reason = "pixels of a window")]
            let [x, y] =
                [edge.left() + edge.width() / 2.0, edge.top() + edge.height() / 2.0].map(|at| at as f32);
            document().element_from_point(x, y)
        });
        let around = around.try_get_untracked().flatten();
        if around.is_some_and(|around| around.contains(hit.as_ref().map(AsRef::as_ref))) {
            arrange();
        } else {
            let _ = open.try_set(false);
        }
    };
    effect(move || {
        if !open.get() {
            return;
        }
        arrange();
        // The side bar shrinks and rows wrap after the window's own event.
        if let Ok(Some(main)) = document().query_selector("#main") {
            hold::on_width(&main, move |_| arrange());
        }
        hold::on_window(leptos::ev::resize, move |_| engine::later(0, arrange));
        hold::on_scroll(follow);
        // Pressing outside closes it too, even if nothing there takes the focus.
        hold::on_window(leptos::ev::pointerdown, move |event| {
            let target = event.target().and_then(|target| target.dyn_into::<web_sys::Node>().ok());
            if !around.get_untracked().is_some_and(|around| around.contains(target.as_ref())) {
                open.set(false);
            }
        });
        engine::later(0, move || {
            let first = panel.get_untracked().and_then(|panel| {
                panel.query_selector("input:checked, input:not([type=radio]), select, button").ok().flatten()
            });
            if let Some(first) = first.and_then(|first| first.dyn_into::<web_sys::HtmlElement>().ok()) {
                let options = web_sys::FocusOptions::new();
                // The panel opens at its top, and must not jump back there after a person scrolled it.
                options.set_prevent_scroll(true);
                // If it is hidden, the focus stays on the button, which is as good.
                let _ = first.focus_with_options(&options);
            }
        });
    });
    let left = move |event: web_sys::FocusEvent| {
        let to = event.related_target().and_then(|to| to.dyn_into::<web_sys::Node>().ok());
        let stays = around.get_untracked().is_some_and(|around| around.contains(to.as_ref()));
        // Without a target the window itself was left, or the focused element is gone.
        if !stays && to.is_some() {
            open.set(false);
        }
    };
    let keys = move |event: web_sys::KeyboardEvent| {
        if event.key() == "Escape" && open.get_untracked() {
            event.prevent_default();
            event.stop_propagation();
            open.set(false);
            if let Some(button) = button.get_untracked() {
                let _ = button.focus();
            }
        }
    };
    view! {
        <span class="popover-at" tabindex="-1" node_ref=around on:focusout=left on:keydown=keys>
            <button type="button" class=class node_ref=button aria-haspopup="dialog" aria-label=name title=name
                aria-expanded=move || if open.get() { "true" } else { "false" }
                on:click=move |_| open.update(|open| *open = !*open)>{face.run()}</button>
            <Show when=move || open.get()>
                <div class="popover" role="dialog" aria-label=label.clone() tabindex="-1" node_ref=panel
                    style:width=format!("{width}px")
                    style:left=move || format!("{}px", place.get().left)
                    style:top=move || place.get().top() style:bottom=move || place.get().bottom()
                    style:max-height=move || format!("{}px", place.get().height)>
                    {children()}
                </div>
            </Show>
        </span>
    }
}
