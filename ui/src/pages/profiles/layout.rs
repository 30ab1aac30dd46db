//! Layout of a profile's texts in its form and in the list, with the other columns of the list. The list has no acceptances: they are
//! loaded with a profile.

use std::sync::LazyLock;

use tapline_contract::profile::Profile;

use crate::record::layout::{self, FieldRow, row};
use crate::widgets::grid::column::{CellFormat, Column, Mark, column};

pub(super) const PROFILE: &str = "Profile";
pub(super) const MERCHANT: &str = "Merchant";

pub(super) static ROWS: &[FieldRow<Profile>] = &[
    row!(Profile, PROFILE, provider_reference: "providerReference", "Provider reference", Mono 136, digits)
        .hint("The provider's name for this profile. Identifies the record if the connection drops."),
    row!(Profile, MERCHANT, merchant_name: "merchantName", "Merchant", Text 150),
    row!(Profile, MERCHANT, merchant_addr: "merchantAddr", "Merchant address", Text 220, hidden),
    row!(Profile, MERCHANT, mcc: "mcc", "MCC", Mono 56),
    row!(Profile, MERCHANT, country_code: "countryCode", "Country", Mono 72),
    row!(Profile, PROFILE, currency: "currency", "Currency", Mono 80),
];

const STATUS: &[Mark] = &[
    Mark { value: "ACTIVE", words: "Active", icon: "tick", tone: "good" },
    Mark { value: "DISABLED", words: "Disabled", icon: "barred", tone: "warn" },
];

const FIRST: [Column<Profile>; 2] = [
    column("name", "Name", CellFormat::Name, 140, Profile::name),
    column("status", "Status", CellFormat::Status(STATUS), 104, |profile| {
        profile.entity_status.clone().unwrap_or_default()
    }),
];

const OTHERS: [Column<Profile>; 2] = [
    column("id", "Profile id", CellFormat::Mono, 166, |profile: &Profile| profile.profile_id.to_string())
        .exact::<Profile>("profileId"),
    column("changed", "Changed", CellFormat::Time, 184, |profile| {
        profile.updated_at.value().cloned().unwrap_or_default()
    }),
];

pub(super) static COLUMNS: LazyLock<Vec<Column<Profile>>> =
    LazyLock::new(|| layout::columns(&FIRST, ROWS, &OTHERS));
