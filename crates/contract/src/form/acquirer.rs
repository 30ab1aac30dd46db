//! The form of an acquirer profile. Service document, "Acquirer profile request".
//!
//! An update replaces the whole, and the fields of the record are not shown: what the record does not tell must be typed, or
//! left out on purpose, before it is sent.

use super::{FieldError, Texts, digits, finish, list_text};
use crate::acquirer::{Acquirer, AcquirerDraft};
use crate::field::{Item, Lists, Number};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AcquirerForm {
    pub texts: Texts,
    /// Unit not documented.
    pub conn_timeout: String,
    /// Unit not documented.
    pub conn_request_timeout: String,
    /// One for each key: `01` to `06`, then those that the record has besides.
    pub schemes: Vec<SchemeRow>,
    /// Members that the record doesn't show are left out of the request, although that may clear them.
    pub leave_unshown_out: bool,
    /// Names on the wire of what the record does not tell.
    pub unshown: Vec<&'static str>,
    base: AcquirerDraft,
}

/// Configurations and methods of an acquirer profile under one key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemeRow {
    pub key: String,
    /// Ids of EMV configurations: `11, 12`.
    pub emv: String,
    /// `VISA, VISA_DEBIT`
    pub methods: String,
}

/// The keys of `emvList` and `methodList` that the document names.
pub const SCHEME_KEYS: [&str; 6] = ["01", "02", "03", "04", "05", "06"];

impl AcquirerForm {
    pub fn from_record(record: &Acquirer) -> AcquirerForm {
        let draft = record.draft();
        let texts = AcquirerDraft::TEXTS.iter().map(|field| (field.wire, (field.of)(&draft).is_some()));
        let others = [
            ("connTimeout", draft.conn_timeout.is_some()),
            ("connRequestTimeout", draft.conn_request_timeout.is_some()),
            ("emvList", draft.emv_list.is_some()),
            ("methodList", draft.method_list.is_some()),
        ];
        let unshown = texts.chain(others).filter_map(|(wire, is_told)| (!is_told).then_some(wire)).collect();
        AcquirerForm { unshown, ..AcquirerForm::of_draft(&draft) }
    }

    /// For a new one like this one. What the record does not tell is empty in it, and clears nothing.
    pub fn copy_of(record: &Acquirer) -> AcquirerForm {
        let mut draft = record.draft();
        draft.profile_name =
            Some(format!("{} copy", draft.profile_name.as_deref().unwrap_or_default().trim()));
        AcquirerForm::of_draft(&draft)
    }

    pub fn blank() -> AcquirerForm {
        AcquirerForm::of_draft(&AcquirerDraft::nothing())
    }

    pub fn of_draft(draft: &AcquirerDraft) -> AcquirerForm {
        let number = |number: &Option<Number>| number.as_ref().map(ToString::to_string).unwrap_or_default();
        AcquirerForm {
            texts: Texts::from_draft(AcquirerDraft::TEXTS, draft),
            conn_timeout: number(&draft.conn_timeout),
            conn_request_timeout: number(&draft.conn_request_timeout),
            schemes: keys(draft).iter().map(|key| SchemeRow::from_draft(draft, key)).collect(),
            leave_unshown_out: false,
            unshown: Vec::new(),
            base: draft.clone(),
        }
    }

