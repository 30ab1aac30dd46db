//! The peer of lists: what one would write first. serde into a vector of structs that own their texts.

use std::io::Read as _;

use flate2::read::GzDecoder;
use serde::Deserialize;

use crate::stop::Stop;

#[derive(Debug, Deserialize)]
pub(crate) struct Envelope {
    pub(crate) data: Page,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Page {
    pub(crate) records: Vec<Transaction>,
}

/// All members of a record; amounts as the machine's own numbers, which is the cheapest there is.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[expect(dead_code, reason = "what is decoded is the work that is measured")]
pub(crate) struct Transaction {
    pub(crate) tran_id: String,
    amount: Amount,
    approval_code: Option<String>,
    batch_no: Option<String>,
    cvm_performed: Option<String>,
    app_name: Option<String>,
    linked_tran_id: Option<String>,
    mch_name: Option<String>,
    tsi: Option<String>,
    acq_tid: Option<String>,
    rrn: Option<String>,
    tc: Option<String>,
    tran_status: Option<String>,
    tran_type: Option<String>,
    atc: Option<String>,
    tvr: Option<String>,
    trace: Option<String>,
    acq_mid: Option<String>,
    account_masked: Option<String>,
    sdk_id: Option<String>,
    payment_method: Option<String>,
    host_message_format: Option<String>,
    aid: Option<String>,
    entry_mode: Option<String>,
}

#[derive(Debug, Deserialize)]
#[expect(dead_code, reason = "what is decoded is the work that is measured")]
struct Amount {
    currency: Option<String>,
    value: f64,
}

pub(crate) fn decode(body: &[u8]) -> Result<Vec<Transaction>, Stop> {
    let envelope: Envelope =
        serde_json::from_slice(body).map_err(Stop::at("the peer cannot read the list"))?;
    Ok(envelope.data.records)
}

/// Made before the time is taken: it reads the certificates of the machine.
pub(crate) fn client() -> Result<reqwest::Client, Stop> {
    reqwest::Client::builder().no_proxy().build().map_err(Stop::at("the peer has no client"))
}

/// The whole list over HTTP, unpacked and decoded when it is there.
pub(crate) async fn load(client: &reqwest::Client, address: &str) -> Result<Vec<Transaction>, Stop> {
    let failed = "the peer cannot load the list";
    let address = format!("{address}/api/v2/order?pageSize=-1");
    let packed = client.get(address).send().await.map_err(Stop::at(failed))?;
    let packed = packed.bytes().await.map_err(Stop::at(failed))?;
    let mut body = Vec::new();
    GzDecoder::new(&packed[..]).read_to_end(&mut body).map_err(Stop::at(failed))?;
    decode(&body)
}
