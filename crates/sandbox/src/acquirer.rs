//! Acquirer profiles: list, create, update, delete. Service document, "Acquirer profiles" and "Acquirer profile request".
//!
//! Choices where the document is silent: a record has `id` (a number), every field of the request, `createdAt` and
//! `updatedAt`; `profileName`, `currency` (three letters), `connMessageFormat` and `connUrl` are required; the keys of
//! `emvList` and `methodList` are `01` to `06`, and an EMV configuration of `emvList` must exist, else code 11021 with a text
//! that begins with the field; an update replaces every field of the request; names need not be unique; one that a
//! merchant's method uses cannot be deleted (code 11023). Addresses and timeouts are not judged.

use tapline_contract::acquirer::{Acquirer, AcquirerDraft, AcquirerId, AcquirerQuery, AcquirerSaved};
use tapline_contract::endpoints::{CreateAcquirer, DeleteAcquirer, ListAcquirers, UpdateAcquirer};
use tapline_contract::field::{Loose, Number};
use tapline_contract::merchant::Merchant;
use tapline_contract::record::Field;
use tapline_contract::wire::PageQuery;
use tapline_emv::Currency;

use crate::answer::Answer;
use crate::draft;
use crate::page::Window;
use crate::problem::Problem;
use crate::router::Serve;
use crate::state::AppState;
use crate::store::Store;

/// Keys of `emvList` and `methodList`.
const METHODS: [&str; 6] = ["01", "02", "03", "04", "05", "06"];
const CREATED_AT: &str = "createdAt";
const UPDATED_AT: &str = "updatedAt";

impl Serve<ListAcquirers> for AppState {
    async fn serve(&self, (): (), query: AcquirerQuery) -> Result<Answer, Problem> {
        let window =
            Window::from_query(PageQuery { page_size: query.page_size, page_number: query.page_number })?;
        let name = query.profile_name.unwrap_or_default();
        let (total, records) = self.store().list_acquirers(&name, window)?;
        Answer::data(&window.payload(total, records))
    }
}

impl Serve<CreateAcquirer> for AppState {
    async fn serve(&self, (): (), draft: AcquirerDraft) -> Result<Answer, Problem> {
        let store = self.store();
        judge(&store, &draft)?;
        let (id, now) = (store.next_acquirer()?, self.stamp());
        store.put_acquirer(id, &record(draft, &now, &now))?;
        Answer::saved(id)
    }
}

impl Serve<UpdateAcquirer> for AppState {
    async fn serve(&self, id: AcquirerId, draft: AcquirerDraft) -> Result<Answer, Problem> {
        let store = self.store();
        let (number, before) = find(&store, &id)?;
        judge(&store, &draft)?;
        let now = self.stamp();
        let created = created_at(&before).unwrap_or_else(|| now.clone());
        store.put_acquirer(number, &record(draft, &created, &now))?;
        Answer::saved(number)
    }
}

impl Serve<DeleteAcquirer> for AppState {
    async fn serve(&self, id: AcquirerId, (): ()) -> Result<Answer, Problem> {
        let store = self.store();
        let (number, _) = find(&store, &id)?;
        let users = users(&store, number)?;
        if !users.is_empty() {
            return Err(Problem::in_use(format!("profileId {id} is used by {}", users.join(", "))));
        }
        store.remove_acquirer(number)?;
        Answer::data(&AcquirerSaved { id: Some(id), other: Vec::new() })
    }
}

/// A record without its id, which the store puts in.
pub(crate) fn record(mut draft: AcquirerDraft, created_at: &str, updated_at: &str) -> Acquirer {
    let mut other =
        draft::kept(std::mem::take(&mut draft.other), &["id", "profileId", CREATED_AT, UPDATED_AT]);
    for (key, time) in [(CREATED_AT, created_at), (UPDATED_AT, updated_at)] {
        other.push((key.to_owned(), serde_json::Value::from(time).to_string()));
    }
    let emv_list = draft.emv_list.write().and_then(|raw| Loose::json(&raw));
    let method_list = draft.method_list.write().and_then(|raw| Loose::json(&raw));
    Acquirer { other, ..Acquirer::of_draft(draft, None, None, emv_list, method_list) }
}

