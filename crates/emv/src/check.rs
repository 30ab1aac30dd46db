//! Findings about one configuration: what will fail, what is probably a mistake, what is worth knowing.
//!
//! Not validation: a finding never blocks saving. Each check is a row of one table, with its function in a module below. A check is silent
//! while a value it needs is absent, unreadable or unknown; L01, L02, C14, C16 and C20 report unreadable values, one finding for each. A
//! check that rests on a hint is at most a warning and says "likely". Invariant: a fix of `check` edits parameters and nothing else, and it
//! always edits at least one.

mod application;
mod bit;
mod device;
mod dol;
mod facts;
mod field;
mod figure;
mod limit;
mod mastercard;
mod place;
mod problem;
mod reader;
mod risk;
mod terminal;
mod unreadable;

use std::sync::Arc;

use crate::aid::Aid;
use crate::limits::{Limits, PartialLimits};
use crate::money::Currency;
use crate::param::{Params, Value};
use crate::reference::Reference;
use crate::scheme::Scheme;
pub use application::{AidOverlap, AidRow, aid_overlaps};
use facts::Facts;
pub use place::Field;
pub use problem::{
    Below, Cover, FixKind, Mode, Problem, TerminalMethod, Threshold, Unreadable, UsedReference, Usual,
};

/// The configuration to check, and what is known around it.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    pub name: &'a str,
    /// The record's payment method, raw.
    pub method: &'a str,
    pub scheme: Option<Scheme>,
    pub params: &'a Params,
    pub currency: &'a Currency,
    /// Usual CVM limit in the place of use, see [`crate::reference::reference_in`]. `None` if unknown.
    pub reference: Option<&'a Reference>,
    /// The other configurations in the list, of all schemes, without this one.
    pub siblings: &'a [Sibling],
    /// The terminals that use the configuration. `None`: not known, and the checks that need them are silent.
    pub terminals: Option<&'a [Terminal]>,
}

/// A terminal that uses a configuration, as far as checks need it. Each value as it was read; `None` where it is absent.
#[derive(Clone, Debug, PartialEq)]
pub struct Terminal {
    /// As the service knows it; only handed on.
    pub id: String,
    pub name: String,
    /// 9F35, two digits.
    pub terminal_type: Option<Value>,
    /// 9F33, 3 bytes of hex.
    pub capabilities: Option<Value>,
    /// 9F6E of Amex, 4 bytes of hex.
    pub amex_enhanced: Option<Value>,
    /// The terminal's own floor limit for Amex.
    pub amex_floor: Option<Value>,
}

/// Another configuration, as far as checks compare with it.
#[derive(Clone, Debug, PartialEq)]
pub struct Sibling {
    /// As the service knows it; only handed on. Shared, like the name: findings of many configurations name it.
    pub id: Arc<str>,
    pub name: Arc<str>,
    pub method: String,
    pub scheme: Option<Scheme>,
    pub limits: Option<Limits>,
    /// In which the limits count. `None`: not known, or several, and no figure is compared with them.
    pub currency: Option<Currency>,
    pub aids: Vec<Aid>,
    /// True if some acquirer profile uses both. `None` if unknown.
    pub shares_profile: Option<bool>,
}

/// Another record that a finding names, so that a person can open it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Other {
    Terminal { id: Arc<str>, name: Arc<str> },
    Configuration { id: Arc<str>, name: Arc<str> },
}

/// Weight of a finding. The order is the order of display.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Taps will fail, or a value cannot be read.
    Error,
    /// Probably a mistake.
    Warning,
    /// Worth knowing.
    Info,
}

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Fields concerned, the most important first. Never empty.
    pub fields: Vec<Field>,
    /// "C01".
    pub id: &'static str,
    /// "cvm-unreachable".
    pub name: &'static str,
    pub severity: Severity,
    pub problem: Problem,
    pub source: &'static str,
    /// Scheme of the configuration; `None` for a terminal by itself, or if unknown.
    pub scheme: Option<Scheme>,
    /// Currency of the figures in the problem.
    pub currency: Currency,
    /// Offered choices, or one certain fix. May be empty.
    pub fixes: Vec<Fix>,
    /// The terminals or configurations that it names, also those that the message only counts.
    pub others: Vec<Other>,
}

/// An edit that would silence a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    pub kind: FixKind,
    /// Right in every case, so that one click may do it. Else it is a choice.
    pub certain: bool,
    /// Keys and their new values; an empty text clears the parameter.
    pub edits: Vec<(&'static str, Value)>,
}

