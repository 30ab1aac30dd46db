//! The demo data: profiles and their acceptances, enough of them for pages of the cursor list.
//!
//! `prof_events_ie` is disabled, `prof_opening_at` has no acceptances, `prof_kiosk_nl` has one whose sign-on is declined, and
//! `acpt_qr_spare` is bound to nothing. A row without acceptances of its own below has the two of a shop.

use tapline_contract::field::{FreeMap, Nullable, Texts};
use tapline_contract::profile::{
    Acceptance, AcceptanceDraft, AcceptanceId, Profile, ProfileDraft, ProfileId,
};

use crate::acceptance::{self, ACTIVE, DISABLED};
use crate::profile;

/// The end of the id, name, merchant, its address, category code.
type ProfileRow = [&'static str; 5];

#[rustfmt::skip]
const ROWS: [ProfileRow; 28] = [
    ["retail_de", "Retail DE", "Brauhaus am Ring", "Hansaring 12, 50670 Köln", "5813"],
    ["retail_fr", "Retail FR", "Boulangerie Martin", "4 rue des Lilas, 69003 Lyon", "5462"],
    ["retail_ie", "Retail IE", "Grand Canal Books", "31 Grand Canal Street, Dublin D04", "5942"],
    ["retail_nl", "Retail NL", "Fietsen Jansen", "Oudegracht 88, 3511 Utrecht", "5940"],
    ["retail_es", "Retail ES", "Mercado Sol", "Calle Mayor 3, 28013 Madrid", "5411"],
    ["parking_at", "Parking AT", "Alpenparking", "Bahnhofstraße 1, 6020 Innsbruck", "7523"],
    ["hospitality_at", "Hospitality AT", "Hotel Adler", "Kirchplatz 5, 6370 Kitzbühel", "7011"],
    ["events_ie", "Events IE", "Grand Canal Books", "Quay Stage, Dublin D04", "7929"],
    ["opening_at", "Opening soon AT", "Hotel Adler", "Talstation 2, 6370 Kitzbühel", "5812"],
    ["kiosk_nl", "Kiosk NL", "Fietsen Jansen", "Stationsplein 1, 3511 Utrecht", "5994"],
    ["cafe_de", "Café DE", "Café Lisboa", "Schanzenstraße 7, 20357 Hamburg", "5814"],
    ["beergarden_de", "Beer garden DE", "Brauhaus am Ring", "Rheinufer 3, 50678 Köln", "5813"],
    ["catering_de", "Catering DE", "Brauhaus am Ring", "Hansaring 12, 50670 Köln", "5811"],
    ["market_es", "Market stalls ES", "Mercado Sol", "Plaza del Sol 1, 28013 Madrid", "5499"],
    ["delivery_es", "Delivery ES", "Mercado Sol", "Calle Mayor 3, 28013 Madrid", "5411"],
    ["wholesale_fr", "Wholesale FR", "Boulangerie Martin", "12 quai Nord, 69009 Lyon", "5149"],
    ["market_fr", "Market stalls FR", "Boulangerie Martin", "Place Bellecour, 69002 Lyon", "5462"],
    ["tearoom_fr", "Salon de thé FR", "Boulangerie Martin", "6 rue des Lilas, 69003 Lyon", "5812"],
    ["rental_nl", "Rental NL", "Fietsen Jansen", "Oudegracht 90, 3511 Utrecht", "7999"],
    ["workshop_nl", "Workshop NL", "Fietsen Jansen", "Oudegracht 88, 3511 Utrecht", "7699"],
    ["garage_at", "Garage AT", "Alpenparking", "Museumstraße 9, 6020 Innsbruck", "7523"],
    ["charging_at", "Charging points AT", "Alpenparking", "Bahnhofstraße 1, 6020 Innsbruck", "5552"],
    ["skipass_at", "Ski passes AT", "Alpenparking", "Talstation 1, 6020 Innsbruck", "7999"],
    ["spa_at", "Spa AT", "Hotel Adler", "Kirchplatz 5, 6370 Kitzbühel", "7298"],
    ["restaurant_at", "Restaurant AT", "Hotel Adler", "Kirchplatz 6, 6370 Kitzbühel", "5812"],
    ["secondhand_ie", "Second-hand IE", "Grand Canal Books", "33 Grand Canal Street, Dublin D04", "5931"],
    ["online_ie", "Online orders IE", "Grand Canal Books", "31 Grand Canal Street, Dublin D04", "5942"],
    ["stationery_ie", "Stationery IE", "Grand Canal Books", "35 Grand Canal Street, Dublin D04", "5943"],
];

/// Acceptances that are no shop's two.
struct Own {
    id: &'static str,
    profile: Option<&'static str>,
    name: &'static str,
    format: &'static str,
    payments: &'static [&'static str],
    /// `primaryMid` and `primaryTid`
    primary: [&'static str; 2],
    status: &'static str,
    tags: &'static [&'static str],
}

