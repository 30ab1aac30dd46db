//! The text of an entry in the keyring: the address that a token belongs to, a line break, and the token.
//!
//! [`super::keyring`] stores it. Neither an address nor a token can contain a line break, so an entry without one was written
//! by an older version of Tapline, which stored the token alone.

use tapline_address::BaseAddress;
use zeroize::Zeroizing;

use super::token::Token;

pub(super) enum Entry {
    Bound {
        address: String,
        token: Token,
    },
    /// Written by an older version.
    Unbound(Token),
}

impl Entry {
    /// `None`: Tapline did not write it.
    pub(super) fn read(bytes: &[u8]) -> Option<Entry> {
        let text = str::from_utf8(bytes).ok()?;
        match text.split_once('\n') {
            Some((address, token)) => {
                Some(Entry::Bound { address: address.to_owned(), token: Token::parse(token).ok()? })
            }
            None => Token::parse(text).ok().map(Entry::Unbound),
        }
    }
}

pub(super) fn write(address: &BaseAddress, token: &Token) -> Zeroizing<Vec<u8>> {
    let (address, token) = (address.text().as_bytes(), token.bytes());
    // Its final size from the start: growing would leave a copy behind.
    let mut bytes = Zeroizing::new(Vec::with_capacity(address.len() + 1 + token.len()));
    bytes.extend_from_slice(address);
    bytes.push(b'\n');
    bytes.extend_from_slice(token);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_names_its_address() {
        let address = BaseAddress::parse("https://pos.example.com/a").unwrap();
        let bytes = write(&address, &Token::parse("abc.def").unwrap());
        let Some(Entry::Bound { address: own, token }) = Entry::read(&bytes) else { panic!("not bound") };
        assert_eq!((own.as_str(), token.bearer().as_str()), (address.text(), "Bearer abc.def"));
    }

    #[test]
    fn an_entry_of_an_older_version_names_none() {
        assert!(matches!(Entry::read(b"abc.def"), Some(Entry::Unbound(_))));
        for foreign in [&b""[..], b"two words", b"https://a\n", b"https://a\nb\nc", b"\xff"] {
            assert!(Entry::read(foreign).is_none(), "{foreign:?}");
        }
    }
}
