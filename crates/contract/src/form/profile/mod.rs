//! The form of a profile with its acceptances. Service document, "`ProfileRequest`" and "Profiles and
//! acceptances", rules 1 and 2.
//!
//! An update binds the acceptances that it lists and, with none, unbinds all of them: that needs a word of its own.

mod acceptance;
mod binding;

pub use acceptance::AcceptanceForm;
pub use binding::{Binding, bindings};

use super::{FieldError, Texts, finish};
use crate::profile::{AcceptanceDraft, Profile, ProfileDraft};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProfileForm {
    pub texts: Texts,
    /// May be added ([`AcceptanceForm::blank`], [`AcceptanceForm::from_record`] an existing one) and removed, which unbinds them.
    pub acceptances: Vec<AcceptanceForm>,
    /// The person said that all acceptances are to be unbound.
    pub unbind_all: bool,
    base: ProfileDraft,
}

impl ProfileForm {
    /// `None` for a record of the list, which lacks acceptances: a PUT of it would unbind them.
    pub fn from_record(record: &Profile) -> Option<ProfileForm> {
        Some(ProfileForm::of_draft(&record.draft()?))
    }

    pub fn blank() -> ProfileForm {
        ProfileForm::of_draft(&ProfileDraft::nothing())
    }

    pub fn of_draft(draft: &ProfileDraft) -> ProfileForm {
        ProfileForm {
            texts: Texts::from_draft(ProfileDraft::TEXTS, draft),
            acceptances: draft.acceptances.iter().map(AcceptanceForm::of_draft).collect(),
            unbind_all: false,
            base: draft.clone(),
        }
    }

    /// The draft that the text began from.
    pub fn base(&self) -> &ProfileDraft {
        &self.base
    }

    /// Takes an acceptance out of the list.
    pub fn unbind(&mut self, at: usize) {
        if at < self.acceptances.len() {
            self.acceptances.remove(at);
        }
    }

    /// Puts an acceptance into the list; an acceptance that was bound when the profile was read keeps its position.
    pub fn bind(&mut self, acceptance: AcceptanceForm) {
        let place = |one: &AcceptanceForm| {
            let read = self.base.acceptances.iter();
            one.id().and_then(|id| read.clone().position(|was| was.acpt_id.as_ref() == Some(id)))
        };
        let at = match place(&acceptance) {
            None => self.acceptances.len(),
            Some(mine) => {
                let before =
                    self.acceptances.iter().position(|other| place(other).is_none_or(|at| at > mine));
                before.unwrap_or(self.acceptances.len())
            }
        };
        self.acceptances.insert(at, acceptance);
        self.unbind_all = false;
    }

    /// Those that were bound when the profile was read, and are not in the list now.
    pub fn unbound(&self) -> Vec<AcceptanceForm> {
        let listed = |draft: &AcceptanceDraft| {
            self.acceptances.iter().any(|one| one.id().is_some() && one.id() == draft.acpt_id.as_ref())
        };
        let gone = self.base.acceptances.iter().filter(|draft| !listed(draft));
        gone.map(AcceptanceForm::of_draft).collect()
    }

    /// True if saving would unbind every bound acceptance.
    pub fn unbinds_all(&self) -> bool {
        self.acceptances.is_empty() && !self.base.acceptances.is_empty()
    }

