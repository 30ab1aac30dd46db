//! The sentences of an answer: the amount against the limit, then what reader and terminal make of it.

use tapline_emv::limits::rule;
use tapline_emv::tap::{
    ApprovalPlace, Certainty, Compared, Doubt, Ground, Method, Methods, Online, Refusal, Relation,
    TapDecision,
};
use tapline_emv::{Comparison, Currency, LimitKind, Scheme, param};

use super::{doubt, is_refused, listed, place};

/// In the order they are read.
pub(super) fn sentences(decision: &TapDecision, currency: &Currency) -> Vec<String> {
    let amount = currency.money(decision.amount);
    let mut all = Vec::new();
    match decision.online {
        Some(Online::FloorOfZero) if decision.compared.is_empty() => {
            all.push(format!("A floor limit of {} is for online-only readers.", currency.money(0)));
        }
        Some(Online::ZeroAmount) if decision.compared.is_empty() => {
            all.push(format!("{amount} goes online under any floor limit (EMV Book B v2.5, 3.1.1.11)."));
        }
        _ => all.extend(compared(decision, currency)),
    }
    all.extend(reader(decision));
    all.extend(online(decision, currency));
    let missing = decision.doubts.iter().filter(|doubt| matches!(doubt, Doubt::LimitMissing(_)));
    all.extend(missing.map(|doubt| doubt::sentence(decision, *doubt, currency)));
    all
}

/// "62.00 EUR is above the CVM limit of 50.00 EUR."
fn compared(decision: &TapDecision, currency: &Currency) -> Vec<String> {
    let amount = currency.money(decision.amount);
    let of_relation = |one: &Compared| {
        let relation = match one.relation {
            Relation::Below => "below",
            Relation::Equal => "exactly",
            Relation::Above => "above",
            Relation::NoLimit => return None,
        };
        Some(format!("{relation} the {} of {}", one.limit.noun(), currency.money(one.minor)))
    };
    let known: Vec<String> = decision.compared.iter().filter_map(of_relation).collect();
    let mut all = Vec::new();
    if !known.is_empty() {
        all.push(format!("{amount} is {}.", listed(&known, "and")));
    }
    for one in &decision.compared {
        match one.relation {
            Relation::Equal => all.push(at_limit(decision.scheme, one.limit)),
            Relation::NoLimit => {
                all.push(format!(
                    "The {} of {} means no limit.",
                    one.limit.noun(),
                    currency.money(one.minor)
                ));
            }
            Relation::Below | Relation::Above => {}
        }
    }
    all
}

/// Behavior of the scheme at exactly the limit.
fn at_limit(scheme: Scheme, limit: LimitKind) -> String {
    let what = match limit {
        LimitKind::Floor => "goes online",
        LimitKind::Cvm => "requires verification",
        LimitKind::Transaction => "declines",
    };
    let when = match rule(scheme, limit).service {
        Comparison::AtLeast => "at or above",
        Comparison::Above => "only above",
    };
    format!("{} {what} {when} the {}.", scheme.name(), limit.noun())
}

/// Capabilities of the reader, as far as they matter.
fn reader(decision: &TapDecision) -> Vec<String> {
    let by = &decision.decided_by;
    let methods = decision.result.verification.methods;
    let first = by.values.first();
    let mut all = Vec::new();
    match decision.result.place {
        ApprovalPlace::Declined(Refusal::AboveLimit) => return all,
        ApprovalPlace::Declined(Refusal::NoTap) => {
            let is_denied = matches!(first, Some(Ground::Bits { is_set: true, .. }));
            let what =
                if is_denied { "Mag-stripe mode and EMV mode are off" } else { "No contactless mode is on" };
            return vec![format!("{what} ({}).", grounds(decision))];
        }
        ApprovalPlace::Contradicted => {
            let bit = first.map(|bit| place(*bit)).unwrap_or_default();
            return vec![format!(
                "The reader is declared offline only ({bit}), and the terminal type (9F35) is online only."
            )];
        }
        _ => {}
    }
    if let Some(bit) = by.values.iter().find(|value| is_missing_phone(**value)) {
        all.push(format!("The reader doesn't accept the phone's own unlock ({} missing).", place(*bit)));
    }
    all.extend(match decision.result.place {
        ApprovalPlace::Declined(refusal @ (Refusal::ReaderOfflineOnly | Refusal::TerminalOfflineOnly)) => {
            let pin =
                if by.limit == Some(LimitKind::Cvm) { "A PIN is verified online, and the" } else { "The" };
            let who = match refusal {
                Refusal::ReaderOfflineOnly => "reader is declared",
                _ => "terminal is",
            };
            let bit = by.values.iter().find(|value| !is_missing_phone(**value)).copied();
            Some(format!("{pin} {who} offline only ({}).", bit.map(place).unwrap_or_default()))
        }
        ApprovalPlace::Declined(_) | ApprovalPlace::PossiblyDeclined if is_below(decision) => Some(
            "Up to the CVM limit, DF8119 offers neither “No CVM” nor a method that works here.".to_owned(),
        ),
        ApprovalPlace::Declined(_) | ApprovalPlace::PossiblyDeclined
            if decision.doubts.contains(&Doubt::NobodySigns) =>
        {
            Some("The reader offers signature only.".to_owned())
        }
        ApprovalPlace::Declined(_) | ApprovalPlace::PossiblyDeclined => {
            Some("The reader offers neither PIN nor signature.".to_owned())
        }
        _ if is_below(decision) => Some(below(decision)),
        _ => above(decision, methods),
    });
    all
}

