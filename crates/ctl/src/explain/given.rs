//! `explain --param`: parameters that a person gives by tag, key or short name, of a configuration, of a terminal, or of what was
//! tapped; and what each decides for the scheme.
//!
//! One tag is different data for different schemes: a value that the scheme doesn't use is refused, with the values that it does
//! use.

use tapline_emv::decode::{self, Code};
use tapline_emv::form_factor::{self, FormFactor};
use tapline_emv::{Params, Presented, Scheme, Value, cvm, param, unused};

use super::Case;

/// A parameter as it was typed.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct TypedParam {
    name: &'static str,
    key: &'static str,
    value: Value,
}

/// The parameters, by whose they are.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Sorted {
    pub(super) params: Params,
    pub(super) terminal: Params,
    pub(super) form: Option<FormFactor>,
}

const CODES: [Code; 9] = [
    Code::Ttq,
    Code::KernelConfiguration,
    Code::CvmRequired,
    Code::NoCvm,
    Code::RiskData,
    Code::TerminalCapabilities,
    Code::TerminalType,
    Code::AmexReader,
    Code::AmexEnhanced,
];

/// Parameters that are no bits, which the checks read: short name, another one, key, an example.
const OTHERS: [(&str, &str, &str, &str); 4] = [
    ("AID", "9F06", param::AID, "AID=A0000000031010"),
    ("9F09", "appVersion", param::APP_VERSION, "9F09=0096"),
    ("DDOL", "9F49", param::DDOL, "DDOL=039F3704"),
    ("TDOL", "97", param::TDOL, "TDOL=0F9F02065F2A029A039C0195059F3704"),
];

/// Data of one sale, not parameters.
const OF_A_SALE: [&str; 7] = ["95", "TVR", "9B", "TSI", "9F34", "8A", "9F6C"];

/// A key of `params` or of a terminal, a tag, or the short name that people use.
pub(super) fn parameter(text: &str) -> Result<TypedParam, String> {
    let (name, value) = text.split_once('=').ok_or("use TAG=HEX, such as DF8119=08")?;
    let (name, value) = (name.trim(), value.trim());
    let is = |code: &&Code| {
        [code.name(), code.key(), code.tag()].iter().any(|known| name.eq_ignore_ascii_case(known))
    };
    if name.eq_ignore_ascii_case(param::NEW_CVM_RULE) {
        let on = value
            .to_ascii_lowercase()
            .parse()
            .map_err(|_| format!("{}: use true or false, such as {0}=true", param::NEW_CVM_RULE))?;
        return Ok(TypedParam {
            name: param::NEW_CVM_RULE,
            key: param::NEW_CVM_RULE,
            value: Value::Flag(on),
        });
    }
    let is_other = |(short, tag, key, _): &&(&str, &str, &str, &str)| {
        [short, tag, key].iter().any(|known| name.eq_ignore_ascii_case(known))
    };
    if let Some(other) = OTHERS.iter().find(is_other) {
        return of_checks(*other, value);
    }
    let Some(code) = CODES.iter().find(is).copied() else {
        let others = OTHERS.map(|(short, ..)| short);
        let known = CODES.map(Code::name).into_iter().chain([param::NEW_CVM_RULE]).chain(others);
        let known = known.collect::<Vec<_>>().join(", ");
        let way = if OF_A_SALE.iter().any(|tag| name.eq_ignore_ascii_case(tag)) {
            ". It belongs to one sale: use --paste"
        } else {
            ""
        };
        return Err(format!("“{name}” is unknown; known are {known}{way}"));
    };
    let named = if code.name() == code.key() {
        code.name().to_owned()
    } else {
        format!("{} ({})", code.name(), code.key())
    };
    code.bytes(value)
        .map_err(|reason| format!("{named}: {}{}", reason.trim_end_matches('.'), way_out(code, value)))?;
    if code == Code::TerminalType && decode::terminal_types().all(|(known, _)| known != value) {
        let known: Vec<_> = decode::terminal_types().map(|(known, _)| known).collect();
        return Err(format!("{named}: {value} isn't a terminal type; known are {}", known.join(", ")));
    }
    Ok(TypedParam { name: code.name(), key: code.key(), value: Value::Text(value.to_owned()) })
}

