//! The acceptances of a profile as separate fields: a review lists them one by one, and a conflict asks about each.
//!
//! A path names an acceptance by its id, never by its index: `acceptances[acpt_1].primaryMid`,
//! `acceptances[acpt_1].supportedPayments[VISA]`, `acceptances[acpt_1]` for being bound at all, `acceptances[new 1]` for an acceptance that
//! the service does not have yet. Members are compared one by one only for acceptances present in every version.

use std::collections::BTreeSet;

use tapline_contract::form::profile::{AcceptanceForm, ProfileForm};
use tapline_contract::profile::{AcceptanceDraft, ProfileDraft};
use tapline_contract::record::same_json;

use super::words::method_name;
use crate::record::parts::Part;

const NOT_BOUND: &str = "not bound";

/// The fields to compare between these versions.
pub(super) fn parts(versions: &[&ProfileDraft]) -> Vec<Part> {
    let mut all: Vec<Part> = Vec::new();
    let mut seen = BTreeSet::new();
    for acceptance in versions.iter().flat_map(|version| &version.acceptances) {
        let Some(id) = &acceptance.acpt_id else { continue };
        if !seen.insert(id.clone()) {
            continue;
        }
        let root = format!("acceptances[{id}]");
        let forms: Vec<_> = versions.iter().map(|version| listed(version, &root)).collect();
        let name = name(acceptance);
        if forms.iter().any(Option::is_none) {
            all.push(Part { wire: root, label: format!("Acceptance {name}") });
            continue;
        }
        let texts = AcceptanceDraft::TEXTS.iter().map(|text| (text.wire, text.label));
        for (wire, label) in texts.chain([("extraParams", "Extra parameters"), ("tags", "Tags")]) {
            all.push(Part { wire: format!("{root}.{wire}"), label: format!("{name}: {label}") });
        }
        let mut methods: Vec<String> = Vec::new();
        for method in forms
            .iter()
            .flatten()
            .flat_map(|draft| draft.supported_payments.iter().flat_map(|texts| &texts.0))
        {
            if !methods.contains(method) {
                methods.push(method.clone());
            }
        }
        all.extend(methods.into_iter().map(|method| Part {
            label: format!("{} by {name}", method_name(&method)),
            wire: format!("{root}.supportedPayments[{method}]"),
        }));
    }
    let new = versions.iter().map(|version| news(version).count()).max().unwrap_or_default();
    all.extend((1..=new).map(|number| Part {
        wire: format!("acceptances[new {number}]"),
        label: format!("New acceptance {number}"),
    }));
    all
}

/// Value of a version at this path.
pub(super) fn value(draft: &ProfileDraft, wire: &str) -> Option<String> {
    let (root, member) = split(wire)?;
    let Some(acceptance) = listed(draft, root) else { return Some(NOT_BOUND.to_owned()) };
    if let Some(text) = AcceptanceDraft::TEXTS.iter().find(|text| text.wire == member) {
        return (text.of)(acceptance).clone();
    }
    match member {
        "" => Some(format!("bound: {}", summary(acceptance))),
        "extraParams" => extra(acceptance),
        "tags" => acceptance.tags.value().map(|tags| tags.0.join(", ")),
        cell => {
            let method = method_of(cell)?;
            let taken =
                acceptance.supported_payments.iter().flat_map(|texts| &texts.0).any(|taken| taken == method);
            Some(if taken { "taken" } else { "not taken" }.to_owned())
        }
    }
}

/// True if both versions have equal values at this path; the service may return extra parameters in another spelling.
pub(super) fn same(one: &ProfileDraft, other: &ProfileDraft, wire: &str) -> bool {
    let params = |draft| {
        let (root, member) = split(wire)?;
        let acceptance: &AcceptanceDraft = listed(draft, root).filter(|_| member == "extraParams")?;
        serde_json::to_string(acceptance.extra_params.as_ref()?).ok()
    };
    match (params(one), params(other)) {
        (Some(one), Some(other)) => same_json(&one, &other),
        _ => value(one, wire) == value(other, wire),
    }
}

