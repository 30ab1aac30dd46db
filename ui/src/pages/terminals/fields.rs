//! The fields of a terminal that a person can change, for a review and for a choice between versions. EMV parameters and extra
//! parameters are a field a key, so that two people who change different keys do not meet.

use tapline_contract::device::DeviceExtParams;
use tapline_contract::field::Hidden;
use tapline_contract::form::JsonRow;
use tapline_contract::form::device::{DeviceForm, EMV_KEYS};
use tapline_contract::params::ParamsField;

use super::known;
use super::resource::TerminalDraft;
use crate::record::versions::{FieldVersions, Rows};
use crate::show;

pub(super) const ALIAS: &str = "activateCodeAlias";
pub(super) const METHODS: &str = "methodList";
pub(super) const EMV: &str = "emvParams";
pub(super) const EXT: &str = "extParams";

pub(super) fn rows(mut rows: Rows<'_, TerminalDraft>) -> Vec<FieldVersions> {
    rows.field(ALIAS, "Name", |draft| draft.whole.activate_code_alias.clone());
    rows.field("deviceType", "Device type", |draft| draft.whole.device_type.clone());
    rows.field("deviceAdmin", "Admin password", |draft| Some(secret(&draft.patch.device_admin)));
    let methods = |draft: &_| Some(methods(draft));
    rows.named(METHODS, "Payment methods", |draft| draft.whole.method_list.clone(), methods);
    for (key, label) in EMV_KEYS {
        rows.field(format!("emvParams.{key}"), label, |draft| emv(draft, key));
    }
    rows.field(EMV, "Other EMV parameters", other_emv);
    for row in DeviceExtParams::TEXTS {
        rows.field(row.wire, row.label, |draft| (row.of)(draft.whole.ext()?).clone());
    }
    rows.field("extParams.jwtSecret", "JWT secret", |draft| {
        let ext = draft.patch.ext_params.as_ref().and_then(|ext| ext.0.record());
        Some(secret(ext.map_or(&Hidden::Absent, |ext| &ext.jwt_secret)))
    });
    rows.all()
}

/// Takes a field of the second form into the first. False if it is one text.
pub(super) fn take(to: &mut DeviceForm, from: &DeviceForm, wire: &str) -> bool {
    match (wire, wire.strip_prefix("emvParams.")) {
        ("deviceAdmin", _) => to.device_admin = from.device_admin.clone(),
        ("extParams.jwtSecret", _) => to.ext_params.jwt_secret = from.ext_params.jwt_secret.clone(),
        (EMV, _) => take_other_emv(to, from),
        (_, Some(key)) => take_emv(to, from, key),
        _ => return false,
    }
    true
}

/// Shows that there is a new secret, never the secret.
fn secret(typed: &Hidden) -> String {
    let words = if matches!(typed, Hidden::Known(_)) { "new value, hidden" } else { "unchanged, hidden" };
    words.to_owned()
}

fn methods(draft: &TerminalDraft) -> String {
    match known::methods(&draft.whole) {
        None => draft.whole.method_list.clone().unwrap_or_default(),
        Some(methods) if methods.is_empty() => "none".to_owned(),
        Some(methods) => methods.iter().map(|code| show::method_words(code)).collect::<Vec<_>>().join(", "),
    }
}

/// JSON text, so that `"22"` and `22` differ.
fn emv(draft: &TerminalDraft, key: &str) -> Option<String> {
    let ParamsField::Readable(params) = draft.whole.emv_params() else { return None };
    params.raw(key).map(str::to_owned)
}

pub(super) fn is_documented(key: &str) -> bool {
    EMV_KEYS.iter().any(|(known, _)| *known == key)
}

fn take_emv(to: &mut DeviceForm, from: &DeviceForm, key: &str) {
    let row = from.emv_params.iter().find(|row| row.key == key);
    let row = row.cloned().unwrap_or_else(|| JsonRow::blank(key));
    match to.emv_params.iter_mut().find(|row| row.key == key) {
        Some(there) => *there = row,
        None => to.emv_params.push(row),
    }
}

/// Unreadable parameters are one text.
fn other_emv(draft: &TerminalDraft) -> Option<String> {
    match draft.whole.emv_params() {
        ParamsField::Absent => None,
        ParamsField::Unreadable(text) => Some(text),
        ParamsField::Readable(params) => {
            let others = params.keys().into_iter().filter(|key| !is_documented(key));
            let words: Vec<_> =
                others.map(|key| format!("{key}: {}", params.raw(&key).unwrap_or_default())).collect();
            (!words.is_empty()).then(|| words.join("; "))
        }
    }
}

fn take_other_emv(to: &mut DeviceForm, from: &DeviceForm) {
    to.emv_params.retain(|row| is_documented(&row.key));
    to.emv_params.extend(from.emv_params.iter().filter(|row| !is_documented(&row.key)).cloned());
}

