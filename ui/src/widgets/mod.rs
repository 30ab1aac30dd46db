//! The few widgets that all pages are composed of.

pub(crate) mod at_amount;
pub(crate) mod choice;
pub(crate) mod copy;
pub(crate) mod decoded;
pub(crate) mod dialog;
pub(crate) mod drafts;
pub(crate) mod facts;
pub(crate) mod failure;
pub(crate) mod findings;
pub(crate) mod frame;
pub(crate) mod grid;
pub(crate) mod icon;
pub(crate) mod links;
pub(crate) mod managed;
pub(crate) mod moment;
pub(crate) mod money;
pub(crate) mod part;
pub(crate) mod reasons;
pub(crate) mod save_bar;
pub(crate) mod settled;
pub(crate) mod show;
pub(crate) mod text_field;
pub(crate) mod unit;
pub(crate) mod waits_for;
pub(crate) mod written;
pub(crate) mod zones;
