//! The three limits of a configuration: amounts under their short names, minor units under the names of the wire.

use tapline_emv::{Currency, LimitKind, Value, param};

use super::edit::Assignment;
use super::kinds::Kind;
use crate::amount;
use crate::say::Stop;

/// Short names, whose values are amounts.
const LIMITS: [(&str, &str); 3] =
    [("floor", param::FLOOR), ("cvm", param::CVM), ("trans", param::TRANSACTION)];

/// The assignment as the service takes it: `cvm=50.00` becomes `clCVMLimit=5000`.
pub(crate) fn on_wire(field: Assignment, kind: &Kind, currency: &Currency) -> Result<Assignment, Stop> {
    let short = LIMITS.iter().find(|(short, _)| kind.name == "emv" && *short == field.path);
    let Some((short, wire)) = short else { return Ok(field) };
    let minor = amount::minor(short, &field.value, currency)?;
    Ok(Assignment { path: (*wire).to_owned(), value: minor.to_string() })
}

/// A limit that is assigned, as money: "clCVMLimit: 50.00 EUR, 5000 in minor units". `None` for every other field.
pub(crate) fn echo(field: &Assignment, currency: &Currency) -> Option<String> {
    let minor: u64 = field.value.parse().ok().filter(|_| is_limit(&field.path))?;
    Some(format!("{}: {}, {minor} in minor units", field.path, currency.money(minor)))
}

/// A change of a limit as money: "25.00 EUR > 50.00 EUR". The values are JSON text. `None` where neither is an amount.
pub(crate) fn in_money(
    name: &str,
    before: Option<&str>,
    after: Option<&str>,
    currency: &Currency,
) -> Option<String> {
    let money = |raw: Option<&str>| Some(currency.money(value(raw?)?.amount()?));
    let (was, is) = (money(before), money(after));
    if !is_limit(name) || was.is_none() && is.is_none() {
        return None;
    }
    let shown = |money: Option<String>, raw: Option<&str>| {
        money
            .or_else(|| raw.filter(|raw| *raw != "null").map(str::to_owned))
            .unwrap_or_else(|| "(none)".to_owned())
    };
    Some(format!("{} > {}", shown(was, before), shown(is, after)))
}

/// True for the name of a limit on the wire, with or without `params` in front.
pub(crate) fn is_limit(path: &str) -> bool {
    let name = path.strip_prefix("params.").unwrap_or(path);
    LimitKind::ALL.iter().any(|limit| limit.param() == name)
}

/// A parameter from its JSON text.
pub(crate) fn value(raw: &str) -> Option<Value> {
    match serde_json::from_str(raw).ok()? {
        serde_json::Value::Number(number) => number.as_u64().map(Value::Number),
        serde_json::Value::String(text) => Some(Value::Text(text)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::edit::assignment;
    use super::super::kinds::KINDS;
    use super::*;

    #[test]
    fn a_limit_is_an_amount_under_its_short_name_and_minor_units_under_the_wires() {
        let emv = KINDS.iter().find(|kind| kind.name == "emv").unwrap();
        for (text, code, wire, told) in [
            ("cvm=50.00", "EUR", "clCVMLimit=5000", "clCVMLimit: 50.00 EUR, 5000 in minor units"),
            ("cvm=50,00", "EUR", "clCVMLimit=5000", "clCVMLimit: 50.00 EUR, 5000 in minor units"),
            ("cvm=5000", "EUR", "clCVMLimit=500000", "clCVMLimit: 5,000.00 EUR, 500000 in minor units"),
            ("clCVMLimit=5000", "EUR", "clCVMLimit=5000", "clCVMLimit: 50.00 EUR, 5000 in minor units"),
            ("floor=5000", "JPY", "clFloorLimit=5000", "clFloorLimit: 5,000 JPY, 5000 in minor units"),
            ("trans=1.234", "KWD", "clTransLimit=1234", "clTransLimit: 1.234 KWD, 1234 in minor units"),
        ] {
            let currency = Currency::new(code).unwrap();
            let field = on_wire(assignment(text).unwrap(), emv, &currency).unwrap();
            assert_eq!(field, assignment(wire).unwrap(), "{text}");
            assert_eq!(echo(&field, &currency).as_deref(), Some(told), "{text}");
        }
        for (text, code) in
            [("cvm=50.001", "EUR"), ("cvm=1,234", "KWD"), ("trans=", "EUR"), ("floor=-1", "EUR")]
        {
            let currency = Currency::new(code).unwrap();
            assert!(on_wire(assignment(text).unwrap(), emv, &currency).is_err(), "{text}");
        }
        let merchant = KINDS.iter().find(|kind| kind.name == "merchant").unwrap();
        let field = assignment("floor=x").unwrap();
        assert_eq!(on_wire(field.clone(), merchant, &Currency::euro()).unwrap(), field);
    }
}
