use tapline_contract::acquirer::{Acquirer, AcquirerDraft, AcquirerId, AcquirerQuery, AcquirerSaved};
use tapline_contract::endpoints::{CreateAcquirer, DeleteAcquirer, ListAcquirers, UpdateAcquirer};
use tapline_contract::field::{Lists, Number};
use tapline_contract::wire::Page;

use crate::{Example, extra, numbers, texts};

const KEYS: [&str; 6] = ["01", "02", "03", "04", "05", "06"];

fn emv_list() -> Lists<Number> {
    let ids: [&[u64]; 6] = [&[11, 12], &[21], &[31], &[41], &[51], &[61]];
    let list = |(key, ids): (&str, &[u64])| (key.to_owned(), ids.iter().copied().map(Number::from).collect());
    Lists(KEYS.into_iter().zip(ids).map(list).collect())
}

fn method_list(methods: [&[&str]; 6]) -> Lists<String> {
    let list =
        |(key, methods): (&str, &[&str])| (key.to_owned(), methods.iter().map(|m| (*m).to_owned()).collect());
    Lists(KEYS.into_iter().zip(methods).map(list).collect())
}

fn draft(name: &str, url: &str, [connect, request]: [u64; 2], methods: Lists<String>) -> AcquirerDraft {
    AcquirerDraft {
        profile_name: Some(name.to_owned()),
        currency: Some("EUR".to_owned()),
        conn_message_format: Some("ISO8583".to_owned()),
        conn_url: Some(url.to_owned()),
        notify_url: Some("https://desk.acme.example/notify".to_owned()),
        conn_timeout: Some(Number::from(connect)),
        conn_request_timeout: Some(Number::from(request)),
        emv_list: Some(emv_list()),
        method_list: Some(methods),
        other: Vec::new(),
    }
}

const FEW: [&[&str]; 6] = [&["SALE", "REFUND"], &["SALE"], &[], &[], &[], &[]];

impl Example for ListAcquirers {
    fn call() -> ((), AcquirerQuery) {
        let query = AcquirerQuery {
            profile_name: Some("Rheinbank".to_owned()),
            page_number: Some(1),
            page_size: Some(10),
        };
        ((), query)
    }
    fn arrived(page: Page<Acquirer>) {
        assert_eq!((page.total, page.current, page.has_next), (Some(1), Some(1), false));
        assert_eq!((page.records.len(), page.unreadable.len()), (1, 0));
        let record = &page.records[0];
        assert_eq!(record.path_id(), Some(&AcquirerId::from(301)));
        texts! { record;
            profile_name = "Rheinbank Cards EUR",
            currency = "EUR",
            conn_message_format = "ISO8583",
            conn_url = "https://cards.rheinbank.example",
            notify_url = "https://desk.acme.example/notify",
        }
        numbers! { record; conn_timeout = "10000", conn_request_timeout = "30000" }
        assert_eq!(record.emv_lists(), Some(emv_list()));
        assert_eq!(record.method_lists(), Some(method_list(FEW)));
        let kept: Vec<_> = record.other.iter().map(|(key, _)| key.as_str()).collect();
        assert_eq!(kept, ["createdAt", "updatedAt"]);
    }
}

impl Example for CreateAcquirer {
    fn call() -> ((), AcquirerDraft) {
        let methods: [&[&str]; 6] = [&["SALE", "REFUND"], &["SALE"], &["SALE"], &["SALE"], &["SALE"], &[]];
        ((), draft("Nordbank EUR", "https://host.nordbank.example", [8000, 25_000], method_list(methods)))
    }
    fn arrived(answer: AcquirerSaved) {
        let other = extra("x-check", r#""queued""#);
        assert_eq!(answer, AcquirerSaved { id: Some(AcquirerId::from(305)), other });
    }
}

impl Example for UpdateAcquirer {
    fn call() -> (AcquirerId, AcquirerDraft) {
        let url = "https://cards.rheinbank.example";
        (AcquirerId::from(301), draft("Rheinbank Cards EUR", url, [10_000, 45_000], method_list(FEW)))
    }
    fn arrived(answer: AcquirerSaved) {
        assert_eq!(answer, AcquirerSaved { id: Some(AcquirerId::from(301)), other: Vec::new() });
    }
}

/// One that no merchant's method uses.
impl Example for DeleteAcquirer {
    fn call() -> (AcquirerId, ()) {
        (AcquirerId::from(304), ())
    }
    fn arrived(answer: AcquirerSaved) {
        assert_eq!(answer, AcquirerSaved { id: Some(AcquirerId::from(304)), other: Vec::new() });
    }
}
