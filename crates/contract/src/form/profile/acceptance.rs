//! An acceptance inside a profile's form. Service document, "Acceptance" and "`ProfileRequest`".

use crate::field::{FreeMap, Nullable, Texts};
use crate::form::{FieldError, JsonRow, TextField, json_row, list_text, read, show, text_fields};
use crate::profile::{Acceptance, AcceptanceDraft, AcceptanceId};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AcceptanceForm {
    pub acpt_name: String,
    /// Gateway message format.
    pub host_message_format: String,
    pub primary_mid: String,
    pub primary_tid: String,
    /// `VISA, MASTERCARD`
    pub supported_payments: String,
    /// Free keys; rows may be added and removed.
    pub extra_params: Vec<JsonRow>,
    /// `indoor, backup`
    pub tags: String,
    base: AcceptanceDraft,
}

impl AcceptanceForm {
    pub const TEXTS: &'static [TextField<AcceptanceForm, AcceptanceDraft>] = text_fields! {
        acpt_name: "acptName", "Acceptance name", Name;
        host_message_format: "hostMessageFormat", "Message format", Free;
        primary_mid: "primaryMid", "Primary MID", Free;
        primary_tid: "primaryTid", "Primary TID", Free;
    };

    /// To bind an existing acceptance.
    pub fn of(record: &Acceptance) -> AcceptanceForm {
        AcceptanceForm::of_draft(&record.draft())
    }

    /// A new acceptance.
    pub fn blank() -> AcceptanceForm {
        AcceptanceForm::of_draft(&AcceptanceDraft {
            acpt_id: None,
            acpt_name: None,
            host_message_format: None,
            supported_payments: None,
            primary_mid: None,
            primary_tid: None,
            extra_params: None,
            tags: Nullable::Absent,
            other: Vec::new(),
        })
    }

    pub(super) fn of_draft(draft: &AcceptanceDraft) -> AcceptanceForm {
        let mut form = AcceptanceForm {
            acpt_name: String::new(),
            host_message_format: String::new(),
            primary_mid: String::new(),
            primary_tid: String::new(),
            supported_payments: list_text::shown(draft.supported_payments.iter().flat_map(|texts| &texts.0)),
            extra_params: JsonRow::of_map(draft.extra_params.as_ref()),
            tags: list_text::shown(draft.tags.value().iter().flat_map(|texts| &texts.0)),
            base: draft.clone(),
        };
        show(Self::TEXTS, draft, &mut form);
        form
    }

    /// `None` for one that the service does not have yet.
    pub fn id(&self) -> Option<&AcceptanceId> {
        self.base.acpt_id.as_ref()
    }

    /// The name for people.
    pub fn name(&self) -> String {
        match (self.acpt_name.trim(), self.id()) {
            ("", Some(id)) => id.to_string(),
            ("", None) => "New acceptance".to_owned(),
            (name, _) => name.to_owned(),
        }
    }

    /// The payment methods as typed.
    pub fn methods(&self) -> Vec<String> {
        self.texts().map(|texts| texts.0).unwrap_or_default()
    }

    fn texts(&self) -> Option<Texts> {
        let was = self.base.supported_payments.as_ref();
        if self.supported_payments == list_text::shown(was.iter().flat_map(|texts| &texts.0)) {
            return was.cloned();
        }
        Some(Texts(list_text::texts(&self.supported_payments)))
    }

    pub(super) fn read(&self, path: &str, errors: &mut Vec<FieldError>) -> AcceptanceDraft {
        let mut draft = self.base.clone();
        read(Self::TEXTS, self, &mut draft, path, errors);
        draft.supported_payments = self.texts();
        if draft.supported_payments.is_none() && self.id().is_none() {
            let sentence = "Payment methods: Enter at least one, such as VISA.";
            errors.push(FieldError::new(format!("{path}supportedPayments"), sentence));
        }
        let was = self.base.tags.value();
        if self.tags != list_text::shown(was.iter().flat_map(|texts| &texts.0)) {
            draft.tags = Nullable::Value(Texts(list_text::texts(&self.tags)));
        }
        let params = json_row::members(&format!("{path}extraParams"), &self.extra_params, errors);
        if let Some(members) = params.filter(|members| !members.is_empty() || draft.extra_params.is_some()) {
            draft.extra_params = Some(FreeMap(members));
        }
        draft
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_and_free_keys_are_typed_as_text() {
        let mut form = AcceptanceForm::blank();
        assert_eq!((form.name().as_str(), form.id()), ("New acceptance", None));
        form.acpt_name = "Host".to_owned();
        form.supported_payments = "VISA, AMEX".to_owned();
        form.tags = "indoor".to_owned();
        form.extra_params.push(JsonRow::blank("k"));
        form.extra_params[0].text = "3".to_owned();
        let mut errors = Vec::new();
        let sent = serde_json::to_string(&form.read("", &mut errors)).unwrap();
        assert_eq!(errors, []);
        assert_eq!(
            sent,
            r#"{"acptName":"Host","supportedPayments":["VISA","AMEX"],"extraParams":{"k":"3"},"tags":["indoor"]}"#
        );
    }
}
