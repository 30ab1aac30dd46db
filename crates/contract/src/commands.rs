//! Tapline's own commands, one row each: connections, tokens, lists, history, window.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::command::commands;
use crate::connection::{Connection, ConnectionId, Session, TestLine, TokenView};
use crate::draft::{DraftKeeping, KeptDraft};
use crate::export::{BundleSaving, ExportId, Exported, ListExport, TableExport};
use crate::field::Loose;
use crate::figures::{DeclineQuery, DeclineReason, Figures, FiguresQuery};
use crate::history::{
    Archiving, Cancelled, Change, Closing, HistoryPage, HistoryQuery, JournalSize, OperationId,
};
use crate::list::{
    AllProfilesQuery, ListDayQuery, ListDays, ListId, ListNews, ListOpening, ListState, ListWatch,
    ProfileList, RowsQuery,
};
use crate::plan::{PlanDraft, PlanFile, PlanId, PlanOn, PlanProgress, PlanRun, PlanSaving, PlanUndo};
use crate::policy::Managed;
use crate::preference::Preference;
use crate::presence::{Attention, Hands};
use crate::propagation::{Propagation, PropagationQuery};
use crate::replay::{
    RecentSalesQuery, ReplayQuery, ReplaySales, ReplaySalesQuery, Replayed, SaleAmounts, SaleAmountsQuery,
};
use crate::reveal::{Copied, Reveal, Revealed};
use crate::rows::Rows;
use crate::sdk_id::{SdkIdFinding, SdkIdQuery};
use crate::secret::Code;
use crate::unit::{UnitConfirmation, UnitFinding, UnitReading};
use crate::update::{Look, Updates};
use crate::usual::UsualAmounts;
use crate::watch::{Approval, Sighting, WatchOf, WatchQuery, Watched};
use crate::where_used::{
    AllUsers, AllUsersQuery, Countries, CountriesQuery, SaleTerminals, SaleTerminalsQuery, Usage, UsageQuery,
    WhereUsed, WhereUsedQuery,
};

