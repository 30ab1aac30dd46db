//! Gzip as it should be, and as it comes from servers that are broken or malicious.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;

/// Fault or oddity of a gzip body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gzip {
    Whole,
    /// The second half is missing.
    Truncated,
    /// One byte in the middle is wrong; the checksum at the end detects it.
    Corrupt,
    /// Packed twice, announced once.
    Doubled,
    /// In two members, which is legal.
    Members,
}

/// `plain`, packed.
pub fn gzip(plain: &[u8], how: Gzip) -> Vec<u8> {
    let packed = packed(plain);
    match how {
        Gzip::Whole => packed,
        Gzip::Truncated => packed[..packed.len() / 2].to_vec(),
        Gzip::Corrupt => {
            let mut packed = packed;
            let middle = packed.len() / 2;
            packed[middle] ^= 0x55;
            packed
        }
        Gzip::Doubled => self::packed(&packed),
        Gzip::Members => {
            let (first, second) = plain.split_at(plain.len() / 2);
            [self::packed(first), self::packed(second)].concat()
        }
    }
}

/// A bomb: JSON of so many mebibytes, one long text of a thousandth of that on the wire.
pub fn zeros(mebibytes: usize) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    let mebibyte = vec![b'0'; 1 << 20];
    let mut write = |bytes: &[u8]| encoder.write_all(bytes).expect("a Vec takes everything");
    write(b"{\"msg\":\"");
    for _ in 0..mebibytes {
        write(&mebibyte);
    }
    write(b"\",\"code\":0}");
    encoder.finish().expect("a Vec takes everything")
}

fn packed(plain: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(plain).expect("a Vec takes everything");
    encoder.finish().expect("a Vec takes everything")
}
