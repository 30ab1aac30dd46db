//! Sentences about past sales: the number of sales with another result, and the transactions behind the count.

use tapline_contract::list::LoadState;
use tapline_contract::replay::{Apart, Replayed, SalesBasis};
use tapline_contract::transaction::TransactionQuery;

use crate::show::day;
use crate::widgets::grid::column::counted;

/// "57 of 412 loaded sales would no longer need a PIN; 3 would now be declined."
pub(super) fn line(found: &Replayed) -> String {
    let unreadable = found.apart.iter().any(|(why, _)| *why == Apart::UnreadableAmount);
    if found.sales == 0 && unreadable {
        return "Can't compare the loaded amounts with limits. Check the unit of amounts.".to_owned();
    }
    if found.sales == 0 {
        return "No loaded sale is a tap under these limits.".to_owned();
    }
    let effects: Vec<(u32, &str)> = found.effects.iter().map(|one| (one.sales, one.words.as_str())).collect();
    format!("{}.", counts(found.sales, "loaded ", &effects))
}

/// "57 of 843 sales would no longer need a PIN; 3 would now be declined"; `which` is "loaded " or nothing.
pub(crate) fn counts(sales: u32, which: &str, effects: &[(u32, &str)]) -> String {
    let all = format!("{} {which}{}", number(sales), if sales == 1 { "sale" } else { "sales" });
    let Some(((count, words), more)) = effects.split_first() else {
        return format!("No change for {all}");
    };
    let first = format!("{} of {all} {words}", number(*count));
    let more = more.iter().map(|(count, words)| format!("; {} {words}", number(*count)));
    [first].into_iter().chain(more).collect()
}

/// "843 Visa sales in the last 30 days", "287 Visa sales at 3 merchants"; `first_day` is the first of these days, and `at` the number of
/// merchants whose sales alone count.
pub(crate) fn caption(
    sales: u32,
    scheme: Option<&str>,
    at: Option<u32>,
    over: &SalesBasis,
    first_day: &str,
) -> String {
    if sales == 0 && over.apart.iter().any(|(why, _)| *why == Apart::UnreadableAmount) {
        return "Confirm the unit of amounts to see past sales".to_owned();
    }
    if sales == 0 && over.state == LoadState::Loading {
        return "Loading past sales…".to_owned();
    }
    let scheme = scheme.map(|scheme| format!("{scheme} ")).unwrap_or_default();
    let noun = if sales == 1 { "sale" } else { "sales" };
    // Short: it stands over the axis, whose middle stays free.
    let which = match (&over.state, at) {
        (LoadState::Loading, _) => " so far".to_owned(),
        (LoadState::Complete, Some(1)) => " at 1 merchant".to_owned(),
        (LoadState::Complete, Some(many)) => format!(" at {} merchants", number(many)),
        (LoadState::Complete, None) if is_recent(&over.query, first_day) => " in the last 30 days".to_owned(),
        (LoadState::Complete, None) => " loaded".to_owned(),
        (LoadState::Incomplete { .. } | LoadState::Failed { .. } | LoadState::Cancelled, _) => {
            ", incomplete".to_owned()
        }
    };
    format!("{} {scheme}{noun}{which}", number(sales))
}

/// Second line at a dragged limit: "Visa, last 30 days · 3 merchants · 12 sales may have used another configuration".
pub(crate) fn scope_line(
    scheme: Option<&str>,
    over: &SalesBasis,
    first_day: &str,
    is_matched: bool,
) -> String {
    let days = if is_recent(&over.query, first_day) { "last 30 days" } else { "loaded sales" };
    let mut parts = vec![scheme.map_or_else(|| "Several schemes".to_owned(), str::to_owned) + ", " + days];
    parts.push(match (is_matched, over.merchants) {
        // The merchants of the configuration aren't known.
        (false, _) => "all merchants".to_owned(),
        (true, 1) => "1 merchant".to_owned(),
        (true, many) => format!("{} merchants", number(many)),
    });
    if over.shared > 0 {
        parts.push(format!("{} sales may have used another configuration", number(over.shared)));
    }
    match over.state {
        LoadState::Loading => parts.push("more loading".to_owned()),
        LoadState::Complete => {}
        LoadState::Incomplete { .. } | LoadState::Failed { .. } | LoadState::Cancelled => {
            parts.push("incomplete list".to_owned());
        }
    }
    parts.join(" · ")
}

/// Transactions behind the bars: "In 3,000 loaded transactions since 2 Nov 2026." The caption names the last 30 days.
pub(crate) fn rows_line(over: &SalesBasis, first_day: &str) -> String {
    let all = TransactionQuery::default();
    let query = if is_recent(&over.query, first_day) { &all } else { &over.query };
    let rows = loaded_rows(over.rows, over.total, &over.state, query);
    format!("In {rows}.")
}

fn is_recent(query: &TransactionQuery, first_day: &str) -> bool {
    let created_start = Some(first_day.to_owned());
    *query == TransactionQuery { created_start, ..TransactionQuery::default() }
}

/// Basis of the count: scheme, merchants, the number of loaded transactions, and the filter of their list; then a note about the
/// merchants.
pub(super) fn basis(found: &Replayed, (scope, note): &(String, String)) -> String {
    let rows = loaded_rows(found.rows, found.total, &found.state, &found.query);
    format!("Based on {scope}, in {rows}. {note}").trim_end().to_owned()
}

