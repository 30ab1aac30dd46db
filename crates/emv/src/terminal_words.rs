//! Words for EMV parameters of a terminal that are neither bits nor codes of a standard. An undocumented meaning says
//! "likely".

/// Meaning of a value; `None` for a key without words here.
pub fn meaning(key: &str, value: &str) -> Option<String> {
    let value = value.trim();
    match key {
        "emvFlags" if !value.is_empty() => Some(flags(value)),
        "amexFloorLimit" => floor(value),
        _ => None,
    }
}

/// Hint of a comparable service: a letter for each scheme that is on.
fn flags(value: &str) -> String {
    let name = |letter: char| match letter {
        'V' => Some("Visa"),
        'M' => Some("Mastercard"),
        'A' => Some("American Express"),
        'U' => Some("UnionPay"),
        'J' => Some("JCB"),
        'D' => Some("Discover"),
        _ => None,
    };
    let known: Vec<&str> = value.chars().filter_map(name).collect();
    let unknown: String = value.chars().filter(|letter| name(*letter).is_none()).collect();
    if known.is_empty() {
        return "unclear".to_owned();
    }
    let rest = if unknown.is_empty() { String::new() } else { format!("; {unknown} is unknown") };
    format!("likely {}{rest}", known.join(", "))
}

fn floor(value: &str) -> Option<String> {
    let is_digits = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
    let minor: u64 = value.parse().ok().filter(|_| is_digits)?;
    // Zero is the same in any unit.
    (minor > 0).then(|| format!("likely {minor} minor units"))
}

#[cfg(test)]
mod tests {
    use super::meaning;

    #[test]
    fn what_is_not_documented_is_said_as_likely() {
        for (key, value, expected) in [
            (
                "emvFlags",
                "VMAUJDP",
                Some("Visa, Mastercard, American Express, UnionPay, JCB, Discover; P is unknown"),
            ),
            ("emvFlags", "VM", Some("likely Visa, Mastercard")),
            ("emvFlags", "01", Some("unclear")),
            ("emvFlags", "", None),
            ("amexFloorLimit", "00000100", Some("likely 100 minor units")),
            ("amexFloorLimit", "0", None),
            ("amexFloorLimit", "x", None),
            ("terminalType", "22", None),
        ] {
            let said = meaning(key, value);
            assert_eq!(said.is_some(), expected.is_some(), "{key} {value}");
            assert!(said.unwrap_or_default().contains(expected.unwrap_or_default()), "{key} {value}");
        }
    }
}
