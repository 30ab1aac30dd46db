//! The acceptances of a profile as separate fields: a review lists them one by one, and a conflict asks about each.
//!
//! A path names an acceptance by its id, never by its index: `acceptances[acpt_1].primaryMid`,
//! `acceptances[acpt_1].supportedPayments[VISA]`, `acceptances[acpt_1]` for being bound at all, `acceptances[new 1]` for an acceptance that
//! the service does not have yet. Members are compared one by one only for acceptances present in every version.

use std::collections::BTreeSet;

use tapline_contract::form::profile::{AcceptanceForm, ProfileForm};
use tapline_contract::profile::{AcceptanceDraft, ProfileDraft};
use tapline_contract::record::canonical;

use super::words::method_name;
use crate::record::versions::Rows;

/// Adds the fields to compare between these versions.
pub(super) fn add(rows: &mut Rows<'_, ProfileDraft>) {
    let versions = rows.drafts.clone();
    let mut seen = BTreeSet::new();
    for acceptance in versions.iter().flat_map(|version| &version.acceptances) {
        let Some(id) = &acceptance.acpt_id else { continue };
        if !seen.insert(id.clone()) {
            continue;
        }
        let root = format!("acceptances[{id}]");
        let all: Option<Vec<_>> = versions.iter().map(|version| listed(version, &root)).collect();
        let name = name(acceptance);
        let Some(all) = all else {
            rows.field(root.clone(), format!("Acceptance {name}"), |version| {
                Some(whole(listed(version, &root)))
            });
            continue;
        };
        for text in AcceptanceDraft::TEXTS {
            rows.field(format!("{root}.{}", text.wire), format!("{name}: {}", text.label), |version| {
                (text.of)(listed(version, &root)?).clone()
            });
        }
        // The service may return extra parameters in another spelling.
        let spelled_alike = |version: &ProfileDraft| {
            let params = listed(version, &root)?.extra_params.as_ref()?;
            serde_json::to_string(params).ok().map(|json| canonical(&json))
        };
        let extra = |version: &ProfileDraft| extra(listed(version, &root)?);
        let label = format!("{name}: Extra parameters");
        rows.named(format!("{root}.extraParams"), label, spelled_alike, extra);
        rows.field(format!("{root}.tags"), format!("{name}: Tags"), |version| tags(listed(version, &root)?));
        let mut methods: Vec<&String> = Vec::new();
        for method in all.into_iter().flat_map(methods_of) {
            if !methods.contains(&method) {
                methods.push(method);
            }
        }
        for method in methods {
            let label = format!("{} via “{name}”", method_name(method));
            rows.field(format!("{root}.supportedPayments[{method}]"), label, |version| {
                let takes = methods_of(listed(version, &root)?).any(|taken| taken == method);
                Some(if takes { "accepted" } else { "not accepted" }.to_owned())
            });
        }
    }
    let new = versions.iter().map(|version| news(version).count()).max().unwrap_or_default();
    for number in 1..=new {
        let root = format!("acceptances[new {number}]");
        let value = |version: &ProfileDraft| Some(whole(listed(version, &root)));
        rows.field(root.clone(), format!("New acceptance {number}"), value);
    }
}

/// A whole acceptance as one field.
fn whole(acceptance: Option<&AcceptanceDraft>) -> String {
    acceptance.map_or_else(|| "Not bound".to_owned(), summary)
}

fn methods_of(acceptance: &AcceptanceDraft) -> impl Iterator<Item = &String> {
    acceptance.supported_payments.iter().flat_map(|texts| &texts.0)
}

fn tags(acceptance: &AcceptanceDraft) -> Option<String> {
    acceptance.tags.value().map(|tags| tags.0.join(", "))
}