commands! { $
    /// The state that the page needs at its start.
    GetDesk: () => Desk;
    /// Starts the sandbox inside Tapline, or returns to it.
    OpenSandbox: () => Session;
    /// A fresh id for a connection about to be typed in.
    NewConnection: () => ConnectionId;
    /// Remembers a connection; its token moves into the keyring.
    SaveConnection: Connection => Desk;
    /// Forgets a connection and its token.
    RemoveConnection: ConnectionId => Desk;
    /// Takes the token from the clipboard; the page never sees it.
    PasteToken: ConnectionId => TokenView;
    /// Takes the token from a file that the person chooses; `None` when they choose none.
    ChooseTokenFile: ConnectionId => Option<TokenView>;
    /// Tests whether the address answers, and with which certificate.
    TestAddress: Connection => Vec<TestLine>;
    /// Tests whether the token is accepted, and whose it is.
    TestToken: Connection => Vec<TestLine>;
    /// Evidence for the unit in a few amounts. Nothing is kept.
    TestAmounts: Connection => UnitReading;
    /// Reads a few amounts of the open connection. If they prove a unit, it is saved.
    FindUnit: ConnectionId => UnitFinding;
    /// A person compared real amounts and says in which unit they are.
    ConfirmUnit: UnitConfirmation => Session;
    /// Looks through transactions for the sdkId that a terminal's record does not name: likely ones, for a person to choose from.
    FindSdkId: SdkIdQuery => SdkIdFinding;
    /// Opens a saved connection.
    Connect: ConnectionId => Session;
    /// Closes the open connection.
    Disconnect: () => ();
    /// Starts to load a list and answers at once.
    OpenList: ListOpening => ListState;
    /// Progress of a list's loading.
    GetListState: ListId => ListState;
    /// State of a list as soon as there is a newer version than the known one, with the requested rows; after a fifth of a second at
    /// the latest, since figures change without a version. Fails when the list is forgotten meanwhile.
    WatchList: ListWatch => ListNews, packed;
    /// Ends the loading of a list and keeps the records received.
    CancelList: ListId => ListState;
    /// Forgets a list. One that is forgotten already is no failure.
    CloseList: ListId => ();
    /// A window of rows.
    ListRows: RowsQuery => Rows, packed;
    /// Reads the next day of a loaded list of transactions, newest first. With the last one, each row has its day.
    ReadListDay: ListDayQuery => ListDays;
    /// Starts to load the transactions since a day, bounded by number and time; `None` where a policy forbids it.
    OpenRecentSales: RecentSalesQuery => Option<ListState>;
    /// Loaded sales of configurations by amount; `None` when none are loaded. Nothing is read from the service.
    CountSaleAmounts: SaleAmountsQuery => Option<SaleAmounts>;
    /// Impact of proposed limits on the loaded transactions; `None` when none are loaded. Nothing is read from the service.
    ReplayLimits: ReplayQuery => Option<Replayed>;
    /// The sales behind a number of that answer.
    ListReplaySales: ReplaySalesQuery => ReplaySales;
    /// Figures of the sales among the rows of a loaded list. Nothing is read from the service.
    SalesFigures: FiguresQuery => Figures;
    /// Reasons of a few declined transactions. Reads each one's detail.
    ReadDeclines: DeclineQuery => Vec<DeclineReason>;
    /// Checks whether a change of limits shows in the sales of terminals. Reads their sales of the days before and since, page by page
    /// and a bounded number of times.
    FindPropagation: PropagationQuery => Propagation;
    /// All profiles of a connection, read to the end of the cursor list.
    AllProfiles: AllProfilesQuery => ProfileList;
    /// Users of a configuration, an acquirer profile or a profile, as far as loaded: terminals are read in the background.
    FindUsers: WhereUsedQuery => WhereUsed;
    /// The currencies of the users of all configurations, and who of them shares an acquirer profile. Reads one list, where it is
    /// not held, and no terminal.
    FindAllUsers: AllUsersQuery => AllUsers;
    /// The countries of the users of all configurations, as far as terminals are read: they are read in the background.
    FindCountries: CountriesQuery => Countries;
    /// Likely terminals of a sale, by its record and the transaction. Terminals of merchants that fit are read in the background.
    FindSaleTerminals: SaleTerminalsQuery => SaleTerminals;
    /// Acquirer profiles, configurations, merchants and terminals with their links, as far as terminals are read: they are read in
    /// the background.
    FindUsage: UsageQuery => Usage;
    /// Compares configurations that were just read with what this computer last saw and with what a person approved, and
    /// remembers them. Nothing is read from the service.
    WatchConfigurations: WatchQuery => Vec<Watched>;
    /// Short fingerprints of configurations, for people to compare by voice: `None` for one that cannot be read well enough.
    /// Nothing is remembered.
    GetFingerprints: WatchQuery => Vec<Option<String>>;
    /// Takes a configuration as seen: a change that was made elsewhere is marked no more.
    MarkSeen: Sighting => ();
    /// Remembers a configuration as approved, in the place of what was approved before.
    Approve: Approval => ();
    /// Forgets what was approved of a configuration.
    ForgetApproval: WatchOf => ();
    /// The usual amounts that a person keeps in a file of the data folder.
    GetUsualAmounts: () => UsualAmounts;
    /// Writes a list that core holds to a file in the person's downloads.
    ExportList: ListExport => Exported;
    /// Writes a list that is in the page to a file in the person's downloads.
    ExportTable: TableExport => Exported;
    /// Ends an export; no file is left. One that has ended already is no failure.
    CancelExport: ExportId => ();
    /// Writes a support bundle to a file in the person's downloads, card numbers shortened once more.
    SaveBundle: BundleSaving => Exported;
    /// Shows a file in its folder; only a file that was exported since Tapline started.
    ShowInFolder: String => ();
    /// One secret of a terminal, read from the service for this call; the history notes it.
    RevealSecret: Reveal => Revealed;
    /// Puts one secret of a terminal on the clipboard and clears it later; the history notes it.
    CopySecret: Reveal => Copied;
    /// Puts a code that is shown once, such as an activation code, on the clipboard and clears it later.
    CopyCode: Code => Copied;
    /// Changes and revealed secrets of this workstation on a connection, newest first, a bounded number at a time.
    ListHistory: HistoryQuery => HistoryPage;
    /// One change of this computer, over whichever connection it was made.
    GetChange: OperationId => Option<Change>;
    /// Size of this computer's journal.
    GetJournalSize: () => JournalSize;
    /// Moves settled changes that are older than a day into a file in the person's downloads, once the person agrees outside the page.
    /// `None` when there are none.
    ArchiveHistory: Archiving => Option<Exported>;
    /// Number of changes of a connection with an unknown outcome.
    CountUnknown: ConnectionId => usize;
    /// Reads the service once more for an operation of unknown outcome; never sends anything else.
    CheckOperation: OperationId => Change;
    /// Closes a change of unknown outcome by hand; nothing is sent.
    CloseOperation: Closing => Change;
    /// Cancels a change before its first byte is sent; a change that has not started will not start.
    CancelOperation: OperationId => Cancelled;
    /// Makes a plan, as the text of its file. Nothing is sent; records that would not change are left out.
    MakePlan: PlanDraft => String;
    /// Runs a plan, or goes on with it: what was sent in an earlier run is settled by reading. Answers at once.
    RunPlan: PlanRun => PlanProgress;
    /// Progress of a plan; without a run here, the progress of its last run.
    GetPlanProgress: PlanId => PlanProgress;
    /// No further item of a plan begins; those on their way go on to their end.
    PausePlan: PlanId => PlanProgress;
    /// State of each plan item by this computer's journal; `running` if some Tapline applies the plan now. Nothing is read from the
    /// service.
    ReadPlan: PlanOn => PlanProgress;
    /// State of a plan by the service's records now. Nothing is sent.
    VerifyPlan: PlanOn => PlanProgress;
    /// The plan that takes back what a plan applied. Nothing is sent.
    UndoPlan: PlanOn => PlanUndo;
    /// Writes a plan to a file in the person's downloads.
    SavePlan: PlanSaving => Exported;
    /// Reads the file of a plan that the person chooses; `None` when they choose none.
    ChoosePlan: () => Option<PlanFile>;
    /// Tells core that the page is alive and whether a person is there; the answer says when Tapline locks.
    SignOfLife: Hands => Attention;
    /// Removes tokens, lists and revealed secrets from memory. Until it is unlocked, only the commands that the page needs to draw
    /// itself and to unlock are answered; all others fail with `FailureKind::Locked`.
    Lock: () => ();
    /// Opens the locked connection again: with a token pasted or chosen since, of the same owner. The sandbox needs none.
    Unlock: ConnectionId => Session;
    /// Closes the locked connection without opening it, to work over another one. It unlocks nothing: as after a restart, no kept
    /// token is used until a token is given.
    LeaveLocked: () => ();
    /// The value last written under a key, if any.
    ReadPreference: String => Option<Loose>;
    /// Saves how the page is arranged; `null` deletes it.
    WritePreference: Preference => ();
    /// Unsaved limits of the open connection, kept since an earlier start.
    ReadDrafts: ConnectionId => Vec<KeptDraft>;
    /// Keeps the unsaved limits of one configuration, in place of those kept before. False if they end with Tapline: those of the
    /// sandbox, and texts with a card number.
    KeepDraft: DraftKeeping => bool;
    /// Light, dark or system.
    SetTheme: Theme => ();
    /// Sets how the window is drawn from the next start on.
    SetRendering: Rendering => ();
    /// Sets whether closing the window would lose typed changes.
    SetUnsaved: bool => ();
    /// Closes the window, after a warning.
    CloseWindow: () => ();
    /// Enlarges or shrinks everything in the window; in percent, 50 to 200.
    SetZoom: u16 => ();
    /// Shows the keys of the actions in [`crate::menu::ACTIONS`] in the window's menu, by the id of the action.
    SetMenuKeys: BTreeMap<String, String> => ();
    /// Versions of Tapline and of the web engine.
    GetAbout: () => About;
    /// Looks for a newer version of Tapline. A version that is found is downloaded and verified before it is offered.
    FindUpdate: Look => Updates;
    /// Does not offer the newer version again until the next start.
    PostponeUpdate: () => ();
    /// Installs the newer version and starts Tapline again. Refused while typed changes are not saved, and while a change is on its
    /// way or its outcome is being looked for.
    InstallUpdate: () => ();
    /// Opens the folder of the log in the file manager of this computer.
    OpenLogFolder: () => ();
}

