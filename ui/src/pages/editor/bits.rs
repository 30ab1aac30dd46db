//! Differing bits of two values, in words, each applied alone. A bit whose change needs confirmation is only displayed here: the box among
//! the decoded bits asks.

use leptos::prelude::*;
use tapline_emv::Scheme;
use tapline_emv::decode::{BitRow, Code, Difference, decode, differing};

use super::element;
use crate::pages::limits::LIMITS;
use crate::pages::limits::resource::Limits;
use crate::record::edit::put;
use crate::shell::shell;
use crate::widgets::findings::go_to;
use crate::widgets::show::Show;

#[component]
pub(super) fn BitDifferences(
    wire: String,
    scheme: Memo<Option<Scheme>>,
    /// The other value of the comparison.
    theirs: String,
    /// Name of the other value in a sentence.
    other: &'static str,
) -> impl IntoView {
    let areas = shell().areas();
    let key = wire.clone();
    let all = Memo::new(move |_| {
        let mine = LIMITS.typed(areas, &key);
        let code = Code::from_key(&key, scheme.get())?;
        differing(code, scheme.get(), &mine, &theirs)
    });
    let rows = move || {
        let rows = all.get().unwrap_or_default().into_iter().map(|one| {
            let caution = one.theirs.caution();
            let caution = match one.theirs.guard() {
                Some(_) => format!(" ({caution}; change it among the bits)"),
                None => String::new(),
            };
            let words = format!("{}{caution}", one.words(other));
            let take = one.theirs.guard().is_none().then(|| taking(&wire, scheme, one, other));
            view! { <li>{words} " " {take}</li> }
        });
        rows.collect_view()
    };
    view! { <Show when=move || all.with(|all| all.as_ref().is_some_and(|all| !all.is_empty()))><ul class="bit-differences">{rows.clone()}</ul></Show> }
}

fn taking(
    wire: &str,
    scheme: Memo<Option<Scheme>>,
    one: Difference,
    other: &'static str,
) -> impl IntoView + use<> {
    let shell = shell();
    let wire = wire.to_owned();
    let state = if one.theirs.set { "set" } else { "not set" };
    let name = format!("Take this bit: {} as {other}, {state}", one.theirs.place());
    let take = move |_| {
        let BitRow { byte, bit, set, .. } = one.theirs;
        let now = untrack(|| LIMITS.typed(shell.areas(), &wire));
        let decoded = Code::from_key(&wire, scheme.get_untracked())
            .and_then(|code| decode(code, scheme.get_untracked(), &now).ok());
        if let Some(decoded) = decoded {
            let value = tapline_emv::Value::Text(decoded.with(byte, bit, set));
            put::<Limits>(shell.areas(), "", |form| form.put(&wire, &value));
        }
        // The button disappears with the difference.
        go_to(&element(&wire));
    };
    let blocked = move || shell.read_only();
    view! { <button type="button" class="small" aria-label=name disabled=move || blocked().is_some() title=blocked on:click=take>"Take this bit"</button> }
}
