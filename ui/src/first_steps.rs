//! Progress of a person's first change in the sandbox. The card that shows it is a widget.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FirstStep {
    /// A limit has another amount than saved.
    Change,
    Review,
    Undo,
}

/// Progress of the card, kept on this computer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct FirstSteps {
    pub(crate) hidden: bool,
    pub(crate) done: [bool; 3],
}

impl FirstSteps {
    /// Ticks a step, and those that must have come before it. Returns false if nothing changed.
    pub(crate) fn tick(&mut self, step: FirstStep) -> bool {
        let before = *self;
        self.done[..=step as usize].fill(true);
        *self != before
    }

    pub(crate) fn is_done(self) -> bool {
        self.done == [true; 3]
    }

    /// Value for the next start, on which a finished card is gone.
    pub(crate) fn kept(self) -> FirstSteps {
        FirstSteps { hidden: self.hidden || self.is_done(), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_ticks_the_ones_before_it_and_a_finished_card_is_gone_at_the_next_start() {
        let mut first = FirstSteps::default();
        for (step, done, changes) in [
            (FirstStep::Change, [true, false, false], true),
            (FirstStep::Change, [true, false, false], false),
            (FirstStep::Undo, [true, true, true], true),
            (FirstStep::Review, [true, true, true], false),
        ] {
            assert!(!first.kept().hidden || first.is_done());
            assert_eq!((first.tick(step), first.done), (changes, done), "{step:?}");
        }
        assert!(!first.hidden && first.kept().hidden);
        let kept = serde_json::to_string(&first.kept()).unwrap();
        assert_eq!(serde_json::from_str::<FirstSteps>(&kept).unwrap(), first.kept());
        assert_eq!(serde_json::from_str::<FirstSteps>("{}").unwrap(), FirstSteps::default());
    }
}