    /// Every error at once.
    pub fn draft(&self) -> Result<AcquirerDraft, Vec<FieldError>> {
        let (mut draft, mut errors) = (self.base.clone(), Vec::new());
        self.texts.read(AcquirerDraft::TEXTS, &mut draft, "", &mut errors);
        for (wire, label, typed, target) in [
            ("connTimeout", "Connection timeout", &self.conn_timeout, &mut draft.conn_timeout),
            (
                "connRequestTimeout",
                "Request timeout",
                &self.conn_request_timeout,
                &mut draft.conn_request_timeout,
            ),
        ] {
            match whole(typed, target.as_ref()) {
                Ok(number) => *target = number,
                Err(way_out) => errors.push(FieldError::new(wire, format!("{label}: {way_out}"))),
            }
        }
        let emv = |row: &SchemeRow| list_text::numbers(&row.emv).map_err(|item| emv_error(row, &item));
        draft.emv_list = lists(draft.emv_list.take(), &self.schemes, |row| &row.emv, emv, &mut errors);
        let methods = |row: &SchemeRow| Ok(list_text::texts(&row.methods));
        draft.method_list =
            lists(draft.method_list.take(), &self.schemes, |row| &row.methods, methods, &mut errors);
        if !self.leave_unshown_out {
            self.ask_for_unshown(&draft, &mut errors);
        }
        finish(draft, errors)
    }

    fn ask_for_unshown(&self, draft: &AcquirerDraft, errors: &mut Vec<FieldError>) {
        let missing = |wire: &str| match wire {
            "connTimeout" => draft.conn_timeout.is_none(),
            "connRequestTimeout" => draft.conn_request_timeout.is_none(),
            "emvList" => draft.emv_list.is_none(),
            "methodList" => draft.method_list.is_none(),
            text => {
                AcquirerDraft::TEXTS.iter().any(|field| field.wire == text && (field.of)(draft).is_none())
            }
        };
        for wire in self.unshown.iter().filter(|wire| missing(wire)) {
            let known = errors.iter().any(|error| error.field.starts_with(wire));
            if !known {
                let sentence =
                    "Not provided by the service. Fill it in, or leave out the fields you don't fill in.";
                errors.push(FieldError::new(*wire, sentence.to_owned()));
            }
        }
    }
}

impl SchemeRow {
    fn from_draft(draft: &AcquirerDraft, key: &str) -> SchemeRow {
        let emv = draft.emv_list.as_ref().and_then(|lists| lists.get(key)).unwrap_or_default();
        let methods = draft.method_list.as_ref().and_then(|lists| lists.get(key)).unwrap_or_default();
        SchemeRow {
            key: key.to_owned(),
            emv: list_text::shown(emv.iter().map(Number::text)),
            methods: list_text::shown(methods),
        }
    }
}

fn keys(draft: &AcquirerDraft) -> Vec<String> {
    let mut keys = SCHEME_KEYS.map(str::to_owned).to_vec();
    let emv = draft.emv_list.iter().flat_map(|lists| &lists.0).map(|(key, _)| key);
    for key in emv.chain(draft.method_list.iter().flat_map(|lists| &lists.0).map(|(key, _)| key)) {
        if !keys.contains(key) {
            keys.push(key.clone());
        }
    }
    keys
}

fn emv_error(row: &SchemeRow, item: &str) -> FieldError {
    let sentence =
        format!("EMV configurations of {}: {item} isn't an id. Enter numbers such as 11, 12.", row.key);
    FieldError::new(format!("emvList.{}", row.key), sentence)
}

/// Untouched rows keep their items as they were read; a key that is new and empty stays absent.
fn lists<T: Item + Clone + ItemText>(
    was: Option<Lists<T>>,
    rows: &[SchemeRow],
    typed: fn(&SchemeRow) -> &String,
    parse: impl Fn(&SchemeRow) -> Result<Vec<T>, FieldError>,
    errors: &mut Vec<FieldError>,
) -> Option<Lists<T>> {
    let was_there = was.is_some();
    let mut lists = was.unwrap_or(Lists(Vec::new()));
    for row in rows {
        let at = lists.0.iter().position(|(key, _)| *key == row.key);
        let shown =
            at.map(|at| list_text::shown(lists.0[at].1.iter().map(ItemText::to_text))).unwrap_or_default();
        if *typed(row) == shown {
            continue;
        }
        match (parse(row), at) {
            (Ok(items), Some(at)) => lists.0[at].1 = items,
            (Ok(items), None) if items.is_empty() => {}
            (Ok(items), None) => lists.0.push((row.key.clone(), items)),
            (Err(error), _) => errors.push(error),
        }
    }
    (was_there || !lists.0.is_empty()).then_some(lists)
}

