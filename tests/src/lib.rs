//! Drives the real window as a person would: by role and accessible name, with mouse and keyboard. And the
//! services that tests need: [`Service`] is the sandbox, [`reference`] answers by the document alone.
//!
//! Each [`TestApp`] is a computer of its own: display, D-Bus session, folders, clipboard, and a keyring on request. It needs
//! nothing of the machine around it and leaves nothing behind, also when a test panics. Nothing here sleeps for luck: it waits
//! for a condition until a deadline, then reports the condition and the content of the window. Test support: a failure panics
//! with a sentence.

mod act;
mod app;
mod attached;
mod bus;
pub mod cells;
mod changes;
mod display;
mod files;
mod left;
mod look;
mod manager;
mod native;
mod plain_http;
mod process;
pub mod reference;
mod rows;
pub mod screens;
mod service;
mod started;
mod target;
mod wait;

pub use app::{Setup, TestApp};
pub use attached::attachment;
pub use fantoccini::key::Key;
pub use files::{files_below, files_with};
pub use manager::Place;
pub use native::Press;
pub use plain_http::{PlainAnswer, PlainRequest};
pub use service::{Record, Service, day_of_month, token_until};
pub use started::{program, target};
pub use target::{
    Target, alert, button, checkbox, dialog, disclosure, field, grid, group, heading, link, navigation,
    radio, region, slider, status, tab,
};