/// Copies a field of the second form into the first. False if it is none of an acceptance.
pub(super) fn take(to: &mut ProfileForm, from: &ProfileForm, wire: &str) -> bool {
    let Some((root, member)) = split(wire) else { return false };
    let (there, mine) = (place(to, root), place(from, root).map(|at| &from.acceptances[at]));
    match (there, mine, member) {
        (Some(at), None, "") => to.unbind(at),
        (None, Some(mine), "") => to.bind(mine.clone()),
        (Some(at), Some(mine), "") => to.acceptances[at] = mine.clone(),
        (Some(at), Some(mine), member) => take_member(&mut to.acceptances[at], mine, member),
        (None, _, _) | (_, None, _) => {}
    }
    to.unbind_all = from.unbind_all && to.acceptances.is_empty();
    true
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
    let methods = methods_of(acceptance).map(|method| method_name(method)).collect::<Vec<_>>().join(", ");
    let named = |name: &str, value: Option<String>| {
        value.filter(|value| !value.is_empty()).map(|value| format!("{name} {value}"))
    };
    let all = [
        acceptance.acpt_name.clone(),
        acceptance.host_message_format.clone(),
        named("MID", acceptance.primary_mid.clone()),
        named("TID", acceptance.primary_tid.clone()),
        named("accepts", Some(methods)).or_else(|| Some("accepts no method".to_owned())),
        named("tags", tags(acceptance)),
        named("extra", extra(acceptance)),
    ];
    all.into_iter().flatten().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use tapline_contract::profile::Profile;
    use tapline_contract::record::Record;

    use super::*;
    use crate::pages::profiles::PROFILES;
    use crate::record::document::{Document, Form};
    use crate::record::versions::{self, Difference, Names, merged};

    const RECORD: &str = r#"{"profileId":"p","profileName":"R","acceptances":[{"acptId":"a","acptName":"Host","primaryMid":"1","supportedPayments":["VISA","AMEX"]},{"acptId":"b","acptName":"Two","supportedPayments":["JCB"]}]}"#;

    #[test]
    fn extra_parameters_in_another_spelling_are_the_same() {
        let draft = |extra: &str| {
            let text =
                format!(r#"{{"profileId":"p","acceptances":[{{"acptId":"a","extraParams":{extra}}}]}}"#);
            Document::draft(Profile::read(&text).unwrap().draft().unwrap())
        };
        let seen = draft(r#"{"o":{"n": 1.10,"t":"A"},"k":1e3}"#);
        let differs = |now: &str| {
            let rows = versions::differences(PROFILES, &seen, &draft(now), &Names::default());
            rows.iter().map(|row| row.wire.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(differs(r#"{"k":1000,"o":{"t":"\u0041","n":1.1}}"#), [""; 0]);
        assert_eq!(differs(r#"{"k":1001,"o":{"t":"A","n":1.1}}"#), ["acceptances[a].extraParams"]);
        assert_eq!(differs("{}"), ["acceptances[a].extraParams"]);
    }

    fn form() -> ProfileForm {
        ProfileForm::from_record(&Profile::read(RECORD).unwrap()).unwrap()
    }

    fn changed(change: impl FnOnce(&mut ProfileForm)) -> ProfileForm {
        let mut form = form();
        change(&mut form);
        form
    }

    fn differences(before: &ProfileForm, after: &ProfileForm) -> Vec<Difference> {
        let [before, after] = [before, after].map(|form| Document::draft(form.draft().unwrap()));
        versions::differences(PROFILES, &before, &after, &Names::default())
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
        let found: Vec<_> = found
            .iter()
            .map(|row| [&*row.label, row.before.as_deref().unwrap(), row.after.as_deref().unwrap()])
            .collect();
        assert_eq!(
            found,
            [
                ["Host: Primary MID", "1", "2"],
                ["Amex via “Host”", "accepted", "not accepted"],
                ["JCB via “Host”", "not accepted", "accepted"],
                ["Acceptance Two", "Two; accepts JCB", "Not bound"],
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
        let none = changed(|form| {
            form.acceptances.clear();
            form.unbind_all = true;
        });
        for wanted in [after, none] {
            let rows = differences(&form(), &wanted);
            let wires: Vec<_> = rows.into_iter().map(|row| row.wire).collect();
            let merged = merged(PROFILES, Form::new(form()), &Form::new(wanted.clone()), &wires);
            assert_eq!(merged.get::<ProfileForm>().draft().unwrap(), wanted.draft().unwrap());
        }
    }
}
