//! The keyring of the operating system, on a thread of its own.
//!
//! A locked keyring can wait minutes for a person. So no caller waits longer than [`PATIENCE`]: the answer is then
//! [`KeyringError::Locked`], and a later answer of the keyring is dropped. `keyring` opens the connection to it, once in a process.
//! Where there was none, and where it failed since, the next request opens it again by the same store of this system: a keyring
//! may start later than Tapline, or start again.

use std::collections::HashMap;
use std::sync::mpsc;
use std::sync::{Mutex, OnceLock};
use std::thread;
use std::time::Duration;

#[cfg(target_os = "macos")]
use apple_native_keyring_store::keychain as system;
use keyring::Error as StoreError;
use tapline_platform::sync::locked;
use tokio::sync::oneshot;
#[cfg(windows)]
use windows_native_keyring_store as system;
#[cfg(all(unix, not(target_os = "macos")))]
use zbus_secret_service_keyring_store as system;
use zeroize::Zeroizing;

const SERVICE: &str = "app.tapline.desktop";
const PATIENCE: Duration = Duration::from_secs(3);

/// On Windows an entry would otherwise roam with the account of a domain.
const MODIFIERS: &[(&str, &str)] = if cfg!(windows) { &[("persistence", "Local")] } else { &[] };

/// Bytes of an entry. Windows' credential store holds 2,560 (`CRED_MAX_CREDENTIAL_BLOB_SIZE`), which a token with many roles can
/// exceed. It is refused and not split: of an entry in parts, a crash between two writes would leave half a token.
const LONGEST: Option<usize> = if cfg!(windows) { Some(2560) } else { None };

/// Why the keyring failed, as a sentence that says what this means for the token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyringError {
    #[error(
        "No keyring found, so tokens are kept only until Tapline closes. Start one (on Linux GNOME Keyring or KWallet), then \
         save the connection again."
    )]
    Absent,
    #[error(
        "The keyring is locked or doesn't answer, so the token is kept only until Tapline closes. Unlock the keyring, then \
         save the connection again."
    )]
    Locked,
    #[error(
        "The token is too long for this computer's keyring, so it's kept only until Tapline closes. Paste it again after the next start."
    )]
    TooLong,
    #[error(
        "The keyring reported an error, so the token is kept only until Tapline closes. Check the keyring of this computer, \
         then save the connection again."
    )]
    Broken,
}

type Answer<T> = oneshot::Sender<Result<T, KeyringError>>;
pub(crate) type Secret = Zeroizing<Vec<u8>>;

enum Request {
    Status(Answer<()>),
    Get(String, Answer<Option<Secret>>),
    Set(String, Secret, Answer<()>),
    Rewrite(String, Secret, Answer<()>),
    Delete(String, Answer<()>),
}

pub(crate) async fn status() -> Result<(), KeyringError> {
    ask(Request::Status).await
}

/// `None`: it holds no entry for this user.
pub(crate) async fn get(user: &str) -> Result<Option<Secret>, KeyringError> {
    ask(|answer| Request::Get(user.to_owned(), answer)).await
}

/// If it fails, an earlier entry is removed too, as far as the keyring allows.
pub(crate) async fn set(user: &str, secret: Secret) -> Result<(), KeyringError> {
    ask(|answer| Request::Set(user.to_owned(), secret, answer)).await
}

/// Rewrites an entry in another form. If it fails, the old entry stays.
pub(crate) async fn rewrite(user: &str, secret: Secret) -> Result<(), KeyringError> {
    ask(|answer| Request::Rewrite(user.to_owned(), secret, answer)).await
}

/// A missing entry counts as deleted.
pub(crate) async fn delete(user: &str) -> Result<(), KeyringError> {
    ask(|answer| Request::Delete(user.to_owned(), answer)).await
}

async fn ask<T>(request: impl FnOnce(Answer<T>) -> Request) -> Result<T, KeyringError> {
    let (answer, answered) = oneshot::channel();
    thread().send(request(answer)).map_err(|_| KeyringError::Broken)?;
    match tokio::time::timeout(PATIENCE, answered).await {
        Ok(Ok(result)) => result,
        Ok(Err(_)) => Err(KeyringError::Broken),
        Err(_) => Err(KeyringError::Locked),
    }
}

/// The one thread. It is never joined: it may be waiting for a person when the process ends.
fn thread() -> &'static mpsc::Sender<Request> {
    static THREAD: OnceLock<mpsc::Sender<Request>> = OnceLock::new();
    THREAD.get_or_init(|| {
        let (requests, inbox) = mpsc::channel();
        // Without a thread the inbox is gone, and every request is answered with `Broken`.
        let _ = thread::Builder::new().name("keyring".to_owned()).spawn(move || inbox.iter().for_each(serve));
        requests
    })
}

fn serve(request: Request) {
    // A send fails when the caller has given up.
    match request {
        Request::Status(answer) if !answer.is_closed() => {
            let _ = answer.send(store());
        }
        Request::Get(user, answer) if !answer.is_closed() => {
            let _ = answer.send(tried(|| read(&user)));
        }
        Request::Set(user, secret, answer) => {
            let closed = answer.is_closed();
            let written = if closed { Err(KeyringError::Locked) } else { tried(|| write(&user, &secret)) };
            let failed = written.as_ref().is_err_and(|error| *error != KeyringError::Absent);
            if answer.send(written).is_err() || failed {
                // The caller says that the token is kept in memory only. An older entry would be found at the next start.
                let _ = remove(&user);
            }
        }
        Request::Rewrite(user, secret, answer) if !answer.is_closed() => {
            let _ = answer.send(tried(|| write(&user, &secret)));
        }
        Request::Delete(user, answer) => {
            let _ = answer.send(tried(|| remove(&user)));
        }
        Request::Status(_) | Request::Get(..) | Request::Rewrite(..) => {}
    }
}