#[cfg(test)]
mod tests {
    use tapline_contract::device::Device;
    use tapline_contract::merchant::MerchantId;
    use tapline_contract::record::Record as _;
    use tapline_contract::secret::Secret;
    use tapline_contract::three_way::ChangedBy;

    use super::super::resource::{Terminal, TerminalKind};
    use super::*;
    use crate::pages::terminals::TERMINALS;
    use crate::record::RecordKind as _;
    use crate::record::document::{Document, Form};
    use crate::record::versions::{Names, differences, merged, three};

    const SEEN: &str = r#"{"deviceId":"SDK-1","activateCodeAlias":"Till","deviceAdmin":{"hidden":true},"emvParams":"{\"terminalType\":22,\"x\":1.10}","methodList":"[\"01\"]","extParams":{"mid":"7","jwtSecret":{"hidden":true}}}"#;

    fn draft(json: &str) -> Document {
        let (of, device) = (MerchantId::parse("M1").unwrap(), Device::read(json).unwrap());
        TERMINALS.draft_of(&TerminalKind::document(Terminal { of, device }))
    }

    fn form(json: &str) -> DeviceForm {
        DeviceForm::from_record(&Device::read(json).unwrap())
    }

    fn read(form: DeviceForm) -> Document {
        TERMINALS.read(&Form::new(form)).ok().unwrap()
    }

    fn put(form: &mut DeviceForm, key: &str, text: &str) {
        form.emv_params.iter_mut().find(|row| row.key == key).unwrap().text = text.to_owned();
    }

    #[test]
    fn a_review_names_each_key_and_no_secret() {
        let mut form = form(SEEN);
        put(&mut form, "terminalType", "25");
        put(&mut form, "x", "1.20");
        form.device_admin = Secret::new("n3w".to_owned());
        form.ext_params.texts.put("extParams.mid", "8");
        form.method_list = "01, 02".to_owned();
        let seen = draft(SEEN);
        let rows = differences(TERMINALS, &seen, &read(form), &Names::default());
        let words: Vec<_> =
            rows.iter().map(|row| (&*row.wire, row.after.as_deref().unwrap_or("-"))).collect();
        assert_eq!(
            words,
            [
                ("deviceAdmin", "new value, hidden"),
                (METHODS, "Visa (01), Mastercard (02)"),
                ("emvParams.terminalType", "\"25\""),
                (EMV, "x: 1.20"),
                ("extParams.mid", "8"),
            ]
        );
        assert!(differences(TERMINALS, &seen, &seen, &Names::default()).is_empty());
    }

    #[test]
    fn bits_of_a_terminal_are_told_in_words() {
        let seen = SEEN.replace("\\\"x\\\":1.10", "\\\"terminalCapability\\\":\\\"E0F8C8\\\"");
        let mut form = form(&seen);
        put(&mut form, "terminalCapability", "E0B8C8");
        put(&mut form, "terminalType", "25");
        let rows = differences(TERMINALS, &draft(&seen), &read(form), &Names::default());
        let bits: Vec<_> = rows.into_iter().map(|row| (row.wire, row.bits)).collect();
        let capability = vec!["byte 2 bit 7, online PIN: on → off".to_owned()];
        assert_eq!(
            bits,
            [
                ("emvParams.terminalType".into(), Vec::new()),
                ("emvParams.terminalCapability".into(), capability)
            ]
        );
    }

    #[test]
    fn two_who_change_other_keys_do_not_meet() {
        let theirs = SEEN.replace("22", "21").replace("\\\"x\\\":1.10", "\\\"x\\\":2");
        let mut mine = form(SEEN);
        put(&mut mine, "emvFlags", "01");
        mine.ext_params.texts.put("extParams.mid", "8");
        let my_draft = read(mine.clone());
        let rows = three(TERMINALS, &draft(SEEN), &draft(&theirs), &my_draft, &Names::default());
        let by: Vec<_> = rows.iter().map(|row| (&*row.wire, row.changed_by)).collect();
        assert_eq!(
            by,
            [
                ("emvParams.terminalType", ChangedBy::OnlyThem),
                ("emvParams.emvFlags", ChangedBy::OnlyMe),
                (EMV, ChangedBy::OnlyThem),
                ("extParams.mid", ChangedBy::OnlyMe),
            ]
        );
        let take = ["emvParams.emvFlags".into(), "extParams.mid".into()];
        let merged = merged(TERMINALS, Form::new(form(&theirs)), &Form::new(mine), &take);
        let patch = TERMINALS.read(&merged).ok().unwrap().json();
        assert_eq!(
            patch,
            r#"{"emvParams":"{\"terminalType\":21,\"x\":2,\"emvFlags\":\"01\"}","extParams":"{\"jwtSecret\":{\"hidden\":true},\"mid\":\"8\"}"}"#
        );
    }
}
