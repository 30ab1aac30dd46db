//! Facts of a record in a group: a name and a value per line, "Not provided" without a value.
//!
//! Ids that people pass on have a copy button. Timestamps are shown in local time and in UTC. Card numbers are shortened in
//! texts.
//!
//! Two things side by side: differences as a table, equal values folded.
//!
//! Two texts line by line: removed, added and unchanged lines, distinguished by sign and color.

use leptos::prelude::*;
use tapline_contract::card;

use super::copy::CopyButton;
use super::moment::Moment;
use super::term::term;

/// A line of a group.
pub(crate) struct Fact {
    name: String,
    kind: Kind,
    value: Option<String>,
}

enum Kind {
    Text,
    Id,
    Moment,
    Code,
}

impl Fact {
    /// A text, in which card numbers are shortened.
    pub(crate) fn text(name: impl Into<String>, value: Option<String>) -> Fact {
        Fact { name: name.into(), kind: Kind::Text, value }
    }

    /// An id that people pass on.
    pub(crate) fn id(name: impl Into<String>, value: Option<String>) -> Fact {
        Fact { name: name.into(), kind: Kind::Id, value }
    }

    /// A timestamp of the service.
    pub(crate) fn moment(name: impl Into<String>, value: Option<String>) -> Fact {
        Fact { name: name.into(), kind: Kind::Moment, value }
    }

    /// A code whose digits are no card number.
    pub(crate) fn code(name: impl Into<String>, value: Option<String>) -> Fact {
        Fact { name: name.into(), kind: Kind::Code, value }
    }
}

pub(crate) fn group(title: &'static str, facts: Vec<Fact>) -> AnyView {
    let rows = facts.into_iter().map(row).collect_view();
    view! { <section class="card" aria-label=title><h2>{title}</h2><dl>{rows}</dl></section> }.into_any()
}

fn row(fact: Fact) -> AnyView {
    let value = fact.value.filter(|value| !value.trim().is_empty());
    let value = match (fact.kind, value) {
        (_, None) => view! { <dd class="muted">"Not provided"</dd> }.into_any(),
        (Kind::Id, Some(id)) => {
            view! { <dd class="row"><code>{id.clone()}</code><CopyButton text=id/></dd> }.into_any()
        }
        (Kind::Moment, Some(at)) => view! { <dd><Moment at=at/></dd> }.into_any(),
        (Kind::Code, Some(code)) => view! { <dd>{code}</dd> }.into_any(),
        (Kind::Text, Some(text)) => {
            view! { <dd>{card::cell(&text, "", |_| false).into_owned()}</dd> }.into_any()
        }
    };
    let help = term(&fact.name);
    view! { <dt>{fact.name}{help}</dt>{value} }.into_any()
}

/// A row per difference: its name, and both texts.
pub(crate) fn differing<V: IntoView + 'static>(
    label: &'static str,
    first: &'static str,
    names: [String; 2],
    rows: Vec<(String, [V; 2])>,
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

/// A line-by-line difference. Digits and spelling stay unchanged.
pub(crate) fn by_line(before: &str, after: &str) -> AnyView {
    let [old, new] = [before, after].map(|text| text.lines().collect::<Vec<_>>());
    let rows = diff::slice(&old, &new).into_iter().map(|line| {
        let (class, sign, text) = match line {
            diff::Result::Left(text) => ("gone", "−", text),
            diff::Result::Right(text) => ("come", "+", text),
            diff::Result::Both(text, _) => ("same", " ", text),
        };
        view! { <span class=class>{sign} " " {text.trim_end().to_owned()} "\n"</span> }
    });
    let rows = rows.collect_view();
    view! { <pre class="raw diff" tabindex="0" aria-label="Raw JSON, before and after">{rows}</pre> }
        .into_any()
}
