//! The window around the pages: strip, banners, side bar, messages, and the sheets in front of every page.

pub(crate) mod banners;
pub(crate) mod edges;
mod find;
pub(crate) mod locked;
pub(crate) mod palette;
pub(crate) mod settings;
pub(crate) mod sheets;
pub(crate) mod update;