/// Once more where a keyring that was found before has ended or started again since.
fn tried<T>(deed: impl Fn() -> Result<T, KeyringError>) -> Result<T, KeyringError> {
    let known = keyring_core::get_default_store().is_some();
    match deed() {
        Err(KeyringError::Broken) if known && keyring_core::get_default_store().is_none() => deed(),
        other => other,
    }
}

fn read(user: &str) -> Result<Option<Secret>, KeyringError> {
    match entry(user)?.get_secret() {
        Ok(bytes) => Ok(Some(Zeroizing::new(bytes))),
        Err(StoreError::NoEntry) => Ok(None),
        Err(error) => Err(of_store(&error)),
    }
}

fn write(user: &str, secret: &Secret) -> Result<(), KeyringError> {
    fits(secret.len(), LONGEST)?;
    entry(user)?.set_secret(secret).map_err(|error| of_store(&error))
}

fn remove(user: &str) -> Result<(), KeyringError> {
    match entry(user)?.delete_credential() {
        Ok(()) | Err(StoreError::NoEntry) => Ok(()),
        Err(error) => Err(of_store(&error)),
    }
}

fn entry(user: &str) -> Result<keyring_core::Entry, KeyringError> {
    store()?;
    let modifiers: HashMap<_, _> = MODIFIERS.iter().copied().collect();
    keyring_core::Entry::new_with_modifiers(SERVICE, user, &modifiers).map_err(|error| of_store(&error))
}

fn fits(length: usize, longest: Option<usize>) -> Result<(), KeyringError> {
    if longest.is_some_and(|longest| length > longest) { Err(KeyringError::TooLong) } else { Ok(()) }
}

/// True if the store that the library holds was opened here. A double of the tests was not.
static OPENED: Mutex<bool> = Mutex::new(false);

/// Looks for the keyring of this computer, unless it was found before.
fn store() -> Result<(), KeyringError> {
    let mut opened = locked(&OPENED);
    if keyring_core::get_default_store().is_some() {
        return Ok(());
    }
    // Opens it the first time, and never again.
    let _ = keyring::Entry::store_status();
    if keyring_core::get_default_store().is_none() {
        let store = system::Store::new().map_err(|_| KeyringError::Absent)?;
        keyring_core::set_default_store(store);
    }
    *opened = true;
    Ok(())
}

/// The keyring may have ended, and its session with it. The next request looks for it anew.
fn give_up() {
    let mut opened = locked(&OPENED);
    if std::mem::take(&mut *opened) {
        keyring_core::unset_default_store();
    }
}

fn of_store(error: &StoreError) -> KeyringError {
    if matches!(error, StoreError::PlatformFailure(_)) {
        give_up();
    }
    match error {
        StoreError::NoStorageAccess(_) => KeyringError::Locked,
        StoreError::NoDefaultStore => KeyringError::Absent,
        StoreError::TooLong(..) => KeyringError::TooLong,
        _ => KeyringError::Broken,
    }
}

/// A keyring in memory with failures on demand; one for all tests of a process.
#[cfg(test)]
pub(super) mod double {
    use std::sync::Once;

    use keyring_core::mock::{Cred, Store};

    use super::*;

    pub(crate) fn entry(user: &str) -> keyring_core::Entry {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            let mut opened = locked(&OPENED);
            keyring_core::set_default_store(Store::new().unwrap());
            *opened = false;
        });
        super::entry(user).unwrap()
    }

    /// The next call for this entry fails.
    pub(crate) fn fail_once(user: &str) {
        let entry = entry(user);
        let cred = entry.as_any().downcast_ref::<Cred>().unwrap();
        cred.set_error(StoreError::PlatformFailure("no".into()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_that_windows_cannot_hold_is_refused() {
        for (length, longest, expected) in [
            (2560, Some(2560), Ok(())),
            (2561, Some(2560), Err(KeyringError::TooLong)),
            (16_384, None, Ok(())),
        ] {
            assert_eq!(fits(length, longest), expected, "{length} of {longest:?}");
        }
        assert_eq!(LONGEST, cfg!(windows).then_some(2560), "the rule of one system alone");
    }

    #[test]
    fn errors_of_the_store_have_their_meaning() {
        let cause = || -> Box<dyn std::error::Error + Send + Sync> { "x".into() };
        for (error, expected) in [
            (StoreError::NoStorageAccess(cause()), KeyringError::Locked),
            (StoreError::NoDefaultStore, KeyringError::Absent),
            (StoreError::TooLong("secret".to_owned(), 2560), KeyringError::TooLong),
            (StoreError::PlatformFailure(cause()), KeyringError::Broken),
            (StoreError::Ambiguous(Vec::new()), KeyringError::Broken),
        ] {
            assert_eq!(of_store(&error), expected, "{error}");
        }
    }
}
