//! What no output may say while a finding is active: one table. Written from the bit tables and the findings' own sentences, in lower
//! case; "title: " and "|" hold the ends of a title, a line break the beginning of a line.

#![allow(clippy::redundant_closure_for_method_calls, reason = "a method is no function of every lifetime")]

use tapline_emv::{Presented, Scheme, Severity, Value, param};

use super::given::Given;

/// What a text is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum About {
    /// The amount, with a card or a phone: "title: online, no pin|", and what follows it.
    Amount(Presented),
    /// A limit, or what a save does, at any amount.
    Limits,
    /// A past sale of the amount.
    Sale,
    /// A past sale that a phone passed with its own check, which asks nothing of a card.
    PhoneSale,
    /// The findings themselves.
    Findings,
}

/// A finding that is active, by id and the first field that it names.
struct Active<'a> {
    given: &'a Given,
    about: About,
}

struct Rule {
    finding: &'static str,
    /// The key of its first field; empty for any.
    field: &'static str,
    /// Where the phrases are wrong.
    holds: fn(&Active<'_>) -> bool,
    phrases: &'static [&'static str],
}

const fn rule(
    finding: &'static str,
    field: &'static str,
    holds: fn(&Active<'_>) -> bool,
    phrases: &'static [&'static str],
) -> Rule {
    Rule { finding, field, holds, phrases }
}

const CERTAIN: &[&str] = &["title: online,", "title: offline possible,"];
const PROMISED: &[&str] =
    &[" asked|", "is enough|", "offers online pin", "offers signature", "accepts the check"];
const OF_LIMIT: &[&str] = &["pin or phone check from", "pin or phone check above", "now ask for"];
const OF_FLOOR: &[&str] = &["\nonline above", "now go online"];
const OF_CARD: &[&str] =
    &["would have been asked.", "would have been asked for", "was likely asked", "likely have been asked"];
const NOT_BELOW: &[&str] = &["so likely no pin was asked", "would not have been asked either"];

const RULES: &[Rule] = &[
    // A terminal that is online only keeps nothing offline.
    rule("C02", "", |it| it.is_amount(), &["title: offline", "title: possibly offline"]),
    rule("C02", "", |it| it.about == About::Limits, &["\nonline above"]),
    // A reader that is offline only sends nothing online, and has no PIN checked there.
    rule("C03", "", |it| it.is_amount() && it.is_above_floor(), &["title: online", "title: likely online"]),
    rule("C03", "", |it| it.about == About::Limits, OF_FLOOR),
    rule(
        "C03",
        "",
        |it| it.about == About::Sale,
        &["asked for a pin", "so a pin,", "so a pin was", "so a pin or a sig"],
    ),
    // Nobody can be verified.
    rule("C04", "", |it| it.is_amount() && it.asks(), PROMISED),
    rule("C04", "", |it| it.about == About::Limits, OF_LIMIT),
    rule("C04", "", |it| it.about == About::Sale, OF_CARD),
    // The phone's check is not announced.
    rule(
        "C05",
        "",
        |it| it.about == About::Amount(Presented::Phone) && it.asks(),
        &["is enough|", "accepts the check"],
    ),
    rule("C05", "", |it| it.about == About::Sale, &["check on the phone was likely asked"]),
    rule(
        "C05",
        "",
        |it| it.about == About::Limits,
        &[
            "or phone check from",
            "or phone check above",
            "or phone check possible",
            "now ask for",
            "\nphone check",
        ],
    ),
    // No method can succeed for a card.
    rule("C06", "", |it| it.is_card() && it.asks(), &[" asked|", "offers online pin", "offers signature"]),
    rule("C06", "", |it| it.about == About::Limits && it.runs_chip_mode(), OF_LIMIT),
    rule(
        "C06",
        "",
        |it| it.about == About::Sale && it.runs_chip_mode(),
        &[
            "would have been asked for",
            "so a pin,",
            "so a pin was",
            "so a signature",
            "likely have been asked",
        ],
    ),
    // Up to the limit a card does not pass without a check, as far as DF8119 counts.
    rule("C07", "", |it| it.needs_check() && !it.asks(), &[", no pin|"]),
    rule("C07", "", |it| it.about == About::Sale && !it.asks(), NOT_BELOW),
    rule(
        "C07",
        "",
        |it| it.about == About::Sale && !it.asks() && it.allows_nothing_below(),
        &["was likely asked"],
    ),
    rule("C07", "", |it| it.about == About::Findings, &["no amount can ask", "cvm is never asked"]),
    // Without the new CVM rule DF8119 is no certain ground for a check.
    rule("C08", "", |it| it.is_amount() && !it.asks(), &[" asked|"]),
    rule("L02", param::NEW_CVM_RULE, |it| it.is_amount() && !it.asks(), &[" asked|"]),
    // What cannot be read is certain of nothing.
    rule("L02", param::TTQ, |it| it.is_amount(), CERTAIN),
    rule("L02", param::TTQ, |it| it.is_amount(), PROMISED),
    rule("L02", param::TTQ, |it| it.about == About::Limits, OF_LIMIT),
    rule("L02", param::TTQ, |it| it.about == About::Limits, OF_FLOOR),
    rule("L02", param::TTQ, |it| it.about == About::Sale, OF_CARD),
    rule("", param::AMEX_ENHANCED, |it| it.is_amount(), CERTAIN),
    rule("", param::AMEX_ENHANCED, |it| it.is_amount(), PROMISED),
    rule("", param::AMEX_ENHANCED, |it| it.about == About::Limits, OF_LIMIT),
    rule("", param::AMEX_ENHANCED, |it| it.about == About::Limits, OF_FLOOR),
    rule("", param::AMEX_ENHANCED, |it| it.about == About::Sale, OF_CARD),
    rule("", param::TERMINAL_TYPE, |it| it.is_amount(), CERTAIN),
    rule("", param::TERMINAL_TYPE, |it| it.about == About::Limits, OF_FLOOR),
    rule("L02", param::KERNEL_CONFIGURATION, |it| it.is_amount(), CERTAIN),
    rule("L02", param::KERNEL_CONFIGURATION, |it| it.is_amount() && it.asks(), &["is enough|"]),
    rule("L02", param::KERNEL_CONFIGURATION, |it| it.about == About::Limits, OF_FLOOR),
    rule("L02", param::CVM_REQUIRED, |it| it.needs_check() && it.asks(), PROMISED),
    rule("L02", param::CVM_REQUIRED, |it| it.about == About::Limits, OF_LIMIT),
    rule("L02", param::CVM_REQUIRED, |it| it.about == About::Sale && it.asks(), OF_CARD),
    rule("L02", param::CVM_REQUIRED, |it| it.about == About::Sale, &["likely have been asked"]),
    rule("L02", param::NO_CVM, |it| it.needs_check() && !it.asks(), &[", no pin|", " asked|"]),
    rule("L02", param::NO_CVM, |it| it.about == About::Sale && !it.asks(), NOT_BELOW),
    rule("L02", param::NO_CVM, |it| it.about == About::Sale && !it.asks(), &["no pin was asked because"]),
    rule(
        "L02",
        param::NO_CVM,
        |it| it.about == About::Findings,
        &["no amount can ask", "cvm is never asked"],
    ),
    // No tap can work.
    rule("L03", param::KERNEL_CONFIGURATION, |it| it.is_amount(), &["online", "offline", "asked|"]),
    rule("L03", param::KERNEL_CONFIGURATION, |it| it.about == About::Limits, &["pin", "\nonline"]),
    rule(
        "L03",
        param::TTQ,
        |it| it.is_amount(),
        &["title: online", "title: likely online", "title: offline", "asked|"],
    ),
    rule("L03", param::TTQ, |it| it.about == About::Limits, &["pin", "\nonline"]),
    rule(
        "L03",
        param::AMEX_ENHANCED,
        |it| it.is_amount(),
        &["title: online", "title: likely online", "title: offline", "asked|"],
    ),
    rule("L03", param::AMEX_ENHANCED, |it| it.about == About::Limits, &["pin", "\nonline"]),
    // What a card is told decides nothing.
    rule("L03", param::RISK_DATA, |it| it.about != About::Findings, &["no tap can work", "no tap works"]),
];

