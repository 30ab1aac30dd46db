//! The columns of the list of merchants.

use tapline_contract::merchant::Merchant;

use super::known;
use crate::widgets::grid::column::{Column, Look, column, hidden};

pub(super) const COLUMNS: &[Column<Merchant>] = &[
    column("mchName", "Name", Look::Name, 170, Merchant::name),
    column("mchId", "Merchant id", Look::Mono, 112, |merchant| merchant.mch_id.to_string()),
    column("providerReference", "Provider reference", Look::Text, 150, |merchant| {
        text(merchant.provider_reference.as_ref())
    }),
    column("mcc", "MCC", Look::Mono, 64, |merchant| text(merchant.mcc.as_ref())),
    column("timeZone", "Time zone", Look::Text, 136, |merchant| text(merchant.time_zone.as_ref())),
    column("methods", "Methods", Look::Text, 190, methods),
    column("state", "State", Look::Mono, 72, |merchant| {
        merchant.state.as_ref().map(ToString::to_string).unwrap_or_default()
    }),
    hidden("contactName", "Contact", Look::Text, 150, |merchant| text(merchant.contact_name.as_ref())),
    hidden("contactPhone", "Phone", Look::Text, 130, |merchant| text(merchant.contact_phone.as_ref())),
    hidden("contactEmail", "E-mail", Look::Text, 190, |merchant| text(merchant.contact_email.as_ref())),
    hidden("contactAddress", "Address", Look::Text, 220, |merchant| text(merchant.contact_address.as_ref())),
];

fn text(member: Option<&String>) -> String {
    member.cloned().unwrap_or_default()
}

fn methods(merchant: &Merchant) -> String {
    let methods = merchant.supported_payment_methods.iter().flatten();
    let names = methods.filter_map(|method| method.payment_method.as_deref()).map(known::method_name);
    names.collect::<Vec<_>>().join(", ")
}
