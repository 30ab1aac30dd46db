//! Everything specific to terminals: words, routes, fields and calls.
//!
//! A terminal is known by its merchant too, so its key is the path of its page. An update sends only what changed; what a review
//! and a conflict compare is the whole terminal as it will be.

use tapline_contract::connection::ConnectionId;
use tapline_contract::device::{Device, DeviceAt, DeviceId, DevicePatch, DeviceQuery};
use tapline_contract::endpoints::{ListDevices, UpdateDevice};
use tapline_contract::field::{AsText, Hidden, Loose};
use tapline_contract::form::FieldError;
use tapline_contract::form::device::DeviceForm;
use tapline_contract::merchant::MerchantId;
use tapline_contract::params::{Params, ParamsField};
use tapline_contract::record::Record as _;
use tapline_contract::secret::Secret;
use tapline_contract::{Failure, FailureKind};
use tapline_emv::decode::Code;
use tapline_emv::{Currency, Scheme};

use super::fields::{self, ALIAS, EMV, EXT, METHODS, is_documented};
use crate::ipc;
use crate::paths::Route;
use crate::record::document::{Body, Document, Form};
use crate::record::request::{Request, request};
use crate::record::store::{RecordStore, Records};
use crate::record::versions::{FieldVersions, Names, Rows};
use crate::record::{
    Change, Later, Order, RecordKind, RequestFor, Resource, ResourceKind, ResourceMeta, SaveOutcome, calls,
    map_outcome,
};
use crate::remote::Listed;
use crate::shell::areas::Areas;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TerminalKind;

/// A terminal with its merchant: the record does not tell it, and the way to its page needs it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Terminal {
    pub(super) of: MerchantId,
    pub(super) device: Device,
}

/// The changes, and the terminal as it will be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TerminalDraft {
    pub(super) whole: Device,
    pub(super) patch: DevicePatch,
}

static META: ResourceMeta = ResourceMeta {
    word: "terminal",
    words: "terminals",
    title: "Terminals",
    name: ALIAS,
    list: Route::Terminals,
    new: Route::Terminals,
    review: Route::ReviewTerminal,
    one: Route::parse,
    edit: |key| match Route::parse(key) {
        Route::Terminal(of, id) => Route::EditTerminal(of, id),
        other => other,
    },
    delete: None,
    create: "Create terminal",
    duplicated: None,
    calls: calls::<ListDevices, UpdateDevice, UpdateDevice, UpdateDevice>(),
    planned: None,
    parts: &[EMV, EXT],
    rest: "Other fields unchanged.",
    is_exact: Device::is_exact,
};

impl Terminal {
    /// The path of its page, which is also its key.
    pub(super) fn path(&self) -> String {
        key(&self.of, &self.device.device_id)
    }

    fn seen(self) -> DeviceAt {
        DeviceAt { mch_id: Some(self.of.to_string()), device: Some(self.device) }
    }
}

pub(super) fn key(of: &MerchantId, id: &DeviceId) -> String {
    Route::Terminal(of.clone(), id.clone()).path()
}

/// The query for the terminals of a merchant.
pub(super) fn list_request(of: &MerchantId) -> Request {
    request::<ListDevices>(None, None).asking(&format!("mchId={of}"))
}

impl RecordKind for TerminalKind {
    type Record = Terminal;
    type Form = DeviceForm;

    const KIND: ResourceKind = &TerminalKind;

    fn key(record: &Terminal) -> Option<String> {
        Some(record.path())
    }

    fn name(record: &Terminal) -> String {
        record.device.name()
    }

    /// Terminals are listed by merchant only: their list is [`super::state::Terminals`].
    async fn list(_: ConnectionId) -> Result<Listed<Terminal>, Failure> {
        Ok(Listed::default())
    }
}

