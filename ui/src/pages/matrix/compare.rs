//! Two configurations side by side: the differences in words, then the equal parameters, folded.

use leptos::prelude::*;
use tapline_emv::Scheme;

use super::model::{Cell, MatrixRow, State};
use super::state::{Ask, View};
use crate::widgets::decoded::Decoded;
use crate::widgets::dialog::Dialog;
use crate::widgets::show::live;

#[component]
pub(super) fn Compare(view: View) -> impl IntoView {
    let close = Callback::new(move |()| view.asks.set(None));
    let body = move || {
        let matrix = view.matrix.get();
        let marked = view.marked();
        let [one, other] = marked.as_slice() else { return None };
        let both = [&matrix.rows[*one], &matrix.rows[*other]];
        let pairs = || {
            let cells = both[0].cells.iter().zip(&both[1].cells);
            let is_there = |(_, (one, other)): &(_, (&Cell, &Cell))| {
                one.state != State::Absent || other.state != State::Absent
            };
            matrix.columns.iter().zip(cells).filter(is_there)
        };
        let differs: Vec<AnyView> = pairs()
            .filter(|(_, (one, other))| (one.state, &one.text) != (other.state, &other.text))
            .map(|(column, (one, other))| {
                let cells = [value(&column.key, one, both[0].scheme), value(&column.key, other, both[1].scheme)];
                view! { <tr><th scope="row">{column.label.clone()}</th>{cells.into_iter().collect_view()}</tr> }.into_any()
            })
            .collect();
        let same: Vec<AnyView> = pairs()
            .filter(|(_, (one, other))| (one.state, &one.text) == (other.state, &other.text))
            .map(|(column, (one, _))| {
                view! { <tr><th scope="row">{column.label.clone()}</th><td class="mono">{one.text.clone()}</td></tr> }.into_any()
            })
            .collect();
        let names = both.map(MatrixRow::title);
        let differing = if differs.is_empty() {
            view! { <p>"These two have the same parameters."</p> }.into_any()
        } else {
            let heads = names.map(|name| view! { <th scope="col">{name}</th> });
            view! {
                <div class="compared-box"><table class="compared" aria-label="What differs">
                    <thead><tr><th scope="col">"Parameter"</th>{heads.into_iter().collect_view()}</tr></thead>
                    <tbody>{differs}</tbody>
                </table></div>
            }
            .into_any()
        };
        Some(view! {
            <p class="muted">"As they were read, with the changes that wait."</p>
            {differing}
            {(!same.is_empty()).then(|| view! {
                <details><summary>{format!("The same in both ({})", same.len())}</summary><table class="compared"><tbody>{same}</tbody></table></details>
            })}
            <div class="actions"><button type="button" class="primary" on:click=move |_| close.run(())>"Back to the matrix"</button></div>
        })
    };
    view! { <Dialog open=view.is_asking(Ask::Compare) on_close=close title=Signal::stored("Compare two configurations".to_owned()) class="wide">{live(body)}</Dialog> }
}

fn value(key: &str, cell: &Cell, scheme: Option<Scheme>) -> AnyView {
    let (key, text) = (key.to_owned(), cell.typed.clone());
    let words =
        view! { <Decoded key=Signal::stored(key) scheme=Signal::stored(scheme) text=Signal::stored(text)/> };
    let before = cell.before.as_ref().map(|before| view! { <p class="muted">"was " {before.clone()}</p> });
    view! { <td><span class="mono">{cell.text.clone()}</span>{before}{words}</td> }.into_any()
}
