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
    /// Lists a page of transactions.
    ListTransactions = Get Read "/api/v2/order"
        "Loading the transactions"; ((), TransactionQuery) -> Page<Transaction>;
    /// Loads a transaction with its actions.
    GetTransaction = Get Read "/api/v2/order/{transactionId}"
        "Loading the transaction"; (TransactionId, ()) -> Transaction;
    /// Sends a receipt by email.
    EmailReceipt = Post Effect "/api/v2/order/email/{transactionId}"
        "Sending the receipt", "Sent the receipt of"; (TransactionId, ReceiptDraft) -> Done, needs "email";
    /// Voids an approved sale or refund; the admin password comes from a file or the environment.
    VoidTransaction = Post Money "/api/v2/order/void/{transactionId}"
        "Voiding the transaction", "Voided"; (TransactionId, VoidDraft) -> Voided, over Option<Transaction>;
    /// Refunds all or a part, in the service's unit, with a trace reference such as `[tl-095cfeee]`; the admin password comes
    /// from a file or the environment.
    RefundTransaction = Post Money "/api/v2/order/refund/{transactionId}"
        "Refunding the transaction", "Refunded"; (TransactionId, RefundDraft) -> Numbered, over Option<Transaction>,
        needs "refundAmount" "refundReason";
    /// Captures an authorization, without an amount all of it.
    CaptureTransaction = Post Money "/api/v2/order/capture/{transactionId}"
        "Capturing the transaction", "Captured"; (TransactionId, CaptureDraft) -> Captured, over Option<Transaction>;

    // Settlements
    /// Lists a page of settlement batches.
    ListSettlements = Get Read "/api/v2/settlement"
        "Loading the settlements"; ((), SettlementQuery) -> Page<Settlement>;
    /// Loads a settlement batch with its totals.
    GetSettlement = Get Read "/api/v2/settlement/{batchId}"
        "Loading the settlement"; (BatchId, ()) -> Settlement;
    /// Starts the settlement of a batch.
    Settle = Post Money "/api/v2/settlement/settle"
        "Settling the batch", "Settled"; ((), SettleDraft) -> Numbered, over Option<Settlement>, needs "batchId";
    /// Sends a settlement report by email.
    EmailSettlements = Post Effect "/api/v2/settlement/email"
        "Sending the settlement report", "Sent the report of"; ((), ReportDraft) -> Done,
        needs "batchIds" "email" "mchId";

    // EMV configuration
    /// Lists the EMV configurations of the token's owner; pageSize -1 loads all.
    ListEmv = Get Read "/api/v2/emv"
        "Loading the EMV configurations"; ((), PageQuery) -> Page<EmvConfig>;
    /// Creates an EMV configuration.
    CreateEmv = Post Create "/api/v2/emv"
        "Creating the EMV configuration", "Created"; ((), EmvDraft) -> Saved<EmvId>, over Option<EmvConfig>,
        needs "params" "emvName" "paymentMethod";
    /// Replaces an EMV configuration.
    UpdateEmv = Put Absolute "/api/v2/emv/{emvId}"
        "Saving the EMV configuration", "Changed"; (EmvId, EmvDraft) -> Saved<EmvId>, over Option<EmvConfig>;
    /// Deletes an EMV configuration.
    DeleteEmv = Delete Delete "/api/v2/emv/{emvId}"
        "Deleting the EMV configuration", "Deleted"; (EmvId, ()) -> Saved<EmvId>, over Option<EmvConfig>;

    // Devices
    /// Lists the terminals of a merchant.
    ListDevices = Get Read "/api/v2/device"
        "Loading the terminals"; ((), DeviceQuery) -> Page<Device>, needs "mchId", always whole;
    /// Generates an activation code.
    ActivateDevice = Post Create "/api/v2/device"
        "Generating the activation code", "Generated an activation code for"; ((), ActivationDraft) -> Activation, over DeviceAt,
        needs "activateCodeAlias" "deviceType" "mchId";
    /// Logs out (deviceStatus 2) or decommissions (3) a terminal; an activation code (CD-…) is deleted with {}.
    EndDevice = Delete Delete "/api/v2/device/{deviceId}"
        "Ending the terminal", "Ended"; (DeviceId, EndQuery) -> Done, over DeviceAt;
    /// Changes some settings of a terminal.
    UpdateDevice = Put Absolute "/api/v2/device/{deviceId}"
        "Saving the terminal", "Changed"; (DeviceId, DevicePatch) -> Done, over DeviceAt;

    // Merchants
    /// Lists merchants.
    ListMerchants = Get Read "/api/v2/mchInfo"
        "Loading the merchants"; ((), MerchantQuery) -> Page<Merchant>, always whole;
    /// Creates a merchant.
    CreateMerchant = Post Create "/api/v2/mchInfo"
        "Creating the merchant", "Created"; ((), MerchantDraft) -> Merchant, over Option<Merchant>;
    /// Loads a merchant.
    GetMerchant = Get Read "/api/v2/mchInfo/{mchId}"
        "Loading the merchant"; (MerchantId, ()) -> Merchant;
    /// Replaces a merchant; fields left out are removed.
    UpdateMerchant = Put Absolute "/api/v2/mchInfo/{mchId}"
        "Saving the merchant", "Changed"; (MerchantId, MerchantDraft) -> Merchant, over Option<Merchant>;

    // Acquirer profiles
    /// Lists acquirer profiles; pageSize -1 loads all.
    ListAcquirers = Get Read "/api/v2/acquirer"
        "Loading the acquirer profiles"; ((), AcquirerQuery) -> Page<Acquirer>;
    /// Creates an acquirer profile.
    CreateAcquirer = Post Create "/api/v2/acquirer"
        "Creating the acquirer profile", "Created"; ((), AcquirerDraft) -> AcquirerSaved, over Option<Acquirer>;
    /// Replaces an acquirer profile; fields left out are removed.
    UpdateAcquirer = Put Absolute "/api/v2/acquirer/{profileId}"
        "Saving the acquirer profile", "Changed"; (AcquirerId, AcquirerDraft) -> AcquirerSaved, over Option<Acquirer>;
    /// Deletes an acquirer profile.
    DeleteAcquirer = Delete Delete "/api/v2/acquirer/{profileId}"
        "Deleting the acquirer profile", "Deleted"; (AcquirerId, ()) -> AcquirerSaved, over Option<Acquirer>;

    // Owner
    /// Loads the owner of the token.
    GetOwner = Get Read "/api/v2/current"
        "Loading the owner of the token"; ((), ()) -> Owner;

    // Profiles with acceptances
    /// Lists a part of the profiles.
    ListProfiles = Get Read "/api/v1/profiles"
        "Loading the profiles"; ((), ProfileQuery) -> CursorPage<Profile>;
    /// Loads a profile with its acceptances.
    GetProfile = Get Read "/api/v1/profiles/{profileId}"
        "Loading the profile"; (ProfileId, ()) -> Profile;
    /// Loads the profile with a provider reference.
    FindProfile = Get Read "/api/v1/profiles/providerReference/{providerReference}"
        "Loading the profile"; (ProviderReference, ()) -> Profile;
    /// Creates a profile with its acceptances (HTTP 201).
    CreateProfile = Post Create "/api/v1/profiles"
        "Creating the profile", "Created"; ((), ProfileDraft) -> Profile, over Option<Profile>;
    /// Replaces a profile and its acceptances; without any, all are unbound, which needs `--accept unbind-all`.
    UpdateProfile = Put Absolute "/api/v1/profiles/{profileId}"
        "Saving the profile", "Changed"; (ProfileId, ProfileDraft) -> Profile, over Option<Profile>;
    /// Signs on every bound acceptance to its gateway.
    SignOnProfile = Post Effect "/api/v1/profiles/{profileId}/signOn"
        "Signing on the profile", "Signed on"; (ProfileId, ()) -> SignOn;
    /// Enables or disables a profile.
    SetProfileStatus = Patch Absolute "/api/v1/profiles/{profileId}/status"
        "Changing the profile's status", "Changed the status of"; (ProfileId, StatusDraft) -> Profile, over Option<Profile>,
        needs "status";
}