impl Resource for TerminalKind {
    fn meta(&self) -> &'static ResourceMeta {
        &META
    }

    fn records(&self, areas: Areas) -> Box<dyn Records> {
        Box::new(areas.state::<RecordStore<TerminalKind>>())
    }

    fn draft_of(&self, record: &Document) -> Document {
        unchanged(record.get::<Terminal>().device.clone())
    }

    fn nothing(&self) -> Document {
        unchanged(nobody())
    }

    fn form_of(&self, record: &Document, _: &Currency) -> Form {
        Form::new(DeviceForm::from_record(&record.get::<Terminal>().device))
    }

    /// Terminals are made by an activation code, and not in this form.
    fn blank(&self, _: &Currency) -> Form {
        Form::new(DeviceForm::from_record(&nobody()))
    }

    fn read(&self, form: &Form) -> Result<Document, Vec<FieldError>> {
        let form: &DeviceForm = form.get();
        let patch = form.patch()?;
        Ok(Document::draft(TerminalDraft { whole: patched(form.base(), &patch), patch }))
    }

    fn rows(&self, drafts: &[&Document], _: &Names) -> Vec<FieldVersions> {
        fields::rows(Rows::new(drafts))
    }

    fn text<'a>(&self, form: &'a Form, wire: &str) -> Option<&'a String> {
        let form: &DeviceForm = form.get();
        match wire {
            ALIAS => Some(&form.activate_code_alias),
            "deviceType" => Some(&form.device_type),
            METHODS => Some(&form.method_list),
            _ => form.ext_params.texts.get(wire),
        }
    }

    fn text_mut<'a>(&self, form: &'a mut Form, wire: &str) -> Option<&'a mut String> {
        let form: &mut DeviceForm = form.get_mut();
        match wire {
            ALIAS => Some(&mut form.activate_code_alias),
            "deviceType" => Some(&mut form.device_type),
            METHODS => Some(&mut form.method_list),
            _ => form.ext_params.texts.get_mut(wire),
        }
    }

    fn take(&self, to: &mut Form, from: &Form, wire: &str) -> bool {
        fields::take(to.get_mut(), from.get(), wire)
    }

    fn wipe(&self, form: &mut Form) {
        let form: &mut DeviceForm = form.get_mut();
        form.device_admin = Secret::default();
        form.ext_params.jwt_secret = Secret::default();
    }

    fn free_members(&self, draft: &Document) -> Vec<String> {
        let patch = &draft.get::<TerminalDraft>().patch;
        let keys = patch.emv_params.readable().map(Params::keys).unwrap_or_default();
        keys.into_iter().filter(|key| !is_documented(key)).collect()
    }

    fn leave_out(&self, form: &mut Form, member: &str) {
        form.get_mut::<DeviceForm>().emv_params.retain(|row| row.key != member);
    }

    fn code(&self, _: &Document, wire: &str) -> Option<(Code, Option<Scheme>)> {
        // A terminal serves every scheme.
        Some((Code::from_key(wire.strip_prefix("emvParams.")?, None)?, None))
    }

    /// A secret that was replaced cannot be put back.
    fn can_undo(&self, _: &Document, draft: &Document) -> bool {
        let mut replaced = Vec::new();
        draft.get::<TerminalDraft>().patch.secrets(&mut replaced);
        replaced.is_empty()
    }

    fn request(&self, of: RequestFor<'_>) -> Request {
        match of {
            RequestFor::Record(record) => list_request(&record.get::<Terminal>().of),
            RequestFor::Change(change) => {
                let id = change.seen().map(|seen| seen.get::<Terminal>().device.device_id.as_str());
                request::<UpdateDevice>(id, change.draft().map(Document::body))
            }
        }
    }

    fn one(&self, connection: ConnectionId, key: String) -> Later<Result<Option<Document>, Failure>> {
        Box::pin(async move {
            let Route::Terminal(of, id) = Route::parse(&key) else { return Ok(None) };
            let query = DeviceQuery { mch_id: Some(of.to_string()), ..DeviceQuery::default() };
            let page = ipc::api::<ListDevices>(connection, None, (), query, ()).await?;
            let found = page.records.into_iter().find(|device| device.device_id == id);
            Ok(found.map(|device| TerminalKind::document(Terminal { of, device })))
        })
    }

    fn save(&self, change: Change, order: Order) -> Later<Result<SaveOutcome, Failure>> {
        Box::pin(async move {
            let Change::Update(seen, draft) = change else {
                let sentence =
                    "Nothing was sent. Add a terminal with “Activate terminal…”, and end it on its page.";
                return Err(Failure::new(FailureKind::BadInput, "UpdateDevice", sentence));
            };
            let (seen, draft): (Terminal, TerminalDraft) = (seen.to(), draft.to());
            let (of, id) = (seen.of.clone(), seen.device.device_id.clone());
            let outcome = order.send::<UpdateDevice>(id, draft.patch, seen.seen()).await?;
            let at = |at: DeviceAt| at.device.map(|device| Terminal { of: of.clone(), device });
            Ok(map_outcome::<TerminalKind, _>(outcome.map(|done| done, at), |_| (None, None)))
        })
    }
}

/// The draft that changes nothing of this terminal.
fn unchanged(whole: Device) -> Document {
    Document::draft(TerminalDraft { whole, patch: nothing_changed() })
}

fn nothing_changed() -> DevicePatch {
    DevicePatch {
        device_type: None,
        device_admin: Hidden::Absent,
        activate_code_alias: None,
        emv_params: ParamsField::Absent,
        method_list: None,
        ext_params: None,
        other: Vec::new(),
    }
}

fn nobody() -> Device {
    Device::read(r#"{"deviceId":"-"}"#).expect("it has the one member that a terminal needs")
}

/// The terminal with the changes in it.
fn patched(base: &Device, patch: &DevicePatch) -> Device {
    let ext = patch.ext_params.as_ref().map(|AsText(ext)| ext.clone());
    Device {
        device_type: patch.device_type.clone().or_else(|| base.device_type.clone()),
        activate_code_alias: patch.activate_code_alias.clone().or_else(|| base.activate_code_alias.clone()),
        emv_params: patch
            .emv_params
            .readable()
            .and_then(|params| Loose::json(params.text()))
            .or_else(|| base.emv_params.clone()),
        method_list: patch.method_list.clone().or_else(|| base.method_list.clone()),
        ext_params: ext.or_else(|| base.ext_params.clone()),
        ..base.clone()
    }
}

/// The merchant is no part of the record.
impl Body for Terminal {
    fn json(&self) -> String {
        self.device.json()
    }
}

/// Only the patch is sent.
impl Body for TerminalDraft {
    fn json(&self) -> String {
        self.patch.json()
    }
}
