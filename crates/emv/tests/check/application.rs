//! C16 and C17: application identifiers.

use tapline_emv::Aid;
use tapline_emv::Scheme::{self, Discover, Jcb, Mastercard, Visa};
use tapline_emv::Severity::{self, Error, Info, Warning};
use tapline_emv::check::Problem;
use tapline_emv::check::{AidOverlap, aid_overlaps};
use tapline_emv::{Sibling, aid};

use super::{TestConfig, given};

fn with_aid(scheme: Scheme, text: &str) -> TestConfig {
    given(scheme, 0, 5_000, 20_000).text("aid", text)
}

#[test]
fn c16_fires_on_what_is_no_aid_or_of_another_owner() {
    let table: &[(Scheme, &str, &[Severity])] = &[
        (Visa, "A0000000031010", &[]),
        (Visa, "A0 00 00 00 03 10 10", &[]),
        (Mastercard, "A0000000043060,A0000000050001", &[]),
        (Discover, "A0000001523010;A0000003241010", &[]),
        (Jcb, "A0000000651010", &[]),
        (Visa, "", &[]),
        (Visa, "A0000000041010", &[Warning]),
        (Visa, "A0000003591010028001", &[Warning]),
        (Visa, "A0000009990101", &[Info]),
        (Visa, "A00000", &[Error]),
        (Visa, "not hex", &[Error]),
        (Visa, "A0000000031010,A0000009990101,A0000000041010,zz", &[Error, Warning, Info]),
    ];
    for (scheme, text, expected) in table {
        let found: Vec<Severity> =
            with_aid(*scheme, text).findings("C16").iter().map(|finding| finding.severity).collect();
        assert_eq!(found, *expected, "{scheme:?} {text}");
    }
}

#[test]
fn c16_knows_whose_aid_it_is() {
    let problem = |text| with_aid(Visa, text).problem("C16");
    let aid = |text| Aid::parse(text).expect("an AID");
    let mastercard = "A0000000043060";
    assert_eq!(
        problem(mastercard),
        Problem::OtherOwner { aid: aid(mastercard), owner: "Mastercard", expected: Visa }
    );
    assert_eq!(problem("A0000009990101"), Problem::UnknownOwner(aid("A0000009990101")));
}

#[test]
fn c16_is_silent_about_owners_while_the_scheme_is_unknown() {
    let mut unknown = with_aid(Visa, "A0000000043060");
    unknown.method = "07".to_owned();
    unknown.scheme = None;
    assert_eq!(unknown.findings("C16"), []);
    unknown.scheme = Some(Visa);
    assert_eq!(unknown.severity("C16"), Some(Warning));
}

fn sibling(name: &str, scheme: Scheme, aids: &str) -> Sibling {
    Sibling {
        id: format!("id of {name}").into(),
        name: name.into(),
        method: scheme.method_code().to_owned(),
        scheme: Some(scheme),
        limits: None,
        currency: None,
        aids: aid::parse_list(aids).into_iter().flatten().collect(),
        shares_profile: None,
    }
}

#[test]
fn c17_fires_when_one_aid_begins_another_of_the_same_method() {
    let table: &[(&str, Scheme, &str, Option<Severity>)] = &[
        ("A0000000031010", Visa, "A0000000031010", Some(Info)),
        ("A0000000031010", Visa, "A000000003", Some(Info)),
        ("A000000003", Visa, "A0000000031010", Some(Info)),
        ("A0000000031010", Visa, "A0000000032010", None),
        ("A0000000031010", Mastercard, "A0000000031010", None),
        ("A0000000031010", Visa, "", None),
        ("", Visa, "A0000000031010", None),
    ];
    for (mine, scheme, theirs, expected) in table {
        let mut given = with_aid(Visa, mine);
        given.siblings.push(sibling("Retail", *scheme, theirs));
        assert_eq!(given.severity("C17"), *expected, "{mine} {scheme:?} {theirs}");
    }
}

#[test]
fn c17_knows_a_method_by_its_text_or_its_scheme() {
    let table = [
        ("01", None, Some(Info)),
        ("VISA", Some(Visa), Some(Info)),
        ("VISA", None, None),
        ("07", Some(Discover), None),
    ];
    for (method, scheme, expected) in table {
        let mut given = with_aid(Visa, "A0000000031010");
        let other = sibling("Retail", Visa, "A0000000031010");
        given.siblings.push(Sibling { method: method.to_owned(), scheme, ..other });
        assert_eq!(given.severity("C17"), expected, "{method} {scheme:?}");
    }
}