/// What a text says although a finding is active, a line each.
pub(crate) fn contradictions(given: &Given, about: About, text: &str) -> Vec<String> {
    let text = text.to_lowercase();
    let active = Active { given, about };
    if matches!(about, About::Amount(_) | About::Sale | About::PhoneSale) && active.is_declined_by_limit() {
        return Vec::new();
    }
    let findings = given.findings();
    let mut found = Vec::new();
    for rule in RULES {
        let is_active = findings.iter().any(|finding| {
            let unread = ["L02", "C21"].contains(&finding.id) && finding.severity != Severity::Info;
            let is_id = if rule.finding.is_empty() { unread } else { finding.id == rule.finding };
            is_id && (rule.field.is_empty() || finding.fields[0].wire() == rule.field)
        });
        if is_active && (rule.holds)(&active) {
            let said = rule.phrases.iter().filter(|phrase| text.contains(**phrase));
            found.extend(
                said.map(|phrase| format!("{} {} {about:?} “{phrase}” in: {text}", rule.finding, rule.field)),
            );
        }
    }
    found
}

impl Active<'_> {
    fn is_amount(&self) -> bool {
        matches!(self.about, About::Amount(_))
    }

    fn is_card(&self) -> bool {
        self.about == About::Amount(Presented::Card)
    }

    fn is_declined_by_limit(&self) -> bool {
        let Given { amount, limits, .. } = self.given;
        limits.transaction != 99_999_999 && *amount > limits.transaction
    }

    /// Whether the CVM limit asks at the amount.
    fn asks(&self) -> bool {
        let Given { amount, limits, scheme, .. } = self.given;
        match scheme {
            Scheme::Mastercard | Scheme::Amex => *amount > limits.cvm,
            _ => *amount >= limits.cvm,
        }
    }

    fn is_above_floor(&self) -> bool {
        self.given.amount > self.given.limits.floor
    }

    fn byte(&self, key: &str) -> Option<u8> {
        let Some(Value::Text(text)) = self.given.params.get(key) else { return None };
        u8::from_str_radix(text, 16).ok().filter(|_| text.len() == 2)
    }

    /// Whether DF811B lets more than mag-stripe mode run, in which DF8118 decides nothing.
    fn runs_chip_mode(&self) -> bool {
        self.byte(param::KERNEL_CONFIGURATION).is_none_or(|kernel| kernel & 0xC0 != 0x40)
    }

    /// Neither PIN nor signature in DF8119.
    fn allows_nothing_below(&self) -> bool {
        self.byte(param::NO_CVM).is_some_and(|below| below & 0x60 == 0)
    }

    /// A card, or a phone whose own check is not announced.
    fn needs_check(&self) -> bool {
        let announced = self.byte(param::KERNEL_CONFIGURATION).is_some_and(|kernel| kernel & 0x20 != 0);
        self.is_card() || self.is_amount() && !announced
    }
}
