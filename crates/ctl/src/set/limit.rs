//! The three limits of a configuration: amounts under their short names, minor units under the names of the wire.

use tapline_emv::{Currency, LimitKind, Value, param};

use super::edit::Assignment;
use super::kinds::Kind;
use crate::amount;
use crate::say::Stop;

/// Short names, whose values are amounts.
const LIMITS: [(&str, &str); 3] =
    [("floor", param::FLOOR), ("cvm", param::CVM), ("trans", param::TRANSACTION)];

/// Currency in which the limits of a record are typed and printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LimitCurrency {
    /// Currency of the users of the record, or the one that a person named.
    Known(Currency),
    /// Currency of the connection, if the users report none or several, or were not read.
    Assumed(Currency),
}

impl LimitCurrency {
    pub(crate) fn currency(&self) -> &Currency {
        match self {
            LimitCurrency::Known(currency) | LimitCurrency::Assumed(currency) => currency,
        }
    }

    /// Follows an amount: " if used in EUR". Empty where the currency is known.
    pub(crate) fn condition(&self) -> String {
        match self {
            LimitCurrency::Known(_) => String::new(),
            LimitCurrency::Assumed(currency) => format!(" if used in {}", currency.code()),
        }
    }
}

fn short_name(kind: &Kind, name: &str) -> Option<&'static (&'static str, &'static str)> {
    LIMITS.iter().find(|(short, _)| kind.name == "emv" && *short == name)
}

/// A name and a value as the service takes them: `cvm` and `50.00` become `clCVMLimit` and `5000`.
pub(crate) fn named_on_wire(
    name: String,
    value: String,
    kind: &Kind,
    currency: &Currency,
) -> Result<(String, String), Stop> {
    let Some((short, wire)) = short_name(kind, &name) else { return Ok((name, value)) };
    let minor = amount::minor(short, &value, currency)?;
    Ok(((*wire).to_owned(), minor.to_string()))
}

/// The assignment as the service takes it.
pub(crate) fn on_wire(field: Assignment, kind: &Kind, currency: &Currency) -> Result<Assignment, Stop> {
    let (path, value) = named_on_wire(field.path, field.value, kind, currency)?;
    Ok(Assignment { path, value })
}

/// True if one of the three limits is assigned, under either name.
pub(crate) fn is_assigned(field: &Assignment, kind: &Kind) -> bool {
    kind.name == "emv" && (is_limit(&field.path) || short_name(kind, &field.path).is_some())
}

/// A limit that is assigned, as money: "clCVMLimit: 50.00 EUR, 5000 in minor units". `None` for every other field.
pub(crate) fn echo(field: &Assignment, currency: &LimitCurrency) -> Option<String> {
    let minor: u64 = field.value.parse().ok().filter(|_| is_limit(&field.path))?;
    let (money, condition) = (currency.currency().money(minor), currency.condition());
    Some(format!("{}: {money}{condition}, {minor} in minor units", field.path))
}

/// A change of a limit as money: "25.00 EUR > 50.00 EUR". The values are JSON text. `None` where neither is an amount.
pub(crate) fn in_money(
    name: &str,
    before: Option<&str>,
    after: Option<&str>,
    currency: &LimitCurrency,
) -> Option<String> {
    let money = |raw: Option<&str>| Some(currency.currency().money(value(raw?)?.amount()?));
    let (was, is) = (money(before), money(after));
    if !is_limit(name) || was.is_none() && is.is_none() {
        return None;
    }
    let shown = |money: Option<String>, raw: Option<&str>| {
        money
            .or_else(|| raw.filter(|raw| *raw != "null").map(str::to_owned))
            .unwrap_or_else(|| "(none)".to_owned())
    };
    Some(format!("{} > {}{}", shown(was, before), shown(is, after), currency.condition()))
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
        for (text, code, wire, words) in [
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
            assert_eq!(echo(&field, &LimitCurrency::Known(currency)).as_deref(), Some(words), "{text}");
        }
        let assumed = LimitCurrency::Assumed(Currency::euro());
        let echoed = echo(&assignment("clCVMLimit=5000").unwrap(), &assumed);
        assert_eq!(echoed.as_deref(), Some("clCVMLimit: 50.00 EUR if used in EUR, 5000 in minor units"));
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
