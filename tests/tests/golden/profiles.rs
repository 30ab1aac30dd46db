use tapline_contract::endpoints::{
    CreateProfile, FindProfile, GetProfile, ListProfiles, SetProfileStatus, SignOnProfile, UpdateProfile,
};
use tapline_contract::field::{FreeMap, Lists, Nullable, Texts};
use tapline_contract::input::Input;
use tapline_contract::profile::{
    AcceptanceDraft, AcceptanceId, Profile, ProfileDraft, ProfileId, ProfileQuery, ProviderReference, SignOn,
    StatusDraft,
};
use tapline_contract::wire::CursorPage;

use crate::{Example, extra, texts};

fn id(text: &str) -> ProfileId {
    ProfileId::parse(text).expect("an id")
}

fn own(text: &str) -> String {
    text.to_owned()
}

fn list(items: &[&str]) -> Texts {
    Texts(items.iter().map(|item| (*item).to_owned()).collect())
}

fn updated(text: &str) -> Nullable<String> {
    Nullable::Value(text.to_owned())
}

fn extra_params() -> FreeMap {
    let terminal = ("terminalCap".to_owned(), r#""E0F8C8""#.to_owned());
    FreeMap(vec![terminal, ("retries".to_owned(), "3.0".to_owned())])
}

/// The fields of the list record, of a profile of the example merchant.
fn head(profile: &Profile, [profile_id, name, reference, status]: [&str; 4]) {
    assert_eq!(profile.profile_id, id(profile_id));
    texts! { profile;
        profile_name = name,
        provider_reference = reference,
        merchant_name = "Brauhaus am Ring",
        merchant_addr = "Hansaring 12, 50670 Köln",
        mcc = "5813",
        country_code = "DE",
        currency = "EUR",
        entity_status = status,
        created_at = "2025-11-03T10:12:44+01:00",
    }
    assert_eq!(profile.other, extra("x-region", "4.0"));
}

fn whole(profile: &Profile, names: [&str; 3]) {
    let [profile_id, name, reference] = names;
    head(profile, [profile_id, name, reference, "ACTIVE"]);
    let acceptances = profile.acceptances.as_ref().expect("acceptances");
    assert_eq!(acceptances.len(), 2);
    let [visa, mastercard] = [&acceptances[0], &acceptances[1]];
    assert_eq!(
        [&visa.acpt_id, &mastercard.acpt_id].map(AcceptanceId::as_str),
        ["acpt_visa_de", "acpt_mc_de"]
    );
    texts! { visa;
        acpt_name = "Visa, Rheinbank",
        host_message_format = "ISO8583",
        primary_mid = "498000100001",
        primary_tid = "70010001",
        entity_status = "ACTIVE",
        created_at = "2025-11-03T10:12:45+01:00",
    }
    assert_eq!(visa.supported_payments, Some(list(&["VISA", "JCB"])));
    assert_eq!(
        (&visa.extra_params, &mastercard.extra_params),
        (&Some(extra_params()), &Some(FreeMap::default()))
    );
    assert_eq!((&visa.tags, &mastercard.tags), (&Nullable::Value(list(&["card"])), &Nullable::Null));
    assert_eq!(
        (&visa.updated_at, &mastercard.updated_at),
        (&updated("2026-06-18T09:40:02+02:00"), &Nullable::Null)
    );
    assert_eq!(visa.other, extra("x-weight", "1.10"));
    let selection = [("acpt_visa_de", &["VISA", "JCB"][..]), ("acpt_mc_de", &[])];
    let selection = selection.map(|(key, methods)| (key.to_owned(), list(methods).0));
    assert_eq!(profile.acpt_selection, Some(Lists(selection.to_vec())));
}

const RETAIL: [&str; 3] = ["prof_retail_de", "Retail DE", "retail-de"];

fn draft(name: &str, reference: &str, acceptances: Vec<AcceptanceDraft>) -> ProfileDraft {
    ProfileDraft {
        profile_name: Some(own(name)),
        provider_reference: Some(own(reference)),
        merchant_name: Some(own("Brauhaus am Ring")),
        merchant_addr: Some(own("Hansaring 12, 50670 Köln")),
        mcc: Some(own("5813")),
        country_code: Some(own("DE")),
        currency: Some(own("EUR")),
        acceptances,
        other: Vec::new(),
    }
}

fn acceptance(name: &str, methods: &[&str], tid: &str) -> AcceptanceDraft {
    AcceptanceDraft {
        acpt_id: None,
        acpt_name: Some(own(name)),
        host_message_format: Some(own("ISO8583")),
        supported_payments: Some(list(methods)),
        primary_mid: Some(own("498000100001")),
        primary_tid: Some(own(tid)),
        extra_params: None,
        tags: Nullable::Absent,
        other: Vec::new(),
    }
}

impl Example for ListProfiles {
    fn call() -> ((), ProfileQuery) {
        ((), ProfileQuery { cursor: None, page_size: Some(2), is_forward: Some(true) })
    }
    fn arrived(page: CursorPage<Profile>) {
        assert_eq!((page.has_next, page.page_size, page.total_size), (true, Some(2), Some(28)));
        texts! { page; current_cursor = "c0", next_cursor = "c2" }
        assert_eq!((page.data.len(), page.unreadable.len()), (2, 0));
        head(&page.data[0], ["prof_retail_de", "Retail DE", "retail-de", "ACTIVE"]);
        assert_eq!(page.data[0].updated_at, updated("2026-06-18T09:40:02+02:00"));
        assert_eq!((&page.data[0].acceptances, &page.data[0].acpt_selection), (&None, &None));
        texts! { page.data[1]; entity_status = "DISABLED", country_code = "FR" }
        assert_eq!(page.data[1].updated_at, Nullable::Null);
    }
}

/// A cursor is the service's own: the golden file, which the sandbox answers, has none.
#[test]
fn a_cursor_is_handed_back() {
    let query = ProfileQuery { cursor: Some(own("c2")), ..ProfileQuery::default() };
    assert_eq!(query.query(), [("cursor", "c2".to_owned())]);
}

impl Example for GetProfile {
    fn call() -> (ProfileId, ()) {
        (id("prof_retail_de"), ())
    }
    fn arrived(profile: Profile) {
        whole(&profile, RETAIL);
        assert_eq!(profile.updated_at, updated("2026-06-18T09:40:02+02:00"));
    }
}

impl Example for FindProfile {
    fn call() -> (ProviderReference, ()) {
        (ProviderReference::parse("retail-de").expect("a reference"), ())
    }
    fn arrived(profile: Profile) {
        whole(&profile, RETAIL);
        assert_eq!(profile.updated_at, updated("2026-06-18T09:40:02+02:00"));
    }
}

impl Example for CreateProfile {
    const STATUS: u16 = 201;
    fn call() -> ((), ProfileDraft) {
        let visa = acceptance("Visa, beer hall", &["VISA", "JCB"], "70010011");
        let mastercard = AcceptanceDraft {
            extra_params: Some(extra_params()),
            tags: Nullable::Value(list(&["card"])),
            ..acceptance("Mastercard, beer hall", &["MASTERCARD"], "70010012")
        };
        ((), draft("Beer hall DE", "beerhall-de", vec![visa, mastercard]))
    }
    fn arrived(profile: Profile) {
        whole(&profile, ["prof_9k2m", "Beer hall DE", "beerhall-de"]);
        assert_eq!(profile.updated_at, Nullable::Null);
    }
}

impl Example for UpdateProfile {
    fn call() -> (ProfileId, ProfileDraft) {
        let visa = AcceptanceDraft {
            acpt_id: AcceptanceId::parse("acpt_visa_de"),
            extra_params: Some(extra_params()),
            tags: Nullable::Null,
            ..acceptance("Visa, Rheinbank", &["VISA", "JCB"], "70010001")
        };
        (id("prof_retail_de"), draft("Retail DE", "retail-de", vec![visa]))
    }
    fn arrived(profile: Profile) {
        whole(&profile, RETAIL);
        assert_eq!(profile.updated_at, updated("2026-11-03T14:58:00+01:00"));
    }
}

impl Example for SignOnProfile {
    fn call() -> (ProfileId, ()) {
        (id("prof_retail_de"), ())
    }
    fn arrived(answer: SignOn) {
        assert_eq!(answer.profile_id, id("prof_retail_de"));
        texts! { answer; profile_name = "Retail DE" }
        assert_eq!(answer.other, extra("x-run", "7"));
        assert_eq!(answer.acpt_sign_ons.len(), 1);
        let outcome = &answer.acpt_sign_ons[0];
        assert_eq!(outcome.acpt_id, AcceptanceId::parse("acpt_visa_de"));
        assert_eq!(outcome.supported_payment, Some(list(&["VISA"])));
        texts! { outcome;
            acpt_name = "Visa, Rheinbank",
            host_message_format = "ISO8583",
            result_reason = "working key exchanged",
            host_resp_code = "00",
            host_resp_message = "Approved",
        }
        assert_eq!(outcome.other, extra("x-millis", "412"));
    }
}

impl Example for SetProfileStatus {
    fn call() -> (ProfileId, StatusDraft) {
        (id("prof_retail_de"), StatusDraft { status: "DISABLED".to_owned(), other: Vec::new() })
    }
    fn arrived(profile: Profile) {
        head(&profile, ["prof_retail_de", "Retail DE", "retail-de", "DISABLED"]);
        assert_eq!(profile.updated_at, updated("2026-11-03T14:58:00+01:00"));
        assert_eq!((&profile.acceptances, &profile.acpt_selection), (&None, &None));
    }
}
