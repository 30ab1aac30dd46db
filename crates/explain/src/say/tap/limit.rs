//! A limit by itself in words, and the reason next to a lane.

use tapline_emv::limits::{Why, is_no_limit, may_be_no_limit};
use tapline_emv::tap::{
    Certainty, Deciding, Doubt, Ground, LimitEffect, LimitMeaning, Method, Refusal, Relation, TapDecision,
    Verification,
};
use tapline_emv::{Currency, LimitKind, Outcome, Unreachable};

use super::result::{accepted, any_of, refused};
use super::{is_refused, when};
use crate::say::{Text, capitalized};

/// "PIN or phone unlock from 50.00", "Declined above 200.00", "Online above 10.00".
pub fn limit_meaning(meaning: &LimitMeaning, currency: &Currency) -> Text {
    let LimitMeaning { scheme, limit, minor, .. } = *meaning;
    let when = when(scheme, limit, minor, currency);
    let effect = effect(meaning, &when);
    let below = meaning.below.map(below).unwrap_or_default();
    let perhaps = if may_be_no_limit(minor) { " (this value may mean no limit)" } else { "" };
    Text::new(format!("{effect}{below}{perhaps}"))
}

fn effect(meaning: &LimitMeaning, when: &str) -> String {
    match &meaning.effect {
        LimitEffect::Never => match meaning.limit {
            LimitKind::Transaction => "Never declined by this limit (no limit)".to_owned(),
            LimitKind::Floor => "Never sent online by this limit (no limit)".to_owned(),
            LimitKind::Cvm => "No verification by this limit (no limit)".to_owned(),
        },
        LimitEffect::Declined => format!("Declined {when}"),
        LimitEffect::NoTap => "No tap can work".to_owned(),
        LimitEffect::Online(Certainty::Certain) => format!("Online {when}"),
        LimitEffect::Online(_) => format!("Likely online {when}"),
        LimitEffect::AlwaysOnline => "Online at any amount: the terminal is online only".to_owned(),
        LimitEffect::Contradicted => format!("Unclear {when}: reader and terminal contradict each other"),
        LimitEffect::Refused(refusal) => refused_when(*refusal, when),
        LimitEffect::PhonesOnly => format!("Phone unlock {when}, a card is likely declined"),
        LimitEffect::Asks { methods, is_phone_open } => {
            let open = if *is_phone_open { "; whether a phone's unlock counts is unclear" } else { "" };
            let asked = methods.without(Method::Nothing);
            if methods.has(Method::Nothing) && !asked.is_empty() {
                format!("{} {when} if the card asks{open}", capitalized(&any_of(asked)))
            } else {
                format!("{} {when}{open}", capitalized(&any_of(*methods)))
            }
        }
        LimitEffect::RefusedUnlessPhone(refusal) => {
            format!("{}; whether a phone's unlock counts is unclear", refused_when(*refusal, when))
        }
        LimitEffect::AsksUnread(value) => format!("Verification {when}; {} can't be read", value.name()),
    }
}

/// "Likely declined above 50.00: no verification possible".
fn refused_when(refusal: Refusal, when: &str) -> String {
    let (words, why) = refused(refusal);
    let why = why.map(|why| format!(": {why}")).unwrap_or_default();
    format!("{} {when}{why}", capitalized(words))
}

/// Verification of a Mastercard card up to the limit.
fn below(below: Result<Verification, Refusal>) -> String {
    match below {
        Err(_) => "; up to it, a card is likely declined as well (DF8119)".to_owned(),
        Ok(Verification { certainty: Certainty::Unclear, methods }) => {
            let asked = methods.without(Method::Nothing);
            format!("; up to it, {} possible (DF8119)", any_of(asked))
        }
        Ok(Verification { methods, .. }) => format!("; up to it, {} (DF8119)", any_of(methods)),
    }
}

/// A zone that a limit would begin and no accepted amount reaches.
pub fn unreachable(zone: &Unreachable, currency: &Currency) -> Text {
    Text::new(unreachable_words(zone, currency))
}

