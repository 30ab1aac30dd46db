//! Trusted root certificates: those of the operating system, and nothing else.
//!
//! Invariant: no variable of the environment adds, removes or replaces a root. On Linux the verifier of the HTTP library would read
//! `SSL_CERT_FILE` and `SSL_CERT_DIR`, so the files of the system are loaded here, by their paths. Windows and macOS keep their
//! roots behind an interface of the system that reads no variable.

use reqwest::{Certificate, ClientBuilder};

use super::connect::NoRoots;

/// Adds the roots of the computer, and `extra` (certificates in DER), to a client.
pub(super) fn trusting(builder: ClientBuilder, extra: &[Vec<u8>]) -> Result<ClientBuilder, NoRoots> {
    let extra = extra.iter().map(|der| Certificate::from_der(der));
    let extra: Vec<_> = extra.collect::<Result<_, _>>().map_err(|_| NoRoots)?;
    of_system(builder, extra)
}

#[cfg(any(windows, target_os = "macos"))]
#[expect(clippy::unnecessary_wraps, reason = "Linux reads files, which may be missing")]
fn of_system(builder: ClientBuilder, extra: Vec<Certificate>) -> Result<ClientBuilder, NoRoots> {
    Ok(builder.tls_certs_merge(extra))
}

#[cfg(not(any(windows, target_os = "macos")))]
fn of_system(builder: ClientBuilder, extra: Vec<Certificate>) -> Result<ClientBuilder, NoRoots> {
    let mut roots = files::roots();
    roots.extend(extra);
    if roots.is_empty() { Err(NoRoots) } else { Ok(builder.tls_certs_only(roots)) }
}

#[cfg(not(any(windows, target_os = "macos")))]
mod files {
    use std::path::Path;

    use reqwest::Certificate;
    use rustls::RootCertStore;
    use rustls_native_certs::load_certs_from_paths;

    /// One file with all roots; the first that exists is read. The order of `openssl-probe`.
    const BUNDLES: [&str; 7] = [
        "/etc/ssl/certs/ca-certificates.crt",
        "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
        "/etc/pki/tls/certs/ca-bundle.crt",
        "/etc/ssl/ca-bundle.pem",
        "/etc/pki/tls/cacert.pem",
        "/etc/ssl/cert.pem",
        "/opt/etc/ssl/certs/ca-certificates.crt",
    ];
    /// Folders with one root a file; each that exists is read.
    const FOLDERS: [&str; 2] = ["/etc/ssl/certs", "/etc/pki/tls/certs"];

    pub(super) fn roots() -> Vec<Certificate> {
        let bundle = BUNDLES.iter().map(Path::new).find(|path| path.exists());
        let folders = FOLDERS.iter().map(Path::new).filter(|path| path.is_dir());
        let mut found = load_certs_from_paths(bundle, None).certs;
        found.extend(folders.flat_map(|folder| load_certs_from_paths(None, Some(folder)).certs));
        found.sort_unstable_by(|a, b| a.as_ref().cmp(b.as_ref()));
        found.dedup();
        // One that cannot be parsed is left out; a system may have some.
        let usable = found.into_iter().filter(|root| RootCertStore::empty().add(root.clone()).is_ok());
        usable.filter_map(|root| Certificate::from_der(&root).ok()).collect()
    }
}
