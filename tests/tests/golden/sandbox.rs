//! The sandbox answers the golden requests in the golden shape. Ids in them are those of its demo data.

use std::collections::BTreeSet;

use chrono::{DateTime, TimeDelta, Utc};
use tapline_contract::Endpoint;
use tapline_sandbox::{Options, Sandbox};
use tapline_tests::{PlainAnswer, PlainRequest};

use crate::Example;
use crate::compare::{json, kinds};
use crate::files::{Golden, golden, headers, query, text};

/// Places where the document allows null: their values are not compared.
const NULLABLE: [&str; 3] = [".updatedAt", ".tags", ".nextCursor"];

/// Members that an answer may lack, or have in addition: the endpoint, the end of the place, and the
/// reason.
const LENIENT: [(&str, &str, &str); 3] = [
    ("ListAcquirers", "[].createdAt", "the fields of the record are not shown"),
    ("ListAcquirers", "[].updatedAt", "the fields of the record are not shown"),
    ("GetSettlement", ".successTime", "the batch is open"),
];

/// Each call meets a sandbox of its own, so that the order does not count.
#[tokio::test]
async fn the_sandbox_answers_as_documented() {
    macro_rules! each { ($(($name:ident $class:ident))*) => { $(answers::<tapline_contract::endpoints::$name>().await;)* }; }
    tapline_contract::for_each_endpoint!(each);
}

/// The day of the golden requests, some of which ask for sales of a day. The demo data is of the weeks before it.
fn day_of_requests() -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::days(20_785)
}

async fn answers<E: Example>() {
    let (request, response) = (golden::<E>("request"), golden::<E>("response"));
    let sandbox =
        Sandbox::start(Options { now: day_of_requests, ..Options::default() }).await.expect("a sandbox");
    let answer = exchange(&sandbox, &request).await;
    assert_eq!(json(&response["status"]), answer.status, "{}: {answer:?}", E::NAME);
    for (name, value) in headers(&response) {
        let documented = value.split_inclusive('_').next().unwrap_or_default();
        let found = answer.header(&name).unwrap_or_default();
        assert!(found.starts_with(documented), "{}: {name}: {found:?}, documented {documented}…", E::NAME);
    }
    let documented = shape::<E>(response.get("body").map_or("", String::as_str));
    assert_eq!(shape::<E>(&answer.body), documented, "{}: {answer:?}", E::NAME);
    sandbox.stop().await;
}

fn shape<E: Endpoint>(body: &str) -> BTreeSet<String> {
    if body.is_empty() {
        return BTreeSet::new();
    }
    let lenient = |place: &str| {
        LENIENT.iter().any(|(name, end, _)| *name == E::NAME && place.ends_with(end))
            || (!E::WRAPPED && NULLABLE.iter().any(|end| place.trim_end_matches("[]").ends_with(end)))
    };
    let all = kinds(&json(body)).into_iter();
    all.filter(|line| !lenient(line.split(':').next().unwrap_or_default())).collect()
}

/// Sends a golden request unchanged.
async fn exchange(sandbox: &Sandbox, request: &Golden) -> PlainAnswer {
    let query: Vec<_> = query(request).into_iter().map(|(key, value)| format!("{key}={value}")).collect();
    let path = format!("{}?{}", text(request, "path"), query.join("&"));
    let body = request.get("body").map_or("", String::as_str);
    PlainRequest::new(&text(request, "method"), &path, body).to(sandbox).await
}
