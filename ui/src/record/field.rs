//! Fields for texts of the form, by their wire names, with rule and refusal.

use leptos::prelude::*;

use super::ResourceKind;
use super::element;
use crate::shell::shell;
use crate::widgets::show::live;
use crate::widgets::text_field::PickField;
use crate::widgets::text_field::TextField;

#[component]
pub(crate) fn FieldText(
    kind: ResourceKind,
    #[prop(into)] wire: String,
    /// Replaces the field's own label.
    #[prop(optional, into)]
    label: Option<String>,
    /// Id of a datalist with suggestions.
    #[prop(default = None)]
    list: Option<&'static str>,
    /// A hint for the typed text.
    #[prop(default = Callback::new(|_| String::new()))]
    hint: Callback<String, String>,
) -> impl IntoView {
    let shell = shell();
    let label = label.unwrap_or_else(|| kind.label(&wire).into_owned());
    let wire = StoredValue::new(wire);
    let text = Memo::new(move |_| wire.with_value(|wire| kind.typed(shell.areas(), wire)));
    let put =
        Callback::new(move |typed: String| wire.with_value(|wire| kind.put(shell.areas(), wire, typed)));
    view! {
        <TextField id=wire.with_value(|wire| element(kind.meta(), wire)) label=label value=text list=list
            hint=Signal::derive(move || hint.run(text.get())) on_text=put
            error=wrong(kind, wire) at_once=at_once(kind, wire)/>
    }
}

/// A field for a code that has a name: "Visa (01)".
#[component]
pub(crate) fn FieldPick(
    kind: ResourceKind,
    wire: String,
    label: String,
    /// Name of a code.
    words: Callback<String, String>,
    /// Id of a datalist of such words.
    list: &'static str,
) -> impl IntoView {
    let shell = shell();
    let wire = StoredValue::new(wire);
    let code = Memo::new(move |_| wire.with_value(|wire| kind.typed(shell.areas(), wire)));
    let put = Callback::new(move |code: String| wire.with_value(|wire| kind.put(shell.areas(), wire, code)));
    view! {
        <PickField id=wire.with_value(|wire| element(kind.meta(), wire)) label=label code=code on_code=put words=words list=list
            error=wrong(kind, wire) at_once=at_once(kind, wire)/>
    }
}

/// The reason why its text is not valid.
pub(crate) fn wrong(kind: ResourceKind, wire: StoredValue<String>) -> Signal<Option<String>> {
    let shell = shell();
    Memo::new(move |_| wire.with_value(|wire| kind.wrong_at(shell.areas(), wire))).into()
}

/// A draft that is opened again shows the errors of its fields at once.
fn at_once(kind: ResourceKind, wire: StoredValue<String>) -> Signal<bool> {
    let areas = shell().areas();
    let is_typed = untrack(|| kind.edit(areas, |edit| wire.with_value(|wire| edit.is_typed(wire))));
    Signal::derive(move || is_typed || wire.with_value(|wire| kind.shows_at_once(areas, wire)))
}

/// The error of a part of the form that is not a field, once it is to be shown.
#[component]
pub(crate) fn PartError(kind: ResourceKind, wire: &'static str) -> impl IntoView {
    let wire = StoredValue::new(wire.to_owned());
    let (wrong, at_once) = (wrong(kind, wire), at_once(kind, wire));
    live(move || {
        let sentence = wrong.get().filter(|_| at_once.get());
        sentence.map(|sentence| view! { <p class="says bad" role="alert">{sentence}</p> })
    })
}
