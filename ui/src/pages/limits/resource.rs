//! Everything specific to EMV configurations: words, routes, fields and calls.
//!
//! The service can't return a single configuration, so Tapline reads and searches the list. Parameters other than limits are free keys,
//! whatever the service sends. Additional content of a review is in [`super::meaning`].

use std::sync::Arc;

use leptos::prelude::AnyView;
use tapline_contract::connection::ConnectionId;
use tapline_contract::emv_config::{EmvConfig, EmvDraft, EmvId, with_scheme};
use tapline_contract::emv_field::FieldKey;
use tapline_contract::emv_form::EmvForm;
use tapline_contract::endpoints::{CreateEmv, DeleteEmv, ListEmv, UpdateEmv};
use tapline_contract::form::FieldError;
use tapline_contract::plan::PlanKind;
use tapline_contract::wire::PageQuery;
use tapline_contract::{Failure, three_way};
use tapline_emv::decode::Code;
use tapline_emv::{Currency, LimitKind, Scheme, param};

use super::meaning;
use crate::paths::Route;
use crate::record::document::{Document, Form};
use crate::record::store::{RecordStore, Records};
use crate::record::versions::{FieldVersions, Rows};
use crate::record::{
    Change, Later, Meaning, Order, RecordKind, Resource, ResourceKind, ResourceMeta, SaveOutcome, calls,
    map_outcome,
};
use crate::remote::Listed;
use crate::shell::Shell;
use crate::shell::areas::Areas;
use crate::shell::areas::{Names, told_apart};
use crate::{ipc, show};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Limits;

static META: ResourceMeta = ResourceMeta {
    word: "configuration",
    words: "configurations",
    title: "Limits",
    name: "emvName",
    list: Route::Limits,
    new: Route::New,
    review: Route::Review,
    one: editor,
    edit: editor,
    delete: Some(|key| EmvId::parse(key).map_or(Route::Limits, Route::Delete)),
    create: "Save configuration",
    duplicated: None,
    calls: calls::<ListEmv, CreateEmv, UpdateEmv, DeleteEmv>(),
    planned: Some(PlanKind::Emv),
    parts: &[],
    rest: "",
    is_exact,
};

fn editor(key: &str) -> Route {
    EmvId::parse(key).map_or(Route::Limits, Route::Editor)
}

/// A review lists the parameters by their keys, next to the name.
pub(crate) fn is_exact(path: &str) -> bool {
    path != "emvName"
}

impl RecordKind for Limits {
    type Record = EmvConfig;
    type Form = EmvForm;

    const KIND: ResourceKind = &Limits;

    fn key(record: &EmvConfig) -> Option<String> {
        Some(record.id.to_string())
    }

    fn name(record: &EmvConfig) -> String {
        record.name()
    }

    fn title(record: &EmvConfig) -> String {
        record.full_name()
    }

    fn is_editable(record: &EmvConfig) -> bool {
        record.params.readable().is_some()
    }

    fn add_names(records: &[EmvConfig], names: &mut Names) {
        let of_scheme = records.iter().map(|record| (record.scheme(), record.id.to_string(), record.name()));
        names.emv = Arc::new(told_apart(&of_scheme.collect::<Vec<_>>()));
    }

    async fn list(connection: ConnectionId) -> Result<Listed<EmvConfig>, Failure> {
        let page = ipc::api::<ListEmv>(connection, None, (), PageQuery::ALL, ()).await?;
        Ok(Listed::new(page.records, page.unreadable, None))
    }
}

/// The form of a configuration.
pub(crate) fn form_of(record: &EmvConfig, currency: &Currency) -> EmvForm {
    let draft = record.draft().unwrap_or_else(EmvDraft::empty);
    EmvForm::of_draft(&draft, record.scheme(), currency)
}

