//! Integer keys for texts: most pairs of texts are ordered by their keys alone.
//!
//! Ids, timestamps and masked card numbers share a prefix and a format. The bits that all texts have in common are left out, so that
//! the 64 bits of a key hold what differs. Two texts with the same key must still be compared.

/// Bytes of a text that can go into its key.
const LOOKED: usize = 32;

/// Which bits differ between some texts.
pub(super) struct TextKey {
    parts: Vec<Part>,
}

/// A byte of the texts, and how many of its lowest bits differ.
struct Part {
    at: usize,
    bits: u32,
    mask: u8,
}

impl TextKey {
    /// Keys made with it can be compared for these texts only.
    pub(super) fn of<'t>(texts: impl Iterator<Item = &'t str>) -> TextKey {
        // Bits that are set in some texts, and in all of them. A text counts as padded with zeros.
        let (mut some, mut all) = ([0_u8; LOOKED], [u8::MAX; LOOKED]);
        let mut shortest = LOOKED;
        for text in texts {
            let bytes = text.as_bytes();
            shortest = shortest.min(bytes.len());
            for ((some, all), byte) in some.iter_mut().zip(&mut all).zip(bytes) {
                *some |= byte;
                *all &= byte;
            }
        }
        all[shortest..].fill(0);
        let mut room = u64::BITS;
        let differ = some.iter().zip(all).map(|(some, all)| u8::BITS - (some & !all).leading_zeros());
        let parts = differ.enumerate().filter(|(_, bits)| *bits > 0).map_while(|(at, bits)| {
            room = room.checked_sub(bits)?;
            Some(Part { at, bits, mask: u8::MAX >> (u8::BITS - bits) })
        });
        TextKey { parts: parts.collect() }
    }

    pub(super) fn key(&self, text: &str) -> u64 {
        let bytes = text.as_bytes();
        self.parts.iter().fold(0, |key, part| {
            let byte = bytes.get(part.at).copied().unwrap_or_default();
            (key << part.bits) | u64::from(byte & part.mask)
        })
    }
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;

    use proptest::prelude::*;

    use super::*;

    fn check(texts: &[String]) {
        let key = TextKey::of(texts.iter().map(String::as_str));
        for one in texts {
            for other in texts {
                let found = key.key(one).cmp(&key.key(other));
                assert!(found == Ordering::Equal || found == one.cmp(other), "{one} {other} of {texts:?}");
            }
        }
    }

    #[test]
    fn what_is_alike_takes_no_room() {
        for texts in [
            ["2026-11-21T13:02:03Z", "2026-11-21T13:02:04Z", "2025-02-28T23:59:59Z"],
            ["T000000000012", "T000000000013", "X000000000999"],
            ["411111******1111", "555555******4444", "411111******1112"],
        ] {
            let key = TextKey::of(texts.into_iter());
            let keys = texts.map(|text| key.key(text));
            assert!(keys[0] != keys[1] && keys[1] != keys[2] && keys[0] != keys[2], "{texts:?}");
            check(&texts.map(str::to_owned));
        }
    }

    proptest! {
        #[test]
        fn keys_order_like_texts(texts in prop::collection::vec("[ab\0]{0,3}|T0{0,30}[0-9]{0,4}|[0-9A-Fä漢]{0,40}|.{0,12}", 0..12)) {
            check(&texts);
        }
    }
}
