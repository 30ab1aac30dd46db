//! Checks that need the terminals which use a configuration: C02, C12, C21, L04, and Amex's half of C04 and C05.
//!
//! Silent while nobody knows the terminals. A terminal whose value is absent or unreadable is left out, never guessed.

use super::facts::{Facts, limit_edit};
use super::place::{AMEX_ENHANCED, AMEX_FLOOR, CAPABILITIES, TERMINAL_TYPE};
use super::reader::doubt;
use super::risk::listed;
use super::{Field, Fix, Other, Said, Severity, Terminal};
use crate::cvm;
use crate::decode::{self, Code};
use crate::hex;
use crate::limits::LimitKind;
use crate::param::{CVM_REQUIRED, NO_CVM, Params, TTQ, Value};
use crate::scheme::Scheme;

/// Terminals that one sentence lists before it counts the rest.
const NAMED: usize = 3;

impl Terminal {
    /// As a finding names it.
    fn other(&self) -> Other {
        Other::Terminal { id: self.id.as_str().into(), name: self.name.as_str().into() }
    }

    /// Two digits that the EMV table has.
    pub(crate) fn type_digits(&self) -> Option<String> {
        let digits = self.terminal_type.as_ref()?.two_digits()?;
        decode::terminal_types().any(|(known, _)| known == digits).then_some(digits)
    }

    /// The values whose numbers may be damaged.
    fn params(&self) -> Params {
        let values = [(TERMINAL_TYPE, &self.terminal_type), (AMEX_ENHANCED, &self.amex_enhanced)];
        values.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value.clone()?))).collect()
    }

    fn bytes(value: Option<&Value>, code: Code) -> Option<Vec<u8>> {
        code.bytes(value?.text()?).ok().map(|(_, bytes)| bytes)
    }

    fn capabilities(&self) -> Option<Vec<u8>> {
        Terminal::bytes(self.capabilities.as_ref(), Code::TerminalCapabilities)
    }

    /// Byte 2 of 9F6E: the methods of an Amex reader.
    pub(super) fn amex_methods(&self) -> Option<u8> {
        Terminal::bytes(self.amex_enhanced.as_ref(), Code::AmexEnhanced)?.get(1).copied()
    }

    /// Whether its 9F6E does not declare phones as supported.
    pub(super) fn is_without_amex_mobile(&self) -> bool {
        let bytes = Terminal::bytes(self.amex_enhanced.as_ref(), Code::AmexEnhanced);
        bytes.is_some_and(|bytes| cvm::is_without_mobile(&bytes))
    }

    /// Its own floor limit for Amex, likely minor units.
    pub(crate) fn amex_floor(&self) -> Option<u64> {
        self.amex_floor.as_ref()?.amount()
    }

    /// Whether its 9F6E has none of the contactless modes.
    pub(super) fn is_without_amex_mode(&self) -> bool {
        let bytes = Terminal::bytes(self.amex_enhanced.as_ref(), Code::AmexEnhanced);
        bytes.is_some_and(|bytes| cvm::is_without_mode(bytes[0]))
    }
}

/// "terminal A", "terminals A, B", "terminals A, B, C and 2 more".
pub(crate) fn named(terminals: &[&Terminal]) -> String {
    let noun = if terminals.len() == 1 { "terminal" } else { "terminals" };
    format!("{noun} {}", names(terminals))
}

/// The same as records to be opened.
pub(super) fn others(terminals: &[&Terminal]) -> Vec<Other> {
    terminals.iter().map(|terminal| terminal.other()).collect()
}

pub(crate) fn names(terminals: &[&Terminal]) -> String {
    let names: Vec<&str> = terminals.iter().take(NAMED).map(|terminal| terminal.name.as_str()).collect();
    match terminals.len().saturating_sub(NAMED) {
        0 => names.join(", "),
        more => format!("{} and {more} more", names.join(", ")),
    }
}

/// C02: a floor limit where terminals are online only (9F35 ends in 1 or 4).
pub(super) fn floor_online_only(facts: &Facts<'_>) -> Option<Said> {
    let floor = facts.subject.params.get(LimitKind::Floor.param()).and_then(Value::amount)?;
    let terminals = facts.terminals();
    let is_online_only =
        |terminal: &&Terminal| terminal.type_digits().is_some_and(|digits| digits.ends_with(['1', '4']));
    let online_only: Vec<&Terminal> = terminals.iter().filter(is_online_only).collect();
    if floor == 0 || online_only.is_empty() {
        return None;
    }
    // Another terminal may use the limit, and then clearing it is no certain fix.
    let is_all = online_only.len() == terminals.len();
    let label = format!("Set floor limit to {}", facts.subject.currency.figure(0));
    let edits = vec![limit_edit(LimitKind::Floor, 0)];
    Some(Said {
        others: others(&online_only),
        fields: vec![Field::limit(LimitKind::Floor), Field::Terminal(TERMINAL_TYPE)],
        severity: Severity::Warning,
        title: "Floor limit without use".to_owned(),
        message: format!(
            "A floor limit of {} has no use at {}: online only.",
            facts.money(floor),
            named(&online_only)
        ),
        fixes: vec![if is_all { Fix::certain(label, edits) } else { Fix::choice(label, edits) }],
    })
}

