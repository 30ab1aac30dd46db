//! Terminals. They are listed per merchant only, and a record does not name its merchant: the merchant comes with the record that
//! the person saw. Without it nothing is read, and only the service's answer counts.
//!
//! A terminal is ended by its sdkId, which its record does not name: the person then selects a record, and this record is read
//! before and after.
//!
//! Proofs: an activation code by one new `CD-` id with our alias (its activation code is lost with the answer); an end by absence,
//! or, for a terminal, by the requested `deviceStatus`; an update by the record having every value sent. Secrets of the list are
//! compared here and go no further; a kept `jwtSecret` is put back into `extParams`, or the service would lose it.

use std::collections::BTreeMap;

use tapline_contract::device::{Activation, Device, DeviceAt, DeviceId, DevicePatch, DeviceQuery, EndQuery};
use tapline_contract::endpoints::{ActivateDevice, EndDevice, ListDevices, UpdateDevice};
use tapline_contract::field::{AsText, Hidden, Number, OrText};
use tapline_contract::history::OperationId;
use tapline_contract::record::{Field as _, Record as _, canonical, same_json};
use tapline_contract::seal::Seal;
use tapline_contract::wire::Done;
use tapline_contract::{Call, Failure};
use tapline_http::Client;
use tapline_http::walk::{Walked, walk};

use super::wrong;
use crate::compare::{Carries, Lacking, carries};
use crate::recipe::{CallView, Recipe, Stale, Verdict, created, sealed};

/// The terminals of a merchant, without secrets; those apart.
pub struct DeviceLook {
    mch_id: String,
    list: Walked<Device>,
    secrets: BTreeMap<String, Secrets>,
}

struct Secrets {
    admin: Hidden,
    jwt: Hidden,
}

async fn look(client: &Client, mch_id: Option<&str>) -> Result<Option<DeviceLook>, Failure> {
    let Some(mch_id) = mch_id else { return Ok(None) };
    let query = DeviceQuery { mch_id: Some(mch_id.to_owned()), page_number: None };
    Ok(Some(DeviceLook::new(mch_id, walk::<ListDevices>(client, &query).await?)))
}

impl DeviceLook {
    pub(super) fn new(mch_id: &str, mut list: Walked<Device>) -> DeviceLook {
        let mut secrets = BTreeMap::new();
        for device in &mut list.page.records {
            let jwt = device.ext().map(|ext| ext.jwt_secret.clone()).unwrap_or_default();
            secrets.insert(device.device_id.to_string(), Secrets { admin: device.device_admin.clone(), jwt });
            device.cut();
        }
        DeviceLook { mch_id: mch_id.to_owned(), list, secrets }
    }

    fn find(&self, id: &str) -> Option<&Device> {
        self.list.find(id)
    }

    fn at(&self, device: Option<&Device>) -> DeviceAt {
        DeviceAt { mch_id: Some(self.mch_id.clone()), device: device.cloned() }
    }
}

fn check<E: Recipe<Seen = DeviceAt>>(call: &Call<E>, id: &str) -> Result<(), Failure> {
    match &call.seen.device {
        Some(seen) if seen.device_id.as_str() != id => Err(wrong::<E>(
            "seen",
            "The change is based on another terminal. Open it from the list and repeat the change.",
        )),
        _ => Ok(()),
    }
}

impl Recipe for ActivateDevice {
    type Look = DeviceLook;
    /// The ids there were; `None` when the list was incomplete.
    type Base = Option<Vec<String>>;

    fn target(call: &Call<Self>) -> String {
        format!("new terminal {} of merchant {}", call.input.activate_code_alias, call.input.mch_id)
    }

    async fn look(client: &Client, view: &CallView<'_, Self>) -> Result<Option<DeviceLook>, Failure> {
        look(client, Some(&view.input.mch_id)).await
    }

    fn before(_: &Call<Self>, look: &DeviceLook, _: &Seal) -> Result<Self::Base, Stale<DeviceAt>> {
        Ok(look.list.keys())
    }

    fn judge(
        view: &CallView<'_, Self>,
        base: &Self::Base,
        answered: Option<&Activation>,
        look: &DeviceLook,
    ) -> Verdict<DeviceAt> {
        if let Some(found) = answered.and_then(|activation| look.find(activation.id.as_str())) {
            return Verdict::Target(look.at(Some(found)));
        }
        let Some(ids) = base else { return Verdict::Unprovable };
        let is_new = |device: &&Device| {
            device.device_id.is_activation_code()
                && ids.iter().all(|id| *id != device.device_id.as_str())
                && device.activate_code_alias.as_ref() == Some(&view.input.activate_code_alias)
        };
        let mut sent = view.input.clone();
        if let Some(AsText(OrText::Record(ext))) = &mut sent.ext_params {
            ext.jwt_secret = Hidden::Absent;
        }
        let is_ours =
            |device: &Device| carries(&sent, device, Lacking::Untold, Some(view.seal)) == Carries::All;
        created(look.list.page.records.iter().filter(is_new), is_ours, look.list.complete, |device| {
            look.at(Some(device))
        })
    }
}

