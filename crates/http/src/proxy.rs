//! The proxy between this computer and a base address, by the rules of the HTTP library itself.
//!
//! Invariant: a proxy is named by host and port alone; a name and a password in its address are never shown.

use hyper_util::client::proxy::matcher::Matcher;
use tapline_address::BaseAddress;

/// Variables that name the proxy of an https address, the stronger pair first. Of a pair the first that is set counts, even if empty.
const VARIABLES: [[&str; 2]; 2] = [["HTTPS_PROXY", "https_proxy"], ["ALL_PROXY", "all_proxy"]];

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proxy {
    /// Host and port.
    pub place: String,
    /// The variable that sets it; `None` for one from the settings of the system.
    pub variable: Option<&'static str>,
}

impl Proxy {
    /// The proxy through which calls to this address go. Calls to this computer use none.
    pub fn before(base: &BaseAddress) -> Option<Proxy> {
        if base.is_loopback() {
            return None;
        }
        let address = base.text().parse().ok()?;
        let found = Matcher::from_system().intercept(&address)?;
        let uri = found.uri();
        let port = uri.port_u16().unwrap_or(match uri.scheme_str() {
            Some("https") => 443,
            Some("http") => 80,
            _ => 1080,
        });
        let set = |name: &'static str| Some((name, std::env::var(name).ok()?));
        let names_one = |value: String| Matcher::builder().https(value).build().intercept(&address).is_some();
        let set = VARIABLES.into_iter().filter_map(|pair| pair.into_iter().find_map(set));
        let variable = set.into_iter().find_map(|(name, value)| names_one(value).then_some(name));
        Some(Proxy { place: format!("{}:{port}", uri.host()?), variable })
    }

    /// Variable and place, for a proxy that the environment sets.
    pub fn by_variable(&self) -> Option<(&'static str, &str)> {
        Some((self.variable?, &self.place))
    }
}
