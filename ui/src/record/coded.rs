//! Fields whose codes have names: trades, time zones, countries and currencies. Each suggests all codes with their names, and says
//! the name of the typed one. Any other text can be typed: the service decides.

use leptos::prelude::*;
use tapline_emv::{iso, mcc};

use super::ResourceKind;
use super::field::FieldText;
use crate::ipc::names;

/// A kind of code, with its element of suggestions.
#[derive(Clone, Copy)]
struct CodeKind {
    wire: &'static str,
    list: &'static str,
    hint: &'static str,
    name: fn(&str) -> Option<String>,
    all: fn() -> Vec<(String, String)>,
}

const KINDS: [CodeKind; 4] = [
    CodeKind {
        wire: "mcc",
        list: "codes-mcc",
        hint: "Enter a business type or a four-digit code.",
        name: |code| mcc::name(code).map(str::to_owned),
        all: || mcc::all().map(|(code, name)| (code.to_owned(), name.to_owned())).collect(),
    },
    CodeKind {
        wire: "timeZone",
        list: "codes-zone",
        hint: "For example Europe/Berlin.",
        name: |_| None,
        all: || names::time_zones().into_iter().map(|zone| (zone, String::new())).collect(),
    },
    CodeKind {
        wire: "countryCode",
        list: "codes-country",
        hint: "ISO 3166 code, for example DE.",
        name: |code| names::country(iso::country(code)?),
        all: || named(iso::countries(), names::country),
    },
    CodeKind {
        wire: "currency",
        list: "codes-currency",
        hint: "Three-letter ISO 4217 code, for example EUR.",
        name: |code| names::currency(iso::currency(code)?),
        all: || named(iso::currencies(), names::currency),
    },
];

fn named(
    codes: impl Iterator<Item = &'static str>,
    name: fn(&str) -> Option<String>,
) -> Vec<(String, String)> {
    codes.map(|code| (code.to_owned(), name(code).unwrap_or_default())).collect()
}

fn kind_of(wire: &str) -> Option<CodeKind> {
    KINDS.into_iter().find(|kind| kind.wire == wire)
}

/// "DE · Germany" for a code with a name.
pub(super) fn words(wire: &str, code: &str) -> Option<String> {
    let name = (kind_of(wire)?.name)(code.trim())?;
    Some(format!("{code} · {name}"))
}

/// The field with its suggestions; `None` for a text without codes.
pub(super) fn field(kind: ResourceKind, wire: &'static str) -> Option<AnyView> {
    let code = kind_of(wire)?;
    let hint =
        Callback::new(move |text: String| (code.name)(text.trim()).unwrap_or_else(|| code.hint.to_owned()));
    let options = (code.all)().into_iter().map(|(code, name)| view! { <option value=code>{name}</option> });
    Some(
        view! {
            <FieldText kind=kind wire=wire list=Some(code.list) hint=hint/>
            <datalist id=code.list>{options.collect_view()}</datalist>
        }
        .into_any(),
    )
}
