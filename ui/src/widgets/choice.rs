//! Choice of a few options: a row of radio buttons that look like a segmented control.

use leptos::prelude::*;

use super::icon::Icon;

/// One option: its value, its label, and a drawing (or none).
#[derive(Clone, Copy)]
pub(crate) struct Choice<T: 'static> {
    pub(crate) value: T,
    pub(crate) words: &'static str,
    pub(crate) icon: &'static str,
}

/// Options with a label and no drawing.
pub(crate) fn plain<T, const N: usize>(choices: [(T, &'static str); N]) -> Vec<Choice<T>> {
    choices.into_iter().map(|(value, words)| Choice { value, words, icon: "" }).collect()
}

#[component]
pub(crate) fn ChoiceRow<T>(
    /// Accessible name of the group.
    label: &'static str,
    /// Unique on the page.
    name: &'static str,
    choices: Vec<Choice<T>>,
    chosen: Signal<T>,
    choose: Callback<T>,
) -> impl IntoView
where
    T: Copy + PartialEq + Send + Sync + 'static,
{
    let rows = choices.into_iter().map(move |choice| {
        let class = format!("choice choice-{}", choice.words.to_lowercase().replace(' ', "-"));
        view! {
            <label class=class>
                <input type="radio" name=name
                    prop:checked=move || chosen.get() == choice.value
                    on:change=move |_| choose.run(choice.value)/>
                <span>
                    {(!choice.icon.is_empty()).then(|| view! { <Icon name=choice.icon/> })}
                    {choice.words}
                </span>
            </label>
        }
    });
    view! { <div class="choices" role="radiogroup" aria-label=label>{rows.collect_view()}</div> }
}
