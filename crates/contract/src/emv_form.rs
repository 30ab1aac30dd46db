//! The form of an EMV configuration: the text of each field.
//!
//! `EmvForm::from_record(&record)` shows a record, `draft` reads the text once. Only values that differ from the record are written into its
//! parameters; everything else goes back byte for byte. An error loses nothing that was typed. Limits are typed in the currency
//! of the connection.

mod kept;
mod other_field;

use tapline_emv::{Currency, LimitKind, Scheme, Value, param};

use crate::emv_config::{EmvConfig, EmvDraft};
use crate::emv_field::FieldKey;
use crate::form::FieldError;
use crate::params::Params;

pub use kept::KeptForm;
pub use other_field::OtherField;

/// The text of every field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmvForm {
    pub name: String,
    pub method: String,
    pub floor: String,
    pub cvm: String,
    pub transaction: String,
    /// All parameters but the three limits: those of the record in its order, then the known ones that it lacks.
    pub others: Vec<OtherField>,
    /// The draft that the text began from.
    base: EmvDraft,
    currency: Currency,
}

impl EmvForm {
    /// `None` when the record's parameters cannot be read: such a record is shown and not edited.
    pub fn from_record(record: &EmvConfig, currency: &Currency) -> Option<EmvForm> {
        Some(EmvForm::of_draft(&record.draft()?, record.scheme(), currency))
    }

    /// A form for a draft: a duplicate, a merge, an empty configuration.
    pub fn of_draft(draft: &EmvDraft, scheme: Option<Scheme>, currency: &Currency) -> EmvForm {
        let values = draft.params.values();
        let limit = |kind: LimitKind| shown_limit(values.get(kind.param()), currency);
        let present = draft.params.members().into_iter().filter(|(key, _)| !is_limit(key));
        let mut others: Vec<OtherField> = present.map(|(key, raw)| OtherField::from_raw(key, raw)).collect();
        for known in param::PARAMS.iter().filter(|p| !is_limit(p.key)) {
            let used = scheme.is_none_or(|scheme| known.applies_to(scheme));
            if used && others.iter().all(|o| o.key != known.key) {
                others.push(OtherField::absent(known.key, matches!(known.kind, param::Kind::Flag)));
            }
        }
        EmvForm {
            name: draft.emv_name.clone(),
            method: draft.payment_method.clone(),
            floor: limit(LimitKind::Floor),
            cvm: limit(LimitKind::Cvm),
            transaction: limit(LimitKind::Transaction),
            others,
            base: draft.clone(),
            currency: currency.clone(),
        }
    }

    /// An empty configuration of a scheme.
    pub fn blank(scheme: Scheme, currency: &Currency) -> EmvForm {
        let draft = EmvDraft {
            params: Params::empty(),
            emv_name: String::new(),
            payment_method: scheme.method_code().to_owned(),
        };
        let zero = currency.plain(0);
        EmvForm { floor: zero, ..EmvForm::of_draft(&draft, Some(scheme), currency) }
    }

    /// A text by its name on the wire.
    pub fn text(&self, wire: &str) -> Option<&String> {
        match FieldKey::from_wire(wire) {
            FieldKey::Name => Some(&self.name),
            FieldKey::Method => Some(&self.method),
            FieldKey::Param(key) => match FieldKey::limit_of(&key) {
                Some(LimitKind::Floor) => Some(&self.floor),
                Some(LimitKind::Cvm) => Some(&self.cvm),
                Some(LimitKind::Transaction) => Some(&self.transaction),
                None => self.others.iter().find(|other| other.key == key).map(|other| &other.text),
            },
        }
    }

    pub fn text_mut(&mut self, wire: &str) -> Option<&mut String> {
        match FieldKey::from_wire(wire) {
            FieldKey::Name => Some(&mut self.name),
            FieldKey::Method => Some(&mut self.method),
            FieldKey::Param(key) => match FieldKey::limit_of(&key) {
                Some(limit) => Some(self.limit_mut(limit)),
                None => self.others.iter_mut().find(|other| other.key == key).map(|other| &mut other.text),
            },
        }
    }

