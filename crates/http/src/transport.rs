//! Failures before or instead of an answer. Only what went wrong while connecting is certain not to have reached the service.

use std::error::Error;
use std::io;

use rustls::CertificateError;
use tapline_contract::{Failure, FailureKind};

use super::body::BodyError;
use super::connect::Unresolved;
use super::failure::CallContext;
use super::unpack::UnpackError;

/// Failure of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trouble {
    NotResolved,
    NamesSilent,
    ConnectionRefused,
    ConnectTimeout,
    NotConnected,
    Expired,
    NotValidYet,
    UnknownIssuer,
    OtherHost,
    Revoked,
    Unverified,
    NoTls,
    TooLate,
    Stalled,
    Broken,
}

impl Trouble {
    /// Kind, why, way out. `{place}` is host and port.
    fn words(self) -> (FailureKind, &'static str, &'static str) {
        match self {
            Trouble::NotResolved => (
                FailureKind::Unreachable,
                "the host name of {place} can't be found",
                "Check the spelling of the base address, and your network.",
            ),
            Trouble::NamesSilent => (
                FailureKind::Unreachable,
                "no name server found {place} within 5 seconds",
                "Check your network.",
            ),
            Trouble::ConnectionRefused => (
                FailureKind::Unreachable,
                "can't connect to {place}",
                "Check the address, and that the service is running.",
            ),
            Trouble::ConnectTimeout => (
                FailureKind::Unreachable,
                "{place} didn't accept a connection within 10 seconds",
                "Check the address, your network, and a firewall in between.",
            ),
            Trouble::NotConnected => (
                FailureKind::Unreachable,
                "no connection to {place}",
                "Check the address, your network, and a proxy in between.",
            ),
            Trouble::Expired => (
                FailureKind::Certificate,
                "the certificate of {place} has expired",
                "Check this computer's clock. If it's right, the service's operator must renew the certificate.",
            ),
            Trouble::NotValidYet => (
                FailureKind::Certificate,
                "the certificate of {place} isn't valid yet",
                "Check this computer's clock. If it's right, ask the service's operator.",
            ),
            Trouble::UnknownIssuer => (
                FailureKind::Certificate,
                "this computer doesn't trust the issuer of the certificate of {place}",
                "If your company has its own issuer, add it to this computer's trusted certificates.",
            ),
            Trouble::OtherHost => (
                FailureKind::Certificate,
                "the certificate of {place} belongs to another host",
                "Check the host in the base address.",
            ),
            Trouble::Revoked => (
                FailureKind::Certificate,
                "the certificate of {place} was revoked",
                "Don't connect. Ask the service's operator.",
            ),
            Trouble::Unverified => (
                FailureKind::Certificate,
                "the certificate of {place} can't be verified (it may be self-signed)",
                "Ask the service's operator.",
            ),
            Trouble::NoTls => (
                FailureKind::Certificate,
                "no secure connection to {place}",
                "Check the port of the base address: this one may not use https.",
            ),
            Trouble::TooLate => {
                (FailureKind::Timeout, "{place} didn't answer in time", "Check your network, then try again.")
            }
            Trouble::Stalled => (
                FailureKind::Timeout,
                "{place} stopped in the middle of its answer",
                "Check your network, then try again.",
            ),
            Trouble::Broken => (
                FailureKind::Interrupted,
                "the connection to {place} broke before the answer was complete",
                "Check your network, then try again.",
            ),
        }
    }
}

impl CallContext {
    pub(super) fn transport(&self, error: &reqwest::Error) -> Failure {
        self.trouble(trouble(error))
    }

    /// Failure in the body of an answer that has begun.
    pub fn body(&self, error: &BodyError) -> Failure {
        let (kind, why) = match error {
            BodyError::Transport(error) if error.is_timeout() => return self.trouble(Trouble::TooLate),
            BodyError::Transport(_) => return self.trouble(Trouble::Broken),
            BodyError::Stalled => return self.trouble(Trouble::Stalled),
            BodyError::Unpack(UnpackError::TooLarge(most)) => {
                (FailureKind::TooLarge, format!("the answer is larger than {} MiB", most >> 20))
            }
            BodyError::Unpack(UnpackError::LongText) => {
                (FailureKind::TooLarge, "the answer has a text of more than 1 MiB".to_owned())
            }
            BodyError::Unpack(UnpackError::Packing) => (
                FailureKind::Malformed,
                "the answer is compressed in a way that Tapline didn't request".to_owned(),
            ),
            BodyError::Unpack(UnpackError::Damaged) => {
                (FailureKind::Malformed, "the answer is damaged or not UTF-8 text".to_owned())
            }
        };
        self.failed(kind, &why, "Check the address. If it's right, ask the service's operator.")
    }