/// Copies a field of the second form into the first.
pub(super) fn take(to: &mut ProfileForm, from: &ProfileForm, wire: &str) {
    let Some((root, member)) = split(wire) else { return };
    let (there, mine) = (place(to, root), place(from, root).map(|at| &from.acceptances[at]));
    match (there, mine, member) {
        (Some(at), None, "") => to.unbind(at),
        (None, Some(mine), "") => to.bind(mine.clone()),
        (Some(at), Some(mine), "") => to.acceptances[at] = mine.clone(),
        (Some(at), Some(mine), member) => take_member(&mut to.acceptances[at], mine, member),
        (None, _, _) | (_, None, _) => {}
    }
    to.unbind_all = from.unbind_all && to.acceptances.is_empty();
}

fn take_member(to: &mut AcceptanceForm, from: &AcceptanceForm, member: &str) {
    if let Some(text) = from.texts.get(member) {
        return to.texts.put(member, text);
    }
    match (member, method_of(member)) {
        ("extraParams", _) => to.extra_params.clone_from(&from.extra_params),
        ("tags", _) => to.tags.clone_from(&from.tags),
        (_, Some(method)) if to.takes(method) != from.takes(method) => to.toggle(method),
        _ => {}
    }
}

/// Splits into `acceptances[acpt_1]` and `primaryMid`.
fn split(wire: &str) -> Option<(&str, &str)> {
    let rest = wire.strip_prefix("acceptances[")?;
    let end = wire.len() - rest.len() + rest.find(']')? + 1;
    Some((&wire[..end], wire[end..].trim_start_matches('.')))
}

fn method_of(cell: &str) -> Option<&str> {
    cell.strip_prefix("supportedPayments[")?.strip_suffix(']')
}

fn news(draft: &ProfileDraft) -> impl Iterator<Item = &AcceptanceDraft> {
    draft.acceptances.iter().filter(|acceptance| acceptance.acpt_id.is_none())
}

fn listed<'a>(draft: &'a ProfileDraft, root: &str) -> Option<&'a AcceptanceDraft> {
    let name = root.strip_prefix("acceptances[")?.strip_suffix(']')?;
    match name.strip_prefix("new ").and_then(|number| number.parse::<usize>().ok()) {
        Some(number) => news(draft).nth(number.checked_sub(1)?),
        None => {
            draft.acceptances.iter().find(|one| one.acpt_id.as_ref().is_some_and(|id| id.as_str() == name))
        }
    }
}

fn place(form: &ProfileForm, root: &str) -> Option<usize> {
    let name = root.strip_prefix("acceptances[")?.strip_suffix(']')?;
    let mut all = form.acceptances.iter().enumerate();
    match name.strip_prefix("new ").and_then(|number| number.parse::<usize>().ok()) {
        Some(number) => {
            all.filter(|(_, one)| one.id().is_none()).nth(number.checked_sub(1)?).map(|(at, _)| at)
        }
        None => all.find(|(_, one)| one.id().is_some_and(|id| id.as_str() == name)).map(|(at, _)| at),
    }
}

fn name(acceptance: &AcceptanceDraft) -> String {
    let id = || acceptance.acpt_id.as_ref().map(ToString::to_string).unwrap_or_default();
    acceptance.acpt_name.clone().filter(|name| !name.trim().is_empty()).unwrap_or_else(id)
}

fn extra(acceptance: &AcceptanceDraft) -> Option<String> {
    let members = &acceptance.extra_params.as_ref()?.0;
    let rows: Vec<_> = members.iter().map(|(key, raw)| format!("{key}: {raw}")).collect();
    Some(rows.join(", "))
}

