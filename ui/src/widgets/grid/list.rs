//! Names, texts and filters of a list: one constant per list.

use std::collections::BTreeMap;

use super::filter::FilterRow;

#[derive(Debug)]
pub(crate) struct ListSpec {
    /// Plain letters; names elements, files and preferences. The grid's element is `<id>-grid`.
    pub(crate) id: &'static str,
    /// Heading of the page.
    pub(crate) title: &'static str,
    /// Singular and plural.
    pub(crate) noun: [&'static str; 2],
    /// Placeholder of the filter over everything.
    pub(crate) find: &'static str,
    /// Text of an empty list: that there is nothing, and what to do.
    pub(crate) none_yet: &'static str,
    pub(crate) filters: &'static [FilterRow],
    /// Earlier keys of columns and filters, each with its current one: arrangements and views are kept by key.
    pub(crate) renamed: &'static [(&'static str, &'static str)],
}

impl ListSpec {
    /// The active filters, limited to those that the list has.
    pub(super) fn filters_of<'a>(
        &self,
        set: &'a BTreeMap<String, String>,
    ) -> Vec<(&'static FilterRow, &'a str)> {
        let value = |row: &'static FilterRow| Some((row, set.get(row.key)?.as_str()));
        self.filters.iter().filter_map(value).collect()
    }

    /// "1 merchant", "2,041 merchants".
    pub(super) fn counted(&self, many: usize) -> String {
        let [one, more] = self.noun;
        format!("{} {}", super::cell::counted(many), if many == 1 { one } else { more })
    }
}