    /// Takes a field of another form, with what it was read from: untouched text goes back as it was read there.
    pub fn take(&mut self, from: &EmvForm, field: &FieldKey) {
        let key = match field {
            FieldKey::Name => return self.name.clone_from(&from.name),
            FieldKey::Method => return self.method.clone_from(&from.method),
            FieldKey::Param(key) => key,
        };
        match from.base.params.raw(key) {
            Some(raw) => {
                let written = self.base.params.set(key, raw);
                debug_assert!(written, "a value of readable parameters is JSON");
            }
            None => self.base.params.remove(key),
        }
        if let Some(limit) = field.as_limit() {
            from.limit(limit).clone_into(self.limit_mut(limit));
            return;
        }
        let at = self.others.iter().position(|other| other.key == *key);
        match (at, from.others.iter().find(|other| other.key == *key)) {
            (Some(at), Some(other)) => self.others[at] = other.clone(),
            (None, Some(other)) => self.others.push(other.clone()),
            (Some(at), None) => drop(self.others.remove(at)),
            (None, None) => {}
        }
    }

    /// Sends everything but this parameter.
    pub fn leave_out(&mut self, key: &str) {
        self.base.params.remove(key);
        self.others.retain(|other| other.key != key);
    }

    pub fn limit(&self, limit: LimitKind) -> &str {
        match limit {
            LimitKind::Floor => &self.floor,
            LimitKind::Cvm => &self.cvm,
            LimitKind::Transaction => &self.transaction,
        }
    }

    pub fn limit_mut(&mut self, limit: LimitKind) -> &mut String {
        match limit {
            LimitKind::Floor => &mut self.floor,
            LimitKind::Cvm => &mut self.cvm,
            LimitKind::Transaction => &mut self.transaction,
        }
    }

    /// The limit in minor units as typed; `None` when it cannot be read.
    pub fn limit_value(&self, limit: LimitKind) -> Option<u64> {
        if self.unreadable_limit(limit).is_some() {
            return None;
        }
        self.currency.parse(self.limit(limit)).ok()
    }

    /// Sentence for a record's value that isn't a whole number of minor units, until a person types over it. The value may look
    /// like an amount (`12.5`), but it is neither shown as money nor changed.
    pub fn unreadable_limit(&self, limit: LimitKind) -> Option<String> {
        let values = self.base.params.values();
        let value = values.get(limit.param())?;
        let currency = &self.currency;
        let untouched = self.limit(limit) == shown_limit(Some(value), currency);
        (untouched && number(value).is_none()).then(|| {
            format!(
                "{} is {}, which isn't a whole number of minor units. Enter an amount such as {}.",
                limit.label(),
                self.limit(limit),
                currency.plain(50 * currency.unit())
            )
        })
    }

    /// The scheme as typed: by method, else by AID.
    pub fn scheme(&self) -> Option<Scheme> {
        let aid = self.others.iter().find(|o| o.key == "aid").map_or("", |o| o.text.as_str());
        Scheme::recognize(&self.method, aid)
    }

    /// Puts a parameter's value into the field that shows it.
    pub fn put(&mut self, key: &str, value: &Value) {
        if let (Some(limit), Value::Number(minor)) = (FieldKey::limit_of(key), value) {
            *self.limit_mut(limit) = self.currency.plain(*minor);
            return;
        }
        if let Some(other) = self.others.iter_mut().find(|o| o.key == key) {
            other.put(value);
        }
    }

    /// Reads the text. Every error at once, each at its field.
    pub fn draft(&self) -> Result<EmvDraft, Vec<FieldError>> {
        let mut errors = Vec::new();
        let mut draft = self.base.clone();
        for (field, text, target) in [
            (FieldKey::Name, &self.name, &mut draft.emv_name),
            (FieldKey::Method, &self.method, &mut draft.payment_method),
        ] {
            if text.trim().is_empty() {
                let example = if field == FieldKey::Name { "Retail DE" } else { "01" };
                let label = field.label();
                let sentence = format!("{label} is empty. Enter for example {example}.");
                errors.push(error(&field, sentence));
            } else {
                target.clone_from(text);
            }
        }
        for limit in LimitKind::ALL {
            if let Err(sentence) = self.write_limit(limit, &mut draft.params) {
                errors.push(error(&FieldKey::limit(limit), sentence));
            }
        }
        self.write_others(&mut draft.params, |field, sentence| {
            errors.push(FieldError { field: field.to_owned(), sentence });
        });
        if errors.is_empty() { Ok(draft) } else { Err(errors) }
    }

