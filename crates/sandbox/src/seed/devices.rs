//! The demo data: the terminals of [`crate::terminal::ids`], and an unused activation code.
//!
//! Every secret here is made up. `emvParams` is text on some and an object on others, as the document says; one terminal
//! has none, one is logged out, one has no payment yet, one has members that the document does not name. `acqMid` and
//! `acqTid` are those of the terminal's transactions; an `sdkId` is in no record.

use tapline_contract::device::{Device, DeviceExtParams, DeviceId};
use tapline_contract::field::{Hidden, Loose, Number, OrText};
use tapline_contract::secret::Secret;

use crate::GROUP;
use crate::device::State;
use crate::terminal::ids::{MERCHANTS, acq_tid};

/// Form of `emvParams` in the record.
#[derive(Clone, Copy)]
enum Emv {
    Absent,
    Text,
    Object,
}

struct DeviceRow {
    id: &'static str,
    alias: &'static str,
    state: State,
    emv: Emv,
    profile: &'static str,
    other: &'static [(&'static str, &'static str)],
}

const fn row(id: &'static str, alias: &'static str, emv: Emv, profile: &'static str) -> DeviceRow {
    DeviceRow { id, alias, state: State::Active, emv, profile, other: &[] }
}

const ROWS: [DeviceRow; 14] = [
    DeviceRow {
        state: State::Unused,
        ..row("CD-7Q2M4K9X", "Beer garden, new", Emv::Object, "prof_retail_de")
    },
    row("CD-H3N8T2WA", "Counter 1", Emv::Text, "prof_retail_de"),
    row("CD-K9R4V7PC", "Counter 2", Emv::Object, "prof_retail_de"),
    row("CD-B6X3M8QF", "Bar", Emv::Text, "prof_retail_de"),
    row("CD-T5W9C2LH", "Caisse 1", Emv::Object, "prof_retail_fr"),
    DeviceRow { state: State::LoggedOut, ..row("CD-Y8D4N6RJ", "Caisse 2", Emv::Text, "prof_retail_fr") },
    row("CD-P2G7K5VM", "Till", Emv::Object, "prof_retail_ie"),
    row("CD-E4Z8H3TS", "Winkel", Emv::Text, "prof_retail_nl"),
    row("CD-M7J2X9BU", "Werkplaats", Emv::Absent, "prof_retail_nl"),
    row("CD-Q3V6A8DY", "Caja", Emv::Text, "prof_retail_es"),
    DeviceRow {
        other: &[("x-barrier", "\"north\""), ("x-revision", "1.10")],
        ..row("CD-W9L5F2NK", "Einfahrt Nord", Emv::Object, "prof_parking_at")
    },
    row("CD-C8S3P7HZ", "Ausfahrt Süd", Emv::Text, "prof_parking_at"),
    row("CD-R6T4E9XB", "Rezeption", Emv::Object, "prof_hospitality_at"),
    row("CD-J2U8Y5GD", "Pool bar, not opened yet", Emv::Object, "prof_hospitality_at"),
];

const EMV_PARAMS: &str = r#"{"amexFloorLimit":"0","terminalCountryCode":"0276","txnCurrencyCode":"0978","amexExReaderCapability":"D8B04000","amexReaderCapability":"C8","terminalType":22,"terminalCapability":"E0F8C8","emvFlags":"01"}"#;
/// As a terminal in the country of its profile has them.
fn emv_params(profile: &str) -> String {
    let country = match profile.rsplit('_').next() {
        Some("at") => "0040",
        Some("es") => "0724",
        Some("fr") => "0250",
        Some("ie") => "0372",
        Some("nl") => "0528",
        _ => "0276",
    };
    EMV_PARAMS.replace("0276", country)
}

const METHODS: &str = r#"["01","02","04"]"#;

/// Each with its merchant's id.
pub(crate) fn devices() -> Vec<(&'static str, Device)> {
    let of = |id: &str| ROWS.iter().find(|row| row.id == id);
    let ids = MERCHANTS.iter().flat_map(|merchant| {
        merchant
            .terminals
            .iter()
            .map(move |terminal| (merchant.id, merchant.route.acq_mid, terminal.device_id))
    });
    let all = ids.enumerate();
    all.filter_map(|(at, (merchant, acq_mid, id))| {
        Some((merchant, device(at, acq_mid, DeviceId::parse(id)?, of(id)?)))
    })
    .collect()
}

fn device(at: usize, acq_mid: &str, device_id: DeviceId, row: &DeviceRow) -> Device {
    let used = row.state != State::Unused;
    let tail = row.id.rsplit('-').next().unwrap_or_default();
    let numbered = |prefix: &str| Some(format!("{prefix}{:06}", 410 + at));
    let month = 1 + at % 8;
    let day = |hour: u32| Some(format!("2026-{month:02}-{:02}T{hour:02}:17:{:02}Z", 3 + at, 2 * at));
    Device {
        device_id,
        device_type: Some("COTS".to_owned()),
        app_version: used.then(|| "3.8.1".to_owned()),
        device_admin: secret(&format!("demo-admin-{tail}")),
        activate_code_alias: Some(row.alias.to_owned()),
        uuid: used.then(|| format!("5e0d{at:04x}-71c4-4b6e-9a2f-00007d{:06x}", 0x4f1a + 0x1d3 * at)),
        device_status: Some(Number::from(row.state.code())),
        is_device: Some(used),
        actives_at: used.then(|| day(10)).flatten(),
        created_at: day(9),
        updated_at: day(11),
        emv_params: match row.emv {
            Emv::Absent => None,
            Emv::Text => Some(Loose::text(&emv_params(row.profile))),
            Emv::Object => Loose::json(&emv_params(row.profile)),
        },
        method_list: Some(METHODS.to_owned()),
        ext_params: Some(OrText::Record(DeviceExtParams {
            sub_mid: numbered("SM"),
            client_id: numbered("client-"),
            jwt_secret: secret(&format!("demo-jwt-secret-{tail}")),
            acq_mid: Some(acq_mid.to_owned()),
            sub_tid: numbered("ST"),
            mid: numbered("MID"),
            acq_tid: Some(acq_tid(at)),
            other: Vec::new(),
        })),
        server_url: Some("https://terminals.acme.example".to_owned()),
        customer_id: Some(GROUP.to_owned()),
        license_id: numbered("LIC-"),
        sign_key_id: numbered("SK-"),
        card_bdk_id: numbered("BDK-"),
        profile_id: Some(row.profile.to_owned()),
        other: row.other.iter().map(|(key, raw)| ((*key).to_owned(), (*raw).to_owned())).collect(),
    }
}

fn secret(text: &str) -> Hidden {
    Hidden::Known(Secret::new(text.to_owned()))
}
