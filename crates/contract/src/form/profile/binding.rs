//! Binding of payment methods to acceptances, as typed. Service document, "ProfileWithAcpt".
//!
//! Notes, never errors: which acceptance a sale uses when two take its method is not documented, and no request has
//! `acptSelection`.

use std::collections::BTreeMap;

use tapline_emv::Scheme;

use super::ProfileForm;

/// Something to know about the acceptances of a profile before saving.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Binding {
    /// A method that several acceptances take; their names.
    Twice { method: String, by: Vec<String> },
    /// A method that an acceptance took when the profile was read, and that none takes now.
    Lost { method: String },
    /// An acceptance that takes no method at all; its name.
    Empty { acceptance: String },
}

impl Binding {
    pub fn sentence(&self) -> String {
        match self {
            Binding::Twice { method, by } => {
                let all = if by.len() == 2 { "both" } else { "all" };
                let (by, method) = (by.join("” and “"), name(method));
                format!("“{by}” {all} accept {method}. It's unclear which one a sale uses.")
            }
            Binding::Lost { method } => {
                format!("After saving, {} is likely no longer accepted.", name(method))
            }
            Binding::Empty { acceptance } => format!("{acceptance} accepts no payment method."),
        }
    }
}

/// The name of a scheme's method; any other method as it is.
fn name(method: &str) -> &str {
    Scheme::from_method(method).map_or(method, |scheme| scheme.name())
}

/// By method, then what takes none.
pub fn bindings(form: &ProfileForm) -> Vec<Binding> {
    let mut takers: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for acceptance in &form.base.acceptances {
        for method in acceptance.supported_payments.iter().flat_map(|texts| &texts.0) {
            takers.entry(method.clone()).or_default();
        }
    }
    let mut empty = Vec::new();
    for acceptance in &form.acceptances {
        if acceptance.methods.is_empty() {
            empty.push(Binding::Empty { acceptance: acceptance.name() });
        }
        for method in &acceptance.methods {
            takers.entry(method.clone()).or_default().push(acceptance.name());
        }
    }
    let note = |(method, by): (String, Vec<String>)| match by.len() {
        // Without any acceptance there is one finding for all methods.
        0 if form.acceptances.is_empty() => None,
        0 => Some(Binding::Lost { method }),
        1 => None,
        _ => Some(Binding::Twice { method, by }),
    };
    takers.into_iter().filter_map(note).chain(empty).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::form::profile::AcceptanceForm;
    use crate::profile::Profile;
    use crate::record::Record;

    #[test]
    fn methods_taken_twice_or_by_none_are_noted() {
        let record = r#"{"profileId":"p","acceptances":[{"acptId":"a","acptName":"Host","supportedPayments":["VISA","AMEX"]},{"acptId":"b","supportedPayments":["JCB"]}]}"#;
        let mut form = ProfileForm::from_record(&Profile::read(record).unwrap()).unwrap();
        assert_eq!(bindings(&form), []);
        form.acceptances[1].methods = vec!["AMEX".to_owned()];
        form.acceptances.push(AcceptanceForm::blank());
        let sentences: Vec<_> = bindings(&form).iter().map(Binding::sentence).collect();
        assert_eq!(
            sentences,
            [
                "“Host” and “b” both accept Amex. It's unclear which one a sale uses.",
                "After saving, JCB is likely no longer accepted.",
                "New acceptance accepts no payment method.",
            ]
        );
    }
}
