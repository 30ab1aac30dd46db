//! Results of the checks and the presets for the given values, each with its field.

use std::fmt::Write as _;

use serde_json::{Value as Json, json};
use tapline_emv::preset::{Recommended, presets};
use tapline_emv::reference::reference_in;
use tapline_emv::{
    Field, Finding, LimitKind, Params, Subject, Terminal, Value, check, check_terminal, param,
};
use tapline_explain::say::check as say;

use super::Case;

impl Case {
    /// The limits and the parameters, as a configuration has them.
    fn values(&self) -> Params {
        let limit = |kind: LimitKind| Some((kind.param().to_owned(), Value::Number(self.limits.get(kind)?)));
        let limits = LimitKind::ALL.into_iter().filter_map(limit);
        self.params.clone().into_iter().chain(limits).collect()
    }

    /// Findings on the configuration at this terminal; bits out of place are the terminal's own finding (C13).
    fn findings(&self) -> Vec<Finding> {
        let of_terminal = |key: &str| self.terminal.get(key).cloned();
        let terminal = [Terminal {
            id: String::new(),
            name: String::new(),
            terminal_type: of_terminal(param::TERMINAL_TYPE),
            capabilities: of_terminal(param::CAPABILITIES),
            amex_enhanced: of_terminal(param::AMEX_ENHANCED),
            amex_floor: of_terminal(param::AMEX_FLOOR),
        }];
        let of_configuration = check(&Subject {
            name: "",
            method: self.scheme.method_code(),
            scheme: Some(self.scheme),
            params: &self.values(),
            currency: &self.currency,
            reference: reference_in(None, &self.currency, &self.own),
            siblings: &[],
            terminals: (!self.terminal.is_empty()).then_some(&terminal),
        });
        let bits = check_terminal(&self.terminal).into_iter().filter(|finding| finding.id == "C13");
        // The answer names the checks that are left out here.
        let of_configuration = of_configuration.into_iter().filter(|finding| !self.is_left_out(finding));
        let mut findings: Vec<_> = of_configuration.chain(bits).collect();
        findings.sort_by_key(|finding| finding.severity);
        findings
    }

    /// A limit that was not given, which is no fault of a configuration.
    fn is_left_out(&self, finding: &Finding) -> bool {
        let missing = |kind: LimitKind| finding.fields == [Field::Param(kind.param())];
        finding.id == "L01" && self.limits.missing().any(missing)
    }

    pub(super) fn write_findings(&self, text: &mut String) {
        let findings = self.findings();
        if findings.is_empty() {
            return;
        }
        text.push_str("\nChecks\n");
        for finding in findings {
            let fields: Vec<_> = finding.fields.iter().map(|field| field.named()).collect();
            // Writing to a String cannot fail.
            let _ =
                writeln!(text, "  {}: {} ({})", finding.severity.word(), say::title(&finding), finding.id);
            let _ = writeln!(text, "    field: {}", fields.join(", "));
            let _ = writeln!(text, "    {}", say::message(&finding));
            for fix in &finding.fixes {
                let word = if fix.certain { "fix" } else { "choice" };
                let _ = writeln!(text, "    {word}: {}", say::fix(&finding, fix));
            }
        }
    }

    pub(super) fn findings_json(&self) -> Vec<Json> {
        let findings = self.findings().into_iter().map(|finding| {
            let fields: Vec<_> = finding.fields.iter().copied().map(Field::wire).collect();
            let fixes: Vec<_> = finding
                .fixes
                .iter()
                .map(|fix| json!({ "label": say::fix(&finding, fix).to_string(), "certain": fix.certain }))
                .collect();
            json!({
                "id": finding.id, "severity": finding.severity.word(), "fields": fields, "title": say::title(&finding).to_string(),
                "message": say::message(&finding).to_string(), "source": finding.source, "fixes": fixes,
            })
        });
        findings.collect()
    }

    pub(super) fn write_presets(&self, text: &mut String) {
        let values = self.values();
        for preset in presets(self.scheme, &self.currency) {
            let _ = writeln!(text, "\nPreset {}", preset.name);
            for row in &preset.values {
                let shown = row.shown(&self.currency);
                let _ = writeln!(text, "  {:<30} {shown}  ({})", row.key, against(row, &values));
                let _ = writeln!(text, "    {} {}", row.why, row.evidence());
            }
            let _ = writeln!(text, "  {}", preset.lacks);
        }
    }

    pub(super) fn presets_json(&self) -> Vec<Json> {
        let values = self.values();
        let all = presets(self.scheme, &self.currency).into_iter().map(|preset| {
            let rows = preset.values.iter().map(|row| {
                json!({
                    "key": row.key, "value": row.shown(&self.currency), "here": against(row, &values), "why": row.why,
                    "source": row.source, "asOf": row.as_of, "checkWithAcquirer": row.check_with_acquirer,
                })
            });
            json!({ "name": preset.name, "values": rows.collect::<Vec<_>>(), "lacks": preset.lacks })
        });
        all.collect()
    }
}

