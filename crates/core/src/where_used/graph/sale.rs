//! Terminal of a sale, among the loaded terminals.

use tapline_contract::merchant::MerchantId;
use tapline_contract::where_used::{SaleAt, SaleTerminal, TerminalPlace};

use super::{Lists, MerchantLink, Terminals};

/// Merchants whose terminals may be the sale's: of its name, or with its MID.
pub(in super::super) fn concerned_by_sale(lists: &Lists, sale: &SaleAt) -> Vec<MerchantId> {
    let is_its = |one: &&MerchantLink| {
        let mid = one.acq_mid.as_deref().map(str::trim).unwrap_or_default();
        (!sale.merchant.is_empty() && one.user.name.trim() == sale.merchant)
            || (!mid.is_empty() && mid == sale.acq_mid)
    };
    lists.merchants.iter().filter(is_its).map(|one| one.user.id.clone()).collect()
}

/// Those that fit best, whoever's they are.
pub(in super::super) fn sale_terminals(
    lists: &Lists,
    terminals: &Terminals,
    sale: &SaleAt,
) -> Vec<SaleTerminal> {
    let mut found = Vec::new();
    for merchant in &lists.merchants {
        let read = terminals.get(&merchant.user.id).into_iter().flatten();
        for terminal in read.filter(|terminal| !terminal.is_ended()) {
            let own = terminal.acq_mid.as_deref().filter(|mid| !mid.trim().is_empty());
            let place = TerminalPlace {
                id: terminal.id.as_str(),
                acq_tid: terminal.acq_tid.as_deref(),
                acq_mid: own.or(merchant.acq_mid.as_deref()),
                merchant: &merchant.user.name,
            };
            found.extend(sale.by(&place).map(|by| SaleTerminal {
                user: terminal.user(&merchant.user.id),
                merchant: merchant.user.name.clone(),
                by,
                methods: terminal.methods.clone(),
                is_phone: terminal.is_phone,
            }));
        }
    }
    let best = found.iter().map(|one| one.by).min();
    found.retain(|one| Some(one.by) == best);
    found
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use tapline_contract::device::Device;
    use tapline_contract::merchant::Merchant;
    use tapline_contract::record::Record as _;
    use tapline_contract::where_used::By;

    use super::super::TerminalLink;
    use super::*;

    #[test]
    fn the_terminal_of_a_sale_is_the_one_that_fits_best() {
        let merchants = [
            r#"{"mchId":"M1","mchName":"Café"}"#,
            r#"{"mchId":"M2","mchName":"Café","extParams":{"acqMid":"498"}}"#,
            r#"{"mchId":"M3","mchName":"Kiosk","extParams":{"acqMid":"498"}}"#,
        ];
        let lists = Lists {
            merchants: merchants
                .iter()
                .map(|text| MerchantLink::from_record(&Merchant::read(text).unwrap()))
                .collect(),
            ..Lists::default()
        };
        let of = |rows: &[&str]| {
            rows.iter()
                .map(|text| TerminalLink::from_record(&Device::read(text).unwrap()))
                .collect::<Vec<_>>()
        };
        let terminals: Terminals = BTreeMap::from([
            (
                MerchantId::parse("M1").unwrap(),
                of(&[
                    r#"{"deviceId":"CD-1","extParams":{"acqTid":"1","acqMid":"300"}}"#,
                    r#"{"deviceId":"CD-2","extParams":{"acqTid":"2"}}"#,
                ]),
            ),
            (
                MerchantId::parse("M2").unwrap(),
                of(&[
                    r#"{"deviceId":"CD-3","extParams":{"acqTid":"1"}}"#,
                    r#"{"deviceId":"CD-4","extParams":{"acqTid":"2"}}"#,
                    r#"{"deviceId":"CD-5","extParams":{"acqTid":"2"}}"#,
                    r#"{"deviceId":"CD-6","deviceStatus":3,"extParams":{"acqTid":"1"}}"#,
                ]),
            ),
        ]);
        let said = |[sdk_id, acq_tid, acq_mid]: [&str; 3]| {
            let sale = SaleAt {
                sdk_id: sdk_id.to_owned(),
                acq_tid: acq_tid.to_owned(),
                acq_mid: acq_mid.to_owned(),
                merchant: "Café".to_owned(),
            };
            let found = sale_terminals(&lists, &terminals, &sale);
            let ids: Vec<_> = found.iter().map(|one| one.user.id.to_string()).collect();
            (ids.join(" "), found.first().map(|one| one.by), concerned_by_sale(&lists, &sale).len())
        };
        assert_eq!(said(["SDK-1", "1", "498"]), ("CD-3".to_owned(), Some(By::TidAndMid), 3));
        assert_eq!(said(["CD-1", "1", "498"]), ("CD-1".to_owned(), Some(By::Id), 3));
        assert_eq!(said(["", "2", "498"]), ("CD-4 CD-5".to_owned(), Some(By::TidAndMid), 3));
        assert_eq!(said(["", "2", "300"]), ("CD-2".to_owned(), Some(By::Tid), 2));
        assert_eq!(said(["", "9", ""]), (String::new(), None, 2));
    }
}