/// L04: a terminal has another floor limit for Amex. Which of the two counts is not shown, so both are told.
pub(super) fn amex_floor(facts: &Facts<'_>) -> Vec<Said> {
    let Some((Scheme::Amex, limits)) = facts.limited else { return Vec::new() };
    let mut groups: Vec<(u64, Vec<&Terminal>)> = Vec::new();
    for terminal in facts.terminals() {
        let Some(floor) = terminal.amex_floor().filter(|floor| *floor != limits.floor) else { continue };
        match groups.iter_mut().find(|(known, _)| *known == floor) {
            Some((_, terminals)) => terminals.push(terminal),
            None => groups.push((floor, vec![terminal])),
        }
    }
    let said = |(floor, terminals): (u64, Vec<&Terminal>)| Said {
        others: others(&terminals),
        fields: vec![Field::limit(LimitKind::Floor), Field::Terminal(AMEX_FLOOR)],
        severity: Severity::Info,
        title: "Another Amex floor limit at the terminal".to_owned(),
        message: format!(
            "The Amex floor limit of {} is likely {}, and the floor limit here is {}. Which of the two counts is not \
             documented.",
            named(&terminals),
            facts.money(floor),
            facts.money(limits.floor),
        ),
        fixes: Vec::new(),
    };
    groups.into_iter().map(said).collect()
}

/// C12: terminals and configuration disagree about a method.
pub(super) fn device_and_configuration(facts: &Facts<'_>) -> Vec<Said> {
    let mut groups: Vec<(Vec<&str>, Vec<&Terminal>)> = Vec::new();
    for terminal in facts.terminals() {
        let Some(methods) = disagreement(facts, terminal).filter(|methods| !methods.is_empty()) else {
            continue;
        };
        match groups.iter_mut().find(|(known, _)| *known == methods) {
            Some((_, terminals)) => terminals.push(terminal),
            None => groups.push((methods, vec![terminal])),
        }
    }
    let fields: &[Field] = match facts.subject.scheme {
        Some(Scheme::Amex) => &[Field::Terminal(CAPABILITIES), Field::Terminal(AMEX_ENHANCED)],
        Some(Scheme::Mastercard) => {
            &[Field::Param(CVM_REQUIRED), Field::Param(NO_CVM), Field::Terminal(CAPABILITIES)]
        }
        _ => &[Field::Param(TTQ), Field::Terminal(CAPABILITIES)],
    };
    let doubt = facts.subject.scheme.map_or("", doubt);
    let other = if facts.subject.scheme == Some(Scheme::Amex) { "9F6E" } else { "this configuration" };
    groups
        .into_iter()
        .map(|(methods, terminals)| {
            let message = format!(
                "9F33 of {} and {other} disagree about {}.{doubt}",
                named(&terminals),
                listed(&methods)
            );
            Said {
                others: others(&terminals),
                fields: fields.to_vec(),
                severity: Severity::Warning,
                title: "Terminal and configuration disagree".to_owned(),
                message,
                fixes: Vec::new(),
            }
        })
        .collect()
}