fn loaded_rows(count: u32, total: Option<i64>, state: &LoadState, query: &TransactionQuery) -> String {
    let rows = number(count);
    let transactions = if count == 1 { "transaction" } else { "transactions" };
    let total = total.and_then(|total| u32::try_from(total).ok()).filter(|total| *total > count);
    let of = total.map(|total| format!(" of {}", number(total))).unwrap_or_default();
    let part = match state {
        LoadState::Loading => ", more loading",
        LoadState::Complete => "",
        LoadState::Incomplete { .. } | LoadState::Failed { .. } | LoadState::Cancelled => ", incomplete list",
    };
    format!("{rows}{of} loaded {transactions}{}{part}", narrowed(query))
}

/// The filter of the loaded list.
fn narrowed(query: &TransactionQuery) -> String {
    let days = match (query.created_start.as_deref(), query.created_end.as_deref()) {
        (None, None) => String::new(),
        (Some(first), None) => format!(" since {}", day(first)),
        (None, Some(last)) => format!(" until {}", day(last)),
        (Some(first), Some(last)) => format!(" from {} to {}", day(first), day(last)),
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
        assert_eq!(line(&two), "57 of 412 loaded sales would no longer need a PIN; 3 would now be declined.");
        assert_eq!(line(&found(&[])), "No change for 412 loaded sales.");
        let none = Replayed { sales: 0, ..found(&[]) };
        assert_eq!(line(&none), "No loaded sale is a tap under these limits.");
        assert_eq!([stand(1), stand(1_200)], ["1 loaded sale", "1,200 loaded sales"]);
        let no_unit = Replayed { apart: vec![(Apart::UnreadableAmount, 9)], ..none };
        assert!(line(&no_unit).starts_with("Can't compare the loaded amounts"));
    }

    fn over(state: LoadState, day: &str, shared: u32) -> SalesBasis {
        let query = TransactionQuery { created_start: Some(day.to_owned()), ..TransactionQuery::default() };
        let list = ListId(1);
        SalesBasis {
            list,
            version: 2,
            rows: 3000,
            total: None,
            state,
            query,
            merchants: 3,
            shared,
            apart: Vec::new(),
        }
    }

    #[test]
    fn bars_say_over_how_many_sales_and_days() {
        let today = "2026-11-02";
        let failed = LoadState::Cancelled;
        for (over, sales, scheme, expected) in [
            (over(LoadState::Complete, today, 0), 843, Some("Visa"), "843 Visa sales in the last 30 days"),
            (over(LoadState::Complete, today, 0), 1, None, "1 sale in the last 30 days"),
            (over(LoadState::Loading, today, 0), 1_200, None, "1,200 sales so far"),
            (over(failed, today, 0), 7, None, "7 sales, incomplete"),
            (over(LoadState::Complete, "2026-10-01", 0), 7, None, "7 sales loaded"),
        ] {
            assert_eq!(caption(sales, scheme, None, &over, today), expected);
            if over.state == LoadState::Complete {
                let at_three = caption(sales, scheme, Some(3), &over, today);
                assert!(at_three.ends_with(" at 3 merchants"), "{at_three}");
            }
        }
        let no_unit =
            SalesBasis { apart: vec![(Apart::UnreadableAmount, 9)], ..over(LoadState::Complete, today, 0) };
        assert_eq!(caption(0, None, None, &no_unit, today), "Confirm the unit of amounts to see past sales");
        let narrow = SalesBasis {
            query: TransactionQuery { state: Some(2), ..over(LoadState::Complete, today, 0).query },
            ..over(LoadState::Complete, today, 0)
        };
        assert_eq!(caption(7, None, None, &narrow, today), "7 sales loaded");
        assert_eq!(
            rows_line(&narrow, today),
            "In 3,000 loaded transactions since 2 Nov 2026, filtered as in Transactions."
        );
        assert_eq!(rows_line(&over(LoadState::Complete, today, 0), today), "In 3,000 loaded transactions.");
    }

    #[test]
    fn a_count_says_which_sales_it_is_over() {
        let today = "2026-11-02";
        for (over, scheme, is_matched, expected) in [
            (over(LoadState::Complete, today, 0), Some("Visa"), true, "Visa, last 30 days · 3 merchants"),
            (over(LoadState::Complete, today, 0), Some("Visa"), false, "Visa, last 30 days · all merchants"),
            (
                over(LoadState::Loading, today, 12),
                None,
                true,
                "Several schemes, last 30 days · 3 merchants · 12 sales may have used another configuration · more loading",
            ),
            (
                SalesBasis { merchants: 1, ..over(LoadState::Cancelled, "2026-10-01", 0) },
                Some("JCB"),
                true,
                "JCB, loaded sales · 1 merchant · incomplete list",
            ),
        ] {
            assert_eq!(scope_line(scheme, &over, today, is_matched), expected);
        }
        assert_eq!(counts(843, "", &[]), "No change for 843 sales");
        let one = [(1, "would no longer need a PIN")];
        assert_eq!(counts(1, "loaded ", &one), "1 of 1 loaded sale would no longer need a PIN");
    }

    #[test]
    fn the_basis_never_claims_more_than_is_loaded() {
        let scope = ("Visa taps at all merchants".to_owned(), String::new());
        let basis_of = |found: Replayed| basis(&found, &scope);
        assert_eq!(
            basis_of(found(&[])),
            "Based on Visa taps at all merchants, in 3,000 loaded transactions."
        );
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
            "Based on Visa taps at all merchants, in 200 of 3,000 loaded transactions since 1 Nov 2026, filtered as in Transactions, \
             more loading."
        );
    }
}