/// The state that the page needs at its start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Desk {
    pub version: String,
    pub connections: Vec<Connection>,
    /// The open connection, also after the page was loaded again, and while it is locked.
    pub session: Option<Session>,
    /// The session is locked: `Unlock` it.
    pub locked: bool,
    /// Tapline locks after this many minutes without a key or pointer.
    pub idle_minutes: u32,
    /// Why tokens cannot be kept in the keyring; `None` when they can.
    pub keyring_problem: Option<String>,
    pub theme: Theme,
    /// The choice for the next start; `None` without a choice: on Windows and macOS, and without a window.
    pub rendering: Option<Rendering>,
    /// Notices about Tapline's own files, one sentence each.
    pub notices: Vec<String>,
    /// Set by the administrator of this computer; `None` without a policy file.
    pub managed: Option<Managed>,
    /// True if the admin password is typed outside the page, as is the confirmation of money.
    pub password_outside: bool,
}

/// Answers "Which version is it?".
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct About {
    pub version: String,
    /// Commit of the sources; `None` when the build did not know it.
    pub commit: Option<String>,
    /// The web engine and its version; `None` without a window.
    pub engine: Option<String>,
    /// Drawing of this window and its reason, as a sentence; `None` where Tapline has no choice.
    pub rendering: Option<String>,
    pub updates: Updates,
    /// Folder of the log.
    pub log_folder: String,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Theme {
    Light,
    Dark,
    #[default]
    System,
}

/// Permission of the web engine to draw through the graphics device. Read once, before the window exists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Rendering {
    /// Decided at each start from what the computer has.
    #[default]
    Automatic,
    Hardware,
    Software,
}
