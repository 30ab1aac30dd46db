//! The outcome of kernel 2 in its own words: Outcome Parameter Set (DF8129) and Error Indication (DF8115). EMV Book C-2 v2.11, A.1.69
//! and A.1.112, as open kernels read them (DCEMV, D. Hu EMV, readers' constants).
//!
//! Not the outcome of the sale: after "online request" the host decides.

/// DF8129 byte 1, bits 8 to 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    Approved,
    Declined,
    OnlineRequest,
    EndApplication,
    SelectNext,
    TryAnotherInterface,
    TryAgain,
    Unknown,
}

/// DF8129 byte 4, bits 8 to 5: the verification that the kernel asks the terminal for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cvm {
    None,
    Signature,
    OnlinePin,
    /// The phone has verified its owner.
    ConfirmationCode,
    NotApplicable,
}

/// DF8129, eight bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    pub status: Status,
    /// `A` to `D`: where the next tap starts. `None`: not applicable.
    pub start: Option<char>,
    /// Byte 3, bits 8 to 5: data for an online response are expected.
    pub has_online_response: bool,
    pub cvm: Cvm,
    /// Byte 5, bit 8 or 7: a message for the display goes with it.
    pub has_message: bool,
    /// Byte 5, bit 4.
    pub prints_receipt: bool,
    /// Byte 6, bits 8 to 5: contact chip (1) or stripe (2) next.
    pub alternate_interface: Option<u8>,
}

/// DF8115 byte 1.
pub const L1: &[&str] = &["", "time out", "transmission error", "protocol error"];
/// DF8115 byte 2.
pub const L2: &[&str] = &[
    "",
    "card data missing",
    "card authentication failed",
    "the card answered with an error status",
    "the card's data can't be parsed",
    "amount above the reader's transaction limit",
    "card data error",
    "mag-stripe mode not supported",
    "no list of applications on the card (PPSE)",
    "the list of applications is faulty (PPSE)",
    "no application that the reader supports",
    "data storage: read error",
    "data storage: write error",
    "data storage: data error",
    "data storage: no matching cryptogram",
    "terminal data error",
];
/// DF8115 byte 3.
pub const L3: &[&str] = &["", "no tap in time", "stopped", "amount missing"];

/// DF8115 byte 2: the amount is above the transaction limit of the reader.
pub const MAX_LIMIT_EXCEEDED: u8 = 5;

/// Reads a DF8129.
pub fn read(set: [u8; 8]) -> Outcome {
    let high = |byte: u8| byte >> 4;
    Outcome {
        status: match high(set[0]) {
            1 => Status::Approved,
            2 => Status::Declined,
            3 => Status::OnlineRequest,
            4 => Status::EndApplication,
            5 => Status::SelectNext,
            6 => Status::TryAnotherInterface,
            7 => Status::TryAgain,
            _ => Status::Unknown,
        },
        start: ['A', 'B', 'C', 'D'].get(usize::from(high(set[1]))).copied(),
        has_online_response: high(set[2]) != 0xF,
        cvm: match high(set[3]) {
            0 => Cvm::None,
            1 => Cvm::Signature,
            2 => Cvm::OnlinePin,
            3 => Cvm::ConfirmationCode,
            _ => Cvm::NotApplicable,
        },
        has_message: set[4] & 0xC0 != 0,
        prints_receipt: set[4] & 0x08 != 0,
        alternate_interface: Some(high(set[5])).filter(|interface| *interface != 0xF),
    }
}

/// The errors that a DF8115 names, first the one nearest to the card.
pub fn errors(indication: [u8; 6]) -> Vec<&'static str> {
    let name = |table: &[&'static str], code: u8| {
        let unknown = "an unknown error";
        (code != 0).then(|| table.get(usize::from(code)).copied().unwrap_or(unknown))
    };
    [name(L1, indication[0]), name(L2, indication[1]), name(L3, indication[2])]
        .into_iter()
        .flatten()
        .collect()
}
