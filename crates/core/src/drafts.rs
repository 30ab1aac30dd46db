//! Unsaved limits, kept for the next start: one file in the data folder, with what the journal has of the same records too. Not for
//! other records, whose forms have personal data and secrets.
//!
//! A draft belongs to a connection, its address and the owner of its token. Another owner's token doesn't show it.

use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tapline_changes::Open;
use tapline_contract::card_number;
use tapline_contract::connection::ConnectionId;
use tapline_contract::draft::{DraftKeeping, KeptDraft, LONGEST_DRAFT, MOST_DRAFTS};
use tapline_contract::emv_config::EmvConfig;
use tapline_contract::guard::Guard;
use tapline_contract::record::Record as _;
use tapline_contract::seal::Seal;
use tapline_platform::files::{self, Stored};
use tapline_platform::log;

use crate::connections::is_id;

const FILE: &str = "drafts.json";

pub(crate) struct Drafts {
    path: PathBuf,
    notice: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Entry {
    whose: Whose,
    draft: KeptDraft,
}

/// Identifies who typed it, and for which service.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Whose {
    connection: ConnectionId,
    address: String,
    owner: String,
}

impl Whose {
    /// `None` if nothing is kept over this connection: the sandbox is new at each start, and an unknown owner could be anyone.
    pub(crate) fn new(open: &Open) -> Option<Whose> {
        let connection = &open.session.connection;
        let owner = open.owner.clone().filter(|_| is_id(&connection.id))?;
        let address = connection.base_address.trim_end_matches('/').to_owned();
        Some(Whose { connection: connection.id.clone(), address, owner })
    }
}

impl Drafts {
    /// `now` becomes part of the name of a file that is set aside.
    pub(crate) fn open(folder: &Path, now: &str) -> io::Result<Drafts> {
        let path = folder.join(FILE);
        let notice = match files::read::<Vec<Entry>>(&path, now)? {
            Stored::Read(_) | Stored::Missing => None,
            Stored::SetAside => Some(log::set_aside(FILE)),
        };
        Ok(Drafts { path, notice })
    }

    /// Notice about the file, as a sentence.
    pub(crate) fn notice(&self) -> Option<String> {
        self.notice.clone()
    }

    pub(crate) fn read(&self, whose: &Whose) -> io::Result<Vec<KeptDraft>> {
        let all = files::again::<Vec<Entry>>(&self.path)?.unwrap_or_default();
        Ok(all.into_iter().filter(|entry| entry.whose == *whose).map(|entry| entry.draft).collect())
    }

    /// True if the draft is on disk now. An earlier one of the same configuration is gone in any case.
    pub(crate) fn keep(&self, whose: &Whose, keeping: DraftKeeping) -> io::Result<bool> {
        self.change(|all| {
            all.retain(|entry| entry.whose != *whose || entry.draft.id() != keeping.id.as_ref());
            let draft = keeping.draft.filter(|draft| all.len() < MOST_DRAFTS && may_rest(draft));
            let is_kept = draft.is_some();
            all.extend(draft.map(|draft| Entry { whose: whose.clone(), draft }));
            is_kept
        })
    }

    /// Forgets all drafts of a removed connection.
    pub(crate) fn forget(&self, connection: &ConnectionId) -> io::Result<()> {
        self.change(|all| all.retain(|entry| entry.whose.connection != *connection))
    }

    /// Changes the file as it is now: another Tapline may have written it.
    fn change<T>(&self, change: impl FnOnce(&mut Vec<Entry>) -> T) -> io::Result<T> {
        let _held = files::hold(self.path.parent().unwrap_or(Path::new(".")))?;
        let before = files::again::<Vec<Entry>>(&self.path)?.unwrap_or_default();
        let mut all = before.clone();
        let done = change(&mut all);
        if all != before {
            files::write(&self.path, &all)?;
        }
        Ok(done)
    }
}

/// True if the draft is small and has no card number: the journal seals those, and a sealed text can't be edited.
fn may_rest(draft: &KeptDraft) -> bool {
    let size = serde_json::to_string(draft).map_or(usize::MAX, |text| text.len());
    size <= LONGEST_DRAFT
        && !draft.form.texts().any(card_number::is_in)
        && draft.record.as_ref().is_none_or(is_unsealed)
}

/// True if the journal has this record as it is.
fn is_unsealed(record: &EmvConfig) -> bool {
    let mut sealed = record.clone();
    sealed.guard(Guard::Disk(&Seal(Box::new(|_| String::new()))));
    sealed == *record
}

#[cfg(test)]
mod tests {
    use tapline_contract::emv_config::EmvId;
    use tapline_contract::emv_form::EmvForm;
    use tapline_emv::Currency;

    use super::*;

    const NOW: &str = "2026-11-20T10:00:00Z";
    const CARD: &str = "4111 1111 1111 1111";

    fn whose(connection: &str, owner: &str) -> Whose {
        Whose {
            connection: ConnectionId(connection.to_owned()),
            address: "https://pay.example".to_owned(),
            owner: owner.to_owned(),
        }
    }

    fn record(id: u64, name: &str) -> EmvConfig {
        let params = r#"{"aid":"A0000000031010","clCVMLimit":2500}"#;
        let raw = serde_json::json!({"id": id, "emvName": name, "paymentMethod": "01", "params": params});
        EmvConfig::read(&raw.to_string()).unwrap()
    }