/// Effect of DF8119 on a tap up to the CVM limit. Kernel 2, CVM selection.
fn below(decision: &TapDecision) -> String {
    let methods = decision.result.verification.methods;
    let asked = methods.without(Method::Nothing);
    if asked.is_empty() {
        return "Up to the CVM limit, DF8119 leaves only “No CVM” at this terminal.".to_owned();
    }
    let offers = format!("Up to the CVM limit, DF8119 offers {}", names(asked));
    match (methods.has(Method::Nothing), asked.iter().count()) {
        (true, _) => format!("{offers} or “No CVM”. The card decides."),
        (false, 1) => format!("{offers} and not “No CVM” (bit 4 missing)."),
        (false, _) => format!("{offers} and not “No CVM” (bit 4 missing). The card decides."),
    }
}

/// Methods of the reader once the CVM limit is reached; `None` where none is requested or the methods are unknown.
fn above(decision: &TapDecision, methods: Methods) -> Option<String> {
    let is_known = decision.decided_by.values.iter().any(|value| !is_missing_phone(*value))
        || decision.decided_by.values.iter().any(|value| is_missing_phone(*value))
            && !is_reader_unknown(decision);
    if decision.decided_by.limit != Some(LimitKind::Cvm) || !is_known {
        return None;
    }
    let asked = methods.without(Method::Nothing).without(Method::Phone);
    if methods == Methods::only(Method::Phone) {
        return (decision.result.verification.certainty != Certainty::Unclear)
            .then(|| "The reader accepts the phone's own unlock.".to_owned())
            .filter(|_| !decision.doubts.contains(&Doubt::PhoneUnknown));
    }
    if asked.is_empty() {
        return Some("Above it, DF8118 allows “No CVM” as well.".to_owned());
    }
    Some(match (methods.has(Method::Nothing), asked.iter().count()) {
        (true, _) => format!(
            "The card chooses {}.",
            listed(&named(asked).chain(["“No CVM”"]).collect::<Vec<_>>(), "or")
        ),
        (false, 1) if decision.doubts.contains(&Doubt::PinNeedsOnline) => {
            format!("Of the reader's methods, {} is left.", names(asked))
        }
        (false, 1) if asked.has(Method::Signature) => "The reader offers signature and no PIN.".to_owned(),
        (false, 1) => format!("The reader offers {}.", names(asked)),
        (false, _) => {
            format!("The card chooses {}.", listed(&named(asked).collect::<Vec<_>>(), "or"))
        }
    })
}

/// Why the sale goes online although the floor limit doesn't send it.
fn online(decision: &TapDecision, currency: &Currency) -> Option<String> {
    let has_pin = decision.result.verification.methods.has(Method::Pin)
        && decision.result.verification.certainty != Certainty::Unclear;
    match decision.online {
        _ if is_refused(decision) => None,
        Some(Online::TerminalType) => {
            Some("The terminal is online only (9F35), so the sale goes online.".to_owned())
        }
        Some(Online::Pin) => Some("A PIN is verified online, so the sale goes online.".to_owned()),
        Some(Online::FloorOfZero) if !decision.compared.is_empty() => {
            Some(format!("A floor limit of {} is for online-only readers.", currency.money(0)))
        }
        None if has_pin && decision.result.place == ApprovalPlace::OfflinePossible => {
            Some("With a PIN, the sale goes online.".to_owned())
        }
        _ => None,
    }
}

fn grounds(decision: &TapDecision) -> String {
    let all: Vec<String> = decision.decided_by.values.iter().map(|value| place(*value)).collect();
    listed(&all, "and")
}

fn is_below(decision: &TapDecision) -> bool {
    decision.decided_by.values.iter().any(|value| matches!(value, Ground::Bits { key: param::NO_CVM, .. }))
}

fn is_reader_unknown(decision: &TapDecision) -> bool {
    decision
        .doubts
        .iter()
        .any(|doubt| matches!(doubt, Doubt::ReaderUnknown | Doubt::Unread(_) | Doubt::MagStripeOnly))
}

/// The bit that announces the phone's unlock, where it is missing.
fn is_missing_phone(value: Ground) -> bool {
    match value {
        Ground::Bits { key, byte, mask, is_set: false } => {
            [(param::TTQ, 3, 0x40), (param::KERNEL_CONFIGURATION, 1, 0x20), (param::AMEX_ENHANCED, 2, 0x80)]
                .contains(&(key, byte, mask))
        }
        _ => false,
    }
}

/// "online PIN and signature".
fn names(methods: Methods) -> String {
    listed(&named(methods).collect::<Vec<_>>(), "and")
}

fn named(methods: Methods) -> impl Iterator<Item = &'static str> {
    methods.iter().map(|method| match method {
        Method::Nothing => "“No CVM”",
        Method::Pin => "online PIN",
        Method::Signature => "signature",
        Method::Phone => "phone unlock",
    })
}
