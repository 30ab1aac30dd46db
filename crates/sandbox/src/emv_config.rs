//! EMV configurations: list, create, update, delete. Service document, "EMV configuration".
//!
//! Choices where the document is silent: an update replaces the whole of `params`; `emvVersion` begins at 1 and rises by one
//! with each update; the record's `aid` follows `params.aid`; an unknown id is HTTP 404 with code 11001; `emvName` and
//! `paymentMethod` must not be empty, and a limit that is there must be a whole number of at most twelve digits, as a number
//! or as decimal text, else code 11021 with a text that begins with the field. Other values are not judged: finding them
//! is Tapline's work. A delete has no guard.

use tapline_contract::emv_config::{EmvConfig, EmvDraft, EmvId};
use tapline_contract::endpoints::{CreateEmv, DeleteEmv, ListEmv, UpdateEmv};
use tapline_contract::wire::PageQuery;
use tapline_emv::{LimitKind, MAX_AMOUNT, Value};

use crate::answer::Answer;
use crate::draft::aid_of;
use crate::page::Window;
use crate::problem::Problem;
use crate::router::Serve;
use crate::sentinel;
use crate::state::AppState;
use crate::store::NewConfig;

impl Serve<ListEmv> for AppState {
    async fn serve(&self, (): (), query: PageQuery) -> Result<Answer, Problem> {
        let window = Window::from_query(query)?;
        let store = self.store();
        self.concurrent_editor.at_list_read(&store, &self.stamp())?;
        Answer::data(&window.payload(store.count_emv()?, store.list_emv(window)?))
    }
}

impl Serve<CreateEmv> for AppState {
    async fn serve(&self, (): (), draft: EmvDraft) -> Result<Answer, Problem> {
        judge(&draft)?;
        sentinel::carry_out(self, &draft, || create(self, &draft)).await
    }
}

impl Serve<UpdateEmv> for AppState {
    async fn serve(&self, id: EmvId, draft: EmvDraft) -> Result<Answer, Problem> {
        find(self, &id)?;
        judge(&draft)?;
        sentinel::carry_out(self, &draft, || replace(self, &id, &draft)).await
    }
}

impl Serve<DeleteEmv> for AppState {
    async fn serve(&self, id: EmvId, (): ()) -> Result<Answer, Problem> {
        if self.store().remove_emv(number(&id)?)? { Ok(Answer::Empty) } else { Err(missing(&id)) }
    }
}

/// The record of an id, or the answer for an unknown id.
fn find(app: &AppState, id: &EmvId) -> Result<EmvConfig, Problem> {
    app.store().find_emv(number(id)?)?.ok_or_else(|| missing(id))
}

/// Writes the whole of a record.
fn replace(app: &AppState, id: &EmvId, draft: &EmvDraft) -> Result<u32, Problem> {
    let number = number(id)?;
    let aid = aid_of(&draft.params);
    let written = app.store().replace_emv(number, draft, aid.as_deref(), &app.stamp())?;
    if written { Ok(number) } else { Err(missing(id)) }
}

fn create(app: &AppState, draft: &EmvDraft) -> Result<u32, Problem> {
    let now = app.stamp();
    let new = NewConfig {
        id: None,
        emv_name: draft.emv_name.clone(),
        payment_method: draft.payment_method.clone(),
        aid: aid_of(&draft.params),
        emv_version: 1,
        params: draft.params.text().to_owned(),
        created_at: now.clone(),
        updated_at: now,
    };
    Ok(app.store().insert_emv(&new)?)
}

fn judge(draft: &EmvDraft) -> Result<(), Problem> {
    for (field, text) in [("emvName", &draft.emv_name), ("paymentMethod", &draft.payment_method)] {
        if text.trim().is_empty() {
            return Err(Problem::refused(format!("{field} must not be empty")));
        }
    }
    let values = draft.params.values();
    for key in LimitKind::ALL.map(LimitKind::param) {
        if values.get(key).is_some_and(|value| Value::amount(value).is_none()) {
            return Err(Problem::refused(format!("{key} must be a whole number from 0 to {MAX_AMOUNT}")));
        }
    }
    Ok(())
}

fn number(id: &EmvId) -> Result<u32, Problem> {
    id.as_str().parse().map_err(|_| missing(id))
}

fn missing(id: &EmvId) -> Problem {
    Problem::missing("EMV configuration", id.as_str())
}

#[cfg(test)]
mod tests {
    use tapline_contract::params::Params;

    use super::*;

    #[test]
    fn a_draft_is_judged_by_its_names_and_limits() {
        for (name, method, params, field) in [
            ("Retail", "01", r#"{"clCVMLimit":5000,"clFloorLimit":"0","x":-1}"#, None),
            ("Retail", "01", r#"{"clTransLimit":999999999999,"clCVMLimit":5e3}"#, None),
            ("Retail", "01", "{}", None),
            (" ", "01", "{}", Some("emvName")),
            ("Retail", "", "{}", Some("paymentMethod")),
            ("Retail", "01", r#"{"clFloorLimit":-1}"#, Some("clFloorLimit")),
            ("Retail", "01", r#"{"clCVMLimit":50.5}"#, Some("clCVMLimit")),
            ("Retail", "01", r#"{"clCVMLimit":"50,00"}"#, Some("clCVMLimit")),
            ("Retail", "01", r#"{"clTransLimit":1000000000000}"#, Some("clTransLimit")),
            ("Retail", "01", r#"{"clTransLimit":null}"#, Some("clTransLimit")),
        ] {
            let draft = EmvDraft {
                params: Params::parse(params).unwrap(),
                emv_name: name.to_owned(),
                payment_method: method.to_owned(),
            };
            let msg = judge(&draft).err().map(|problem| problem.msg);
            assert_eq!(msg.as_deref().and_then(|msg| msg.split(' ').next()), field, "{params}");
        }
    }
}
