//! Checks an `--input` for values that the service document rules out, before anything is sent.
//!
//! Not the judge of a whole input: its types are the contract's. Here is only what a text can hide from them.

use serde_json::Value;
use tapline_emv::LimitKind;

use super::table::EndpointRow;
use crate::date;
use crate::say::{Stop, wrong};

const DATES: [&str; 2] = ["createdStart", "createdEnd"];

pub(super) fn values(row: &EndpointRow, input: &str) -> Result<(), Stop> {
    let misfit = match row.name {
        "ListTransactions" | "ListSettlements" => no_date(&read(input)),
        "CreateEmv" | "UpdateEmv" => no_limit(&read(input)["params"]),
        _ => None,
    };
    misfit.map_or(Ok(()), |sentence| Err(wrong(sentence)))
}

fn read(input: &str) -> Value {
    serde_json::from_str(input).unwrap_or_default()
}

fn no_date(input: &Value) -> Option<String> {
    let given = DATES.iter().filter_map(|name| Some((name, input[*name].as_str()?)));
    let mut misfits = given.filter_map(|(name, text)| Some((name, date::day(text).err()?)));
    misfits.next().map(|(name, why)| format!("{name} isn't a date: {why}. Nothing was sent."))
}

/// `params` is an object or its JSON text. A number is the service's to judge.
fn no_limit(params: &Value) -> Option<String> {
    let inside = params.as_str().map(read);
    let params = inside.as_ref().unwrap_or(params);
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let fits = |value: &Value| value.is_null() || value.is_number() || value.as_str().is_some_and(digits);
    let limit = LimitKind::ALL.iter().map(|limit| limit.param()).find(|limit| !fits(&params[*limit]))?;
    Some(format!("{limit} is a limit in whole minor units, such as 5000 for 50.00 EUR. Nothing was sent."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_is_no_number_is_no_limit() {
        for (params, fits) in [
            (r#"{"clCVMLimit":5000}"#, true),
            (r#"{"clCVMLimit":1e4}"#, true),
            (r#"{"clCVMLimit":"5000"}"#, true),
            (r#"{"clCVMLimit":null,"x":"y"}"#, true),
            (r#""{\"clCVMLimit\":\"5000\"}""#, true),
            (r#""{\"clCVMLimit\":\"x5\"}""#, false),
            (r#"{"clCVMLimit":"x5"}"#, false),
            (r#"{"clFloorLimit":""}"#, false),
            (r#"{"clTransLimit":"50.00"}"#, false),
            (r#"{"clTransLimit":true}"#, false),
        ] {
            assert_eq!(no_limit(&read(params)).is_none(), fits, "{params}");
        }
    }
}
