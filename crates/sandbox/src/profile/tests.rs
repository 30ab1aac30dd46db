use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use serde_json::{Value, json};
use tapline_contract::field::Lists;
use tapline_contract::profile::{Acceptance, AcceptanceDraft};
use tapline_contract::wire::CursorPage;

use super::*;
use crate::fixture::{answer, app, ask, draft, refusal};

const NOW: &str = "2026-09-14T14:00:00+02:00";

fn id(text: &str) -> ProfileId {
    ProfileId::parse(text).unwrap()
}

fn get(app: &AppState, profile: &str) -> Profile {
    ask::<GetProfile>(app, id(profile), ()).unwrap()
}

fn list(app: &AppState, query: ProfileQuery) -> CursorPage<Profile> {
    ask::<ListProfiles>(app, (), query).unwrap()
}

fn bound(profile: &Profile) -> Vec<&str> {
    profile.acceptances.iter().flatten().map(|acceptance| acceptance.acpt_id.as_str()).collect()
}

fn acceptance(acpt_id: Option<&str>) -> Value {
    json!({
        "acptId": acpt_id, "acptName": "Visa", "hostMessageFormat": "ISO8583", "supportedPayments": ["VISA"],
        "primaryMid": "M1", "primaryTid": "T1"
    })
}

fn profile(reference: &str, acceptances: &[Value]) -> ProfileDraft {
    draft(
        json!({"profileName": "New", "providerReference": reference, "acceptances": acceptances, "x-new": 1.50}),
    )
}

fn update(app: &AppState, profile: &str, draft: ProfileDraft) -> Profile {
    ask::<UpdateProfile>(app, id(profile), draft).unwrap()
}

#[test]
fn the_demo_profiles_have_pages_and_every_state() {
    let app = app();
    let first = list(&app, ProfileQuery::default());
    assert_eq!((first.data.len(), first.total_size, first.has_next), (20, Some(28), true));
    assert!(
        first.data.iter().all(|profile| profile.acceptances.is_none() && profile.acpt_selection.is_none())
    );
    let disabled: Vec<_> =
        first.data.iter().filter(|p| p.entity_status.as_deref() == Some(DISABLED)).collect();
    assert_eq!(disabled.iter().map(|p| p.profile_id.as_str()).collect::<Vec<_>>(), ["prof_events_ie"]);
    assert_eq!(bound(&get(&app, "prof_opening_at")), [""; 0]);
    assert_eq!(bound(&get(&app, "prof_spa_at")), ["acpt_visa_spa_at", "acpt_mc_spa_at"]);
    let shown = serde_json::to_value(get(&app, "prof_retail_de")).unwrap();
    assert_eq!(shown.as_object().unwrap().len(), 13);
    assert!(
        shown["acceptances"].as_array().unwrap().iter().all(|item| item.as_object().unwrap().len() == 11)
    );
}

#[test]
fn the_pages_hold_every_profile_once_also_when_one_is_made_meanwhile() {
    let app = app();
    for forward in [true, false] {
        let (mut cursor, mut seen) = (None, BTreeSet::new());
        let total = list(&app, ProfileQuery::default()).total_size.unwrap();
        loop {
            let page = list(&app, ProfileQuery { cursor, page_size: Some(9), is_forward: Some(forward) });
            assert!(page.data.iter().all(|profile| seen.insert(profile.profile_id.clone())));
            cursor = page.next_cursor;
            if cursor.is_none() {
                break;
            }
            let reference = format!("made-{forward}-{}", seen.len());
            ask::<CreateProfile>(&app, (), profile(&reference, &[])).unwrap();
        }
        assert!(i64::try_from(seen.len()).unwrap() >= total);
    }
}

#[test]
fn an_unknown_cursor_is_refused() {
    let query = ProfileQuery { cursor: Some("x".to_owned()), ..ProfileQuery::default() };
    assert_eq!(refusal(ask::<ListProfiles>(&app(), (), query)), (400, 10_000, "cursor".to_owned()));
}

