//! Origin of the page, the only one that the window shows: exact in scheme, host and port.
//!
//! Pure. Everything else is refused before it is loaded: other schemes, other ports, addresses with a user name.

use tauri::Url;

/// Scheme and host under which Tauri serves the page; Windows has no custom schemes.
#[cfg(windows)]
const PAGE: (&str, &str) = ("http", "tauri.localhost");
#[cfg(not(windows))]
const PAGE: (&str, &str) = ("tauri", "localhost");

pub(crate) fn is_page(url: &Url) -> bool {
    has_origin(url, PAGE)
}

fn has_origin(url: &Url, (scheme, host): (&str, &str)) -> bool {
    url.scheme() == scheme
        && url.host_str() == Some(host)
        && url.port().is_none()
        && url.username().is_empty()
        && url.password().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_exact_origin_is_shown() {
        const OWN: (&str, &str) = ("tauri", "localhost");
        const ON_WINDOWS: (&str, &str) = ("http", "tauri.localhost");
        for (address, own, on_windows) in [
            ("tauri://localhost", true, false),
            ("tauri://localhost/index.html?a=b#c", true, false),
            ("http://tauri.localhost", false, true),
            ("http://tauri.localhost/limits", false, true),
            // The default port is the same origin.
            ("http://tauri.localhost:80/", false, true),
            ("https://tauri.localhost", false, false),
            ("http://tauri.localhost:8080", false, false),
            ("http://tauri.localhost.", false, false),
            ("http://x.tauri.localhost", false, false),
            ("http://tauri.localhost.evil.example", false, false),
            ("http://localhost", false, false),
            ("http://me@tauri.localhost", false, false),
            ("http://:pw@tauri.localhost", false, false),
            ("http://tauri.localhost@evil.example", false, false),
            ("tauri://localhost:80", false, false),
            ("tauri://localhost:443/", false, false),
            ("tauri://me@localhost", false, false),
            ("tauri://me:pw@localhost", false, false),
            ("tauri://localhost.", false, false),
            ("tauri://LOCALHOST", false, false),
            ("tauri://evil.example", false, false),
            ("tauri:localhost", false, false),
            ("tauri:///index.html", false, false),
            ("xtauri://localhost", false, false),
            ("https://evil.example/tauri://localhost", false, false),
            ("data:text/html,<p>x", false, false),
            ("blob:tauri://localhost/4f2a", false, false),
            ("about:blank", false, false),
            ("about:srcdoc", false, false),
            ("file:///etc/passwd", false, false),
            ("file://localhost/etc/passwd", false, false),
            ("javascript:alert(1)", false, false),
            ("view-source:tauri://localhost", false, false),
            ("ws://tauri.localhost", false, false),
            ("asset://localhost", false, false),
            ("ipc://localhost", false, false),
        ] {
            let url = Url::parse(address).unwrap();
            assert_eq!((has_origin(&url, OWN), has_origin(&url, ON_WINDOWS)), (own, on_windows), "{address}");
        }
        assert!(is_page(&Url::parse(&format!("{}://{}/", PAGE.0, PAGE.1)).unwrap()));
    }
}
