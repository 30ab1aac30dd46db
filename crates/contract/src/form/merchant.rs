//! The form of a merchant. Service document, "Merchant record"; the fields of `MerchantRequest` are not shown.

use super::{FieldError, Texts, digits, finish};
use crate::field::Number;
use crate::merchant::{Merchant, MerchantDraft, MerchantExtParams, MerchantMethod};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MerchantForm {
    pub texts: Texts,
    /// Rows may be added ([`MethodRow::blank`]) and removed.
    pub methods: Vec<MethodRow>,
    base: MerchantDraft,
}

/// A payment method, and the acquirer profile it runs over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MethodRow {
    pub payment_method: String,
    /// Id of an acquirer profile.
    pub profile_id: String,
    base: MerchantMethod,
}

impl MerchantForm {
    pub fn from_record(record: &Merchant) -> MerchantForm {
        MerchantForm::of_draft(&record.draft())
    }

    /// For a new merchant like this one. What names one merchant alone stays behind: its reference, its MID and TID, and its id in
    /// the methods.
    pub fn copy_of(record: &Merchant) -> MerchantForm {
        let mut draft = record.draft();
        draft.mch_name = Some(format!("{} copy", draft.mch_name.as_deref().unwrap_or_default().trim()));
        draft.provider_reference = None;
        if let Some(ext) = &mut draft.ext_params {
            (ext.acq_mid, ext.acq_tid) = (None, None);
        }
        for method in draft.supported_payment_methods.iter_mut().flatten() {
            method.mch_id = None;
        }
        MerchantForm::of_draft(&draft)
    }

    pub fn blank() -> MerchantForm {
        MerchantForm::of_draft(&MerchantDraft::nothing())
    }

    pub fn of_draft(draft: &MerchantDraft) -> MerchantForm {
        let ext = draft.ext_params.clone().unwrap_or_else(MerchantExtParams::empty);
        MerchantForm {
            texts: Texts::from_draft(MerchantDraft::TEXTS, draft)
                .and(Texts::from_draft(MerchantExtParams::TEXTS, &ext)),
            methods: draft.supported_payment_methods.iter().flatten().map(MethodRow::from_method).collect(),
            base: draft.clone(),
        }
    }

    /// Every error at once.
    pub fn draft(&self) -> Result<MerchantDraft, Vec<FieldError>> {
        let (mut draft, mut errors) = (self.base.clone(), Vec::new());
        self.texts.read(MerchantDraft::TEXTS, &mut draft, "", &mut errors);
        self.read_ext_params(&mut draft, &mut errors);
        let was = draft.supported_payment_methods.take();
        let methods: Vec<_> =
            self.methods.iter().enumerate().filter_map(|(at, row)| row.read(at, &mut errors)).collect();
        draft.supported_payment_methods =
            if methods.is_empty() && was.is_none() { None } else { Some(methods) };
        finish(draft, errors)
    }

    fn read_ext_params(&self, draft: &mut MerchantDraft, errors: &mut Vec<FieldError>) {
        let mut ext = draft.ext_params.clone().unwrap_or_else(MerchantExtParams::empty);
        self.texts.read(MerchantExtParams::TEXTS, &mut ext, "", errors);
        if draft.ext_params.is_some() || ext.acq_mid.is_some() || ext.acq_tid.is_some() {
            draft.ext_params = Some(ext);
        }
    }
}

impl MethodRow {
    pub fn blank() -> MethodRow {
        MethodRow::from_method(&MerchantMethod {
            payment_method: None,
            mch_id: None,
            profile_id: None,
            other: Vec::new(),
        })
    }

    fn from_method(method: &MerchantMethod) -> MethodRow {
        MethodRow {
            payment_method: method.payment_method.clone().unwrap_or_default(),
            profile_id: method.profile_id.as_ref().map(ToString::to_string).unwrap_or_default(),
            base: method.clone(),
        }
    }

