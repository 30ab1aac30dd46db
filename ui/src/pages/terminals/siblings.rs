//! EMV parameters of a terminal compared with the merchant's other terminals and with the likely defaults.
//!
//! It doesn't judge which value is right. A majority is strictly more than half of at least three terminals whose parameters can be
//! read. The likely defaults are a hint of a comparable service, and folded.

use leptos::prelude::*;
use tapline_contract::device::{Device, DeviceId};
use tapline_contract::order::gathered;
use tapline_contract::params::Params;
use tapline_emv::Value;
use tapline_emv::decode::{Code, differing};
use tapline_emv::preset::of_terminals;
use tapline_emv::siblings::usual;

use super::state::terminals;
use crate::shell::shell;
use crate::show;
use crate::widgets::show::live;

/// Another value, and each bit in which this one differs from it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Other {
    words: String,
    bits: Vec<String>,
}

/// The parameters of the merchant's terminals, as they were last read, without this one's.
pub(super) fn others(but: Option<&DeviceId>) -> Vec<Params> {
    let readable = |device: &Device| device.emv_params().readable().cloned();
    let is_other = |device: &&Device| Some(&device.device_id) != but;
    terminals(shell()).list.with(|list| list.records.iter().filter(is_other).filter_map(readable).collect())
}

/// Keys that most terminals of the merchant set, and this one does not.
pub(super) fn missing(mine: &Params, others: &[Params]) -> Vec<String> {
    let all: std::collections::BTreeSet<String> = gathered(others.iter().flat_map(Params::keys));
    all.into_iter().filter(|key| mine.raw(key).is_none() && other_value(key, "", others).is_some()).collect()
}

/// Keys with another value at most terminals of the merchant; `mine` is empty for an unset key.
fn other_value(key: &str, mine: &str, others: &[Params]) -> Option<Other> {
    let texts: Vec<String> =
        others.iter().map(|params| params.raw(key).map(show::text).unwrap_or_default()).collect();
    let mut plain: Vec<String> = texts.iter().map(|text| same(key, text)).collect();
    plain.push(same(key, mine));
    let (at, count) = usual(&plain.iter().map(String::as_str).collect::<Vec<_>>())?;
    // The terminal's own value comes last.
    let theirs = texts.get(at).filter(|_| plain[at] != same(key, mine))?;
    let of = plain.len();
    let words = if theirs.trim().is_empty() {
        format!("Differs: {count} of {of} terminals of this merchant don't set it.")
    } else {
        format!("Differs: {count} of {of} terminals of this merchant have {theirs}.")
    };
    Some(Other { words, bits: bits(key, mine, theirs, "most of them") })
}

/// Keys whose likely default is another value.
fn beside_default(key: &str, mine: &str) -> Option<Other> {
    let preset = of_terminals();
    let row = preset.get(key)?;
    let theirs = row.value.text()?;
    if mine.trim().is_empty() || row.is_same(Some(&Value::Text(mine.trim().to_owned()))) {
        return None;
    }
    let mut bits = bits(key, mine, theirs, "the default");
    bits.push(format!("{} {}", row.why, row.evidence()));
    Some(Other { words: format!("Differs from the likely default {theirs}"), bits })
}

fn bits(key: &str, mine: &str, theirs: &str, other: &str) -> Vec<String> {
    let all = Code::from_key(key, None).and_then(|code| differing(code, None, mine.trim(), theirs.trim()));
    all.unwrap_or_default().iter().map(|one| one.words(other)).collect()
}

/// Ignores white space, the case of hex, and leading zeros of a number.
fn same(key: &str, text: &str) -> String {
    let text: String = text.split_whitespace().collect::<String>().to_ascii_uppercase();
    let is_number =
        ["terminalCountryCode", "txnCurrencyCode", "terminalType", "amexFloorLimit"].contains(&key);
    match text.trim_start_matches('0') {
        "" if !text.is_empty() && is_number => "0".to_owned(),
        short if is_number => short.to_owned(),
        _ => text,
    }
}

/// Differences at one parameter.
#[component]
pub(super) fn Siblings(
    #[prop(into)] wire: Signal<String>,
    #[prop(into)] value: Signal<String>,
    others: Memo<Vec<Params>>,
) -> impl IntoView {
    let all = Memo::new(move |_| {
        let (key, mine) = (wire.get(), value.get());
        (others.with(|others| other_value(&key, &mine, others)), beside_default(&key, &mine))
    });
    let list = |bits: Vec<String>| {
        let rows = bits.into_iter().map(|words| view! { <li>{words}</li> });
        view! { <ul class="bit-differences">{rows.collect_view()}</ul> }
    };
    live(move || {
        let (other_value, default) = all.get();
        let other_value = other_value.map(|other| view! { <p class="terminal-differs"><b aria-hidden="true">"≠ "</b>{other.words}</p>{list(other.bits)} });
        let default = default.map(|other| view! { <details class="terminal-default"><summary>{other.words}</summary>{list(other.bits)}</details> });
        view! { {other_value}{default} }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn params(capability: &str, country: &str) -> Params {
        let text = format!(
            r#"{{"terminalCapability":"{capability}","terminalCountryCode":{country},"terminalType":22}}"#
        );
        Params::parse(&text).unwrap()
    }

    #[test]
    fn a_terminal_that_differs_from_most_of_its_merchant_is_told_bit_by_bit() {
        let others = [params("E0F8C8", "\"0276\""), params("e0f8 c8", "276"), params("0068C8", "\"0276\"")];
        let found = other_value("terminalCapability", "E0B8C8", &others);
        assert_eq!(found, None, "two of four are no majority");
        let found = other_value("terminalCapability", "E0B8C8", &others[..2]).unwrap();
        assert_eq!(found.words, "Differs: 2 of 3 terminals of this merchant have E0F8C8.");
        assert_eq!(found.bits.len(), 1, "{:?}", found.bits);
        assert!(
            found.bits[0].starts_with("byte 2 bit 7, ") && found.bits[0].ends_with(" set in most of them")
        );
        assert_eq!(
            other_value("terminalCountryCode", "276", &others),
            None,
            "one number, spelled in two ways"
        );
        assert_eq!(other_value("terminalCapability", "E0B8C8", &others[..1]), None, "two are no majority");
        let unset = other_value("x-barrier", "north", &others).unwrap();
        assert_eq!(unset.words, "Differs: 3 of 4 terminals of this merchant don't set it.");
        let bare = Params::parse(r#"{"terminalCapability":"E0F8C8"}"#).unwrap();
        assert_eq!(missing(&bare, &others), ["terminalCountryCode", "terminalType"]);
    }

    #[test]
    fn the_likely_default_is_a_hint_with_its_source() {
        let found = beside_default("terminalCapability", "0028C8").unwrap();
        assert_eq!(found.words, "Differs from the likely default 0068C8");
        assert!(
            found.bits[0].starts_with("byte 2 bit 7, ") && found.bits[0].ends_with(" set in the default")
        );
        assert!(
            found.bits[1].ends_with("Hint: documentation of a comparable service, undated."),
            "{:?}",
            found.bits
        );
        for (key, mine) in [
            ("terminalCapability", "0068c8"),
            ("terminalType", "21"),
            ("terminalType", ""),
            ("emvFlags", "01"),
        ] {
            assert_eq!(beside_default(key, mine), None, "{key} {mine}");
        }
    }
}
