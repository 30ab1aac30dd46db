//! Log of requests that arrived, for tests that count and compare. Bounded; holds no header, so no
//! token.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use axum::http::{Method, Uri};

const REQUESTS: usize = 1000;
/// Longer bodies are kept up to here.
const BODY: usize = 64 * 1024;

/// A request as it arrived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenRequest {
    pub method: String,
    /// With the query.
    pub path: String,
    /// The first 64 KiB of the body.
    pub body: String,
}

#[derive(Debug, Default)]
pub(crate) struct RequestLog {
    requests: Mutex<VecDeque<SeenRequest>>,
    puts: AtomicU64,
}

impl RequestLog {
    pub(crate) fn note(&self, method: &Method, uri: &Uri, body: &[u8]) {
        if method == Method::PUT {
            self.puts.fetch_add(1, Ordering::SeqCst);
        }
        let path = uri.path_and_query().map_or_else(|| uri.path().to_owned(), ToString::to_string);
        let body = String::from_utf8_lossy(&body[..body.len().min(BODY)]).into_owned();
        let mut requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        if requests.len() == REQUESTS {
            requests.pop_front();
        }
        requests.push_back(SeenRequest { method: method.to_string(), path, body });
    }

    pub(crate) fn puts(&self) -> u64 {
        self.puts.load(Ordering::SeqCst)
    }

    pub(crate) fn requests(&self) -> Vec<SeenRequest> {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_requests_are_forgotten_and_puts_are_not() {
        let log = RequestLog::default();
        for n in 0..REQUESTS + 5 {
            let uri: Uri = format!("/api/v2/emv?n={n}").parse().unwrap();
            log.note(&Method::PUT, &uri, b"{}");
        }
        let requests = log.requests();
        assert_eq!((requests.len(), requests[0].path.as_str()), (REQUESTS, "/api/v2/emv?n=5"));
        assert_eq!(log.puts(), 1005);
    }
}
