//! The review of a plan: each record, its members before and after, limits as money and codes bit by bit.

use tapline_contract::plan::{ItemResult, ItemState, Plan, PlanItem};
use tapline_contract::where_used::counted;
use tapline_emv::decode::{BitKind, BitRow, Code, Decoded, decode};
use tapline_platform::clock::told_time;

use super::meaning::PlanRecords;
use crate::set::limit::{self, LimitCurrency, value};

/// Tells it line by line. Without a currency, limits stay in minor units; one that a person names comes before that of the users.
/// Names and values from before are those of `read`, which has a result for each item; without it those of the file, and it says
/// so. Without `known` it says what is not.
pub(super) fn review(
    plan: &Plan,
    currency: Option<&LimitCurrency>,
    read: Option<&[ItemResult]>,
    known: Option<&PlanRecords>,
    mut tell: impl FnMut(&str),
) {
    let head = &plan.head;
    tell(&format!("Change set {} of {}, for {}", head.id.0, told_time(&head.created), head.service));
    if !head.why.is_empty() {
        tell(&head.why);
    }
    if read.is_none() {
        tell("Names and previous values are from the file, not from the service.");
    }
    let mut siblings = known.map(PlanRecords::siblings);
    for (at, item) in plan.items.iter().enumerate() {
        let of_users = known.map(|known| known.limit_currency(at));
        let currency = currency.or(of_users.as_ref());
        match read.map(|read| read.get(at)) {
            None => reviewed(item, currency, &mut tell),
            Some(result) => compared(item, result, currency, &mut tell),
        }
        if let Some((known, siblings)) = known.zip(siblings.as_mut()) {
            for line in known.lines(item, at, siblings) {
                tell(&format!("  {line}"));
            }
        }
    }
    if known.is_none() {
        tell("Effect on sales, checks and usage unclear: not everything loaded.");
    }
    tell(&counted(plan.items.len(), "record", "records"));
}

/// The item compared with its record as read.
fn compared(
    item: &PlanItem,
    result: Option<&ItemResult>,
    currency: Option<&LimitCurrency>,
    tell: &mut impl FnMut(&str),
) {
    match result.and_then(|result| item.as_read(result)) {
        Some(read) => reviewed(&read, currency, tell),
        None => tell(&item.called()),
    }
    match result.map(|result| (result.state, &result.sentence)) {
        Some((ItemState::Applied, _)) => tell("  Already set."),
        Some((ItemState::NotApplied, _)) => {}
        Some((_, sentence)) => tell(&format!("  Conflict, not sent: {sentence}")),
        None => tell("  Conflict, not sent: the record wasn't loaded."),
    }
}

/// True if one of the three limits is among the changes.
pub(super) fn has_limits(plan: &Plan) -> bool {
    plan.items.iter().flat_map(PlanItem::changes).any(|(name, ..)| limit::is_limit(&name))
}

fn reviewed(item: &PlanItem, currency: Option<&LimitCurrency>, tell: &mut impl FnMut(&str)) {
    tell(&format!("{} {} ({})", item.kind.words(), item.id, item.name));
    for (name, before, after) in item.changes() {
        let (unit_before, unit_after) = match (limit::is_limit(&name), after) {
            (false, _) => ("", ""),
            (true, Some(_)) => ("", " minor units"),
            (true, None) => (" minor units", ""),
        };
        let (was, is) = (before.unwrap_or("(none)"), after.unwrap_or("(none)"));
        tell(&format!("  {name}: {was}{unit_before} > {is}{unit_after}"));
        for words in in_words(&name, before, after, currency) {
            tell(&format!("    {words}"));
        }
    }
}

/// Meaning of a change of a limit or of a code. The values are JSON text.
fn in_words(
    name: &str,
    before: Option<&str>,
    after: Option<&str>,
    currency: Option<&LimitCurrency>,
) -> Vec<String> {
    if limit::is_limit(name) {
        return currency
            .and_then(|currency| limit::in_money(name, before, after, currency))
            .into_iter()
            .collect();
    }
    let Some(code) = Code::from_key(name, None) else { return Vec::new() };
    let read = |raw: Option<&str>| decode(code, None, value(raw?)?.text()?).ok();
    let Some(after) = read(after) else { return Vec::new() };
    let before = read(before);
    let was = |row: &BitRow| {
        let same = |old: &&BitRow| (old.byte, old.bit) == (row.byte, row.bit);
        before.as_ref().and_then(|before| before.bits.iter().find(same)).is_some_and(|old| old.set)
    };
    let bits = after.bits.iter().filter(|row| row.set != was(row)).map(|row| {
        let sign = match row.kind {
            BitKind::Inverted => "now",
            _ if row.set => "+",
            _ => "-",
        };
        format!("{sign} {} ({})", row.words, row.place())
    });
    let meaning = |of: &Decoded| of.meaning.clone();
    match (before.as_ref().and_then(meaning), meaning(&after)) {
        (Some(before), Some(after)) if before != after => vec![format!("{before} > {after}")],
        _ => bits.collect(),
    }
}

#[cfg(test)]
mod tests {
    use tapline_emv::Currency;

    use super::*;

    #[test]
    fn a_limit_is_told_as_money_and_a_code_bit_by_bit() {
        let euro = LimitCurrency::Known(Currency::euro());
        let words = |name: &str, before: &str, after: &str| {
            in_words(name, Some(before), Some(after), Some(&euro)).join("; ")
        };
        assert_eq!(words("clCVMLimit", "2500", r#""125000""#), "25.00 EUR > 1,250.00 EUR");
        assert_eq!(in_words("clCVMLimit", Some("2500"), Some("5000"), None), Vec::<String>::new());
        assert_eq!(words("clCVMLimit", "null", "5000"), "(none) > 50.00 EUR");
        let bits = words("cvmCapabilityCVMRequired", r#""60""#, r#""20""#);
        assert!(bits.starts_with("- ") && bits.ends_with("(byte 1 bit 7)"), "{bits}");
        assert_eq!(words("appVersion", r#""0096""#, r#""0097""#), "");
    }
}
