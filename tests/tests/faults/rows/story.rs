//! Course of one run of a call that moves money: the service's treatment of ours, its answer and its view of it, and the
//! actions of someone else meanwhile. It judges nothing.

use serde_json::{Value, json};
use tapline_scripted::{Answer, Request, Step};
use tapline_tests::reference::{Deed, Fate, Moment, Operation, Reasons, Reference, ShownState};

use super::chance::Chance;
use super::lost::{READS, how};
use crate::fault::Spoil;

#[derive(Clone)]
pub(super) struct Story {
    pub(super) operation: &'static Operation,
    pub(super) answer: StoryAnswer,
    /// Fate of ours.
    pub(super) fate: Fate,
    /// State in which ours is shown at first, and from a later read on.
    pub(super) shown: ShownState,
    pub(super) later: Option<(usize, ShownState)>,
    pub(super) reasons: Reasons,
    pub(super) others: Vec<(When, Deed)>,
    /// So many reads fail after it was sent.
    pub(super) silent: usize,
    pub(super) void_state: u64,
}

/// Answer of the service to ours.
#[derive(Clone)]
pub(super) enum StoryAnswer {
    /// The answer is lost in this way.
    Nothing(&'static str, Spoil),
    Yes,
    /// HTTP status and `code`: not done.
    No(u16, i64),
}

/// Moment at which someone else acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum When {
    /// Between our read and ours.
    Before,
    /// Between ours and our next read.
    After,
    /// Before so many reads from then on are answered, from 2.
    AtRead(usize),
}

pub(super) const MONEY: [&str; 4] = ["VoidTransaction", "RefundTransaction", "CaptureTransaction", "Settle"];
/// The service's words for a refusal.
pub(super) const REFUSAL: &str = "NOT_TODAY";

impl Story {
    /// The plain story: done, answered, shown, no one else.
    pub(super) fn plain(name: &str) -> Story {
        Story {
            operation: Operation::named(name),
            answer: StoryAnswer::Yes,
            fate: Fate::Done,
            shown: ShownState::Approved,
            later: None,
            reasons: Reasons::Told,
            others: Vec::new(),
            silent: 0,
            void_state: 4,
        }
    }

    pub(super) fn chosen(seed: u64, number: usize) -> Story {
        let mut chance = Chance::new(seed, number);
        let mut story = Story::plain(MONEY[number % MONEY.len()]);
        story.answer = match chance.below(5) {
            0 | 1 => StoryAnswer::Yes,
            2 => StoryAnswer::No([200, 400, 409][chance.below(3)], [7, -1, 11_021][chance.below(3)]),
            _ => {
                let (name, spoil) = how(&mut chance);
                StoryAnswer::Nothing(name, spoil)
            }
        };
        story.fate = match (&story.answer, chance.below(3)) {
            (StoryAnswer::No(..), _) | (StoryAnswer::Nothing(..), 0) => Fate::NotDone,
            (StoryAnswer::Nothing(..), 1) => Fate::DoneAtRead(1 + chance.below(READS + 5)),
            _ => Fate::Done,
        };
        if story.fate == Fate::Done && chance.below(2) == 0 {
            let settles = story.operation.name == "Settle";
            story.shown = if settles { ShownState::Hidden } else { shown(&mut chance) };
            let later =
                if settles || chance.below(2) == 0 { ShownState::Approved } else { ShownState::Declined };
            story.later = (chance.below(3) > 0).then(|| (2 + chance.below(READS + 3), later));
        }
        story.reasons = [Reasons::Told, Reasons::Told, Reasons::Empty, Reasons::Absent][chance.below(4)];
        for _ in 0..chance.below(3) {
            let when = match chance.below(3) {
                0 => When::Before,
                1 => When::After,
                _ => When::AtRead(2 + chance.below(READS)),
            };
            story.others.push((when, deed(story.operation.name, &mut chance)));
        }
        story.silent = if chance.below(4) == 0 { 1 + chance.below(8) } else { 0 };
        story.void_state = [4, 4, 3, 1][chance.below(4)];
        story
    }