impl Recipe for EndDevice {
    type Look = DeviceLook;
    type Base = Device;

    fn target(call: &Call<Self>) -> String {
        format!("terminal {}", record_of(call))
    }

    /// No list has sdkIds: without the record that it is thought to belong to, nothing can be read.
    fn place(call: &Call<Self>) -> Option<String> {
        let is_listed = call.id.is_activation_code() || call.seen.device.is_some();
        call.seen.mch_id.clone().filter(|_| is_listed)
    }

    fn check(call: &Call<Self>) -> Result<(), Failure> {
        let by_sdk_id = record_of(call).is_activation_code() && !call.id.is_activation_code();
        if !by_sdk_id {
            check(call, call.id.as_str())?;
        }
        match (call.id.is_activation_code(), call.input.device_status) {
            (true, None) | (false, Some(2 | 3)) => Ok(()),
            (true, Some(_)) => Err(wrong::<Self>(
                "deviceStatus",
                "An activation code is deleted without deviceStatus. Leave it out.",
            )),
            (false, _) => Err(wrong::<Self>(
                "deviceStatus",
                "A terminal needs deviceStatus 2 (log out) or 3 (decommission). Set one of them.",
            )),
        }
    }

    fn seen(call: &Call<Self>, seal: &Seal) -> Option<Device> {
        call.seen.device.as_ref().map(|seen| sealed(seen, seal))
    }

    async fn look(client: &Client, view: &CallView<'_, Self>) -> Result<Option<DeviceLook>, Failure> {
        look(client, view.place).await
    }

    fn before(call: &Call<Self>, look: &DeviceLook, seal: &Seal) -> Result<Device, Stale<DeviceAt>> {
        let id = record_of(call).as_str();
        match look.find(id) {
            Some(now) => {
                // The alias is what a person knows the terminal by: under another one it may be meant for another use.
                let same = |seen: &Device| {
                    seen.device_status == now.device_status
                        && seen.activate_code_alias == now.activate_code_alias
                };
                if call.seen.device.as_ref().is_none_or(same) {
                    Ok(sealed(now, seal))
                } else {
                    Err(Stale::Changed(look.at(Some(now))))
                }
            }
            None if look.list.proves_absence::<ListDevices>(id) => Err(Stale::Changed(look.at(None))),
            None => Err(Stale::NotListed),
        }
    }

    fn judge(
        view: &CallView<'_, Self>,
        base: &Device,
        _: Option<&Done>,
        look: &DeviceLook,
    ) -> Verdict<DeviceAt> {
        let id = base.device_id.as_str();
        match look.find(id) {
            // Service document, "Device status": the next state is the one asked for.
            Some(now) if ended(view.input, now) => Verdict::Target(look.at(Some(now))),
            Some(now) if now.device_status == base.device_status => Verdict::Before,
            Some(now) => Verdict::Other(look.at(Some(now))),
            None if look.list.proves_absence::<ListDevices>(id) => Verdict::Target(look.at(Some(base))),
            None => Verdict::Unprovable,
        }
    }
}

impl Recipe for UpdateDevice {
    type Look = DeviceLook;
    type Base = Device;

    fn target(call: &Call<Self>) -> String {
        format!("terminal {}", call.id)
    }

    fn place(call: &Call<Self>) -> Option<String> {
        call.seen.mch_id.clone()
    }

    fn check(call: &Call<Self>) -> Result<(), Failure> {
        check(call, call.id.as_str())
    }

    fn seen(call: &Call<Self>, seal: &Seal) -> Option<Device> {
        call.seen.device.as_ref().map(|seen| sealed(seen, seal))
    }

    async fn look(client: &Client, view: &CallView<'_, Self>) -> Result<Option<DeviceLook>, Failure> {
        look(client, view.place).await
    }

    fn before(call: &Call<Self>, look: &DeviceLook, seal: &Seal) -> Result<Device, Stale<DeviceAt>> {
        match look.find(call.id.as_str()) {
            Some(now) => {
                if call.seen.device.as_ref().is_none_or(|seen| same_where_sent(&call.input, seen, now)) {
                    Ok(sealed(now, seal))
                } else {
                    Err(Stale::Changed(look.at(Some(now))))
                }
            }
            None if look.list.proves_absence::<ListDevices>(call.id.as_str()) => {
                Err(Stale::Changed(look.at(None)))
            }
            None => Err(Stale::NotListed),
        }
    }

