//! The configuration that differs from its siblings of the same scheme.
//!
//! Not a judgment which value is right. A majority is strictly more than half with one value, out of at least
//! three; "no limit" values count like any other.

use crate::limits::{LimitKind, Limits, is_no_limit};
use crate::money::Currency;
use crate::scheme::Scheme;

/// One limit that differs from what most siblings have. Minor units.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Differs {
    pub limit: LimitKind,
    pub mine: u64,
    pub others: u64,
}

/// The limits, CVM before transaction before floor, in which `mine` differs from the majority.
/// `all` are the limits of every configuration of the scheme, `mine` included.
pub fn differences(mine: Limits, all: &[Limits]) -> Vec<Differs> {
    let differs = |limit| {
        let mine = mine.get(limit);
        others(limit, mine, all).map(|others| Differs { limit, mine, others })
    };
    [LimitKind::Cvm, LimitKind::Transaction, LimitKind::Floor].into_iter().filter_map(differs).collect()
}

/// Majority value of the siblings for one limit, minor units; `None` without a majority, or if this configuration has it
/// too. `all` as for [`differences`].
pub fn others(limit: LimitKind, mine: u64, all: &[Limits]) -> Option<u64> {
    if all.len() < 3 {
        return None;
    }
    majority(all.iter().map(|limits| limits.get(limit))).filter(|others| *others != mine)
}

/// The value that strictly more than half of `values` have.
pub(crate) fn majority(values: impl Iterator<Item = u64> + Clone) -> Option<u64> {
    // If each value cancels one different value, the majority remains (Boyer and Moore).
    let struck = |(left, times): (u64, usize), value: u64| match times {
        0 => (value, 1),
        _ if left == value => (left, times + 1),
        _ => (left, times - 1),
    };
    let (left, _) = values.clone().fold((0, 0), struck);
    let (same, all) = values.fold((0, 0), |(same, all), value| (same + usize::from(value == left), all + 1));
    (same * 2 > all).then_some(left)
}

/// Value of strictly more than half of at least three values: the index of one of them, and their number.
pub fn usual(values: &[&str]) -> Option<(usize, usize)> {
    if values.len() < 3 {
        return None;
    }
    let mut all: Vec<usize> = (0..values.len()).collect();
    all.sort_by_key(|at| values[*at]);
    // A majority of a sorted list includes its middle.
    let middle = all[values.len() / 2];
    let count = values.iter().filter(|value| **value == values[middle]).count();
    (count * 2 > values.len()).then_some((middle, count))
}

/// Comparison of a parameter with the other readable configurations of the scheme, by name and text: "2 of 5 other Visa
/// configurations differ: North: 24004000; South: no value", or "All 4 other Visa configurations have 0096". `None` if all agree. At most three are named. White space
/// and the case of hex do not count, and an empty text is not set.
pub fn elsewhere(scheme: Scheme, mine: &str, others: &[(String, String)]) -> Option<String> {
    let same = |text: &str| text.split_whitespace().collect::<String>().to_ascii_uppercase();
    let mine = same(mine);
    let differing: Vec<&(String, String)> = others.iter().filter(|(_, text)| same(text) != mine).collect();
    if differing.is_empty() {
        return None;
    }
    let shown = |text: &str| if text.trim().is_empty() { "no value" } else { text.trim() }.to_owned();
    let said = |(name, text): &&(String, String)| format!("{name}: {}", shown(text));
    let named: Vec<String> = differing.iter().take(3).map(said).collect();
    let more = differing.len() - named.len();
    let more = if more == 0 { String::new() } else { format!("; and {more} more") };
    let scheme = scheme.name();
    if let [(name, first), rest @ ..] = others
        && differing.len() == others.len()
        && rest.iter().all(|(_, text)| same(text) == same(first))
    {
        return Some(match others.len() {
            1 => format!("The other {scheme} configuration, {name}, has {}", shown(first)),
            all => format!("All {all} other {scheme} configurations have {}", shown(first)),
        });
    }
    let who = match (differing.len(), others.len()) {
        (many, all) if many == all => format!("All {all} other {scheme} configurations differ"),
        (1, all) => format!("1 of {all} other {scheme} configurations differs"),
        (many, all) => format!("{many} of {all} other {scheme} configurations differ"),
    };
    Some(format!("{who}: {}{more}", named.join("; ")))
}