trait ItemText {
    fn to_text(&self) -> &str;
}

impl ItemText for Number {
    fn to_text(&self) -> &str {
        self.text()
    }
}

impl ItemText for String {
    fn to_text(&self) -> &str {
        self
    }
}

fn whole(typed: &str, was: Option<&Number>) -> Result<Option<Number>, &'static str> {
    let typed = typed.trim();
    if typed == was.map_or("", Number::text) {
        return Ok(was.cloned());
    }
    let number = Number::parse(typed).filter(|_| digits(typed));
    if number.is_some() || typed.is_empty() { Ok(number) } else { Err("Enter a whole number such as 30.") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Record;

    const RECORD: &str = r#"{"id":301,"profileName":"Host","currency":"eur","connMessageFormat":"ISO8583","connUrl":"tcp://h:1","notifyUrl":"","connTimeout":3e1,"connRequestTimeout":60,"emvList":{"02":[21],"x9":[1.0]},"methodList":{"01":["VISA"]},"createdBy":"ann"}"#;

    fn form() -> AcquirerForm {
        AcquirerForm::from_record(&Acquirer::read(RECORD).unwrap())
    }

    #[test]
    fn an_untouched_form_sends_what_was_read() {
        let sent = RECORD.replace(r#""id":301,"#, "").replace(r#","createdBy":"ann""#, "");
        assert_eq!(serde_json::to_string(&form().draft().unwrap()).unwrap(), sent);
        assert_eq!(form().unshown, [""; 0]);
    }

    #[test]
    fn lists_change_by_key() {
        let mut typed = form();
        assert_eq!(
            typed.schemes.iter().map(|row| row.key.as_str()).collect::<Vec<_>>(),
            ["01", "02", "03", "04", "05", "06", "x9"]
        );
        typed.schemes[0].emv = "11 12,13".to_owned();
        typed.schemes[1].emv = String::new();
        typed.schemes[0].methods = "VISA; ELECTRON".to_owned();
        let draft = typed.draft().unwrap();
        let sent = serde_json::to_string(&draft).unwrap();
        assert!(sent.contains(r#""emvList":{"02":[],"x9":[1.0],"01":[11,12,13]}"#), "{sent}");
        assert!(sent.contains(r#""methodList":{"01":["VISA","ELECTRON"]}"#), "{sent}");
    }

    #[test]
    fn every_error_is_at_its_field() {
        let mut bad = AcquirerForm {
            texts: form().texts.with("profileName", "").with("currency", "euro").with("connUrl", "host"),
            conn_timeout: "1.5".to_owned(),
            ..form()
        };
        bad.schemes[2].emv = "31, Retail".to_owned();
        let fields: Vec<_> = bad.draft().unwrap_err().into_iter().map(|error| error.field).collect();
        assert_eq!(fields, ["profileName", "currency", "connUrl", "connTimeout", "emvList.03"]);
    }

    #[test]
    fn what_the_record_does_not_tell_is_asked_for() {
        let sparse = AcquirerForm::from_record(
            &Acquirer::read(r#"{"profileId":301,"profileName":"Host","currency":"EUR"}"#).unwrap(),
        );
        let fields: Vec<_> = sparse.draft().unwrap_err().into_iter().map(|error| error.field).collect();
        assert_eq!(
            fields,
            [
                "connMessageFormat",
                "connUrl",
                "notifyUrl",
                "connTimeout",
                "connRequestTimeout",
                "emvList",
                "methodList"
            ]
        );
        let left = AcquirerForm { leave_unshown_out: true, ..sparse };
        assert_eq!(
            serde_json::to_string(&left.draft().unwrap()).unwrap(),
            r#"{"profileName":"Host","currency":"EUR"}"#
        );
        let mut new = AcquirerForm::blank();
        new.texts.put("profileName", "New");
        assert!(new.draft().is_ok());
    }
}
