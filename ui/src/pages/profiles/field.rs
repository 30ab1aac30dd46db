//! The texts of the form by their paths on the wire.

use tapline_contract::form::profile::{AcceptanceForm, ProfileForm};

/// `mcc`, `acceptances[1].primaryMid`, `acceptances[1].tags`, `acceptances[1].extra[0].key` and `.value`.
pub(super) fn text<'a>(form: &'a ProfileForm, wire: &str) -> Option<&'a String> {
    if let Some(row) = ProfileForm::TEXTS.iter().find(|row| row.wire == wire) {
        return Some((row.get)(form));
    }
    let (at, member) = place(wire)?;
    let acceptance = form.acceptances.get(at)?;
    if let Some(row) = AcceptanceForm::TEXTS.iter().find(|row| row.wire == member) {
        return Some((row.get)(acceptance));
    }
    match extra(member) {
        None => (member == "tags").then_some(&acceptance.tags),
        Some((row, "key")) => Some(&acceptance.extra_params.get(row)?.key),
        Some((row, _)) => Some(&acceptance.extra_params.get(row)?.text),
    }
}

pub(super) fn text_mut<'a>(form: &'a mut ProfileForm, wire: &str) -> Option<&'a mut String> {
    if let Some(row) = ProfileForm::TEXTS.iter().find(|row| row.wire == wire) {
        return Some((row.get_mut)(form));
    }
    let (at, member) = place(wire)?;
    let acceptance = form.acceptances.get_mut(at)?;
    if let Some(row) = AcceptanceForm::TEXTS.iter().find(|row| row.wire == member) {
        return Some((row.get_mut)(acceptance));
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
    use super::*;
    use tapline_contract::form::JsonRow;

    #[test]
    fn every_text_is_found_by_its_path() {
        let mut form = ProfileForm::blank();
        let mut acceptance = AcceptanceForm::blank();
        acceptance.extra_params.push(JsonRow::blank("k"));
        form.acceptances.push(acceptance);
        let own = ProfileForm::TEXTS.iter().map(|row| row.wire.to_owned());
        let its = AcceptanceForm::TEXTS.iter().map(|row| row.wire).chain([
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
