use tapline_contract::endpoints::GetOwner;
use tapline_contract::owner::Owner;

use crate::{Example, texts};

impl Example for GetOwner {
    fn call() -> ((), ()) {
        ((), ())
    }
    fn arrived(owner: Owner) {
        texts! { owner;
            group_name = "Acme",
            group_id = "group-1",
            message_format = r#"["ISO8583"]"#,
            email_sender = r#"{"address":"receipts@acme.example"}"#,
            updated_at = "2026-09-14T08:30:00+0000",
        }
        assert_eq!(owner.other, []);
    }
}