    fn trouble(&self, trouble: Trouble) -> Failure {
        let (kind, why, way_out) = trouble.words();
        self.failed(kind, &why.replace("{place}", &self.place), way_out)
    }
}

fn trouble(error: &reqwest::Error) -> Trouble {
    if !error.is_connect() {
        return if error.is_timeout() { Trouble::TooLate } else { Trouble::Broken };
    }
    if let Some(tls) = cause::<rustls::Error>(error) {
        return of_tls(tls);
    }
    match cause(error) {
        Some(Unresolved::Unknown) => return Trouble::NotResolved,
        Some(Unresolved::Silent) => return Trouble::NamesSilent,
        None => {}
    }
    if error.is_timeout() {
        return Trouble::ConnectTimeout;
    }
    match cause::<io::Error>(error).map(io::Error::kind) {
        Some(io::ErrorKind::ConnectionRefused) => Trouble::ConnectionRefused,
        _ => Trouble::NotConnected,
    }
}

fn of_tls(error: &rustls::Error) -> Trouble {
    let rustls::Error::InvalidCertificate(reason) = error else { return Trouble::NoTls };
    match reason {
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => Trouble::Expired,
        CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => Trouble::NotValidYet,
        CertificateError::UnknownIssuer => Trouble::UnknownIssuer,
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            Trouble::OtherHost
        }
        CertificateError::Revoked => Trouble::Revoked,
        _ => Trouble::Unverified,
    }
}

/// The first error of type `T` behind `error`. An I/O error does not name what it wraps as its source, so it is opened.
fn cause<'e, T: Error + 'static>(error: &'e (dyn Error + 'static)) -> Option<&'e T> {
    let mut next = Some(error);
    while let Some(error) = next {
        if let Some(found) = error.downcast_ref() {
            return Some(found);
        }
        let wrapped = error.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
        next = match wrapped {
            Some(wrapped) => Some(wrapped),
            None => error.source(),
        };
    }
    None
}

#[cfg(test)]
mod tests {
    use tapline_contract::endpoints::{ListEmv, UpdateEmv};

    use super::super::scrub::Scrub;
    use super::*;

    #[test]
    fn what_went_wrong_while_connecting_certainly_changed_nothing() {
        let asked = CallContext::new::<UpdateEmv>("pos.example.com:443", Scrub::default());
        for trouble in [
            Trouble::NotResolved,
            Trouble::NamesSilent,
            Trouble::ConnectionRefused,
            Trouble::ConnectTimeout,
            Trouble::NotConnected,
            Trouble::Expired,
            Trouble::NotValidYet,
            Trouble::UnknownIssuer,
            Trouble::OtherHost,
            Trouble::Revoked,
            Trouble::Unverified,
            Trouble::NoTls,
            Trouble::TooLate,
            Trouble::Stalled,
            Trouble::Broken,
        ] {
            let failure = asked.trouble(trouble);
            assert!(failure.sentence.contains("pos.example.com:443"), "{failure}");
            let certain = matches!(failure.kind, FailureKind::Unreachable | FailureKind::Certificate);
            assert_eq!(failure.nothing_happened(), certain, "{failure}");
            assert_eq!(failure.sentence.contains("Nothing was changed."), certain, "{failure}");
            assert_eq!(failure.sentence.contains("may have gone through"), !certain, "{failure}");
        }
    }

    #[test]
    fn of_a_read_no_change_is_spoken() {
        let failure =
            CallContext::new::<ListEmv>("h:1", Scrub::default()).trouble(Trouble::ConnectionRefused);
        assert_eq!(
            failure.sentence,
            "Loading the EMV configurations failed: can't connect to h:1. Check the address, and that the \
             service is running."
        );
    }

    #[test]
    fn what_an_io_error_wraps_is_found() {
        let inner = rustls::Error::InvalidCertificate(CertificateError::UnknownIssuer);
        let wrapped = io::Error::other(io::Error::other(inner));
        assert_eq!(cause::<rustls::Error>(&wrapped).map(of_tls), Some(Trouble::UnknownIssuer));
    }
}
