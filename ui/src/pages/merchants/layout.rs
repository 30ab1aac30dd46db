//! Layout of a merchant's fields on its page, in its form and in the list, with the other columns of the list.

use std::sync::LazyLock;

use tapline_contract::merchant::{Merchant, MerchantExtParams};

use crate::record::layout::{self, FieldRow, row};
use crate::show::method_name;
use crate::widgets::grid::column::{CellFormat, Column, column};

pub(super) const MERCHANT: &str = "Merchant";
pub(super) const CONTACT: &str = "Contact";
pub(super) const ACQUIRER: &str = "At the acquirer";

pub(super) static ROWS: &[FieldRow<Merchant>] = &[
    row!(Merchant, MERCHANT, provider_reference: "providerReference", "Provider reference", Text 150, digits)
        .hint("The provider's name for this merchant. Identifies the record if the connection drops."),
    row!(Merchant, MERCHANT, mcc: "mcc", "MCC", Mono 64),
    row!(Merchant, MERCHANT, time_zone: "timeZone", "Time zone", Text 136),
    row!(Merchant, CONTACT, contact_name: "contactName", "Contact name", Text 150, hidden),
    row!(Merchant, CONTACT, contact_email: "contactEmail", "Email", Text 190, hidden),
    row!(Merchant, CONTACT, contact_phone: "contactPhone", "Phone", Text 130, hidden),
    row!(Merchant, CONTACT, contact_address: "contactAddress", "Address", Text 220, hidden),
    FieldRow::new(
        ACQUIRER,
        column("extParams.acqMid", "Acquirer MID", CellFormat::Mono, 120, |merchant: &Merchant| {
            merchant.ext_params.as_ref().and_then(|ext| ext.acq_mid.clone()).unwrap_or_default()
        })
        .exact::<MerchantExtParams>("acqMid")
        .hidden(),
    ),
    FieldRow::new(
        ACQUIRER,
        column("extParams.acqTid", "Acquirer TID", CellFormat::Mono, 120, |merchant: &Merchant| {
            merchant.ext_params.as_ref().and_then(|ext| ext.acq_tid.clone()).unwrap_or_default()
        })
        .exact::<MerchantExtParams>("acqTid")
        .hidden(),
    ),
];

const FIRST: [Column<Merchant>; 2] = [
    column("mchName", "Name", CellFormat::Name, 150, Merchant::name),
    column("mchId", "Merchant id", CellFormat::Mono, 112, |merchant: &Merchant| merchant.mch_id.to_string())
        .exact::<Merchant>("mchId"),
];

const OTHERS: [Column<Merchant>; 2] = [
    column("methods", "Methods", CellFormat::Text, 290, methods),
    column("state", "Status", CellFormat::Text, 104, |merchant| {
        merchant.state.as_ref().map(|state| state_words(state.text())).unwrap_or_default()
    }),
];

pub(super) static COLUMNS: LazyLock<Vec<Column<Merchant>>> =
    LazyLock::new(|| layout::columns(&FIRST, ROWS, &OTHERS));

pub(super) fn state_words(state: &str) -> String {
    likely_state(state).map_or_else(|| format!("Status {state}"), str::to_owned)
}

/// Likely meaning of a state; the service document lists none.
pub(super) fn likely_state(state: &str) -> Option<&'static str> {
    match state {
        "1" => Some("Likely active"),
        "0" => Some("Likely inactive"),
        _ => None,
    }
}

fn methods(merchant: &Merchant) -> String {
    let methods = merchant.supported_payment_methods.iter().flatten();
    let names = methods.filter_map(|method| method.payment_method.as_deref()).map(method_name);
    names.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use tapline_contract::record::Record as _;

    use super::*;

    /// Columns shorten card numbers by the record's marks, like exports and taplinectl.
    #[test]
    fn a_card_number_is_shortened_in_every_column_but_the_marked_ones() {
        const PAN: &str = "4111111111111111";
        for column in COLUMNS.iter().filter(|column| !["methods", "state"].contains(&column.head.key)) {
            let member = match column.head.key.split_once('.') {
                Some((outer, inner)) => format!("{outer:?}:{{{inner:?}:{PAN:?}}}"),
                None => format!("{:?}:{PAN:?}", column.head.key),
            };
            let raw = format!(r#"{{"mchId":"1",{member}}}"#);
            let merchant = Merchant::read(&raw.replace(r#""mchId":"1","mchId""#, r#""mchId""#)).unwrap();
            let expected = if Merchant::is_exact(column.head.key) { PAN } else { "411111******1111" };
            assert_eq!(column.shown(&merchant), expected, "{}", column.head.key);
        }
    }
}
