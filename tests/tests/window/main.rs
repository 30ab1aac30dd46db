//! Tapline's real window, by mouse and keyboard, as a person meets it. Each test is a computer of its own.

mod accessibility;
mod acquirers;
mod conflict;
mod connecting;
mod creating;
mod guard;
mod input;
mod keyboard;
mod lost;
mod merchants;
mod mouse;
mod page_policy;
mod saving;
mod secrets;
mod steps;
mod undoing;
