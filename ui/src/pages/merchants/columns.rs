//! The columns of the list of merchants.

use tapline_contract::merchant::Merchant;

use crate::show;
use crate::widgets::grid::column::{Column, Look, column, hidden};

pub(super) const COLUMNS: &[Column<Merchant>] = &[
    column("mchName", "Name", Look::Name, 170, Merchant::name),
    column("mchId", "Merchant id", Look::Mono, 112, |merchant: &Merchant| merchant.mch_id.to_string())
        .exact::<Merchant>("mchId"),
    column("providerReference", "Provider reference", Look::Text, 150, |merchant: &Merchant| {
        text(merchant.provider_reference.as_ref())
    })
    .exact::<Merchant>("providerReference"),
    column("mcc", "MCC", Look::Mono, 64, |merchant| text(merchant.mcc.as_ref())),
    column("timeZone", "Time zone", Look::Text, 136, |merchant| text(merchant.time_zone.as_ref())),
    column("methods", "Methods", Look::Text, 190, methods),
    column("state", "Status", Look::Mono, 72, |merchant| {
        merchant.state.as_ref().map(ToString::to_string).unwrap_or_default()
    }),
    hidden("contactName", "Contact", Look::Text, 150, |merchant| text(merchant.contact_name.as_ref())),
    hidden("contactPhone", "Phone", Look::Text, 130, |merchant| text(merchant.contact_phone.as_ref())),
    hidden("contactEmail", "Email", Look::Text, 190, |merchant| text(merchant.contact_email.as_ref())),
    hidden("contactAddress", "Address", Look::Text, 220, |merchant| text(merchant.contact_address.as_ref())),
];

fn text(member: Option<&String>) -> String {
    member.cloned().unwrap_or_default()
}

fn methods(merchant: &Merchant) -> String {
    let methods = merchant.supported_payment_methods.iter().flatten();
    let names = methods.filter_map(|method| method.payment_method.as_deref()).map(show::method_name);
    names.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use tapline_contract::record::Record as _;

    use super::*;

    /// The page shows what exports and taplinectl show: by the marks of the record.
    #[test]
    fn a_card_number_is_shortened_in_every_column_but_the_marked_ones() {
        const PAN: &str = "4111111111111111";
        for column in COLUMNS.iter().filter(|column| !["methods", "state"].contains(&column.head.key)) {
            let raw = format!(r#"{{"mchId":"1",{:?}:{PAN:?}}}"#, column.head.key);
            let merchant = Merchant::read(&raw.replace(r#""mchId":"1","mchId""#, r#""mchId""#)).unwrap();
            let expected = if Merchant::is_exact(column.head.key) { PAN } else { "411111******1111" };
            assert_eq!(column.shown(&merchant), expected, "{}", column.head.key);
        }
    }
}
