//! The window around the pages: strip, banners, side bar, messages, and the sheets in front of every page.

pub(crate) mod about;
pub(crate) mod banners;
pub(crate) mod call;
mod journal_setting;
pub(crate) mod key_sheet;
pub(crate) mod leave;
pub(crate) mod locked;
pub(crate) mod palette;
mod palette_search;
pub(crate) mod rail;
pub(crate) mod settings;
pub(crate) mod sheets;
pub(crate) mod strip;
pub(crate) mod toasts;
pub(crate) mod unit;
pub(crate) mod update;
