//! The texts of a form as they are kept over a restart, with everything that they were typed over.

use serde::{Deserialize, Serialize};
use tapline_emv::Currency;

use super::{EmvForm, OtherField};
use crate::emv_config::EmvDraft;

/// A form with its texts, also unreadable ones.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeptForm {
    base: EmvDraft,
    /// Currency of the typed limits.
    currency: String,
    /// Name, method, floor limit, CVM limit and transaction limit.
    typed: [String; 5],
    /// Key, text, and true for JSON, of every other parameter.
    others: Vec<(String, String, bool)>,
}

impl KeptForm {
    /// Every typed text.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        let others = self.others.iter().flat_map(|(key, text, _)| [key.as_str(), text.as_str()]);
        self.typed.iter().map(String::as_str).chain(others)
    }
}

impl EmvForm {
    /// Currency of the typed limits.
    pub fn currency(&self) -> &Currency {
        &self.currency
    }

    pub fn keep(&self) -> KeptForm {
        let others = self.others.iter();
        KeptForm {
            base: self.base.clone(),
            currency: self.currency.code().to_owned(),
            typed: [&self.name, &self.method, &self.floor, &self.cvm, &self.transaction].map(Clone::clone),
            others: others.map(|other| (other.key.clone(), other.text.clone(), other.is_json)).collect(),
        }
    }

    /// The same form again; `None` if its currency is none.
    pub fn from_kept(kept: KeptForm) -> Option<EmvForm> {
        let currency = Currency::new(&kept.currency)?;
        let form = EmvForm::of_draft(&kept.base, None, &currency);
        let [name, method, floor, cvm, transaction] = kept.typed;
        let others = kept.others.into_iter().map(|(key, text, is_json)| {
            let shown = form.others.iter().find(|other| other.key == key);
            let field = shown.cloned().unwrap_or_else(|| OtherField::absent(&key, is_json));
            OtherField { text, is_json, ..field }
        });
        let others = others.collect();
        Some(EmvForm { name, method, floor, cvm, transaction, others, ..form })
    }
}

#[cfg(test)]
mod tests {
    use tapline_emv::{Scheme, Value};

    use super::*;
    use crate::emv_config::EmvConfig;
    use crate::record::Record as _;

    fn form(params: &str) -> EmvForm {
        let raw = serde_json::json!({"id": 11, "emvName": "Retail", "paymentMethod": "01", "params": params});
        let record = EmvConfig::read(&raw.to_string()).unwrap();
        EmvForm::from_record(&record, &Currency::euro()).unwrap()
    }

    const PARAMS: &str = r#"{ "aid":"A0000000031010","clFloorLimit":0,"clCVMLimit":12.5,"clTransLimit":20000,
        "terminalTransactionQualifiers":26804080,"x-vendor":{"a": [1.10]}}"#;

    #[test]
    fn a_form_comes_back_as_it_was() {
        let changes: [fn(&mut EmvForm); 9] = [
            |_| {},
            |form| form.cvm = "5".to_owned(),
            |form| form.cvm = "fünfzig,".to_owned(),
            |form| form.transaction.clear(),
            |form| form.name = " \u{1f600}\"\n".to_owned(),
            |form| form.leave_out("x-vendor"),
            |form| form.put("terminalTransactionQualifiers", &Value::Text("26804080".to_owned())),
            |form| form.others.iter_mut().for_each(|other| other.text.push('{')),
            |form| form.others.push(OtherField::absent("x-new", true)),
        ];
        for (at, change) in changes.into_iter().enumerate() {
            let mut form = form(PARAMS);
            change(&mut form);
            let text = serde_json::to_string(&form.keep()).unwrap();
            let back = EmvForm::from_kept(serde_json::from_str(&text).unwrap()).unwrap();
            assert_eq!(back, form, "{at}");
            assert_eq!(back.draft(), form.draft(), "{at}");
        }
    }

    #[test]
    fn new_ones_and_other_currencies_come_back_too() {
        let yen = Currency::new("JPY").unwrap();
        for scheme in Scheme::ALL {
            let mut form = EmvForm::blank(scheme, &yen);
            form.cvm = "5000".to_owned();
            assert_eq!(EmvForm::from_kept(form.keep()).unwrap(), form, "{scheme:?}");
        }
    }

    #[test]
    fn a_currency_that_is_none_makes_no_form() {
        let kept = KeptForm { currency: "€".to_owned(), ..form(PARAMS).keep() };
        assert_eq!(EmvForm::from_kept(kept), None);
    }
}
