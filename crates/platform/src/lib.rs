//! The computer that Tapline runs on: its clock, the files of the data folder, the log, the network's stand-ins, locks.
//!
//! It knows no service and no window. Every other crate that does anything reads the time and writes settings through it, so
//! that tests can shorten waits and break disks in one place.
//!
//! Invariants: a file is the user's alone, old or new, never half; the log has no field for a body, a header or a token.

pub mod clock;
pub mod files;
pub mod log;
pub mod network;
pub mod sync;
pub mod words;
