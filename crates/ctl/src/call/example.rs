//! What each endpoint is for and what it takes, as rows of text. Service document, "Endpoints".
//!
//! Ids and amounts are those of the sandbox, so that every example can be tried there. Not the interface: that is the contract's table. An endpoint without a row here does not compile ([`super::table`]), and a
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
    GetTransaction "Read a transaction with its actions", "T20261101000001", "";
    EmailReceipt "Send a receipt by email", "T20261101000001", r#"{"email":"customer@example.com"}"#;
    VoidTransaction "Void an approved sale or refund; the admin password comes from a file or the environment", "T20261101000001", "{}";
    RefundTransaction "Refund, in whole or in part, in the service's own unit; a mark such as [tl-095cfeee] is sent behind refundReason; the admin password comes from a file or the environment", "T20261101000003",
        r#"{"refundAmount":1250,"refundReason":"returned goods"}"#;
    CaptureTransaction "Capture an authorisation; without amount the whole", "T20261101000002", r#"{"amount":"12000"}"#;
    ListSettlements "List settlement batches, a page", "",
        r#"{"createdStart":"2026-11-01","createdEnd":"2026-11-30","pageSize":200,"pageNumber":1}"#;
    GetSettlement "Read a settlement batch with its sums", "B20261101001", "";
    Settle "Start the settlement of a batch", "", r#"{"batchId":"B20261101001"}"#;
    EmailSettlements "Send a settlement report by email", "",
        r#"{"batchIds":"[{\"batchId\":\"B20261101001\"}]","email":"office@example.com","mchId":"M100000001"}"#;
    ListEmv "List EMV configurations; pageSize -1 reads all", "", r#"{"pageSize":-1}"#;
    CreateEmv "Create an EMV configuration", "",
        r#"{"emvName":"Retail DE","paymentMethod":"01","params":{"aid":"A0000000031010","appVersion":"0096","clFloorLimit":0,"clTransLimit":20000,"clCVMLimit":5000}}"#;
    UpdateEmv "Replace an EMV configuration", "11",
        r#"{"emvName":"Retail DE","paymentMethod":"01","params":{"aid":"A0000000031010","appVersion":"0096","clFloorLimit":0,"clTransLimit":20000,"clCVMLimit":5000}}"#;
    DeleteEmv "Delete an EMV configuration", "11", "";
    ListDevices "List the terminals of a merchant", "", r#"{"mchId":"M100000001"}"#;
    ActivateDevice "Generate an activation code", "",
        r#"{"activateCodeAlias":"Till 3","deviceType":"COTS","mchId":"M100000001"}"#;
    EndDevice "Log out (2) or decommission (3) a terminal; an activation code (CD-…) is deleted with {}", "SDK-4F1A20B8",
        r#"{"deviceStatus":2}"#;
    UpdateDevice "Change some settings of a terminal", "CD-H3N8T2WA", r#"{"activateCodeAlias":"Till 4"}"#;
    ListMerchants "List merchants", "", r#"{"mchName":"Bakery"}"#;
    CreateMerchant "Create a merchant", "", r#"{"mchName":"Bakery North","mcc":"5462","timeZone":"Europe/Berlin"}"#;
    GetMerchant "Read a merchant", "M100000001", "";
    UpdateMerchant "Replace a merchant: give every field that shall stay", "M100000001",
        r#"{"mchName":"Bakery North","mcc":"5462","timeZone":"Europe/Berlin"}"#;
    ListAcquirers "List acquirer profiles; pageSize -1 reads all", "", r#"{"profileName":"North","pageSize":-1}"#;
    CreateAcquirer "Create an acquirer profile", "",
        r#"{"profileName":"North","currency":"EUR","connMessageFormat":"ISO8583","connUrl":"https://host.example.com","connTimeout":30,"emvList":{"01":[11]},"methodList":{"01":["VISA"]}}"#;
    UpdateAcquirer "Replace an acquirer profile: give every field that shall stay", "304",
        r#"{"profileName":"North","currency":"EUR","connMessageFormat":"ISO8583","connUrl":"https://host.example.com","connTimeout":30,"emvList":{"01":[11]},"methodList":{"01":["VISA"]}}"#;
    DeleteAcquirer "Delete an acquirer profile", "304", "";
    GetOwner "Read the owner of the token", "", "";
    ListProfiles "List profiles, a part of the list", "", r#"{"pageSize":50}"#;
    GetProfile "Read a profile with its acceptances", "prof_retail_de", "";
    FindProfile "Read the profile of a provider reference", "retail-de", "";
    CreateProfile "Create a profile with its acceptances", "",
        r#"{"profileName":"Bakery North","providerReference":"shop-0001","currency":"EUR","acceptances":[{"acptName":"Cards","hostMessageFormat":"ISO8583","supportedPayments":["VISA"],"primaryMid":"100000001","primaryTid":"10000001"}]}"#;
    UpdateProfile "Replace a profile and bind the acceptances passed; none unbinds all and needs --accept unbind-all", "prof_retail_de",
        r#"{"profileName":"Bakery North","providerReference":"retail-de","currency":"EUR","acceptances":[{"acptId":"acpt_visa_de","acptName":"Visa","hostMessageFormat":"ISO8583","supportedPayments":["VISA"],"primaryMid":"100000001","primaryTid":"10000001"}]}"#;
    SignOnProfile "Have every bound acceptance sign on to its gateway", "prof_retail_de", "";
    SetProfileStatus "Enable or disable a profile", "prof_retail_de", r#"{"status":"DISABLED"}"#;
}
