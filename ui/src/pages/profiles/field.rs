//! The texts of the form by their wire paths.

use tapline_contract::form::profile::ProfileForm;

/// `mcc`, `acceptances[1].primaryMid`, `acceptances[1].tags`, `acceptances[1].extra[0].key` and `.value`.
pub(super) fn text<'a>(form: &'a ProfileForm, wire: &str) -> Option<&'a String> {
    if let Some(text) = form.texts.get(wire) {
        return Some(text);
    }
    let (at, member) = place(wire)?;
    let acceptance = form.acceptances.get(at)?;
    if let Some(text) = acceptance.texts.get(member) {
        return Some(text);
    }
    match extra(member) {
        None => (member == "tags").then_some(&acceptance.tags),
        Some((row, "key")) => Some(&acceptance.extra_params.get(row)?.key),
        Some((row, _)) => Some(&acceptance.extra_params.get(row)?.text),
    }
}

pub(super) fn text_mut<'a>(form: &'a mut ProfileForm, wire: &str) -> Option<&'a mut String> {
    let Some((at, member)) = place(wire) else { return form.texts.get_mut(wire) };
    let acceptance = form.acceptances.get_mut(at)?;
    if acceptance.texts.get(member).is_some() {
        return acceptance.texts.get_mut(member);
    }
    match extra(member) {
        None => (member == "tags").then_some(&mut acceptance.tags),
        Some((row, "key")) => Some(&mut acceptance.extra_params.get_mut(row)?.key),
        Some((row, _)) => Some(&mut acceptance.extra_params.get_mut(row)?.text),
    }
}

fn place(wire: &str) -> Option<(usize, &str)> {
    let (at, member) = wire.strip_prefix("acceptances[")?.split_once("].")?;
    Some((at.parse().ok()?, member))
}

fn extra(member: &str) -> Option<(usize, &str)> {
    let (row, part) = member.strip_prefix("extra[")?.split_once("].")?;
    Some((row.parse().ok()?, part))
}

#[cfg(test)]
mod tests {
    use tapline_contract::form::JsonRow;
    use tapline_contract::form::profile::AcceptanceForm;
    use tapline_contract::profile::{AcceptanceDraft, ProfileDraft};

    use super::*;

    #[test]
    fn every_text_is_found_by_its_path() {
        let mut form = ProfileForm::blank();
        let mut acceptance = AcceptanceForm::blank();
        acceptance.extra_params.push(JsonRow::blank("k"));
        form.acceptances.push(acceptance);
        let own = ProfileDraft::TEXTS.iter().map(|row| row.wire.to_owned());
        let its = AcceptanceDraft::TEXTS.iter().map(|row| row.wire).chain([
            "tags",
            "extra[0].key",
            "extra[0].value",
        ]);
        for wire in own.chain(its.map(|member| format!("acceptances[0].{member}"))) {
            *text_mut(&mut form, &wire).unwrap() = wire.clone();
            assert_eq!(text(&form, &wire), Some(&wire));
        }
        assert_eq!((text(&form, "acceptances[1].tags"), text(&form, "nothing")), (None, None));
    }
}
