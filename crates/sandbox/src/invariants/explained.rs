//! Every sale of the demo month explained for merchant, support and engineer, as a window would: over the lists that a client reads.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use serde_json::json;
use tapline_contract::acquirer::Acquirer;
use tapline_contract::connection::{Connection, ConnectionId, Environment};
use tapline_contract::device::Device;
use tapline_contract::emv_config::EmvConfig;
use tapline_contract::endpoints::{ListAcquirers, ListDevices, ListEmv, ListMerchants};
use tapline_contract::explained::again::{self, Again};
use tapline_contract::explained::{
    Around, Candidates, Explained, LinkedRecords, candidates, explain, scheme,
};
use tapline_contract::merchant::Merchant;
use tapline_contract::record::Record;
use tapline_contract::transaction::Transaction;
use tapline_contract::where_used::{SaleAt, SaleTerminal, TerminalPlace, TerminalUser};
use tapline_emv::Currency;
use tapline_explain::Certainty;
use tapline_explain::decision::Headline;
use tapline_explain::say::{Language, engineer};

use super::links::is_puzzle;
use super::{app, ask, detail, list, text};
use crate::MONTH;

fn connection() -> Connection {
    Connection {
        id: ConnectionId("sandbox".to_owned()),
        name: "Sandbox".to_owned(),
        environment: Environment::Sandbox,
        base_address: String::new(),
        ..Connection::example()
    }
}

fn records<R: Record>(page: &serde_json::Value) -> Vec<R> {
    let all = page["records"].as_array().or_else(|| page.as_array()).expect("a page has records");
    all.iter().map(|record| R::read(&record.to_string()).expect("the sandbox writes records")).collect()
}

/// Lists that lead from a sale to its configurations.
struct Lists {
    configurations: Vec<EmvConfig>,
    merchants: Vec<Merchant>,
    acquirers: Vec<Acquirer>,
    devices: Vec<(Merchant, Device)>,
}

impl Lists {
    fn load(app: &crate::state::AppState) -> Lists {
        let all = json!({ "pageSize": -1 });
        let merchants: Vec<Merchant> =
            records(&ask::<ListMerchants>(app, "", json!({ "mchId": "" })).unwrap());
        let devices = merchants.iter().flat_map(|merchant| {
            let page = ask::<ListDevices>(app, "", json!({ "mchId": merchant.mch_id.as_str() })).unwrap();
            records::<Device>(&page).into_iter().map(|device| (merchant.clone(), device)).collect::<Vec<_>>()
        });
        Lists {
            configurations: records(&ask::<ListEmv>(app, "", all.clone()).unwrap()),
            devices: devices.collect(),
            acquirers: records(&ask::<ListAcquirers>(app, "", all).unwrap()),
            merchants,
        }
    }

    fn terminals(&self, record: &Transaction) -> Vec<SaleTerminal> {
        let sale = SaleAt::from_transaction(record);
        let mut found: Vec<_> = self
            .devices
            .iter()
            .filter_map(|(merchant, device)| {
                let (name, ext) = (merchant.name(), device.ext());
                let place = TerminalPlace {
                    id: device.device_id.as_str(),
                    acq_tid: ext.and_then(|ext| ext.acq_tid.as_deref()),
                    acq_mid: ext.and_then(|ext| ext.acq_mid.as_deref()),
                    merchant: &name,
                };
                let by = sale.by(&place)?;
                Some(SaleTerminal {
                    user: TerminalUser {
                        merchant: merchant.mch_id.clone(),
                        id: device.device_id.clone(),
                        name: device.name(),
                        profile: None,
                        emv_params: device.emv_params().readable().map(|params| params.text().to_owned()),
                    },
                    merchant: name.clone(),
                    by,
                    methods: None,
                    is_phone: device.device_type.as_deref().map(|kind| kind == "COTS"),
                })
            })
            .collect();
        let best = found.iter().map(|one| one.by).min();
        found.retain(|one| Some(one.by) == best);
        found
    }

    fn explain(&self, record: &Transaction, again: Option<&Again>) -> Explained {
        let terminals = self.terminals(record);
        let known =
            LinkedRecords { merchants: &self.merchants, acquirers: &self.acquirers, terminals: &terminals };
        let found = scheme(record)
            .map_or_else(Candidates::none, |scheme| candidates(record, scheme, &self.configurations, known));
        let limits_in = found.currency.clone().unwrap_or_else(Currency::euro);
        let connection = connection();
        let around = Around {
            connection: &connection,
            limits_in: &limits_in,
            found: &found,
            history: &[],
            local: str::to_owned,
            again,
        };
        explain(record, around)
    }
}

/// The other try of a sale, among the records given.
fn second_try(record: &Transaction, all: &[Transaction]) -> Option<Again> {
    again::wanted(record)?;
    all.iter().find_map(|other| again::again(record, other))
}

/// One kind of answer in the document.
struct Kind {
    count: usize,
    example: String,
}

#[test]
fn every_sale_is_explained_and_only_puzzles_are_unclear() {
    let app = app(MONTH, 1);
    let lists = Lists::load(&app);
    let rows = list(&app, json!({}));
    let whole: Vec<Transaction> = rows
        .iter()
        .map(|row| Transaction::read(&detail(&app, &text(row, "tranId")).to_string()).unwrap())
        .collect();
    let mut unclear = Vec::new();
    let mut kinds = BTreeMap::<String, Kind>::new();
    for (row, record) in rows.iter().zip(&whole) {
        let explained = lists.explain(record, second_try(record, &whole).as_ref());
        let decision = &explained.decision;
        let is_unclear = decision.certainty == Certainty::Unclear || decision.headline == Headline::Unclear;
        if is_unclear && !is_puzzle(row) {
            unclear.push(format!("{} {:?} {:?}", record.tran_id, decision.headline, decision.causes.first()));
        }
        let support = explained.support();
        let key = format!("{:?} {:?}", decision.headline, decision.next);
        let kind = kinds.entry(key).or_insert_with(|| {
            let mut example = format!("{}\n\n", record.tran_id);
            let language = explained.language.unwrap_or(Language::English);
            // Writing to a String cannot fail.
            let _ =
                writeln!(example, "**Merchant ({})**: {}\n", language.code(), explained.merchant(language));
            let _ = writeln!(example, "**Support**: {} {}\n", support.headline, support.next);
            for cause in &support.causes {
                let _ = writeln!(example, "- {} ({})", cause.text, cause.source);
            }
            if let Some(change) = &support.change {
                let _ = writeln!(example, "- {change}");
            }
            let _ = writeln!(example, "\n**Engineer**\n");
            for line in engineer(decision) {
                let _ = writeln!(example, "- {line}");
            }
            Kind { count: 0, example }
        });
        kind.count += 1;
    }
    assert!(unclear.is_empty(), "{} are unclear:\n{}", unclear.len(), unclear.join("\n"));
    let mut document = "# Sales of the sandbox, explained\n".to_owned();
    for (key, kind) in kinds {
        let _ = write!(document, "\n## {key}: {} sales\n\n{}", kind.count, kind.example);
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("explained.md");
    if std::env::var_os("TAPLINE_WRITE_WORDS").is_some() {
        std::fs::write(&path, &document).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == document, "words changed: run with TAPLINE_WRITE_WORDS=1 and read {}", path.display());
}
