//! Promises that no decision may make while a finding is active: one table, written from the bit tables and the
//! findings.

#![allow(clippy::redundant_closure_for_method_calls, reason = "a method is no function of every lifetime")]

use tapline_emv::tap::{ApprovalPlace, Certainty, LimitEffect, LimitMeaning, Method, Methods, TapResult};
use tapline_emv::{Finding, LimitKind, Presented, Scheme, Severity, Value, param};

use super::given::OutputCase;

/// A finding with the tap that a rule looks at.
struct Tap<'a> {
    given: &'a OutputCase,
    presented: Presented,
    result: TapResult,
}

struct Rule {
    /// Ids of the finding; "unread" is L02 or C21 that is no mere note.
    finding: &'static str,
    /// The key of its first field; empty for any.
    field: &'static str,
    is_wrong: fn(&Tap<'_>) -> bool,
}

const fn rule(finding: &'static str, field: &'static str, is_wrong: fn(&Tap<'_>) -> bool) -> Rule {
    Rule { finding, field, is_wrong }
}

const RULES: &[Rule] = &[
    // A terminal that is online only keeps nothing offline.
    rule("C02", "", |tap| tap.is_offline()),
    // A reader that is offline only sends nothing online.
    rule("C03", "", |tap| tap.is_above_floor() && tap.result.place.is_online()),
    // No one can be verified.
    rule("C04", "", |tap| tap.asks() && tap.promises()),
    // The phone's unlock isn't announced.
    rule("C05", "", |tap| tap.is_phone() && tap.asks() && tap.is(Method::Phone) && tap.is_certain()),
    // No method can succeed for a card.
    rule("C06", "", |tap| {
        !tap.is_phone()
            && tap.asks()
            && (tap.has(Method::Pin) || tap.has(Method::Signature))
            && tap.result.verification.certainty == Certainty::Certain
            && tap.runs_chip_mode()
    }),
    // Up to the limit a card doesn't pass without verification, as far as DF8119 counts.
    rule("C07", "", |tap| tap.needs_check() && !tap.asks() && tap.has(Method::Nothing)),
    // Up to the limit a card may be verified.
    rule("L05", "", |tap| {
        tap.needs_check()
            && !tap.asks()
            && tap.is(Method::Nothing)
            && tap.is_certain()
            && tap.runs_chip_mode()
    }),
    // Without the new CVM rule DF8119 is no certain ground.
    rule("C08", "", |tap| !tap.asks() && tap.result.verification.methods.asks() && tap.is_certain()),
    rule("L02", param::NEW_CVM_RULE, |tap| {
        !tap.asks() && tap.result.verification.methods.asks() && tap.is_certain()
    }),
    // An unreadable value makes nothing certain.
    rule("L02", param::TTQ, |tap| tap.is_certain_place() || tap.asks() && tap.promises()),
    rule("unread", param::AMEX_ENHANCED, |tap| tap.is_certain_place() || tap.asks() && tap.promises()),
    rule("unread", param::TERMINAL_TYPE, |tap| tap.is_certain_place()),
    rule("L02", param::KERNEL_CONFIGURATION, |tap| tap.is_certain_place()),
    rule("L02", param::KERNEL_CONFIGURATION, |tap| tap.asks() && tap.is(Method::Phone) && tap.is_certain()),
    rule("L02", param::CVM_REQUIRED, |tap| tap.needs_check() && tap.asks() && tap.is_certain()),
    rule("L02", param::NO_CVM, |tap| tap.needs_check() && !tap.asks() && tap.is_certain()),
    // No tap can work.
    rule("L03", param::KERNEL_CONFIGURATION, |tap| !tap.result.is_declined()),
    rule("L03", param::TTQ, |tap| !tap.result.is_declined()),
    rule("L03", param::AMEX_ENHANCED, |tap| !tap.result.is_declined()),
];

fn is_active(findings: &[Finding], id: &str, field: &str) -> bool {
    findings.iter().any(|finding| {
        let unread = ["L02", "C21"].contains(&finding.id) && finding.severity != Severity::Info;
        let is_id = if id == "unread" { unread } else { finding.id == id };
        is_id && (field.is_empty() || finding.fields[0].wire() == field)
    })
}

/// Ids of the findings that a result contradicts.
pub(crate) fn contradictions(
    given: &OutputCase,
    findings: &[Finding],
    presented: Presented,
    result: TapResult,
) -> Vec<&'static str> {
    let tap = Tap { given, presented, result };
    let is_open = matches!(result.place, ApprovalPlace::Contradicted);
    if tap.is_declined_by_limit() || is_open {
        return Vec::new();
    }
    let wrong =
        RULES.iter().filter(|rule| is_active(findings, rule.finding, rule.field) && (rule.is_wrong)(&tap));
    wrong.map(|rule| rule.finding).collect()
}

/// Ids of the findings that the meaning of a limit contradicts.
pub(crate) fn limit_contradictions(
    given: &OutputCase,
    findings: &[Finding],
    meanings: &[LimitMeaning],
) -> Vec<&'static str> {
    let is_active = |id, field| is_active(findings, id, field);
    let mut wrong = Vec::new();
    for meaning in meanings {
        let asks = match &meaning.effect {
            LimitEffect::Asks { methods, is_phone_open: false } => Some(*methods),
            _ => None,
        };
        let is_online = matches!(meaning.effect, LimitEffect::Online(Certainty::Certain));
        let is_chip_mode = Tap::runs_chip_mode_of(given);
        let all = [
            ("C02", is_active("C02", "") && meaning.limit == LimitKind::Floor && is_online),
            ("C03", is_active("C03", "") && is_online),
            ("C04", is_active("C04", "") && asks.is_some()),
            (
                "C05",
                is_active("C05", "")
                    && asks.is_some_and(|all| all.has(Method::Phone))
                    && given.scheme != Scheme::Amex,
            ),
            ("C06", is_active("C06", "") && asks.is_some_and(|all| all.has(Method::Pin)) && is_chip_mode),
            ("L02", is_active("L02", param::TTQ) && (asks.is_some() || is_online)),
            ("L02", is_active("unread", param::AMEX_ENHANCED) && (asks.is_some() || is_online)),
            ("L02", is_active("unread", param::TERMINAL_TYPE) && is_online),
            ("L02", is_active("L02", param::KERNEL_CONFIGURATION) && is_online),
            ("L02", is_active("L02", param::CVM_REQUIRED) && asks.is_some()),
        ];
        let is_no_tap = [param::KERNEL_CONFIGURATION, param::TTQ, param::AMEX_ENHANCED]
            .iter()
            .any(|key| is_active("L03", key));
        wrong.extend(all.into_iter().filter(|(_, is)| *is).map(|(id, _)| id));
        wrong.extend((is_no_tap && (asks.is_some() || is_online)).then_some("L03"));
    }
    wrong
}

