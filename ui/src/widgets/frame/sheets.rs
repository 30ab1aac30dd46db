//! The sheets in front of any page: palette, settings, keys, about. One at a time.

use leptos::prelude::*;

use super::about::About;
use super::call::CallBar;
use super::key_sheet::KeySheet;
use super::palette::Palette;
use super::settings::Settings;
use crate::parts::{PagePart, part};
use crate::shell::shell;
use crate::widgets::dialog::Dialog;
use crate::widgets::part::show_inside;
use crate::window_state::Sheet;

#[component]
pub(crate) fn Sheets(
    /// Answers of the call bar.
    call: PagePart,
) -> impl IntoView {
    let sheet = shell().window().sheet;
    let is_open = Memo::new(move |_| sheet.with(Option::is_some));
    let close = Callback::new(move |()| sheet.set(None));
    let title = Signal::derive(move || match sheet.get() {
        Some(Sheet::Palette) => "Search or run a command".to_owned(),
        Some(Sheet::Connections) => "Switch connection".to_owned(),
        Some(Sheet::Call) => "Explain".to_owned(),
        Some(Sheet::Settings) => "Settings".to_owned(),
        Some(Sheet::Keys) => "Keys".to_owned(),
        Some(Sheet::About) | None => "About Tapline".to_owned(),
    });
    view! {
        <Dialog open=is_open on_close=close title=title class="wide">
            {move || match sheet.get() {
                // In the first part: a person types on at once after opening it, and no key may be lost while a part is
                // loading.
                Some(which @ (Sheet::Palette | Sheet::Connections)) => view! { <Palette which=which/> }.into_any(),
                Some(Sheet::Call) => view! { <CallBar answers=call/> }.into_any(),
                Some(_) => show_inside(BODY),
                None => ().into_any(),
            }}
        </Dialog>
    }
}

const BODY: PagePart = part!(tools, |_| match shell().window().sheet.get_untracked() {
    Some(Sheet::Settings) => view! { <Settings/> }.into_any(),
    Some(Sheet::Keys) => view! { <KeySheet/> }.into_any(),
    Some(Sheet::About) => view! { <About/> }.into_any(),
    Some(Sheet::Palette | Sheet::Connections | Sheet::Call) | None => ().into_any(),
});
