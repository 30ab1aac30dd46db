//! Transactions as a service would list them: the same for the same number.

use std::fmt::Write as _;
use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;

/// Size and variety of a real transaction: escapes, signs beyond ASCII, long decimals.
pub(super) fn transaction(number: u64) -> String {
    // Weyl's sequence and a mixer: no two neighbors are alike.
    let mut state = number.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(0x1234_5678_9abc_def1);
    let mut some = |most: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % most
    };
    let merchants =
        ["Café \\\"Zur Post\\\"", "Bäckerei Sørensen", "Kiosk am Tor", "Books\\/More", "漢字 Shop"];
    let statuses = ["APPROVED", "APPROVED", "APPROVED", "DECLINED", "VOIDED", "REFUNDED"];
    let amount = match some(20) {
        0 => format!("{}.{:02}", some(100_000), some(100)),
        1 => format!("{}e2", some(1000)),
        2 => format!("0.{:015}", some(1_000_000_000)),
        _ => some(1_000_000).to_string(),
    };
    let mut json = String::with_capacity(640);
    // Writing to a String cannot fail.
    let _ = write!(
        json,
        r#"{{"tranId":"T{number:012}","amount":{{"currency":"EUR","value":{amount}}},"approvalCode":"{:06}","batchNo":"{:06}","cvmPerformed":"{}","appName":"Visa Credit","linkedTranId":"","mchName":"{}","tsi":"E800","acqTid":"{:08}","rrn":"{:012}","tc":"{:016X}","tranStatus":"{}","tranType":"SALE","atc":"{:04X}","tvr":"0000008000","trace":"{:06}","acqMid":"{:015}","accountMasked":"{}******{:04}","sdkId":"SDK-{:08}","paymentMethod":"0{}","hostMessageFormat":"ISO8583","aid":"A000000003{:04}","entryMode":"CONTACTLESS"}}"#,
        some(1_000_000),
        some(300),
        ["NO_CVM", "ONLINE_PIN", "SIGNATURE"][usize::try_from(some(3)).unwrap()],
        merchants[usize::try_from(some(5)).unwrap()],
        some(2000),
        some(1_000_000_000_000),
        some(u64::MAX),
        statuses[usize::try_from(some(6)).unwrap()],
        some(60_000),
        some(1_000_000),
        some(500),
        400_000 + some(90_000),
        some(10_000),
        some(1500),
        1 + some(6),
        some(3),
    );
    json
}

/// The body of a list of these records, in pieces of many records each.
pub(super) fn body(count: u64) -> impl Iterator<Item = Vec<u8>> + Send {
    let head = format!(r#"{{"msg":"SUCCESS","code":0,"data":{{"total":{count},"current":1,"records":["#);
    let piece = move |from: u64| {
        let records: Vec<_> = (from..(from + 64).min(count)).map(transaction).collect();
        format!("{}{}", if from == 0 { "" } else { "," }, records.join(",")).into_bytes()
    };
    let step = usize::try_from(64).unwrap();
    std::iter::once(head.into_bytes())
        .chain((0..count).step_by(step).map(piece))
        .chain(std::iter::once(br#"],"hasNext":false}}"#.to_vec()))
}

/// A page of these records.
pub(super) fn list(records: &[String], total: &str, has_next: bool) -> String {
    format!(
        r#"{{"msg":"SUCCESS","code":0,"data":{{"total":{total},"current":1,"records":[{}],"hasNext":{has_next}}}}}"#,
        records.join(",")
    )
}

/// Records that say no more than their ids.
pub(super) fn ids(ids: impl IntoIterator<Item = u64>) -> Vec<String> {
    ids.into_iter().map(|id| format!(r#"{{"tranId":"{id}"}}"#)).collect()
}

/// One stream of these pieces, in pieces again.
pub(super) fn gzip(pieces: impl Iterator<Item = Vec<u8>> + Send) -> impl Iterator<Item = Vec<u8>> + Send {
    let mut encoder = Some(GzEncoder::new(Vec::new(), Compression::default()));
    let mut pieces = pieces;
    std::iter::from_fn(move || {
        let open = encoder.as_mut()?;
        match pieces.next() {
            Some(piece) => {
                open.write_all(&piece).unwrap();
                Some(std::mem::take(open.get_mut()))
            }
            None => encoder.take().map(|encoder| encoder.finish().unwrap()),
        }
    })
}