    /// The parameters as typed, for the checks; a field that cannot be read yet counts as it was read.
    pub fn values(&self) -> tapline_emv::Params {
        let mut params = self.base.params.clone();
        for limit in LimitKind::ALL {
            let _ = self.write_limit(limit, &mut params);
        }
        self.write_others(&mut params, |_, _| {});
        params.values()
    }

    fn write_others(&self, params: &mut Params, mut refused: impl FnMut(&str, String)) {
        let mut edits = Vec::new();
        for other in &self.others {
            match other.written() {
                Ok(raw) => edits.extend(raw.map(|raw| (other.key.as_str(), raw))),
                Err(sentence) => refused(&other.key, sentence),
            }
        }
        let written = params.edit(edits.iter().map(|(key, raw)| (*key, Some(raw.as_str()))));
        debug_assert!(written, "each was read as JSON");
    }

    fn write_limit(&self, limit: LimitKind, params: &mut Params) -> Result<(), String> {
        let (key, currency) = (limit.param(), &self.currency);
        let text = self.limit(limit);
        let values = params.values();
        if text == shown_limit(values.get(key), currency) {
            return Ok(());
        }
        let minor = currency
            .parse(text)
            .map_err(|error| format!("{}: {}", limit.label(), error.sentence(currency)))?;
        let was = values.get(key);
        if was.and_then(number).is_some_and(|before| before == minor) {
            return Ok(());
        }
        let raw =
            if matches!(was, Some(Value::Text(_))) { format!("\"{minor}\"") } else { minor.to_string() };
        if params.set(key, &raw) { Ok(()) } else { Err(format!("{} can't be written.", limit.label())) }
    }
}

fn error(field: &FieldKey, sentence: String) -> FieldError {
    FieldError { field: field.wire().to_owned(), sentence }
}

fn is_limit(key: &str) -> bool {
    FieldKey::limit_of(key).is_some()
}

/// A limit as a number or as decimal text.
fn number(value: &Value) -> Option<u64> {
    match value {
        Value::Number(minor) => Some(*minor),
        Value::Text(text) => text.trim().parse().ok(),
        Value::Flag(_) | Value::Unreadable(_) => None,
    }
}

