//! Amounts that keys give a limit on its lane, and the distance between its grips.

use tapline_emv::MAX_AMOUNT;

use crate::scale::NO_LIMIT;

/// Width of a grip in pixels, and the least distance between the middles of two.
pub(super) const GRIP: f64 = 24.0;

/// The amount after a key; `None` for keys that move nothing.
pub(super) fn stepped(key: &str, now: u64, unit: u64, has_shift: bool, has_alt: bool) -> Option<u64> {
    let step = match (has_shift, has_alt) {
        (_, true) => 1,
        (true, false) => 10 * unit,
        (false, false) => unit,
    };
    let moved = match key {
        "ArrowRight" | "ArrowUp" => now.saturating_add(step),
        "ArrowLeft" | "ArrowDown" => now.saturating_sub(step),
        "PageUp" => now.saturating_add(50 * unit),
        "PageDown" => now.saturating_sub(50 * unit),
        "Home" => 0,
        "End" => NO_LIMIT,
        _ => return None,
    };
    Some(moved.min(MAX_AMOUNT))
}

/// Middles of grips next to each other: at their limits where there is room, otherwise moved as little as possible, so that no grip
/// covers another one.
pub(super) fn apart(places: [f64; 3]) -> [f64; 3] {
    let mut order = [0, 1, 2];
    order.sort_by(|a: &usize, b: &usize| places[*a].total_cmp(&places[*b]));
    // Grips that touch: sum and count of the places their first grip would like.
    let mut groups: Vec<(f64, u8)> = Vec::with_capacity(3);
    for (rank, at) in (0_u8..).zip(order) {
        let mut group = (places[at] - GRIP * f64::from(rank), 1);
        while let Some((sum, count)) =
            groups.pop_if(|(sum, count)| *sum / f64::from(*count) > group.0 / f64::from(group.1))
        {
            group = (group.0 + sum, group.1 + count);
        }
        groups.push(group);
    }
    let middles = groups.iter().flat_map(|(sum, count)| (0..*count).map(move |_| sum / f64::from(*count)));
    let mut apart = places;
    for ((rank, at), middle) in (0_u8..).zip(order).zip(middles) {
        apart[at] = middle + GRIP * f64::from(rank);
    }
    apart
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_move_by_units_of_the_currency() {
        for (key, now, shift, alt, expected) in [
            ("ArrowRight", 2_500, false, false, Some(2_600)),
            ("ArrowUp", 2_500, true, false, Some(3_500)),
            ("ArrowUp", 2_500, false, true, Some(2_501)),
            ("ArrowLeft", 50, false, false, Some(0)),
            ("ArrowDown", 2_500, false, true, Some(2_499)),
            ("PageUp", 2_500, false, false, Some(7_500)),
            ("PageDown", 2_500, false, false, Some(0)),
            ("Home", 2_500, false, false, Some(0)),
            ("End", 2_500, false, false, Some(NO_LIMIT)),
            ("PageUp", MAX_AMOUNT, false, false, Some(MAX_AMOUNT)),
            ("Tab", 2_500, false, false, None),
            ("a", 2_500, false, false, None),
        ] {
            assert_eq!(stepped(key, now, 100, shift, alt), expected, "{key}");
        }
    }

    #[test]
    fn grips_share_the_space_of_limits_that_lie_close() {
        for (places, expected) in [
            ([0.0, 100.0, 300.0], [0.0, 100.0, 300.0]),
            ([90.0, 100.0, 300.0], [83.0, 107.0, 300.0]),
            ([100.0, 100.0, 100.0], [76.0, 100.0, 124.0]),
            // The middle one pushes its neighbor on.
            ([90.0, 100.0, 124.0], [80.0 + 2.0 / 3.0, 104.0 + 2.0 / 3.0, 128.0 + 2.0 / 3.0]),
            // A floor limit above the CVM limit.
            ([110.0, 100.0, 300.0], [117.0, 93.0, 300.0]),
        ] {
            let found = apart(places);
            assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-9), "{places:?}: {found:?}");
        }
    }
}
