//! Parts of the page. The first part has the frame and the start page; the overview of limits is loaded behind it. All other code
//! is in parts that are loaded when they are first needed, or already when the mouse is pressed on a link to one of their pages or the focus
//! comes to it (`app.rs`); that of transactions as soon as limits are asked for, and what opens in front of a page while nobody does anything
//! (`house.rs`).
//!
//! `part!` names a part; several pages may name the same one. `cargo xtask ui` puts what only this part uses into a file of its own.
//! What several parts use becomes a file for each set of them that occurs, and every call between files costs a stub. So the parts
//! are few: `limits`, `editor`, `records`, `money`, `tools`. Nothing but the page that is handed to `part!` may lead into that code. What is shown meanwhile is in `widgets/part.rs`.

use std::pin::Pin;

use leptos::prelude::AnyView;
pub(crate) use leptos::wasm_split::SplitLoaderError;

use crate::paths::Route;

/// Draws the page of a route.
pub(crate) type Page = fn(Route) -> AnyView;

/// Loads the code of pages. Once it is there, this is immediate; after a failure it tries again.
pub(crate) type Part = fn() -> Loading;

pub(crate) type Loading = Pin<Box<dyn Future<Output = Result<Page, SplitLoaderError>>>>;

/// Puts a [`Page`] with all its code into the part of this name.
macro_rules! part {
    ($name:ident, $page:expr) => {{
        #[leptos::wasm_split::wasm_split($name, wasm_split_path = leptos::wasm_split, fallible)]
        fn load() -> Result<$crate::parts::Page, $crate::parts::SplitLoaderError> {
            Ok($page)
        }
        || Box::pin(load())
    }};
}
pub(crate) use part;