/// The difference from the siblings in a few words: "CVM 25.00, others 50.00", "No CVM limit, others 50.00", "Unusual CVM and floor limits",
/// "All three limits unusual".
pub fn words(differences: &[Differs], currency: &Currency) -> String {
    let short = |limit| match limit {
        LimitKind::Floor => "floor",
        LimitKind::Cvm => "CVM",
        LimitKind::Transaction => "transaction",
    };
    match differences {
        [] => String::new(),
        [one] => {
            let others = crate::phrase::figure(currency, one.others);
            if is_no_limit(one.mine) {
                return format!("No {} limit, others {others}", short(one.limit));
            }
            let name = match one.limit {
                LimitKind::Floor => "Floor",
                LimitKind::Cvm => "CVM",
                LimitKind::Transaction => "Transaction",
            };
            format!("{name} {}, others {others}", currency.figure(one.mine))
        }
        [_, _, _] => "All three limits unusual".to_owned(),
        several => {
            let names: Vec<_> = several.iter().map(|one| short(one.limit)).collect();
            let names = names.join(" and ");
            format!("Unusual {names} limits")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Differs, differences, elsewhere, majority, others, usual, words};
    use crate::limits::{LimitKind, Limits};
    use crate::money::Currency;
    use crate::scheme::Scheme;

    fn cvm(cvm: u64) -> Limits {
        Limits { floor: 0, cvm, transaction: 20_000 }
    }

    #[test]
    fn the_odd_one_of_three_or_more_is_found() {
        let odd = |mine, others| Some(Differs { limit: LimitKind::Cvm, mine, others });
        let table: &[(u64, &[u64], Option<Differs>)] = &[
            (2_500, &[2_500, 5_000, 5_000], odd(2_500, 5_000)),
            (5_000, &[2_500, 5_000, 5_000], None),
            (2_500, &[2_500, 5_000], None),
            (2_500, &[2_500, 5_000, 5_000, 2_500], None),
            (2_500, &[2_500, 5_000, 7_500], None),
            (99_999_999, &[99_999_999, 5_000, 5_000, 5_000], odd(99_999_999, 5_000)),
            (5_000, &[99_999_999, 5_000, 99_999_999], odd(5_000, 99_999_999)),
            (2_500, &[], None),
        ];
        for (mine, all, expected) in table {
            let all: Vec<Limits> = all.iter().copied().map(cvm).collect();
            assert_eq!(differences(cvm(*mine), &all), Vec::from_iter(*expected), "{mine} {all:?}");
        }
    }

    #[test]
    fn all_differing_limits_are_named_the_cvm_limit_first() {
        use LimitKind::{Cvm, Floor, Transaction};
        let usual = Limits { floor: 0, cvm: 5_000, transaction: 20_000 };
        let table: &[(Limits, &[LimitKind])] = &[
            (Limits { floor: 1, cvm: 1, transaction: 1 }, &[Cvm, Transaction, Floor]),
            (Limits { floor: 1, cvm: 5_000, transaction: 1 }, &[Transaction, Floor]),
            (Limits { floor: 1, cvm: 5_000, transaction: 20_000 }, &[Floor]),
            (usual, &[]),
        ];
        for (mine, expected) in table {
            let found = differences(*mine, &[*mine, usual, usual]).into_iter().map(|one| one.limit);
            assert_eq!(found.collect::<Vec<_>>(), *expected);
        }
    }

    /// Tries up to seven values of three kinds, in every order.
    #[test]
    fn a_majority_is_what_more_than_half_are() {
        for length in 0..=7 {
            for number in 0..3_u64.pow(length) {
                let values: Vec<u64> = (0..length).map(|place| number / 3_u64.pow(place) % 3).collect();
                let count = |one: u64| values.iter().filter(|value| **value == one).count();
                let expected = (0..3).find(|one| count(*one) * 2 > values.len());
                assert_eq!(majority(values.iter().copied()), expected, "{values:?}");
            }
        }
    }

    #[test]
    fn each_limit_has_its_own_majority() {
        let usual = Limits { floor: 0, cvm: 5_000, transaction: 20_000 };
        let odd = Limits { floor: 1, cvm: 2_500, transaction: 20_000 };
        let all = [odd, usual, usual];
        let of = |limit: LimitKind| others(limit, odd.get(limit), &all);
        assert_eq!(LimitKind::ALL.map(of), [Some(0), Some(5_000), None]);
        assert_eq!(others(LimitKind::Cvm, 2_500, &all[..2]), None, "two are no majority of others");
    }

    #[test]
    fn the_usual_text_is_that_of_more_than_half_of_three_or_more() {
        type MajorityRow = (&'static [&'static str], Option<(&'static str, usize)>);
        let table: &[MajorityRow] = &[
            (&["b", "a", "a"], Some(("a", 2))),
            (&["", "", "a", "b", ""], Some(("", 3))),
            (&["a", "a"], None),
            (&["a", "a", "b", "b"], None),
            (&["a", "b", "c"], None),
            (&[], None),
        ];
        for (values, expected) in table {
            let found = usual(values).map(|(at, count)| (values[at], count));
            assert_eq!(found, *expected, "{values:?}");
        }
    }

    #[test]
    fn one_difference_is_named_with_both_values_and_several_by_their_limits() {
        use LimitKind::{Cvm, Floor, Transaction};
        let eur = Currency::new("EUR").expect("three letters");
        let differs = |limit, mine, others| Differs { limit, mine, others };
        let table: &[(&[Differs], &str)] = &[
            (&[], ""),
            (&[differs(Cvm, 2_500, 5_000)], "CVM 25.00, others 50.00"),
            (&[differs(Cvm, 99_999_999, 5_000)], "No CVM limit, others 50.00"),
            (&[differs(Transaction, 20_000, 99_999_999)], "Transaction 200.00, others no limit"),
            (&[differs(Floor, 1_000, 0)], "Floor 10.00, others 0.00"),
            (&[differs(Cvm, 1, 2), differs(Floor, 1, 2)], "Unusual CVM and floor limits"),
            (&[differs(Transaction, 1, 2), differs(Floor, 1, 2)], "Unusual transaction and floor limits"),
            (
                &[differs(Cvm, 1, 2), differs(Transaction, 1, 2), differs(Floor, 1, 2)],
                "All three limits unusual",
            ),
        ];
        for (differences, expected) in table {
            assert_eq!(words(differences, &eur), *expected);
        }
    }

    #[test]
    fn siblings_that_differ_are_counted_and_three_are_named() {
        let other = |name: &str, text: &str| (name.to_owned(), text.to_owned());
        let same = [other("North", "26 80 40 80"), other("South", "26804080")];
        assert_eq!(elsewhere(Scheme::Visa, "26804080", &same), None);
        let different = [other("North", "24004000"), other("South", "26804080"), other("East", "")];
        assert_eq!(
            elsewhere(Scheme::Visa, "26804080", &different).as_deref(),
            Some("2 of 3 other Visa configurations differ: North: 24004000; East: no value")
        );
        let one_other = [other("A", "21"), other("B", "20"), other("C", "20"), other("D", "20")];
        assert_eq!(
            elsewhere(Scheme::Mastercard, "", &one_other).as_deref(),
            Some("All 4 other Mastercard configurations differ: A: 21; B: 20; C: 20; and 1 more")
        );
        let many: Vec<_> = ["A", "B", "C", "D"].iter().map(|name| other(name, "20")).collect();
        assert_eq!(
            elsewhere(Scheme::Mastercard, "", &many).as_deref(),
            Some("All 4 other Mastercard configurations have 20")
        );
    }
}
