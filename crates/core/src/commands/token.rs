//! Taking a token from the clipboard or a file. The page sees its last four signs.

use std::fs::File;
use std::io::Read as _;
use std::sync::Arc;

use tapline_contract::commands::{ChooseTokenFile, PasteToken};
use tapline_contract::connection::{ConnectionId, TokenView};
use tapline_contract::{Command, Failure, FailureKind};
use tapline_platform::words::visible;
use tapline_secrets::{LONGEST, Token};
use zeroize::Zeroizing;

use super::connection::known_id;
use super::failure;
use crate::perform::Perform;
use crate::state::AppState;

impl Perform for PasteToken {
    async fn perform(app: &Arc<AppState>, id: ConnectionId) -> Result<TokenView, Failure> {
        known_id::<Self>(&id)?;
        let text = clipboard(app).await?;
        let token = Token::parse(&text).map_err(|error| {
            let sentence =
                format!("The clipboard {error}. Copy the token, and nothing else, then paste it again.");
            failure::<Self>(FailureKind::BadInput, sentence)
        })?;
        let view = take(app, &id, token);
        // Someone may have copied something else meanwhile: that is theirs.
        if clipboard(app).await.is_ok_and(|now| *now == *text) {
            let _ = off_thread::<Self, _>(app, |app| (app.ports.clear_clipboard)()).await;
        }
        Ok(view)
    }
}

impl Perform for ChooseTokenFile {
    async fn perform(app: &Arc<AppState>, id: ConnectionId) -> Result<Option<TokenView>, Failure> {
        known_id::<Self>(&id)?;
        // The dialog is open as long as the person likes; the path is dropped with the file.
        let read = off_thread::<Self, _>(app, |app| {
            let path = (app.ports.choose_file)("Choose a token file")?;
            let mut bytes = Zeroizing::new(Vec::new());
            let one_more = u64::try_from(LONGEST).unwrap_or(u64::MAX).saturating_add(1);
            Some(File::open(path).and_then(|file| file.take(one_more).read_to_end(&mut bytes)).map(|_| bytes))
        });
        let Some(read) = read.await? else { return Ok(None) };
        let bytes = read.map_err(|cause| {
            let sentence = format!(
                "The file can't be read: {cause}. Choose another one, or paste the token from the clipboard."
            );
            failure::<Self>(FailureKind::Desk, sentence)
        })?;
        let bad = |why: &str| {
            let sentence = format!("The file {why}. Select a text file with the token and nothing else.");
            failure::<Self>(FailureKind::BadInput, sentence)
        };
        if bytes.len() > LONGEST {
            return Err(bad("is larger than 16 KiB, so it's not a token"));
        }
        let text = str::from_utf8(&bytes).map_err(|_| bad("isn't text"))?;
        let token = Token::parse(text).map_err(|error| bad(&error.to_string()))?;
        Ok(Some(take(app, &id, token)))
    }
}

/// Holds the token in memory, until the connection is saved or opened.
fn take(app: &AppState, id: &ConnectionId, token: Token) -> TokenView {
    app.presence.give(id);
    app.secrets.hold(id, token)
}

async fn clipboard(app: &Arc<AppState>) -> Result<Zeroizing<String>, Failure> {
    let read = off_thread::<PasteToken, _>(app, |app| (app.ports.read_clipboard)()).await?;
    read.map(Zeroizing::new).map_err(|why| {
        let sentence =
            format!("The clipboard can't be read: {} Copy the token again, or choose a file.", visible(&why));
        failure::<PasteToken>(FailureKind::Desk, sentence)
    })
}

/// Calls a port that may block.
pub(super) async fn off_thread<C: Command, T: Send + 'static>(
    app: &Arc<AppState>,
    port: impl FnOnce(&AppState) -> T + Send + 'static,
) -> Result<T, Failure> {
    let app = Arc::clone(app);
    let sentence = "The window didn't answer. Try again.";
    tokio::task::spawn_blocking(move || port(&app))
        .await
        .map_err(|_| failure::<C>(FailureKind::Desk, sentence))
}
