//! Each cause as an English clause without its full stop.

use tapline_emv::cvm::Deciding;
use tapline_emv::entry::{Entry, Status};
use tapline_emv::limits::{LimitKind, is_no_limit};
use tapline_emv::param::TTQ;
use tapline_emv::performed::Verified;
use tapline_emv::{Currency, Presented, Scheme};

use super::changed::changed;
use super::kernel::{iad, kernel_error, kernel_outcome};
use crate::decision::{
    CauseFact, Counters, CvmSide, Disagreement, Floor, HostMeaning, LimitCause, Methods, NamedLimit,
    OfflineBy, Relation, TypeRule,
};
use crate::facts::{Cryptogram, LaterStep, NoAmount};

/// The clause of a fact.
pub(super) fn clause(fact: &CauseFact) -> String {
    use CauseFact as F;
    match fact {
        F::Limit(limit) => against(limit),
        F::NoCvmLimit { configurations } => format!("{} has no CVM limit", names(configurations)),
        F::ExactlyAtLimit { kind, amount: money, is_inferred, .. } => {
            let inferred = if *is_inferred { " (inferred for Amex)" } else { "" };
            let does = if *kind == LimitKind::Cvm { "verifies" } else { "declines" };
            format!("{money} is exactly the {}, and the EMV book {does} from there{inferred}", kind.noun())
        }
        F::ConfigurationsDisagree(Disagreement { kind, amount: money, reached, not_reached }) => format!(
            "{money} reaches the {} of {}, but not of {}",
            kind.noun(),
            limits(reached, &money.currency),
            limits(not_reached, &money.currency)
        ),
        F::LimitUnknown { kind, configuration, is_missing } => {
            let what = if *is_missing { "missing" } else { "unreadable" };
            format!("the {} of {configuration} is {what}", kind.noun())
        }
        F::ParameterUnreadable { parameter, configurations } => {
            format!("{} is unreadable in {}", deciding(*parameter), names(configurations))
        }
        F::LimitsNotInLog => "the log doesn't show the terminal's limits".to_owned(),
        F::NoConfiguration { scheme: Some(scheme) } => {
            format!("no matching {} configuration found", scheme.name())
        }
        F::NoConfiguration { scheme: None } => "the card's scheme is unknown, so no limit applies".to_owned(),
        F::OtherAid { .. } => "no configuration lists the card's AID".to_owned(),
        F::OtherNetwork { name } => format!("the card is {name}, which has no contactless limits here"),
        F::OtherCurrency { sale, limits } => {
            format!(
                "the sale is in {} and the limits in {}, so they can't be compared",
                sale.code(),
                limits.code()
            )
        }
        F::NotCompared(why) => no_amount(why),
        F::ApprovedAmount { approved, requested } => {
            format!("{approved} of {requested} was approved")
        }
        F::ZeroAmount { is_floor_open: true } => {
            "an amount of zero can go online under any floor limit".to_owned()
        }
        F::ZeroAmount { is_floor_open: false } => {
            "an amount of zero goes online to check the account".to_owned()
        }
        F::OfferedBelow { methods, value, is_rule_on } => format!(
            "DF8119{} offers a {} up to the CVM limit, so the card's own list decides; 08 is usual{}",
            valued(value.as_ref()),
            either(*methods),
            rule(*is_rule_on)
        ),
        F::RequiredBelow { methods, value, is_rule_on } if methods.is_empty() => {
            format!(
                "DF8119{} allows no card up to the CVM limit{}",
                valued(value.as_ref()),
                rule(*is_rule_on)
            )
        }
        F::RequiredBelow { methods, value, is_rule_on } => format!(
            "DF8119{} requires a {} up to the CVM limit{}",
            valued(value.as_ref()),
            either(*methods),
            rule(*is_rule_on)
        ),
        F::NotOfferedBelow { value } => {
            format!(
                "DF8119{} offers no PIN up to the CVM limit, so the reader didn't request one",
                valued(value.as_ref())
            )
        }
        F::NoCvmAllowedAbove { value, is_rule_on } => {
            format!(
                "DF8118{} allows “No CVM” above the CVM limit too{}",
                valued(value.as_ref()),
                rule(*is_rule_on)
            )
        }
        F::OfferedAbove { methods } => {
            format!("above the CVM limit the reader offers a {} for cards", either(*methods))
        }
        F::NoMethod { scheme, side } => {
            format!("the reader offers neither PIN nor signature {}{}", of_side(*side), stored(*scheme))
        }
        F::NoTap { .. } => "no contactless mode is on, so no tap can work".to_owned(),
        F::MagStripeMode => "in mag-stripe mode other values decide than DF8118 and DF8119".to_owned(),
        F::OfflineOnly(OfflineBy::Reader(scheme)) => format!("the reader is offline only{}", stored(*scheme)),
        F::OfflineOnly(OfflineBy::Terminal(digits)) => format!("terminal type {digits} is offline only"),
        F::PhoneCheckAccepted { scheme } => {
            format!("the reader accepts verification on the phone{}", stored(*scheme))
        }
        F::PhoneCheckNotAnnounced { scheme } => format!(
            "the reader doesn't announce phone verification{}, so it treats a phone like a card",
            stored(*scheme)
        ),
        F::PhoneCheckRequired => {
            "the reader requires verification on the phone, which a card can't do".to_owned()
        }
        F::StoredCvmRequired => "the stored TTQ always requires a CVM".to_owned(),
        F::TerminalType { digits, rule: TypeRule::Unattended } => {
            format!("terminal type {digits} is unattended, so no one can sign there")
        }
        F::TerminalIsPhone => "the terminal is a phone without a card slot".to_owned(),
        F::PhoneVerified => "the phone verified its owner".to_owned(),
        F::PhoneNotVerified => "the phone wasn't unlocked".to_owned(),
        F::Wallet { name } => format!("the customer paid with {name}"),
        F::Presented(Presented::Phone) => "a phone or watch was tapped".to_owned(),
        F::Presented(Presented::Card) => "a card was tapped".to_owned(),
        F::CardRequires(methods) => format!("the card required a {}", either(*methods)),
        F::CardHasList { .. } => "the card has a CVM list, so “No CVM” was allowed then".to_owned(),
        F::CardHasNoCvm { .. } => "the card offers no verification".to_owned(),
        F::NoRuleFits { side: Some(side), value, .. } => {
            let tag = if *side == CvmSide::Above { "DF8118" } else { "DF8119" };
            format!("no method of the card fits {tag}{} {}", valued(value.as_ref()), of_side(*side))
        }
        F::NoRuleFits { side: None, .. } => "no method of the card fits the terminal".to_owned(),
        F::MethodFailed { method } => format!("{method}, failed"),
        F::NotVerified => "the cardholder wasn't verified".to_owned(),
        F::CardOrBank { methods } => format!("the card or its bank can require a {}", either(*methods)),
        F::NoCommonMethod { is_certain_rule: true } => {
            "a reader declines where card and reader share no method".to_owned()
        }
        F::NoCommonMethod { is_certain_rule: false } => {
            "a reader can decline where card and reader share no method".to_owned()
        }
        F::Cryptogram(Cryptogram::Declined) => "the card declined (AAC)".to_owned(),
        F::Cryptogram(Cryptogram::Approved) => "the card approved offline (TC)".to_owned(),
        F::Cryptogram(Cryptogram::Online) => "the card requested the bank (ARQC)".to_owned(),
        F::CryptogramReason(1) => "the card doesn't allow this service".to_owned(),
        F::CryptogramReason(2) => "the card's PIN tries are exceeded".to_owned(),
        F::CryptogramReason(3) => "the card couldn't authenticate its bank".to_owned(),
        F::CryptogramReason(reason) => format!("the card gave reason {reason}, which is reserved"),
        F::Iad(bit) => iad(*bit).to_owned(),
        F::KernelOutcome { status } => kernel_outcome(*status).to_owned(),
        F::KernelError { l1, l2, l3 } => kernel_error(*l1, *l2, *l3),
        F::BankAskedEarlier(host) => {
            format!("the bank wanted verification in an earlier answer: {}", code(host))
        }
        F::BankCounts(Counters::Eea) => "banks require a PIN after 150 EUR or five taps".to_owned(),
        F::BankCounts(Counters::Uk) => "banks require a PIN after 300 GBP or five taps".to_owned(),
        F::BankCounts(Counters::Own) => "banks count taps and then require a PIN".to_owned(),
        F::HostCode(host) => answer(host),
        F::EarlierCode(host) => format!("earlier answer: {}", code(host)),
        F::ServiceReason { text } => format!("the service says “{text}”"),
        F::Later { step, host } => later(step, host.as_ref()),
        F::Tvr { is_reserved: true, place, .. } => format!("reserved TVR bit {place} is set"),
        F::Tvr { long, .. } => (*long).to_owned(),
        F::TvrEmpty => "the TVR is empty, as usual for a Visa tap".to_owned(),
        F::Floor(floor) => of_floor(*floor).to_owned(),
        F::Relay { is_beyond_threshold, is_beyond_time } => {
            let what = match (is_beyond_threshold, is_beyond_time) {
                (true, true) => "threshold and time limits",
                (true, false) => "threshold",
                _ => "time limits",
            };
            format!("relay resistance failed: {what} exceeded")
        }
        F::Tsi { places } if places.is_empty() => "the TSI notes no step, as usual for a tap".to_owned(),
        F::Tsi { places } => steps(places),
        F::Malformed { tag } => format!("the {tag} is unreadable"),
        F::Verification { verified, method, .. } => verification(*verified, *method),
        F::Entry(entry) => of_entry(*entry).to_owned(),
        F::ChangedSince { change, currency } => changed(change, currency),
        F::OtherValueThen { key } => format!("{} was different then", the(key)),
        F::PassedReader => "the tap passed the reader, so the transaction limit didn't stop it".to_owned(),
    }
}

