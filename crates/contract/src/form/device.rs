//! The form of a terminal. Service document, "Device record" and "Update terminal".
//!
//! The patch holds only what was changed: an alias alone goes as one key. A secret that is kept is not sent at the top level;
//! inside `extParams`, which goes as a whole, it stays marked as kept, and core puts it in again.

use std::collections::BTreeSet;
use std::fmt;

use super::activation::{method_list, typed_secret};
use super::{FieldError, JsonRow, Rule, Texts, finish, is_untouched, json_row, read_text};
use crate::device::{Device, DeviceExtParams, DevicePatch};
use crate::field::{AsText, Hidden, OrText};
use crate::order::gathered;
use crate::params::{Params, ParamsField};
use crate::secret::Secret;

/// Keys of `emvParams`, with their names for people.
pub const EMV_KEYS: [(&str, &str); 8] = [
    ("terminalCountryCode", "Terminal country code"),
    ("txnCurrencyCode", "Transaction currency code"),
    ("terminalType", "Terminal type"),
    ("terminalCapability", "Terminal capabilities"),
    ("emvFlags", "EMV flags"),
    ("amexFloorLimit", "Amex floor limit"),
    ("amexReaderCapability", "Amex reader capabilities"),
    ("amexExReaderCapability", "Amex enhanced reader capabilities"),
];

#[derive(Clone, PartialEq, Eq)]
pub struct DeviceForm {
    pub activate_code_alias: String,
    pub device_type: String,
    /// A new admin password; empty keeps the old one.
    pub device_admin: Secret,
    /// Keys of the record, then the known ones that it lacks. Empty when `emvParams` cannot be read: then it is not edited.
    pub emv_params: Vec<JsonRow>,
    /// `VISA, MASTERCARD`
    pub method_list: String,
    pub ext_params: ExtForm,
    base: Device,
}

impl fmt::Debug for DeviceForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DeviceForm").finish_non_exhaustive()
    }
}

/// `extParams` as typed.
#[derive(Clone, PartialEq, Eq)]
pub struct ExtForm {
    pub texts: Texts,
    /// A new secret; empty keeps the old one.
    pub jwt_secret: Secret,
    base: Option<DeviceExtParams>,
}

impl fmt::Debug for ExtForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ExtForm").finish_non_exhaustive()
    }
}

impl DeviceForm {
    pub fn from_record(record: &Device) -> DeviceForm {
        DeviceForm {
            activate_code_alias: record.activate_code_alias.clone().unwrap_or_default(),
            device_type: record.device_type.clone().unwrap_or_default(),
            device_admin: Secret::default(),
            emv_params: emv_rows(&record.emv_params()),
            method_list: method_list::shown(record.method_list.as_deref()),
            ext_params: ExtForm::from_record(record.ext()),
            base: record.clone(),
        }
    }

    /// The record that it was made of.
    pub fn base(&self) -> &Device {
        &self.base
    }

    /// Presence of an admin password and of a JWT secret.
    pub fn secrets(&self) -> (bool, bool) {
        let ext = self.base.ext().map_or(&Hidden::Absent, |ext| &ext.jwt_secret);
        (self.base.device_admin != Hidden::Absent, *ext != Hidden::Absent)
    }