/// A value for the checks. Hex that still cannot be read is reported by the checks, as for a configuration.
fn of_checks(
    (name, _, key, example): (&'static str, &str, &'static str, &str),
    value: &str,
) -> Result<TypedParam, String> {
    let is_hex = |text: &str| {
        let digits: String = text.split_whitespace().collect();
        digits.len().is_multiple_of(2) && digits.bytes().all(|digit| digit.is_ascii_hexdigit())
    };
    // A list of several identifiers.
    let is_read = match key {
        param::AID => value.split([',', ';']).all(is_hex),
        _ => is_hex(value),
    };
    if value.is_empty() || !is_read {
        return Err(format!(
            "{name} ({key}): {value} isn't hex in pairs of digits. Give it whole, such as {example}, or leave it out"
        ));
    }
    Ok(TypedParam { name, key, value: Value::Text(value.to_owned()) })
}

/// Advice on what to type instead.
fn way_out(code: Code, value: &str) -> String {
    // 18E00003 is a JSON number as well, and was read as one.
    if code == Code::AmexEnhanced && value == "18000" {
        return ". It is likely 18E00003, damaged by being read as a number: give 9F6E=18E00003".to_owned();
    }
    let usual = match code {
        Code::Ttq => "TTQ=26804080",
        Code::KernelConfiguration => "DF811B=20",
        Code::CvmRequired => "DF8118=60",
        Code::NoCvm => "DF8119=08",
        Code::RiskData => "9F1D=6CFF000000000000",
        Code::TerminalCapabilities => "9F33=0068C8",
        Code::TerminalType => "9F35=22",
        Code::AmexReader => "9F6D=C8",
        _ => "9F6E=18E00003",
    };
    format!(". Give it whole, such as {usual}, or leave it out")
}

/// Assigns each value to configuration, terminal or card. Repeated values, and values that the scheme doesn't use, are refused.
pub(super) fn sorted(given: Vec<TypedParam>, scheme: Scheme) -> Result<Sorted, String> {
    let mut sorted = Sorted::default();
    for TypedParam { name, key, value } in given {
        if key == param::AMEX_ENHANCED && scheme != Scheme::Amex {
            let form = value.text().and_then(form_factor::read).filter(|_| scheme == Scheme::Visa);
            let form = form.ok_or_else(|| not_read(scheme))?;
            if sorted.form.replace(form).is_some() {
                return Err(twice(name));
            }
            continue;
        }
        if key == Code::AmexReader.key() && scheme != Scheme::Amex {
            return Err("--param 9F6D: only an Amex reader is known to have it. Leave it out.".to_owned());
        }
        let of_configuration = param::param(key);
        if let Some(reason) = of_configuration.and_then(|param| unused::reason(param, scheme)) {
            return Err(format!("--param {name}: {reason} Leave it out."));
        }
        let place = if of_configuration.is_some() { &mut sorted.params } else { &mut sorted.terminal };
        if place.insert(key.to_owned(), value).is_some() {
            return Err(twice(name));
        }
    }
    Ok(sorted)
}

fn twice(name: &str) -> String {
    format!("--param {name} is given twice. Give it once.")
}

/// 9F6E of schemes whose reader has no such value.
fn not_read(scheme: Scheme) -> String {
    let (what, instead) = match scheme {
        Scheme::Mastercard => {
            ("is data of third parties on the card", "what the reader offers is DF8118, DF8119 and DF811B")
        }
        _ => ("decides nothing", "what the reader offers is the TTQ (9F66)"),
    };
    format!("--param 9F6E: for {} it {what}. Leave it out; {instead}.", scheme.name())
}

impl Case {
    /// Meaning of the values of terminal and card, a line each.
    pub(super) fn given(&self) -> Vec<String> {
        let of_terminal = CODES.iter().filter_map(|code| {
            let text = self.terminal.get(code.key())?.text()?;
            Some(format!("{} {text}: {}", code.name(), self.decides(*code, text)))
        });
        let form = self.form.map(|form| {
            let holds = match form.presented {
                Some(Presented::Card) => "the answer for a card applies",
                Some(Presented::Phone) => "the answer for a phone applies",
                None => "it's unclear which of the two answers applies",
            };
            format!("9F6E: {} was tapped, so {holds}.", form.words)
        });
        of_terminal.chain(form).collect()
    }