impl Resource for Limits {
    fn meta(&self) -> &'static ResourceMeta {
        &META
    }

    fn records(&self, areas: Areas) -> Box<dyn Records> {
        Box::new(areas.state::<RecordStore<Limits>>())
    }

    fn draft_of(&self, record: &Document) -> Document {
        Document::draft(record.get::<EmvConfig>().draft().unwrap_or_else(EmvDraft::empty))
    }

    fn nothing(&self) -> Document {
        Document::draft(EmvDraft::empty())
    }

    fn form_of(&self, record: &Document, currency: &Currency) -> Form {
        Form::new(form_of(record.get(), currency))
    }

    fn blank(&self, currency: &Currency) -> Form {
        Form::new(EmvForm::of_draft(&EmvDraft::empty(), None, currency))
    }

    fn read(&self, form: &Form) -> Result<Document, Vec<FieldError>> {
        form.get::<EmvForm>().draft().map(Document::draft)
    }

    fn rows(&self, drafts: &[&Document], names: &Names) -> Vec<FieldVersions> {
        let mut rows = Rows::<EmvDraft>::new(drafts);
        for limit in LimitKind::ALL.map(FieldKey::limit) {
            let words = |draft: &_| {
                let raw = three_way::value(draft, &limit)?;
                Some(show::value(&limit, Some(&raw), &names.currency))
            };
            let compared = |draft: &_| three_way::normal(draft, &limit);
            rows.named(limit.wire().to_owned(), limit.label(), compared, words);
        }
        rows.field("emvName", FieldKey::Name.label(), |draft| Some(draft.emv_name.clone()));
        rows.field("paymentMethod", FieldKey::Method.label(), |draft| {
            Some(show::method_words(&draft.payment_method))
        });
        let drafts = rows.drafts.clone();
        let is_free = |field: &FieldKey| matches!(field, FieldKey::Param(_)) && field.as_limit().is_none();
        for field in three_way::fields(&drafts).into_iter().filter(is_free) {
            let words = |draft: &EmvDraft| draft.params.raw(field.wire()).map(show::text);
            let compared = |draft: &_| three_way::normal(draft, &field);
            rows.named(field.wire().to_owned(), field.label(), compared, words);
        }
        rows.all()
    }

    fn text<'a>(&self, form: &'a Form, wire: &str) -> Option<&'a String> {
        form.get::<EmvForm>().text(wire)
    }

    fn text_mut<'a>(&self, form: &'a mut Form, wire: &str) -> Option<&'a mut String> {
        form.get_mut::<EmvForm>().text_mut(wire)
    }

    fn take(&self, to: &mut Form, from: &Form, wire: &str) -> bool {
        to.get_mut::<EmvForm>().take(from.get(), &FieldKey::from_wire(wire));
        true
    }

    fn own_texts(&self, form: &Form) -> Vec<String> {
        form.get::<EmvForm>().others.iter().map(|other| other.key.clone()).collect()
    }

    fn free_members(&self, draft: &Document) -> Vec<String> {
        let keys = draft.get::<EmvDraft>().params.keys();
        keys.into_iter().filter(|key| param::param(key).is_none()).collect()
    }

    fn leave_out(&self, form: &mut Form, member: &str) {
        form.get_mut::<EmvForm>().leave_out(member);
    }

    fn new_title(&self, form: &Form, typed: String) -> String {
        with_scheme(form.get::<EmvForm>().scheme(), typed)
    }

    fn code(&self, draft: &Document, wire: &str) -> Option<(Code, Option<Scheme>)> {
        let scheme = draft.get::<EmvDraft>().scheme();
        Some((Code::from_key(wire, scheme)?, scheme))
    }

    fn rest(&self, draft: &Document, changes: usize) -> String {
        let same = (draft.get::<EmvDraft>().params.keys().len() + 2).saturating_sub(changes);
        format!("Other fields unchanged ({same}).")
    }

    fn meaning(&self, shell: Shell, of: Meaning<'_>) -> Option<AnyView> {
        Some(meaning::view(shell, of))
    }

    fn one(&self, connection: ConnectionId, key: String) -> Later<Result<Option<Document>, Failure>> {
        Box::pin(Limits::in_list(connection, key))
    }

    fn save(&self, change: Change, order: Order) -> Later<Result<SaveOutcome, Failure>> {
        Box::pin(async move {
            let outcome = match change {
                Change::Create(draft) => order.send::<CreateEmv>((), draft.to(), None).await?,
                Change::Update(seen, draft) => {
                    let seen: EmvConfig = seen.to();
                    order.send::<UpdateEmv>(seen.id.clone(), draft.to(), Some(seen)).await?
                }
                Change::Delete(seen) => {
                    let seen: EmvConfig = seen.to();
                    order.send::<DeleteEmv>(seen.id.clone(), (), Some(seen)).await?
                }
            };
            Ok(map_outcome::<Limits, _>(outcome, |saved| (saved.id.map(|id| id.to_string()), None)))
        })
    }
}

