//! Profiles: sent values are present, acceptances included, and no unbinding of all by accident.

use tapline_contract::connection::ConnectionId;
use tapline_contract::endpoint::Consequence;
use tapline_contract::endpoints::{CreateProfile, UpdateProfile};
use tapline_contract::profile::{Profile, ProfileDraft, ProfileId};
use tapline_contract::record::Record as _;

use super::super::profile::ByReference;
use super::*;

fn profile(name: &str, acceptances: &str) -> Profile {
    let json = format!(
        r#"{{"profileId":"prof_1","profileName":"{name}","providerReference":"ref","entityStatus":"ACTIVE","acceptances":[{acceptances}]}}"#
    );
    Profile::read(&json).unwrap()
}

fn id() -> ProfileId {
    ProfileId::parse("prof_1").unwrap()
}

const VISA: &str =
    r#"{"acptId":"acpt_1","acptName":"Visa","supportedPayments":["VISA"],"entityStatus":"ACTIVE"}"#;
const OTHER: &str =
    r#"{"acptId":"acpt_2","acptName":"MC","supportedPayments":["MC"],"entityStatus":"ACTIVE"}"#;

fn call(draft: ProfileDraft, seen: Option<Profile>) -> Call<UpdateProfile> {
    Call::new(ConnectionId("c".to_owned()), id(), draft, seen)
}

#[test]
fn an_update_is_proven_by_values_and_bindings() {
    let before = profile("old", VISA);
    let draft = profile("new", VISA).draft().unwrap();
    let gone: Option<Profile> = None;
    for (now, expected) in [
        (Some(profile("new", VISA)), Shows::Target),
        (Some(profile("new", &format!("{OTHER},{VISA}"))), Shows::Target),
        (Some(profile("new", OTHER)), Shows::Other),
        (Some(profile("old", VISA)), Shows::Before),
        (Some(profile("third", VISA)), Shows::Other),
        (gone, Shows::Nothing),
    ] {
        let verdict = judge::<UpdateProfile>(&id(), &draft, &before, None, &now);
        assert_eq!(shows(verdict), expected, "{now:?}");
    }
    let unbind = profile("old", "").draft().unwrap();
    for (now, expected) in [(profile("old", ""), Shows::Target), (profile("old", VISA), Shows::Before)] {
        assert_eq!(shows(judge::<UpdateProfile>(&id(), &unbind, &before, None, &Some(now))), expected);
    }
}

#[test]
fn all_acceptances_are_unbound_only_on_purpose() {
    let empty = profile("old", "").draft().unwrap();
    let mut call = call(empty, None);
    let refused = UpdateProfile::check(&call).unwrap_err();
    assert_eq!(refused.field.as_deref(), Some("acceptances"));
    call.accepts = Some(Consequence::UnbindAll);
    assert!(UpdateProfile::check(&call).is_ok());
}

#[test]
fn what_a_colleague_bound_is_a_conflict() {
    let draft = profile("new", VISA).draft().unwrap();
    let seen = call(draft, Some(profile("old", VISA)));
    assert!(UpdateProfile::before(&seen, &Some(profile("old", VISA)), &plain()).is_ok());
    assert!(matches!(
        UpdateProfile::before(&seen, &Some(profile("old", &format!("{VISA},{OTHER}"))), &plain()),
        Err(Stale::Changed(_))
    ));
    assert!(matches!(UpdateProfile::before(&seen, &None, &plain()), Err(Stale::Changed(None))));
}

#[test]
fn a_new_profile_needs_a_reference_that_is_free() {
    let by_reference = |profile| ByReference { profile, is_proof: true };
    let call = |reference: &str| {
        let draft = ProfileDraft::read(&format!(r#"{{"providerReference":"{reference}","acceptances":[]}}"#))
            .unwrap();
        Call::<CreateProfile>::new(ConnectionId("c".to_owned()), (), draft, None)
    };
    assert!(CreateProfile::check(&call("")).is_err());
    assert!(CreateProfile::check(&call("ref")).is_ok());
    assert!(CreateProfile::before(&call("ref"), &by_reference(None), &plain()).is_ok());
    let taken = CreateProfile::before(&call("ref"), &by_reference(Some(profile("x", ""))), &plain());
    assert!(matches!(taken, Err(Stale::Refused { field: "providerReference", .. })));
}
