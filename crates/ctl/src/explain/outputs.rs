//! What `taplinectl explain` prints is held to the same table as every other output: nothing in it contradicts an active finding.

use proptest::prelude::*;
use tapline_emv::{Currency, Presented};

use self::given::{Given, given};
use self::rules::{About, contradictions};
use super::Case;

#[expect(dead_code, reason = "the outputs of the EMV crate use the rest")]
#[path = "../../../emv/tests/outputs/given.rs"]
mod given;
#[expect(dead_code, reason = "no past sale is printed here")]
#[path = "../../../emv/tests/outputs/rules.rs"]
mod rules;

fn text(given: &Given) -> String {
    let case = Case {
        scheme: given.scheme,
        limits: given.limits,
        params: given.params.clone(),
        terminal: given.terminal.clone(),
        form: None,
        currency: Currency::euro(),
        own: Vec::new(),
        amount: given.amount,
        with_presets: false,
    };
    case.text()
}

/// The lines below a heading, up to an empty one.
fn below<'t>(text: &'t str, heading: &str) -> Vec<&'t str> {
    let lines = text.lines().skip_while(|line| !line.starts_with(heading)).skip(1);
    lines.take_while(|line| !line.is_empty()).collect()
}

/// The printed text by what its parts are about.
fn parts(text: &str) -> Vec<(About, String)> {
    let mut parts = Vec::new();
    for (presented, heading) in [(Presented::Card, "With a card: "), (Presented::Phone, "With a phone: ")] {
        let title = text.lines().find_map(|line| line.strip_prefix(heading)).unwrap_or_default();
        let sentence = below(text, heading).first().copied().unwrap_or_default();
        parts.push((About::Amount(presented), format!("title: {title}|\n{sentence}")));
    }
    // A label, then the words.
    let limits = below(text, "Limits")
        .into_iter()
        .map(|line| line[2..].split_once("  ").map_or("", |(_, words)| words.trim()));
    let limits: Vec<&str> = limits.collect();
    parts.push((About::Limits, format!("\n{}", limits.join("\n"))));
    parts.push((About::Findings, below(text, "Checks").join("\n")));
    parts
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn what_is_printed_contradicts_no_finding(all in given()) {
        for given in &all {
            let text = text(given);
            for (about, part) in parts(&text) {
                prop_assert!(part.len() > 9 || about == About::Findings, "{about:?} of {text}");
                let wrong = contradictions(given, about, &part);
                prop_assert!(wrong.is_empty(), "{}\n{given:#?}\n{text}", wrong.join("\n"));
            }
        }
    }
}