    /// Changed members, or every error at once.
    pub fn patch(&self) -> Result<DevicePatch, Vec<FieldError>> {
        let mut errors = Vec::new();
        let base = &self.base;
        let mut changed = |wire: &str, label: &str, rule: Rule, typed: &str, was: Option<&String>| {
            if is_untouched(typed, was) {
                return None;
            }
            let text = read_text(label, rule, typed, was).unwrap_or_else(|sentence| {
                errors.push(FieldError::new(wire, sentence));
                None
            });
            text.filter(|text| Some(text) != was)
        };
        let activate_code_alias = changed(
            "activateCodeAlias",
            "Name",
            Rule::Name,
            &self.activate_code_alias,
            base.activate_code_alias.as_ref(),
        );
        let device_type = changed(
            "deviceType",
            "Device type",
            Rule::DeviceType,
            &self.device_type,
            base.device_type.as_ref(),
        );
        let ext_params = self.ext_params.changed().map(|ext| AsText(OrText::Record(ext)));
        if ext_params.is_some() && base.ext_params.as_ref().is_some_and(|ext| ext.text().is_some()) {
            let sentence = "This terminal's extra parameters are plain text, which these fields would replace. Leave them empty, or \
                            change it with taplinectl.";
            errors.push(FieldError::new("extParams", sentence));
        }
        let patch = DevicePatch {
            device_type,
            device_admin: typed_secret(&self.device_admin, &Hidden::Absent),
            activate_code_alias,
            emv_params: read_emv(&self.emv_params, &base.emv_params(), &mut errors),
            method_list: method_list::changed(&self.method_list, base.method_list.as_deref()),
            ext_params,
            other: Vec::new(),
        };
        finish(patch, errors)
    }
}

impl ExtForm {
    pub(super) fn from_record(ext: Option<&DeviceExtParams>) -> ExtForm {
        let base = ext.cloned();
        let ext = base.clone().unwrap_or_else(DeviceExtParams::empty);
        ExtForm {
            texts: Texts::from_draft(DeviceExtParams::TEXTS, &ext),
            jwt_secret: Secret::default(),
            base,
        }
    }

    /// The whole of `extParams` when something in it changed; unknown keys stay.
    pub(super) fn changed(&self) -> Option<DeviceExtParams> {
        let was = self.base.clone().unwrap_or_else(DeviceExtParams::empty);
        let mut ext = was.clone();
        // Free text has no fault.
        self.texts.read(DeviceExtParams::TEXTS, &mut ext, "", &mut Vec::new());
        ext.jwt_secret = typed_secret(&self.jwt_secret, &was.jwt_secret);
        (ext != was).then_some(ext)
    }
}

/// Rows of the parameters, then the known keys that they lack.
pub(super) fn emv_rows(params: &ParamsField) -> Vec<JsonRow> {
    let mut rows = match params {
        ParamsField::Unreadable(_) => return Vec::new(),
        ParamsField::Absent => Vec::new(),
        ParamsField::Readable(params) => JsonRow::of_params(params).into_iter().map(as_code).collect(),
    };
    let lacking = EMV_KEYS.iter().filter(|(key, _)| rows.iter().all(|row| row.key != *key));
    let lacking: Vec<_> = lacking.map(|(key, _)| JsonRow::blank(key)).collect();
    rows.extend(lacking);
    rows
}

/// The service documents its keys as text, or as "number or string", and a hex text does not survive as a number.
fn as_code(row: JsonRow) -> JsonRow {
    if EMV_KEYS.iter().any(|(key, _)| *key == row.key) { row.of_code() } else { row }
}