/// "62.00 EUR is above the CVM limit of 50.00 EUR (Retail)".
fn against(limit: &LimitCause) -> String {
    let LimitCause { kind, amount: money, relation, lowest, highest, configurations, .. } = limit;
    let is_equal = lowest == highest && money.minor == *lowest;
    let relation = match relation {
        Relation::Above | Relation::AtLeast if !is_equal => "is above",
        Relation::Above | Relation::AtLeast => "reaches",
        Relation::AtMost if is_equal => "is not above",
        Relation::Below | Relation::AtMost => "is below",
    };
    let currency = &money.currency;
    let (noun, of) = (kind.noun(), names(configurations));
    if lowest == highest {
        return format!("{money} {relation} the {noun} of {} ({of})", currency.money(*lowest));
    }
    let (lowest, highest) = (currency.figure(*lowest), currency.money(*highest));
    format!("{money} {relation} the {noun}s of {of} ({lowest} to {highest})")
}

/// At most three names.
pub(super) fn names(all: &[String]) -> String {
    match all {
        [] => "no configuration".to_owned(),
        [one] => one.clone(),
        [one, other] => format!("{one} and {other}"),
        [one, other, third] => format!("{one}, {other} and {third}"),
        many => format!("{} configurations", many.len()),
    }
}

fn limits(all: &[NamedLimit], currency: &Currency) -> String {
    let money = |minor| if is_no_limit(minor) { "no limit".to_owned() } else { currency.money(minor) };
    let named: Vec<_> =
        all.iter().map(|one| format!("{} ({})", one.configuration, money(one.minor))).collect();
    names(&named)
}

