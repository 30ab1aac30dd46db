//! Every check with cases that fire and cases that stay silent, and what holds for all of them.

mod application;
mod bit;
mod dol;
mod field;
mod figure;
mod limit;
mod mastercard;
mod properties;
mod reader;
mod risk;
mod terminal;
mod unreadable;

use tapline_emv::check::Problem;
use tapline_emv::reference::{Reference, reference};
use tapline_emv::{
    Currency, Finding, Params, Scheme, Severity, Sibling, Subject, Terminal, Value, check, limits_of,
};

/// A configuration under test, owned.
#[derive(Clone)]
struct TestConfig {
    method: String,
    scheme: Option<Scheme>,
    params: Params,
    currency: Currency,
    reference: Option<Reference>,
    siblings: Vec<Sibling>,
    terminals: Option<Vec<Terminal>>,
}

/// A configuration with these limits in minor units and nothing else, in euro.
fn given(scheme: Scheme, floor: u64, cvm: u64, transaction: u64) -> TestConfig {
    let limits = [("clFloorLimit", floor), ("clCVMLimit", cvm), ("clTransLimit", transaction)];
    TestConfig {
        method: scheme.method_code().to_owned(),
        scheme: Some(scheme),
        params: limits.map(|(key, minor)| (key.to_owned(), Value::Number(minor))).into(),
        currency: Currency::euro(),
        reference: reference(&Currency::euro()).cloned(),
        siblings: Vec::new(),
        terminals: None,
    }
}

impl TestConfig {
    fn value(mut self, key: &str, value: Value) -> TestConfig {
        self.params.insert(key.to_owned(), value);
        self
    }

    fn text(self, key: &str, text: &str) -> TestConfig {
        self.value(key, Value::Text(text.to_owned()))
    }

    /// Adds a terminal that uses the configuration: 9F35, 9F33 and 9F6E, empty where it has none.
    fn terminal(mut self, terminal_type: &str, capabilities: &str, amex: &str) -> TestConfig {
        let value = |text: &str| (!text.is_empty()).then(|| Value::Text(text.to_owned()));
        let terminals = self.terminals.get_or_insert_default();
        terminals.push(Terminal {
            id: format!("CD-{}", terminals.len() + 1),
            name: format!("T{}", terminals.len() + 1),
            terminal_type: value(terminal_type),
            capabilities: value(capabilities),
            amex_enhanced: value(amex),
            amex_floor: None,
        });
        self
    }

    fn currency(mut self, code: &str) -> TestConfig {
        self.currency = Currency::new(code).expect("three letters");
        self.reference = reference(&self.currency).cloned();
        self
    }

    /// Adds a configuration of the scheme with limits in minor units of the same currency.
    fn sibling(self, scheme: Scheme, floor: u64, cvm: u64, transaction: u64) -> TestConfig {
        let currency = Some(self.currency.clone());
        self.sibling_in(currency, scheme, [floor, cvm, transaction])
    }

    /// A sibling in another currency, or in an unknown one.
    fn sibling_in(
        mut self,
        currency: Option<Currency>,
        scheme: Scheme,
        [floor, cvm, transaction]: [u64; 3],
    ) -> TestConfig {
        let limits = limits_of(&given(scheme, floor, cvm, transaction).params);
        let name = format!("Sibling {}", self.siblings.len() + 1);
        let method = scheme.method_code().to_owned();
        self.siblings.push(Sibling {
            id: (self.siblings.len() + 11).to_string().into(),
            name: name.into(),
            method,
            scheme: Some(scheme),
            limits,
            currency,
            aids: Vec::new(),
            shares_profile: None,
        });
        self
    }

    fn subject(&self) -> Subject<'_> {
        Subject {
            name: "Under test",
            method: &self.method,
            scheme: self.scheme,
            params: &self.params,
            currency: &self.currency,
            reference: self.reference.as_ref(),
            siblings: &self.siblings,
            terminals: self.terminals.as_deref(),
        }
    }

    fn check(&self) -> Vec<Finding> {
        check(&self.subject())
    }

    fn findings(&self, id: &str) -> Vec<Finding> {
        self.check().into_iter().filter(|finding| finding.id == id).collect()
    }

    /// The severity of the only finding of a check, or none.
    fn severity(&self, id: &str) -> Option<Severity> {
        let findings = self.findings(id);
        assert!(findings.len() < 2, "{findings:?}");
        findings.first().map(|finding| finding.severity)
    }

    /// The problem of the only finding of a check.
    fn problem(&self, id: &str) -> Problem {
        self.finding(id).problem
    }

    /// The only finding of a check.
    fn finding(&self, id: &str) -> Finding {
        let mut findings = self.findings(id);
        assert_eq!(findings.len(), 1, "{id}: {:?}", self.check());
        findings.remove(0)
    }

    /// Asserts that each fix of a finding silences it, and that there are as many as said.
    fn assert_fixed_by_each(&self, id: &str, count: usize) {
        let finding = self.finding(id);
        assert_eq!(finding.fixes.len(), count, "{:?}", finding.fixes);
        for fix in finding.fixes {
            let mut fixed = self.clone();
            for (key, value) in fix.edits {
                fixed.params.insert(key.to_owned(), value);
            }
            assert_eq!(fixed.findings(id), [], "{:?}", fix.kind);
        }
    }
}
