//! The axes of the matrix: changes, statuses, bodies and effects; and the cells that a run plays.

use std::fmt;
use std::sync::LazyLock;

use tapline_tests::reference::{Class, Operation};

pub(super) const STATUSES: [u16; 18] =
    [200, 201, 204, 301, 302, 400, 401, 403, 404, 408, 409, 413, 422, 429, 500, 502, 503, 504];

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Body {
    Refusal,
    Success,
    Html,
    ForeignJson,
    Empty,
    CutOff,
}

pub(super) const BODIES: [Body; 6] =
    [Body::Refusal, Body::Success, Body::Html, Body::ForeignJson, Body::Empty, Body::CutOff];

/// Effect of the request at the service, whatever the answer says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Effect {
    Applied,
    NotApplied,
    /// Three seconds after it came.
    Late,
}

pub(super) const EFFECTS: [Effect; 3] = [Effect::Applied, Effect::NotApplied, Effect::Late];

/// A change that is played, with its sample.
pub(super) struct Change {
    pub(super) name: &'static str,
    pub(super) operation: Operation,
}

impl Change {
    /// False for an effect that nothing shows.
    pub(super) fn is_readable(&self) -> bool {
        self.operation.class != Class::Effect
    }

    /// True if repeating it has a second effect.
    pub(super) fn doubles(&self) -> bool {
        matches!(self.operation.class, Class::Money | Class::Create | Class::Effect)
    }
}

/// The terminal that [`LOGOUT`] and [`DECOMMISSION`] end, as lists show it.
pub(super) const TERMINAL: &str = "CD-7003";
const LOGOUT: &str = r#"{"deviceStatus":2}"#;
const DECOMMISSION: &str = r#"{"deviceStatus":3}"#;

/// Every endpoint that changes something; a terminal is ended in three ways.
pub(super) static CHANGES: LazyLock<Vec<Change>> = LazyLock::new(|| {
    let samples = tapline_tests::reference::OPERATIONS.into_iter().filter(Operation::changes);
    let mut changes: Vec<_> = samples.map(|operation| Change { name: operation.name, operation }).collect();
    for (name, input) in [("EndDevice logout", LOGOUT), ("EndDevice decommission", DECOMMISSION)] {
        let mut operation = *Operation::named("EndDevice");
        operation.id = Some("SDK-77");
        operation.input = input;
        changes.push(Change { name, operation });
    }
    changes
});

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cell {
    change: usize,
    pub(super) status: u16,
    pub(super) body: Body,
    pub(super) effect: Effect,
    /// Selects the spelling of a body, such as where it is cut off.
    pub(super) variant: usize,
}

impl Cell {
    pub(super) fn change(&self) -> &'static Change {
        &CHANGES[self.change]
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Cell { status, body, effect, variant, .. } = self;
        write!(f, "{} {status} {body:?}/{variant} {effect:?}", self.change().name)
    }
}

/// As many turns as there are combinations of body and effect; together they have every cell once.
pub(super) const TURNS: usize = BODIES.len() * EFFECTS.len();

/// One cell for each change and status. Within a turn every pair of values of two axes occurs.
pub(super) fn turn(turn: usize) -> Vec<Cell> {
    let mut cells = Vec::new();
    for change in 0..CHANGES.len() {
        for (at, status) in STATUSES.into_iter().enumerate() {
            let body = BODIES[(change + at + turn) % BODIES.len()];
            let effect = EFFECTS[(change + at / BODIES.len() + turn / BODIES.len()) % EFFECTS.len()];
            cells.push(Cell {
                change,
                status,
                body,
                effect,
                variant: (change + at + turn / BODIES.len()) % 4,
            });
        }
    }
    cells
}

/// Cells of which every run plays each: money that moved behind the answer of a gateway or a refusal, and creations that a success
/// only pretends.
pub(super) fn dearest() -> impl Iterator<Item = Cell> {
    (0..TURNS).flat_map(turn).filter(|cell| match cell.change().operation.class {
        Class::Money => {
            cell.effect == Effect::Applied && [200, 400, 401, 403, 404, 422].contains(&cell.status)
        }
        Class::Create => cell.effect == Effect::NotApplied && cell.status == 200,
        _ => false,
    })
}

mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_turns_have_every_cell_once() {
        let cells: BTreeSet<_> = (0..TURNS).flat_map(turn).map(|cell| Cell { variant: 0, ..cell }).collect();
        assert_eq!(CHANGES.len(), 23);
        assert_eq!(cells.len(), CHANGES.len() * STATUSES.len() * BODIES.len() * EFFECTS.len());
    }

    #[test]
    fn a_turn_has_every_pair_of_values() {
        for number in 0..TURNS {
            let cells = turn(number);
            let pairs = |pair: &dyn Fn(&Cell) -> (usize, usize)| {
                cells.iter().map(pair).collect::<BTreeSet<_>>().len()
            };
            let (body, effect) = (|cell: &Cell| cell.body as usize, |cell: &Cell| cell.effect as usize);
            let (changes, statuses) = (CHANGES.len(), STATUSES.len());
            assert_eq!(pairs(&|cell| (cell.change, usize::from(cell.status))), changes * statuses);
            assert_eq!(pairs(&|cell| (cell.change, body(cell))), changes * 6);
            assert_eq!(pairs(&|cell| (cell.change, effect(cell))), changes * 3);
            assert_eq!(pairs(&|cell| (usize::from(cell.status), body(cell))), statuses * 6);
            assert_eq!(pairs(&|cell| (usize::from(cell.status), effect(cell))), statuses * 3);
            assert_eq!(pairs(&|cell| (body(cell), effect(cell))), 6 * 3);
        }
    }
}
