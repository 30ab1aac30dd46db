//! Creations without an answer: a new record of the name is ours only when it has what was sent.

use tapline_contract::acquirer::AcquirerDraft;
use tapline_contract::device::ActivationDraft;
use tapline_contract::endpoints::{
    ActivateDevice, CreateAcquirer, CreateMerchant, CreateProfile, ListAcquirers, ListDevices, ListMerchants,
};
use tapline_contract::merchant::MerchantDraft;
use tapline_contract::profile::{Profile, ProfileDraft};
use tapline_contract::record::Record as _;

use super::super::device::DeviceLook;
use super::super::profile::ByReference;
use super::*;

const ANOTHER: Shows = Shows::Doubt(Doubt::Another);

#[test]
fn a_merchant_is_ours_with_the_values_sent() {
    let draft = MerchantDraft::read(
        r#"{"mchName":"North","mcc":"5462","contactEmail":"a@b.ch","extParams":{"acqTid":"1"}}"#,
    )
    .unwrap();
    let list = |records: &str| listed::<ListMerchants>(records, true);
    let call = Call::<CreateMerchant>::new(ConnectionId("c".to_owned()), (), draft.clone(), None);
    let before = CreateMerchant::before(&call, &list(""), &plain()).unwrap();
    let ours = r#"{"mchId":"M1","mchName":"North","mcc":"5462","contactEmail":"a@b.ch","extParams":{"acqTid":"1"},"state":1}"#;
    let untold = r#"{"mchId":"M2","mchName":"North","mcc":"5462","state":1}"#;
    let other = r#"{"mchId":"M3","mchName":"North","mcc":"9999","contactEmail":"a@b.ch"}"#;
    let elsewhere = r#"{"mchId":"M4","mchName":"North","mcc":"5462","extParams":{"acqTid":"2"}}"#;
    for (records, expected) in [
        (ours.to_owned(), Shows::Target),
        (untold.to_owned(), Shows::Target),
        (other.to_owned(), ANOTHER),
        (elsewhere.to_owned(), ANOTHER),
        (format!("{ours},{other}"), Shows::Target),
        (format!("{ours},{untold}"), Shows::Nothing),
        (String::new(), Shows::Before),
    ] {
        let verdict = judge::<CreateMerchant>(&(), &draft, &before, None, &list(&records));
        assert_eq!(shows(verdict), expected, "{records}");
    }
}

#[test]
fn an_acquirer_profile_is_ours_with_the_values_sent() {
    let draft = AcquirerDraft::read(r#"{"profileName":"North","currency":"EUR","connTimeout":30}"#).unwrap();
    for (record, expected) in [
        (r#"{"id":9,"profileName":"North","currency":"EUR","connTimeout":30}"#, Shows::Target),
        (r#"{"id":9,"profileName":"North"}"#, Shows::Target),
        (r#"{"id":9,"profileName":"North","currency":"JPY"}"#, ANOTHER),
        (r#"{"id":9,"profileName":"South","currency":"EUR"}"#, Shows::Before),
    ] {
        let list = listed::<ListAcquirers>(record, true);
        let verdict = judge::<CreateAcquirer>(&(), &draft, &Some(Vec::new()), None, &list);
        assert_eq!(shows(verdict), expected, "{record}");
    }
}

#[test]
fn an_activation_code_is_ours_with_the_values_sent() {
    let draft = ActivationDraft::read(
        r#"{"activateCodeAlias":"Till 3","deviceType":"COTS","mchId":"M1","emvParams":{"terminalType":22},"extParams":"{\"subMid\":\"m\",\"jwtSecret\":\"s\"}"}"#,
    )
    .unwrap();
    let device = |rest: &str| format!(r#"{{"deviceId":"CD-1","activateCodeAlias":"Till 3"{rest}}}"#);
    for (record, expected) in [
        (
            device(r#","deviceType":"COTS","emvParams":"{\"terminalType\":22}","extParams":{"subMid":"m"}"#),
            true,
        ),
        (device(r#","deviceType":"COTS""#), true),
        (device(r#","deviceType":"POS""#), false),
        (device(r#","deviceType":"COTS","emvParams":"{\"terminalType\":21}""#), false),
        (device(r#","deviceType":"COTS","extParams":{"subMid":"x"}"#), false),
    ] {
        let look = DeviceLook::new("M1", listed::<ListDevices>(&record, true));
        let verdict = judge::<ActivateDevice>(&(), &draft, &Some(Vec::new()), None, &look);
        assert_eq!(matches!(verdict, Verdict::Target(_)), expected, "{record}");
        assert_eq!(matches!(verdict, Verdict::Doubtful(Doubt::Another, _)), !expected, "{record}");
    }
}

#[test]
fn a_profile_is_ours_with_the_values_sent() {
    let draft = ProfileDraft::read(
        r#"{"profileName":"North","providerReference":"r","currency":"EUR","acceptances":[]}"#,
    )
    .unwrap();
    let profile = |rest: &str| {
        Some(Profile::read(&format!(r#"{{"profileId":"p","providerReference":"r"{rest}}}"#)).unwrap())
    };
    for (profile, is_proof, expected) in [
        (profile(r#","profileName":"North","currency":"EUR","acceptances":[]"#), true, Shows::Target),
        (profile(r#","profileName":"North","acceptances":[]"#), true, Shows::Target),
        (profile(r#","profileName":"Other","currency":"EUR","acceptances":[]"#), true, ANOTHER),
        (None, true, Shows::Before),
        // A 404 that may be a gateway's.
        (None, false, Shows::Nothing),
    ] {
        let now = ByReference { profile, is_proof };
        let verdict = judge::<CreateProfile>(&(), &draft, &(), None, &now);
        assert_eq!(shows(verdict), expected, "{:?} {is_proof}", now.profile);
    }
}
