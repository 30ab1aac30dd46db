//! "?" next to a term: opens its entry in the glossary of the guide.

use leptos::prelude::*;

use crate::shell::{Shell, shell};
use crate::window_state::Sheet;

/// Labels that are terms of the field, each with its entry in `docs/guide/glossary.md`.
const TERMS: [(&str, &str); 22] = [
    ("Acceptance", "acceptance"),
    ("Acquirer MID", "mid"),
    ("Acquirer TID", "tid"),
    ("Application identifiers", "aid"),
    ("Approval code", "approval-code"),
    ("CVM limit", "cvm-limit"),
    ("Cardholder verification", "cvm"),
    ("Floor limit", "floor-limit"),
    ("Host code", "host-code"),
    ("MCC", "mcc"),
    ("AID", "aid"),
    ("MID", "mid"),
    ("Namespace", "namespace"),
    ("Owner", "owner"),
    ("RRN", "rrn"),
    ("SDK id", "sdk-id"),
    ("TID", "tid"),
    ("Transaction qualifiers (TTQ)", "ttq"),
    ("TVR", "tvr"),
    ("Token", "token"),
    ("Transaction limit", "transaction-limit"),
    ("TSI", "tsi"),
];

/// Entry of the glossary for a label.
fn entry(label: &str) -> Option<&'static str> {
    TERMS.iter().find(|(known, _)| *known == label).map(|(_, entry)| *entry)
}

/// Opens the guide at a page or a heading, "limits" or "glossary#cvm".
pub(crate) fn open_guide(shell: Shell, place: &str) {
    let window = shell.window();
    window.guide_at.set(place.to_owned());
    window.sheet.set(Some(Sheet::Guide));
}

/// "?" for a label that is a term, else nothing.
pub(crate) fn term(label: &str) -> Option<AnyView> {
    let entry = entry(label)?;
    let shell = shell();
    let words = format!("Glossary: {label}");
    let open = move |event: web_sys::MouseEvent| {
        event.prevent_default();
        open_guide(shell, &format!("glossary#{entry}"));
    };
    Some(view! { <button type="button" class="term" aria-label=words.clone() title=words on:click=open></button> }.into_any())
}

#[cfg(test)]
mod tests {
    use super::TERMS;

    #[test]
    fn every_term_has_an_entry_in_the_glossary() {
        let glossary = include_str!("../../../docs/guide/glossary.md");
        for (label, entry) in TERMS {
            let has = glossary
                .lines()
                .filter_map(|line| line.strip_prefix("## "))
                .any(|title| title.to_lowercase().replace(' ', "-") == entry);
            assert!(has, "{label}: {entry}");
        }
    }
}