fn against(row: &Recommended, values: &Params) -> &'static str {
    match values.get(row.key) {
        None => "not given",
        now if row.is_same(now) => "as given",
        Some(_) => "differs",
    }
}

#[cfg(test)]
mod tests {
    use tapline_emv::{Currency, Limits, PartialLimits, Scheme};

    use super::*;

    fn case(ttq: &str) -> Case {
        Case {
            scheme: Scheme::Visa,
            limits: Limits { floor: 0, cvm: 5_000, transaction: 20_000 }.into(),
            params: [(param::TTQ.to_owned(), Value::Text(ttq.to_owned()))].into(),
            terminal: Params::new(),
            form: None,
            currency: Currency::euro(),
            own: Vec::new(),
            amount: 5_000,
            with_presets: true,
        }
    }

    #[test]
    fn a_finding_names_its_field() {
        let mut text = String::new();
        case("20000080").write_findings(&mut text);
        assert!(text.contains("Error: No way to verify the cardholder (C04)"), "{text}");
        assert!(
            text.contains("field: Transaction qualifiers (TTQ) (terminalTransactionQualifiers)"),
            "{text}"
        );
        assert_eq!(case("20000080").findings_json()[0]["fields"], json!(["terminalTransactionQualifiers"]));
        let mut none = String::new();
        case("24004000").write_findings(&mut none);
        assert_eq!(none, "");
    }

    #[test]
    fn what_terminal_and_configuration_disagree_about_is_told() {
        let terminal = |pairs: &[(&str, &str)]| -> Params {
            pairs.iter().map(|(key, text)| ((*key).to_owned(), Value::Text((*text).to_owned()))).collect()
        };
        let ids = |terminal, limits, ttq| -> Vec<_> {
            let case = Case { limits, terminal, ..case(ttq) };
            case.findings().into_iter().map(|finding| finding.id).collect()
        };
        let (none, some) = (
            PartialLimits { floor: Some(0), ..case("").limits },
            PartialLimits { floor: Some(1_000), ..case("").limits },
        );
        let given = terminal(&[(param::CAPABILITIES, "0028C8")]);
        assert_eq!(ids(given, none, "24004000"), ["C12"]);
        assert_eq!(ids(terminal(&[(param::TERMINAL_TYPE, "21")]), some, "24004000"), ["C02"]);
        assert_eq!(ids(terminal(&[(param::TERMINAL_TYPE, "22")]), some, "24004000"), [""; 0]);
    }

    #[test]
    fn bits_out_of_place_are_found_in_values_of_the_terminal_too() {
        let transient = "9F6E byte 3 bit 7 (CVM required) has no effect: the reader sets it on every tap.";
        let many =
            "9F33 byte 1 bit 5, byte 1 bit 4, byte 1 bit 3, byte 1 bit 2, byte 1 bit 1 are set but reserved.";
        for (scheme, key, text, expected) in [
            (Scheme::Amex, param::AMEX_ENHANCED, "18E04003", transient),
            (
                Scheme::Amex,
                param::AMEX_ENHANCED,
                "1BE00003",
                "9F6E byte 1 bit 2, byte 1 bit 1 are set but reserved.",
            ),
            (Scheme::Amex, param::AMEX_ENHANCED, "18E10003", "9F6E byte 2 bit 1 is set but reserved."),
            (Scheme::Visa, param::CAPABILITIES, "1F68C8", many),
            (Scheme::Visa, param::CAPABILITIES, "006810", "9F33 byte 3 bit 5 is set but reserved."),
            (Scheme::Amex, param::AMEX_ENHANCED, "18E00003", ""),
            (Scheme::Visa, param::CAPABILITIES, "0068C8", ""),
        ] {
            let terminal = [(key.to_owned(), Value::Text(text.to_owned()))].into();
            let case = Case { scheme, terminal, params: Params::new(), ..case("") };
            let found = case.findings();
            let said =
                found.iter().find(|finding| finding.id == "C13").map(|one| say::message(one).to_string());
            assert_eq!(said.unwrap_or_default(), expected, "{scheme:?} {text}");
        }
    }

    #[test]
    fn a_terminal_without_a_name_is_the_terminal() {
        let limits = PartialLimits { floor: Some(1_000), ..case("").limits };
        let terminal = [(param::TERMINAL_TYPE.to_owned(), Value::Text("21".to_owned()))].into();
        let message = say::message(&Case { limits, terminal, ..case("24004000") }.findings()[0]).to_string();
        assert!(message.contains("at the terminal"), "{message}");
    }

    #[test]
    fn a_preset_is_told_with_its_ground_and_what_differs() {
        let mut text = String::new();
        case("26004080").write_presets(&mut text);
        for part in [
            "Preset Visa in EUR",
            "clCVMLimit                     50.00 EUR  (as given)",
            "24004000  (differs)",
            "defaultDDOL                    039F3704  (not given)",
            "Check with your acquirer.",
            "No source gives a transaction limit",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
}