/// Caveat for JCB, whose readers take their methods from 9F53 rather than the stored TTQ (Verifone ADK).
fn stored(scheme: Scheme) -> &'static str {
    if scheme == Scheme::Jcb { " by the stored TTQ, which JCB readers may not use" } else { "" }
}

fn valued(value: Option<&String>) -> String {
    value.map(|value| format!(" {value}")).unwrap_or_default()
}

fn rule(is_on: bool) -> &'static str {
    if is_on { "" } else { ", if the new CVM rule is on" }
}

/// "PIN", after "a".
pub(super) fn either(methods: Methods) -> &'static str {
    match (methods.pin, methods.signature) {
        (true, true) => "PIN or signature",
        (false, true) => "signature",
        _ => "PIN",
    }
}

fn of_side(side: CvmSide) -> &'static str {
    match side {
        CvmSide::Above => "above the CVM limit",
        CvmSide::UpTo => "up to the CVM limit",
    }
}

fn deciding(parameter: Deciding) -> &'static str {
    match parameter {
        Deciding::Ttq => "the TTQ",
        Deciding::Amex => "the terminal's 9F6E",
        Deciding::Kernel => "DF811B",
        Deciding::Above => "DF8118",
        Deciding::Below => "DF8119",
        Deciding::Type => "the terminal type",
    }
}

