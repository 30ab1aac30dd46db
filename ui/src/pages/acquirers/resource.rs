//! Everything specific to acquirer profiles: words, routes, fields and calls.
//!
//! The service can't return a single profile, so Tapline reads and searches the list.

use std::sync::Arc;

use leptos::prelude::AnyView;
use tapline_contract::acquirer::{Acquirer, AcquirerDraft, AcquirerId, AcquirerQuery};
use tapline_contract::connection::ConnectionId;
use tapline_contract::endpoints::{CreateAcquirer, DeleteAcquirer, ListAcquirers, UpdateAcquirer};
use tapline_contract::form::acquirer::{AcquirerForm, SCHEME_KEYS};
use tapline_contract::form::{FieldError, TextField};
use tapline_contract::plan::PlanKind;
use tapline_contract::where_used::UsedRecord;
use tapline_contract::{Failure, FailureKind};
use tapline_emv::Currency;

use crate::ipc;
use crate::paths::Route;
use crate::record::request::{Request, body, request};
use crate::record::versions::{Field, Names, field, name_of};
use crate::record::{Change, Meaning, Order, RequestFor, Resource, ResourceMeta, SaveOutcome, map_outcome};
use crate::remote::Listed;
use crate::shell::Shell;
use crate::shell::areas::told_apart;
use crate::used;

pub(super) const EMV: &str = "emvList";
pub(super) const METHODS: &str = "methodList";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Acquirers;

static META: ResourceMeta = ResourceMeta {
    word: "acquirer profile",
    words: "acquirer profiles",
    title: "Acquirers",
    name: "profileName",
    list: Route::Acquirers,
    new: Route::NewAcquirer,
    review: Route::ReviewAcquirer,
    one: |key| AcquirerId::parse(key).map_or(Route::Acquirers, Route::Acquirer),
    edit: |key| AcquirerId::parse(key).map_or(Route::Acquirers, Route::EditAcquirer),
    delete: Some(|key| AcquirerId::parse(key).map_or(Route::Acquirers, Route::DeleteAcquirer)),
    create: "Create acquirer profile",
    duplicated: Some("This is a copy, not saved yet."),
};

impl Resource for Acquirers {
    type Record = Acquirer;
    type Draft = AcquirerDraft;
    type Form = AcquirerForm;

    const META: &'static ResourceMeta = &META;
    const PLANNED: Option<PlanKind> = Some(PlanKind::Acquirer);
    const TEXTS: &'static [TextField<AcquirerDraft>] = AcquirerDraft::TEXTS;
    const FIELDS: &'static [Field<AcquirerForm, AcquirerDraft>] = FIELDS;
    const PARTS: &'static [&'static str] = &[EMV, METHODS];

    fn key(record: &Acquirer) -> Option<String> {
        record.path_id().map(ToString::to_string)
    }

    fn name(record: &Acquirer) -> String {
        record.name()
    }

    fn draft_of(record: &Acquirer) -> AcquirerDraft {
        record.draft()
    }

    fn form_of(record: &Acquirer, _: &Currency) -> AcquirerForm {
        AcquirerForm::from_record(record)
    }

    fn blank(_: &Currency) -> AcquirerForm {
        AcquirerForm::blank()
    }

    fn copy(record: &Acquirer) -> Option<AcquirerForm> {
        Some(AcquirerForm::copy_of(record))
    }

    fn nothing() -> AcquirerDraft {
        AcquirerDraft::nothing()
    }

    fn read(form: &AcquirerForm) -> Result<AcquirerDraft, Vec<FieldError>> {
        form.draft()
    }

    fn text<'a>(form: &'a AcquirerForm, wire: &str) -> Option<&'a String> {
        let row = |key: &str| form.schemes.iter().find(|row| row.key == key);
        match (wire, wire.split_once('.')) {
            (_, Some((EMV, key))) => row(key).map(|row| &row.emv),
            (_, Some((METHODS, key))) => row(key).map(|row| &row.methods),
            ("connTimeout", _) => Some(&form.conn_timeout),
            ("connRequestTimeout", _) => Some(&form.conn_request_timeout),
            _ => form.texts.get(wire),
        }
    }

    fn text_mut<'a>(form: &'a mut AcquirerForm, wire: &str) -> Option<&'a mut String> {
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

    fn add_names(records: &[Acquirer], names: &mut Names) {
        let row = |record: &Acquirer| Some(((), record.path_id()?.to_string(), record.name()));
        names.acquirers = Arc::new(told_apart(&records.iter().filter_map(row).collect::<Vec<_>>()));
    }

    /// Users affected by a change of an existing profile.
    fn meaning(_: Shell, of: Meaning<'_, Self>) -> Option<AnyView> {
        match of {
            Meaning::Review { change: Change::Update(seen, _), .. } => {
                Some(used::touched(UsedRecord::Acquirer(seen.path_id()?.clone())))
            }
            _ => None,
        }
    }

    fn request(of: RequestFor<'_, Acquirers>) -> Request {
        let id = |seen: &Acquirer| Acquirers::key(seen).unwrap_or_default();
        match of {
            RequestFor::Record(_) => request::<ListAcquirers>(None, None),
            RequestFor::Change(Change::Create(draft)) => request::<CreateAcquirer>(None, Some(body(draft))),
            RequestFor::Change(Change::Update(seen, draft)) => {
                request::<UpdateAcquirer>(Some(&id(seen)), Some(body(draft)))
            }
            RequestFor::Change(Change::Delete(seen)) => request::<DeleteAcquirer>(Some(&id(seen)), None),
        }
    }

    async fn list(connection: ConnectionId) -> Result<Listed<Acquirer>, Failure> {
        let all = AcquirerQuery { page_size: Some(-1), ..AcquirerQuery::default() };
        let page = ipc::api::<ListAcquirers>(connection, None, (), all, ()).await?;
        let incomplete = page.has_next.then(|| {
            "The service has more acquirer profiles than it listed. Reload; if this stays, tell the service's operator.".to_owned()
        });
        Ok(Listed::new(page.records, page.unreadable, incomplete))
    }

    async fn one(connection: ConnectionId, key: String) -> Result<Option<Acquirer>, Failure> {
        let listed = Acquirers::list(connection).await?;
        Ok(listed.records.iter().find(|record| Acquirers::key(record).as_ref() == Some(&key)).cloned())
    }

    async fn save(change: Change<Acquirers>, order: Order) -> Result<SaveOutcome<Acquirers>, Failure> {
        let id = |seen: &Acquirer, call: &str| {
            let sentence = "The service tells no id of this acquirer profile. Nothing was sent.";
            seen.path_id().cloned().ok_or_else(|| Failure::new(FailureKind::BadInput, call, sentence))
        };
        let outcome = match change {
            Change::Create(draft) => order.send::<CreateAcquirer>((), draft, None).await?,
            Change::Update(seen, draft) => {
                order.send::<UpdateAcquirer>(id(&seen, "UpdateAcquirer")?, draft, Some(seen)).await?
            }
            Change::Delete(seen) => {
                order.send::<DeleteAcquirer>(id(&seen, "DeleteAcquirer")?, (), Some(seen)).await?
            }
        };
        Ok(map_outcome::<Acquirers, _>(outcome, |saved| (saved.id.map(|id| id.to_string()), None)))
    }
}

