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

ids! {
    /// Prefix `prof_`
    ProfileId: Text;
    /// Prefix `acpt_`
    AcceptanceId: Text;
    /// Third-party reference of a profile; taken as unique.
    ProviderReference: Text;
}

record! {
    Profile {
        profile_id: ProfileId = "profileId" exact,
        profile_name: Option<String> = "profileName",
        provider_reference: Option<String> = "providerReference" exact,
        merchant_name: Option<String> = "merchantName",
        merchant_addr: Option<String> = "merchantAddr",
        mcc: Option<String> = "mcc",
        country_code: Option<String> = "countryCode",
        currency: Option<String> = "currency",
        /// `ACTIVE` or `DISABLED`
        entity_status: Option<String> = "entityStatus",
        /// ISO 8601 with offset
        created_at: Option<String> = "createdAt",
        /// ISO 8601 with offset, or null
        updated_at: Nullable<String> = "updatedAt",
        /// Only of a profile read by itself.
        acceptances: Option<Vec<Acceptance>> = private "acceptances",
        /// Acceptance id to the payment methods selected for it. As the service reports it: no request has this field.
        acpt_selection: Option<Lists<String>> = "acptSelection",
    }
}

record! {
    Acceptance {
        acpt_id: AcceptanceId = "acptId" exact,
        acpt_name: Option<String> = "acptName",
        /// Gateway message format.
        host_message_format: Option<String> = "hostMessageFormat",
        supported_payments: Option<Texts> = "supportedPayments",
        primary_mid: Option<String> = "primaryMid" exact,
        primary_tid: Option<String> = "primaryTid" exact,
        extra_params: Option<FreeMap> = private "extraParams",
        /// `ACTIVE` or `DISABLED`
        entity_status: Option<String> = "entityStatus",
        tags: Nullable<Texts> = "tags",
        /// ISO 8601 with offset
        created_at: Option<String> = "createdAt",
        /// ISO 8601 with offset, or null
        updated_at: Nullable<String> = "updatedAt",
    }
}

record! {
    /// Body of create and update. An update with no acceptances unbinds all of them.
    ProfileDraft {
        profile_name: Option<String> = "profileName",
        provider_reference: Option<String> = "providerReference",
        merchant_name: Option<String> = "merchantName",
        merchant_addr: Option<String> = "merchantAddr",
        mcc: Option<String> = "mcc",
        country_code: Option<String> = "countryCode",
        currency: Option<String> = "currency",
        acceptances: Vec<AcceptanceDraft> = private "acceptances",
    }
}

record! {
    /// An acceptance in a request: with `acptId` an existing one is updated and bound, without it a new one is made.
    AcceptanceDraft {
        acpt_id: Option<AcceptanceId> = "acptId",
        acpt_name: Option<String> = "acptName",
        host_message_format: Option<String> = "hostMessageFormat",
        supported_payments: Option<Texts> = "supportedPayments",
        primary_mid: Option<String> = "primaryMid",
        primary_tid: Option<String> = "primaryTid",
        extra_params: Option<FreeMap> = private "extraParams",
        tags: Nullable<Texts> = "tags",
    }
}

record! {
    /// Answer of a sign-on: one outcome for each bound acceptance.
    SignOn {
        profile_id: ProfileId = "profileId",
        profile_name: Option<String> = "profileName",
        acpt_sign_ons: Vec<AcceptanceSignOn> = "acptSignOns",
    }
}

record! {
    AcceptanceSignOn {
        acpt_id: Option<AcceptanceId> = "acptId",
        acpt_name: Option<String> = "acptName",
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
    /// Which part of the cursor list. Service document, "Profiles and acceptances", List.
    ProfileQuery {
        cursor: String = "cursor",
        /// No default stated.
        page_size: i64 = "pageSize",
        is_forward: bool = "isForward",
    }
}

impl Profile {
    /// The name for people; a profile without one is called by its id.
    pub fn name(&self) -> String {
        let name = self.profile_name.as_deref().map(str::trim).filter(|name| !name.is_empty());
        name.unwrap_or(self.profile_id.as_str()).to_owned()
    }

    /// What a PUT of the unchanged record would send: what the request documents, and `extraParams` whole. `None` for a record of the list, which does not tell its acceptances.
    pub fn draft(&self) -> Option<ProfileDraft> {
        Some(ProfileDraft {
            profile_name: self.profile_name.clone(),
            provider_reference: self.provider_reference.clone(),
            merchant_name: self.merchant_name.clone(),
            merchant_addr: self.merchant_addr.clone(),
            mcc: self.mcc.clone(),
            country_code: self.country_code.clone(),
            currency: self.currency.clone(),
            acceptances: self.acceptances.as_ref()?.iter().map(Acceptance::draft).collect(),
            other: Vec::new(),
        })
    }
}

impl Acceptance {
    /// What binds the unchanged acceptance, `extraParams` whole.
    pub fn draft(&self) -> AcceptanceDraft {
        AcceptanceDraft {
            acpt_id: Some(self.acpt_id.clone()),
            acpt_name: self.acpt_name.clone(),
            host_message_format: self.host_message_format.clone(),
            supported_payments: self.supported_payments.clone(),
            primary_mid: self.primary_mid.clone(),
            primary_tid: self.primary_tid.clone(),
            extra_params: self.extra_params.clone(),
            tags: self.tags.clone(),
            other: Vec::new(),
        }
    }
}

drafts! { ProfileDraft, StatusDraft }
