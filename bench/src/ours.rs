//! Core as a window has it: a desk without a window, its lists asked for through the door.

use std::path::Path;
use std::time::{Duration, Instant};

use tapline_contract::commands::{
    ExportList, GetListState, GetPlanProgress, ListRows, MakePlan, OpenList, ReplayLimits, RunPlan,
    VerifyPlan,
};
use tapline_contract::connection::{AmountUnit, ConnectionId, Environment, Safety};
use tapline_contract::emv_config::EmvConfig;
use tapline_contract::endpoints::ListEmv;
use tapline_contract::export::{
    CellKind, ExportColumn, ExportFile, ExportId, Exported, Format, Head, ListExport, Separator, Zone,
};
use tapline_contract::field::Loose;
use tapline_contract::list::{Filter, ListOf, ListOpening, ListState, LoadState, RowsQuery, Sort};
use tapline_contract::plan::{ItemState, PlanDraft, PlanEdit, PlanKind, PlanOn, PlanRun};
use tapline_contract::replay::ReplayQuery;
use tapline_contract::rows::Rows;
use tapline_contract::transaction::TransactionQuery;
use tapline_contract::wire::{Page, PageQuery};
use tapline_contract::{Call, Command, Endpoint as _, Failure};
use tapline_core::{Attachment, Clock, Host, Network, Ports, Window};
use tempfile::TempDir;
use zeroize::Zeroizing;

use crate::metrics::EVERY;
use crate::stop::Stop;

/// Between two looks at how far a list is.
const PAUSE: Duration = Duration::from_millis(1);
/// How often `taplinectl apply` asks how far a plan is.
const TICK: Duration = Duration::from_millis(25);

/// Of a window that a person sees.
pub(crate) const COLUMNS: [&str; 8] = [
    "tranId",
    "amount.value",
    "amount.currency",
    "tranStatus",
    "tranType",
    "mchName",
    "accountMasked",
    "rrn",
];

pub(crate) struct Desk {
    host: Host,
    connection: ConnectionId,
    folder: TempDir,
}

impl Desk {
    /// With the service open.
    pub(crate) fn at(address: &str) -> Result<Desk, Stop> {
        Desk::with(address, Safety::ReadOnly)
    }

    /// With the service open, and allowed to change it.
    pub(crate) fn changing(address: &str) -> Result<Desk, Stop> {
        Desk::with(address, Safety::Confirm)
    }

    fn with(address: &str, safety: Safety) -> Result<Desk, Stop> {
        let folder = TempDir::with_prefix("tapline-bench-").map_err(Stop::at("no temporary folder"))?;
        let exports = folder.path().to_owned();
        let ports = Ports {
            read_clipboard: Box::new(|| Ok(String::new())),
            clear_clipboard: Box::new(|| ()),
            write_secret: Box::new(|_| Ok(())),
            export_folders: Box::new(move || vec![exports.clone()]),
            show_file: Box::new(|_| Ok(())),
            choose_file: Box::new(|_| None),
            close_window: Box::new(|| ()),
            set_title: Box::new(|_| ()),
            window: Window::default(),
            policy: None,
            clock: Clock::system(),
            network: Network::default(),
        };
        let host = Host::open(folder.path(), ports).map_err(Stop::at("core does not open"))?;
        let service = Attachment {
            base_address: address.to_owned(),
            namespace: "bench".to_owned(),
            token: Zeroizing::new("measured.token".to_owned()),
            environment: Environment::Sandbox,
            safety,
            currency: "EUR".to_owned(),
            unit: AmountUnit::Minor,
            unit_known: tapline_contract::unit::UnitKnown::Confirmed,
        };
        let session = host.attach(service).map_err(|failure| Stop::new(failure.sentence))?;
        Ok(Desk { host, connection: session.connection.id, folder })
    }

    async fn ask<C: Command>(&self, input: C::Input) -> Result<C::Output, Stop> {
        let text = self.ask_text::<C>(&input).await?;
        serde_json::from_str(&text).map_err(Stop::at(C::NAME))
    }

    /// The answer as the page gets it.
    async fn ask_text<C: Command>(&self, input: &C::Input) -> Result<String, Stop> {
        let payload = serde_json::to_string(input).map_err(Stop::at(C::NAME))?;
        self.host.invoke(C::NAME, None, &payload).await.map_err(|text| {
            Stop::new(serde_json::from_str(&text).map_or(text, |failure: Failure| failure.sentence))
        })
    }

    /// Begins to load all transactions.
    pub(crate) async fn open(&self) -> Result<ListState, Stop> {
        let of = ListOf::Transactions(TransactionQuery::default());
        self.ask::<OpenList>(ListOpening { connection: self.connection.clone(), of }).await
    }

    /// The state once it is so.
    pub(crate) async fn until(
        &self,
        list: &ListState,
        is: impl Fn(&ListState) -> bool,
    ) -> Result<ListState, Stop> {
        loop {
            let state = self.ask::<GetListState>(list.list).await?;
            match &state.state {
                LoadState::Failed { failure } => return Err(Stop::new(&failure.sentence)),
                LoadState::Incomplete { why, .. } => return Err(Stop::new(why)),
                LoadState::Cancelled => return Err(Stop::new("the loading was cancelled")),
                LoadState::Loading | LoadState::Complete if is(&state) => return Ok(state),
                LoadState::Loading | LoadState::Complete => tokio::time::sleep(PAUSE).await,
            }
        }
    }

