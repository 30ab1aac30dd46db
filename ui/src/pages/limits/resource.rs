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
use crate::record::parts::Part;
use crate::record::request::{Request, body, request};
use crate::record::versions::{Field, field};
use crate::record::{Change, Meaning, Order, RequestFor, Resource, ResourceMeta, SaveOutcome, map_outcome};
use crate::remote::Listed;
use crate::shell::Shell;
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
};

fn editor(key: &str) -> Route {
    EmvId::parse(key).map_or(Route::Limits, Route::Editor)
}

impl Resource for Limits {
    type Record = EmvConfig;
    type Draft = EmvDraft;
    type Form = EmvForm;

    const META: &'static ResourceMeta = &META;
    const PLANNED: Option<PlanKind> = Some(PlanKind::Emv);
    const FIELDS: &'static [Field<EmvForm, EmvDraft>] = &[
        limit::<0>("clFloorLimit", "Floor limit"),
        limit::<1>("clCVMLimit", "CVM limit"),
        limit::<2>("clTransLimit", "Transaction limit"),
        field(
            "emvName",
            "Configuration name",
            |draft| Some(draft.emv_name.clone()),
            |to, from| to.name.clone_from(&from.name),
        ),
        field(
            "paymentMethod",
            "Payment method",
            |draft| Some(draft.payment_method.clone()),
            |to, from| to.method.clone_from(&from.method),
        ),
    ];

    fn key(record: &EmvConfig) -> Option<String> {
        Some(record.id.to_string())
    }

    fn name(record: &EmvConfig) -> String {
        record.name()
    }

    fn title(record: &EmvConfig) -> String {
        record.full_name()
    }

    fn new_title(form: &EmvForm, typed: String) -> String {
        with_scheme(form.scheme(), typed)
    }

    /// A review lists the parameters by their keys, next to the name.
    fn is_exact(path: &str) -> bool {
        path != "emvName"
    }

    fn is_editable(record: &EmvConfig) -> bool {
        record.params.readable().is_some()
    }

    fn draft_of(record: &EmvConfig) -> EmvDraft {
        record.draft().unwrap_or_else(EmvDraft::empty)
    }

    fn form_of(record: &EmvConfig, currency: &Currency) -> EmvForm {
        EmvForm::of_draft(&Limits::draft_of(record), record.scheme(), currency)
    }

    fn blank(currency: &Currency) -> EmvForm {
        EmvForm::of_draft(&EmvDraft::empty(), None, currency)
    }

    fn nothing() -> EmvDraft {
        EmvDraft::empty()
    }

    fn read(form: &EmvForm) -> Result<EmvDraft, Vec<FieldError>> {
        form.draft()
    }

    fn text<'a>(form: &'a EmvForm, wire: &str) -> Option<&'a String> {
        form.text(wire)
    }

    fn text_mut<'a>(form: &'a mut EmvForm, wire: &str) -> Option<&'a mut String> {
        form.text_mut(wire)
    }

    fn parts(versions: &[&EmvDraft]) -> Vec<Part> {
        let free = three_way::fields(versions)
            .into_iter()
            .filter(|field| matches!(field, FieldKey::Param(_)) && field.as_limit().is_none());
        free.map(|field| Part { wire: field.wire().to_owned(), label: field.label() }).collect()
    }

    fn part(draft: &EmvDraft, wire: &str) -> Option<String> {
        draft.params.raw(wire).map(show::text)
    }

    fn code(draft: &EmvDraft, wire: &str) -> Option<(Code, Option<Scheme>)> {
        let scheme = draft.scheme();
        Some((Code::from_key(wire, scheme)?, scheme))
    }

    fn same_part(one: &EmvDraft, other: &EmvDraft, wire: &str) -> bool {
        let field = FieldKey::Param(wire.to_owned());
        three_way::normal(one, &field) == three_way::normal(other, &field)
    }

    fn typed_parts(form: &EmvForm) -> Vec<String> {
        form.others.iter().map(|other| other.key.clone()).collect()
    }

    fn take_part(to: &mut EmvForm, from: &EmvForm, wire: &str) {
        to.take(from, &FieldKey::Param(wire.to_owned()));
    }

    fn free_members(draft: &EmvDraft) -> Vec<String> {
        draft.params.keys().into_iter().filter(|key| param::param(key).is_none()).collect()
    }

    fn leave_out(form: &mut EmvForm, member: &str) {
        form.leave_out(member);
    }

    fn rest(draft: &EmvDraft, changes: usize) -> String {
        let same = (draft.params.keys().len() + 2).saturating_sub(changes);
        format!("{same} other fields are sent as they were read.")
    }

    fn add_names(records: &[EmvConfig], names: &mut Names) {
        let of_scheme = records.iter().map(|record| (record.scheme(), record.id.to_string(), record.name()));
        names.emv = Arc::new(told_apart(&of_scheme.collect::<Vec<_>>()));
    }

    fn meaning(shell: Shell, of: Meaning<'_, Limits>) -> Option<AnyView> {
        Some(meaning::view(shell, of))
    }

    fn request(of: RequestFor<'_, Limits>) -> Request {
        match of {
            RequestFor::Record(_) => request::<ListEmv>(None, None),
            RequestFor::Change(Change::Create(draft)) => request::<CreateEmv>(None, Some(body(draft))),
            RequestFor::Change(Change::Update(seen, draft)) => {
                request::<UpdateEmv>(Some(seen.id.as_str()), Some(body(draft)))
            }
            RequestFor::Change(Change::Delete(seen)) => request::<DeleteEmv>(Some(seen.id.as_str()), None),
        }
    }

    async fn list(connection: ConnectionId) -> Result<Listed<EmvConfig>, Failure> {
        let page = ipc::api::<ListEmv>(connection, None, (), PageQuery::ALL, ()).await?;
        Ok(Listed::new(page.records, page.unreadable, None))
    }

    async fn one(connection: ConnectionId, key: String) -> Result<Option<EmvConfig>, Failure> {
        let listed = Limits::list(connection).await?;
        Ok(listed.records.iter().find(|record| record.id.as_str() == key).cloned())
    }

    async fn save(change: Change<Limits>, order: Order) -> Result<SaveOutcome<Limits>, Failure> {
        let outcome = match change {
            Change::Create(draft) => order.send::<CreateEmv>((), draft, None).await?,
            Change::Update(seen, draft) => {
                order.send::<UpdateEmv>(seen.id.clone(), draft, Some(seen)).await?
            }
            Change::Delete(seen) => order.send::<DeleteEmv>(seen.id.clone(), (), Some(seen)).await?,
        };
        Ok(map_outcome::<Limits, _>(outcome, |saved| (saved.id.map(|id| id.to_string()), None)))
    }
}

