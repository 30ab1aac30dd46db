//! C18 and C19: figures against siblings and published references.

use tapline_emv::Scheme::{Jcb, Mastercard, Visa};
use tapline_emv::Severity::{self, Warning};
use tapline_emv::check::{FixKind, Problem, Usual};
use tapline_emv::reference::{Reference, reference_in};
use tapline_emv::{Field, LimitKind};

use super::{TestConfig, given};

#[test]
fn c18_fires_when_decimals_look_mistaken_against_the_reference() {
    let table: &[(&str, u64, Option<Severity>)] = &[
        ("EUR", 5_000, None),
        ("EUR", 500_000, Some(Warning)),
        ("EUR", 600_000, Some(Warning)),
        ("EUR", 600_001, None),
        ("EUR", 400_000, Some(Warning)),
        ("EUR", 399_999, None),
        ("EUR", 50, Some(Warning)),
        ("EUR", 50_000, None),
        ("EUR", 0, None),
        ("USD", 500_000, None),
    ];
    for (code, cvm, expected) in table {
        let given = given(Visa, 0, *cvm, 90_000_000).currency(code);
        assert_eq!(given.severity("C18"), *expected, "{code} {cvm}");
    }
}

#[test]
fn c18_compares_with_what_most_siblings_of_the_scheme_have() {
    let usd = |cvm| given(Visa, 0, cvm, 30_000).currency("USD");
    let siblings = |given: TestConfig| given.sibling(Visa, 0, 7_500, 30_000).sibling(Visa, 0, 7_500, 30_000);
    assert_eq!(siblings(usd(750_000)).severity("C18"), Some(Warning));
    assert_eq!(siblings(usd(75)).severity("C18"), Some(Warning));
    assert_eq!(siblings(usd(7_500)).severity("C18"), None);
    let others = |cvm| usd(cvm).sibling(Mastercard, 0, 7_500, 30_000).sibling(Jcb, 0, 7_500, 30_000);
    assert_eq!(others(750_000).severity("C18"), Some(Warning), "no sibling of the scheme: the others count");
    assert_eq!(others(9_000).severity("C18"), None);
    let own = others(750_000).sibling(Visa, 0, 700_000, 30_000);
    assert_eq!(own.severity("C18"), None, "siblings of the scheme come first");
    let divided = usd(750_000).sibling(Visa, 0, 7_500, 30_000).sibling(Visa, 0, 6_000, 30_000);
    assert_eq!(divided.severity("C18"), None, "no majority");
}

#[test]
fn c18_compares_only_with_what_counts_in_the_same_currency() {
    let euro = || Some(tapline_emv::Currency::euro());
    for (code, cvm, siblings, expected) in [
        // 5,000.00 INR is usual, 50.00 EUR too.
        ("INR", 500_000, vec![(euro(), Visa, 5_000), (euro(), Visa, 5_000)], None),
        ("INR", 500_000, vec![(euro(), Mastercard, 5_000)], None),
        ("USD", 750_000, vec![(None, Visa, 7_500)], None),
        (
            "USD",
            750_000,
            vec![(euro(), Visa, 7_500), (tapline_emv::Currency::new("USD"), Jcb, 7_500)],
            Some(Warning),
        ),
        ("EUR", 500_000, vec![(euro(), Visa, 5_000)], Some(Warning)),
    ] {
        let mut given = given(Visa, 0, cvm, 90_000_000).currency(code);
        for (currency, scheme, cvm) in siblings.clone() {
            given = given.sibling_in(currency, scheme, [0, cvm, 90_000_000]);
        }
        assert_eq!(given.severity("C18"), expected, "{code} {cvm} {siblings:?}");
    }
}

#[test]
fn c18_looks_at_every_limit() {
    let given = given(Visa, 100_000, 7_500, 3_000_000).currency("USD").sibling(Visa, 1_000, 7_500, 30_000);
    let fields: Vec<_> = given.findings("C18").into_iter().map(|finding| finding.fields).collect();
    let expected = [LimitKind::Floor, LimitKind::Transaction];
    assert_eq!(fields, expected.map(|kind| vec![Field::Param(kind.param())]));
}

