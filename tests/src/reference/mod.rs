//! A second opinion: the service's 34 operations once more, written from the service document by hand.
//!
//! It shares no type with Tapline and nothing with the sandbox, so a slip in the contract does not repeat itself here. It is
//! strict: everything the document does not allow is a deviation, kept as a line of text. It stores nothing and listens on
//! no port: it turns a [`Request`] of the scripted server into an [`Answer`].

mod acquirer;
mod check;
mod colleague;
mod device;
mod emv;
mod merchant;
mod once;
mod operation;
mod owner;
mod profile;
mod service;
mod settlement;
mod shape;
mod transaction;
mod world;

pub use colleague::{Deed, Reasons, ShownState};
pub use operation::{Class, OPERATIONS, Operation};
pub use service::{Fate, Moment, NAMESPACE, Reference, TOKEN};
pub use world::World;

#[cfg(doc)]
use tapline_scripted::{Answer, Request};
