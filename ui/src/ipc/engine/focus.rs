//! Place of the keyboard on the page.

use wasm_bindgen::JsCast;

use super::{GESTURES, hold, is_question_open, later, now};

/// Moves the focus to the first match of `wanted`, else of `otherwise`, and makes headings and regions focusable for it. Headings
/// don't scroll: the focus may come late, and the page must not move under the mouse of a person who has gone on.
pub(crate) fn focus(wanted: &str, otherwise: &str) {
    let find = |selector: &str| leptos::prelude::document().query_selector(selector).ok().flatten();
    let Some(element) = find(wanted).or_else(|| find(otherwise)) else { return };
    if !matches!(element.tag_name().as_str(), "A" | "INPUT" | "BUTTON" | "TABLE") {
        // Setting a plain attribute can't fail.
        let _ = element.set_attribute("tabindex", "-1");
    }
    let options = web_sys::FocusOptions::new();
    options.set_prevent_scroll(element.tag_name() == "H1");
    if let Ok(element) = element.dyn_into::<web_sys::HtmlElement>() {
        // Focusing a hidden element leaves the focus unchanged.
        let _ = element.focus_with_options(&options);
    }
}

/// The ids of elements among these, in the order of the page.
pub(crate) fn in_page_order(ids: &[String]) -> Vec<String> {
    let all = ids.iter().map(|id| format!("#{id}")).collect::<Vec<_>>().join(", ");
    let Ok(found) = leptos::prelude::document().query_selector_all(&all) else { return Vec::new() };
    let element = |at| found.get(at)?.dyn_into::<web_sys::Element>().ok();
    (0..found.length()).filter_map(element).map(|element| element.id()).collect()
}

/// Scrolls a new page to its top.
pub(crate) fn to_the_top() {
    if let Ok(Some(main)) = leptos::prelude::document().query_selector("main") {
        main.set_scroll_top(0);
    }
}

/// Calls [`focus`] after some milliseconds, when the target has been drawn. A person who clicked or tabbed into a control
/// meanwhile keeps the focus there: typed text goes where the person put it.
pub(crate) fn focus_soon(milliseconds: u64, wanted: &str, otherwise: &str) {
    later(milliseconds, focus_unless_moved(wanted, otherwise));
}

/// Returns a closure that calls [`focus`] unless the person moved the focus meanwhile.
pub(crate) fn focus_unless_moved(wanted: &str, otherwise: &str) -> impl FnOnce() + use<> {
    let (wanted, otherwise) = (wanted.to_owned(), otherwise.to_owned());
    let (gestures, had) = (GESTURES.get(), active());
    move || {
        let chosen = active().filter(|now| Some(now) != had.as_ref());
        let is_control = |element: web_sys::Element| {
            element.matches("input, textarea, select, button, [tabindex='0']").unwrap_or(false)
        };
        // A text field never loses the focus to a heading, no matter how it got it.
        let types = chosen.as_ref().is_some_and(|now| now.matches("input, textarea").unwrap_or(false));
        let stays = types && wanted == otherwise;
        if !stays && (GESTURES.get() == gestures || !chosen.is_some_and(is_control)) {
            focus(&wanted, &otherwise);
        }
    }
}

/// Calls [`focus`] after some milliseconds if the focused element is gone by then.
pub(crate) fn focus_if_lost(milliseconds: u64, wanted: &'static str, otherwise: &'static str) {
    later(milliseconds, move || {
        if is_lost() {
            focus(wanted, otherwise);
        }
    });
}

/// Milliseconds between drawing and the search for the heading, and how long the search goes on: its content may come from the
/// service.
const LOOK: u64 = 200;
const LOOKED_FOR: f64 = 20_000.0;

/// Returns the focus to the heading of a new page whenever the heading is redrawn, until the person does something.
pub(crate) fn stay_at_heading() {
    let (gestures, until) = (GESTURES.get(), now() + LOOKED_FOR);
    let looking = std::rc::Rc::new(std::cell::Cell::new(false));
    hold::on_drawn(move || {
        if looking.replace(true) {
            return;
        }
        let looking = std::rc::Rc::clone(&looking);
        later(LOOK, move || {
            looking.set(false);
            // Another page may have its own watch meanwhile.
            if GESTURES.get() != gestures || now() > until {
                hold::leave_drawn();
            } else if is_lost() && !is_question_open() {
                focus("main h1", "main h1");
            }
        });
    });
}

/// True if the focused element is gone.
fn is_lost() -> bool {
    active().is_none_or(|element| element.tag_name() == "BODY")
}

fn active() -> Option<web_sys::Element> {
    leptos::prelude::document().active_element()
}

/// Direction: forward or back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    On,
    Back,
}

/// Moves the focus to the next existing region, wrapping around. A region nested in another comes after it. The second text of a
/// pair selects the focus target in the region; without it, the first control is focused.
pub(crate) fn to_region(regions: &[(&str, &str)], way: Way) {
    let document = leptos::prelude::document();
    let find = |(region, first): &(&str, &str)| {
        let region = document.query_selector(region).ok().flatten()?;
        let first = if first.is_empty() { None } else { region.query_selector(first).ok().flatten() };
        Some((region, first))
    };
    let there: Vec<_> = regions.iter().filter_map(find).collect();
    let here = document
        .active_element()
        .and_then(|active| there.iter().rposition(|(region, _)| region.contains(Some(&active))));
    let next = match (here, way) {
        (None, _) => 0,
        (Some(at), Way::On) => at + 1,
        (Some(at), Way::Back) => at + there.len() - 1,
    };
    let Some((region, first)) = there.get(next % there.len().max(1)) else { return };
    let inside = "a[href], button:not(:disabled), input:not(:disabled), select, table[tabindex]";
    let is_control = region.matches("[tabindex='0']").unwrap_or(false);
    let itself = || is_control.then(|| region.clone());
    let control = first.clone().or_else(itself).or_else(|| region.query_selector(inside).ok().flatten());
    let target = control.as_ref().unwrap_or(region);
    if control.is_none() {
        // Setting a plain attribute can't fail.
        let _ = target.set_attribute("tabindex", "-1");
    }
    if let Some(target) = target.dyn_ref::<web_sys::HtmlElement>() {
        // Focusing a hidden element leaves the focus unchanged.
        let _ = target.focus();
    }
}
