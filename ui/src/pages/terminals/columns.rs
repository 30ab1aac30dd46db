//! The columns of the list of terminals.

use tapline_contract::device::Device;

use super::known;
use super::resource::Terminal;
use crate::show;
use crate::widgets::grid::column::{CellFormat, Column, column};

pub(super) const COLUMNS: &[Column<Terminal>] = &[
    column("name", "Name", CellFormat::Name, 148, |terminal| terminal.device.name()),
    column("id", "Terminal id", CellFormat::Mono, 118, |terminal: &Terminal| {
        terminal.device.device_id.to_string()
    })
    .exact::<Device>("deviceId"),
    column("status", "Status", CellFormat::Status(known::MARKS), 160, |terminal| {
        known::status_value(&terminal.device)
    }),
    column("type", "Type", CellFormat::Text, 64, |terminal| text(terminal.device.device_type.as_ref())),
    column("version", "App version", CellFormat::Mono, 92, |terminal| {
        text(terminal.device.app_version.as_ref())
    }),
    column("methods", "Methods", CellFormat::Text, 164, |terminal| methods(&terminal.device)),
    column("activated", "Activated", CellFormat::Time, 188, |terminal| {
        text(terminal.device.actives_at.as_ref())
    }),
    column("changed", "Changed", CellFormat::Time, 188, |terminal| text(terminal.device.updated_at.as_ref())),
];

fn text(member: Option<&String>) -> String {
    member.cloned().unwrap_or_default()
}

fn methods(device: &Device) -> String {
    match known::methods(device) {
        Some(methods) => methods.iter().map(|code| show::method_name(code)).collect::<Vec<_>>().join(", "),
        None => text(device.method_list.as_ref()),
    }
}
