//! A labelled text field with its hint and its error.
//!
//! Checked when it is left, never while a person types; the error stays until the text is valid. Only a card number is
//! reported at once: it should not be written down anywhere.

use leptos::prelude::*;
use tapline_contract::card_number;

use super::icon::Icon;

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
) -> impl IntoView {
    let (left, set_left) = signal(false);
    let shown = Memo::new(move |_| error.get().filter(|_| left.get() || at_once.get()));
    // Text in the fixed-width face is an id, a code or an address.
    let has_card = Memo::new(move |_| !mono && value.with(|text| card_number::is_in(text)));
    let says = format!("{id}-says");
    let described = more.map_or_else(|| says.clone(), |more| format!("{says} {more}"));
    view! {
        <div class="field">
            <label for=id.clone()>{label}</label>
            <div class="field-body">
                <input id=id type="text" autocomplete="off" spellcheck="false" class:mono=mono list=list
                    aria-describedby=described
                    aria-invalid=move || shown.get().map(|_| "true")
                    prop:value=move || value.get()
                    on:input=move |event| on_text.run(event_target_value(&event))
                    on:blur=move |_| {
                        set_left.set(true);
                        if let Some(leave) = on_leave {
                            leave.run(());
                        }
                    }/>
                <p id=says class="says" class:bad=move || shown.get().is_some()>
                    {move || shown.get().unwrap_or_else(|| hint.get())}
                </p>
                {move || has_card.get().then(|| view! {
                    <p class="says warn" role="alert"><Icon name="warning"/>"This looks like a card number. Leave it out, or keep the last four digits."</p>
                })}
            </div>
        </div>
    }
}
