//! Tapline's real window, by mouse and keyboard, as a person meets it. Each test is a computer of its own.

mod accessibility;
mod accessibility_areas;
mod acquirers;
mod axe;
mod conflict;
mod connecting;
mod creating;
mod frame;
mod guard;
mod input;
mod keyboard;
mod lists;
mod lost;
mod merchants;
mod money;
mod mouse;
mod page_policy;
mod profiles;
mod saving;
mod secrets;
mod steps;
mod terminals;
mod transaction;
mod undoing;
