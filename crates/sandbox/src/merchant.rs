//! Merchants: list, create, get, update. Service document, "Merchant record" and "Merchants".
//!
//! Rules of the document that are easily assumed otherwise: the list needs `mchId` (HTTP 400 without), and the answer of a create
//! has `supportedPaymentMethods` even if none were sent.
//!
//! Choices where the document is silent: the list is one page; `mchName` matches a part of the name, `mchId` the whole id, and an
//! empty one every merchant;
//! a request has the record's fields but `mchId` and `state`; `mchName` is required, and an acquirer profile that a method
//! names must exist, else code 11021 with a text that begins with the field; `providerReference` is unique where it is not
//! empty (code 11022); ids are `M` and nine digits; `state` is 1 and never changes; an update replaces every field of
//! the request; the `mchId` of a method is the merchant's, whatever was sent. Contact data and time zones are not judged.

use tapline_contract::endpoints::{CreateMerchant, GetMerchant, ListMerchants, UpdateMerchant};
use tapline_contract::field::Number;
use tapline_contract::merchant::{Merchant, MerchantDraft, MerchantId, MerchantMethod, MerchantQuery};

use crate::answer::Answer;
use crate::page::Window;
use crate::problem::Problem;
use crate::router::Serve;
use crate::state::AppState;
use crate::store::Store;
use crate::{acquirer, draft};

const STATE: u64 = 1;

impl Serve<ListMerchants> for AppState {
    async fn serve(&self, (): (), query: MerchantQuery) -> Result<Answer, Problem> {
        let window = Window::WHOLE;
        let name = query.mch_name.unwrap_or_default();
        let id = query.mch_id.ok_or_else(|| Problem::bad_request("mchId is required"))?;
        let id = Some(id).filter(|id| !id.is_empty());
        let (total, records) = self.store().list_merchants(&name, id.as_deref(), window)?;
        Answer::data(&window.payload(total, records))
    }
}

impl Serve<GetMerchant> for AppState {
    async fn serve(&self, id: MerchantId, (): ()) -> Result<Answer, Problem> {
        Answer::data(&find(&self.store(), &id)?)
    }
}

impl Serve<CreateMerchant> for AppState {
    async fn serve(&self, (): (), draft: MerchantDraft) -> Result<Answer, Problem> {
        let store = self.store();
        judge(&store, &draft, None)?;
        let id = format!("M{:09}", store.next_merchant()?);
        let id = MerchantId::parse(&id).ok_or_else(|| Problem::system("an id came out empty"))?;
        let made = record(id, draft, None);
        let methods = made.supported_payment_methods.unwrap_or_default();
        write(&store, Merchant { supported_payment_methods: Some(methods), ..made })
    }
}

impl Serve<UpdateMerchant> for AppState {
    async fn serve(&self, id: MerchantId, draft: MerchantDraft) -> Result<Answer, Problem> {
        let store = self.store();
        let before = find(&store, &id)?;
        judge(&store, &draft, Some(&id))?;
        write(&store, record(id, draft, before.state))
    }
}

/// The record of a draft. Without a `state` it gets that of a new one.
pub(crate) fn record(id: MerchantId, mut draft: MerchantDraft, state: Option<Number>) -> Merchant {
    let mch_id = Some(id.to_string());
    let own = |method| MerchantMethod { mch_id: mch_id.clone(), ..method };
    let kept = draft::kept(std::mem::take(&mut draft.other), &["mchId", "state"]);
    draft.supported_payment_methods =
        draft.supported_payment_methods.map(|methods| methods.into_iter().map(own).collect());
    let state = state.or(Some(Number::from(STATE)));
    Merchant { other: kept, ..Merchant::of_draft(draft, id, state) }
}

fn find(store: &Store, id: &MerchantId) -> Result<Merchant, Problem> {
    store.find_merchant(id.as_str())?.ok_or_else(|| Problem::missing("Merchant", id.as_str()))
}

fn write(store: &Store, record: Merchant) -> Result<Answer, Problem> {
    store.put_merchant(&record)?;
    Answer::data(&record)
}