    /// Target of ours.
    pub(super) fn target(&self) -> &'static str {
        self.operation.id.unwrap_or("B17")
    }

    /// Read of the target.
    pub(super) fn read(&self) -> &'static Operation {
        Operation::named(if self.operation.name == "Settle" { "GetSettlement" } else { "GetTransaction" })
    }

    /// Ours arrives. Returns the resulting action, and the answer.
    pub(super) fn plays(&self, service: &Reference, request: &Request) -> (Option<String>, Vec<Step>) {
        let target = self.target();
        let settles = self.operation.name == "Settle";
        self.acts(service, When::Before);
        let (mut action, mut answer) = (None, self.operation.sample());
        match self.fate {
            Fate::Done => {
                answer = service.answer(request);
                action = service.world(|world| world.actions(target).last().map(id_of));
            }
            Fate::NotDone => {}
            Fate::DoneAtRead(_) => service.lose(request, self.fate),
        }
        let show = |shown: ShownState| {
            let action = action.clone();
            move |world: &mut tapline_tests::reference::World| match (&action, shown) {
                (Some(action), shown) => world.show(target, action, shown),
                (None, ShownState::Approved) if settles => world.settle(target),
                (None, _) => world.unsettle(target),
            }
        };
        if self.fate == Fate::Done && self.shown != ShownState::Approved {
            service.world(show(self.shown));
        }
        if let Some((read, shown)) = self.later {
            service.at(Moment::Before, self.read().name, read, show(shown));
        }
        self.acts(service, When::After);
        for (when, deed) in &self.others {
            if let When::AtRead(read) = when {
                let deed = deed.clone();
                service
                    .at(Moment::Before, self.read().name, *read, move |world| world.colleague(target, &deed));
            }
        }
        let steps = match &self.answer {
            StoryAnswer::Yes => answer.steps(),
            StoryAnswer::Nothing(_, spoil) => spoil(&answer),
            StoryAnswer::No(status, code) => {
                Answer::json(*status, &json!({"msg": REFUSAL, "code": code}).to_string()).steps()
            }
        };
        (action, steps)
    }

    fn acts(&self, service: &Reference, moment: When) {
        for (_, deed) in self.others.iter().filter(|(when, _)| *when == moment) {
            service.world(|world| world.colleague(self.target(), deed));
        }
    }
}

impl std::fmt::Display for Story {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let said = match &self.answer {
            StoryAnswer::Nothing(name, _) => format!("answer lost ({name})"),
            StoryAnswer::Yes => "answered yes".to_owned(),
            StoryAnswer::No(status, code) => format!("refused {status} {code}"),
        };
        let (name, fate) = (self.operation.name, self.fate);
        write!(
            f,
            "{name} {said}, {fate:?}, shown {:?} {:?}, reasons {:?}",
            self.shown, self.later, self.reasons
        )?;
        write!(f, ", {} silent, others {:?}", self.silent, self.others)
    }
}

pub(super) fn id_of(action: &Value) -> String {
    action["actionId"].as_str().unwrap().to_owned()
}

fn shown(chance: &mut Chance) -> ShownState {
    [ShownState::Pending, ShownState::Declined, ShownState::Hidden][chance.below(3)]
}

/// A deed of the same kind and amount as ours, or nearly, or something else.
fn deed(name: &str, chance: &mut Chance) -> Deed {
    if name == "Settle" {
        return [Deed::Settle, Deed::Sell][chance.below(2)].clone();
    }
    // Our targets: the whole of T1001, and the samples' amounts.
    let ours = [("VoidTransaction", 1250), ("RefundTransaction", 500), ("CaptureTransaction", 1500)];
    let same = ours.iter().find(|(of, _)| *of == name).map_or(1, |(_, amount)| *amount);
    let amount = [same, same, 333][chance.below(3)];
    let reason = ["Guest complained", "Broken glass", "Broken glass [tl-ffffffff]"][chance.below(3)];
    [Deed::Void, Deed::Refund { amount, reason }, Deed::Capture(amount)][chance.below(3)].clone()
}
