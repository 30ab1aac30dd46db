//! A text field for a code with a name: it shows "Visa (01)" and keeps `01`.
//!
//! Its suggestions have that form. Any other text can be typed and is kept; a typed code is replaced by its words when the
//! field is left, never while typing.

use leptos::prelude::*;

use super::text_field::TextField;
use crate::effect::effect;

#[component]
pub(crate) fn PickField(
    /// Unique on the page.
    #[prop(into)]
    id: String,
    #[prop(into)] label: String,
    /// The code.
    #[prop(into)]
    code: Signal<String>,
    on_code: Callback<String>,
    /// Words for a code: "Visa (01)", or the code itself if it has no name.
    words: Callback<String, String>,
    #[prop(into, optional)] error: Signal<Option<String>>,
    #[prop(into, optional)] at_once: Signal<bool>,
    /// Id of a datalist of such words.
    list: &'static str,
) -> impl IntoView {
    let shown = RwSignal::new(words.run(code.get_untracked()));
    let typing = RwSignal::new(false);
    let code_of = move |text: &str| code_in(text, |code| words.run(code.to_owned()));
    effect(move || {
        let (now, typing) = (code.get(), typing.get());
        let named = words.run(now.clone());
        if !typing || untrack(|| shown.with(|shown| code_of(shown))) != now {
            shown.set(named);
        }
    });
    let typed = Callback::new(move |text: String| {
        typing.set(true);
        shown.set(text.clone());
        on_code.run(untrack(|| code_of(&text)));
    });
    view! {
        <TextField id=id label=label value=shown on_text=typed error=error at_once=at_once list=Some(list)
            on_leave=Callback::new(move |()| typing.set(false))/>
    }
}

/// The code `01` of "Visa (01)" if these are its words; any other text unchanged.
fn code_in(text: &str, words: impl Fn(&str) -> String) -> String {
    let inside = text.trim().strip_suffix(')').and_then(|text| text.rsplit_once('('));
    match inside {
        Some((_, code)) if words(code) == text.trim() => code.to_owned(),
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::code_in;

    #[test]
    fn words_are_their_code_and_other_text_is_itself() {
        let words = |code: &str| match code {
            "01" => "Visa (01)".to_owned(),
            "303" => "Alpen (Pay) EUR (303)".to_owned(),
            other => other.to_owned(),
        };
        for (text, code) in [
            ("Visa (01)", "01"),
            (" Visa (01) ", "01"),
            ("Alpen (Pay) EUR (303)", "303"),
            ("01", "01"),
            ("Visa (02)", "Visa (02)"),
            ("Vi", "Vi"),
            ("VISA;MC", "VISA;MC"),
            ("", ""),
        ] {
            assert_eq!(code_in(text, words), code, "{text}");
        }
    }
}
