//! Everything specific to acquirer profiles: words, routes, fields and calls.
//!
//! The service can't return a single profile, so Tapline reads and searches the list.

use std::sync::Arc;

use leptos::prelude::AnyView;
use tapline_contract::acquirer::{Acquirer, AcquirerDraft, AcquirerId, AcquirerQuery};
use tapline_contract::connection::ConnectionId;
use tapline_contract::endpoints::{CreateAcquirer, DeleteAcquirer, ListAcquirers, UpdateAcquirer};
use tapline_contract::form::FieldError;
use tapline_contract::form::acquirer::{AcquirerForm, SCHEME_KEYS};
use tapline_contract::plan::PlanKind;
use tapline_contract::record::Record as _;
use tapline_contract::where_used::UsedRecord;
use tapline_contract::{Failure, FailureKind};
use tapline_emv::Currency;

use crate::ipc;
use crate::paths::Route;
use crate::record::document::{Document, Form};
use crate::record::store::{RecordStore, Records};
use crate::record::versions::{FieldVersions, Names, Rows, name_of};
use crate::record::{
    Change, Later, Meaning, Order, RecordKind, Resource, ResourceKind, ResourceMeta, SaveOutcome, calls,
    map_outcome,
};
use crate::remote::Listed;
use crate::shell::Shell;
use crate::shell::areas::Areas;
use crate::shell::areas::told_apart;
use crate::show;
use crate::used;

pub(super) const EMV: &str = "emvList";
pub(super) const METHODS: &str = "methodList";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Acquirers;

static META: ResourceMeta = ResourceMeta {
    word: "acquirer profile",
    words: "acquirer profiles",
    title: "Acquirer profiles",
    name: "profileName",
    list: Route::Acquirers,
    new: Route::NewAcquirer,
    review: Route::ReviewAcquirer,
    one: |key| AcquirerId::parse(key).map_or(Route::Acquirers, Route::Acquirer),
    edit: |key| AcquirerId::parse(key).map_or(Route::Acquirers, Route::EditAcquirer),
    delete: Some(|key| AcquirerId::parse(key).map_or(Route::Acquirers, Route::DeleteAcquirer)),
    create: "Create acquirer profile",
    duplicated: Some("This is a copy, not saved yet."),
    calls: calls::<ListAcquirers, CreateAcquirer, UpdateAcquirer, DeleteAcquirer>(),
    planned: Some(PlanKind::Acquirer),
    parts: &[EMV, METHODS],
    rest: "Other fields unchanged.",
    is_exact: Acquirer::is_exact,
};

impl RecordKind for Acquirers {
    type Record = Acquirer;
    type Form = AcquirerForm;

    const KIND: ResourceKind = &Acquirers;

    fn key(record: &Acquirer) -> Option<String> {
        record.path_id().map(ToString::to_string)
    }

    fn name(record: &Acquirer) -> String {
        record.name()
    }

    fn add_names(records: &[Acquirer], names: &mut Names) {
        let row = |record: &Acquirer| Some(((), record.path_id()?.to_string(), record.name()));
        names.acquirers = Arc::new(told_apart(&records.iter().filter_map(row).collect::<Vec<_>>()));
    }

    async fn list(connection: ConnectionId) -> Result<Listed<Acquirer>, Failure> {
        let all = AcquirerQuery { page_size: Some(-1), ..AcquirerQuery::default() };
        let page = ipc::api::<ListAcquirers>(connection, None, (), all, ()).await?;
        let incomplete = page.has_next.then(|| {
            "The service has more acquirer profiles than it listed. Refresh; if that doesn't help, tell the service's operator.".to_owned()
        });
        Ok(Listed::new(page.records, page.unreadable, incomplete))
    }
}

