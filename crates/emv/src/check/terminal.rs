//! Checks that need the terminals which use a configuration: C02, C12, C21, L04, and Amex's half of C04 and C05.
//!
//! Silent while the terminals are unknown. A terminal whose value is absent or unreadable is left out, never guessed.

use super::facts::{Facts, set_limit};
use super::place::{AMEX_ENHANCED, AMEX_FLOOR, CAPABILITIES, TERMINAL_TYPE};
use super::{CheckResult, Field, Fix, FixKind, Other, Problem, Severity, Terminal, TerminalMethod};
use crate::cvm;
use crate::decode::{self, Code};
use crate::hex;
use crate::limits::LimitKind;
use crate::param::{CVM_REQUIRED, NO_CVM, Params, TTQ, Value, gathered};
use crate::scheme::Scheme;

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
        gathered(values.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value.clone()?))))
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

    /// True if its 9F6E does not declare phones as supported.
    pub(super) fn is_without_amex_mobile(&self) -> bool {
        let bytes = Terminal::bytes(self.amex_enhanced.as_ref(), Code::AmexEnhanced);
        bytes.is_some_and(|bytes| cvm::is_without_mobile(&bytes))
    }

    /// Its own floor limit for Amex, likely minor units.
    pub(crate) fn amex_floor(&self) -> Option<u64> {
        self.amex_floor.as_ref()?.amount()
    }

    /// True if its 9F6E has none of the contactless modes.
    pub(super) fn is_without_amex_mode(&self) -> bool {
        let bytes = Terminal::bytes(self.amex_enhanced.as_ref(), Code::AmexEnhanced);
        bytes.is_some_and(|bytes| cvm::is_without_mode(bytes[0]))
    }
}

/// Terminals as records to be opened.
pub(super) fn others(terminals: &[&Terminal]) -> Vec<Other> {
    terminals.iter().map(|terminal| terminal.other()).collect()
}

/// C02: a floor limit where terminals are online only (9F35 ends in 1 or 4).
pub(super) fn floor_online_only(facts: &Facts<'_>) -> Option<CheckResult> {
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
    let (kind, edits) = set_limit(LimitKind::Floor, 0);
    let fix = Fix { kind, certain: is_all, edits };
    let fields = [Field::limit(LimitKind::Floor), Field::Terminal(TERMINAL_TYPE)];
    let said = CheckResult::new(Severity::Warning, fields, Problem::FloorWithoutUse { floor });
    Some(said.fixed([fix]).naming(others(&online_only)))
}

/// L04: a terminal has another floor limit for Amex. The interface doesn't show which of the two counts, so the
/// finding names both.
pub(super) fn amex_floor(facts: &Facts<'_>) -> Vec<CheckResult> {
    let Some((Scheme::Amex, limits)) = facts.limited else { return Vec::new() };
    let mut groups: Vec<(u64, Vec<&Terminal>)> = Vec::new();
    for terminal in facts.terminals() {
        let Some(floor) = terminal.amex_floor().filter(|floor| *floor != limits.floor) else { continue };
        match groups.iter_mut().find(|(known, _)| *known == floor) {
            Some((_, terminals)) => terminals.push(terminal),
            None => groups.push((floor, vec![terminal])),
        }
    }
    let fields = [Field::limit(LimitKind::Floor), Field::Terminal(AMEX_FLOOR)];
    let said = |(terminal, terminals): (u64, Vec<&Terminal>)| {
        let problem = Problem::AmexFloor { terminal, here: limits.floor };
        CheckResult::new(Severity::Info, fields, problem).naming(others(&terminals))
    };
    groups.into_iter().map(said).collect()
}

/// C12: terminals and configuration disagree about a method.
pub(super) fn device_and_configuration(facts: &Facts<'_>) -> Vec<CheckResult> {
    let mut groups: Vec<(Vec<TerminalMethod>, Vec<&Terminal>)> = Vec::new();
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
    let said = |(methods, terminals): (Vec<TerminalMethod>, Vec<&Terminal>)| {
        CheckResult::new(Severity::Warning, fields, Problem::TerminalDiffers { methods })
            .naming(others(&terminals))
    };
    groups.into_iter().map(said).collect()
}