    /// All transactions, loaded to the end.
    pub(crate) async fn load(&self) -> Result<ListState, Stop> {
        let opened = self.open().await?;
        self.until(&opened, is_complete).await
    }

    /// All transactions, sorted by their amounts. The milliseconds from this moment to the first rows, and the list.
    pub(crate) async fn load_sorted(&self, begun: &Instant) -> Result<(f64, ListState), Stop> {
        let opened = self.open().await?;
        let first = self.until(&opened, |state| state.rows > 0).await?;
        self.rows(&window(&first, None, None)).await?;
        let first = begun.elapsed().as_secs_f64() * 1000.0;
        let whole = self.until(&opened, is_complete).await?;
        let sort = Sort { column: "amount.value".to_owned(), descending: true };
        self.rows(&window(&whole, Some(sort), None)).await?;
        Ok((first, whole))
    }

    /// The first rows of every question.
    pub(crate) async fn ask_all(&self, list: &ListState, questions: &[(Sort, Filter)]) -> Result<(), Stop> {
        for (sort, filter) in questions {
            self.rows_text(&window(list, Some(sort.clone()), Some(filter.clone()))).await?;
        }
        Ok(())
    }

    /// All rows with all their members as a file.
    pub(crate) async fn export(&self, list: &ListState, format: Format) -> Result<Exported, Stop> {
        let column = |name: &&str| {
            let kind = match *name {
                "amount.value" => CellKind::Amount { currency_column: Some("amount.currency".to_owned()) },
                _ => CellKind::Text,
            };
            ExportColumn { column: (*name).to_owned(), title: (*name).to_owned(), kind }
        };
        let file = ExportFile {
            format,
            name: "transactions".to_owned(),
            words: String::new(),
            zone: Zone { name: "UTC".to_owned(), offset_minutes: 0 },
            head: Head::None,
            separator: Separator::Comma,
        };
        self.ask::<ExportList>(ListExport {
            export: ExportId(1),
            list: list.list,
            version: list.version,
            sort: None,
            filter: None,
            columns: EVERY.iter().map(column).collect(),
            file,
        })
        .await
    }

    /// Its files, and those that it exports.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn connection(&self) -> ConnectionId {
        self.connection.clone()
    }

    /// How many sales each effect has, of those that occur.
    pub(crate) async fn replay(&self, asked: &ReplayQuery) -> Result<Vec<u32>, Stop> {
        let found = self.ask::<ReplayLimits>(asked.clone()).await?;
        let found = found.ok_or_else(|| Stop::new("no transactions are loaded"))?;
        Ok(found.effects.iter().map(|one| one.sales).collect())
    }

    pub(crate) async fn rows(&self, query: &RowsQuery) -> Result<Rows, Stop> {
        self.ask::<ListRows>(query.clone()).await
    }

    /// A plan that sets the CVM limit of every configuration to a value that none of them has.
    pub(crate) async fn planned(&self) -> Result<String, Stop> {
        let connection = self.connection.clone();
        let call = Call::<ListEmv>::new(connection.clone(), (), PageQuery::ALL, ());
        let payload = serde_json::to_string(&call).map_err(Stop::at(ListEmv::NAME))?;
        let listed = self.host.invoke(ListEmv::NAME, None, &payload).await.map_err(Stop::new)?;
        let page: Page<EmvConfig> = serde_json::from_str(&listed).map_err(Stop::at(ListEmv::NAME))?;
        let edits = page.records.iter().filter_map(|record| {
            let mut draft = record.draft()?;
            let now: u64 = draft.params.raw("clCVMLimit")?.parse().ok()?;
            let set = draft.params.set("clCVMLimit", &(now + 1).to_string());
            let json = |text: Result<String, _>| Loose::json(&text.ok()?);
            let (record, draft) =
                (json(serde_json::to_string(record))?, json(serde_json::to_string(&draft))?);
            set.then_some(PlanEdit { kind: PlanKind::Emv, record, draft })
        });
        let items = edits.collect();
        self.ask::<MakePlan>(PlanDraft { connection, why: String::new(), items }).await
    }

    /// Runs the plan to its end and verifies it.
    pub(crate) async fn apply(&self, text: &str) -> Result<(), Stop> {
        let (connection, text) = (self.connection.clone(), text.to_owned());
        let on = PlanOn { connection: connection.clone(), text: text.clone() };
        let run = PlanRun { connection, text, most_failures: 1, over_conflicts: false, again: false };
        let mut progress = self.ask::<RunPlan>(run).await?;
        while progress.running {
            tokio::time::sleep(TICK).await;
            progress = self.ask::<GetPlanProgress>(progress.plan).await?;
        }
        let verified = self.ask::<VerifyPlan>(on).await?;
        let all =
            verified.count(ItemState::Applied) == verified.results.len() && !verified.results.is_empty();
        if all {
            Ok(())
        } else {
            Err(Stop::new(format!("not every item was applied: {:?}", progress.stopped)))
        }
    }

    /// The answer as text: decoding it is the page's work.
    pub(crate) async fn rows_text(&self, query: &RowsQuery) -> Result<String, Stop> {
        self.ask_text::<ListRows>(query).await
    }
}

pub(crate) fn is_complete(state: &ListState) -> bool {
    state.state == LoadState::Complete
}

/// The first 60 rows.
pub(crate) fn window(list: &ListState, sort: Option<Sort>, filter: Option<Filter>) -> RowsQuery {
    let columns = COLUMNS.map(str::to_owned).to_vec();
    RowsQuery { list: list.list, version: list.version, first: 0, count: 60, columns, sort, filter }
}
