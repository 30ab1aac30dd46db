//! The methods of a terminal: a row each. The form keeps them as one text, `01, 02`.

use leptos::prelude::*;

use super::element;
use crate::effect::effect;
use crate::ipc::engine;
use crate::show;
use crate::widgets::icon::Icon;
use crate::widgets::show::Show;
use crate::widgets::text_field::PickField;

const WIRE: &str = "methodList";

#[component]
pub(in crate::pages::terminals) fn MethodsPart(text: Signal<String>, put: Callback<String>) -> impl IntoView {
    // The text alone can't distinguish one empty row from no row.
    let rows = RwSignal::new(text.with_untracked(|text| split(text)));
    let count = Memo::new(move |_| rows.with(Vec::len));
    effect(move || {
        let text = text.get();
        if rows.with_untracked(|rows| rows.join(", ") != text) {
            rows.set(split(&text));
        }
    });
    let change = move |change: &dyn Fn(&mut Vec<String>)| {
        rows.update(|rows| change(rows));
        put.run(rows.with_untracked(|rows| rows.join(", ")));
    };
    let words = Callback::new(|code: String| show::method_words(&code));
    let add = move |_| {
        let at = count.get_untracked();
        change(&|all| all.push(String::new()));
        let field = element(&format!("{WIRE}[{at}]"));
        engine::focus_soon(30, &format!("#{field}"), "main h1");
    };
    let row = move |at: usize| {
        let value = Signal::derive(move || rows.with(|rows| rows.get(at).cloned().unwrap_or_default()));
        let typed = Callback::new(move |typed: String| {
            // A comma would make two methods.
            let typed = typed.replace(',', "");
            change(&|all| {
                if let Some(row) = all.get_mut(at) {
                    row.clone_from(&typed);
                }
            });
        });
        let remove = move |_| {
            change(&|all| {
                if at < all.len() {
                    all.remove(at);
                }
            });
            engine::focus_soon(30, &format!("#{} > button", element(WIRE)), "main h1");
        };
        let label = format!("Remove method {}", at + 1);
        view! {
            <div class="typed-row">
                <PickField id=element(&format!("{WIRE}[{at}]")) label=format!("Method {}", at + 1) code=value on_code=typed words=words list="terminal-methods"/>
                <button type="button" class="plain square" aria-label=label.clone() title=label on:click=remove><Icon name="bin"/></button>
            </div>
        }
    };
    view! {
        <fieldset class="form-part" id=element(WIRE)>
            <legend>"Payment methods"</legend>
            <Show when=move || count.get() == 0><p class="muted">"None are set for this terminal."</p></Show>
            <For each=move || 0..count.get() key=|at| *at children=row/>
            <button type="button" on:click=add><Icon name="plus"/>"Add method"</button>
        </fieldset>
    }
}

/// A text that is no list of texts is one row, and stays as it is while it is not touched.
fn split(text: &str) -> Vec<String> {
    if text.is_empty() { Vec::new() } else { text.split(", ").map(str::to_owned).collect() }
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn rows_are_the_text_again() {
        for (text, rows) in [("", 0), ("01", 1), ("01, 02", 2), ("01, ", 2), ("VISA;MC", 1)] {
            assert_eq!(split(text).len(), rows, "{text}");
            assert_eq!(split(text).join(", "), text);
        }
    }
}