    fn complete(
        call: &Call<Self>,
        look: Option<&DeviceLook>,
        _: &OperationId,
    ) -> Result<DevicePatch, Failure> {
        let mut patch = call.input.clone();
        let Some(AsText(OrText::Record(ext))) = &mut patch.ext_params else { return Ok(patch) };
        if matches!(ext.jwt_secret, Hidden::Kept | Hidden::Absent) {
            let secrets = look.and_then(|look| look.secrets.get(call.id.as_str()));
            ext.jwt_secret = match secrets.map(|secrets| &secrets.jwt) {
                Some(known @ (Hidden::Known(_) | Hidden::Absent)) => known.clone(),
                Some(Hidden::Kept) | None => {
                    return Err(wrong::<Self>(
                        "extParams",
                        "Tapline couldn't load the terminal's JWT secret, and saving without it would delete it. Open the \
                         terminal from its merchant's list and repeat the change.",
                    ));
                }
            };
        }
        Ok(patch)
    }

    fn judge(
        view: &CallView<'_, Self>,
        base: &Device,
        _: Option<&Done>,
        look: &DeviceLook,
    ) -> Verdict<DeviceAt> {
        let id = view.id.as_str();
        let Some(now) = look.find(id) else {
            let gone = look.list.proves_absence::<ListDevices>(id);
            return if gone { Verdict::Other(look.at(None)) } else { Verdict::Unprovable };
        };
        let shown = carries(&shown_part(view.input), now, Lacking::Untold, Some(view.seal));
        let secrets = secrets_arrived(view.input, look.secrets.get(id));
        match (shown, secrets) {
            (Carries::Not, _) | (_, Carries::Not)
                if same_where_sent(view.input, base, &sealed(now, view.seal)) =>
            {
                Verdict::Before
            }
            (Carries::Not, _) => Verdict::Other(look.at(Some(now))),
            (_, Carries::Not) | (Carries::Nothing, Carries::Nothing) => Verdict::Unprovable,
            (Carries::All, _) | (_, Carries::All) => Verdict::Target(look.at(Some(now))),
        }
    }
}

/// The terminal's record where it was seen; else what the id says.
fn record_of(call: &Call<EndDevice>) -> &DeviceId {
    call.seen.device.as_ref().map_or(&call.id, |seen| &seen.device_id)
}

fn ended(view: &EndQuery, now: &Device) -> bool {
    let status = now.device_status.as_ref().and_then(Number::whole);
    view.device_status.is_some_and(|view| status == Some(u64::from(view)))
}

/// The patch without secrets, in the form in which records tell the same members.
fn shown_part(patch: &DevicePatch) -> DevicePatch {
    let mut patch = DevicePatch { device_admin: Hidden::Absent, ..patch.clone() };
    if let Some(AsText(OrText::Record(ext))) = &mut patch.ext_params {
        ext.jwt_secret = Hidden::Absent;
    }
    patch
}

/// Secrets that were sent, against those of the list. What the journal kept of a patch has none left to compare.
fn secrets_arrived(patch: &DevicePatch, now: Option<&Secrets>) -> Carries {
    let Some(now) = now else { return Carries::Nothing };
    let jwt = patch.ext_params.as_ref().and_then(|AsText(ext)| Some(&ext.record()?.jwt_secret));
    let pairs = [(Some(&patch.device_admin), &now.admin), (jwt, &now.jwt)];
    let sent = pairs.iter().filter_map(|(sent, now)| match sent {
        Some(sent @ Hidden::Known(_)) => Some(sent == now),
        _ => None,
    });
    sent.fold(Carries::Nothing, |all, equal| match (all, equal) {
        (Carries::Not, _) | (_, false) => Carries::Not,
        (_, true) => Carries::All,
    })
}

/// True if the members that the patch changes are the same in both.
fn same_where_sent(patch: &DevicePatch, seen: &Device, now: &Device) -> bool {
    let ext = |device: &Device| {
        let mut ext = device.ext_params.clone();
        if let Some(ext) = ext.as_mut().and_then(OrText::record_mut) {
            ext.cut();
        }
        ext.write().unwrap_or_default()
    };
    // The list is JSON text, which a service may spell otherwise.
    let methods = |device: &Device| device.method_list.as_deref().map(normal_text);
    let unread = |carried: Carries| carried != Carries::Not;
    (patch.device_type.is_none() || seen.device_type == now.device_type)
        && (patch.activate_code_alias.is_none() || seen.activate_code_alias == now.activate_code_alias)
        && (patch.method_list.is_none() || methods(seen) == methods(now))
        && (patch.ext_params.is_none() || same_json(&ext(seen), &ext(now)))
        && (patch.emv_params.text().is_empty()
            || (seen.emv_params() == now.emv_params()
                || unread(carries(&EmvOnly(seen), &EmvOnly(now), Lacking::Untold, None))
                    && unread(carries(&EmvOnly(now), &EmvOnly(seen), Lacking::Untold, None))))
}

/// One spelling of text that holds JSON.
fn normal_text(text: &str) -> String {
    if text.trim_start().starts_with(['{', '[']) { canonical(text) } else { text.to_owned() }
}

/// A terminal's EMV parameters alone.
struct EmvOnly<'a>(&'a Device);

impl serde::Serialize for EmvOnly<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeMap as _;
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry("emvParams", &self.0.emv_params)?;
        map.end()
    }
}
