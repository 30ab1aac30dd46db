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
    ListTransactions = Get Read "/api/v2/order"; ((), TransactionQuery) -> Page<Transaction>;
    /// Reads one transaction, with its actions.
    GetTransaction = Get Read "/api/v2/order/{transactionId}"; (TransactionId, ()) -> Transaction;
    /// Sends a receipt by email.
    EmailReceipt = Post Effect "/api/v2/order/email/{transactionId}"; (TransactionId, ReceiptDraft) -> Done;
    /// Voids an approved sale or refund.
    VoidTransaction = Post Money "/api/v2/order/void/{transactionId}"; (TransactionId, VoidDraft) -> Voided, over Option<Transaction>;
    /// Refunds a transaction, in whole or in part.
    RefundTransaction = Post Money "/api/v2/order/refund/{transactionId}"; (TransactionId, RefundDraft) -> Numbered, over Option<Transaction>;
    /// Captures an authorisation, in whole or in part.
    CaptureTransaction = Post Money "/api/v2/order/capture/{transactionId}"; (TransactionId, CaptureDraft) -> Captured, over Option<Transaction>;

    // Settlements
    /// Lists settlement batches.
    ListSettlements = Get Read "/api/v2/settlement"; ((), SettlementQuery) -> Page<Settlement>;
    /// Reads one settlement batch, with its sums.
    GetSettlement = Get Read "/api/v2/settlement/{batchId}"; (BatchId, ()) -> Settlement;
    /// Starts the settlement of a batch.
    Settle = Post Money "/api/v2/settlement/settle"; ((), SettleDraft) -> Numbered, over Option<Settlement>;
    /// Sends a settlement report by email.
    EmailSettlements = Post Effect "/api/v2/settlement/email"; ((), ReportDraft) -> Done;

    // EMV configuration
    /// Lists the EMV configurations of the token's owner.
    ListEmv = Get Read "/api/v2/emv"; ((), PageQuery) -> Page<EmvConfig>;
    /// Creates an EMV configuration.
    CreateEmv = Post Create "/api/v2/emv"; ((), EmvDraft) -> Saved<EmvId>, over Option<EmvConfig>;
    /// Replaces an EMV configuration.
    UpdateEmv = Put Absolute "/api/v2/emv/{emvId}"; (EmvId, EmvDraft) -> Saved<EmvId>, over Option<EmvConfig>;
    /// Deletes an EMV configuration.
    DeleteEmv = Delete Delete "/api/v2/emv/{emvId}"; (EmvId, ()) -> Saved<EmvId>, over Option<EmvConfig>;

    // Devices
    /// Lists the terminals of a merchant.
    ListDevices = Get Read "/api/v2/device"; ((), DeviceQuery) -> Page<Device>;
    /// Generates an activation code.
    ActivateDevice = Post Create "/api/v2/device"; ((), ActivationDraft) -> Activation, over DeviceAt;
    /// Logs a terminal out, decommissions it, or deletes an activation code.
    EndDevice = Delete Delete "/api/v2/device/{deviceId}"; (DeviceId, EndQuery) -> Done, over DeviceAt;
    /// Changes some of a terminal's settings.
    UpdateDevice = Put Absolute "/api/v2/device/{deviceId}"; (DeviceId, DevicePatch) -> Done, over DeviceAt;

    // Merchants
    /// Lists merchants.
    ListMerchants = Get Read "/api/v2/mchInfo"; ((), MerchantQuery) -> Page<Merchant>;
    /// Creates a merchant.
    CreateMerchant = Post Create "/api/v2/mchInfo"; ((), MerchantDraft) -> Merchant, over Option<Merchant>;
    /// Reads one merchant.
    GetMerchant = Get Read "/api/v2/mchInfo/{mchId}"; (MerchantId, ()) -> Merchant;
    /// Replaces a merchant.
    UpdateMerchant = Put Absolute "/api/v2/mchInfo/{mchId}"; (MerchantId, MerchantDraft) -> Merchant, over Option<Merchant>;

    // Acquirer profiles
    /// Lists acquirer profiles.
    ListAcquirers = Get Read "/api/v2/acquirer"; ((), AcquirerQuery) -> Page<Acquirer>;
    /// Creates an acquirer profile.
    CreateAcquirer = Post Create "/api/v2/acquirer"; ((), AcquirerDraft) -> AcquirerSaved, over Option<Acquirer>;
    /// Replaces an acquirer profile.
    UpdateAcquirer = Put Absolute "/api/v2/acquirer/{profileId}"; (AcquirerId, AcquirerDraft) -> AcquirerSaved, over Option<Acquirer>;
    /// Deletes an acquirer profile.
    DeleteAcquirer = Delete Delete "/api/v2/acquirer/{profileId}"; (AcquirerId, ()) -> AcquirerSaved, over Option<Acquirer>;

    // Owner
    /// Reads the owner of the token.
    GetOwner = Get Read "/api/v2/current"; ((), ()) -> Owner;

    // Profiles with acceptances
    /// Lists profiles.
    ListProfiles = Get Read "/api/v1/profiles"; ((), ProfileQuery) -> CursorPage<Profile>;
    /// Reads one profile with its acceptances.
    GetProfile = Get Read "/api/v1/profiles/{profileId}"; (ProfileId, ()) -> Profile;
    /// Reads the profile of a provider reference.
    FindProfile = Get Read "/api/v1/profiles/providerReference/{providerReference}"; (ProviderReference, ()) -> Profile;
    /// Creates a profile (HTTP 201).
    CreateProfile = Post Create "/api/v1/profiles"; ((), ProfileDraft) -> Profile, over Option<Profile>;
    /// Replaces a profile and binds the acceptances passed; with none of them, unbinds all.
    UpdateProfile = Put Absolute "/api/v1/profiles/{profileId}"; (ProfileId, ProfileDraft) -> Profile, over Option<Profile>;
    /// Has every bound acceptance sign on to its gateway.
    SignOnProfile = Post Effect "/api/v1/profiles/{profileId}/signOn"; (ProfileId, ()) -> SignOn;
    /// Enables or disables a profile.
    SetProfileStatus = Patch Absolute "/api/v1/profiles/{profileId}/status"; (ProfileId, StatusDraft) -> Profile, over Option<Profile>;
}
