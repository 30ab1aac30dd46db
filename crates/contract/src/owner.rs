//! The payment business owner of the token. Service document, "PBO record (PboInfo)".
//!
//! `messageFormat` and `emailSender` hold JSON text of their own; they are kept as read.

use crate::record::record;

record! {
    /// The owner (PBO) that the bearer token belongs to.
    Owner {
        group_name: Option<String> = "groupName",
        group_id: Option<String> = "groupId",
        /// Holds a JSON-encoded list.
        message_format: Option<String> = "messageFormat",
        /// Holds JSON text of unknown content: not for the page before a person asks for it.
        email_sender: Option<String> = private "emailSender",
        /// `YYYY-MM-DDThh:mm:ss+0000`
        updated_at: Option<String> = "updatedAt",
    }
}

impl Owner {
    /// The name for people; an owner without one is called by its group.
    pub fn name(&self) -> String {
        let named = self.group_name.as_deref().map(str::trim).filter(|name| !name.is_empty());
        named.or(self.group_id.as_deref()).unwrap_or("not named").to_owned()
    }
}
