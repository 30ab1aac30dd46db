//! Terminals and activation codes: list, generate a code, update, end. Service document, "Device record", "Devices" and
//! "Device status".
//!
//! Rules of the document that are easily assumed otherwise: every record's `deviceId` has the prefix `CD-`, an `sdkId` appears in
//! transactions only, and no record says which belong together. A DELETE of a `CD-` id unbinds and deletes the code with its
//! record, whatever its state; logging out and decommissioning use the `sdkId`. An update uses the `deviceId` alone.
//!
//! Choices where the document is silent:
//! - The list needs `mchId`, as the document says (HTTP 400 without), and is empty for an unknown merchant. It is one page.
//! - `deviceStatus` is 0 for a code that no terminal used, 1 for a terminal at work.
//! - A new code's `id` is `CD-` and eight characters, its `activationCode` the eight; alias, type and merchant must be there
//!   (code 11021); an alias may occur twice at a merchant. A terminal never uses a code: there is no operation for it.
//! - `emvParams` is in the record as it was sent last: an object by create, text by update. The members that are JSON text
//!   must be so (HTTP 400). A secret in the form in which Tapline hides it is refused (HTTP 400).
//! - An update changes only what is sent; `extParams` replaces the whole object, so a member left out of it is lost.
//! - An end without `deviceStatus` 2 or 3 is HTTP 400 for an sdkId; [`ENDS`] are the steps, any other has code 11024. The sdkId of
//!   an installation that was replaced does not exist any more (HTTP 404).

use tapline_contract::device::{
    Activation, ActivationDraft, Device, DeviceExtParams, DeviceId, DevicePatch, DeviceQuery, EndQuery,
};
use tapline_contract::endpoints::{ActivateDevice, EndDevice, ListDevices, UpdateDevice};
use tapline_contract::field::{AsText, Hidden, Loose, Number};
use tapline_contract::params::{Params, ParamsField};

use crate::answer::Answer;
use crate::page::Window;
use crate::problem::Problem;
use crate::router::Serve;
use crate::state::AppState;
use crate::store::Store;
use crate::terminal::Terminal;
use crate::{draft, minted, timestamp};

/// `deviceStatus`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    Unused,
    Active,
    LoggedOut,
    Decommissioned,
}

impl State {
    pub(crate) const fn code(self) -> u64 {
        self as u64
    }
}

/// States requested of a terminal, each with the states it may start from; the terminal ends in the requested state.
/// Decommissioned is final.
const ENDS: [(State, &[State]); 2] = [
    (State::LoggedOut, &[State::Active, State::LoggedOut]),
    (State::Decommissioned, &[State::Active, State::LoggedOut, State::Decommissioned]),
];

/// Members of a record that only the service writes.
const OWN: [&str; 15] = [
    "deviceId",
    "mchId",
    "appVersion",
    "uuid",
    "deviceStatus",
    "isDevice",
    "activesAt",
    "createdAt",
    "updatedAt",
    "serverUrl",
    "customerId",
    "licenseId",
    "signKeyId",
    "cardBdkId",
    "profileId",
];

impl Serve<ListDevices> for AppState {
    async fn serve(&self, (): (), query: DeviceQuery) -> Result<Answer, Problem> {
        let window = Window::WHOLE;
        let merchant = query.mch_id.filter(|id| !id.is_empty());
        let merchant = merchant.ok_or_else(|| Problem::bad_request("mchId is required"))?;
        let (total, records) = self.store().list_devices(&merchant, window)?;
        Answer::data(&window.payload(total, records))
    }
}

impl Serve<ActivateDevice> for AppState {
    async fn serve(&self, (): (), draft: ActivationDraft) -> Result<Answer, Problem> {
        let store = self.store();
        judge(&store, &draft)?;
        let activation_code = minted::code()?;
        let id = DeviceId::parse(&format!("CD-{activation_code}"))
            .ok_or_else(|| Problem::system("an id came out empty"))?;
        let merchant = draft.mch_id.clone();
        store.insert_device(&merchant, &unused(id.clone(), draft, &timestamp::utc((self.now)())))?;
        Answer::data(&Activation { id, activation_code, other: Vec::new() })
    }
}

impl Serve<UpdateDevice> for AppState {
    async fn serve(&self, id: DeviceId, patch: DevicePatch) -> Result<Answer, Problem> {
        let store = self.store();
        let before = find(&store, &id)?;
        hides_nothing("deviceAdmin", &patch.device_admin)?;
        ext_params_hide_nothing(patch.ext_params.as_ref())?;
        store.replace_device(&changed(before, patch, timestamp::utc((self.now)())))?;
        Ok(Answer::Done)
    }
}

