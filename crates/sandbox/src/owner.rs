//! The owner of the token. Service document, "PBO record (`PboInfo`)" and "PBO owner info".
//!
//! Choices: one owner, who never changes; `messageFormat` and `emailSender` hold the JSON text that the document
//! describes, with invented content.

use tapline_contract::endpoints::GetOwner;
use tapline_contract::owner::Owner;

use crate::GROUP;
use crate::answer::Answer;
use crate::problem::Problem;
use crate::router::Serve;
use crate::state::AppState;

impl Serve<GetOwner> for AppState {
    async fn serve(&self, (): (), (): ()) -> Result<Answer, Problem> {
        Answer::data(&Owner {
            group_name: Some("Acme".to_owned()),
            group_id: Some(GROUP.to_owned()),
            message_format: Some(r#"["ISO8583","JSON"]"#.to_owned()),
            email_sender: Some(
                r#"{"name":"Acme receipts","address":"receipts@acme.example","password":"sandbox-mail"}"#
                    .to_owned(),
            ),
            updated_at: Some("2026-09-14T08:30:00+0000".to_owned()),
            other: Vec::new(),
        })
    }
}
