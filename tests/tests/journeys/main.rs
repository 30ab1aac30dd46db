//! Actions of a person, through core's one door, against the sandbox over loopback or against a service that
//! misbehaves.
//!
//! No window: the clipboard, the file dialog and the title bar are doubles ([`test_core::TestCore`]).

#![expect(clippy::unwrap_used, reason = "all of it is tests")]

mod bundle;
mod connect;
#[cfg(target_os = "linux")]
mod dialog;
mod door;
mod export;
mod faults;
mod guards;
mod hostile;
#[cfg(target_os = "linux")]
mod jumps;
mod keyring;
#[cfg(target_os = "linux")]
mod keyring_later;
mod leaving;
mod lock;
mod plan;
mod policy;
mod presence;
mod propagation;
mod protection;
mod restart;
mod reveal;
mod save;
mod sdk_id;
mod service;
mod test_core;
mod two;
mod unit;
mod update;
mod where_used;