impl Tap<'_> {
    fn is_phone(&self) -> bool {
        self.presented == Presented::Phone
    }

    fn is_offline(&self) -> bool {
        matches!(self.result.place, ApprovalPlace::OfflinePossible | ApprovalPlace::PossiblyOffline)
    }

    fn is_certain(&self) -> bool {
        self.result.verification.certainty == Certainty::Certain && !self.result.is_declined()
    }

    fn is_certain_place(&self) -> bool {
        matches!(self.result.place, ApprovalPlace::Online | ApprovalPlace::OfflinePossible)
    }

    fn has(&self, method: Method) -> bool {
        !self.result.is_declined() && self.result.verification.methods.has(method)
    }

    /// This method and no other.
    fn is(&self, method: Method) -> bool {
        !self.result.is_declined() && self.result.verification.methods == Methods::only(method)
    }

    /// A method is certain.
    fn promises(&self) -> bool {
        self.is_certain() && self.result.verification.methods.asks()
    }

    fn is_declined_by_limit(&self) -> bool {
        let OutputCase { amount, limits, .. } = self.given;
        limits.transaction != 99_999_999 && *amount > limits.transaction
    }

    /// The CVM limit asks at the amount.
    fn asks(&self) -> bool {
        let OutputCase { amount, limits, scheme, .. } = self.given;
        let is_beyond = match scheme {
            Scheme::Mastercard | Scheme::Amex => *amount > limits.cvm,
            _ => *amount >= limits.cvm,
        };
        is_beyond && limits.cvm != 99_999_999
    }

    fn is_above_floor(&self) -> bool {
        self.given.amount > self.given.limits.floor
    }

    fn runs_chip_mode(&self) -> bool {
        Tap::runs_chip_mode_of(self.given)
    }

    /// DF811B lets more than mag-stripe mode run, in which DF8118 decides nothing.
    fn runs_chip_mode_of(given: &OutputCase) -> bool {
        byte(given, param::KERNEL_CONFIGURATION).is_none_or(|kernel| kernel & 0xC0 != 0x40)
    }

    /// A card, or a phone whose unlock isn't announced.
    fn needs_check(&self) -> bool {
        let announced =
            byte(self.given, param::KERNEL_CONFIGURATION).is_some_and(|kernel| kernel & 0x20 != 0);
        !self.is_phone() || !announced
    }
}

fn byte(given: &OutputCase, key: &str) -> Option<u8> {
    let Some(Value::Text(text)) = given.params.get(key) else { return None };
    u8::from_str_radix(text, 16).ok().filter(|_| text.len() == 2)
}
