//! Two things side by side: differences as a table, equal values folded.

use leptos::prelude::*;

/// A row per difference: its name, and both texts.
pub(crate) fn differing(
    label: &'static str,
    first: &'static str,
    names: [String; 2],
    rows: Vec<(String, [String; 2])>,
) -> AnyView {
    let heads = names.map(|name| view! { <th scope="col">{name}</th> });
    let rows = rows.into_iter().map(|(title, both)| {
        let cells = both.map(|text| view! { <td>{text}</td> });
        view! { <tr><th scope="row">{title}</th>{cells.into_iter().collect_view()}</tr> }
    });
    view! {
        <div class="compared-box">
            <table class="compared" aria-label=label>
                <thead><tr><th scope="col">{first}</th>{heads.into_iter().collect_view()}</tr></thead>
                <tbody>{rows.collect_view()}</tbody>
            </table>
        </div>
    }
    .into_any()
}

/// Equal values; absent if there are none.
pub(crate) fn folded(words: &'static str, rows: Vec<(String, String)>) -> Option<AnyView> {
    let count = rows.len();
    let rows =
        rows.into_iter().map(|(title, text)| view! { <tr><th scope="row">{title}</th><td>{text}</td></tr> });
    let rows = rows.collect_view();
    (count > 0).then(|| {
        view! {
            <details>
                <summary>{format!("{words} ({count})")}</summary>
                <table class="compared">{rows}</table>
            </details>
        }
        .into_any()
    })
}
