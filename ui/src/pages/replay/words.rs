//! Sentences about past sales: the number of sales with another result, and the transactions behind the count.

use tapline_contract::list::LoadState;
use tapline_contract::replay::{Apart, Replayed};
use tapline_contract::transaction::TransactionQuery;

use crate::widgets::grid::column::counted;

/// "57 of 412 loaded sales would no longer ask for a PIN; 3 would now be declined."
pub(super) fn line(found: &Replayed) -> String {
    let sales = number(found.sales);
    let unreadable = found.apart.iter().any(|(why, _)| *why == Apart::UnreadableAmount);
    if found.sales == 0 && unreadable {
        return "Can't compare the loaded amounts with limits. The unit of amounts may not be confirmed yet."
            .to_owned();
    }
    if found.sales == 0 {
        return "No loaded sale is a tap under these limits.".to_owned();
    }
    let parts: Vec<String> = found
        .effects
        .iter()
        .enumerate()
        .map(|(at, one)| {
            let count = number(one.sales);
            let words = &one.words;
            if at == 0 {
                format!("{count} of {sales} loaded sales {words}")
            } else {
                format!("{count} {words}")
            }
        })
        .collect();
    if parts.is_empty() {
        format!("None of the {sales} loaded sales would change.")
    } else {
        format!("{}.", parts.join("; "))
    }
}

/// Basis of the count: the merchants, the number of loaded transactions, and the filter of their list.
pub(super) fn basis(found: &Replayed, scope: String) -> String {
    let rows = number(found.rows);
    let transactions = if found.rows == 1 { "transaction" } else { "transactions" };
    let total = found.total.and_then(|total| u32::try_from(total).ok()).filter(|total| *total > found.rows);
    let of = total.map(|total| format!(" of {}", number(total))).unwrap_or_default();
    let part = match found.state {
        LoadState::Loading => ", more loading",
        LoadState::Complete => "",
        LoadState::Incomplete { .. } | LoadState::Failed { .. } | LoadState::Cancelled => ", incomplete list",
    };
    format!("{scope}, in {rows}{of} loaded {transactions}{}{part}.", narrowed(&found.query))
}

/// The filter of the loaded list.
fn narrowed(query: &TransactionQuery) -> String {
    let days = match (query.created_start.as_deref(), query.created_end.as_deref()) {
        (None, None) => String::new(),
        (Some(first), None) => format!(" created from {first}"),
        (None, Some(last)) => format!(" created up to {last}"),
        (Some(first), Some(last)) => format!(" created from {first} to {last}"),
    };
    let TransactionQuery { created_start, created_end, .. } = query.clone();
    let rest = TransactionQuery { created_start, created_end, ..TransactionQuery::default() };
    if *query == rest { days } else { format!("{days}, filtered as in Transactions") }
}

/// "1,200 loaded sales stand"
pub(super) fn stand(sales: u32) -> String {
    if sales == 1 { "1 loaded sale".to_owned() } else { format!("{} loaded sales", number(sales)) }
}

/// "1,200"
pub(super) fn number(count: u32) -> String {
    counted(count as usize)
}

#[cfg(test)]
mod tests {
    use tapline_contract::list::ListId;
    use tapline_contract::replay::EffectCount;
    use tapline_emv::replay::Effect;
    use tapline_emv::tap::{Method, Methods};
    use tapline_explain::say::tap::replay_effect;

    use super::*;

    fn found(effects: &[(Effect, u32)]) -> Replayed {
        let count = |(effect, sales): &(Effect, u32)| EffectCount {
            effect: *effect,
            words: replay_effect(*effect, Some(Methods::only(Method::Pin))).to_string(),
            sales: *sales,
            schemes: Vec::new(),
            merchants: Vec::new(),
            other_merchants: (0, 0),
            bands: Vec::new(),
        };
        Replayed {
            list: ListId(1),
            version: 2,
            rows: 3000,
            total: Some(3000),
            state: LoadState::Complete,
            query: TransactionQuery::default(),
            sales: 412,
            apart: Vec::new(),
            effects: effects.iter().map(count).collect(),
            bins: Vec::new(),
            beyond: 0,
        }
    }

    #[test]
    fn a_line_says_of_how_many() {
        let two = found(&[(Effect::AsksNoCvm, 57), (Effect::Declined, 3)]);
        assert_eq!(
            line(&two),
            "57 of 412 loaded sales would no longer ask for a PIN; 3 would now be declined."
        );
        assert_eq!(line(&found(&[])), "None of the 412 loaded sales would change.");
        let none = Replayed { sales: 0, ..found(&[]) };
        assert_eq!(line(&none), "No loaded sale is a tap under these limits.");
        assert_eq!([stand(1), stand(1_200)], ["1 loaded sale", "1,200 loaded sales"]);
        let no_unit = Replayed { apart: vec![(Apart::UnreadableAmount, 9)], ..none };
        assert!(line(&no_unit).starts_with("Can't compare the loaded amounts"));
    }

    #[test]
    fn the_basis_never_claims_more_than_is_loaded() {
        let basis_of = |found: Replayed| basis(&found, "Visa taps at all merchants".to_owned());
        assert_eq!(basis_of(found(&[])), "Visa taps at all merchants, in 3,000 loaded transactions.");
        let query =
            TransactionQuery { created_start: Some("2026-11-01".to_owned()), ..TransactionQuery::default() };
        let part = Replayed {
            rows: 200,
            state: LoadState::Loading,
            query: TransactionQuery { state: Some(2), ..query },
            ..found(&[])
        };
        assert_eq!(
            basis_of(part),
            "Visa taps at all merchants, in 200 of 3,000 loaded transactions created from 2026-11-01, filtered as in Transactions, \
             more loading."
        );
    }
}
