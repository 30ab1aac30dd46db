//! The fields of a terminal that a person can change, for a review and for a choice between versions. EMV parameters and extra
//! parameters are a field a key, so that two people who change different keys do not meet.

use tapline_contract::field::Hidden;
use tapline_contract::form::JsonRow;
use tapline_contract::form::activation::EXT_ROWS;
use tapline_contract::form::device::{DeviceForm, EMV_KEYS};
use tapline_contract::params::ParamsField;

use super::known;
use super::resource::TerminalDraft;
use crate::record::versions::{Field, field};
use crate::show;

pub(super) const ALIAS: &str = "activateCodeAlias";
pub(super) const METHODS: &str = "methodList";
pub(super) const EMV: &str = "emvParams";
pub(super) const EXT: &str = "extParams";

type TerminalField = Field<DeviceForm, TerminalDraft>;

/// A documented key of `emvParams`.
macro_rules! emv {
    ($key:literal, $label:literal) => {
        field(
            concat!("emvParams.", $key),
            $label,
            |draft| emv(draft, $key),
            |to, from| take_emv(to, from, $key),
        )
    };
}

pub(super) const FIELDS: &[TerminalField] = &[
    field(
        ALIAS,
        "Name",
        |draft| draft.whole.activate_code_alias.clone(),
        |to, from| to.activate_code_alias.clone_from(&from.activate_code_alias),
    ),
    field(
        "deviceType",
        "Device type",
        |draft| draft.whole.device_type.clone(),
        |to, from| to.device_type.clone_from(&from.device_type),
    ),
    field(
        "deviceAdmin",
        "Admin password",
        |draft| Some(secret(&draft.patch.device_admin)),
        |to, from| to.device_admin = from.device_admin.clone(),
    ),
    field(
        METHODS,
        "Payment methods",
        |draft: &TerminalDraft| draft.whole.method_list.clone(),
        |to: &mut DeviceForm, from: &DeviceForm| {
            to.method_list.clone_from(&from.method_list);
        },
    )
    .named(|draft, _| Some(methods(draft))),
    emv!("terminalCountryCode", "Terminal country code"),
    emv!("txnCurrencyCode", "Transaction currency code"),
    emv!("terminalType", "Terminal type"),
    emv!("terminalCapability", "Terminal capabilities"),
    emv!("emvFlags", "EMV flags"),
    emv!("amexFloorLimit", "Amex floor limit"),
    emv!("amexReaderCapability", "Amex reader capabilities"),
    emv!("amexExReaderCapability", "Amex enhanced reader capabilities"),
    field(EMV, "Other EMV parameters", other_emv, take_other_emv),
    ext::<0>(),
    ext::<1>(),
    ext::<2>(),
    ext::<3>(),
    ext::<4>(),
    ext::<5>(),
    field(
        "extParams.jwtSecret",
        "JWT secret",
        |draft| {
            let ext = draft.patch.ext_params.as_ref();
            let ext = ext.and_then(|ext| ext.0.record());
            Some(secret(ext.map_or(&Hidden::Absent, |ext| &ext.jwt_secret)))
        },
        |to, from| to.ext_params.jwt_secret = from.ext_params.jwt_secret.clone(),
    ),
];

/// Shows that there is a new secret, never the secret.
fn secret(typed: &Hidden) -> String {
    let words =
        if matches!(typed, Hidden::Known(_)) { "a new one, not shown" } else { "as it is, not shown" };
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

/// Text of `extParams` for this row of [`EXT_ROWS`].
const fn ext<const AT: usize>() -> TerminalField {
    field(
        EXT_ROWS[AT].wire,
        EXT_ROWS[AT].label,
        |draft: &TerminalDraft| draft.whole.ext().and_then(|ext| (EXT_ROWS[AT].of)(ext).clone()),
        |to: &mut DeviceForm, from: &DeviceForm| {
            (EXT_ROWS[AT].get_mut)(&mut to.ext_params).clone_from((EXT_ROWS[AT].get)(&from.ext_params));
        },
    )
}

#[cfg(test)]
mod tests {
    use super::super::resource::{Terminal, TerminalKind};
    use super::*;
    use crate::record::versions::{Names, differences, merged, three};
    use crate::record::{Resource, parts};
    use tapline_contract::device::Device;
    use tapline_contract::merchant::MerchantId;
    use tapline_contract::record::Record as _;
    use tapline_contract::secret::Secret;
    use tapline_contract::three_way::ChangedBy;
    use tapline_emv::Currency;

    const SEEN: &str = r#"{"deviceId":"SDK-1","activateCodeAlias":"Till","deviceAdmin":{"hidden":true},"emvParams":"{\"terminalType\":22,\"x\":1.10}","methodList":"[\"01\"]","extParams":{"mid":"7","jwtSecret":{"hidden":true}}}"#;

    fn terminal(json: &str) -> Terminal {
        Terminal { of: MerchantId::parse("M1").unwrap(), device: Device::read(json).unwrap() }
    }

    fn form(json: &str) -> DeviceForm {
        TerminalKind::form_of(&terminal(json), &Currency::euro())
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
        form.ext_params.mid = "8".to_owned();
        form.method_list = "01, 02".to_owned();
        let seen = TerminalKind::draft_of(&terminal(SEEN));
        let rows = differences(FIELDS, &seen, &TerminalKind::read(&form).unwrap(), &Names::default());
        let words: Vec<_> =
            rows.iter().map(|row| (&*row.wire, row.after.as_deref().unwrap_or("-"))).collect();
        assert_eq!(
            words,
            [
                ("deviceAdmin", "a new one, not shown"),
                (METHODS, "Visa (01), Mastercard (02)"),
                ("emvParams.terminalType", "\"25\""),
                (EMV, "x: 1.20"),
                ("extParams.mid", "8"),
            ]
        );
        assert!(differences(FIELDS, &seen, &seen, &Names::default()).is_empty());
    }

    #[test]
    fn bits_of_a_terminal_are_told_in_words() {
        let seen = SEEN.replace("\\\"x\\\":1.10", "\\\"terminalCapability\\\":\\\"E0F8C8\\\"");
        let mut form = form(&seen);
        put(&mut form, "terminalCapability", "E0B8C8");
        put(&mut form, "terminalType", "25");
        let (before, after) = (TerminalKind::draft_of(&terminal(&seen)), TerminalKind::read(&form).unwrap());
        let rows = parts::differences::<TerminalKind>(&before, &after, &Names::default());
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
        mine.ext_params.mid = "8".to_owned();
        let draft = |json: &str| TerminalKind::draft_of(&terminal(json));
        let my_draft = TerminalKind::read(&mine).unwrap();
        let rows = three(FIELDS, &draft(SEEN), &draft(&theirs), &my_draft, &Names::default());
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
        let merged =
            merged(FIELDS, form(&theirs), &mine, &["emvParams.emvFlags".into(), "extParams.mid".into()]);
        let patch = serde_json::to_string(&TerminalKind::read(&merged).unwrap()).unwrap();
        assert_eq!(
            patch,
            r#"{"emvParams":"{\"terminalType\":21,\"x\":2,\"emvFlags\":\"01\"}","extParams":"{\"jwtSecret\":{\"hidden\":true},\"mid\":\"8\"}"}"#
        );
    }
}