#[test]
fn a_profile_is_found_by_its_reference() {
    let app = app();
    let reference = ProviderReference::parse("retail-de").unwrap();
    assert_eq!(ask::<FindProfile>(&app, reference, ()), Ok(get(&app, "prof_retail_de")));
    let unknown = ProviderReference::parse("retail-xx").unwrap();
    assert_eq!(refusal(ask::<FindProfile>(&app, unknown, ())), (404, 11_001, "Profile".to_owned()));
}

#[test]
fn the_selection_names_each_bound_acceptance() {
    let Some(Lists(selected)) = get(&app(), "prof_retail_de").acpt_selection else { panic!("no selection") };
    let shown: Vec<_> = selected.iter().map(|(id, methods)| format!("{id} {}", methods.join("+"))).collect();
    let expected =
        ["acpt_visa_de VISA", "acpt_mc_de MASTERCARD+AMEX", "acpt_qr_de WECHAT+ALIPAY", "acpt_old_de "];
    assert_eq!(shown, expected);
}

#[test]
fn a_new_profile_has_a_location_and_new_acceptances() {
    let app = app();
    let sent = profile("new", &[acceptance(None), acceptance(Some("acpt_nowhere"))]);
    let Ok(Answer::Created { location, body }) = answer::<CreateProfile>(&app, (), sent) else {
        panic!("not created")
    };
    let made: Profile = serde_json::from_str(&body).unwrap();
    assert_eq!(location, format!("/profiles/{}", made.profile_id));
    assert_eq!(get(&app, made.profile_id.as_str()), made);
    assert!(made.profile_id.as_str().starts_with("prof_"));
    assert_eq!((made.entity_status.as_deref(), made.created_at.as_deref()), (Some(ACTIVE), Some(NOW)));
    assert_eq!(
        (&made.updated_at, &made.other),
        (&Nullable::Null, &vec![("x-new".to_owned(), "1.5".to_owned())])
    );
    let bound = bound(&made);
    assert!(bound.len() == 2 && bound.iter().all(|id| id.starts_with("acpt_") && *id != "acpt_nowhere"));
    let first = serde_json::to_value(&made.acceptances.as_ref().unwrap()[0]).unwrap();
    assert_eq!(first["extraParams"], json!({}));
    assert_eq!((&first["tags"], &first["updatedAt"]), (&Value::Null, &Value::Null));
    assert_eq!((&first["entityStatus"], &first["createdAt"]), (&json!(ACTIVE), &json!(NOW)));
}

#[test]
fn an_existing_acceptance_is_updated_and_bound_away_from_its_profile() {
    let app = app();
    let made = ask::<CreateProfile>(&app, (), profile("new", &[acceptance(Some("acpt_qr_de"))])).unwrap();
    assert_eq!(bound(&made), ["acpt_qr_de"]);
    let moved: &Acceptance = &made.acceptances.as_ref().unwrap()[0];
    assert_eq!(moved.acpt_name.as_deref(), Some("Visa"));
    assert_eq!(moved.updated_at, Nullable::Value(NOW.to_owned()));
    assert_ne!(moved.created_at.as_deref(), Some(NOW));
    assert_eq!(bound(&get(&app, "prof_retail_de")), ["acpt_visa_de", "acpt_mc_de", "acpt_old_de"]);
}

#[test]
fn an_update_replaces_the_fields_and_keeps_what_it_does_not_list_bound() {
    let app = app();
    let before = get(&app, "prof_retail_de");
    let after = update(&app, "prof_retail_de", profile("retail-de", &[acceptance(Some("acpt_qr_spare"))]));
    assert_eq!(bound(&after), ["acpt_visa_de", "acpt_mc_de", "acpt_qr_de", "acpt_old_de", "acpt_qr_spare"]);
    assert_eq!((&after.merchant_name, &after.created_at), (&None, &before.created_at));
    assert_eq!(after.updated_at, Nullable::Value(NOW.to_owned()));
}