impl Serve<EndDevice> for AppState {
    async fn serve(&self, id: DeviceId, query: EndQuery) -> Result<Answer, Problem> {
        let store = self.store();
        if id.is_activation_code() {
            find(&store, &id)?;
            store.remove_device(id.as_str())?;
            return Ok(Answer::Done);
        }
        let before = in_use(&store, &id)?;
        let asked = query.device_status.map(u64::from);
        let (next, from) = ENDS.iter().find(|(next, _)| Some(next.code()) == asked).ok_or_else(|| {
            Problem::bad_request("deviceStatus must be 2 (log out) or 3 (decommission) for a terminal")
        })?;
        let now = before.device_status.as_ref().and_then(Number::whole);
        if !from.iter().any(|state| Some(state.code()) == now) {
            return Err(Problem::state(format!(
                "deviceStatus of {id} cannot be changed: it is decommissioned"
            )));
        }
        let device_status = Some(Number::from(next.code()));
        let updated_at = Some(timestamp::utc((self.now)()));
        store.replace_device(&Device { device_status, updated_at, ..before })?;
        Ok(Answer::Done)
    }
}

fn find(store: &Store, id: &DeviceId) -> Result<Device, Problem> {
    store.find_device(id.as_str())?.ok_or_else(|| Problem::missing("Device", id.as_str()))
}

/// The terminal on which this `sdkId` is installed now.
fn in_use(store: &Store, sdk_id: &DeviceId) -> Result<Device, Problem> {
    let missing = || Problem::missing("Device", sdk_id.as_str());
    let terminal = Terminal::by_sdk_id(sdk_id.as_str());
    let terminal = terminal.filter(|terminal| terminal.sdk_id() == sdk_id.as_str()).ok_or_else(missing)?;
    store.find_device(terminal.device_id)?.ok_or_else(missing)
}

fn judge(store: &Store, draft: &ActivationDraft) -> Result<(), Problem> {
    let required = [
        ("activateCodeAlias", Some(draft.activate_code_alias.as_str())),
        ("deviceType", Some(draft.device_type.as_str())),
        ("mchId", Some(draft.mch_id.as_str())),
    ];
    if let Some(field) = draft::blank(&required) {
        return Err(Problem::refused(format!("{field} must not be empty")));
    }
    if store.find_merchant(&draft.mch_id)?.is_none() {
        return Err(Problem::refused(format!("mchId {} does not exist", draft.mch_id)));
    }
    ext_params_hide_nothing(draft.ext_params.as_ref())
}

/// The record of a new code.
fn unused(device_id: DeviceId, draft: ActivationDraft, now: &str) -> Device {
    Device {
        device_id,
        device_type: Some(draft.device_type),
        app_version: None,
        device_admin: Hidden::Absent,
        activate_code_alias: Some(draft.activate_code_alias),
        uuid: None,
        device_status: Some(Number::from(State::Unused.code())),
        is_device: Some(false),
        actives_at: None,
        created_at: Some(now.to_owned()),
        updated_at: Some(now.to_owned()),
        emv_params: draft.emv_params.as_ref().map(Params::text).and_then(Loose::json),
        method_list: draft.method_list,
        ext_params: draft.ext_params.map(|AsText(inside)| inside),
        server_url: None,
        customer_id: None,
        license_id: None,
        sign_key_id: None,
        card_bdk_id: None,
        profile_id: None,
        other: draft::kept(draft.other, &OWN),
    }
}

/// The record with what the patch says; the rest is as before.
fn changed(before: Device, patch: DevicePatch, now: String) -> Device {
    let sent = draft::kept(patch.other, &OWN);
    let mut other = before.other;
    other.retain(|(key, _)| !sent.iter().any(|(new, _)| new == key));
    other.extend(sent);
    Device {
        device_type: patch.device_type.or(before.device_type),
        device_admin: match patch.device_admin {
            Hidden::Known(secret) => Hidden::Known(secret),
            Hidden::Absent | Hidden::Kept => before.device_admin,
        },
        activate_code_alias: patch.activate_code_alias.or(before.activate_code_alias),
        emv_params: match patch.emv_params {
            ParamsField::Absent => before.emv_params,
            field => Some(Loose::text(field.text())),
        },
        method_list: patch.method_list.or(before.method_list),
        ext_params: patch.ext_params.map(|AsText(inside)| inside).or(before.ext_params),
        updated_at: Some(now),
        other,
        ..before
    }
}

fn ext_params_hide_nothing(ext_params: Option<&AsText<DeviceExtParams>>) -> Result<(), Problem> {
    let Some(AsText(inside)) = ext_params else { return Ok(()) };
    let not_json = || Problem::bad_request("extParams: must be the JSON text of an object");
    hides_nothing("extParams", &inside.record().ok_or_else(not_json)?.jwt_secret)
}

/// The form in which Tapline hides a secret from its page must not reach a service.
fn hides_nothing(field: &str, secret: &Hidden) -> Result<(), Problem> {
    match secret {
        Hidden::Kept => Err(Problem::bad_request(format!("{field}: a secret must be text"))),
        Hidden::Absent | Hidden::Known(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests;
