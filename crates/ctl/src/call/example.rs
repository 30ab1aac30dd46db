//! What each endpoint is for and what it takes, as rows of text. Service document, "Endpoints".
//!
//! Not the interface: that is the contract's table. An endpoint without a row here does not compile ([`super::table`]), and a
//! test reads every example by the endpoint's own types.

use tapline_contract::{Endpoint, endpoints};

/// What a person needs to know to call it.
pub(super) trait Example: Endpoint {
    const WORDS: &'static str;
    /// Empty where the path has no parameter.
    const ID: &'static str;
    /// JSON; empty where nothing is taken.
    const INPUT: &'static str;
}

macro_rules! examples {
    ($($name:ident $words:literal, $id:literal, $input:literal;)*) => { $(
        impl Example for endpoints::$name {
            const WORDS: &'static str = $words;
            const ID: &'static str = $id;
            const INPUT: &'static str = $input;
        }
    )* };
}

#[rustfmt::skip]
examples! {
    ListTransactions "List transactions, a page", "",
        r#"{"createdStart":"2026-11-01","createdEnd":"2026-11-30","state":2,"pageSize":200,"pageNumber":1}"#;
    GetTransaction "Read a transaction with its actions", "T202611200001", "";
    EmailReceipt "Send a receipt by e-mail", "T202611200001", r#"{"email":"customer@example.com"}"#;
    VoidTransaction "Void an approved sale or refund; the admin password comes from a file or the environment", "T202611200001", "{}";
    RefundTransaction "Refund, in whole or in part; the admin password comes from a file or the environment", "T202611200001",
        r#"{"refundAmount":12.50,"refundReason":"returned goods"}"#;
    CaptureTransaction "Capture an authorisation; without amount the whole", "T202611200001", r#"{"amount":"12.50"}"#;
    ListSettlements "List settlement batches, a page", "",
        r#"{"createdStart":"2026-11-01","createdEnd":"2026-11-30","pageSize":200,"pageNumber":1}"#;
    GetSettlement "Read a settlement batch with its sums", "B20261120", "";
    Settle "Start the settlement of a batch", "", r#"{"batchId":"B20261120"}"#;
    EmailSettlements "Send a settlement report by e-mail", "",
        r#"{"batchIds":"[{\"batchId\":\"B20261120\"}]","email":"office@example.com","mchId":"M1001"}"#;
    ListEmv "List EMV configurations; pageSize -1 reads all", "", r#"{"pageSize":-1}"#;
    CreateEmv "Create an EMV configuration", "",
        r#"{"emvName":"Retail DE","paymentMethod":"01","params":{"aid":"A0000000031010","appVersion":"0096","clFloorLimit":0,"clTransLimit":20000,"clCVMLimit":5000}}"#;
    UpdateEmv "Replace an EMV configuration", "11",
        r#"{"emvName":"Retail DE","paymentMethod":"01","params":{"aid":"A0000000031010","appVersion":"0096","clFloorLimit":0,"clTransLimit":20000,"clCVMLimit":5000}}"#;
    DeleteEmv "Delete an EMV configuration", "11", "";
    ListDevices "List the terminals of a merchant", "", r#"{"mchId":"M1001"}"#;
    ActivateDevice "Generate an activation code", "",
        r#"{"activateCodeAlias":"Till 3","deviceType":"COTS","mchId":"M1001"}"#;
    EndDevice "Log out (2) or decommission (3) a terminal; an activation code (CD-…) is deleted with {}", "sdk-0001",
        r#"{"deviceStatus":2}"#;
    UpdateDevice "Change some settings of a terminal", "sdk-0001", r#"{"activateCodeAlias":"Till 4"}"#;
    ListMerchants "List merchants", "", r#"{"mchName":"Bakery"}"#;
    CreateMerchant "Create a merchant", "", r#"{"mchName":"Bakery North","mcc":"5462","timeZone":"Europe/Berlin"}"#;
    GetMerchant "Read a merchant", "M1001", "";
    UpdateMerchant "Replace a merchant: give every field that shall stay", "M1001",
        r#"{"mchName":"Bakery North","mcc":"5462","timeZone":"Europe/Berlin"}"#;
    ListAcquirers "List acquirer profiles; pageSize -1 reads all", "", r#"{"profileName":"North","pageSize":-1}"#;
    CreateAcquirer "Create an acquirer profile", "",
        r#"{"profileName":"North","currency":"EUR","connUrl":"https://host.example.com","connTimeout":30,"emvList":{"01":[11]},"methodList":{"01":["VISA"]}}"#;
    UpdateAcquirer "Replace an acquirer profile: give every field that shall stay", "7",
        r#"{"profileName":"North","currency":"EUR","connUrl":"https://host.example.com","connTimeout":30,"emvList":{"01":[11]},"methodList":{"01":["VISA"]}}"#;
    DeleteAcquirer "Delete an acquirer profile", "7", "";
    GetOwner "Read the owner of the token", "", "";
    ListProfiles "List profiles, a part of the list", "", r#"{"pageSize":50}"#;
    GetProfile "Read a profile with its acceptances", "prof_0001", "";
    FindProfile "Read the profile of a provider reference", "shop-0001", "";
    CreateProfile "Create a profile with its acceptances", "",
        r#"{"profileName":"Bakery North","providerReference":"shop-0001","currency":"EUR","acceptances":[{"acptName":"Cards","hostMessageFormat":"ISO8583","supportedPayments":["VISA"]}]}"#;
    UpdateProfile "Replace a profile and bind the acceptances passed; none unbinds all and needs --accept unbind-all", "prof_0001",
        r#"{"profileName":"Bakery North","providerReference":"shop-0001","currency":"EUR","acceptances":[{"acptId":"acpt_0001"}]}"#;
    SignOnProfile "Have every bound acceptance sign on to its gateway", "prof_0001", "";
    SetProfileStatus "Enable or disable a profile", "prof_0001", r#"{"status":"DISABLED"}"#;
}