fn shown_limit(value: Option<&Value>, currency: &Currency) -> String {
    match value {
        None => String::new(),
        Some(value) => match (number(value), value) {
            (Some(minor), _) => currency.plain(minor),
            (None, Value::Text(text) | Value::Unreadable(text)) => text.clone(),
            (None, Value::Flag(flag)) => flag.to_string(),
            (None, Value::Number(minor)) => minor.to_string(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::ParamsField;
    use crate::record::Record;

    const PARAMS: &str = r#"{ "x-vendor": 1.00, "aid":"A0000000031010","clFloorLimit": 0,"clCVMLimit":"2500", "clTransLimit":1e4, "deep":{"b":1,"a":[2]} }"#;

    fn euro() -> Currency {
        Currency::new("EUR").unwrap()
    }

    fn record() -> EmvConfig {
        let raw =
            serde_json::json!({"id":12,"emvName":"Retail","paymentMethod":"01","params":PARAMS}).to_string();
        EmvConfig::read(&raw).unwrap()
    }

    #[test]
    fn an_untouched_form_sends_what_was_read() {
        let form = EmvForm::from_record(&record(), &euro()).unwrap();
        assert_eq!(form.draft().unwrap().params.text(), PARAMS);
    }

    #[test]
    fn a_moved_limit_changes_its_digits_alone_and_keeps_its_kind() {
        let mut form = EmvForm::from_record(&record(), &euro()).unwrap();
        assert_eq!((form.cvm.as_str(), form.transaction.as_str()), ("25.00", "100.00"));
        form.cvm = "50".to_owned();
        form.transaction = "100".to_owned();
        let sent = form.draft().unwrap();
        assert_eq!(sent.params.text(), PARAMS.replace("\"2500\"", "\"5000\""));
    }

    #[test]
    fn a_limit_that_is_no_whole_number_is_not_taken_for_money() {
        let text = PARAMS.replace("\"2500\"", "12.5");
        let raw =
            serde_json::json!({"id":12,"emvName":"Retail","paymentMethod":"01","params":text}).to_string();
        let mut form = EmvForm::from_record(&EmvConfig::read(&raw).unwrap(), &euro()).unwrap();
        assert_eq!(form.limit_value(LimitKind::Cvm), None);
        assert!(form.unreadable_limit(LimitKind::Cvm).unwrap().starts_with("CVM limit is 12.5"));
        form.transaction = "90".to_owned();
        assert_eq!(form.draft().unwrap().params.raw("clCVMLimit"), Some("12.5"), "it goes back as it was");
        form.cvm = "12.50".to_owned();
        assert_eq!(form.draft().unwrap().params.raw("clCVMLimit"), Some("1250"));
    }

    #[test]
    fn a_typed_value_that_is_the_same_changes_nothing() {
        let mut form = EmvForm::from_record(&record(), &euro()).unwrap();
        form.cvm = "25".to_owned();
        assert_eq!(form.draft().unwrap().params.text(), PARAMS);
    }

    #[test]
    fn each_bad_limit_is_named_with_its_way_out() {
        for text in ["", "abc", "-1", "50,000", "5 0", "1.005", "9999999999999", "50€", "1e3"] {
            let mut form = EmvForm::from_record(&record(), &euro()).unwrap();
            form.cvm = text.to_owned();
            let errors = form.draft().unwrap_err();
            assert_eq!(errors.len(), 1, "{text}");
            assert!(errors[0].sentence.starts_with("CVM limit: "), "{text}: {}", errors[0].sentence);
            assert_eq!(form.cvm, text, "what was typed stays");
        }
    }

    #[test]
    fn other_parameters_are_edited_as_text_or_json() {
        let mut form = EmvForm::from_record(&record(), &euro()).unwrap();
        form.put("aid", &Value::Text("A0000000032010".to_owned()));
        let deep = form.others.iter_mut().find(|o| o.key == "deep").unwrap();
        deep.text = "{\"b\":1.10}".to_owned();
        let sent = form.draft().unwrap();
        assert_eq!(sent.params.raw("aid"), Some("\"A0000000032010\""));
        assert_eq!(sent.params.raw("deep"), Some("{\"b\":1.10}"));
        assert_eq!(sent.params.raw("x-vendor"), Some("1.00"));

        form.others.iter_mut().find(|o| o.key == "deep").unwrap().text = "{\"b\":".to_owned();
        assert_eq!(form.draft().unwrap_err()[0].field, "deep");
    }

    #[test]
    fn an_absent_parameter_stays_absent_until_it_is_typed() {
        let mut form = EmvForm::from_record(&record(), &euro()).unwrap();
        let ttq = form.others.iter_mut().find(|o| o.key == "terminalTransactionQualifiers").unwrap();
        assert!(!ttq.is_present());
        ttq.text = "26004000".to_owned();
        let sent = form.draft().unwrap();
        assert_eq!(sent.params.raw("terminalTransactionQualifiers"), Some("\"26004000\""));
        assert_eq!(sent.params.raw("appVersion"), None);
    }

    #[test]
    fn unreadable_params_have_no_form() {
        let broken = EmvConfig { params: ParamsField::read("{oops"), ..record() };
        assert_eq!(EmvForm::from_record(&broken, &euro()), None);
        assert!(serde_json::to_string(&broken).unwrap().contains("{oops"));
    }
}
