//! Terminals (devices): record, drafts. Service document, "Device record" and "Devices".
//!
//! The list carries secrets (`deviceAdmin`, `extParams.jwtSecret`): core cuts them ([`crate::record::Record::cut`]). Three
//! members hold JSON in another form on each way: `emvParams` is text or an object on read, an object on create, text on
//! update; `methodList` is text; `extParams` is an object on read and text on create and update.

use serde::{Deserialize, Serialize};

use crate::field::{AsText, Hidden, Loose, Number, OrText};
use crate::guard::{Guard, Guarded};
use crate::id::ids;
use crate::input::{Input, drafts};
use crate::params::{Params, ParamsField};
use crate::query::query;
use crate::record::record;
use crate::text_field::{TextField, text_fields};

ids! {
    /// An activation code (`CD-` prefix), or an sdkId.
    DeviceId: Text;
}

impl Device {
    /// `extParams` as fields; none where the service keeps other text there.
    pub fn ext(&self) -> Option<&DeviceExtParams> {
        self.ext_params.as_ref().and_then(OrText::record)
    }
}

impl DeviceId {
    /// True for an activation code: a DELETE then unbinds and deletes the code. Service document, "Devices".
    pub fn is_activation_code(&self) -> bool {
        self.as_str().starts_with("CD-")
    }
}

record! {
    /// A terminal, or an activation code that no terminal has used yet.
    Device {
        device_id: DeviceId = "deviceId" exact,
        /// E.g. `COTS`.
        device_type: Option<String> = "deviceType",
        app_version: Option<String> = "appVersion",
        /// Admin credential of the terminal.
        device_admin: Hidden = secret "deviceAdmin",
        /// Friendly name.
        activate_code_alias: Option<String> = free "activateCodeAlias",
        uuid: Option<String> = "uuid" exact,
        /// 2 logged out, 3 decommissioned; other meanings are not shown.
        device_status: Option<Number> = "deviceStatus",
        is_device: Option<bool> = "isDevice",
        /// ISO 8601, UTC
        actives_at: Option<String> = "activesAt",
        /// ISO 8601, UTC
        created_at: Option<String> = "createdAt",
        /// ISO 8601, UTC
        updated_at: Option<String> = "updatedAt",
        /// Terminal EMV settings, as text or as an object; [`Device::emv_params`] reads both.
        emv_params: Option<Loose> = "emvParams" exact,
        /// Supported payment methods.
        method_list: Option<String> = "methodList",
        ext_params: Option<OrText<DeviceExtParams>> = whole "extParams",
        server_url: Option<String> = url "serverUrl",
        customer_id: Option<String> = "customerId" exact,
        license_id: Option<String> = private "licenseId" exact,
        sign_key_id: Option<String> = private "signKeyId" exact,
        card_bdk_id: Option<String> = private "cardBdkId" exact,
        profile_id: Option<String> = "profileId" exact,
    }
}

record! {
    /// `extParams` of a terminal.
    DeviceExtParams {
        sub_mid: Option<String> = "subMid" exact,
        client_id: Option<String> = "clientId" exact,
        jwt_secret: Hidden = secret "jwtSecret",
        acq_mid: Option<String> = "acqMid" exact,
        sub_tid: Option<String> = "subTid" exact,
        mid: Option<String> = "mid" exact,
        acq_tid: Option<String> = "acqTid" exact,
    }
}

record! {
    /// `emvParams` of a terminal.
    DeviceEmvParams {
        amex_floor_limit: Option<String> = "amexFloorLimit",
        terminal_country_code: Option<String> = "terminalCountryCode",
        txn_currency_code: Option<String> = "txnCurrencyCode",
        /// Number or text: keeps the kind that was read.
        amex_ex_reader_capability: Option<Loose> = "amexExReaderCapability",
        amex_reader_capability: Option<String> = "amexReaderCapability",
        /// Number or text: keeps the kind that was read.
        terminal_type: Option<Loose> = "terminalType",
        terminal_capability: Option<String> = "terminalCapability",
        emv_flags: Option<String> = "emvFlags",
    }
}