/// One row of the table of checks.
struct Check {
    id: &'static str,
    name: &'static str,
    source: &'static str,
    run: Run,
}

enum Run {
    One(fn(&Facts<'_>) -> Option<CheckResult>),
    Many(fn(&Facts<'_>) -> Vec<CheckResult>),
}

/// The result of a check function; the row adds id, name and source.
struct CheckResult {
    fields: Vec<Field>,
    severity: Severity,
    problem: Problem,
    fixes: Vec<Fix>,
    others: Vec<Other>,
}

const fn row(id: &'static str, name: &'static str, run: Run, source: &'static str) -> Check {
    Check { id, name, source, run }
}

const CHECKS: &[Check] = &[
    row("L01", "limit-unreadable", Run::Many(limit::unreadable), "Service document, \"EMV parameters\""),
    row(
        "C01",
        "cvm-unreachable",
        Run::One(limit::cvm_unreachable),
        "Service document, \"EMV parameters\", clCVMLimit and clTransLimit",
    ),
    UNREADABLE,
    NO_TAP,
    row("C02", "floor-online-only", Run::One(terminal::floor_online_only), "EMV 4.4 Book 4, A1, Table 24"),
    row("C03", "offline-only-reader", Run::One(reader::offline_only), "EMV Book A v2.11, Table 5-4"),
    row("C04", "no-cvm-method", Run::One(reader::no_method), "EMV Book C-3, 5.7.1; Book A v2.11, Table 5-4"),
    row(
        "C05",
        "no-wallet-cvm",
        Run::Many(reader::no_phone_check),
        "EMV Book A v2.11, Table 5-4; Book C-2, DF811B; Book C-4 v2.11, Table 4-4",
    ),
    row("C06", "df8118-no-real-cvm", Run::One(mastercard::no_real_cvm), "EMV Book C-2, DF8118, S456.30"),
    row("C07", "df8119-no-no-cvm", Run::One(mastercard::no_cvm_denied), "EMV Book C-2, DF8119, S456.30"),
    row(
        "L05",
        "df8119-offers-verification",
        Run::One(mastercard::offered_below),
        "EMV Book C-2, DF8119, S456.30 and CVM selection",
    ),
    row(
        "C08",
        "df81xx-flag-off",
        Run::One(mastercard::flag_off),
        "Hint: documentation of a comparable service",
    ),
    row(
        "C09",
        "not-for-scheme",
        Run::Many(field::not_for_scheme),
        "Service document, \"EMV parameters\"; for DF8118 and DF8119 EMV Book C-2",
    ),
    row(
        "C10",
        "kernel-vs-9f1d",
        Run::One(risk::kernel_and_card),
        "EMV Book C-2, DF811B; v2.11 A.1.161, 9F1D",
    ),
    row(
        "C11",
        "9f1d-vs-df81xx",
        Run::One(risk::methods),
        "EMV Book C-2, DF8118, DF8119; v2.11 A.1.161, 9F1D",
    ),
    row(
        "C12",
        "device-vs-config",
        Run::Many(terminal::device_and_configuration),
        "EMV 4.4 Book 4, A2; Book A v2.11, Table 5-4; Book C-4 v2.11, Table 4-4",
    ),
    row(
        "L04",
        "amex-floor-of-terminals",
        Run::Many(terminal::amex_floor),
        "Service document, device \"amexFloorLimit\" and \"EMV parameters\", clFloorLimit; unclear which counts",
    ),
    BITS,
    row(
        "C14",
        "length-prefix",
        Run::Many(dol::length_byte),
        "EMV 4.4 Book 3, 5.4; length byte: hint of a comparable service",
    ),
    row("C15", "dol-content", Run::Many(dol::content), "EMV 4.4 Book 3, 5.4 and Annex A"),
    row(
        "C16",
        "aid-scheme",
        Run::Many(application::scheme),
        "Registered identifiers as in emv-utils; method codes: hint of a comparable service",
    ),
    row("C17", "aid-overlap", Run::Many(application::overlap), "EMV Book B v2.5, 3.3.2.5 B, partial match"),
    row("C18", "currency-exponent", Run::Many(figure::exponent), "ISO 4217 decimals; limits in minor units"),
    row(
        "C19",
        "above-reference",
        Run::One(figure::above_reference),
        "No-CVM limits, published or your own, dated",
    ),
    row(
        "C20",
        "app-version",
        Run::One(field::app_version),
        "Usual values: emv-utils, Visa TADG 3.3 as cited there, a comparable service",
    ),
    NUMBER_DAMAGE,
];

const UNREADABLE: Check = row(
    "L02",
    "value-unreadable",
    Run::Many(unreadable::values),
    "Service document, \"EMV parameters\"; sizes of the EMV books",
);

const NO_TAP: Check = row(
    "L03",
    "no-tap",
    Run::One(reader::no_tap),
    "EMV Book A v2.11, Table 5-4; Book C-2, DF811B; v2.11 A.1.161, 9F1D; Book C-4 v2.11, Table 4-4",
);

const BITS: Check = row(
    "C13",
    "rfu-or-transient",
    Run::Many(bit::reserved_or_transient),
    "EMV Book A v2.11, Table 5-4; Book B v2.5, 3.1.1; Book C-2; Book C-4 v2.11; EMV 4.4 Book 4, A2",
);

const NUMBER_DAMAGE: Check = row(
    "C21",
    "number-damage",
    Run::Many(terminal::number_damage),
    "JSON, RFC 8259, section 6; service document, \"number or string\"",
);

/// The findings about the EMV parameters of one terminal, by the service's keys; errors first. Their fixes edit the terminal.
pub fn check_terminal(params: &Params) -> Vec<Finding> {
    // No figure of money is among these problems.
    let euro = Currency::euro();
    let damaged = terminal::damaged(params).into_iter().map(|said| said.finding(&NUMBER_DAMAGE, None, &euro));
    let unreadable =
        device::unreadable(params).into_iter().map(|said| said.finding(&UNREADABLE, None, &euro));
    let no_tap = device::no_tap(params).into_iter().map(|said| said.finding(&NO_TAP, None, &euro));
    let bits = device::bits(params).into_iter().map(|said| said.finding(&BITS, None, &euro));
    errors_first(damaged.chain(unreadable).chain(no_tap).chain(bits).collect())
}

/// All findings, errors first.
pub fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let facts = Facts::new(subject);
    let findings = CHECKS.iter().flat_map(|check| {
        let said = match check.run {
            Run::One(run) => run(&facts).into_iter().collect(),
            Run::Many(run) => run(&facts),
        };
        said.into_iter().map(|said| said.finding(check, subject.scheme, subject.currency))
    });
    errors_first(findings.collect())
}

fn errors_first(mut findings: Vec<Finding>) -> Vec<Finding> {
    findings.sort_by_key(|finding| finding.severity);
    findings
}

/// The three limits, if all can be read: numbers, or decimal text, in minor units.
pub fn limits_of(params: &Params) -> Option<Limits> {
    PartialLimits::read(params).whole()
}

impl Severity {
    /// Word shown next to the shape.
    pub fn word(self) -> &'static str {
        match self {
            Severity::Error => "Error",
            Severity::Warning => "Warning",
            Severity::Info => "Note",
        }
    }
}

impl CheckResult {
    fn new(severity: Severity, fields: impl Into<Vec<Field>>, problem: Problem) -> CheckResult {
        CheckResult { fields: fields.into(), severity, problem, fixes: Vec::new(), others: Vec::new() }
    }

    fn fixed(self, fixes: impl IntoIterator<Item = Fix>) -> CheckResult {
        CheckResult { fixes: fixes.into_iter().collect(), ..self }
    }

    fn naming(self, others: Vec<Other>) -> CheckResult {
        CheckResult { others, ..self }
    }

    fn finding(self, check: &Check, scheme: Option<Scheme>, currency: &Currency) -> Finding {
        let CheckResult { fields, severity, problem, fixes, others } = self;
        let Check { id, name, source, .. } = *check;
        Finding {
            fields,
            id,
            name,
            severity,
            problem,
            source,
            scheme,
            currency: currency.clone(),
            fixes,
            others,
        }
    }
}

impl Finding {
    /// True for the same problem of the same fields, whatever the figures.
    pub fn is_like(&self, other: &Finding) -> bool {
        (self.id, &self.fields) == (other.id, &other.fields) && self.problem.is_like(&other.problem)
    }
}

impl Other {
    pub fn name(&self) -> &str {
        match self {
            Other::Terminal { name, .. } | Other::Configuration { name, .. } => name,
        }
    }
}

impl Fix {
    fn choice(kind: FixKind, edits: Vec<(&'static str, Value)>) -> Fix {
        Fix { kind, certain: false, edits }
    }

    fn certain(kind: FixKind, edits: Vec<(&'static str, Value)>) -> Fix {
        Fix { kind, certain: true, edits }
    }
}