    /// Every error at once.
    pub fn draft(&self) -> Result<ProfileDraft, Vec<FieldError>> {
        let (mut draft, mut errors) = (self.base.clone(), Vec::new());
        self.texts.read(ProfileDraft::TEXTS, &mut draft, "", &mut errors);
        if self.unbinds_all() && !self.unbind_all {
            let sentence = format!(
                "Acceptances: none left, so saving would unbind all {}. Keep one, or choose to unbind all.",
                self.base.acceptances.len()
            );
            errors.push(FieldError::new("acceptances", sentence));
        }
        let all = self.acceptances.iter().enumerate();
        draft.acceptances = all
            .map(|(at, acceptance)| acceptance.read(&format!("acceptances[{at}]."), &mut errors))
            .collect();
        finish(draft, errors)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Record;

    const RECORD: &str = r#"{"profileId":"prof_a","profileName":"Retail","providerReference":"r-1","mcc":"54","entityStatus":"ACTIVE","createdAt":"x","updatedAt":null,"acceptances":[{"acptId":"acpt_1","acptName":"Host","supportedPayments":["VISA","MA, STER"],"extraParams":{"k":1.10,"t":"x","o":{ }},"entityStatus":"ACTIVE","tags":null,"reserved1":1},{"acptId":"acpt_2","primaryMid":"7","supportedPayments":["AMEX"],"tags":["a"]}],"acptSelection":{"acpt_1":["VISA"]},"revision":1.0,"tenantTag":"t","_links":{"self":"/p"}}"#;

    fn form() -> ProfileForm {
        ProfileForm::from_record(&Profile::read(RECORD).unwrap()).unwrap()
    }

    fn json(form: &ProfileForm) -> String {
        serde_json::to_string(&form.draft().unwrap()).unwrap()
    }

    #[test]
    fn an_untouched_form_sends_what_was_read_as_far_as_a_request_has_it() {
        let sent = r#"{"profileName":"Retail","providerReference":"r-1","mcc":"54","acceptances":[{"acptId":"acpt_1","acptName":"Host","supportedPayments":["VISA","MA, STER"],"extraParams":{"k":1.10,"t":"x","o":{ }},"tags":null},{"acptId":"acpt_2","supportedPayments":["AMEX"],"primaryMid":"7","tags":["a"]}]}"#;
        assert_eq!(json(&form()), sent);
    }

    #[test]
    fn a_record_of_the_list_has_no_form() {
        assert_eq!(ProfileForm::from_record(&Profile::read(r#"{"profileId":"prof_a"}"#).unwrap()), None);
    }

    #[test]
    fn unbinding_all_needs_a_word() {
        let mut typed = form();
        typed.acceptances.remove(0);
        assert!(json(&typed).contains(r#""acceptances":[{"acptId":"acpt_2""#));
        typed.acceptances.clear();
        let errors = typed.draft().unwrap_err();
        assert_eq!((errors.len(), errors[0].field.as_str()), (1, "acceptances"));
        assert!(errors[0].sentence.contains("unbind all 2"));
        typed.unbind_all = true;
        assert!(json(&typed).contains(r#""acceptances":[]"#));

        let texts = ProfileForm::blank().texts.with("profileName", "N").with("providerReference", "r");
        let blank = ProfileForm { texts, ..ProfileForm::blank() };
        assert_eq!(
            json(&blank),
            r#"{"profileName":"N","providerReference":"r","acceptances":[]}"#,
            "a new profile may have none"
        );
    }

    #[test]
    fn what_is_bound_again_stands_where_it_stood() {
        let mut typed = form();
        typed.bind(AcceptanceForm::blank());
        typed.unbind(0);
        let unbound = typed.unbound();
        assert_eq!(unbound.iter().map(AcceptanceForm::name).collect::<Vec<_>>(), ["Host"]);
        typed.unbind(0);
        typed.bind(unbound[0].clone());
        let names: Vec<_> = typed.acceptances.iter().map(AcceptanceForm::name).collect();
        assert_eq!(names, ["Host", "New acceptance"]);
        typed.unbind(1);
        typed.bind(typed.unbound()[0].clone());
        assert_eq!(typed, form());
    }

    #[test]
    fn every_error_is_at_its_field() {
        let texts = form().texts.with("providerReference", "").with("mcc", "x");
        let texts = texts.with("countryCode", "Germany").with("currency", "978");
        let mut bad = ProfileForm { texts, ..form() };
        bad.acceptances[0].texts.put("acptName", " ");
        bad.acceptances[0].extra_params[2].text = "{".to_owned();
        bad.acceptances.push(AcceptanceForm::blank());
        let fields: Vec<_> = bad.draft().unwrap_err().into_iter().map(|error| error.field).collect();
        let expected = [
            "providerReference",
            "mcc",
            "countryCode",
            "currency",
            "acceptances[0].acptName",
            "acceptances[0].extraParams.o",
            "acceptances[2].acptName",
            "acceptances[2].supportedPayments",
        ];
        assert_eq!(fields, expected);
    }
}
