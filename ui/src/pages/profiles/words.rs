//! Statuses and payment methods in words. Undocumented values stay raw.

use tapline_contract::entity_status::EntityStatus;
use tapline_contract::form::profile::ProfileForm;
use tapline_contract::order::sort_by_key;
use tapline_contract::profile::Profile;
use tapline_emv::Scheme;

pub(super) fn status_word(status: Option<&str>) -> String {
    match (status.and_then(EntityStatus::of_name), status) {
        (Some(EntityStatus::Active), _) => "Active".to_owned(),
        (Some(EntityStatus::Disabled), _) => "Disabled".to_owned(),
        (None, Some(other)) => format!("{other} (unclear)"),
        (None, None) => "Not provided".to_owned(),
    }
}

/// "Visa" for `VISA`, "Visa (01)" for `01`; other words stay unchanged.
pub(super) fn method_name(method: &str) -> String {
    match Scheme::from_method(method) {
        Some(scheme) if method == word(scheme) => scheme.name().to_owned(),
        Some(scheme) => format!("{} ({method})", scheme.name()),
        None => method.to_owned(),
    }
}

/// The rows of the board: every method in use, then the schemes in no use under any spelling; schemes first, in their order.
pub(super) fn methods(seen: Option<&Profile>, form: &ProfileForm, added: &[String]) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let read = seen.iter().flat_map(|seen| seen.acceptances.iter().flatten());
    let read = read.flat_map(|acceptance| acceptance.supported_payments.iter().flat_map(|texts| &texts.0));
    let selected = seen.and_then(|seen| seen.acpt_selection.as_ref());
    let selected = selected.iter().flat_map(|lists| &lists.0).flat_map(|(_, methods)| methods);
    let typed = form.acceptances.iter().flat_map(|acceptance| &acceptance.methods);
    for method in read.chain(selected).chain(typed).chain(added) {
        if !all.contains(method) {
            all.push(method.clone());
        }
    }
    let known: Vec<_> = all.iter().filter_map(|method| Scheme::from_method(method)).collect();
    // For a profile that uses codes, added schemes use codes too.
    let codes = all.iter().any(|method| Scheme::ALL.iter().any(|scheme| scheme.method_code() == method));
    let missing = Scheme::ALL.into_iter().filter(|scheme| !known.contains(scheme));
    all.extend(missing.map(|scheme| if codes { scheme.method_code().to_owned() } else { word(scheme) }));
    sort_by_key(&mut all, |method| {
        let place =
            Scheme::from_method(method).and_then(|scheme| Scheme::ALL.iter().position(|s| *s == scheme));
        place.unwrap_or(Scheme::ALL.len())
    });
    all
}

/// `VISA`
fn word(scheme: Scheme) -> String {
    scheme.name().to_ascii_uppercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tapline_contract::record::Record;

    #[test]
    fn a_method_is_called_by_its_scheme() {
        for (method, name) in [
            ("VISA", "Visa"),
            ("visa", "Visa (visa)"),
            ("01", "Visa (01)"),
            ("WECHAT", "WECHAT"),
            ("07", "07"),
        ] {
            assert_eq!(method_name(method), name);
        }
    }

    #[test]
    fn rows_are_what_occurs_and_the_schemes_that_do_not() {
        let row = |raw: &str, added: &[String]| {
            let seen = Profile::read(raw).unwrap();
            methods(Some(&seen), &ProfileForm::from_record(&seen).unwrap(), added).join(" ")
        };
        let names = r#"{"profileId":"p","acceptances":[{"acptId":"a","supportedPayments":["WECHAT","Maestro","VISA"]}],"acptSelection":{"a":["JCB"]}}"#;
        assert_eq!(row(names, &["X".to_owned()]), "VISA Maestro UNIONPAY AMEX DISCOVER JCB WECHAT X");
        let codes = r#"{"profileId":"p","acceptances":[{"acptId":"a","supportedPayments":["02"]}]}"#;
        assert_eq!(row(codes, &[]), "01 02 03 04 05 06");
        assert_eq!(
            row(r#"{"profileId":"p","acceptances":[]}"#, &[]),
            "VISA MASTERCARD UNIONPAY AMEX DISCOVER JCB"
        );
    }
}
