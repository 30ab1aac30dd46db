//! The places of the window, one folder an area. A page is a composition of widgets.

pub(crate) mod activity;
pub(crate) mod editor;
pub(crate) mod limits;
pub(crate) mod merchants;
pub(crate) mod save;
pub(crate) mod start;