    fn decides(&self, code: Code, text: &str) -> String {
        let meaning = || decode::decode(code, Some(self.scheme), text).ok()?.meaning;
        match (code, self.scheme) {
            (Code::TerminalType, _) => {
                let what = match text.as_bytes().last() {
                    Some(b'1' | b'4') => "nothing is approved offline",
                    Some(b'3' | b'6') => "nothing goes online",
                    _ => "the limits decide whether a sale goes online",
                };
                format!("{}; {what}.", meaning().unwrap_or_default())
            }
            (Code::TerminalCapabilities, Scheme::Mastercard) => {
                "on a tap the reader replaces its byte 2 with DF8118 or DF8119; the checks show what it lacks."
                    .to_owned()
            }
            (Code::TerminalCapabilities, Scheme::Amex) => {
                "on a tap the methods are those of 9F6E byte 2; the checks show where the two disagree.".to_owned()
            }
            (Code::TerminalCapabilities, Scheme::Jcb) => {
                "on a tap a JCB reader likely uses data of its own; the checks show where it disagrees with the TTQ.".to_owned()
            }
            (Code::TerminalCapabilities, _) => {
                "on a tap the methods are those of the TTQ; the checks show where the two disagree.".to_owned()
            }
            (Code::AmexReader, _) => {
                format!("{}; the methods are those of 9F6E byte 2.", meaning().unwrap_or_default())
            }
            _ => self.offers(),
        }
    }

