//! Everything specific to terminals: words, routes, fields and calls.
//!
//! A terminal is known by its merchant too, so its key is the path of its page. An update sends only what changed; what a review
//! and a conflict compare is the whole terminal as it will be.

use serde::{Serialize, Serializer};
use tapline_contract::connection::ConnectionId;
use tapline_contract::device::{Device, DeviceAt, DeviceId, DevicePatch, DeviceQuery};
use tapline_contract::endpoints::{ListDevices, UpdateDevice};
use tapline_contract::field::{AsText, Hidden, Loose};
use tapline_contract::form::FieldError;
use tapline_contract::form::device::DeviceForm;
use tapline_contract::guard::Guard;
use tapline_contract::merchant::MerchantId;
use tapline_contract::params::{Params, ParamsField};
use tapline_contract::record::{Misfit, Record};
use tapline_contract::secret::Secret;
use tapline_contract::{Failure, FailureKind};
use tapline_emv::decode::Code;
use tapline_emv::{Currency, Scheme};

use super::fields::{ALIAS, EMV, EXT, FIELDS, METHODS, is_documented};
use crate::ipc;
use crate::paths::Route;
use crate::record::request::{Request, body, request};
use crate::record::versions::Field;
use crate::record::{Change, Order, RequestFor, Resource, ResourceMeta, SaveOutcome, map_outcome};
use crate::remote::Listed;

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

impl Resource for TerminalKind {
    type Record = Terminal;
    type Draft = TerminalDraft;
    type Form = DeviceForm;

    const META: &'static ResourceMeta = &META;
    const FIELDS: &'static [Field<DeviceForm, TerminalDraft>] = FIELDS;
    const PARTS: &'static [&'static str] = &[EMV, EXT];
    const REST: &'static str = "Only this is sent: EMV parameters and extra parameters as a whole, with everything else in them as it was read.";

    fn key(record: &Terminal) -> Option<String> {
        Some(record.path())
    }

    fn code(_: &TerminalDraft, wire: &str) -> Option<(Code, Option<Scheme>)> {
        // A terminal serves every scheme.
        Some((Code::from_key(wire.strip_prefix("emvParams.")?, None)?, None))
    }

    fn name(record: &Terminal) -> String {
        record.device.name()
    }

    fn wipe(form: &mut DeviceForm) {
        form.device_admin = Secret::default();
        form.ext_params.jwt_secret = Secret::default();
    }

    fn draft_of(record: &Terminal) -> TerminalDraft {
        TerminalDraft { whole: record.device.clone(), patch: nothing_changed() }
    }

    fn form_of(record: &Terminal, _: &Currency) -> DeviceForm {
        DeviceForm::from_record(&record.device)
    }

    /// Terminals are made by an activation code, and not in this form.
    fn blank(_: &Currency) -> DeviceForm {
        DeviceForm::from_record(&nobody())
    }

    fn nothing() -> TerminalDraft {
        TerminalDraft { whole: nobody(), patch: nothing_changed() }
    }

    fn read(form: &DeviceForm) -> Result<TerminalDraft, Vec<FieldError>> {
        form.patch().map(|patch| TerminalDraft { whole: patched(form.base(), &patch), patch })
    }

    fn text<'a>(form: &'a DeviceForm, wire: &str) -> Option<&'a String> {
        match wire {
            ALIAS => Some(&form.activate_code_alias),
            "deviceType" => Some(&form.device_type),
            METHODS => Some(&form.method_list),
            _ => None,
        }
    }

    fn text_mut<'a>(form: &'a mut DeviceForm, wire: &str) -> Option<&'a mut String> {
        match wire {
            ALIAS => Some(&mut form.activate_code_alias),
            "deviceType" => Some(&mut form.device_type),
            METHODS => Some(&mut form.method_list),
            _ => None,
        }
    }

    /// A secret that was replaced cannot be put back.
    fn can_undo(_: &Terminal, draft: &TerminalDraft) -> bool {
        let mut replaced = Vec::new();
        draft.secrets(&mut replaced);
        replaced.is_empty()
    }

    fn free_members(draft: &TerminalDraft) -> Vec<String> {
        let keys = draft.patch.emv_params.readable().map(Params::keys).unwrap_or_default();
        keys.into_iter().filter(|key| !is_documented(key)).collect()
    }

    fn leave_out(form: &mut DeviceForm, member: &str) {
        form.emv_params.retain(|row| row.key != member);
    }

    fn request(of: RequestFor<'_, TerminalKind>) -> Request {
        match of {
            RequestFor::Record(record) => list_request(&record.of),
            RequestFor::Change(change) => {
                let id = change.seen().map(|seen| seen.device.device_id.as_str());
                request::<UpdateDevice>(id, change.draft().map(body))
            }
        }
    }

    /// Terminals are listed by merchant only: their list is [`super::state::Terminals`].
    async fn list(_: ConnectionId) -> Result<Listed<Terminal>, Failure> {
        Ok(Listed::default())
    }

    async fn one(connection: ConnectionId, key: String) -> Result<Option<Terminal>, Failure> {
        let Route::Terminal(of, id) = Route::parse(&key) else { return Ok(None) };
        let query = DeviceQuery { mch_id: Some(of.to_string()), ..DeviceQuery::default() };
        let page = ipc::api::<ListDevices>(connection, None, (), query, ()).await?;
        let found = page.records.into_iter().find(|device| device.device_id == id);
        Ok(found.map(|device| Terminal { of, device }))
    }

    async fn save(change: Change<TerminalKind>, order: Order) -> Result<SaveOutcome<TerminalKind>, Failure> {
        let Change::Update(seen, draft) = change else {
            let sentence = "A terminal is added with “Activate terminal…” and ended on its page, and not saved anew. Nothing was sent.";
            return Err(Failure::new(FailureKind::BadInput, "UpdateDevice", sentence));
        };
        let (of, id) = (seen.of.clone(), seen.device.device_id.clone());
        let outcome = order.send::<UpdateDevice>(id, draft.patch, seen.seen()).await?;
        let at = |at: DeviceAt| at.device.map(|device| Terminal { of: of.clone(), device });
        Ok(map_outcome::<TerminalKind, _>(outcome.map(|done| done, at), |_| (None, None)))
    }
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

/// Delegates to the device: the merchant is no part of the record.
impl Record for Terminal {
    fn read(raw: &str) -> Result<Terminal, Misfit> {
        Err(Misfit::new("", "a terminal with its merchant", Some(raw)))
    }

    fn is_exact(path: &str) -> bool {
        Device::is_exact(path)
    }

    fn secrets(&self, found: &mut Vec<Secret>) {
        Record::secrets(&self.device, found);
    }

    fn guard(&mut self, to: Guard<'_>) {
        Record::guard(&mut self.device, to);
    }
}

impl Serialize for Terminal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.device.serialize(serializer)
    }
}

/// Only the patch is sent.
impl Record for TerminalDraft {
    fn read(raw: &str) -> Result<TerminalDraft, Misfit> {
        Ok(TerminalDraft { whole: nobody(), patch: DevicePatch::read(raw)? })
    }

    fn is_exact(path: &str) -> bool {
        DevicePatch::is_exact(path)
    }

    fn secrets(&self, found: &mut Vec<Secret>) {
        Record::secrets(&self.patch, found);
    }

    fn guard(&mut self, to: Guard<'_>) {
        Record::guard(&mut self.whole, to);
        Record::guard(&mut self.patch, to);
    }
}

impl Serialize for TerminalDraft {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.patch.serialize(serializer)
    }
}
