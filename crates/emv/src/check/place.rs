//! Fields that a finding is about, so that pages can show it next to the value and not only in a
//! list.

use crate::decode::Code;
use crate::limits::LimitKind;
use crate::param::param;
pub(super) use crate::param::{AMEX_ENHANCED, AMEX_FLOOR, CAPABILITIES, TERMINAL_TYPE};

pub(super) const AMEX_READER: &str = "amexReaderCapability";

/// EMV parameters of a terminal that are read here, with their names for people.
const OF_TERMINALS: [(&str, &str); 5] = [
    (TERMINAL_TYPE, "Terminal type"),
    (CAPABILITIES, "Terminal capabilities"),
    (AMEX_READER, "Amex reader capabilities"),
    (AMEX_ENHANCED, "Amex enhanced reader capabilities"),
    (AMEX_FLOOR, "Amex floor limit"),
];

/// A value that a finding is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Field {
    /// A key of the configuration's parameters.
    Param(&'static str),
    /// The configuration's payment method.
    Method,
    /// A key of the EMV parameters of a terminal.
    Terminal(&'static str),
}

impl Field {
    pub(super) fn limit(kind: LimitKind) -> Field {
        Field::Param(kind.param())
    }

    pub(super) fn from_code(code: Code) -> Field {
        if param(code.key()).is_some() { Field::Param(code.key()) } else { Field::Terminal(code.key()) }
    }

    /// Its name on the wire, in the record that it belongs to.
    pub fn wire(self) -> &'static str {
        match self {
            Field::Param(key) | Field::Terminal(key) => key,
            Field::Method => "paymentMethod",
        }
    }

    /// Its name for people.
    pub fn label(self) -> &'static str {
        match self {
            Field::Param(key) => param(key).map_or(key, |param| param.label),
            Field::Method => "Payment method",
            Field::Terminal(key) => {
                OF_TERMINALS.iter().find(|(known, _)| *known == key).map_or(key, |(_, label)| label)
            }
        }
    }

    /// Label as a sentence names it: "CVM limit", "Amex floor limit of the terminal".
    pub fn noun(self) -> String {
        format!("{}{}", self.label(), self.owner())
    }

    /// Label and key, for engineers: "CVM limit (clCVMLimit)".
    pub fn named(self) -> String {
        format!("{} ({}){}", self.label(), self.wire(), self.owner())
    }

    fn owner(self) -> &'static str {
        let is_named = self.label().starts_with("Terminal");
        if matches!(self, Field::Terminal(_)) && !is_named { " of the terminal" } else { "" }
    }

    /// True if it is a field of the configuration, and not of a terminal that uses it.
    pub fn is_of_configuration(self) -> bool {
        !matches!(self, Field::Terminal(_))
    }
}