pub(super) const FIELDS: &[Field<AcquirerForm, AcquirerDraft>] = &[
    field(
        "connTimeout",
        "Connection timeout",
        |d| d.conn_timeout.as_ref().map(ToString::to_string),
        |to, from| to.conn_timeout.clone_from(&from.conn_timeout),
    ),
    field(
        "connRequestTimeout",
        "Request timeout",
        |d| d.conn_request_timeout.as_ref().map(ToString::to_string),
        |to, from| to.conn_request_timeout.clone_from(&from.conn_request_timeout),
    ),
    emv::<0>("emvList.01", "EMV for Visa"),
    emv::<1>("emvList.02", "EMV for Mastercard"),
    emv::<2>("emvList.03", "EMV for UnionPay"),
    emv::<3>("emvList.04", "EMV for Amex"),
    emv::<4>("emvList.05", "EMV for Discover"),
    emv::<5>("emvList.06", "EMV for JCB"),
    methods::<0>("methodList.01", "Methods of Visa"),
    methods::<1>("methodList.02", "Methods of Mastercard"),
    methods::<2>("methodList.03", "Methods of UnionPay"),
    methods::<3>("methodList.04", "Methods of Amex"),
    methods::<4>("methodList.05", "Methods of Discover"),
    methods::<5>("methodList.06", "Methods of JCB"),
];

/// The field of the EMV configurations whose key is at this index of [`SCHEME_KEYS`].
const fn emv<const AT: usize>(wire: &'static str, label: &'static str) -> Field<AcquirerForm, AcquirerDraft> {
    field(
        wire,
        label,
        |d: &AcquirerDraft| emv_words(d, SCHEME_KEYS[AT], str::to_owned),
        |to: &mut AcquirerForm, from: &AcquirerForm| {
            if let (Some(to), Some(from)) = (to.schemes.get_mut(AT), from.schemes.get(AT)) {
                to.emv.clone_from(&from.emv);
            }
        },
    )
    .named(|d, names: &Names| emv_words(d, SCHEME_KEYS[AT], |id| name_of(&names.emv, id)))
}

const fn methods<const AT: usize>(
    wire: &'static str,
    label: &'static str,
) -> Field<AcquirerForm, AcquirerDraft> {
    field(
        wire,
        label,
        |d: &AcquirerDraft| {
            let methods = d.method_list.as_ref()?.get(SCHEME_KEYS[AT])?;
            Some(if methods.is_empty() { "none".to_owned() } else { methods.join(", ") })
        },
        |to: &mut AcquirerForm, from: &AcquirerForm| {
            if let (Some(to), Some(from)) = (to.schemes.get_mut(AT), from.schemes.get(AT)) {
                to.methods.clone_from(&from.methods);
            }
        },
    )
}

/// "Retail north, Kiosk AT"
fn emv_words(draft: &AcquirerDraft, key: &str, named: impl Fn(&str) -> String) -> Option<String> {
    let ids = draft.emv_list.as_ref()?.get(key)?;
    let words: Vec<_> = ids.iter().map(|id| named(id.text())).collect();
    Some(if words.is_empty() { "none".to_owned() } else { words.join(", ") })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::show;

    #[test]
    fn every_field_can_be_typed() {
        let mut form = AcquirerForm::blank();
        for field in FIELDS {
            if let Some(text) = Acquirers::text_mut(&mut form, field.wire) {
                field.wire.clone_into(text);
            }
            assert_eq!(Acquirers::text(&form, field.wire).map(String::as_str), Some(field.wire));
        }
    }

    #[test]
    fn fields_of_a_scheme_are_named_after_it() {
        for field in FIELDS.iter().filter(|field| field.wire.contains('.')) {
            let (_, key) = field.wire.split_once('.').unwrap();
            let name = show::method_name(key);
            assert!(field.label.ends_with(&name), "{} {name}", field.label);
        }
    }
}