    fn read(&self, at: usize, errors: &mut Vec<FieldError>) -> Option<MerchantMethod> {
        if self == &MethodRow::from_method(&self.base) && self != &MethodRow::blank() {
            return Some(self.base.clone());
        }
        let path = format!("supportedPaymentMethods[{at}]");
        let (method, profile) = (self.payment_method.trim(), self.profile_id.trim());
        if method.is_empty() {
            let sentence = "Payment method is empty. Enter for example VISA, or remove the row.";
            errors.push(FieldError::new(format!("{path}.paymentMethod"), sentence));
        }
        let profile_id = Number::parse(profile).filter(|_| digits(profile));
        if profile_id.is_none() {
            let sentence = "Acquirer profile: Enter its number such as 301.";
            errors.push(FieldError::new(format!("{path}.profileId"), sentence));
        }
        Some(MerchantMethod {
            payment_method: Some(method.to_owned()),
            profile_id: Some(profile_id?),
            ..self.base.clone()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Record;

    const RECORD: &str = r#"{"mchId":"M1","mchName":" Shop ","contactEmail":"odd","mcc":"54","state":1,"timeZone":"","extParams":{"acqMid":"7","x":1.10},"supportedPaymentMethods":[{"paymentMethod":"VISA","mchId":"M1","profileId":301,"y":1e3}],"revision":7,"_links":{"self":"/m"}}"#;

    fn form() -> MerchantForm {
        MerchantForm::from_record(&Merchant::read(RECORD).unwrap())
    }

    fn json(draft: &MerchantDraft) -> String {
        serde_json::to_string(draft).unwrap()
    }

    #[test]
    fn an_untouched_form_sends_what_was_read_as_far_as_a_request_has_it() {
        let left_out =
            [r#""mchId":"M1","#, r#""state":1,"#, r#","y":1e3"#, r#","revision":7,"_links":{"self":"/m"}"#];
        let sent = left_out.iter().fold(RECORD.to_owned(), |text, part| text.replacen(part, "", 1));
        assert_eq!(json(&form().draft().unwrap()), sent);
    }

    #[test]
    fn typed_text_is_checked_and_trimmed() {
        let texts = form().texts.with("mcc", " 5411 ").with("contactEmail", "");
        let draft = MerchantForm { texts, ..form() }.draft().unwrap();
        assert_eq!((draft.mcc.as_deref(), draft.contact_email.as_deref()), (Some("5411"), Some("")));
        assert_eq!(draft.contact_phone, None, "what was absent and stays empty stays absent");

        let texts = form().texts.with("mchName", " ").with("contactEmail", "ann").with("mcc", "5");
        let texts = texts.with("timeZone", "Europe Berlin");
        let bad = MerchantForm { texts, methods: vec![MethodRow::blank()], ..form() };
        let fields: Vec<_> = bad.draft().unwrap_err().into_iter().map(|error| error.field).collect();
        let expected = [
            "mchName",
            "contactEmail",
            "mcc",
            "timeZone",
            "supportedPaymentMethods[0].paymentMethod",
            "supportedPaymentMethods[0].profileId",
        ];
        assert_eq!(fields, expected);
    }

    #[test]
    fn a_new_merchant_needs_a_name_and_sends_nothing_else() {
        assert_eq!(
            MerchantForm::blank().draft().unwrap_err()[0].sentence,
            "Merchant name is empty. Enter for example Corner bakery."
        );
        let mut named = MerchantForm::blank();
        named.texts.put("mchName", "Shop");
        assert_eq!(json(&named.draft().unwrap()), r#"{"mchName":"Shop"}"#);
    }

    #[test]
    fn a_copy_has_another_name_and_nothing_that_names_the_first_merchant() {
        let record = RECORD.replacen(r#""state":1"#, r#""state":1,"providerReference":"shop-7""#, 1);
        let copy = MerchantForm::copy_of(&Merchant::read(&record).unwrap());
        let (first, sent) = (form().draft().unwrap(), copy.draft().unwrap());
        assert_eq!(sent.mch_name.as_deref(), Some("Shop copy"));
        assert_eq!((&sent.provider_reference, &sent.mcc), (&None, &first.mcc));
        let ext = sent.ext_params.as_ref().map(|ext| (&ext.acq_mid, &ext.acq_tid));
        assert!(ext.is_none_or(|ext| ext == (&None, &None)));
        assert!(!json(&sent).contains(r#""mchId""#), "{}", json(&sent));
        assert_eq!(copy.methods[0].profile_id, form().methods[0].profile_id);
    }

    #[test]
    fn methods_are_added_changed_and_removed() {
        let mut typed = form();
        typed.methods.push(MethodRow {
            payment_method: "MASTERCARD".to_owned(),
            profile_id: "302".to_owned(),
            ..MethodRow::blank()
        });
        typed.methods[0].profile_id = "303".to_owned();
        let sent = json(&typed.draft().unwrap());
        assert!(sent.contains(r#"[{"paymentMethod":"VISA","mchId":"M1","profileId":303},{"paymentMethod":"MASTERCARD","profileId":302}]"#), "{sent}");
        typed.methods.clear();
        assert!(json(&typed.draft().unwrap()).contains(r#""supportedPaymentMethods":[]"#));
    }
}