pub(super) fn unreachable_words(zone: &Unreachable, currency: &Currency) -> String {
    let (limit, minor, transaction, effect) = match zone.why {
        Why::CvmBeyondTransaction { cvm, transaction } => {
            (LimitKind::Cvm, cvm, transaction, "it never asks for verification")
        }
        Why::FloorBeyondTransaction { floor, transaction } => {
            (LimitKind::Floor, floor, transaction, "it sends no sale online")
        }
    };
    let limit = format!("The {} of {}", limit.noun(), currency.money(minor));
    if is_no_limit(minor) {
        return format!("{limit} means no limit, so {effect}.");
    }
    if is_no_limit(transaction) {
        return format!("{limit} is {}, so {effect}.", zone.never());
    }
    format!(
        "{limit} is {}: sales above {} are declined, so {effect}.",
        zone.never(),
        currency.money(transaction)
    )
}

/// The reason at the right edge of a lane.
pub(super) fn lane_reason(decision: &TapDecision, currency: &Currency) -> String {
    let by = &decision.decided_by;
    let unread = decision.doubts.iter().find_map(|doubt| match doubt {
        Doubt::Unread(value) => Some(*value),
        _ => None,
    });
    if let Some(value) = unread.filter(|_| !is_refused(decision)) {
        return unread_reason(value);
    }
    if let Err((_, Some(why))) = accepted(decision.result.place) {
        return why.to_owned();
    }
    let is_usual =
        by.values.is_empty() || decision.outcome == Outcome::OnlineWithCvm && is_above_cvm(decision);
    if !is_usual {
        // The bits are in the answer at the amount, not in a column this narrow.
        let is_terminal = by.values.iter().all(|value| matches!(value, Ground::TerminalType));
        let settings = if is_terminal { "terminal type" } else { "reader settings" };
        return by
            .limit
            .map_or_else(|| format!("by {settings}"), |limit| format!("{} and {settings}", limit.noun()));
    }
    by_limits(decision, currency)
}

fn unread_reason(value: Deciding) -> String {
    format!("{} can't be read", value.name())
}

fn is_above_cvm(decision: &TapDecision) -> bool {
    decision
        .decided_by
        .values
        .iter()
        .all(|value| !matches!(value, Ground::Bits { key: tapline_emv::param::NO_CVM, .. }))
}

fn by_limits(decision: &TapDecision, currency: &Currency) -> String {
    let find = |kind| decision.compared.iter().find(|one| one.limit == kind);
    let never = decision.doubts.iter().find_map(|doubt| match doubt {
        Doubt::CvmNeverAsked(zone) => Some(zone.never()),
        _ => None,
    });
    let Some(first) = decision.compared.first() else {
        return match decision.doubts.iter().find_map(|doubt| match doubt {
            Doubt::LimitMissing(limit) => Some(limit.noun()),
            _ => None,
        }) {
            Some(noun) => format!("{noun} missing"),
            None => "amount of zero".to_owned(),
        };
    };
    let figure = currency.figure(first.minor);
    let shown =
        |kind| find(kind).map(|one| when(decision.scheme, kind, one.minor, currency)).unwrap_or_default();
    match (first.limit, first.relation) {
        (LimitKind::Transaction, _) => format!("above transaction limit {figure}"),
        (LimitKind::Floor, Relation::NoLimit) => "no floor limit".to_owned(),
        (LimitKind::Floor, _) if decision.outcome == Outcome::Declined => {
            format!("above floor limit {figure}")
        }
        (LimitKind::Floor, _) => format!("up to floor limit {figure}"),
        (LimitKind::Cvm, Relation::NoLimit) => "no CVM limit".to_owned(),
        (LimitKind::Cvm, Relation::Equal) if asks(decision) => format!("CVM limit {figure} reached"),
        (LimitKind::Cvm, Relation::Above) if asks(decision) => format!("above CVM limit {figure}"),
        (LimitKind::Cvm, _) if asks(decision) => format!("CVM limit {}", shown(LimitKind::Cvm)),
        (LimitKind::Cvm, _) => match never {
            Some(never) => format!("CVM {figure} is {never}"),
            None if first.relation == Relation::Below => format!("below CVM limit {figure}"),
            None if first.relation == Relation::Equal => format!("not above CVM limit {figure}"),
            None => format!("CVM limit {figure}"),
        },
    }
}

fn asks(decision: &TapDecision) -> bool {
    is_refused(decision) || decision.result.verification.methods.asks()
}
