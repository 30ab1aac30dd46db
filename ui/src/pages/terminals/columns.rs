//! The columns of the list of terminals.

use tapline_contract::device::Device;
use tapline_contract::merchant::MerchantId;

use super::known;
use crate::ipc::engine;
use crate::paths::Route;
use crate::widgets::grid::column::{Column, Look, column};

/// A terminal with its merchant: the record does not tell it, and the way to its page needs it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Listed {
    pub(super) of: MerchantId,
    pub(super) device: Device,
}

impl Listed {
    /// Names the row, and leads to it.
    pub(super) fn path(&self) -> String {
        Route::Terminal(self.of.clone(), self.device.device_id.clone()).path()
    }
}

pub(super) const COLUMNS: &[Column<Listed>] = &[
    column("Name", Look::Name, 148, |listed| listed.device.name()),
    column("Terminal id", Look::Mono, 118, |listed| listed.device.device_id.to_string()),
    column("Status", Look::Text, 168, |listed| known::status(&listed.device).line()),
    column("Type", Look::Text, 64, |listed| text(listed.device.device_type.as_ref())),
    column("App version", Look::Mono, 92, |listed| text(listed.device.app_version.as_ref())),
    column("Methods", Look::Text, 164, |listed| methods(&listed.device)),
    column("Activated", Look::Text, 169, |listed| time(listed.device.actives_at.as_ref())),
    column("Changed", Look::Text, 169, |listed| time(listed.device.updated_at.as_ref())),
];

fn text(member: Option<&String>) -> String {
    member.cloned().unwrap_or_default()
}

fn time(member: Option<&String>) -> String {
    member.map(|text| engine::local_time(text)).unwrap_or_default()
}

fn methods(device: &Device) -> String {
    match known::methods(device) {
        Some(methods) => methods.iter().map(|code| known::method_name(code)).collect::<Vec<_>>().join(", "),
        None => text(device.method_list.as_ref()),
    }
}