/// The bits of 9F33 byte 2, in the order of the words.
const METHODS: [(u8, TerminalMethod); 5] = [
    (0x80, TerminalMethod::PlaintextPinByCard),
    (0x40, TerminalMethod::OnlinePin),
    (0x20, TerminalMethod::Signature),
    (0x10, TerminalMethod::EncipheredPinByCard),
    (0x08, TerminalMethod::NoCvm),
];

fn disagreement(facts: &Facts<'_>, terminal: &Terminal) -> Option<Vec<TerminalMethod>> {
    let device = *terminal.capabilities()?.get(1)?;
    let of =
        |bits: u8| METHODS.iter().filter(|(bit, _)| bits & bit != 0).map(|(_, method)| *method).collect();
    match facts.subject.scheme? {
        Scheme::Visa | Scheme::UnionPay | Scheme::Discover | Scheme::Jcb => {
            // TTQ byte 1 has the two methods four bits further right.
            let ttq = *super::bit::bytes(facts, Code::Ttq)?.first()?;
            Some(of((((ttq & 0x06) << 4) ^ device) & 0x60))
        }
        Scheme::Amex => Some(of((terminal.amex_methods()? ^ device) & 0x60)),
        Scheme::Mastercard => {
            let read = |code| super::bit::bytes(facts, code).and_then(|bytes| bytes.first().copied());
            let allowed = match (read(Code::CvmRequired), read(Code::NoCvm)) {
                (None, None) => return None,
                (above, below) => above.unwrap_or(0) | below.unwrap_or(0),
            };
            Some(of(allowed & !device))
        }
    }
}

/// C21 in a configuration: the terminals are named, and repaired where they are edited.
pub(super) fn number_damage(facts: &Facts<'_>) -> Vec<CheckResult> {
    let amex_only = facts.subject.scheme.is_none_or(|scheme| scheme == Scheme::Amex);
    let amex = Field::Terminal(AMEX_ENHANCED);
    // Terminals with the same problem share one finding.
    let mut groups: Vec<(CheckResult, Vec<&Terminal>)> = Vec::new();
    for terminal in facts.terminals() {
        for said in damaged(&terminal.params()).into_iter().filter(|said| amex_only || said.fields != [amex])
        {
            match groups.iter_mut().find(|(known, _)| known.problem == said.problem) {
                Some((_, terminals)) => terminals.push(terminal),
                None => groups.push((said, vec![terminal])),
            }
        }
    }
    groups.into_iter().map(|(said, terminals)| said.fixed([]).naming(others(&terminals))).collect()
}

/// C21: values of a terminal that were read as JSON numbers. The fixes edit the terminal.
pub(super) fn damaged(params: &Params) -> Vec<CheckResult> {
    let number = |key: &str| {
        let value = params.get(key)?;
        let is_text = !matches!(value, Value::Number(_) | Value::Unreadable(_));
        Some((value, as_read(value)?)).filter(|_| !is_text)
    };
    let said = |field: Field, severity, as_read, is_intact, likely| {
        CheckResult::new(severity, [field], Problem::StoredAsNumber { field, as_read, is_intact, likely })
    };
    let mut found = Vec::new();
    if let Some((value, as_read)) = number(TERMINAL_TYPE) {
        let intact = value.two_digits();
        let severity = if intact.is_some() { Severity::Info } else { Severity::Warning };
        let fix = intact.as_ref().map(|digits| write(TERMINAL_TYPE, digits));
        let field = Field::Terminal(TERMINAL_TYPE);
        found.push(said(field, severity, as_read, intact.is_some(), None).fixed(fix));
    }
    if let Some((value, as_read)) = number(AMEX_ENHANCED) {
        let likely = (*value == Value::Number(18_000)).then_some("18E00003");
        let is_hex = hex::bytes(&as_read).is_some_and(|bytes| bytes.len() == 4);
        let spelled = (is_hex && matches!(value, Value::Unreadable(_))).then(|| as_read.to_ascii_uppercase());
        let fix = likely.map(str::to_owned).or(spelled).map(|text| write(AMEX_ENHANCED, &text));
        let field = Field::Terminal(AMEX_ENHANCED);
        found.push(said(field, Severity::Warning, as_read, false, likely).fixed(fix));
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
    let edits = vec![(key, Value::Text(text.to_owned()))];
    Fix::certain(FixKind::WriteAsText { text: text.to_owned() }, edits)
}
