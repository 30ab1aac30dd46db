//! Lists typed into one field: `VISA, MASTERCARD`.

use crate::field::Number;

pub(super) fn shown<T: AsRef<str>>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().map(|item| item.as_ref().to_owned()).collect::<Vec<_>>().join(", ")
}

/// Separated by commas, semicolons or line ends; blanks around an item do not count, empty items are none.
pub(super) fn texts(typed: &str) -> Vec<String> {
    let items = typed.split([',', ';', '\n']).map(str::trim);
    items.filter(|item| !item.is_empty()).map(str::to_owned).collect()
}

/// As [`texts`], for whole numbers; also separated by blanks. `Err` is the first text that isn't a whole
/// number.
pub(super) fn numbers(typed: &str) -> Result<Vec<Number>, String> {
    let items =
        typed.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';')).filter(|item| !item.is_empty());
    items
        .map(|item| Number::parse(item).filter(|n| n.whole().is_some()).ok_or_else(|| item.to_owned()))
        .collect()
}

/// Texts of a JSON list; `None` for other JSON.
pub(super) fn of_json(raw: &str) -> Option<Vec<String>> {
    serde_json::from_str(raw).ok()
}

pub(super) fn to_json(items: Vec<String>) -> String {
    serde_json::Value::from(items).to_string()
}