fn judge(store: &Store, draft: &MerchantDraft, own: Option<&MerchantId>) -> Result<(), Problem> {
    if let Some(field) = draft::blank(&[("mchName", draft.mch_name.as_deref())]) {
        return Err(Problem::refused(format!("{field} must not be empty")));
    }
    let profiles =
        draft.supported_payment_methods.iter().flatten().filter_map(|method| method.profile_id.as_ref());
    for profile in profiles {
        if !acquirer::exists(store, profile)? {
            let msg =
                format!("supportedPaymentMethods names acquirer profile {profile}, which does not exist");
            return Err(Problem::refused(msg));
        }
    }
    let Some(reference) = draft.provider_reference.as_deref().filter(|text| !text.is_empty()) else {
        return Ok(());
    };
    match store.merchant_of_reference(reference)? {
        Some(holder) if Some(&holder.mch_id) != own => {
            Err(Problem::taken(format!("providerReference {reference} is {}'s", holder.mch_id)))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Value, json};
    use tapline_contract::acquirer::AcquirerId;
    use tapline_contract::endpoints::DeleteAcquirer;
    use tapline_contract::wire::Page;

    use super::*;
    use crate::fixture::{app, ask, draft, refusal};
    use crate::terminal::ids::MERCHANTS;

    fn list(app: &AppState, name: &str, id: &str) -> Page<Merchant> {
        let query =
            MerchantQuery { mch_name: Some(name.to_owned()), mch_id: Some(id.to_owned()), page_number: None };
        ask::<ListMerchants>(app, (), query).unwrap()
    }

    fn ids(page: &Page<Merchant>) -> Vec<&str> {
        page.records.iter().map(|record| record.mch_id.as_str()).collect()
    }

    fn id(text: &str) -> MerchantId {
        MerchantId::parse(text).unwrap()
    }

    #[test]
    fn the_demo_merchants_are_complete() {
        let app = app();
        let page = list(&app, "", "");
        assert_eq!((page.total, page.has_next, page.unreadable.len()), (Some(8), false, 0));
        assert_eq!(ids(&page), MERCHANTS.each_ref().map(|row| row.id));
        for record in &page.records {
            let shown = serde_json::to_value(record).unwrap();
            assert_eq!(shown.as_object().unwrap().len(), 12, "{shown}");
        }
    }

    #[test]
    fn the_list_is_filtered_by_a_part_of_the_name_and_by_the_id() {
        let app = app();
        assert_eq!(ids(&list(&app, "AL", "")), ["M100000004", "M100000007"]);
        assert_eq!(ids(&list(&app, "", "M100000005")), ["M100000005"]);
        assert_eq!(ids(&list(&app, "Sol", "M100000005")), [""; 0]);
    }

    #[test]
    fn a_long_list_is_one_page() {
        let app = app();
        for number in 0..200 {
            ask::<CreateMerchant>(&app, (), draft(json!({"mchName": format!("Stall {number}")}))).unwrap();
        }
        let all = list(&app, "", "");
        assert_eq!((all.records.len(), all.total, all.has_next), (208, Some(208), false));
    }

    #[test]
    fn the_list_needs_an_id_be_it_empty() {
        let refused = refusal(ask::<ListMerchants>(&app(), (), MerchantQuery::default()));
        assert_eq!(refused, (400, 10_000, "mchId".to_owned()));
    }

    #[test]
    fn a_created_merchant_tells_its_methods_though_it_has_none() {
        let made = ask::<CreateMerchant>(&app(), (), draft(json!({"mchName": "Kiosk"}))).unwrap();
        assert_eq!(made.supported_payment_methods, Some(Vec::new()));
    }

    #[test]
    fn a_created_merchant_is_read_back_with_everything_sent() {
        let app = app();
        let sent = json!({
            "mchName": "Kiosk", "mchId": "M1", "state": 9, "mcc": "5994", "x-level": 3,
            "supportedPaymentMethods": [{"paymentMethod": "01", "profileId": 302, "mchId": "M1", "x": true}]
        });
        let made = ask::<CreateMerchant>(&app, (), draft(sent)).unwrap();
        assert_eq!(ask::<GetMerchant>(&app, id("M100000009"), ()), Ok(made.clone()));
        let expected = json!({
            "mchId": "M100000009", "mchName": "Kiosk", "mcc": "5994", "state": 1, "x-level": 3,
            "supportedPaymentMethods": [
                {"paymentMethod": "01", "mchId": "M100000009", "profileId": 302, "x": true}
            ]
        });
        assert_eq!(serde_json::to_value(&made).unwrap(), expected);
    }

    #[test]
    fn an_update_replaces_every_field() {
        let app = app();
        let after = ask::<UpdateMerchant>(&app, id("M100000001"), draft(json!({"mchName": "Brauhaus"})));
        let expected = json!({"mchId": "M100000001", "mchName": "Brauhaus", "state": 1});
        assert_eq!(serde_json::to_value(after.unwrap()).unwrap(), expected);
        assert_eq!(ids(&list(&app, "Brauhaus", "")), ["M100000001"]);
    }

    #[test]
    fn the_unchanged_record_can_be_sent_back() {
        let app = app();
        let before = ask::<GetMerchant>(&app, id("M100000003"), ()).unwrap();
        assert_eq!(ask::<UpdateMerchant>(&app, id("M100000003"), before.draft()), Ok(before));
    }

    #[test]
    fn a_bad_draft_is_refused_at_its_field() {
        let app = app();
        let method = |profile: Value| json!([{"paymentMethod": "01", "profileId": profile}]);
        for (sent, code, field) in [
            (json!({}), 11_021, "mchName"),
            (json!({"mchName": " "}), 11_021, "mchName"),
            (
                json!({"mchName": "a", "supportedPaymentMethods": method(json!(999))}),
                11_021,
                "supportedPaymentMethods",
            ),
            (
                json!({"mchName": "a", "supportedPaymentMethods": method(json!(0.5))}),
                11_021,
                "supportedPaymentMethods",
            ),
            (json!({"mchName": "a", "providerReference": "hotel-adler"}), 11_022, "providerReference"),
        ] {
            let refused = (200, code, field.to_owned());
            assert_eq!(refusal(ask::<CreateMerchant>(&app, (), draft(sent.clone()))), refused);
            assert_eq!(refusal(ask::<UpdateMerchant>(&app, id("M100000001"), draft(sent))), refused);
        }
        assert_eq!(list(&app, "", "").total, Some(8));
    }

    #[test]
    fn empty_references_do_not_meet() {
        let app = app();
        for _ in 0..2 {
            let sent = draft(json!({"mchName": "a", "providerReference": ""}));
            assert!(ask::<CreateMerchant>(&app, (), sent).is_ok());
        }
    }

    #[test]
    fn an_unknown_merchant_does_not_exist() {
        let app = app();
        let refused = (404, 11_001, "Merchant".to_owned());
        assert_eq!(refusal(ask::<GetMerchant>(&app, id("M9"), ())), refused);
        let sent = draft(json!({"mchName": "a"}));
        assert_eq!(refusal(ask::<UpdateMerchant>(&app, id("M9"), sent)), refused);
    }

    #[test]
    fn an_acquirer_profile_in_use_is_not_deleted() {
        let app = app();
        let refused = ask::<DeleteAcquirer>(&app, AcquirerId::from(303), ()).unwrap_err();
        assert_eq!((refused.status.as_u16(), refused.code), (200, 11_023));
        assert_eq!(refused.msg, "profileId 303 is used by Alpenparking, Hotel Adler");
        for merchant in ["M100000007", "M100000008"] {
            ask::<UpdateMerchant>(&app, id(merchant), draft(json!({"mchName": merchant}))).unwrap();
        }
        assert!(ask::<DeleteAcquirer>(&app, AcquirerId::from(303), ()).is_ok());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]
        #[test]
        fn an_update_keeps_members_that_the_document_does_not_name(
            members in proptest::collection::btree_map("x-[a-z]{1,6}", "(0|-?[1-9][0-9]{0,20}|1\\.[0-9]{1,3}0|1e2|\"[a-z]*\"|\\[ ?\\]|null)", 0..6)
        ) {
            let app = app();
            let other: Vec<_> = members.into_iter().collect();
            let mut sent: MerchantDraft = draft(json!({"mchName": "a"}));
            sent.other.clone_from(&other);
            ask::<UpdateMerchant>(&app, id("M100000001"), sent).unwrap();
            let read = ask::<GetMerchant>(&app, id("M100000001"), ()).unwrap();
            prop_assert_eq!(&read.other, &other);
        }
    }
}
