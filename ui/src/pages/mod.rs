//! The pages of the window, one folder per area. A page is a composition of widgets.

pub(crate) mod acquirers;
pub(crate) mod activity;
pub(crate) mod answers;
pub(crate) mod editor;
pub(crate) mod guide;
pub(crate) mod limits;
pub(crate) mod matrix;
pub(crate) mod merchants;
pub(crate) mod owner;
pub(crate) mod plan;
pub(crate) mod profiles;
pub(crate) mod replay;
pub(crate) mod settlements;
pub(crate) mod start;
pub(crate) mod terminals;
pub(crate) mod transactions;
pub(crate) mod usage;