#[rustfmt::skip]
const OWN: [Own; 8] = [
    Own { id: "acpt_visa_de", profile: Some("retail_de"), name: "Visa, Rheinbank", format: "ISO8583",
        payments: &["VISA"], primary: ["498000100001", "70010001"], status: ACTIVE, tags: &["card"] },
    Own { id: "acpt_mc_de", profile: Some("retail_de"), name: "Mastercard and Amex, Rheinbank", format: "ISO8583",
        payments: &["MASTERCARD", "AMEX"], primary: ["498000100001", "70010002"], status: ACTIVE, tags: &["card"] },
    Own { id: "acpt_qr_de", profile: Some("retail_de"), name: "Wallets, Paylane", format: "QR_JSON",
        payments: &["WECHAT", "ALIPAY"], primary: ["PL-5501", "PL-5501-1"], status: ACTIVE, tags: &[] },
    Own { id: "acpt_old_de", profile: Some("retail_de"), name: "Visa, host until 2025", format: "ISO8583",
        payments: &["VISA", "JCB"], primary: ["498000000001", "10010001"], status: DISABLED, tags: &["old"] },
    Own { id: "acpt_visa_kiosk_nl", profile: Some("kiosk_nl"), name: "Visa, Rheinbank", format: "ISO8583",
        payments: &["VISA"], primary: ["498000100005", "70010199"], status: ACTIVE, tags: &["card"] },
    Own { id: "acpt_mc_kiosk_nl", profile: Some("kiosk_nl"), name: "Mastercard, Rheinbank", format: "ISO8583",
        payments: &["MASTERCARD"], primary: ["498000100005", "70010105"], status: ACTIVE, tags: &["card"] },
    Own { id: "acpt_visa_events_ie", profile: Some("events_ie"), name: "Visa, Atlantic", format: "ISO8583",
        payments: &["VISA", "MASTERCARD"], primary: ["302000200004", "60020104"], status: ACTIVE, tags: &[] },
    Own { id: "acpt_qr_spare", profile: None, name: "Wallets, Paylane (spare)", format: "QR_JSON",
        payments: &["WECHAT", "ALIPAY"], primary: ["PL-5502", "PL-5502-1"], status: ACTIVE, tags: &[] },
];

const WITHOUT_ACCEPTANCES: &str = "opening_at";
const IS_DISABLED: &str = "events_ie";

pub(crate) fn profiles() -> Vec<Profile> {
    let all = ROWS.iter().enumerate().filter_map(|(at, row)| Some((at, row, profile_id(row[0])?)));
    all.map(|(at, row, id)| profile(at, row, id)).collect()
}

/// Each with the profile that it is bound to.
pub(crate) fn acceptances() -> Vec<(Option<ProfileId>, Acceptance)> {
    let own = OWN.iter().filter_map(|own| Some((own.profile.and_then(profile_id), own_acceptance(own)?)));
    let is_shop = |slug: &str| slug != WITHOUT_ACCEPTANCES && OWN.iter().all(|own| own.profile != Some(slug));
    let shops = ROWS.iter().enumerate().filter(|(_, row)| is_shop(row[0]));
    let both =
        shops.flat_map(|(at, row)| shop(at, row[0]).map(|acceptance| (profile_id(row[0]), acceptance)));
    own.chain(both.filter_map(|(profile, acceptance)| Some((profile, acceptance?)))).collect()
}

fn profile(at: usize, row: &ProfileRow, id: ProfileId) -> Profile {
    let [slug, name, merchant, address, mcc] = row.map(str::to_owned);
    let country = slug.rsplit('_').next().map(str::to_uppercase);
    let is_disabled = slug == IS_DISABLED;
    let draft = ProfileDraft {
        profile_name: Some(name),
        provider_reference: Some(slug.replace('_', "-")),
        merchant_name: Some(merchant),
        merchant_addr: Some(address),
        mcc: Some(mcc),
        country_code: country,
        currency: Some("EUR".to_owned()),
        acceptances: Vec::new(),
        ..ProfileDraft::nothing()
    };
    let record = profile::record(id, draft, &day(at));
    if is_disabled {
        let updated_at = Nullable::Value("2026-09-01T18:05:11+02:00".to_owned());
        Profile { entity_status: Some(DISABLED.to_owned()), updated_at, ..record }
    } else {
        record
    }
}