#[test]
fn c18_knows_the_mistakes_of_three_decimals() {
    let dinar = |cvm| given(Visa, 0, cvm, 90_000_000).currency("KWD").sibling(Visa, 0, 25_000, 90_000_000);
    assert_eq!(dinar(2_500).severity("C18"), Some(Warning), "read with two decimals");
    assert_eq!(dinar(25).severity("C18"), Some(Warning), "read without decimals");
    assert_eq!(dinar(250).severity("C18"), None);
}

#[test]
fn c18_offers_the_corrected_figure() {
    let given = given(Visa, 0, 500_000, 90_000_000);
    let finding = given.finding("C18");
    let limit = LimitKind::Cvm;
    let whose = Usual::Reference("EEA".to_owned());
    assert_eq!(
        finding.problem,
        Problem::WrongDecimals { limit, minor: 500_000, other: 5_000, whose, factor: 100 }
    );
    assert_eq!(finding.fixes[0].kind, FixKind::SetLimit { limit, minor: 5_000 });
    given.assert_fixed_by_each("C18", 1);
    super::given(Visa, 0, 50, 20_000).assert_fixed_by_each("C18", 1);
}

#[test]
fn c19_fires_above_the_reference_of_the_currency() {
    let table: &[(&str, u64, Option<Severity>)] = &[
        ("EUR", 5_000, None),
        ("EUR", 5_001, Some(Warning)),
        ("GBP", 10_000, None),
        ("GBP", 10_001, Some(Warning)),
        ("CHF", 8_001, Some(Warning)),
        ("AUD", 20_001, Some(Warning)),
        ("USD", 90_000, None),
    ];
    for (code, cvm, expected) in table {
        let given = given(Visa, 0, *cvm, 100_000).currency(code);
        assert_eq!(given.severity("C19"), *expected, "{code} {cvm}");
    }
    let given = given(Visa, 0, 10_000, 20_000);
    given.assert_fixed_by_each("C19", 1);
    let Problem::AboveReference { cvm: 10_000, reference } = given.problem("C19") else { panic!() };
    assert_eq!((reference.place.as_str(), reference.minor), ("EEA", 5_000));
}

/// The remark next to the field and the check use the same row.
#[test]
fn c19_goes_by_the_country_and_by_the_persons_own_amounts() {
    let own = |country: Option<&str>, minor| Reference {
        currency: "EUR".into(),
        minor,
        country: country.map(|country| country.to_owned().into()),
        place: country.unwrap_or("EUR").to_owned().into(),
        as_of: "2026".into(),
        source: "Our policy".into(),
    };
    for (country, own, cvm, expected) in [
        (Some("XK"), vec![], 4_500, Some(("Kosovo", 4_000, "March 2020"))),
        (Some("XK"), vec![], 4_000, None),
        (Some("NL"), vec![], 4_500, None),
        (None, vec![own(None, 10_000)], 5_001, None),
        (None, vec![own(None, 10_000)], 10_000, None),
        (None, vec![own(None, 10_000)], 10_001, Some(("EUR", 10_000, "2026"))),
        (Some("NL"), vec![own(Some("NL"), 2_500)], 3_000, Some(("NL", 2_500, "2026"))),
        (Some("DE"), vec![own(Some("NL"), 2_500)], 3_000, None),
    ] {
        let euro = tapline_emv::Currency::euro();
        let row = reference_in(country, &euro, &own);
        let given = TestConfig { reference: row.cloned(), ..given(Visa, 0, cvm, 100_000) };
        let found = given.findings("C19").pop().map(|finding| match finding.problem {
            Problem::AboveReference { reference, .. } => reference,
            other => panic!("{other:?}"),
        });
        let found = found.as_ref().map(|row| (row.place.as_str(), row.minor, row.as_of.as_str()));
        assert_eq!(found, expected, "{country:?} {cvm}");
    }
}

#[test]
fn values_for_no_limit_are_exempt() {
    for no_limit in [99_999_999, 99_999_999_999, 999_999_999_999] {
        let mine = given(Visa, 0, no_limit, no_limit).sibling(Visa, 0, 1_000_000, 1_000_000);
        let theirs =
            given(Visa, 0, 1_000_000, 1_000_000).currency("USD").sibling(Visa, 0, no_limit, no_limit);
        assert_eq!((mine.severity("C18"), mine.severity("C19")), (None, None), "{no_limit}");
        assert_eq!((theirs.severity("C18"), theirs.severity("C19")), (None, None), "{no_limit}");
    }
}