#[cfg(test)]
mod tests {
    use tapline_contract::params::Params;
    use tapline_contract::three_way::ChangedBy;

    use super::*;
    use crate::record::versions::{differences, merged, three};

    fn of_method(method: &str, name: &str, params: &str) -> EmvDraft {
        EmvDraft {
            params: Params::parse(params).unwrap(),
            emv_name: name.to_owned(),
            payment_method: method.to_owned(),
        }
    }

    fn draft(name: &str, params: &str) -> Document {
        Document::draft(of_method("01", name, params))
    }

    #[test]
    fn bits_that_change_are_told_by_the_scheme_of_the_configuration() {
        let ttq = |ttq: &str| format!(r#"{{"terminalTransactionQualifiers":"{ttq}"}}"#);
        let of = |value: &str| draft("Retail", &ttq(value));
        let rows = differences(&Limits, &of("26004080"), &of("20004080"), &Names::default());
        assert_eq!(rows[0].bits, ["byte 1 bit 3, online PIN: on → off", "byte 1 bit 2, signature: on → off"]);
        let rows = differences(&Limits, &of("26004080"), &of("hello"), &Names::default());
        assert_eq!(rows[0].bits, [""; 0]);
        // In Mastercard's kernel 9F66 is another data object.
        let mastercard = |value: &str| Document::draft(of_method("02", "Retail", &ttq(value)));
        let rows = differences(&Limits, &mastercard("26004080"), &mastercard("20004080"), &Names::default());
        assert_eq!(rows[0].bits, [""; 0]);
    }

    #[test]
    fn three_versions_are_told_apart() {
        let seen = draft("Retail", r#"{"clFloorLimit":1000,"clCVMLimit":2500,"clTransLimit":20000,"k":1}"#);
        let theirs =
            draft("Retail N", r#"{"clFloorLimit":1000,"clCVMLimit":3000,"clTransLimit":15000,"k":2}"#);
        let mine = draft("Retail", r#"{"clFloorLimit":0,"clCVMLimit":5000,"clTransLimit":20000,"k":2.0}"#);
        let rows = three(&Limits, &seen, &theirs, &mine, &Names::default());
        let by: Vec<_> = rows.iter().map(|row| (&*row.wire, row.changed_by)).collect();
        let expected = [
            ("clFloorLimit", ChangedBy::OnlyMe),
            ("clCVMLimit", ChangedBy::Both),
            ("clTransLimit", ChangedBy::OnlyThem),
            ("emvName", ChangedBy::OnlyThem),
            ("k", ChangedBy::BothAlike),
        ];
        assert_eq!(by, expected);
        assert_eq!(rows[1].theirs.as_deref(), Some("30.00 EUR"));
    }

    #[test]
    fn a_merge_is_theirs_with_my_fields() {
        let form = |name: &str, params: &str| {
            Form::new(EmvForm::of_draft(&of_method("01", name, params), None, &Currency::euro()))
        };
        let theirs = form("T", r#"{"a":1, "b":2,"keep":1.00}"#);
        let mine = form("M", r#"{"b":3,"new":"x"}"#);
        let take = ["b".into(), "new".into(), "a".into()];
        let merged = merged(&Limits, theirs, &mine, &take).get::<EmvForm>().draft().unwrap();
        assert_eq!(merged.params.text(), r#"{"b":3,"keep":1.00,"new":"x"}"#);
        assert_eq!(merged.emv_name, "T");
    }
}
