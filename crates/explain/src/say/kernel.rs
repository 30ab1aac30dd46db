//! Clauses about the card's own data: the IAD, and outcome and error of kernel 2.

use crate::facts::IadBit;

pub(super) fn iad(bit: IadBit) -> &'static str {
    match bit {
        IadBit::PinTriesExceeded => "the card reports its PIN tries as exceeded",
        IadBit::OfflinePinFailed => "the card found the PIN wrong",
        IadBit::OfflinePinPerformed => "the card checked the PIN",
        IadBit::LimitExceeded => "the card's own offline limit is exceeded",
        IadBit::CardVerificationFailed => "the card's verification failed",
    }
}

/// Book C-2, A.1.117.
pub(super) fn kernel_outcome(status: u8) -> &'static str {
    match status {
        1 => "the reader approved offline",
        2 => "the reader declined",
        3 => "the reader went online",
        4 => "the reader ended the tap",
        5 => "the reader selected the next application",
        6 => "the reader wanted another interface",
        7 => "the reader wanted another tap",
        _ => "the reader gave no outcome",
    }
}

/// Book C-2, A.1.57.
pub(super) fn kernel_error(l1: u8, l2: u8, l3: u8) -> String {
    let what = match (l1, l2, l3) {
        (_, 0x01, _) => "card data is missing",
        (_, 0x02, _) => "the card couldn't be authenticated",
        (_, 0x03, _) => "the card answered with an error",
        (_, 0x04, _) => "the card's data couldn't be parsed",
        (_, 0x05, _) => "the amount is above the transaction limit",
        (_, 0x06, _) => "the card's data is wrong",
        (_, 0x07, _) => "mag-stripe mode isn't supported",
        (_, 0x08 | 0x09, _) => "the card's payment directory couldn't be used",
        (_, 0x0A, _) => "card and reader share no application",
        (_, 0x0B..=0x0E, _) => "the card's data storage failed",
        (_, 0x0F, _) => "the terminal's data is wrong",
        (0x01, ..) => "the card was removed too soon",
        (0x02 | 0x03, ..) => "the radio link to the card failed",
        (.., 0x01) => "the reader timed out",
        (.., 0x02) => "the tap was stopped",
        (.., 0x03) => "the amount wasn't there",
        _ => return format!("the reader reports error {l1:02X} {l2:02X} {l3:02X}"),
    };
    what.to_owned()
}
