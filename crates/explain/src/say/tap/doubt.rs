//! One sentence for each doubt, and for the reading of the EMV book.

use tapline_emv::limits::rule;
use tapline_emv::tap::{ApprovalPlace, Deciding, Doubt, KernelModes, Method, TapDecision};
use tapline_emv::{Comparison, Currency, LimitKind, Presented, Scheme};

use super::limit;
use super::result::{any_of, words};
use crate::say::capitalized;

/// Result of a reader that follows the book, where that is another one.
pub(super) fn book(decision: &TapDecision, currency: &Currency) -> Option<String> {
    let book = decision.book?;
    let what = match book.result.place {
        ApprovalPlace::Declined(_) if book.limit == LimitKind::Transaction => "declines".to_owned(),
        _ => format!("comes to “{}”", words(book.result)),
    };
    Some(format!(
        "A reader that follows the EMV book strictly {what} at exactly {} ({}).",
        currency.money(decision.amount),
        book.source
    ))
}

pub(super) fn sentence(decision: &TapDecision, doubt: Doubt, currency: &Currency) -> String {
    match doubt {
        Doubt::LimitMissing(limit) => missing(decision, limit, currency),
        Doubt::Unread(value) => unread(decision.scheme, value),
        Doubt::ReaderUnknown if decision.scheme == Scheme::Amex => {
            "On Amex, the terminal decides what the reader offers (9F6E), not the configuration.".to_owned()
        }
        Doubt::ReaderUnknown => "The configuration doesn't say what the reader offers.".to_owned(),
        Doubt::PhoneUnknown => {
            "A phone passes with its own unlock if DF811B bit 6 is set; DF811B isn't known.".to_owned()
        }
        Doubt::PhoneContradicted => {
            "9F6E byte 2 bit 8 announces the phone's unlock, but byte 1 bit 4 says that phones aren't supported.".to_owned()
        }
        Doubt::NewRuleOff { value, is_unread } => {
            let value = if value == Deciding::Above { "DF8118" } else { "DF8119" };
            let state = if is_unread { "can't be read" } else { "is off" };
            format!("{value} likely counts only with the new CVM rule, which {state}.")
        }
        Doubt::JcbUsesOtherData => "A JCB reader likely uses 9F53, not the stored TTQ.".to_owned(),
        Doubt::MagStripeOnly if decision.scheme == Scheme::Mastercard => {
            "Only mag-stripe mode is on (DF811B bit 7): DF811E and DF812C decide there, which this interface doesn't have."
                .to_owned()
        }
        Doubt::MagStripeOnly => {
            "Only mag-stripe mode is on (TTQ byte 1 bits 8 and 6): a card or phone without it can't be tapped.".to_owned()
        }
        Doubt::CardToldNoTap(modes) => card_without_tap(modes),
        Doubt::PinNeedsOnline => {
            "A PIN is verified online, and nothing goes online here: a card that wants a PIN is likely declined.".to_owned()
        }
        Doubt::NobodySigns => "No one can sign at an unattended terminal (9F35).".to_owned(),
        Doubt::PhoneRequired => {
            let what = match decision.presented {
                Presented::Card => "a reader that follows it may decline a card",
                Presented::Phone => "a phone passes, a card may be declined",
            };
            format!("TTQ byte 3 bit 4 requires the phone's unlock (EMV Book C-6 v2.6 alone): {what}.")
        }
        Doubt::CvmNeverAsked(zone) => limit::unreachable_words(&zone, currency),
        Doubt::TakenAsNumber { limit, minor } => {
            let what = match limit {
                LimitKind::Transaction => "declines",
                LimitKind::Cvm => "asks for verification",
                LimitKind::Floor => "goes online",
            };
            format!(
                "The {} of {} means no limit; a terminal that compares the number {what} {} it.",
                limit.noun(),
                currency.figure(minor),
                rule(decision.scheme, limit).service.word(),
            )
        }
        Doubt::ZeroAccepted { may_go_online } => {
            let online = if may_go_online { " Otherwise it may still go online (3.1.1.11)." } else { "" };
            format!("Some terminals don't accept an amount of zero (EMV Book B v2.5, 3.1.1.4).{online}")
        }
        Doubt::FloorByBook => floor(decision.scheme),
    }
}

/// For which values of a missing limit the sale goes otherwise.
fn missing(decision: &TapDecision, limit: LimitKind, currency: &Currency) -> String {
    let amount = currency.money(decision.amount);
    let (values, what) = match limit {
        LimitKind::Floor => (format!("{amount} or more"), "the sale may stay offline".to_owned()),
        LimitKind::Transaction => (format!("below {amount}"), "the tap is declined".to_owned()),
        LimitKind::Cvm => {
            let values = match rule(decision.scheme, limit).service {
                Comparison::AtLeast => format!("{amount} or less"),
                Comparison::Above => format!("below {amount}"),
            };
            let methods = decision.result.verification.methods.without(Method::Nothing);
            let methods = if methods.is_empty() { "verification".to_owned() } else { any_of(methods) };
            (values, format!("{methods} is required"))
        }
    };
    format!("{} missing: if it is {values}, {what}.", limit.label())
}

/// Consequence of an unreadable value.
fn unread(scheme: Scheme, value: Deciding) -> String {
    let open = match value {
        Deciding::Ttq | Deciding::Amex => "what the reader can do is unclear",
        Deciding::Kernel => "the kernel's modes and the phone's unlock are unclear",
        Deciding::Above => "the methods above the CVM limit are unclear",
        Deciding::Below => "verification up to the CVM limit is unclear",
        Deciding::Type => "whether sales must go online or stay offline is unclear",
    };
    let jcb = if scheme == Scheme::Jcb && value == Deciding::Ttq {
        " A JCB reader likely uses 9F53 instead."
    } else {
        ""
    };
    format!("{} can't be read, so {open}.{jcb}", capitalized(value.name()))
}

pub(in crate::say) fn card_without_tap(modes: KernelModes) -> String {
    let card = "9F1D byte 3 bits 8 and 7 tell the card that no contactless mode is on";
    match modes {
        KernelModes::Both(byte) => {
            format!("{card}; the kernel runs both (DF811B {byte:02X}), so taps may work.")
        }
        KernelModes::MagStripe(byte) => {
            format!("{card}; the kernel runs mag-stripe mode (DF811B {byte:02X}), so taps may work.")
        }
        KernelModes::Emv(byte) => {
            format!("{card}; the kernel runs EMV mode (DF811B {byte:02X}), so taps may work.")
        }
        KernelModes::Missing => format!("{card}. DF811B is missing, so whether taps work is unclear."),
        KernelModes::Unread => format!("{card}. DF811B can't be read, so whether taps work is unclear."),
    }
}

fn floor(scheme: Scheme) -> String {
    let rule = rule(scheme, LimitKind::Floor);
    if scheme == Scheme::Mastercard {
        return format!(
            "The floor limit compares by {}: above it, the reader sets TVR B4 b8, and action codes (TAC, IAC) usually send the sale \
             online.",
            rule.source
        );
    }
    format!("The floor limit compares by {}: a sale goes online {} it.", rule.source, rule.service.word())
}
