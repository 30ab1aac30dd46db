//! The demo data: the merchants of [`crate::terminal::ids`] with their contact data.
//!
//! Every address is of a domain that cannot exist, every telephone number of a range for stories, or
//! one that begins as none does.

use tapline_contract::field::Number;
use tapline_contract::merchant::{Merchant, MerchantDraft, MerchantExtParams, MerchantId, MerchantMethod};

use crate::merchant::record;
use crate::terminal::ids::{MERCHANTS, MerchantIds, Route};

struct MerchantRow {
    reference: &'static str,
    contact: [&'static str; 4],
    mcc: &'static str,
    time_zone: &'static str,
}

const fn row(
    reference: &'static str,
    contact: [&'static str; 4],
    [mcc, time_zone]: [&'static str; 2],
) -> MerchantRow {
    MerchantRow { reference, contact, mcc, time_zone }
}

/// In the order of [`MERCHANTS`].
#[rustfmt::skip]
static ROWS: [MerchantRow; 8] = [
    row("brauhaus-ring", ["Jana Vogt", "kasse@brauhaus-ring.example", "Hansaring 12, 50670 Köln, DE", "+49 221 4710 000"],
        ["5813", "Europe/Berlin"]),
    row("cafe-lisboa", ["Inês Duarte", "ola@cafe-lisboa.example", "Schanzenstraße 7, 20357 Hamburg, DE", "+49 40 66969 000"],
        ["5814", "Europe/Berlin"]),
    row("boulangerie-martin", ["Luc Martin", "luc@boulangerie-martin.example", "4 rue des Lilas, 69003 Lyon, FR", "+33 4 65 71 00 00"],
        ["5462", "Europe/Paris"]),
    row("grand-canal-books", ["Aoife Byrne", "shop@grandcanalbooks.example", "31 Grand Canal Street, Dublin D04, IE", "+353 20 915 0000"],
        ["5942", "Europe/Dublin"]),
    row("fietsen-jansen", ["Bram Jansen", "winkel@fietsen-jansen.example", "Oudegracht 88, 3511 Utrecht, NL", "+31 30 000 0000"],
        ["5940", "Europe/Amsterdam"]),
    row("mercado-sol", ["Lucía Romero", "caja@mercadosol.example", "Calle Mayor 3, 28013 Madrid, ES", "+34 000 000 000"],
        ["5411", "Europe/Madrid"]),
    row("alpenparking", ["Stefan Huber", "betrieb@alpenparking.example", "Bahnhofstraße 1, 6020 Innsbruck, AT", "+43 512 000 000"],
        ["7523", "Europe/Vienna"]),
    row("hotel-adler", ["Maria Egger", "rezeption@hotel-adler.example", "Kirchplatz 5, 6370 Kitzbühel, AT", "+43 5356 000 000"],
        ["7011", "Europe/Vienna"]),
];

pub(crate) fn merchants() -> Vec<Merchant> {
    MERCHANTS
        .iter()
        .zip(&ROWS)
        .filter_map(|(ids, row)| Some(merchant(MerchantId::parse(ids.id)?, ids, row)))
        .collect()
}

fn merchant(id: MerchantId, ids: &MerchantIds, row: &MerchantRow) -> Merchant {
    let owned = |text: &str| Some(text.to_owned());
    let [contact_name, contact_email, contact_address, contact_phone] = row.contact.map(owned);
    let Route { acquirer, acq_mid, acq_tid, methods } = ids.route;
    let method = |method: &&str| MerchantMethod {
        payment_method: owned(method),
        mch_id: None,
        profile_id: Some(Number::from(u64::from(acquirer.0))),
        other: Vec::new(),
    };
    let draft = MerchantDraft {
        mch_name: owned(ids.name),
        provider_reference: owned(row.reference),
        contact_name,
        contact_email,
        contact_address,
        contact_phone,
        mcc: owned(row.mcc),
        time_zone: owned(row.time_zone),
        ext_params: Some(MerchantExtParams {
            acq_mid: owned(acq_mid),
            acq_tid: owned(acq_tid),
            other: Vec::new(),
        }),
        supported_payment_methods: Some(methods.iter().map(method).collect()),
        ..MerchantDraft::nothing()
    };
    record(id, draft, None)
}
