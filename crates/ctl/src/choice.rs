//! Options whose values are those of a type of the contract.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// Name, help and meaning of each value.
pub(crate) type Choices<T> = &'static [(&'static str, &'static str, T)];

/// Takes one of these names.
pub(crate) fn one_of<T: Copy + Send + Sync>(choices: Choices<T>) -> impl TypedValueParser<Value = T> {
    let shown = choices.iter().map(|(name, help, _)| match *help {
        "" => PossibleValue::new(*name),
        help => PossibleValue::new(*name).help(help),
    });
    PossibleValuesParser::new(shown.collect::<Vec<_>>())
        .map(|typed| choice(choices, &typed).expect("the parser takes no other name"))
}

pub(crate) fn choice<T: Copy>(choices: Choices<T>, name: &str) -> Option<T> {
    choices.iter().find(|(known, ..)| *known == name).map(|(.., value)| *value)
}
