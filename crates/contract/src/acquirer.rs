//! Acquirer profiles: request and record. Service document, "Acquirer profile request" and "Acquirer profiles".
//!
//! The fields of the record that the list returns are not shown: the request's names are read where they occur, `id` or
//! `profileId` as the id, and everything else is kept.

use crate::field::{Lists, Loose, Number};
use crate::id::ids;
use crate::input::drafts;
use crate::query::query;
use crate::record::record;
use crate::resource::resource;

ids! {
    /// Id of an acquirer profile: a number in merchants' methods, text in paths.
    AcquirerId: Number;
}

resource! {
    Acquirer;
    /// Body of create and update. Which fields are required is not shown.
    AcquirerDraft;
    /// Not shown in the document.
    read id: Option<AcquirerId> = "id" exact;
    /// Not shown in the document.
    read profile_id: Option<AcquirerId> = "profileId" exact;
    text profile_name = free "profileName", "Profile name", Name;
    text currency = "currency", "Currency", Currency;
    text conn_message_format = "connMessageFormat", "Message format", Free;
    text conn_url = url "connUrl", "Connection URL", Url;
    text notify_url = url "notifyUrl", "Notification URL", Url;
    /// Unit not shown.
    both conn_timeout: Option<Number> = "connTimeout";
    /// Unit not shown.
    both conn_request_timeout: Option<Number> = "connRequestTimeout";
    /// Keys `01` to `06`: ids of EMV configurations. Read by [`Acquirer::emv_lists`].
    read emv_list: Option<Loose> = "emvList" exact;
    /// Keys `01` to `06`: ids of EMV configurations.
    sent emv_list: Option<Lists<Number>> = "emvList";
    /// Keys `01` to `06`: texts. Read by [`Acquirer::method_lists`].
    read method_list: Option<Loose> = "methodList";
    /// Keys `01` to `06`.
    sent method_list: Option<Lists<String>> = "methodList";
}

record! {
    /// Answer of create, update and delete.
    AcquirerSaved {
        /// Documented as optional.
        id: Option<AcquirerId> = "id",
    }
}

impl Acquirer {
    /// The id that paths take; `None` when the record does not tell one.
    pub fn path_id(&self) -> Option<&AcquirerId> {
        self.id.as_ref().or(self.profile_id.as_ref())
    }

    /// The name for people.
    pub fn name(&self) -> String {
        let name = self.profile_name.as_deref().map(str::trim).filter(|name| !name.is_empty());
        name.map(str::to_owned)
            .or_else(|| self.path_id().map(ToString::to_string))
            .unwrap_or_else(|| "not named".to_owned())
    }

    /// `emvList` as lists, also when it came as JSON text; `None` when it is absent or something else.
    pub fn emv_lists(&self) -> Option<Lists<Number>> {
        lists(self.emv_list.as_ref())
    }

    /// `methodList` as lists, also when it came as JSON text; `None` when it is absent or something else.
    pub fn method_lists(&self) -> Option<Lists<String>> {
        lists(self.method_list.as_ref())
    }
}

impl Acquirer {
    /// Body of a PUT of the unchanged record. Members that the record doesn't show can't be known to be writable, so
    /// they aren't sent.
    pub fn draft(&self) -> AcquirerDraft {
        AcquirerDraft { emv_list: self.emv_lists(), method_list: self.method_lists(), ..self.shared() }
    }
}

fn lists<T: crate::field::Item>(loose: Option<&Loose>) -> Option<Lists<T>> {
    let raw = loose?.raw();
    let inside: Option<String> = serde_json::from_str(raw).ok();
    crate::record::Field::read(Some(inside.as_deref().unwrap_or(raw))).ok().flatten()
}

query! {
    /// Filter of acquirer profiles. Service document, "Acquirer profiles", List.
    AcquirerQuery {
        /// Like-match.
        profile_name: String = "profileName",
        /// Default 1.
        page_number: i64 = "pageNumber",
        /// Default 10; -1 returns all.
        page_size: i64 = "pageSize",
    }
}

drafts! { AcquirerDraft }