/// The field of the limit at this index of [`LimitKind::ALL`].
const fn limit<const AT: usize>(wire: &'static str, label: &'static str) -> Field<EmvForm, EmvDraft> {
    field(
        wire,
        label,
        |draft: &EmvDraft| three_way::normal(draft, &FieldKey::limit(LimitKind::ALL[AT])),
        |to: &mut EmvForm, from: &EmvForm| to.take(from, &FieldKey::limit(LimitKind::ALL[AT])),
    )
    .named(|draft, names| {
        let field = FieldKey::limit(LimitKind::ALL[AT]);
        let raw = three_way::value(draft, &field)?;
        Some(show::value(&field, Some(&raw), &names.currency))
    })
}

#[cfg(test)]
mod tests {
    use tapline_contract::params::Params;
    use tapline_contract::three_way::ChangedBy;

    use super::*;
    use crate::record::parts;

    fn draft(name: &str, params: &str) -> EmvDraft {
        EmvDraft {
            params: Params::parse(params).unwrap(),
            emv_name: name.to_owned(),
            payment_method: "01".to_owned(),
        }
    }

    #[test]
    fn every_field_is_called_as_in_the_document_of_the_form() {
        for row in Limits::FIELDS {
            assert_eq!(row.label, FieldKey::from_wire(row.wire).label());
        }
    }

    #[test]
    fn bits_that_change_are_told_by_the_scheme_of_the_configuration() {
        let of = |ttq: &str| draft("Retail", &format!(r#"{{"terminalTransactionQualifiers":"{ttq}"}}"#));
        let rows = parts::differences::<Limits>(&of("26004080"), &of("20004080"), &Names::default());
        assert_eq!(rows[0].bits, ["byte 1 bit 3, online PIN: on → off", "byte 1 bit 2, signature: on → off"]);
        let rows = parts::differences::<Limits>(&of("26004080"), &of("hello"), &Names::default());
        assert_eq!(rows[0].bits, [""; 0]);
        // In Mastercard's kernel 9F66 is another data object.
        let mastercard = |ttq: &str| EmvDraft { payment_method: "02".to_owned(), ..of(ttq) };
        let rows =
            parts::differences::<Limits>(&mastercard("26004080"), &mastercard("20004080"), &Names::default());
        assert_eq!(rows[0].bits, [""; 0]);
    }

    #[test]
    fn three_versions_are_told_apart() {
        let seen = draft("Retail", r#"{"clFloorLimit":1000,"clCVMLimit":2500,"clTransLimit":20000,"k":1}"#);
        let theirs =
            draft("Retail N", r#"{"clFloorLimit":1000,"clCVMLimit":3000,"clTransLimit":15000,"k":2}"#);
        let mine = draft("Retail", r#"{"clFloorLimit":0,"clCVMLimit":5000,"clTransLimit":20000,"k":2.0}"#);
        let rows = parts::three::<Limits>(&seen, &theirs, &mine, &Names::default());
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
        let form = |draft: &EmvDraft| EmvForm::of_draft(draft, None, &Currency::euro());
        let theirs = form(&draft("T", r#"{"a":1, "b":2,"keep":1.00}"#));
        let mine = form(&draft("M", r#"{"b":3,"new":"x"}"#));
        let take = ["b".into(), "new".into(), "a".into()];
        let merged = parts::merged::<Limits>(theirs, &mine, &take).draft().unwrap();
        assert_eq!(merged.params.text(), r#"{"b":3,"keep":1.00,"new":"x"}"#);
        assert_eq!(merged.emv_name, "T");
    }
}
