//! What the shell knows of an area of the window: its entry in the side bar before any of its code is needed, and what it keeps
//! once one of its pages was opened. The shell names no page; `house.rs` lists the areas.

use std::any::Any;
use std::sync::Arc;

use tapline_contract::list::ListOf;
use tapline_emv::Currency;

use super::Shell;
use crate::nav::Forms;
use crate::parts::Part;
use crate::paths::Route;

/// An area as it is known before its code is loaded. Only `page` and `inner` lead into that code.
pub(crate) struct Area {
    /// Its first page. Every route of this place belongs to the area.
    pub(crate) place: Route,
    pub(crate) icon: &'static str,
    pub(crate) title: &'static str,
    /// What can be opened here by an id that was not read yet: a word for it, and its page.
    pub(crate) by_id: Option<(&'static str, ById)>,
    /// The list that its first page asks core for when nothing is filtered. It is asked for at the click that leads there.
    pub(crate) ahead: Option<fn() -> ListOf>,
    /// Draws its pages, once the part with their code is loaded.
    pub(crate) page: Part,
    /// Draws all pages but the first, where they are in a part of their own.
    pub(crate) inner: Option<Part>,
}

impl Area {
    /// The part with this page of it.
    pub(crate) fn part(&self, route: &Route) -> Part {
        self.inner.filter(|_| *route != self.place).unwrap_or(self.page)
    }
}

/// The page of an id, if it can be one.
pub(crate) type ById = fn(&str) -> Option<Route>;

/// State of an area that lives as long as the window: signals only. It is made when [`Shell::state`] is first asked for it, and
/// from then on the shell passes on what concerns every area. An area may have several.
pub(crate) trait AreaState: Any + Send + Sync {
    /// The place that Reload (F5) reads again.
    fn place(&self) -> Route;
    /// Forgets everything: another connection is opened.
    fn clear(&self);
    /// Forgets what was read and keeps what is typed, without its secrets: the window is locked.
    fn clear_cached(&self) {
        self.clear();
    }
    /// Whether what [`Area::ahead`] names was asked for.
    fn is_asked(&self) -> bool {
        false
    }
    /// Reads again what was read. The old stays until the answer is there.
    fn reload(&self, shell: Shell);
    /// Reads again what could not be read: there is a new token, or the service answers again.
    fn read_what_failed(&self, shell: Shell);
    /// The forms that are being edited here.
    fn forms(&self) -> Forms {
        Forms::default()
    }
    /// The name of what is being edited.
    fn edited_name(&self) -> Option<String> {
        None
    }
    /// Opens the review of what is typed.
    fn review(&self, _shell: Shell) {}
    /// Gives up what is typed.
    fn discard(&self) {}
    /// The way back to what is typed in a record, before it is given up.
    fn way_back(&self) -> Option<WayBack> {
        None
    }
    /// Whether a change has come to its end and its result is shown.
    fn is_settled(&self) -> bool {
        false
    }
    /// What the palette finds here by name or id, as far as it was read.
    fn objects(&self) -> Vec<Object> {
        Vec::new()
    }
    /// Adds the names of its records, for those that only tell their ids.
    fn add_names(&self, _names: &mut Names) {}
}

/// The name of what was typed, and what opens its form again.
pub(crate) type WayBack = (String, Arc<dyn Fn(Shell) + Send + Sync>);

/// Something that the palette finds by name or by id: what it is, its name, its id, its page.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Object {
    pub(crate) kind: &'static str,
    pub(crate) name: String,
    pub(crate) id: String,
    pub(crate) route: Route,
}

/// What values are told with: id and name of what records point to, as far as they were read, and the currency of limits.
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

/// Ids with their names, of group, id and name: a name that two of a group have says the id too.
pub(crate) fn told_apart<G: PartialEq>(all: &[(G, String, String)]) -> Vec<(String, String)> {
    let one = |(group, id, name): &(G, String, String)| {
        let alike = all.iter().filter(|other| other.0 == *group && other.2 == *name).count();
        (id.clone(), if alike > 1 { format!("{name} ({id})") } else { name.clone() })
    };
    all.iter().map(one).collect()
}
