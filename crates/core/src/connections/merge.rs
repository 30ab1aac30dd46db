//! Merges a connection that two Taplines changed: a typed one, and one that another Tapline saved since it was shown.
//!
//! Field by field: a field untouched here gets the value from there, a field changed only here is kept, and a field that both
//! changed is reported. Saving never undoes the other's change of address or safety.

use tapline_contract::connection::Connection;

/// Both changed the same field. `now` is the value that another Tapline saved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{field} was changed by another Tapline meanwhile, to \"{now}\", so nothing was saved. Save again to replace it, or cancel to keep it."
)]
pub(crate) struct Changed {
    /// As the form calls it.
    pub(crate) field: &'static str,
    now: String,
}

struct Member {
    field: &'static str,
    same: fn(&Connection, &Connection) -> bool,
    take: fn(&mut Connection, &Connection),
    words: fn(&Connection) -> String,
}

macro_rules! members {
    ($($field:literal $member:ident $words:expr;)*) => {
        [$(Member {
            field: $field,
            same: |one, other| one.$member == other.$member,
            take: |to, from| to.$member = from.$member.clone(),
            words: $words,
        }),*]
    };
}

/// The fields that a person types; core sets the rest.
const MEMBERS: [Member; 7] = members! {
    "Name" name |c| c.name.clone();
    "Environment" environment |c| c.environment.word().to_owned();
    "Address" base_address |c| c.base_address.clone();
    "Namespace" namespace |c| c.namespace.clone();
    "Safety" safety |c| c.safety.words().to_owned();
    "Currency" currency |c| c.currency.clone();
    "Unit of amounts" unit |c| format!("{:?}", c.unit).to_lowercase();
};

/// `typed` with the changes that were made elsewhere from `shown` to `now`. Where both changed, `shown` is updated, so that saving
/// again is a deliberate decision.
pub(super) fn merge(
    shown: &mut Connection,
    now: &Connection,
    typed: Connection,
) -> Result<Connection, Changed> {
    let mut merged = typed.clone();
    for member in &MEMBERS {
        if (member.same)(&typed, shown) {
            (member.take)(&mut merged, now);
        } else if !(member.same)(now, shown) && !(member.same)(now, &typed) {
            (member.take)(shown, now);
            return Err(Changed { field: member.field, now: (member.words)(now) });
        }
    }
    Ok(merged)
}

/// True if both have the same address and namespace.
pub(crate) fn same_service(one: &Connection, other: &Connection) -> bool {
    one.base_address == other.base_address && one.namespace == other.namespace
}

#[cfg(test)]
mod tests {
    use tapline_contract::connection::Safety;

    use super::*;

    fn connection(name: &str, safety: Safety) -> Connection {
        Connection { name: name.to_owned(), safety, ..Connection::example() }
    }

    #[test]
    fn each_change_is_kept_and_two_of_one_thing_are_said() {
        use Safety::{Confirm, ConfirmAndRetype, ReadOnly};
        // Shown, there now, typed, and the result.
        for (shown, now, typed, expected) in [
            (("A", Confirm), ("A", Confirm), ("B", Confirm), Ok(("B", Confirm))),
            (("A", Confirm), ("A", ReadOnly), ("B", Confirm), Ok(("B", ReadOnly))),
            (("A", Confirm), ("A", ReadOnly), ("A", ReadOnly), Ok(("A", ReadOnly))),
            (("A", Confirm), ("A", ReadOnly), ("A", ConfirmAndRetype), Err("Safety")),
            (("A", Confirm), ("B", ReadOnly), ("C", Confirm), Err("Name")),
        ] {
            let of = |(name, safety)| connection(name, safety);
            let mut shown = of(shown);
            let merged = merge(&mut shown, &of(now), of(typed));
            match expected {
                Ok(expected) => assert_eq!(merged, Ok(of(expected))),
                Err(field) => {
                    assert_eq!(merged.unwrap_err().field, field);
                    let again = merge(&mut shown, &of(now), of(typed)).unwrap();
                    assert_eq!(again.name, typed.0, "saved again, it is meant");
                    let safety = if field == "Safety" { typed.1 } else { now.1 };
                    assert_eq!(again.safety, safety, "what was not touched stays theirs");
                }
            }
        }
    }
}