impl Resource for Acquirers {
    fn meta(&self) -> &'static ResourceMeta {
        &META
    }

    fn records(&self, areas: Areas) -> Box<dyn Records> {
        Box::new(areas.state::<RecordStore<Acquirers>>())
    }

    fn draft_of(&self, record: &Document) -> Document {
        Document::draft(record.get::<Acquirer>().draft())
    }

    fn nothing(&self) -> Document {
        Document::draft(AcquirerDraft::nothing())
    }

    fn form_of(&self, record: &Document, _: &Currency) -> Form {
        Form::new(AcquirerForm::from_record(record.get()))
    }

    fn blank(&self, _: &Currency) -> Form {
        Form::new(AcquirerForm::blank())
    }

    fn copy(&self, record: &Document) -> Option<Form> {
        Some(Form::new(AcquirerForm::copy_of(record.get())))
    }

    fn read(&self, form: &Form) -> Result<Document, Vec<FieldError>> {
        form.get::<AcquirerForm>().draft().map(Document::draft)
    }

    fn rows(&self, drafts: &[&Document], names: &Names) -> Vec<FieldVersions> {
        let mut fields = Rows::<AcquirerDraft>::new(drafts);
        fields.texts(AcquirerDraft::TEXTS);
        fields.field("connTimeout", "Connection timeout", |draft| {
            Some(draft.conn_timeout.as_ref()?.to_string())
        });
        fields.field("connRequestTimeout", "Request timeout", |draft| {
            Some(draft.conn_request_timeout.as_ref()?.to_string())
        });
        for key in SCHEME_KEYS {
            let words = |draft: &_| emv_words(draft, key, |id| name_of(&names.emv, id));
            let label = format!("EMV for {}", show::method_name(key));
            fields.named(wire_of(EMV, key), label, |draft| emv_words(draft, key, str::to_owned), words);
        }
        for key in SCHEME_KEYS {
            let label = format!("Transaction types of {}", show::method_name(key));
            fields.field(wire_of(METHODS, key), label, |draft| {
                let methods = draft.method_list.as_ref()?.get(key)?;
                Some(if methods.is_empty() { "none".to_owned() } else { methods.join(", ") })
            });
        }
        fields.all()
    }

    fn text<'a>(&self, form: &'a Form, wire: &str) -> Option<&'a String> {
        let form: &AcquirerForm = form.get();
        let row = |key: &str| form.schemes.iter().find(|row| row.key == key);
        match (wire, wire.split_once('.')) {
            (_, Some((EMV, key))) => row(key).map(|row| &row.emv),
            (_, Some((METHODS, key))) => row(key).map(|row| &row.methods),
            ("connTimeout", _) => Some(&form.conn_timeout),
            ("connRequestTimeout", _) => Some(&form.conn_request_timeout),
            _ => form.texts.get(wire),
        }
    }

    fn text_mut<'a>(&self, form: &'a mut Form, wire: &str) -> Option<&'a mut String> {
        let form: &mut AcquirerForm = form.get_mut();
        match (wire, wire.split_once('.')) {
            (_, Some((list, key))) => {
                let row = form.schemes.iter_mut().find(|row| row.key == key)?;
                Some(if list == EMV { &mut row.emv } else { &mut row.methods })
            }
            ("connTimeout", _) => Some(&mut form.conn_timeout),
            ("connRequestTimeout", _) => Some(&mut form.conn_request_timeout),
            _ => form.texts.get_mut(wire),
        }
    }

    /// Users affected by a change of an existing profile.
    fn meaning(&self, _: Shell, of: Meaning<'_>) -> Option<AnyView> {
        let Meaning::Review { change: Change::Update(seen, _), .. } = of else { return None };
        Some(used::touched(UsedRecord::Acquirer(seen.get::<Acquirer>().path_id()?.clone())))
    }

    fn one(&self, connection: ConnectionId, key: String) -> Later<Result<Option<Document>, Failure>> {
        Box::pin(Acquirers::in_list(connection, key))
    }

    fn save(&self, change: Change, order: Order) -> Later<Result<SaveOutcome, Failure>> {
        Box::pin(async move {
            let id = |seen: &Acquirer, call: &str| {
                let sentence = "This acquirer profile has no id, so nothing was sent.";
                seen.path_id().cloned().ok_or_else(|| Failure::new(FailureKind::BadInput, call, sentence))
            };
            let outcome = match change {
                Change::Create(draft) => order.send::<CreateAcquirer>((), draft.to(), None).await?,
                Change::Update(seen, draft) => {
                    let seen = seen.to();
                    let id = id(&seen, "UpdateAcquirer")?;
                    order.send::<UpdateAcquirer>(id, draft.to(), Some(seen)).await?
                }
                Change::Delete(seen) => {
                    let seen = seen.to();
                    order.send::<DeleteAcquirer>(id(&seen, "DeleteAcquirer")?, (), Some(seen)).await?
                }
            };
            Ok(map_outcome::<Acquirers, _>(outcome, |saved| (saved.id.map(|id| id.to_string()), None)))
        })
    }
}

/// Wire name of the field of a scheme in one of the two lists.
pub(super) fn wire_of(list: &'static str, key: &str) -> &'static str {
    let [emv, methods] = SCHEME_WIRES;
    let wires = if list == EMV { emv } else { methods };
    wires.into_iter().find(|wire| wire.ends_with(key)).unwrap_or(list)
}

const SCHEME_WIRES: [[&str; 6]; 2] = [
    ["emvList.01", "emvList.02", "emvList.03", "emvList.04", "emvList.05", "emvList.06"],
    ["methodList.01", "methodList.02", "methodList.03", "methodList.04", "methodList.05", "methodList.06"],
];

/// "Retail north, Kiosk AT"
fn emv_words(draft: &AcquirerDraft, key: &str, named: impl Fn(&str) -> String) -> Option<String> {
    let ids = draft.emv_list.as_ref()?.get(key)?;
    let words: Vec<_> = ids.iter().map(|id| named(id.text())).collect();
    Some(if words.is_empty() { "none".to_owned() } else { words.join(", ") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_can_be_typed() {
        let mut form = Acquirers.blank(&Currency::euro());
        for row in Acquirers.rows(&[&Acquirers.nothing()], &Names::default()) {
            if let Some(text) = Acquirers.text_mut(&mut form, &row.wire) {
                text.clone_from(&row.wire.to_string());
            }
            assert_eq!(Acquirers.text(&form, &row.wire).map(String::as_str), Some(&*row.wire));
        }
    }
}