/// True if a merchant's method can run over the profile of this number.
pub(crate) fn exists(store: &Store, id: &Number) -> Result<bool, Problem> {
    let Some(id) = id.whole().and_then(|id| u32::try_from(id).ok()) else { return Ok(false) };
    Ok(store.find_acquirer(id)?.is_some())
}

fn find(store: &Store, id: &AcquirerId) -> Result<(u32, Acquirer), Problem> {
    let missing = || Problem::missing("Acquirer profile", id.as_str());
    let number: u32 = id.as_str().parse().map_err(|_| missing())?;
    Ok((number, store.find_acquirer(number)?.ok_or_else(missing)?))
}

/// The names of the merchants that have a method over the profile.
fn users(store: &Store, number: u32) -> Result<Vec<String>, Problem> {
    let (_, merchants) = store.list_merchants("", None, Window::WHOLE)?;
    let uses = |merchant: &Merchant| {
        let methods = merchant.supported_payment_methods.iter().flatten();
        let mut profiles = methods.filter_map(|method| method.profile_id.as_ref()?.whole());
        profiles.any(|profile| profile == u64::from(number))
    };
    Ok(merchants.iter().filter(|merchant| uses(merchant)).map(Merchant::name).collect())
}

fn created_at(record: &Acquirer) -> Option<String> {
    let (_, raw) = record.other.iter().find(|(key, _)| key == CREATED_AT)?;
    serde_json::from_str(raw).ok()
}

