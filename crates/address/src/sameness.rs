//! Compares addresses the way guards do: however an address is written, it is one service.
//!
//! Pure, and stricter than the protocol: case, a dot behind the host, the default port, doubled slashes, percent-encoding and the
//! names of this computer make no difference. Two names of one host in the DNS can't be known here; each is agreed to by itself.

use std::collections::BTreeSet;
use std::net::Ipv6Addr;

use super::{BaseAddress, Namespace};

impl BaseAddress {
    /// Keys of the services that a connection reaches: below the address, and below its namespace. Two connections with a key in
    /// common reach the same service.
    pub fn reaches(&self, namespace: &Namespace) -> BTreeSet<String> {
        let (host, port) = self.place.rsplit_once(':').unwrap_or((&self.place, ""));
        let start = format!("{}:{port}", self.host_key(host));
        let path = self.text.splitn(4, '/').nth(3).unwrap_or_default();
        let below = |path: &str| {
            let segments = path.split('/').filter(|segment| !segment.is_empty());
            segments.fold(start.clone(), |key, segment| format!("{key}/{}", plain(segment)))
        };
        BTreeSet::from([below(path), below(&format!("{path}/{namespace}"))])
    }

    fn host_key(&self, host: &str) -> String {
        if self.loopback {
            return "localhost".to_owned();
        }
        let host = host.trim_end_matches('.').to_lowercase();
        let mapped = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
        let mapped = mapped.and_then(|host| host.parse::<Ipv6Addr>().ok()).and_then(|ip| ip.to_ipv4_mapped());
        mapped.map_or(host, |ip| if ip.is_loopback() { "localhost".to_owned() } else { ip.to_string() })
    }
}

/// A segment in lower case without percent-encoding.
fn plain(segment: &str) -> String {
    let (mut bytes, mut rest) = (Vec::new(), segment.as_bytes());
    while let Some((first, after)) = rest.split_first() {
        let hex = after.get(..2).and_then(|hex| str::from_utf8(hex).ok());
        let byte = hex.filter(|_| *first == b'%').and_then(|hex| u8::from_str_radix(hex, 16).ok());
        bytes.push(byte.unwrap_or(*first));
        rest = if byte.is_some() { &after[2..] } else { after };
    }
    String::from_utf8_lossy(&bytes).to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reaches((address, namespace): (&str, &str)) -> BTreeSet<String> {
        BaseAddress::parse(address).unwrap().reaches(&Namespace::parse(namespace).unwrap())
    }

    #[test]
    fn one_service_has_one_key_however_it_is_written() {
        for (one, other, is_same) in [
            (("https://a.example", ""), ("https://a.example", "acme"), true),
            (("https://a.example", "acme"), ("https://a.example/", "shop"), true),
            (("https://a.example", ""), ("HTTPS://A.Example:443//", ""), true),
            (("https://a.example", ""), ("https://a.example.", ""), true),
            (("https://a.example/Pos", ""), ("https://a.example/%70os/", ""), true),
            (("https://a.example/a/b", ""), ("https://a.example/a//b", ""), true),
            (("https://a.example/a", ""), ("https://a.example/x/../a", ""), true),
            // Below /api/v1 both are one.
            (("https://a.example/a", "b"), ("https://a.example", "a/b"), true),
            (("https://a.example/a", ""), ("https://a.example", "a"), true),
            (("http://localhost:81", ""), ("http://127.0.0.1:81", ""), true),
            (("http://localhost:81", ""), ("http://[::1]:81", ""), true),
            (("https://127.0.0.1", ""), ("https://[::ffff:127.0.0.1]", ""), true),
            (("https://10.0.0.1", ""), ("https://[::ffff:10.0.0.1]", ""), true),
            (("https://a.example", ""), ("https://a.example:8443", ""), false),
            (("https://a.example", ""), ("https://b.example", ""), false),
            (("https://a.example/live", ""), ("https://a.example/test", ""), false),
            (("https://a.example", ""), ("https://a.example/test", ""), false),
            (("http://localhost:81", ""), ("http://localhost:82", ""), false),
        ] {
            assert_eq!(!reaches(one).is_disjoint(&reaches(other)), is_same, "{one:?} {other:?}");
        }
    }
}
