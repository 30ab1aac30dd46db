//! THE TABLE: every operation of the service, one row each. Service document, "Endpoints".

use crate::acquirer::{Acquirer, AcquirerDraft, AcquirerId, AcquirerQuery, AcquirerSaved};
use crate::device::{
    Activation, ActivationDraft, Device, DeviceAt, DeviceId, DevicePatch, DeviceQuery, EndQuery,
};
use crate::emv_config::{EmvConfig, EmvDraft, EmvId};
use crate::endpoint::endpoints;
use crate::merchant::{Merchant, MerchantDraft, MerchantId, MerchantQuery};
use crate::owner::Owner;
use crate::profile::{
    Profile, ProfileDraft, ProfileId, ProfileQuery, ProviderReference, SignOn, StatusDraft,
};
use crate::settlement::{BatchId, ReportDraft, SettleDraft, Settlement, SettlementQuery};
use crate::transaction::{
    CaptureDraft, Captured, Numbered, ReceiptDraft, RefundDraft, Transaction, TransactionId,
    TransactionQuery, VoidDraft, Voided,
};
use crate::wire::{CursorPage, Done, Page, PageQuery, Saved};

endpoints! { $
    // Transactions
    /// Lists transactions.
    ListTransactions = Get Read "/api/v2/order"
        "Reading the transactions"; ((), TransactionQuery) -> Page<Transaction>;
    /// Reads one transaction, with its actions.
    GetTransaction = Get Read "/api/v2/order/{transactionId}"
        "Reading the transaction"; (TransactionId, ()) -> Transaction;
    /// Sends a receipt by email.
    EmailReceipt = Post Effect "/api/v2/order/email/{transactionId}"
        "Sending the receipt", "Sent the receipt of"; (TransactionId, ReceiptDraft) -> Done;
    /// Voids an approved sale or refund.
    VoidTransaction = Post Money "/api/v2/order/void/{transactionId}"
        "Voiding the transaction", "Voided"; (TransactionId, VoidDraft) -> Voided, over Option<Transaction>;
    /// Refunds a transaction, in whole or in part.
    RefundTransaction = Post Money "/api/v2/order/refund/{transactionId}"
        "Refunding the transaction", "Refunded"; (TransactionId, RefundDraft) -> Numbered, over Option<Transaction>;
    /// Captures an authorisation, in whole or in part.
    CaptureTransaction = Post Money "/api/v2/order/capture/{transactionId}"
        "Capturing the transaction", "Captured"; (TransactionId, CaptureDraft) -> Captured, over Option<Transaction>;

    // Settlements
    /// Lists settlement batches.
    ListSettlements = Get Read "/api/v2/settlement"
        "Reading the settlements"; ((), SettlementQuery) -> Page<Settlement>;
    /// Reads one settlement batch, with its sums.
    GetSettlement = Get Read "/api/v2/settlement/{batchId}"
        "Reading the settlement"; (BatchId, ()) -> Settlement;
    /// Starts the settlement of a batch.
    Settle = Post Money "/api/v2/settlement/settle"
        "Settling the batch", "Settled"; ((), SettleDraft) -> Numbered, over Option<Settlement>;
    /// Sends a settlement report by email.
    EmailSettlements = Post Effect "/api/v2/settlement/email"
        "Sending the settlement report", "Sent the report of"; ((), ReportDraft) -> Done;

    // EMV configuration
    /// Lists the EMV configurations of the token's owner.
    ListEmv = Get Read "/api/v2/emv"
        "Reading the EMV configurations"; ((), PageQuery) -> Page<EmvConfig>;
    /// Creates an EMV configuration.
    CreateEmv = Post Create "/api/v2/emv"
        "Creating the EMV configuration", "Created"; ((), EmvDraft) -> Saved<EmvId>, over Option<EmvConfig>;
    /// Replaces an EMV configuration.
    UpdateEmv = Put Absolute "/api/v2/emv/{emvId}"
        "Saving the EMV configuration", "Changed"; (EmvId, EmvDraft) -> Saved<EmvId>, over Option<EmvConfig>;
    /// Deletes an EMV configuration.
    DeleteEmv = Delete Delete "/api/v2/emv/{emvId}"
        "Deleting the EMV configuration", "Deleted"; (EmvId, ()) -> Saved<EmvId>, over Option<EmvConfig>;

    // Devices
    /// Lists the terminals of a merchant.
    ListDevices = Get Read "/api/v2/device"
        "Reading the terminals"; ((), DeviceQuery) -> Page<Device>;
    /// Generates an activation code.
    ActivateDevice = Post Create "/api/v2/device"
        "Generating the activation code", "Made an activation code for"; ((), ActivationDraft) -> Activation, over DeviceAt;
    /// Logs a terminal out, decommissions it, or deletes an activation code.
    EndDevice = Delete Delete "/api/v2/device/{deviceId}"
        "Ending the terminal", "Ended"; (DeviceId, EndQuery) -> Done, over DeviceAt;
    /// Changes some of a terminal's settings.
    UpdateDevice = Put Absolute "/api/v2/device/{deviceId}"
        "Saving the terminal", "Changed"; (DeviceId, DevicePatch) -> Done, over DeviceAt;

    // Merchants
    /// Lists merchants.
    ListMerchants = Get Read "/api/v2/mchInfo"
        "Reading the merchants"; ((), MerchantQuery) -> Page<Merchant>;
    /// Creates a merchant.
    CreateMerchant = Post Create "/api/v2/mchInfo"
        "Creating the merchant", "Created"; ((), MerchantDraft) -> Merchant, over Option<Merchant>;
    /// Reads one merchant.
    GetMerchant = Get Read "/api/v2/mchInfo/{mchId}"
        "Reading the merchant"; (MerchantId, ()) -> Merchant;
    /// Replaces a merchant.
    UpdateMerchant = Put Absolute "/api/v2/mchInfo/{mchId}"
        "Saving the merchant", "Changed"; (MerchantId, MerchantDraft) -> Merchant, over Option<Merchant>;

    // Acquirer profiles
    /// Lists acquirer profiles.
    ListAcquirers = Get Read "/api/v2/acquirer"
        "Reading the acquirer profiles"; ((), AcquirerQuery) -> Page<Acquirer>;
    /// Creates an acquirer profile.
    CreateAcquirer = Post Create "/api/v2/acquirer"
        "Creating the acquirer profile", "Created"; ((), AcquirerDraft) -> AcquirerSaved, over Option<Acquirer>;
    /// Replaces an acquirer profile.
    UpdateAcquirer = Put Absolute "/api/v2/acquirer/{profileId}"
        "Saving the acquirer profile", "Changed"; (AcquirerId, AcquirerDraft) -> AcquirerSaved, over Option<Acquirer>;
    /// Deletes an acquirer profile.
    DeleteAcquirer = Delete Delete "/api/v2/acquirer/{profileId}"
        "Deleting the acquirer profile", "Deleted"; (AcquirerId, ()) -> AcquirerSaved, over Option<Acquirer>;

    // Owner
    /// Reads the owner of the token.
    GetOwner = Get Read "/api/v2/current"
        "Reading the owner of the token"; ((), ()) -> Owner;

    // Profiles with acceptances
    /// Lists profiles.
    ListProfiles = Get Read "/api/v1/profiles"
        "Reading the profiles"; ((), ProfileQuery) -> CursorPage<Profile>;
    /// Reads one profile with its acceptances.
    GetProfile = Get Read "/api/v1/profiles/{profileId}"
        "Reading the profile"; (ProfileId, ()) -> Profile;
    /// Reads the profile of a provider reference.
    FindProfile = Get Read "/api/v1/profiles/providerReference/{providerReference}"
        "Reading the profile"; (ProviderReference, ()) -> Profile;
    /// Creates a profile (HTTP 201).
    CreateProfile = Post Create "/api/v1/profiles"
        "Creating the profile", "Created"; ((), ProfileDraft) -> Profile, over Option<Profile>;
    /// Replaces a profile and binds the acceptances passed; with none of them, unbinds all.
    UpdateProfile = Put Absolute "/api/v1/profiles/{profileId}"
        "Saving the profile", "Changed"; (ProfileId, ProfileDraft) -> Profile, over Option<Profile>;
    /// Has every bound acceptance sign on to its gateway.
    SignOnProfile = Post Effect "/api/v1/profiles/{profileId}/signOn"
        "Signing on the profile", "Signed on"; (ProfileId, ()) -> SignOn;
    /// Enables or disables a profile.
    SetProfileStatus = Patch Absolute "/api/v1/profiles/{profileId}/status"
        "Changing the profile's status", "Switched"; (ProfileId, StatusDraft) -> Profile, over Option<Profile>;
}