    fn typed(record: Option<EmvConfig>, cvm: &str) -> KeptDraft {
        let of = record.clone().unwrap_or_else(|| self::record(0, ""));
        let mut form = EmvForm::from_record(&of, &Currency::euro()).unwrap();
        cvm.clone_into(&mut form.cvm);
        KeptDraft { record, form: form.keep() }
    }

    fn keeping(id: Option<u64>, draft: Option<KeptDraft>) -> DraftKeeping {
        DraftKeeping { connection: ConnectionId(String::new()), id: id.map(EmvId::from), draft }
    }

    fn put(drafts: &Drafts, whose: &Whose, id: u64, cvm: &str) -> bool {
        drafts.keep(whose, keeping(Some(id), Some(typed(Some(record(id, "Retail")), cvm)))).unwrap()
    }

    #[test]
    fn each_draft_is_there_after_a_restart_for_its_owner_alone() {
        let folder = tempfile::tempdir().unwrap();
        let drafts = Drafts::open(folder.path(), NOW).unwrap();
        let (mine, theirs, other) = (whose("a", "me"), whose("a", "they"), whose("b", "me"));
        assert!(
            put(&drafts, &mine, 1, "5") && put(&drafts, &mine, 2, "half ty") && put(&drafts, &theirs, 1, "9")
        );
        assert!(drafts.keep(&mine, keeping(None, Some(typed(None, "7")))).unwrap());
        let again = Drafts::open(folder.path(), NOW).unwrap();
        let [one, two] = [(1, "5"), (2, "half ty")].map(|(id, cvm)| typed(Some(record(id, "Retail")), cvm));
        assert_eq!(again.read(&mine).unwrap(), [one, two, typed(None, "7")]);
        assert_eq!(again.read(&theirs).unwrap(), [typed(Some(record(1, "Retail")), "9")]);
        assert_eq!(again.read(&other).unwrap(), []);
        let moved = Whose { address: "https://other.example".to_owned(), ..mine };
        assert_eq!(again.read(&moved).unwrap(), []);
    }

    #[test]
    fn a_later_draft_replaces_the_earlier_one_and_none_forgets_it() {
        let folder = tempfile::tempdir().unwrap();
        let drafts = Drafts::open(folder.path(), NOW).unwrap();
        let mine = whose("a", "me");
        put(&drafts, &mine, 1, "5");
        put(&drafts, &mine, 2, "6");
        put(&drafts, &mine, 1, "7");
        assert_eq!(drafts.read(&mine).unwrap().len(), 2);
        drafts.keep(&mine, keeping(Some(1), None)).unwrap();
        drafts.keep(&mine, keeping(Some(3), None)).unwrap();
        assert_eq!(drafts.read(&mine).unwrap(), [typed(Some(record(2, "Retail")), "6")]);
        drafts.forget(&mine.connection).unwrap();
        assert_eq!(drafts.read(&mine).unwrap(), []);
    }

    #[test]
    fn a_card_number_never_rests_on_disk_and_takes_the_earlier_draft_along() {
        let folder = tempfile::tempdir().unwrap();
        let drafts = Drafts::open(folder.path(), NOW).unwrap();
        let mine = whose("a", "me");
        let text = || std::fs::read_to_string(folder.path().join(FILE)).unwrap_or_default();
        for (name, cvm) in [("Retail", CARD), (CARD, "5")] {
            put(&drafts, &mine, 1, "5");
            let draft = typed(Some(record(1, name)), cvm);
            assert!(!drafts.keep(&mine, keeping(Some(1), Some(draft))).unwrap(), "{name} {cvm}");
            assert!(!text().contains("4111"), "{}", text());
            assert_eq!(drafts.read(&mine).unwrap(), []);
        }
    }

    #[test]
    fn bounds_hold() {
        let folder = tempfile::tempdir().unwrap();
        let drafts = Drafts::open(folder.path(), NOW).unwrap();
        let mine = whose("a", "me");
        assert!(!put(&drafts, &mine, 1, &"x".repeat(LONGEST_DRAFT)));
        let all: Vec<_> = (0..MOST_DRAFTS as u64)
            .map(|id| Entry { whose: mine.clone(), draft: typed(Some(record(id, "R")), "5") })
            .collect();
        files::write(&folder.path().join(FILE), &all).unwrap();
        assert!(put(&drafts, &mine, 3, "6"), "it replaces one");
        assert!(!put(&drafts, &mine, 1000, "6"));
    }

    #[test]
    fn a_damaged_file_is_set_aside_and_said() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(FILE), "[{").unwrap();
        let drafts = Drafts::open(folder.path(), NOW).unwrap();
        assert!(drafts.notice().unwrap().starts_with(FILE));
        assert!(put(&drafts, &whose("a", "me"), 1, "5"));
    }

    #[cfg(unix)]
    #[test]
    fn only_the_user_reads_it() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let drafts = Drafts::open(folder.path(), NOW).unwrap();
        put(&drafts, &whose("a", "me"), 1, "5");
        let mode = std::fs::metadata(folder.path().join(FILE)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}