/// `Absent` when nothing changed; else the parameters with the changes in them, every other byte as it was.
pub(super) fn read_emv(rows: &[JsonRow], was: &ParamsField, errors: &mut Vec<FieldError>) -> ParamsField {
    let Some(members) = json_row::members("emvParams", rows, errors) else { return ParamsField::Absent };
    if matches!(was, ParamsField::Unreadable(_)) {
        return ParamsField::Absent;
    }
    let mut params = was.readable().cloned().unwrap_or_else(Params::empty);
    let before = params.clone();
    let (was, kept): (_, BTreeSet<_>) = (before.by_key(), gathered(members.iter().map(|(key, _)| key)));
    let gone = was.keys().filter(|key| !kept.contains(key)).map(|key| (key.as_str(), None));
    let changed = members.iter().filter(|(key, raw)| was.get(key) != Some(&raw.as_str()));
    if !params.edit(gone.chain(changed.map(|(key, raw)| (key.as_str(), Some(raw.as_str()))))) {
        errors.push(FieldError::new("emvParams", "The parameters can't be written."));
    }
    if params == before { ParamsField::Absent } else { ParamsField::Readable(params) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Input;
    use crate::record::Record;

    const RECORD: &str = r#"{"deviceId":"CD-1","deviceType":"COTS","deviceAdmin":{"hidden":true},"activateCodeAlias":"Till 1","emvParams":"{ \"terminalType\":22,\"x\":1.10 }","methodList":"[ \"VISA\" ]","extParams":{"subMid":"7","jwtSecret":{"hidden":true},"zz":1.0}}"#;

    fn form() -> DeviceForm {
        DeviceForm::from_record(&Device::read(RECORD).unwrap())
    }

    fn sent(form: &DeviceForm) -> String {
        form.patch().unwrap().body().unwrap()
    }

    #[test]
    fn only_what_changed_is_sent() {
        assert_eq!(sent(&form()), "{}");
        assert!(form().patch().unwrap().is_empty());
        assert_eq!(
            sent(&DeviceForm { activate_code_alias: "Till 2 ".to_owned(), ..form() }),
            r#"{"activateCodeAlias":"Till 2"}"#
        );
        assert_eq!(
            sent(&DeviceForm { method_list: "VISA, AMEX".to_owned(), ..form() }),
            r#"{"methodList":"[\"VISA\",\"AMEX\"]"}"#
        );

        let mut emv = form();
        emv.emv_params[0].text = "25".to_owned();
        assert_eq!(sent(&emv), r#"{"emvParams":"{ \"terminalType\":\"25\",\"x\":1.10 }"}"#);
        emv.emv_params.remove(1);
        emv.emv_params.iter_mut().find(|row| row.key == "emvFlags").unwrap().text = "12E3".to_owned();
        assert_eq!(sent(&emv), r#"{"emvParams":"{ \"terminalType\":\"25\",\"emvFlags\":\"12E3\" }"}"#);
    }

    #[test]
    fn secrets_are_kept_or_set() {
        assert_eq!(form().secrets(), (true, true));
        let admin = DeviceForm { device_admin: Secret::new("n3w".to_owned()), ..form() };
        assert_eq!(sent(&admin), r#"{"deviceAdmin":"n3w"}"#);

        let mut ext = form();
        ext.ext_params.texts.put("extParams.subMid", "8");
        let inside = ext.patch().unwrap().ext_params.unwrap().0;
        let inside = inside.record().unwrap();
        assert_eq!(
            (inside.sub_mid.as_deref(), &inside.jwt_secret),
            (Some("8"), &Hidden::Kept),
            "core fills it in"
        );
        assert_eq!(inside.other, [("zz".to_owned(), "1.0".to_owned())]);
        ext.ext_params.jwt_secret = Secret::new("s".to_owned());
        assert_eq!(sent(&ext), r#"{"extParams":"{\"subMid\":\"8\",\"jwtSecret\":\"s\",\"zz\":1.0}"}"#);
    }

    #[test]
    fn what_cannot_be_read_is_not_edited() {
        let odd = Device::read(r#"{"deviceId":"CD-1","activateCodeAlias":"a","deviceType":"COTS","emvParams":"{oops","methodList":"VISA"}"#).unwrap();
        let form = DeviceForm::from_record(&odd);
        assert_eq!(
            (form.emv_params.len(), form.method_list.as_str(), sent(&form).as_str()),
            (0, "VISA", "{}")
        );
    }

    #[test]
    fn an_alias_and_a_type_are_needed() {
        let bad = DeviceForm { activate_code_alias: String::new(), device_type: " ".to_owned(), ..form() };
        let fields: Vec<_> = bad.patch().unwrap_err().into_iter().map(|error| error.field).collect();
        assert_eq!(fields, ["activateCodeAlias", "deviceType"]);
    }
}