/// The acceptance in one line.
fn summary(acceptance: &AcceptanceDraft) -> String {
    let methods = acceptance.supported_payments.iter().flat_map(|texts| &texts.0);
    let methods = methods.map(|method| method_name(method)).collect::<Vec<_>>().join(", ");
    let named = |name: &str, value: Option<String>| {
        value.filter(|value| !value.is_empty()).map(|value| format!("{name} {value}"))
    };
    let all = [
        acceptance.acpt_name.clone(),
        acceptance.host_message_format.clone(),
        named("MID", acceptance.primary_mid.clone()),
        named("TID", acceptance.primary_tid.clone()),
        named("takes", Some(methods)).or_else(|| Some("takes no method".to_owned())),
        named("tags", acceptance.tags.value().map(|tags| tags.0.join(", "))),
        named("extra", extra(acceptance)),
    ];
    all.into_iter().flatten().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use tapline_contract::profile::Profile;
    use tapline_contract::record::Record;

    const RECORD: &str = r#"{"profileId":"p","profileName":"R","acceptances":[{"acptId":"a","acptName":"Host","primaryMid":"1","supportedPayments":["VISA","AMEX"]},{"acptId":"b","acptName":"Two","supportedPayments":["JCB"]}]}"#;

    #[test]
    fn extra_parameters_in_another_spelling_are_the_same() {
        let draft = |extra: &str| {
            let text =
                format!(r#"{{"profileId":"p","acceptances":[{{"acptId":"a","extraParams":{extra}}}]}}"#);
            Profile::read(&text).unwrap().draft().unwrap()
        };
        let wire = "acceptances[a].extraParams";
        let seen = draft(r#"{"o":{"n": 1.10,"t":"A"},"k":1e3}"#);
        assert!(same(&seen, &draft(r#"{"k":1000,"o":{"t":"\u0041","n":1.1}}"#), wire));
        assert!(!same(&seen, &draft(r#"{"k":1001,"o":{"t":"A","n":1.1}}"#), wire));
        assert!(!same(&seen, &draft("{}"), wire));
    }

    fn form() -> ProfileForm {
        ProfileForm::from_record(&Profile::read(RECORD).unwrap()).unwrap()
    }

    fn changed(change: impl FnOnce(&mut ProfileForm)) -> ProfileForm {
        let mut form = form();
        change(&mut form);
        form
    }

    fn differences(before: &ProfileForm, after: &ProfileForm) -> Vec<(String, String, String)> {
        let (before, after) = (before.draft().unwrap(), after.draft().unwrap());
        let shown = |draft: &ProfileDraft, wire: &str| value(draft, wire).unwrap_or_default();
        let rows = parts(&[&before, &after])
            .into_iter()
            .map(|part| (part.label, shown(&before, &part.wire), shown(&after, &part.wire)));
        rows.filter(|(_, before, after)| before != after).collect()
    }

    #[test]
    fn cells_and_members_are_told_one_by_one() {
        let after = changed(|form| {
            form.acceptances[0].toggle("AMEX");
            form.acceptances[0].toggle("JCB");
            form.acceptances[0].texts.put("primaryMid", "2");
            form.unbind(1);
        });
        let found = differences(&form(), &after);
        let row =
            |label: &str, before: &str, after: &str| (label.to_owned(), before.to_owned(), after.to_owned());
        assert_eq!(
            found,
            [
                row("Host: Primary MID", "1", "2"),
                row("Amex by Host", "taken", "not taken"),
                row("JCB by Host", "not taken", "taken"),
                row("Acceptance Two", "bound: Two; takes JCB", "not bound"),
            ]
        );
    }

    #[test]
    fn every_field_that_differs_can_be_taken_over() {
        let after = changed(|form| {
            form.acceptances[0].toggle("AMEX");
            form.acceptances[0].tags = "x".to_owned();
            form.unbind(1);
            let mut new = AcceptanceForm::blank();
            new.texts.put("acptName", "New");
            new.toggle("VISA");
            form.bind(new);
        });
        let (before, wanted) = (form().draft().unwrap(), after.draft().unwrap());
        let mut merged = form();
        for part in parts(&[&before, &wanted]) {
            take(&mut merged, &after, &part.wire);
        }
        assert_eq!(merged.draft().unwrap(), wanted);
        let mut unbound = form();
        let none = changed(|form| {
            form.acceptances.clear();
            form.unbind_all = true;
        });
        for part in parts(&[&before, &none.draft().unwrap()]) {
            take(&mut unbound, &none, &part.wire);
        }
        assert_eq!(unbound.draft().unwrap().acceptances, []);
    }
}