fn disagreement(facts: &Facts<'_>, terminal: &Terminal) -> Option<Vec<&'static str>> {
    let device = *terminal.capabilities()?.get(1)?;
    let methods: &[(u8, &str)] = &[(0x40, "online PIN"), (0x20, "signature")];
    let differing = |configured: u8| {
        let differs = move |(bit, _): &&(u8, &str)| (configured ^ device) & bit != 0;
        methods.iter().filter(differs).map(|(_, words)| *words).collect()
    };
    match facts.subject.scheme? {
        Scheme::Visa | Scheme::UnionPay | Scheme::Discover | Scheme::Jcb => {
            // TTQ byte 1 has the two methods four bits further right.
            let ttq = *super::bit::bytes(facts, Code::Ttq)?.first()?;
            Some(differing((ttq & 0x06) << 4))
        }
        Scheme::Amex => Some(differing(terminal.amex_methods()?)),
        Scheme::Mastercard => {
            let read = |code| super::bit::bytes(facts, code).and_then(|bytes| bytes.first().copied());
            let allowed = match (read(Code::CvmRequired), read(Code::NoCvm)) {
                (None, None) => return None,
                (above, below) => above.unwrap_or(0) | below.unwrap_or(0),
            };
            let all: &[(u8, &str)] = &[
                (0x80, "plaintext PIN checked by the card"),
                (0x40, "online PIN"),
                (0x20, "signature"),
                (0x10, "enciphered PIN checked by the card"),
                (0x08, "no CVM"),
            ];
            Some(
                all.iter().filter(|(bit, _)| allowed & !device & bit != 0).map(|(_, words)| *words).collect(),
            )
        }
    }
}

/// C21 in a configuration: the terminals are named, and repaired where they are edited.
pub(super) fn number_damage(facts: &Facts<'_>) -> Vec<Said> {
    let amex_only = facts.subject.scheme.is_none_or(|scheme| scheme == Scheme::Amex);
    let amex = Field::Terminal(AMEX_ENHANCED);
    // What is said of several terminals is one finding.
    let mut groups: Vec<(Said, Vec<&Terminal>)> = Vec::new();
    for terminal in facts.terminals() {
        for said in damaged(&terminal.params()).into_iter().filter(|said| amex_only || said.fields != [amex])
        {
            let known = groups
                .iter_mut()
                .find(|(known, _)| known.title == said.title && known.message == said.message);
            match known {
                Some((_, terminals)) => terminals.push(terminal),
                None => groups.push((said, vec![terminal])),
            }
        }
    }
    groups
        .into_iter()
        .map(|(said, terminals)| Said {
            message: format!("{}: {}", names(&terminals), said.message),
            fixes: Vec::new(),
            others: others(&terminals),
            ..said
        })
        .collect()
}

/// C21: values of a terminal that were read as JSON numbers. The fixes edit the terminal.
pub(super) fn damaged(params: &Params) -> Vec<Said> {
    let mut found = Vec::new();
    if let Some(value @ (Value::Number(_) | Value::Unreadable(_))) = params.get(TERMINAL_TYPE)
        && let Some(as_read) = as_read(value)
    {
        let intact = value.two_digits();
        let fix = intact.as_ref().map(|digits| write(TERMINAL_TYPE, digits));
        let (severity, message) = match intact {
            Some(digits) => (
                Severity::Info,
                format!("The terminal type {digits} is stored as a number; as text it is safe."),
            ),
            None => (
                Severity::Warning,
                format!(
                    "The terminal type is stored as the number {as_read}: leading zeros or an E are lost."
                ),
            ),
        };
        found.push(Said {
            others: Vec::new(),
            fields: vec![Field::Terminal(TERMINAL_TYPE)],
            severity,
            title: "Terminal type (9F35) stored as a number".to_owned(),
            message,
            fixes: fix.into_iter().collect(),
        });
    }
    if let Some(value @ (Value::Number(_) | Value::Unreadable(_))) = params.get(AMEX_ENHANCED)
        && let Some(as_read) = as_read(value)
    {
        let usual = *value == Value::Number(18_000);
        let is_hex = hex::bytes(&as_read).is_some_and(|bytes| bytes.len() == 4);
        let is_spelled = is_hex && matches!(value, Value::Unreadable(_));
        let (likely, fix) = match (usual, is_spelled) {
            (true, _) => (" It is likely 18E00003.", Some(write(AMEX_ENHANCED, "18E00003"))),
            (_, true) => ("", Some(write(AMEX_ENHANCED, &as_read.to_ascii_uppercase()))),
            _ => ("", None),
        };
        found.push(Said {
            others: Vec::new(),
            fields: vec![Field::Terminal(AMEX_ENHANCED)],
            severity: Severity::Warning,
            title: "Amex capabilities (9F6E) stored as a number".to_owned(),
            message: format!(
                "The value is stored as the number {as_read}: leading zeros or an E are lost.{likely}"
            ),
            fixes: fix.into_iter().collect(),
        });
    }
    found
}

pub(super) fn as_read(value: &Value) -> Option<String> {
    match value {
        Value::Number(number) => Some(number.to_string()),
        Value::Unreadable(raw) if raw.starts_with(|first: char| first.is_ascii_digit()) => Some(raw.clone()),
        _ => None,
    }
}

pub(super) fn write(key: &'static str, text: &str) -> Fix {
    Fix::certain(format!("Write {text} as text"), vec![(key, Value::Text(text.to_owned()))])
}
