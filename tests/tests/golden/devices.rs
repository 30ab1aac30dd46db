use tapline_contract::device::{
    Activation, ActivationDraft, Device, DeviceEmvParams, DeviceExtParams, DeviceId, DevicePatch,
    DeviceQuery, EndQuery,
};
use tapline_contract::endpoints::{ActivateDevice, EndDevice, ListDevices, UpdateDevice};
use tapline_contract::field::{AsText, Hidden, Loose, OrText};
use tapline_contract::input::Input;
use tapline_contract::params::{Params, ParamsField};
use tapline_contract::record::Record;
use tapline_contract::secret::Secret;
use tapline_contract::wire::{Done, Page};

use crate::{Example, extra, numbers, texts};

fn id(text: &str) -> DeviceId {
    DeviceId::parse(text).expect("an id")
}

fn secret(text: &str) -> Hidden {
    Hidden::Known(Secret::new(text.to_owned()))
}

/// `emvParams`, in either form.
fn emv(device: &Device) {
    let params = device.emv_params();
    let params = DeviceEmvParams::read(params.text()).expect("parameters");
    texts! { params;
        amex_floor_limit = "0",
        terminal_country_code = "0276",
        txn_currency_code = "0978",
        amex_reader_capability = "C8",
        terminal_capability = "E0F8C8",
        emv_flags = "01",
    }
    assert_eq!(params.amex_ex_reader_capability, Some(Loose::text("D8B04000")));
    assert_eq!(params.terminal_type.as_ref().map(Loose::raw), Some("22"));
}

impl Example for ListDevices {
    fn call() -> ((), DeviceQuery) {
        ((), DeviceQuery { mch_id: Some("M100000001".to_owned()), page_number: None })
    }
    fn arrived(page: Page<Device>) {
        assert_eq!((page.total, page.current, page.has_next), (Some(2), Some(1), false));
        assert_eq!((page.records.len(), page.unreadable.len()), (2, 0));
        let [terminal, code] = [&page.records[0], &page.records[1]];
        assert_eq!((&terminal.device_id, &code.device_id), (&id("CD-H3N8T2WA"), &id("CD-7Q2M4K9X")));
        texts! { terminal;
            device_type = "COTS",
            app_version = "3.8.1",
            activate_code_alias = "Counter 1",
            uuid = "5e0d0001-71c4-4b6e-9a2f-00004f1a20b7",
            actives_at = "2026-02-04T10:17:02Z",
            created_at = "2026-02-04T09:17:02Z",
            updated_at = "2026-02-04T11:17:02Z",
            method_list = r#"["01","02","04"]"#,
            server_url = "https://terminals.acme.example",
            customer_id = "cust-411",
            license_id = "lic-411",
            sign_key_id = "sign-411",
            card_bdk_id = "bdk-411",
            profile_id = "prof_retail_de",
        }
        numbers! { terminal; device_status = "1" }
        assert_eq!((terminal.is_device, code.is_device), (Some(true), Some(false)));
        assert_eq!(terminal.device_admin, secret("golden-admin"));
        let ext = terminal.ext().expect("extParams");
        texts! { ext;
            sub_mid = "900001",
            client_id = "client-7",
            acq_mid = "498000100001",
            sub_tid = "90000101",
            mid = "000000100000001",
            acq_tid = "70010001",
        }
        assert_eq!((&ext.jwt_secret, &ext.other), (&secret("golden-jwt"), &extra("x-lane", "2.0")));
        emv(terminal);
        emv(code);
        assert_eq!(terminal.other, extra("x-rack", r#""B""#));
    }
}

impl Example for ActivateDevice {
    fn call() -> ((), ActivationDraft) {
        let params = r#"{ "terminalCountryCode":"0276", "terminalType":22,"x-tap":1.50 }"#;
        let ext = DeviceExtParams {
            sub_mid: Some("900009".to_owned()),
            client_id: Some("client-9".to_owned()),
            jwt_secret: secret("golden-jwt"),
            acq_mid: Some("498000100001".to_owned()),
            sub_tid: Some("90000109".to_owned()),
            mid: Some("000000100000001".to_owned()),
            acq_tid: Some("70010009".to_owned()),
            other: extra("x-lane", "2.0"),
        };
        let draft = ActivationDraft {
            activate_code_alias: "Counter 9".to_owned(),
            device_type: "COTS".to_owned(),
            mch_id: "M100000001".to_owned(),
            emv_params: Params::parse(params),
            method_list: Some(r#"["01","02"]"#.to_owned()),
            ext_params: Some(AsText(OrText::Record(ext))),
            other: Vec::new(),
        };
        ((), draft)
    }
    fn arrived(answer: Activation) {
        assert_eq!((answer.id, answer.activation_code.as_str()), (id("CD-9H3N5L2Z"), "9H3N5L2Z"));
        assert_eq!(answer.other, extra("x-validDays", "30"));
    }
}

impl Example for EndDevice {
    fn call() -> (DeviceId, EndQuery) {
        (id("CD-7Q2M4K9X"), EndQuery { device_status: None })
    }
    fn arrived(Done {}: Done) {}
}

/// The second mode, by an sdkId: the golden file has the first.
#[test]
fn an_sdk_id_is_ended_with_its_code() {
    for (status, sent) in [(2, "2"), (3, "3")] {
        let query = EndQuery { device_status: Some(status) };
        assert_eq!(query.query(), [("deviceStatus", sent.to_owned())]);
    }
}

impl Example for UpdateDevice {
    fn call() -> (DeviceId, DevicePatch) {
        let ext = DeviceExtParams {
            sub_mid: Some("900002".to_owned()),
            jwt_secret: secret("golden-jwt"),
            ..DeviceExtParams::empty()
        };
        let patch = DevicePatch {
            device_type: Some("COTS".to_owned()),
            device_admin: secret("golden-admin-new"),
            activate_code_alias: Some("Beer garden".to_owned()),
            emv_params: ParamsField::read(r#"{ "terminalType":22,"x-tap":1.50 }"#),
            method_list: Some(r#"["01","02"]"#.to_owned()),
            ext_params: Some(AsText(OrText::Record(ext))),
            other: Vec::new(),
        };
        (id("CD-7Q2M4K9X"), patch)
    }
    fn arrived(Done {}: Done) {}
}
