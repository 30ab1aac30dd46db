//! The size of the journal, and archives of what is settled and old.

use std::path::Path;
use std::sync::Arc;

use chrono::TimeDelta;
use tapline_changes::ask;
use tapline_changes::{Question, Subject};
use tapline_contract::commands::{ArchiveHistory, GetJournalSize};
use tapline_contract::export::Exported;
use tapline_contract::history::{Archiving, JournalSize};
use tapline_contract::shown::Shown;
use tapline_contract::{Command, Failure, FailureKind, timestamp};
use tapline_journal::ArchiveError;

use super::failure;
use super::history::unreadable;
use super::list::aside;
use crate::export::numbered;
use crate::perform::Perform;
use crate::state::AppState;

/// Names that are tried before giving up.
const MOST_ALIKE: u32 = 100;

impl Perform for GetJournalSize {
    async fn perform(app: &Arc<AppState>, (): ()) -> Result<JournalSize, Failure> {
        let journal = Arc::clone(&app.journal);
        let size = aside::<Self, _>(move || journal.size()).await?;
        size.map_err(|error| unreadable::<Self>(&error))
    }
}

impl Perform for ArchiveHistory {
    async fn perform(app: &Arc<AppState>, archiving: Archiving) -> Result<Option<Exported>, Failure> {
        let day = day::<Self>(app, &archiving.before)?;
        let open = app.session().map(|session| {
            format!("All connections are archived, also the open one: {}.", session.connection.label())
        });
        let lines = [
            format!(
                "Changes before {} move from Activity into a file in your downloads.",
                timestamp::day_words(&day)
            ),
            "The file is verified before anything is deleted.".to_owned(),
            "taplinectl history --archive reads the file.".to_owned(),
        ];
        let question = Question {
            subject: Subject::History,
            title: Shown::line("Archive old changes?"),
            text: Shown::lines(lines.into_iter().chain(open)),
            agree: "Archive",
        };
        ask(&app.changes, Self::NAME, question).await?;
        let archiving_app = Arc::clone(app);
        aside::<Self, _>(move || in_downloads(&archiving_app, &day)).await?
    }
}

/// The day of a midnight in UTC that is a day past: what was refused is read for once more some minutes later.
fn day<C: Command>(app: &AppState, before: &str) -> Result<String, Failure> {
    let is_past =
        timestamp::parse(before).is_some_and(|moment| moment + TimeDelta::days(1) <= app.ports.clock.now());
    before.strip_suffix("T00:00:00Z").filter(|_| is_past).map(str::to_owned).ok_or_else(|| {
        let sentence = "Choose a day before today. Nothing was archived.";
        failure::<C>(FailureKind::BadInput, sentence).field("before")
    })
}

/// Into the first folder that takes the file, under a name that nothing has.
fn in_downloads(app: &AppState, day: &str) -> Result<Option<Exported>, Failure> {
    let mut last = failure::<ArchiveHistory>(
        FailureKind::Desk,
        "No folder for the archive, so nothing was archived. Make your downloads folder writable, then try again.",
    );
    for folder in (app.ports.export_folders)() {
        for number in 1..MOST_ALIKE {
            let name = numbered(&format!("tapline-history-before-{day}"), "db", number);
            let path = folder.join(&name);
            if path.exists() {
                continue;
            }
            match archive::<ArchiveHistory>(app, &format!("{day}T00:00:00Z"), &path) {
                Ok(0) => return Ok(None),
                Ok(changes) => {
                    app.exports.remember(&path);
                    let of = folder.file_name().unwrap_or_default().to_string_lossy();
                    let bytes = std::fs::metadata(&path).map_or(0, |file| file.len());
                    let path = path.display().to_string();
                    return Ok(Some(Exported { path, name, folder: of.into_owned(), rows: changes, bytes }));
                }
                // The file exists, and holds the changes moved so far.
                Err(failure) if path.exists() => return Err(failure),
                Err(failure) => last = failure,
            }
            break;
        }
    }
    Err(last)
}

/// Moves settled changes older than `before` into a new file. Returns their number.
pub(crate) fn archive<C: Command>(app: &AppState, before: &str, file: &Path) -> Result<u64, Failure> {
    day::<C>(app, before)?;
    let described = app.describe_history().map_err(ArchiveError::from);
    let archived = described.and_then(|()| app.journal.archive(before, file, &app.ports.clock.timestamp()));
    archived.map_err(|error| {
        let sentence =
            format!("Archiving stopped early: {error}. No change was lost. The rest is archived next time.");
        failure::<C>(FailureKind::Journal, sentence)
    })
}
