//! Profiles (merchant information) with their acceptances (gateway bindings). Service document, "Profile", "ProfileWithAcpt",
//! "Acceptance", "`ProfileRequest`", "`ProfileSignOn`" and "Profiles and acceptances".
//!
//! `Profile` of the list and `ProfileWithAcpt` are one record: the latter has `acceptances` and `acptSelection`. These
//! endpoints are under `{customerNamespace}/api/v1` and answer without an envelope.

use crate::field::{FreeMap, Lists, Nullable, Texts};
use crate::id::ids;
use crate::input::drafts;
use crate::query::query;
use crate::record::record;
use crate::resource::resource;

ids! {
    /// Prefix `prof_`
    ProfileId: Text;
    /// Prefix `acpt_`
    AcceptanceId: Text;
    /// Third-party reference of a profile; treated as unique.
    ProviderReference: Text;
}

resource! {
    Profile;
    /// Body of create and update. An update with no acceptances unbinds all of them.
    ProfileDraft;
    read profile_id: ProfileId = "profileId" exact;
    text profile_name = free "profileName", "Profile name", Name;
    text provider_reference = "providerReference" exact, "Provider reference", Reference;
    text merchant_name = free "merchantName", "Merchant name", Free;
    text merchant_addr = free "merchantAddr", "Merchant address", Free;
    text mcc = "mcc", "MCC", Mcc;
    text country_code = "countryCode", "Country code", Country;
    text currency = "currency", "Currency", Currency;
    /// `ACTIVE` or `DISABLED`
    read entity_status: Option<String> = "entityStatus";
    /// ISO 8601 with offset
    read created_at: Option<String> = "createdAt";
    /// ISO 8601 with offset, or null
    read updated_at: Nullable<String> = "updatedAt";
    /// Only of a profile read by itself.
    read acceptances: Option<Vec<Acceptance>> = private "acceptances";
    sent acceptances: Vec<AcceptanceDraft> = private "acceptances";
    /// Acceptance id to the payment methods selected for it. As the service reports it: no request has this field.
    read acpt_selection: Option<Lists<String>> = "acptSelection";
}

resource! {
    Acceptance;
    /// An acceptance in a request: with `acptId` an existing acceptance is updated and bound, without it a new one is made.
    AcceptanceDraft;
    read acpt_id: AcceptanceId = "acptId" exact;
    sent acpt_id: Option<AcceptanceId> = "acptId" exact;
    text acpt_name = free "acptName", "Acceptance name", Name;
    /// Gateway message format.
    text host_message_format = "hostMessageFormat", "Message format", Free;
    both supported_payments: Option<Texts> = "supportedPayments";
    text primary_mid = "primaryMid" exact, "Primary MID", Free;
    text primary_tid = "primaryTid" exact, "Primary TID", Free;
    both extra_params: Option<FreeMap> = private "extraParams";
    /// `ACTIVE` or `DISABLED`
    read entity_status: Option<String> = "entityStatus";
    both tags: Nullable<Texts> = "tags";
    /// ISO 8601 with offset
    read created_at: Option<String> = "createdAt";
    /// ISO 8601 with offset, or null
    read updated_at: Nullable<String> = "updatedAt";
}

record! {
    /// Answer of a sign-on: one outcome for each bound acceptance.
    SignOn {
        profile_id: ProfileId = "profileId",
        profile_name: Option<String> = free "profileName",
        acpt_sign_ons: Vec<AcceptanceSignOn> = private "acptSignOns",
    }
}

record! {
    AcceptanceSignOn {
        acpt_id: Option<AcceptanceId> = "acptId",
        acpt_name: Option<String> = free "acptName",
        host_message_format: Option<String> = "hostMessageFormat",
        /// Singular in the document, unlike everywhere else.
        supported_payment: Option<Texts> = "supportedPayment",
        result_reason: Option<String> = "resultReason",
        host_resp_code: Option<String> = "hostRespCode",
        host_resp_message: Option<String> = "hostRespMessage",
    }
}

record! {
    /// Body of the status update.
    StatusDraft {
        /// `ACTIVE` or `DISABLED`
        status: String = "status",
    }
}

query! {
    /// Part of the cursor list. Service document, "Profiles and acceptances", List.
    ProfileQuery {
        cursor: String = "cursor",
        /// No default stated.
        page_size: i64 = "pageSize",
        is_forward: bool = "isForward",
    }
}

impl Profile {
    /// Name for people; without a name, the profile's id.
    pub fn name(&self) -> String {
        let name = self.profile_name.as_deref().map(str::trim).filter(|name| !name.is_empty());
        name.unwrap_or(self.profile_id.as_str()).to_owned()
    }

    /// Body of a PUT of the unchanged record: the documented members of the request, and `extraParams` whole. `None` for a record of the
    /// list, which lacks acceptances.
    pub fn draft(&self) -> Option<ProfileDraft> {
        let acceptances = self.acceptances.as_ref()?.iter().map(Acceptance::draft).collect();
        Some(ProfileDraft { acceptances, ..self.shared() })
    }
}

impl Acceptance {
    /// Draft that binds the unchanged acceptance, `extraParams` whole.
    pub fn draft(&self) -> AcceptanceDraft {
        AcceptanceDraft { acpt_id: Some(self.acpt_id.clone()), ..self.shared() }
    }
}

drafts! { ProfileDraft, StatusDraft }