#[test]
fn c17_leads_to_every_configuration_that_it_names_or_counts() {
    let mut given = with_aid(Visa, "A0000000031010");
    given.siblings = ["A", "B", "C", "D"].map(|name| sibling(name, Visa, "A0000000031010")).to_vec();
    given.siblings[3].shares_profile = Some(true);
    given.siblings.push(sibling("Other", Visa, "A0000000032010"));
    let others = given.finding("C17").others;
    let named = |name: &str| tapline_emv::Other::Configuration {
        id: format!("id of {name}").into(),
        name: name.into(),
    };
    assert_eq!(others, ["D", "A", "B", "C"].map(named), "the one of the same profile comes first");
}

#[test]
fn c17_is_a_note_that_names_the_configuration_of_the_same_acquirer_profile() {
    for (shares_profile, expected) in [(Some(true), Some("Kiosk")), (Some(false), None), (None, None)] {
        let mut given = with_aid(Visa, "A000000003");
        given.siblings.push(Sibling { shares_profile, ..sibling("Kiosk", Visa, "A0000000031010") });
        assert_eq!(given.severity("C17"), Some(Info), "{shares_profile:?}");
        let Problem::AidOverlap { shares_profile_with, .. } = given.problem("C17") else { panic!() };
        assert_eq!(shares_profile_with.as_deref(), expected);
    }
    let mut apart = with_aid(Visa, "A0000000032010");
    let other = sibling("Kiosk", Visa, "A0000000031010");
    apart.siblings.push(Sibling { shares_profile: Some(true), ..other });
    assert_eq!(apart.severity("C17"), None, "no overlap");
}

#[test]
fn c17_tells_which_of_the_two_covers_the_other() {
    for (mine, theirs, expected) in [
        ("A000000003", "A0000000031010", Some((true, "A000000003", "A0000000031010"))),
        ("A0000000031010", "A000000003", Some((false, "A000000003", "A0000000031010"))),
        ("A0000000031010", "A0000000031010", None),
    ] {
        let mut given = with_aid(Visa, mine);
        given.siblings.push(sibling("Kiosk", Visa, theirs));
        let Problem::AidOverlap { covers, .. } = given.problem("C17") else { panic!() };
        let covers = covers.map(|cover| (cover.is_mine, cover.shorter.to_string(), cover.longer.to_string()));
        let expected =
            expected.map(|(is_mine, shorter, longer)| (is_mine, shorter.to_owned(), longer.to_owned()));
        assert_eq!(covers, expected);
    }
}

/// Name, scheme and AIDs of another configuration.
type Other = (&'static str, Scheme, &'static str);

#[test]
fn overlaps_by_partial_selection_are_pictures_with_the_shortest_first() {
    let kiosk = |aids| ("Kiosk", Visa, aids);
    let shop = |aids| ("Shop", Visa, aids);
    let cases: &[(&str, &[Other], &[&str])] = &[
        ("A0000000031010", &[], &[]),
        // Equal AIDs are reported, and are no picture.
        ("A0000000031010", &[kiosk("A0000000031010")], &[]),
        ("A0000000031010", &[("Kiosk", Mastercard, "A000000003")], &[]),
        ("A0000000031010", &[kiosk("A0000000032010")], &[]),
        (
            "A0000000031010",
            &[kiosk("A000000003"), shop("A0000000031010,A000000003")],
            &["5: A000000003 Kiosk Shop | A0000000031010 mine Shop"],
        ),
        (
            "A000000003",
            &[kiosk("A0000000032010,A0000000031010")],
            &["5: A000000003 mine | A0000000031010 Kiosk | A0000000032010 Kiosk"],
        ),
        // Two of its own, once.
        ("A0000000031010,A000000003,zz", &[], &["5: A000000003 mine | A0000000031010 mine"]),
        (
            "A000000003101001,A0000000032010",
            &[kiosk("A0000000031010"), shop("A00000000320")],
            &[
                "7: A0000000031010 Kiosk | A000000003101001 mine",
                "6: A00000000320 Shop | A0000000032010 mine",
            ],
        ),
    ];
    let said = |one: &AidOverlap| {
        let rows = one.rows.iter().map(|row| {
            let mut words = vec![row.aid.to_string()];
            words.extend(row.is_mine.then(|| "mine".to_owned()));
            words.extend(row.of.clone());
            words.join(" ")
        });
        format!("{}: {}", one.shared, rows.collect::<Vec<_>>().join(" | "))
    };
    for (mine, others, expected) in cases {
        let mut given = with_aid(Visa, mine);
        given.siblings = others.iter().map(|(name, scheme, aids)| sibling(name, *scheme, aids)).collect();
        let found: Vec<String> = aid_overlaps(&given.subject()).iter().map(said).collect();
        assert_eq!(found, *expected, "{mine} {others:?}");
    }
}
