//! Amounts and what Tapline itself writes of bits are no values of a pasted text.

use tapline_emv::paste::read;

fn values(text: &str) -> Vec<String> {
    read(text).into_iter().map(|piece| piece.value).collect()
}

#[test]
fn an_amount_is_never_cut_into_a_host_code() {
    for text in [
        "declined 100.01",
        "declined 100,01 EUR",
        "declined: 51.20",
        "rc 100.01",
        "host code: 65.00 EUR",
        "39 57.20",
    ] {
        assert_eq!(values(text), Vec::<String>::new(), "{text}");
    }
    assert_eq!(values("declined 100.01 EUR, rc 51"), ["51"]);
    assert_eq!(values("declined 51 at 100.01"), ["51"]);
    assert_eq!(values("39=51,95=0000008000"), ["51", "0000008000"]);
}

#[test]
fn bits_that_tapline_names_are_no_value() {
    let handed = "Transaction T20261119000007\nCard ending in 1805\n  3. “The amount exceeds the floor limit” is normal. [TVR B4 b8] \
                  known\n  4. The terminal performed card data authentication. [TSI B1 b8, b6, b4] known\n  5. Declined by the host: 65 \
                  [hostRespCode 65] known";
    assert_eq!(values(handed), ["65"]);
    assert_eq!(values("TSI B1 b8 and TVR B2 b5, b4"), Vec::<String>::new());
    // A value that looks like it.
    assert_eq!(values("TSI B1B8"), ["B1B8"]);
    assert_eq!(values("9B B1 B8"), ["B1B8"]);
}
