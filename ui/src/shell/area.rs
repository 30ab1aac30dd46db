//! The shell's view of an area: its entry in the side bar before any of its code is loaded, and its state once one of its pages
//! was opened. The shell names no page; `house.rs` lists the areas.

use std::any::Any;
use std::sync::Arc;

use tapline_contract::list::ListOf;
use tapline_emv::Currency;

use super::Shell;
use crate::nav::Forms;
use crate::parts::PagePart;
use crate::paths::Route;

/// An area before its code is loaded. Only `page` and `inner` lead into that code.
pub(crate) struct Area {
    /// The area's first page. Every route of this place belongs to the area.
    pub(crate) place: Route,
    pub(crate) icon: &'static str,
    pub(crate) title: &'static str,
    /// A word and a page for records that can be opened here by an id that was not loaded yet.
    pub(crate) by_id: Option<(&'static str, ById)>,
    /// The list that the area's first page requests when unfiltered. It is requested at the click that leads there.
    pub(crate) ahead: Option<fn() -> ListOf>,
    /// Draws the area's pages, once the part with their code is loaded.
    pub(crate) page: PagePart,
    /// Draws all pages but the first, if they are in a part of their own.
    pub(crate) inner: Option<PagePart>,
}

impl Area {
    /// The part with the page of this route.
    pub(crate) fn part(&self, route: &Route) -> PagePart {
        self.inner.filter(|_| *route != self.place).unwrap_or(self.page)
    }
}

/// Returns the page of an id, if the text can be one.
pub(crate) type ById = fn(&str) -> Option<Route>;

/// State of an area that lives as long as the window: signals only. It is created when first requested with [`Shell::state`];
/// from then on the shell forwards to it everything that concerns all areas. An area may have several states.
pub(crate) trait AreaState: Any + Send + Sync {
    /// Place that Reload (F5) refreshes.
    fn place(&self) -> Route;
    /// Clears everything: another connection is opened.
    fn clear(&self);
    /// Clears loaded data and keeps unsaved input, without its secrets: the window is locked.
    fn clear_cached(&self) {
        self.clear();
    }
    /// True if the list of [`Area::ahead`] was requested.
    fn is_requested(&self) -> bool {
        false
    }
    /// Refreshes what was loaded. The old data stays until the answer arrives.
    fn reload(&self, shell: Shell);
    /// Retries failed reads: there is a new token, or the service answers again.
    fn read_what_failed(&self, shell: Shell);
    /// The forms open for editing here.
    fn forms(&self) -> Forms {
        Forms::default()
    }
    /// Name of the record under edit.
    fn edited_name(&self) -> Option<String> {
        None
    }
    /// Opens the review of unsaved input.
    fn review(&self, _shell: Shell) {}
    /// Discards unsaved input.
    fn discard(&self) {}
    /// Way back to unsaved input in a record, taken before it is discarded.
    fn way_back(&self) -> Option<WayBack> {
        None
    }
    /// True if a change has ended and its result is shown.
    fn is_settled(&self) -> bool {
        false
    }
    /// Loaded objects that the palette finds by name or id.
    fn objects(&self) -> Vec<Object> {
        Vec::new()
    }
    /// Adds the names of its records, for records that refer to them by id only.
    fn add_names(&self, _names: &mut Names) {}
}

/// Name of the discarded input, and an action that opens its form again.
pub(crate) type WayBack = (String, Arc<dyn Fn(Shell) + Send + Sync>);

/// An object that the palette finds by name or id: kind, name, id, page.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Object {
    pub(crate) kind: &'static str,
    pub(crate) name: String,
    pub(crate) id: String,
    pub(crate) route: Route,
}

/// Context for showing values: id and name of the records that others point to, as far as loaded, and the currency of limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Names {
    pub(crate) acquirers: Arc<Vec<(String, String)>>,
    pub(crate) emv: Arc<Vec<(String, String)>>,
    pub(crate) currency: Currency,
}

/// Enough to count differences.
impl Default for Names {
    fn default() -> Names {
        Names { acquirers: Arc::default(), emv: Arc::default(), currency: Currency::euro() }
    }
}

/// Ids with distinct names, from (group, id, name): a name that occurs twice in a group includes the id.
pub(crate) fn told_apart<G: PartialEq>(all: &[(G, String, String)]) -> Vec<(String, String)> {
    let one = |(group, id, name): &(G, String, String)| {
        let alike = all.iter().filter(|other| other.0 == *group && other.2 == *name).count();
        (id.clone(), if alike > 1 { format!("{name} ({id})") } else { name.clone() })
    };
    all.iter().map(one).collect()
}
