//! The form of an activation code. Service document, "Generate activation code".

use super::device::{ExtForm, emv_rows, read_emv};
use super::{FieldError, JsonRow, Rule, finish, list_text, read_text};
use crate::device::ActivationDraft;
use crate::field::{AsText, Hidden, OrText};
use crate::merchant::MerchantId;
use crate::params::ParamsField;
use crate::secret::Secret;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActivationForm {
    /// Unique among the merchant's terminals: identifies the record if the answer is lost.
    pub activate_code_alias: String,
    pub device_type: String,
    pub emv_params: Vec<JsonRow>,
    /// `VISA, MASTERCARD`
    pub method_list: String,
    pub ext_params: ExtForm,
    mch_id: MerchantId,
}

impl ActivationForm {
    pub fn blank(merchant: &MerchantId) -> ActivationForm {
        ActivationForm {
            activate_code_alias: String::new(),
            device_type: "COTS".to_owned(),
            emv_params: emv_rows(&ParamsField::Absent),
            method_list: String::new(),
            ext_params: ExtForm::from_record(None),
            mch_id: merchant.clone(),
        }
    }

    /// Every error at once.
    pub fn draft(&self) -> Result<ActivationDraft, Vec<FieldError>> {
        let mut errors = Vec::new();
        let mut required = |wire: &str, label: &str, rule: Rule, typed: &str| {
            let text = read_text(label, rule, typed, None).unwrap_or_else(|sentence| {
                errors.push(FieldError::new(wire, sentence));
                None
            });
            text.unwrap_or_default()
        };
        let activate_code_alias =
            required("activateCodeAlias", "Name", Rule::Name, &self.activate_code_alias);
        let device_type = required("deviceType", "Device type", Rule::DeviceType, &self.device_type);
        let emv_params = read_emv(&self.emv_params, &ParamsField::Absent, &mut errors);
        let draft = ActivationDraft {
            activate_code_alias,
            device_type,
            mch_id: self.mch_id.to_string(),
            emv_params: emv_params.readable().cloned(),
            method_list: method_list::changed(&self.method_list, None),
            ext_params: self.ext_params.changed().map(|ext| AsText(OrText::Record(ext))),
            other: Vec::new(),
        };
        finish(draft, errors)
    }
}

/// A typed secret, or what was there.
pub(super) fn typed_secret(typed: &Secret, was: &Hidden) -> Hidden {
    if typed.is_empty() { was.clone() } else { Hidden::Known(typed.clone()) }
}

/// `methodList`: text that holds a JSON list, or, from a service that does otherwise, any text.
pub(super) mod method_list {
    use super::list_text;

    pub(crate) fn shown(raw: Option<&str>) -> String {
        let raw = raw.unwrap_or_default();
        list_text::of_json(raw).map_or_else(|| raw.to_owned(), list_text::shown)
    }

    /// The list as JSON text; `None` when nothing was changed.
    pub(crate) fn changed(typed: &str, was: Option<&str>) -> Option<String> {
        (typed != shown(was)).then(|| list_text::to_json(list_text::texts(typed)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Input;

    #[test]
    fn an_activation_sends_what_was_typed() {
        let mut form = ActivationForm::blank(&MerchantId::parse("M1").unwrap());
        assert_eq!(form.draft().unwrap_err().len(), 1, "the alias");
        form.activate_code_alias = "Till 3".to_owned();
        assert_eq!(
            form.draft().unwrap().body().unwrap(),
            r#"{"activateCodeAlias":"Till 3","deviceType":"COTS","mchId":"M1"}"#
        );
        form.emv_params[2].text = "22".to_owned();
        form.method_list = "VISA".to_owned();
        form.ext_params.texts.put("extParams.mid", "9");
        form.ext_params.jwt_secret = Secret::new("s".to_owned());
        assert_eq!(
            form.draft().unwrap().body().unwrap(),
            r#"{"activateCodeAlias":"Till 3","deviceType":"COTS","mchId":"M1","emvParams":{"terminalType":"22"},"methodList":"[\"VISA\"]","extParams":"{\"jwtSecret\":\"s\",\"mid\":\"9\"}"}"#
        );
        form.device_type = String::new();
        assert_eq!(form.draft().unwrap_err()[0].field, "deviceType");
    }
}
