//! An acceptance inside a profile's form. Service document, "Acceptance" and "`ProfileRequest`".

use crate::field::{self, FreeMap, Nullable};
use crate::form::{FieldError, JsonRow, Texts, json_row, list_text};
use crate::order::sort_by_key;
use crate::profile::{Acceptance, AcceptanceDraft, AcceptanceId};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AcceptanceForm {
    pub texts: Texts,
    /// The payment methods that it takes; changed by [`AcceptanceForm::toggle`].
    pub methods: Vec<String>,
    /// Free keys; rows may be added and removed.
    pub extra_params: Vec<JsonRow>,
    /// `indoor, backup`
    pub tags: String,
    base: AcceptanceDraft,
}

impl AcceptanceForm {
    /// To bind an existing acceptance.
    pub fn from_record(record: &Acceptance) -> AcceptanceForm {
        AcceptanceForm::of_draft(&record.draft())
    }

    /// A new acceptance.
    pub fn blank() -> AcceptanceForm {
        AcceptanceForm::of_draft(&AcceptanceDraft::nothing())
    }

    pub(super) fn of_draft(draft: &AcceptanceDraft) -> AcceptanceForm {
        AcceptanceForm {
            texts: Texts::from_draft(AcceptanceDraft::TEXTS, draft),
            methods: methods_of(draft),
            extra_params: JsonRow::of_map(draft.extra_params.as_ref()),
            tags: list_text::shown(draft.tags.value().iter().flat_map(|texts| &texts.0)),
            base: draft.clone(),
        }
    }

    /// `None` for one that the service does not have yet.
    pub fn id(&self) -> Option<&AcceptanceId> {
        self.base.acpt_id.as_ref()
    }

    /// The name for people.
    pub fn name(&self) -> String {
        match (self.texts.text("acptName").trim(), self.id()) {
            ("", Some(id)) => id.to_string(),
            ("", None) => "New acceptance".to_owned(),
            (name, _) => name.to_owned(),
        }
    }

    /// The draft that the text began from.
    pub fn base(&self) -> &AcceptanceDraft {
        &self.base
    }

    pub fn takes(&self, method: &str) -> bool {
        self.methods.iter().any(|taken| taken == method)
    }

    /// Takes it from now on, or no longer. Methods stay in the order in which they were read, so toggling twice changes nothing.
    pub fn toggle(&mut self, method: &str) {
        if self.takes(method) {
            self.methods.retain(|taken| taken != method);
            return;
        }
        self.methods.push(method.to_owned());
        let read = methods_of(&self.base);
        sort_by_key(&mut self.methods, |taken| {
            read.iter().position(|was| was == taken).unwrap_or(read.len())
        });
    }

    pub(super) fn read(&self, path: &str, errors: &mut Vec<FieldError>) -> AcceptanceDraft {
        let mut draft = self.base.clone();
        self.texts.read(AcceptanceDraft::TEXTS, &mut draft, path, errors);
        if self.methods != methods_of(&self.base) {
            draft.supported_payments = Some(field::Texts(self.methods.clone()));
        }
        if self.methods.is_empty() && self.id().is_none() {
            let sentence = "Payment methods: Enter at least one, such as VISA.";
            errors.push(FieldError::new(format!("{path}supportedPayments"), sentence));
        }
        let was = self.base.tags.value();
        if self.tags != list_text::shown(was.iter().flat_map(|texts| &texts.0)) {
            draft.tags = Nullable::Value(field::Texts(list_text::texts(&self.tags)));
        }
        let params = json_row::members(&format!("{path}extraParams"), &self.extra_params, errors);
        if let Some(members) = params.filter(|members| !members.is_empty() || draft.extra_params.is_some()) {
            draft.extra_params = Some(FreeMap(members));
        }
        draft
    }
}

fn methods_of(draft: &AcceptanceDraft) -> Vec<String> {
    draft.supported_payments.iter().flat_map(|texts| &texts.0).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Record;

    #[test]
    fn a_method_toggled_twice_is_where_it_was() {
        let record = r#"{"acptId":"a","supportedPayments":["VISA","MA, STER","AMEX"]}"#;
        let mut form = AcceptanceForm::from_record(&Acceptance::read(record).unwrap());
        let opened = form.clone();
        form.toggle("JCB");
        form.toggle("VISA");
        assert_eq!(form.methods, ["MA, STER", "AMEX", "JCB"]);
        form.toggle("VISA");
        assert_eq!(form.methods, ["VISA", "MA, STER", "AMEX", "JCB"]);
        form.toggle("JCB");
        assert_eq!(form, opened);
    }

    #[test]
    fn lists_and_free_keys_are_typed_as_text() {
        let mut form = AcceptanceForm::blank();
        assert_eq!((form.name().as_str(), form.id()), ("New acceptance", None));
        form.texts.put("acptName", "Host");
        form.toggle("VISA");
        form.toggle("AMEX");
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