fn own_acceptance(own: &Own) -> Option<Acceptance> {
    let record = acceptance(own.id, own.name, own.format, own.payments, own.primary, &day(0))?;
    let tags = own.tags.iter().copied().map(str::to_owned).collect::<Vec<_>>();
    Some(Acceptance {
        entity_status: Some(own.status.to_owned()),
        tags: if tags.is_empty() { Nullable::Null } else { Nullable::Value(Texts(tags)) },
        ..record
    })
}

/// The two of a shop: one a scheme.
fn shop(at: usize, slug: &str) -> [Option<Acceptance>; 2] {
    [("visa", "Visa", "VISA", 1), ("mc", "Mastercard", "MASTERCARD", 2)].map(
        |(key, name, payment, number)| {
            let primary = [format!("498000{:06}", 200_000 + at), format!("7002{at:02}0{number}")];
            let primary = primary.each_ref().map(String::as_str);
            acceptance(&format!("acpt_{key}_{slug}"), name, "ISO8583", &[payment], primary, &day(at))
        },
    )
}

fn acceptance(
    id: &str,
    name: &str,
    format: &str,
    payments: &[&str],
    [mid, tid]: [&str; 2],
    created_at: &str,
) -> Option<Acceptance> {
    let draft = AcceptanceDraft {
        acpt_id: None,
        acpt_name: Some(name.to_owned()),
        host_message_format: Some(format.to_owned()),
        supported_payments: Some(Texts(payments.iter().copied().map(str::to_owned).collect())),
        primary_mid: Some(mid.to_owned()),
        primary_tid: Some(tid.to_owned()),
        extra_params: Some(FreeMap(vec![("retries".to_owned(), "2".to_owned())])),
        tags: Nullable::Absent,
        ..AcceptanceDraft::nothing()
    };
    Some(acceptance::record(AcceptanceId::parse(id)?, draft, created_at))
}

fn profile_id(slug: &str) -> Option<ProfileId> {
    ProfileId::parse(&format!("prof_{slug}"))
}

fn day(at: usize) -> String {
    format!("2026-{:02}-{:02}T{:02}:30:00+02:00", 4 + at / 14, 1 + 2 * (at % 14), 8 + at % 9)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::seed::{acquirers, devices, merchants};

    #[test]
    fn what_the_demo_data_refers_to_is_there() {
        let profiles: BTreeSet<_> =
            profiles().into_iter().map(|profile| profile.profile_id.to_string()).collect();
        let acceptances = acceptances();
        let bound = acceptances.iter().filter_map(|(profile, _)| profile.as_ref());
        assert!(bound.into_iter().all(|profile| profiles.contains(profile.as_str())));
        let devices = devices::devices();
        assert!(devices.iter().all(|(_, device)| profiles.contains(device.profile_id.as_ref().unwrap())));
        let configs: BTreeSet<_> =
            crate::seed::emv::configs().into_iter().filter_map(|config| config.id).collect();
        let acquirers = acquirers::acquirers();
        for (_, acquirer) in &acquirers {
            let lists = acquirer.emv_lists().unwrap().0;
            let mut ids =
                lists.iter().flat_map(|(_, ids)| ids).filter_map(|id| u32::try_from(id.whole()?).ok());
            assert!(ids.all(|id| configs.contains(&id)));
        }
        for merchant in merchants::merchants() {
            let methods = merchant.supported_payment_methods.unwrap();
            let mut profiles = methods.iter().filter_map(|method| method.profile_id.as_ref()?.whole());
            assert!(profiles.all(|profile| acquirers.iter().any(|(id, _)| u64::from(*id) == profile)));
        }
    }

    #[test]
    fn every_id_and_reference_is_there_once() {
        let profiles = profiles();
        let references: BTreeSet<_> = profiles.iter().map(|profile| &profile.provider_reference).collect();
        let acceptances = acceptances();
        let ids: BTreeSet<_> = acceptances.iter().map(|(_, acceptance)| &acceptance.acpt_id).collect();
        assert_eq!((profiles.len(), references.len()), (28, 28));
        assert_eq!(ids.len(), acceptances.len());
    }
}