/// The short name of a parameter of configurations: "CVM limit", "TTQ", "DF8119".
pub(super) fn param(key: &'static str) -> &'static str {
    let limit = LimitKind::ALL.into_iter().find(|kind| kind.param() == key).map(LimitKind::noun);
    let tag = || tapline_emv::param::param(key).map(|param| param.tag).filter(|tag| !tag.is_empty());
    limit.or_else(|| (key == TTQ).then_some("TTQ")).or_else(tag).unwrap_or(key)
}

/// Short name of a parameter with its article, where it has one.
pub(super) fn the(key: &'static str) -> String {
    let has_article = key == TTQ || LimitKind::ALL.into_iter().any(|kind| kind.param() == key);
    format!("{}{}", if has_article { "the " } else { "" }, param(key))
}

fn no_amount(why: &NoAmount) -> String {
    match why {
        NoAmount::Missing => "the amount is missing".to_owned(),
        NoAmount::UnknownCurrency { given, likely: Some(likely) } => {
            format!("the currency is “{given}”, which means {likely}")
        }
        NoAmount::UnknownCurrency { given, likely: None } => format!("the currency “{given}” is unknown"),
        NoAmount::UnitContradicted => "the service sends fractions, so amounts aren't minor units".to_owned(),
        NoAmount::UnitUnknown => "the connection's amount unit isn't confirmed".to_owned(),
        NoAmount::Unreadable => "the amount is unreadable".to_owned(),
    }
}

/// "51, insufficient funds".
pub(super) fn code(host: &HostMeaning) -> String {
    match host.meaning {
        Some(meaning) => format!("{}, {}", host.code, meaning.words),
        None => format!("{}, meaning unknown", host.code),
    }
}

fn answer(host: &HostMeaning) -> String {
    let who = match host.meaning {
        Some(meaning) if meaning.is_of_terminal() => "response code",
        _ => "host code",
    };
    format!("{who} {}", code(host))
}

fn later(step: &LaterStep, host: Option<&HostMeaning>) -> String {
    let what = match step.status {
        Status::Approved | Status::Voided => "went through",
        Status::Declined => "was declined",
        Status::Reversed => "was reversed",
        Status::Open => "isn't finished",
        Status::Unknown => "has no known result",
    };
    let answer = host.map(|host| format!(": {}", code(host))).unwrap_or_default();
    let step = match step.kind.trim() {
        "REFUND" => "refund",
        "VOID" => "void",
        "CAPTURE" | "PRE_AUTH_COMP" => "completion",
        "REVERSAL" => "reversal",
        other => return format!("later step {other} {what}{answer}"),
    };
    format!("a later {step} {what}{answer}")
}

fn of_floor(floor: Floor) -> &'static str {
    match floor {
        Floor::AlwaysExceeded { is_kernel_2: true } => "with a floor limit of 0 every sale exceeds it",
        Floor::AlwaysExceeded { is_kernel_2: false } => "with a floor limit of 0 every sale goes online",
        Floor::Exceeded { is_kernel_2: true } => {
            "the amount exceeds the floor limit; action codes then decide"
        }
        Floor::Exceeded { is_kernel_2: false } => {
            "the amount exceeds the floor limit, so the sale goes online"
        }
        Floor::DecidedOffline { .. } => {
            "the amount exceeds the floor limit, but the code says decided offline"
        }
        Floor::Contact => "the amount exceeds the terminal's contact floor limit, which is no fault",
        Floor::Unfit { may_be_own: true } => {
            "the floor-limit bit is set although the amount is within; the terminal can have its own limit"
        }
        Floor::Unfit { may_be_own: false } => "the floor limit was different then: its bit is set",
        Floor::Missing => "the floor limit was different then: its bit isn't set",
    }
}

fn steps(places: &[String]) -> String {
    let table = tapline_emv::tsi::TABLE.rows;
    let name =
        |place: &String| table.iter().find(|row| row.place() == *place).map_or("reserved", |row| row.short);
    places.iter().map(name).collect::<Vec<_>>().join(", ")
}

/// Begin of a headline about verification.
pub(super) fn happened(verified: Option<Verified>) -> &'static str {
    match verified {
        Some(Verified::Pin) => "PIN entered",
        Some(Verified::Signature) => "Signed",
        Some(Verified::PinOrSignature) => "PIN or signature given",
        Some(Verified::OnDevice) => "Verified by phone unlock",
        Some(Verified::Nothing) => "No PIN entered",
        Some(Verified::Failed) => "Verification failed",
        None => "Verification not shown",
    }
}

fn verification(verified: Option<Verified>, method: Option<&str>) -> String {
    match method {
        Some(method) => format!("verification: {method}"),
        None => super::lowered(happened(verified)),
    }
}

fn of_entry(entry: Entry) -> &'static str {
    match entry {
        Entry::Tap => "tapped",
        Entry::TapStripe => "tapped in mag-stripe mode",
        Entry::Chip => "inserted: the card's list and the terminal decide, not contactless limits",
        Entry::Stripe => "swiped: service code, terminal and bank decide, not contactless limits",
        Entry::Fallback => "swiped because the chip failed; contactless limits don't apply",
        Entry::Manual => "typed: no PIN is possible, and contactless limits don't apply",
        Entry::Ecommerce => "online order: the bank decides (3-D Secure), not contactless limits",
        Entry::Code => "paid by QR code: contactless limits don't apply",
        Entry::Unknown => "the entry mode is unknown; contactless limits apply only to taps",
    }
}
