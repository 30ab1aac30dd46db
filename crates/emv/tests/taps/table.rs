//! The table: transactions over all schemes and entries, each with everything that an expert would answer, in `table/`.
//!
//! A transaction is a line `# Scheme amount · entry status code · CVM TVR · parameters` (`-` where there is none). Below stand the
//! sentence that is read out and how sure it is, each link of the chain with its certainty and ground, each note (`!`), what to change
//! (`>`), and who would disagree and why (`?`). Each row was read against the facts: schemes' operators, kernels, bit tables.

use std::fmt::Write as _;

use tapline_emv::why::Why;
use tapline_emv::{Currency, Scheme};

use super::{Told, all_words, answer};

const TABLES: [&str; 6] = [
    include_str!("table/visa.txt"),
    include_str!("table/mastercard.txt"),
    include_str!("table/unionpay.txt"),
    include_str!("table/amex.txt"),
    include_str!("table/discover.txt"),
    include_str!("table/jcb.txt"),
];

struct Row {
    told: Told<'static>,
    /// The first line.
    head: &'static str,
    expected: String,
    doubt: &'static str,
}

fn rows() -> Vec<Row> {
    let texts = TABLES.iter().flat_map(|text| text.split("\n\n"));
    texts.filter(|text| !text.trim().is_empty()).map(row).collect()
}

fn row(text: &'static str) -> Row {
    let mut lines = text.trim().lines();
    let head = lines.next().expect("a row has a first line");
    let (doubts, expected): (Vec<_>, Vec<_>) = lines.partition(|line| line.starts_with("? "));
    let [doubt] = doubts[..] else { panic!("one doubt, or “? none”: {head}") };
    let parts: Vec<_> = head.trim_start_matches("# ").split(" · ").collect();
    let [sale, how, card, params] = parts[..] else { panic!("four parts: {head}") };
    let [scheme, amount] = words(sale);
    let [entry, status, code] = words(how);
    let [cvm, tvr] = words(card);
    let scheme = Scheme::ALL.into_iter().find(|known| known.name() == scheme).expect(head);
    let amount = Currency::euro().parse(amount).expect(head);
    let params = if params == "-" { "" } else { params };
    let told = Told { scheme, amount, entry, status, code, cvm, tvr, params };
    Row { told, head, expected: expected.join("\n"), doubt: doubt.trim_start_matches("? ") }
}

/// So many words, of which “-” is none.
fn words<const N: usize>(part: &'static str) -> [&'static str; N] {
    let words: Vec<_> = part.split(' ').map(|word| if word == "-" { "" } else { word }).collect();
    words.try_into().expect(part)
}

/// As the table has it.
fn written(why: &Why) -> String {
    let mut text = format!("{} ({})", why.sentence, why.certainty.words());
    // Writing to a String cannot fail.
    for (at, reason) in (1..).zip(&why.chain) {
        let _ = write!(text, "\n{at}. {} [{}; {}]", reason.words, reason.ground, reason.certainty.words());
    }
    for note in &why.notes {
        let _ = write!(text, "\n! {note}");
    }
    if let Some(change) = &why.change {
        let _ = write!(text, "\n> {} ({})", change.words, change.key);
    }
    text
}

#[test]
fn each_is_answered_as_an_expert_would() {
    let rows = rows();
    assert!(rows.len() >= 100, "{}", rows.len());
    let wrong: Vec<_> = rows
        .iter()
        .filter_map(|row| {
            let said = written(&answer(row.told));
            (said != row.expected).then(|| format!("{}\n{said}\n? {}\n", row.head, row.doubt))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_scheme_is_tapped_inserted_swiped_and_declined() {
    let rows = rows();
    for scheme in Scheme::ALL {
        for entry in ["NFC", "EMV_CONTACT", "MAGSTRIPE"] {
            let has = rows.iter().any(|row| row.told.scheme == scheme && row.told.entry == entry);
            assert!(has, "{} {entry}", scheme.name());
        }
        assert!(rows.iter().any(|row| row.told.scheme == scheme && row.told.status == "DECLINED"));
    }
    assert!(rows.iter().all(|row| !row.doubt.is_empty() && !row.expected.is_empty()));
}

#[test]
fn an_inserted_card_is_no_phone() {
    for Row { told, .. } in rows().into_iter().filter(|row| !matches!(row.told.entry, "NFC" | "")) {
        let all = all_words(&answer(told));
        assert!(!all.contains("the phone") && !all.contains("CVM limit"), "{all}");
    }
}
