//! The few parts that every page is composed of, one component per file.

pub(crate) mod at_amount;
pub(crate) mod cancel;
pub(crate) mod choice;
pub(crate) mod copy;
pub(crate) mod crumbs;
pub(crate) mod dialog;
pub(crate) mod difference;
pub(crate) mod facts;
pub(crate) mod failure;
pub(crate) mod frame;
pub(crate) mod grid;
pub(crate) mod icon;
pub(crate) mod links;
pub(crate) mod marks;
pub(crate) mod money;
pub(crate) mod pending;
pub(crate) mod popover;
pub(crate) mod save_bar;
pub(crate) mod secret_field;
pub(crate) mod settled;
pub(crate) mod text_field;
pub(crate) mod zones;
