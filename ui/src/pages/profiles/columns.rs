//! The columns of the list of profiles. The list does not tell acceptances: they are read with a profile.

use tapline_contract::profile::Profile;

use crate::widgets::grid::column::{CellFormat, Column, Mark, column};

const STATUS: &[Mark] = &[
    Mark { value: "ACTIVE", words: "Active", icon: "tick", tone: "good" },
    Mark { value: "DISABLED", words: "Disabled", icon: "barred", tone: "warn" },
];

pub(super) const COLUMNS: &[Column<Profile>] = &[
    column("name", "Name", CellFormat::Name, 150, Profile::name),
    column("status", "Status", CellFormat::Status(STATUS), 104, |profile| {
        text(profile.entity_status.as_ref())
    }),
    column("reference", "Provider reference", CellFormat::Mono, 136, |profile: &Profile| {
        text(profile.provider_reference.as_ref())
    })
    .exact::<Profile>("providerReference"),
    column("merchant", "Merchant", CellFormat::Text, 150, |profile| text(profile.merchant_name.as_ref())),
    column("mcc", "MCC", CellFormat::Mono, 56, |profile| text(profile.mcc.as_ref())),
    column("country", "Country", CellFormat::Mono, 72, |profile| text(profile.country_code.as_ref())),
    column("currency", "Currency", CellFormat::Mono, 80, |profile| text(profile.currency.as_ref())),
    column("id", "Profile id", CellFormat::Mono, 138, |profile: &Profile| profile.profile_id.to_string())
        .exact::<Profile>("profileId"),
    column("changed", "Changed", CellFormat::Time, 188, |profile| {
        let changed = profile.updated_at.value().or(profile.created_at.as_ref());
        changed.cloned().unwrap_or_default()
    }),
];

fn text(member: Option<&String>) -> String {
    member.cloned().unwrap_or_default()
}
