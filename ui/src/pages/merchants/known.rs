//! Codes that people know by name. Suggestions only: any other text can be typed, and the service decides.

use leptos::prelude::*;

use crate::show::method_words;
use crate::widgets::show::live;

/// Merchant category codes of ISO 18245 that are common in support.
const MCCS: &[(&str, &str)] = &[
    ("4111", "Local transport"),
    ("4121", "Taxis"),
    ("4814", "Telecommunication"),
    ("5311", "Department stores"),
    ("5411", "Grocery stores, supermarkets"),
    ("5462", "Bakeries"),
    ("5499", "Convenience stores, markets"),
    ("5541", "Service stations"),
    ("5651", "Clothing"),
    ("5661", "Shoes"),
    ("5712", "Furniture"),
    ("5732", "Electronics"),
    ("5812", "Restaurants"),
    ("5813", "Bars, pubs"),
    ("5814", "Fast food, cafés"),
    ("5912", "Pharmacies"),
    ("5940", "Bicycle shops"),
    ("5942", "Book shops"),
    ("5944", "Jewelry"),
    ("5977", "Cosmetics"),
    ("5992", "Florists"),
    ("5994", "Newsagents, kiosks"),
    ("5999", "Other retail"),
    ("7011", "Hotels"),
    ("7230", "Hairdressers"),
    ("7523", "Parking"),
    ("7832", "Cinemas"),
    ("7991", "Museums, exhibitions"),
    ("7997", "Sports clubs"),
    ("8011", "Doctors"),
    ("8021", "Dentists"),
    ("8099", "Other medical services"),
];

const ZONES: &[&str] = &[
    "Africa/Cairo",
    "Africa/Johannesburg",
    "Africa/Lagos",
    "America/Chicago",
    "America/Los_Angeles",
    "America/Mexico_City",
    "America/New_York",
    "America/Sao_Paulo",
    "America/Toronto",
    "Asia/Bangkok",
    "Asia/Dubai",
    "Asia/Hong_Kong",
    "Asia/Jakarta",
    "Asia/Kolkata",
    "Asia/Kuala_Lumpur",
    "Asia/Manila",
    "Asia/Shanghai",
    "Asia/Singapore",
    "Asia/Tokyo",
    "Australia/Sydney",
    "Europe/Amsterdam",
    "Europe/Athens",
    "Europe/Berlin",
    "Europe/Brussels",
    "Europe/Bucharest",
    "Europe/Budapest",
    "Europe/Copenhagen",
    "Europe/Dublin",
    "Europe/Helsinki",
    "Europe/Istanbul",
    "Europe/Lisbon",
    "Europe/London",
    "Europe/Luxembourg",
    "Europe/Madrid",
    "Europe/Oslo",
    "Europe/Paris",
    "Europe/Prague",
    "Europe/Rome",
    "Europe/Sofia",
    "Europe/Stockholm",
    "Europe/Tallinn",
    "Europe/Vienna",
    "Europe/Warsaw",
    "Europe/Zurich",
    "Pacific/Auckland",
    "UTC",
];

pub(super) fn mcc_name(code: &str) -> Option<&'static str> {
    MCCS.iter().find(|(known, _)| *known == code).map(|(_, name)| *name)
}

/// Suggestions for the fields, which refer to them by id.
#[component]
pub(super) fn Suggestions(#[prop(into)] profiles: Signal<Vec<(String, String)>>) -> impl IntoView {
    let mccs = MCCS.iter().map(|(code, name)| view! { <option value=*code>{*name}</option> });
    let zones = ZONES.iter().map(|zone| view! { <option value=*zone></option> });
    let methods = ["01", "02", "03", "04", "05", "06"]
        .into_iter()
        .map(|code| view! { <option value=method_words(code)></option> });
    let profiles = move || {
        let words = |(id, name)| format!("{name} ({id})");
        let options =
            profiles.get().into_iter().map(words).map(|words| view! { <option value=words></option> });
        options.collect_view()
    };
    view! {
        <datalist id="known-mccs">{mccs.collect_view()}</datalist>
        <datalist id="known-zones">{zones.collect_view()}</datalist>
        <datalist id="known-methods">{methods.collect_view()}</datalist>
        <datalist id="known-profiles">{live(profiles)}</datalist>
    }
}
