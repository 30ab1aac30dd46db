//! What core knows of each endpoint beyond the contract: how it is called in a sentence, and how long it may take.
//!
//! A row missing here does not compile: [`super::Client::send`] asks for it.

use std::time::Duration;

use tapline_contract::Endpoint;
use tapline_contract::endpoints::*;

/// Times and sizes of one call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// From the first byte sent to the last header received.
    pub(crate) headers: Duration,
    /// The whole call.
    pub(crate) whole: Duration,
    /// Bytes of the body, as sent and as unpacked.
    pub(crate) body: usize,
}

/// Name resolution, TCP, proxy and TLS together.
pub(crate) const CONNECT: Duration = Duration::from_secs(10);

const fn limits(headers: u64, whole: u64, mebibytes: usize) -> Limits {
    Limits { headers: Duration::from_secs(headers), whole: Duration::from_secs(whole), body: mebibytes << 20 }
}

const RECORD: Limits = limits(20, 45, 16);
const WHOLE_LIST: Limits = limits(60, 90, 64);
const CHANGE: Limits = limits(60, 90, 4);
const MONEY: Limits = limits(90, 120, 4);

pub(crate) trait Sending: Endpoint + Sized {
    /// Begins a sentence: `… failed: why.`
    const WORDS: &'static str;
    const LIMITS: Limits;
}

macro_rules! sending {
    ($($name:ident: $words:literal, $limits:ident;)*) => {
        $(impl Sending for $name {
            const WORDS: &'static str = $words;
            const LIMITS: Limits = $limits;
        })*
    };
}

sending! {
    ListTransactions: "Reading the transactions", WHOLE_LIST;
    GetTransaction: "Reading the transaction", RECORD;
    EmailReceipt: "Sending the receipt", MONEY;
    VoidTransaction: "Voiding the transaction", MONEY;
    RefundTransaction: "Refunding the transaction", MONEY;
    CaptureTransaction: "Capturing the transaction", MONEY;
    ListSettlements: "Reading the settlements", WHOLE_LIST;
    GetSettlement: "Reading the settlement", RECORD;
    Settle: "Settling the batch", MONEY;
    EmailSettlements: "Sending the settlement report", MONEY;
    ListEmv: "Reading the EMV configurations", WHOLE_LIST;
    CreateEmv: "Creating the EMV configuration", CHANGE;
    UpdateEmv: "Saving the EMV configuration", CHANGE;
    DeleteEmv: "Deleting the EMV configuration", CHANGE;
    ListDevices: "Reading the terminals", WHOLE_LIST;
    ActivateDevice: "Generating the activation code", CHANGE;
    EndDevice: "Ending the terminal", CHANGE;
    UpdateDevice: "Saving the terminal", CHANGE;
    ListMerchants: "Reading the merchants", WHOLE_LIST;
    CreateMerchant: "Creating the merchant", CHANGE;
    GetMerchant: "Reading the merchant", RECORD;
    UpdateMerchant: "Saving the merchant", CHANGE;
    ListAcquirers: "Reading the acquirer profiles", WHOLE_LIST;
    CreateAcquirer: "Creating the acquirer profile", CHANGE;
    UpdateAcquirer: "Saving the acquirer profile", CHANGE;
    DeleteAcquirer: "Deleting the acquirer profile", CHANGE;
    GetOwner: "Reading the owner of the token", RECORD;
    ListProfiles: "Reading the profiles", RECORD;
    GetProfile: "Reading the profile", RECORD;
    FindProfile: "Reading the profile", RECORD;
    CreateProfile: "Creating the profile", CHANGE;
    UpdateProfile: "Saving the profile", CHANGE;
    SignOnProfile: "Signing on the profile", MONEY;
    SetProfileStatus: "Changing the profile's status", CHANGE;
}
