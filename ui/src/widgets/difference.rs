//! Two texts line by line: removed, added and unchanged lines, distinguished by sign and color.

use leptos::prelude::*;

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