impl DeviceExtParams {
    /// In the order of a form.
    pub const TEXTS: &'static [TextField<DeviceExtParams>] = text_fields! {
        acq_mid: "extParams.acqMid", "Acquirer MID", Free;
        acq_tid: "extParams.acqTid", "Acquirer TID", Free;
        mid: "extParams.mid", "MID", Free;
        sub_mid: "extParams.subMid", "Sub MID", Free;
        sub_tid: "extParams.subTid", "Sub TID", Free;
        client_id: "extParams.clientId", "Client id", Free;
    };

    pub fn empty() -> DeviceExtParams {
        DeviceExtParams {
            sub_mid: None,
            client_id: None,
            jwt_secret: Hidden::Absent,
            acq_mid: None,
            sub_tid: None,
            mid: None,
            acq_tid: None,
            other: Vec::new(),
        }
    }
}

impl DevicePatch {
    /// Changes nothing.
    pub fn is_empty(&self) -> bool {
        self.body().is_some_and(|body| body == "{}")
    }
}

impl Device {
    /// `emvParams` in whichever form it came.
    pub fn emv_params(&self) -> ParamsField {
        let raw = self.emv_params.as_ref().map(Loose::raw);
        crate::record::Field::read(raw).unwrap_or(ParamsField::Absent)
    }

    /// Alias for people; without an alias, the terminal's id.
    pub fn name(&self) -> String {
        let alias = self.activate_code_alias.as_deref().map(str::trim).filter(|alias| !alias.is_empty());
        alias.unwrap_or(self.device_id.as_str()).to_owned()
    }
}

/// A terminal where it was seen: the list is of one merchant, and a record does not tell whose it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DeviceAt {
    /// Without it nothing can be read before or after a change.
    pub mch_id: Option<String>,
    pub device: Option<Device>,
}

impl Guarded for DeviceAt {
    fn guard(&mut self, to: Guard<'_>) {
        self.device.guard(to);
    }
}

query! {
    /// Filter of terminals. Service document, "List terminals".
    DeviceQuery {
        /// Required.
        mch_id: String = "mchId",
        /// Not in the document; sent only when a list says that there is more.
        page_number: i64 = "pageNumber",
    }
}

record! {
    /// Body of "generate activation code".
    ActivationDraft {
        activate_code_alias: String = free "activateCodeAlias",
        device_type: String = "deviceType",
        mch_id: String = "mchId",
        /// An object here.
        emv_params: Option<Params> = "emvParams",
        /// JSON text of a list.
        method_list: Option<String> = "methodList",
        /// Text here.
        ext_params: Option<AsText<DeviceExtParams>> = whole "extParams",
    }
}

record! {
    /// Answer of "generate activation code".
    Activation {
        /// `CD-` prefix.
        id: DeviceId = "id",
        /// Shown once: what the terminal is activated with.
        activation_code: String = private "activationCode",
    }
}

record! {
    /// Body of an update: only what changes. Everything is optional.
    DevicePatch {
        device_type: Option<String> = "deviceType",
        /// A new admin password; [`Hidden::Kept`] is not sent.
        device_admin: Hidden = secret "deviceAdmin",
        activate_code_alias: Option<String> = free "activateCodeAlias",
        /// JSON text here.
        emv_params: ParamsField = "emvParams",
        /// JSON text of a list.
        method_list: Option<String> = "methodList",
        /// JSON text here. Core puts the kept `jwtSecret` in again, or the service would lose it.
        ext_params: Option<AsText<DeviceExtParams>> = whole "extParams",
    }
}

query! {
    /// Mode of a terminal's end. Service document, "Logout, suspend or decommission".
    EndQuery {
        /// 2 logs out, 3 decommissions; absent for an activation code.
        device_status: u8 = "deviceStatus",
    }
}

drafts! { ActivationDraft, DevicePatch }