    /// Capabilities of the reader of an Amex terminal, in words.
    fn offers(&self) -> String {
        if let Some(why) = cvm::without_tap(self.scheme, &self.terminal) {
            return format!("{why}, so likely no tap works.");
        }
        let offer = cvm::offer(self.scheme, &self.terminal);
        let methods = [
            (offer.online_pin, "online PIN"),
            (offer.signature, "signature"),
            (offer.phone_check, "phone unlock (CDCVM)"),
        ];
        let offered: Vec<_> =
            methods.iter().filter(|(is, _)| *is == Some(true)).map(|(_, words)| *words).collect();
        let offered = if offered.is_empty() {
            "no way to verify the cardholder".to_owned()
        } else {
            offered.join(", ")
        };
        let only = if offer.offline_only == Some(true) { ", and is offline only" } else { "" };
        // Only byte 1 bit 4 leaves it open in a value that can be read.
        let open = match offer.phone_check {
            None => {
                " It's unclear if phone unlock counts: byte 2 bit 8 announces it, but byte 1 bit 4 says that phones aren't \
                 supported."
            }
            Some(_) => "",
        };
        format!("the reader offers {offered}{only}.{open}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_named_as_people_name_them() {
        for (text, expected) in [
            ("TTQ=26804080", Some(param::TTQ)),
            ("9f66=26804080", Some(param::TTQ)),
            ("DF8119=08", Some(param::NO_CVM)),
            ("cvmCapabilityNoCVM=08", Some(param::NO_CVM)),
            ("9F33=0068C8", Some(param::CAPABILITIES)),
            ("terminalCapability = 0068C8", Some(param::CAPABILITIES)),
            ("9F35=22", Some(param::TERMINAL_TYPE)),
            ("9f6e=18E00003", Some(param::AMEX_ENHANCED)),
            ("9F6D=C8", Some("amexReaderCapability")),
            ("amexReaderCapability=C8", Some("amexReaderCapability")),
            ("AID=A0000000031010", Some(param::AID)),
            ("9f06=A0000000031010, A0000000032010", Some(param::AID)),
            ("DDOL=039F3704", Some(param::DDOL)),
            ("9F49=9F3704", Some(param::DDOL)),
            ("97=9F0206", Some(param::TDOL)),
            ("appVersion=0096", Some(param::APP_VERSION)),
            ("9F09=0096", Some(param::APP_VERSION)),
            ("isNewCVMRuleForMC=true", Some(param::NEW_CVM_RULE)),
            ("isnewcvmruleformc=FALSE", Some(param::NEW_CVM_RULE)),
            ("isNewCVMRuleForMC=1", None),
            ("TTQ=hello", None),
            ("TTQ=2680", None),
            ("95=0000000000", None),
            ("TTQ", None),
        ] {
            assert_eq!(parameter(text).ok().map(|given| given.key), expected, "{text}");
        }
    }

    #[test]
    fn what_cannot_be_read_names_the_field_and_the_way_out() {
        for (text, parts) in [
            ("9F33=0068", ["9F33 (terminalCapability): 0068 has 2 bytes", "such as 9F33=0068C8"]),
            ("9F35=4", ["9F35 (terminalType): 4 is not hex in pairs", "such as 9F35=22"]),
            ("9F35=99", ["9F35 (terminalType): 99 isn't a terminal type", "known are 11, 12"]),
            ("9F6E=18000", ["likely 18E00003", "give 9F6E=18E00003"]),
            ("DDOL=hello", ["DDOL (defaultDDOL): hello isn't hex in pairs", "such as DDOL=039F3704"]),
            ("AID=A00000000", ["AID (aid): A00000000 isn't hex in pairs", "such as AID=A0000000031010"]),
            ("9F6D=C8C8", ["9F6D (amexReaderCapability): C8C8 has 2 bytes", "such as 9F6D=C8"]),
            ("9F34=410302", ["“9F34” is unknown", "use --paste"]),
            ("flag=1", ["“flag” is unknown", "known are TTQ, DF811B"]),
            ("9F35", ["TAG=HEX", "DF8119=08"]),
        ] {
            let said = parameter(text).unwrap_err();
            assert!(parts.iter().all(|part| said.contains(part)), "{text}: {said}");
        }
    }

    #[test]
    fn an_amex_reader_without_a_contactless_mode_is_told() {
        let case = |text: &str| Case {
            scheme: Scheme::Amex,
            limits: tapline_emv::Limits { floor: 0, cvm: 5_000, transaction: 20_000 }.into(),
            params: Params::new(),
            terminal: [(param::AMEX_ENHANCED.to_owned(), Value::Text(text.to_owned()))].into(),
            form: None,
            currency: tapline_emv::Currency::euro(),
            own: Vec::new(),
            amount: 5_000,
            with_presets: false,
        };
        for (text, expected) in [
            (
                "08E00003",
                "9F6E 08E00003: no contactless mode is set (9F6E byte 1 bits 7 to 5), so likely no tap works.",
            ),
            ("18C00003", "9F6E 18C00003: the reader offers online PIN, phone unlock (CDCVM)."),
            (
                "10C00003",
                "9F6E 10C00003: the reader offers online PIN. It's unclear if phone unlock counts: byte 2 bit 8 announces \
                 it, but byte 1 bit 4 says that phones aren't supported.",
            ),
        ] {
            assert_eq!(case(text).given(), [expected]);
        }
        assert!(case("08E00003").text().contains("With a card: No tap can work"));
    }

    #[test]
    fn one_tag_is_other_data_for_another_scheme() {
        let sort = |texts: &[&str], scheme| {
            sorted(texts.iter().map(|text| parameter(text).unwrap()).collect(), scheme)
        };
        let amex = sort(&["9F6E=18E00003", "9F35=21"], Scheme::Amex).unwrap();
        assert_eq!((amex.terminal.len(), amex.params.len(), amex.form), (2, 0, None));
        let visa = sort(&["9F6E=23880000", "TTQ=24004000"], Scheme::Visa).unwrap();
        assert_eq!((visa.terminal.len(), visa.params.len()), (0, 1));
        assert_eq!(visa.form.and_then(|form| form.presented), Some(Presented::Phone));
        for (texts, scheme, parts) in [
            (&["9F6E=18E00003"][..], Scheme::Mastercard, ["data of third parties", "DF8118"]),
            (&["9F6E=18E00003"], Scheme::UnionPay, ["for UnionPay it decides nothing", "TTQ (9F66)"]),
            (&["TTQ=26804080"], Scheme::Mastercard, ["--param TTQ:", "Leave it out"]),
            (&["TTQ=26804080"], Scheme::Amex, ["9F6E of the terminal", "Leave it out"]),
            (&["isNewCVMRuleForMC=true"], Scheme::Visa, ["--param isNewCVMRuleForMC:", "Leave it out"]),
            (&["9F6D=C8"], Scheme::Visa, ["only an Amex reader", "Leave it out"]),
            (&["DF8118=60"], Scheme::Visa, ["--param DF8118:", "Leave it out"]),
            (&["9F35=21", "terminalType=22"], Scheme::Visa, ["--param 9F35 is given twice", "once"]),
        ] {
            let said = sort(texts, scheme).unwrap_err();
            assert!(parts.iter().all(|part| said.contains(part)), "{texts:?}: {said}");
        }
    }
}