fn judge(store: &Store, draft: &AcquirerDraft) -> Result<(), Problem> {
    let required = [
        ("profileName", draft.profile_name.as_deref()),
        ("currency", draft.currency.as_deref()),
        ("connMessageFormat", draft.conn_message_format.as_deref()),
        ("connUrl", draft.conn_url.as_deref()),
    ];
    if let Some(field) = draft::blank(&required) {
        return Err(Problem::refused(format!("{field} must not be empty")));
    }
    if draft.currency.as_deref().and_then(Currency::new).is_none() {
        return Err(Problem::refused("currency must have three letters"));
    }
    let emv_keys = draft.emv_list.iter().flat_map(|lists| &lists.0).map(|(key, _)| ("emvList", key));
    let method_keys = draft.method_list.iter().flat_map(|lists| &lists.0).map(|(key, _)| ("methodList", key));
    if let Some((field, key)) = emv_keys.chain(method_keys).find(|(_, key)| !METHODS.contains(&key.as_str()))
    {
        return Err(Problem::refused(format!("{field} has the key {key}; its keys are 01 to 06")));
    }
    for id in draft.emv_list.iter().flat_map(|lists| &lists.0).flat_map(|(_, ids)| ids) {
        let number = id.whole().and_then(|id| u32::try_from(id).ok());
        let config = number.map(|number| store.find_emv(number)).transpose()?.flatten();
        if config.is_none() {
            return Err(Problem::refused(format!(
                "emvList names EMV configuration {id}, which does not exist"
            )));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use tapline_contract::wire::Page;

    use super::*;
    use crate::fixture::{app, ask, draft, refusal};

    fn valid() -> Value {
        json!({
            "profileName": "Harbor Bank", "currency": "EUR", "connMessageFormat": "JSON",
            "connUrl": "https://host.example/", "connTimeout": 10, "emvList": {"01": [11, 13], "06": []},
            "methodList": {"01": ["VISA"]}, "x-shelf": 7
        })
    }

    fn with(field: &str, value: Value) -> AcquirerDraft {
        let mut json = valid();
        json[field] = value;
        draft(json)
    }

    fn list(app: &AppState, name: &str, size: Option<i64>, number: Option<i64>) -> Page<Acquirer> {
        let query =
            AcquirerQuery { profile_name: Some(name.to_owned()), page_size: size, page_number: number };
        ask::<ListAcquirers>(app, (), query).unwrap()
    }

    fn id(id: u64) -> AcquirerId {
        AcquirerId::from(id)
    }

    #[test]
    fn the_list_is_filtered_and_paged() {
        let app = app();
        assert_eq!(list(&app, "", None, None).records.len(), 4);
        let second = list(&app, "", Some(3), Some(2));
        assert_eq!((second.total, second.current, second.has_next), (Some(4), Some(2), false));
        assert_eq!(second.records[0].id, Some(id(304)));
        assert_eq!(list(&app, "RHEIN", Some(-1), None).records[0].id, Some(id(301)));
        assert_eq!(list(&app, "%", None, None).total, Some(0));
    }

    #[test]
    fn a_created_profile_is_read_back_with_everything_sent() {
        let app = app();
        let saved = ask::<CreateAcquirer>(&app, (), draft(valid())).unwrap();
        assert_eq!(saved.id, Some(id(305)));
        let record = list(&app, "harbor", None, None).records.remove(0);
        assert_eq!((record.id.clone(), record.profile_id.clone()), (saved.id, None));
        assert_eq!(record.conn_timeout, Some(Number::from(10)));
        assert_eq!(record.emv_lists().unwrap().get("01"), Some(&[Number::from(11), Number::from(13)][..]));
        assert_eq!(record.method_lists().unwrap().get("01"), Some(&["VISA".to_owned()][..]));
        let other: Vec<_> = record.other.iter().map(|(key, raw)| format!("{key}={raw}")).collect();
        let now = "\"2026-09-14T12:00:00+0000\"";
        assert_eq!(other, ["x-shelf=7".to_owned(), format!("createdAt={now}"), format!("updatedAt={now}")]);
    }

    #[test]
    fn an_update_replaces_all_but_the_creation() {
        let app = app();
        let before = list(&app, "Rhein", None, None).records.remove(0);
        let mut sent: AcquirerDraft = draft(valid());
        sent.notify_url = None;
        sent.other =
            vec![("createdAt".to_owned(), "\"never\"".to_owned()), ("x-rate".to_owned(), "1.50".to_owned())];
        assert_eq!(ask::<UpdateAcquirer>(&app, id(301), sent).unwrap().id, Some(id(301)));
        let after = list(&app, "Harbor", None, None).records.remove(0);
        assert_eq!((&after.notify_url, created_at(&after)), (&None, created_at(&before)));
        assert!(after.other.contains(&("x-rate".to_owned(), "1.50".to_owned())));
        assert_ne!(created_at(&after), None);
    }

    #[test]
    fn a_bad_draft_is_refused_at_its_field() {
        let app = app();
        for (field, value) in [
            ("profileName", json!(" ")),
            ("currency", json!(null)),
            ("currency", json!("EURO")),
            ("connMessageFormat", json!("")),
            ("connUrl", json!(null)),
            ("emvList", json!({"07": []})),
            ("emvList", json!({"01": [11, 999]})),
            ("emvList", json!({"01": [1.5]})),
            ("methodList", json!({"1": []})),
        ] {
            let refused = (200, 11_021, field.to_owned());
            assert_eq!(refusal(ask::<CreateAcquirer>(&app, (), with(field, value.clone()))), refused);
            assert_eq!(refusal(ask::<UpdateAcquirer>(&app, id(301), with(field, value))), refused);
        }
        assert_eq!(list(&app, "", None, None).total, Some(4));
    }

    #[test]
    fn an_unknown_id_does_not_exist() {
        let app = app();
        for unknown in ["999", "x"] {
            let unknown = AcquirerId::parse(unknown).unwrap();
            let update = ask::<UpdateAcquirer>(&app, unknown.clone(), draft(valid()));
            assert_eq!(refusal(update), (404, 11_001, "Acquirer".to_owned()));
            let delete = ask::<DeleteAcquirer>(&app, unknown, ());
            assert_eq!(refusal(delete), (404, 11_001, "Acquirer".to_owned()));
        }
    }

    #[test]
    fn an_unused_profile_is_deleted_and_its_id_is_not_given_again() {
        let app = app();
        assert_eq!(ask::<DeleteAcquirer>(&app, id(304), ()).unwrap().id, Some(id(304)));
        assert_eq!(list(&app, "", None, None).total, Some(3));
        assert_eq!(ask::<CreateAcquirer>(&app, (), draft(valid())).unwrap().id, Some(id(305)));
    }
}
