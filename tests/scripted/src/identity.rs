//! Certificates with one fault each. Made once a run, by an authority that is trusted only on demand.

use std::fmt;
use std::sync::{Arc, OnceLock};

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair, date_time_ymd};
use rustls::ServerConfig;
use rustls::crypto::ring;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};

/// Identity that a server presents.
pub struct Identity {
    config: Arc<ServerConfig>,
}

impl Identity {
    /// Certificate of 127.0.0.1 and localhost, in date, by the authority.
    pub fn valid() -> Arc<Identity> {
        Identity::issued(parameters(&["127.0.0.1", "localhost"]))
    }

    pub fn expired() -> Arc<Identity> {
        let mut parameters = parameters(&["127.0.0.1", "localhost"]);
        parameters.not_before = date_time_ymd(2020, 1, 1);
        parameters.not_after = date_time_ymd(2021, 1, 1);
        Identity::issued(parameters)
    }

    pub fn not_yet_valid() -> Arc<Identity> {
        let mut parameters = parameters(&["127.0.0.1", "localhost"]);
        parameters.not_before = date_time_ymd(2090, 1, 1);
        parameters.not_after = date_time_ymd(2091, 1, 1);
        Identity::issued(parameters)
    }

    pub fn of_other_host() -> Arc<Identity> {
        Identity::issued(parameters(&["elsewhere.example"]))
    }

    /// Certificate signed by itself only.
    pub fn self_signed() -> Arc<Identity> {
        let key = key();
        let certificate = parameters(&["127.0.0.1", "localhost"]).self_signed(&key);
        Identity::with(certificate.expect("its parameters are complete").der().clone(), key)
    }

    /// The authority's certificate as PEM, for a client that is to trust it.
    pub fn authority() -> String {
        authority().pem()
    }

    /// The authority in DER.
    pub fn authority_der() -> Vec<u8> {
        authority().der().to_vec()
    }

    pub(super) fn config(&self) -> Arc<ServerConfig> {
        Arc::clone(&self.config)
    }

    fn issued(parameters: CertificateParams) -> Arc<Identity> {
        let key = key();
        let certificate = parameters.signed_by(&key, authority());
        Identity::with(certificate.expect("its parameters are complete").der().clone(), key)
    }

    fn with(certificate: CertificateDer<'static>, key: KeyPair) -> Arc<Identity> {
        let key = PrivateKeyDer::try_from(key.serialize_der()).expect("it was just written");
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .expect("ring has all of them")
            .with_no_client_auth()
            .with_single_cert(vec![certificate], key)
            .expect("key and certificate belong together");
        Arc::new(Identity { config: Arc::new(config) })
    }
}

impl fmt::Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Identity")
    }
}

fn authority() -> &'static CertifiedIssuer<'static, KeyPair> {
    static AUTHORITY: OnceLock<CertifiedIssuer<'static, KeyPair>> = OnceLock::new();
    AUTHORITY.get_or_init(|| {
        let mut parameters = parameters(&[]);
        // A name different from that of the certificates, or a self-signed one would seem to be issued by it.
        parameters.distinguished_name.push(DnType::CommonName, "Authority of the tests");
        parameters.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        CertifiedIssuer::self_signed(parameters, key()).expect("its parameters are complete")
    })
}

fn parameters(hosts: &[&str]) -> CertificateParams {
    let hosts: Vec<String> = hosts.iter().map(|host| (*host).to_owned()).collect();
    CertificateParams::new(hosts).expect("names and addresses that a certificate can hold")
}

fn key() -> KeyPair {
    KeyPair::generate().expect("this machine has random numbers")
}
