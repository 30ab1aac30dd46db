//! Parts of the page. The first part has the frame and the start page; the overview of limits is loaded behind it. All other code
//! is in parts that are loaded when first needed, or when the mouse is pressed on a link to one of their pages or the focus
//! reaches it (`app.rs`); the part of transactions when limits are requested, and what opens in front of a page while the person
//! is idle (`house.rs`).
//!
//! `part!` names a part; several pages may name the same part. `cargo xtask ui` moves code that only this part uses into its own
//! file. Code of several parts becomes a file for each set of parts that occurs, and every call between files costs a stub. So
//! the parts are few: `limits`, `editor`, `records`, `money`, `tools`. Only the page given to `part!` may lead into that code.
//! The placeholder while loading is in `widgets/part.rs`.

use std::pin::Pin;

use leptos::prelude::AnyView;
pub(crate) use leptos::wasm_split::SplitLoaderError;

use crate::paths::Route;

/// Draws the page of a route.
pub(crate) type Page = fn(Route) -> AnyView;

/// Loads the code of pages. Immediate once loaded; after a failure it tries again.
pub(crate) type PagePart = fn() -> Loading;

pub(crate) type Loading = Pin<Box<dyn Future<Output = Result<Page, SplitLoaderError>>>>;

/// Puts a [`Page`] with all its code into the named part.
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
