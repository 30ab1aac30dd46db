//! Scroll position of the page.

use super::engine::later;

/// Keeps an element at its place on the screen while an event draws something above it.
pub(crate) fn hold_still(element: &web_sys::Element) {
    let (element, top) = (element.clone(), element.get_bounding_client_rect().top());
    later(0, move || {
        let now = element.get_bounding_client_rect();
        let pushed = now.top() - top;
        // An element that is hidden now has no place.
        if now.height() > 0.0
            && let Ok(Some(main)) = leptos::prelude::document().query_selector("main")
        {
            #[expect(clippy::cast_possible_truncation, reason = "a page is not so long")]
            main.set_scroll_top(main.scroll_top() + pushed.round() as i32);
        }
    });
}

/// Scrolls just enough to show the first match.
pub(crate) fn reveal(selector: &str) {
    let options = web_sys::ScrollIntoViewOptions::new();
    options.set_block(web_sys::ScrollLogicalPosition::Nearest);
    if let Ok(Some(element)) = leptos::prelude::document().query_selector(selector) {
        element.scroll_into_view_with_scroll_into_view_options(&options);
    }
}