#[test]
fn an_empty_list_unbinds_all_and_they_can_be_bound_again() {
    let app = app();
    let before = get(&app, "prof_retail_de");
    let empty = update(&app, "prof_retail_de", profile("retail-de", &[]));
    assert_eq!(bound(&empty), [""; 0]);
    assert_eq!(empty.acpt_selection, Some(Lists(Vec::new())));
    let after = update(&app, "prof_retail_de", before.draft().unwrap());
    assert_eq!(bound(&after), bound(&before));
    let states = |profile: &Profile| -> Vec<_> {
        profile.acceptances.iter().flatten().map(|acceptance| acceptance.entity_status.clone()).collect()
    };
    assert_eq!(states(&after), states(&before), "a disabled acceptance stays so");
}

#[test]
fn a_bad_profile_is_refused_at_its_field_and_nothing_is_bound() {
    let app = app();
    let twice = acceptance(Some("acpt_qr_de"));
    let mut nameless = acceptance(None);
    nameless["acptName"] = Value::Null;
    let mut methodless = acceptance(None);
    methodless["supportedPayments"] = Value::Null;
    for (sent, refused) in [
        (draft(json!({"acceptances": []})), (400, 11_021, "profileName")),
        (profile("new", &[acceptance(None), nameless]), (400, 11_021, "acceptances[1].acptName")),
        (profile("new", &[methodless]), (400, 11_021, "acceptances[0].supportedPayments")),
        (profile("new", &[twice.clone(), twice]), (400, 11_021, "acceptances[1].acptId")),
        (profile("retail-fr", &[acceptance(Some("acpt_qr_de"))]), (400, 11_022, "providerReference")),
    ] {
        let refused = (refused.0, refused.1, refused.2.to_owned());
        let sent: ProfileDraft = sent;
        assert_eq!(refusal(ask::<CreateProfile>(&app, (), sent.clone())), refused);
        assert_eq!(refusal(ask::<UpdateProfile>(&app, id("prof_retail_ie"), sent)), refused);
    }
    assert_eq!(bound(&get(&app, "prof_retail_de")).len(), 4);
    assert_eq!(list(&app, ProfileQuery::default()).total_size, Some(28));
    let no_list = crate::fixture::body::<ProfileDraft>(r#"{"profileName":"a"}"#);
    assert_eq!(refusal(no_list), (400, 10_000, "acceptances".to_owned()));
}

#[test]
fn empty_references_do_not_meet() {
    let app = app();
    for _ in 0..2 {
        assert!(ask::<CreateProfile>(&app, (), profile("", &[])).is_ok());
    }
}

#[test]
fn a_sign_on_tells_one_outcome_for_each_bound_acceptance() {
    let app = app();
    for (profile, expected) in [
        ("prof_kiosk_nl", &["acpt_visa_kiosk_nl DECLINED 58", "acpt_mc_kiosk_nl SUCCESS 00"][..]),
        ("prof_opening_at", &[]),
        (
            "prof_retail_de",
            &[
                "acpt_visa_de SUCCESS 00",
                "acpt_mc_de SUCCESS 00",
                "acpt_qr_de SUCCESS 00",
                "acpt_old_de DISABLED ",
            ],
        ),
    ] {
        let signed = ask::<SignOnProfile>(&app, id(profile), ()).unwrap();
        let shown: Vec<_> = signed
            .acpt_sign_ons
            .iter()
            .map(|one| {
                let texts = (one.acpt_id.as_ref().unwrap(), &one.result_reason, &one.host_resp_code);
                format!("{} {} {}", texts.0, texts.1.as_ref().unwrap(), texts.2.as_ref().unwrap())
            })
            .collect();
        assert_eq!(shown, expected);
    }
    let refused = refusal(ask::<SignOnProfile>(&app, id("prof_events_ie"), ()));
    assert_eq!(refused, (400, 11_024, "Profile".to_owned()));
}

#[test]
fn a_profile_is_disabled_and_enabled() {
    let app = app();
    let toggle =
        |status: &str| ask::<SetProfileStatus>(&app, id("prof_retail_de"), draft(json!({"status": status})));
    let before = toggle(ACTIVE).unwrap();
    assert_eq!((before.updated_at, before.acceptances), (Nullable::Null, None));
    let disabled = toggle(DISABLED).unwrap();
    assert_eq!(disabled.entity_status.as_deref(), Some(DISABLED));
    assert_eq!(disabled.updated_at, Nullable::Value(NOW.to_owned()));
    let sent = get(&app, "prof_retail_de").draft().unwrap();
    let after = update(&app, "prof_retail_de", sent);
    assert_eq!(after.entity_status.as_deref(), Some(DISABLED), "an update leaves the status");
    assert_eq!(toggle(ACTIVE).unwrap().entity_status.as_deref(), Some(ACTIVE));
    for word in ["active", "SUSPENDED", ""] {
        assert_eq!(refusal(toggle(word)), (400, 11_021, "status".to_owned()));
    }
}

#[test]
fn an_unknown_profile_does_not_exist() {
    let app = app();
    let unknown = || id("prof_nowhere");
    let refused = (404, 11_001, "Profile".to_owned());
    assert_eq!(refusal(ask::<GetProfile>(&app, unknown(), ())), refused);
    assert_eq!(refusal(ask::<UpdateProfile>(&app, unknown(), profile("new", &[]))), refused);
    assert_eq!(refusal(ask::<SignOnProfile>(&app, unknown(), ())), refused);
    let status = draft(json!({"status": ACTIVE}));
    assert_eq!(refusal(ask::<SetProfileStatus>(&app, unknown(), status)), refused);
}

const PROFILES: [&str; 3] = ["prof_retail_de", "prof_opening_at", "prof_spa_at"];
const ACCEPTANCES: [&str; 5] =
    ["acpt_visa_de", "acpt_mc_de", "acpt_visa_spa_at", "acpt_qr_spare", "acpt_nowhere"];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn an_acceptance_is_bound_to_at_most_one_profile(
        steps in proptest::collection::vec(
            (0_usize..PROFILES.len(), proptest::collection::btree_set(0_usize..ACCEPTANCES.len(), 0..4)), 1..8)
    ) {
        let app = app();
        let mut expected: BTreeMap<&str, &str> = BTreeMap::new();
        for profile in PROFILES {
            let record = get(&app, profile);
            expected.extend(ACCEPTANCES.iter().filter(|id| bound(&record).contains(id)).map(|id| (*id, profile)));
        }
        for (at, listed) in steps {
            let target = PROFILES[at];
            let listed: Vec<_> = listed.into_iter().map(|at| ACCEPTANCES[at]).collect();
            let acceptances: Vec<_> = listed.iter().map(|id| acceptance(Some(id))).collect();
            update(&app, target, profile(target, &acceptances));
            if listed.is_empty() {
                expected.retain(|_, profile| *profile != target);
            }
            expected.extend(listed.into_iter().filter(|id| *id != "acpt_nowhere").map(|id| (id, target)));
            let mut seen = BTreeSet::new();
            for profile in PROFILES {
                let record = get(&app, profile);
                for id in bound(&record) {
                    prop_assert!(seen.insert(id.to_owned()), "{} is bound twice", id);
                    if ACCEPTANCES.contains(&id) {
                        prop_assert_eq!(expected.get(id), Some(&profile));
                    }
                }
            }
            prop_assert!(expected.keys().all(|id| seen.contains(*id)));
        }
    }

    #[test]
    fn an_update_keeps_members_that_the_document_does_not_name(
        members in proptest::collection::btree_map("x-[a-z]{1,6}", "(0|-?[1-9][0-9]{0,20}|1\\.[0-9]{1,3}0|1e2|\"[a-z]*\"|null)", 0..5)
    ) {
        let app = app();
        let other: Vec<_> = members.into_iter().collect();
        let mut one: AcceptanceDraft = draft(acceptance(Some("acpt_visa_de")));
        one.other.clone_from(&other);
        let mut sent = profile("retail-de", &[]);
        sent.other.clone_from(&other);
        sent.acceptances.push(one);
        update(&app, "prof_retail_de", sent);
        let read = get(&app, "prof_retail_de");
        prop_assert_eq!(&read.other, &other);
        prop_assert_eq!(&read.acceptances.unwrap()[0].other, &other);
    }
}
