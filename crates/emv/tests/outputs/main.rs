//! No output contradicts an active finding: what happens at an amount, Explain, what a review says of a save, and the words of a limit.
//! `taplinectl explain` is held to the same table by its own test.

mod given;
mod rules;

use given::{BOTH, Given, given};
use proptest::prelude::*;
use rules::{About, contradictions};
use tapline_emv::bits::Reading;
use tapline_emv::why::{Actions, Candidate, Entry, Sale, Status, why};
use tapline_emv::words::{Side, changes, effects_of_save, explain, limit_in_words};
use tapline_emv::{Currency, LimitKind, performed};

fn what_happens(given: &Given) -> Vec<(About, String)> {
    let of = |presented| {
        let said =
            explain(given.scheme, given.limits, &given.all(), &Currency::euro(), given.amount, presented);
        (About::Amount(presented), format!("title: {}|\n{}", said.title, said.sentence))
    };
    BOTH.map(of).to_vec()
}

/// As the sale tells it: what the service tells of verification, approved or without a status.
fn explained(given: &Given) -> Vec<(About, String)> {
    let (euro, entry) = (Currency::euro(), Entry::Tap);
    let mut all = Vec::new();
    for cvm in ["PIN", "SIGNATURE", "NO_CVM", "CDCVM", "3F0002", "3F0001", ""] {
        for status in ["APPROVED", "DECLINED", ""] {
            let verified =
                performed::read(cvm, Some(given.scheme), entry).and_then(|performed| performed.verified);
            let sale = Sale {
                amount: given.amount,
                not_compared: None,
                currency: &euro,
                limits_in: &euro,
                scheme: given.scheme,
                wallet: None,
                entry,
                status: Status::read(status),
                host_code: None,
                actions: Actions::default(),
                cvm_performed: cvm,
                verified,
                tvr: &Reading::Absent,
                tsi: &Reading::Absent,
            };
            let params = given.all();
            let told = why(sale, &[Candidate { name: "Retail".to_owned(), limits: given.limits, params }]);
            let change = told.change.map(|change| change.words).unwrap_or_default();
            let about = if cvm == "3F0002" { About::PhoneSale } else { About::Sale };
            all.push((about, format!("{}\n{change}", told.sentence)));
        }
    }
    all
}

fn saved(given: &Given) -> Vec<(About, String)> {
    let (euro, params) = (Currency::euro(), given.all());
    let (limits_before, before) = &given.before;
    let after = Side { scheme: given.scheme, limits: given.limits, params: &params };
    let before = Side { scheme: given.scheme, limits: *limits_before, params: before };
    // What was so before the change is no claim about now.
    let now = |words: String| words.split("; before").next().unwrap_or_default().to_owned();
    let lines = |all: Vec<String>| format!("\n{}", all.into_iter().map(now).collect::<Vec<_>>().join("\n"));
    let mut all = vec![
        (About::Limits, lines(effects_of_save(None, after, &euro))),
        (About::Limits, lines(effects_of_save(Some(before), after, &euro))),
    ];
    for presented in BOTH {
        let here = changes(before, after, presented);
        let here =
            here.iter().find(|one| one.from <= given.amount && one.to.is_none_or(|to| given.amount <= to));
        all.extend(here.map(|one| (About::Amount(presented), format!("title: {}|", one.is))));
    }
    all
}

fn limits(given: &Given) -> Vec<(About, String)> {
    let words = |kind| {
        let minor = given.limits.get(kind);
        format!("\n{}", limit_in_words(given.scheme, kind, minor, &given.all(), &Currency::euro()))
    };
    vec![(About::Limits, LimitKind::ALL.map(words).concat())]
}

fn findings(given: &Given) -> Vec<(About, String)> {
    let all = given.findings().into_iter();
    all.map(|finding| (About::Findings, format!("{}\n{}", finding.title, finding.message))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_500))]

    #[test]
    fn no_output_contradicts_a_finding(all in given()) {
        for given in &all {
            for output in [what_happens, explained, saved, limits, findings] {
                for (about, text) in output(given) {
                    let wrong = contradictions(given, about, &text);
                    prop_assert!(wrong.is_empty(), "{}\n{given:#?}", wrong.join("\n"));
                }
            }
        }
    }
}
