//! Sorting and gathering with little code. The standard library's sort is compiled anew for each type and key, some 5 KB a time in
//! the page, and a map or set made by `collect` sorts first. Here one sort serves all. It is for what the page shows; long lists
//! are sorted by core, with the standard library.

use std::cmp::Ordering;

/// Stable, as [`slice::sort_by`].
pub fn sort_by<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let places = sorted(items.len(), &|a, b| compare(&items[a], &items[b]));
    arrange(places, &mut |a, b| items.swap(a, b));
}

/// Stable, as [`slice::sort_by_key`].
pub fn sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(items, |a, b| key(a).cmp(&key(b)));
}

/// Result of `collect`, built item by item.
pub fn gathered<T, C: Default + Extend<T>>(items: impl IntoIterator<Item = T>) -> C {
    let mut all = C::default();
    all.extend(items);
    all
}

fn sorted(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..count).collect();
    places.sort_by(|a, b| compare(*a, *b));
    places
}

/// Moves the item at `places[at]` to `at`, one circle after the other.
fn arrange(mut places: Vec<usize>, swap: &mut dyn FnMut(usize, usize)) {
    for first in 0..places.len() {
        let mut at = first;
        loop {
            let from = std::mem::replace(&mut places[at], at);
            if from == first {
                break;
            }
            swap(at, from);
            at = from;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn it_sorts_as_the_standard_library_does(keys in proptest::collection::vec(0_u8..20, 0..200)) {
            let mut ours: Vec<(u8, usize)> = keys.into_iter().zip(0..).collect();
            let mut theirs = ours.clone();
            sort_by_key(&mut ours, |(key, _)| *key);
            theirs.sort_by_key(|(key, _)| *key);
            prop_assert_eq!(ours, theirs);
        }

        #[test]
        fn the_last_of_a_key_stays_as_with_collect(pairs in proptest::collection::vec((0_u8..20, 0_u8..9), 0..200)) {
            let ours: BTreeMap<u8, u8> = gathered(pairs.clone());
            prop_assert_eq!(ours, pairs.iter().copied().collect());
            let ours: BTreeSet<(u8, u8)> = gathered(pairs.clone());
            prop_assert_eq!(ours, pairs.into_iter().collect());
        }
    }
}
