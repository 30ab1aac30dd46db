//! A parameter in words, folded next to its field: the bits that are set, or the rows of a list of tags. `emv` has
//! the meanings; an unreadable value shows the reason.

use leptos::prelude::*;
use tapline_emv::Scheme;
use tapline_emv::decode::{self, Code};
use tapline_emv::{aid, dol, param};

use super::dol_rows::DolRows;
use super::show::{Show, live};
use super::toggles::Toggles;
use crate::shell::shell;

/// Place and words of one row.
type DecodedRow = (String, String);

/// Summary and rows of a value, or the reason why it can't be read; `None` for a parameter without decoding or
/// value.
fn read(key: &str, scheme: Option<Scheme>, text: &str) -> Option<Result<(String, Vec<DecodedRow>), String>> {
    if text.trim().is_empty() {
        return None;
    }
    if let Some(code) = Code::from_key(key, scheme) {
        return Some(match decode::decode(code, scheme, text) {
            Err(reason) => Err(reason),
            Ok(decoded) => {
                let rows: Vec<DecodedRow> = decoded
                    .named_bits()
                    .map(|row| {
                        let caution = row.caution();
                        let words = if caution.is_empty() {
                            row.words.to_owned()
                        } else {
                            format!("{} ({caution})", row.words)
                        };
                        (row.place(), words)
                    })
                    .collect();
                let set = decoded.bits.iter().filter(|row| row.set).count();
                let count = if set == 1 { "1 bit set".to_owned() } else { format!("{set} bits set") };
                Ok((
                    decoded.meaning.unwrap_or(count),
                    with_length_byte(decoded.has_length_byte, code.size(), rows),
                ))
            }
        });
    }
    if param::param(key).is_some_and(|known| matches!(known.kind, param::Kind::Aids)) {
        let rows = aid::in_words(text);
        let words: Vec<&str> = rows.iter().map(|(_, words)| words.as_str()).collect();
        return Some(Ok((words.join("; "), rows)));
    }
    let is_list = param::param(key).is_some_and(|known| matches!(known.kind, param::Kind::Dol));
    is_list.then(|| match dol::read(text) {
        Err(error) => Err(error.sentence()),
        Ok(list) => {
            let rows = list.entries.iter().map(|entry| {
                let name = entry.name().unwrap_or("unknown tag, kept");
                (entry.tag.clone(), format!("{name}, {}", bytes(entry.length.into())))
            });
            let listed: usize = list.entries.iter().map(|entry| entry.tag.len() / 2 + 1).sum();
            let rows = with_length_byte(list.has_length_byte, listed, rows.collect());
            Ok((format!("asks for {} of data", bytes(list.data_length())), rows))
        }
    })
}

/// Editor of a readable value, next to its text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Edits {
    Bits(Code),
    List,
}

fn edits(key: &str, scheme: Option<Scheme>, text: &str) -> Option<Edits> {
    if let Some(code) = Code::from_key(key, scheme) {
        return decode::decode(code, scheme, text).ok().map(|_| Edits::Bits(code));
    }
    let is_list = param::param(key).is_some_and(|known| matches!(known.kind, param::Kind::Dol));
    // A wrong length byte can be fixed among the rows.
    let is_readable = !matches!(dol::read(text), Err(dol::DolError::NotHex | dol::DolError::Malformed));
    (is_list && is_readable).then_some(Edits::List)
}

fn with_length_byte(has_length_byte: bool, follow: usize, rows: Vec<DecodedRow>) -> Vec<DecodedRow> {
    let first =
        has_length_byte.then(|| (format!("{follow:02X}"), format!("length byte, {} follow", bytes(follow))));
    first.into_iter().chain(rows).collect()
}

pub(super) fn bytes(count: usize) -> String {
    if count == 1 { "1 byte".to_owned() } else { format!("{count} bytes") }
}

#[component]
pub(crate) fn Decoded(
    #[prop(into)] key: Signal<String>,
    #[prop(into)] scheme: Signal<Option<Scheme>>,
    #[prop(into)] text: Signal<String>,
    /// Called with the edited text; without it the words are read-only.
    #[prop(optional)]
    put: Option<Callback<String>>,
) -> impl IntoView {
    let shell = shell();
    let decoded = Memo::new(move |_| read(&key.get(), scheme.get(), &text.get()));
    // Typing changes the words and leaves the fold as it is.
    let is_shown = Memo::new(move |_| decoded.with(Option::is_some));
    let summary = move || match decoded.get()? {
        Ok((summary, _)) => Some(summary),
        Err(reason) => Some(reason),
    };
    let rows = move || {
        let rows = decoded.get().and_then(Result::ok).map(|(_, rows)| rows).unwrap_or_default();
        rows.into_iter()
            .map(|(place, words)| view! { <dt class="mono">{place}</dt><dd>{words}</dd> })
            .collect_view()
    };
    // Rows that are edited stay in place while their value changes, so that they keep the focus.
    let edited = Memo::new(move |_| {
        put.filter(|_| !shell.is_read_only()).and_then(|_| edits(&key.get(), scheme.get(), &text.get()))
    });
    // Nothing to unfold. The field of a form has the reason why its value can't be read.
    let is_bare = move || {
        let no_rows = decoded.with(|decoded| {
            decoded.as_ref().is_some_and(|read| read.as_ref().map_or(true, |(_, rows)| rows.is_empty()))
        });
        no_rows && edited.with(Option::is_none)
    };
    let is_line =
        move || is_bare() && (put.is_none() || decoded.with(|decoded| matches!(decoded, Some(Ok(_)))));
    let is_aids = move || key.with(|key| key == param::AID);
    let body = move || match (edited.get(), put) {
        (Some(Edits::Bits(code)), Some(put)) => {
            view! { <Toggles code=code scheme=scheme text=text put=put/> }.into_any()
        }
        (Some(Edits::List), Some(put)) => view! { <DolRows key=key text=text put=put/> }.into_any(),
        _ => view! { <dl class="bits" class:aids=is_aids>{rows}</dl> }.into_any(),
    };
    live(move || {
        is_shown.get().then(
            || view! {
                <details class="decoded" hidden=is_bare><summary>{live(summary)}</summary>{live(body)}</details>
                <Show when=is_line><p class="decoded">{live(summary)}</p></Show>
            },
        )
    })
}
