//! A labelled text field with its hint and its error.
//!
//! Checked when it is left, never while a person types; the error stays until the text is valid. Only a card number is
//! reported at once: it should not be written down anywhere.
//!
//! A field for a secret that is typed or pasted for one call. It is never shown, suggested or kept by the engine.
//!
//! A text field for a code with a name: it shows "Visa (01)" and keeps `01`.
//!
//! Its suggestions have that form. Any other text can be typed and is kept; a typed code is replaced by its words when the
//! field is left, never while typing.

use leptos::html;
use leptos::prelude::*;
use tapline_contract::card_number;
use tapline_contract::secret::Secret;

use super::icon::Icon;
use super::suggestions::Suggestions;
use super::term::term;
use crate::effect::effect;

#[component]
pub(crate) fn TextField(
    /// Unique on the page.
    #[prop(into)]
    id: String,
    #[prop(into)] label: String,
    #[prop(into)] value: Signal<String>,
    on_text: Callback<String>,
    /// The reason why the text can't be used, if any.
    #[prop(into, optional)]
    error: Signal<Option<String>>,
    /// Shows the error before the field is left, as after a refusal.
    #[prop(into, optional)]
    at_once: Signal<bool>,
    #[prop(into, optional)] hint: Signal<String>,
    #[prop(optional)] mono: bool,
    /// Id of a datalist with suggestions.
    #[prop(default = None)]
    list: Option<&'static str>,
    /// Id of an element with more about the field.
    #[prop(optional, into)]
    more: Option<String>,
    #[prop(optional, into)] on_leave: Option<Callback<()>>,
    /// Example, shown while the field is empty.
    #[prop(default = "")]
    placeholder: &'static str,
) -> impl IntoView {
    let (left, set_left) = signal(false);
    let shown = Memo::new(move |_| error.get().filter(|_| left.get() || at_once.get()));
    // Text in the fixed-width face is an id, a code or an address.
    let has_card = Memo::new(move |_| !mono && value.with(|text| card_number::is_in(text)));
    let says = format!("{id}-says");
    let described = more.map_or_else(|| says.clone(), |more| format!("{says} {more}"));
    let input = NodeRef::<html::Input>::new();
    let options = Suggestions::new(list, input, on_text);
    view! {
        <div class="field">
            {labelled(id.clone(), label)}
            <div class="field-body">
                <input id=id node_ref=input type="text" autocomplete="off" spellcheck="false" class:mono=mono placeholder=placeholder
                    role=list.map(|_| "combobox") aria-autocomplete=list.map(|_| "list") aria-haspopup=list.map(|_| "listbox")
                    aria-expanded=move || list.map(|_| options.is_open().to_string())
                    aria-controls=move || options.id().filter(|_| options.is_open())
                    aria-activedescendant=move || options.active()
                    aria-describedby=described
                    aria-invalid=move || shown.get().map(|_| "true")
                    prop:value=move || value.get()
                    on:input=move |event| {
                        let text = event_target_value(&event);
                        on_text.run(text.clone());
                        options.open(&text);
                    }
                    on:keydown=move |event| options.press(&event, &value.get_untracked())
                    on:blur=move |_| {
                        options.close();
                        set_left.set(true);
                        if let Some(leave) = on_leave {
                            leave.run(());
                        }
                    }/>
                {list.map(|_| options.view())}
                <p id=says class="says" class:bad=move || shown.get().is_some()>
                    {move || shown.get().unwrap_or_else(|| hint.get())}
                </p>
                {move || has_card.get().then(|| view! {
                    <p class="says warn" role="alert"><Icon name="warning"/>"This looks like a card number. Remove it, or keep the last four digits."</p>
                })}
            </div>
        </div>
    }
}

/// The label, with a way to the glossary if it is a term.
fn labelled(id: String, label: String) -> AnyView {
    let help = term(&label);
    let label = view! { <label for=id>{label}</label> };
    match help {
        Some(help) => view! { <div class="label-row">{label}{help}</div> }.into_any(),
        None => label.into_any(),
    }
}

#[component]
pub(crate) fn SecretField(
    /// Unique on the page.
    id: String,
    label: &'static str,
    value: Signal<Secret>,
    on_secret: Callback<Secret>,
    hint: &'static str,
) -> impl IntoView {
    let described = format!("{id}-says");
    view! {
        <div class="field">
            <label for=id.clone()>{label}</label>
            <div class="field-body">
                <input id=id type="password" autocomplete="off" spellcheck="false" aria-describedby=described.clone()
                    prop:value=move || value.with(|secret| secret.expose().to_owned())
                    on:input=move |event| on_secret.run(Secret::new(event_target_value(&event)))/>
                <p id=described class="says">{hint}</p>
            </div>
        </div>
    }
}

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
