//! Facts about the server's certificate for *Test connection*. For show only: the TLS library decides whether to trust
//! it.

use chrono::DateTime;
use reqwest::tls::{TlsInfo, Version};
use x509_parser::parse_x509_certificate;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// "valid until 2 Mar 2027"
    pub words: String,
    /// "TLS 1.3"
    pub tls: String,
}

const VERSIONS: [(Version, &str); 2] = [(Version::TLS_1_2, "TLS 1.2"), (Version::TLS_1_3, "TLS 1.3")];

impl Certificate {
    pub(crate) fn from_tls(info: &TlsInfo) -> Certificate {
        let words = info.peer_certificate().and_then(valid_until);
        let tls = VERSIONS.iter().find(|(version, _)| Some(*version) == info.version());
        Certificate {
            words: words.unwrap_or_else(|| "trusted by this computer".to_owned()),
            tls: tls.map_or_else(String::new, |(_, name)| (*name).to_owned()),
        }
    }
}

fn valid_until(der: &[u8]) -> Option<String> {
    let (_, certificate) = parse_x509_certificate(der).ok()?;
    let end = DateTime::from_timestamp(certificate.validity().not_after.timestamp(), 0)?;
    Some(format!("valid until {}", end.format("%-d %b %Y")))
}
