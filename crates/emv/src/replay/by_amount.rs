//! Past sales by amount, and how many of them a change affects.
//!
//! The count for a change takes a few binary searches, however many sales there are, so it can be repeated for each step of a dragged
//! limit. It has no rule of its own: [`Replay`] says what happens on each stretch of the amount axis. Amounts are minor units.

use std::collections::BTreeMap;

use super::{Effect, Replay, Went};
use crate::tap::Methods;

/// Amounts of sales: each amount once, ascending, with the number of sales up to and including it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SalesByAmount(Vec<(u64, u32)>);

/// Sales with a card, and sales whose owner the phone verified.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CardsAndPhones {
    pub cards: SalesByAmount,
    pub phones: SalesByAmount,
}

/// Sales with one effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AffectedSales {
    pub effect: Effect,
    pub sales: u32,
    /// The methods that the effect is about, of all these sales.
    pub methods: Option<Methods>,
}

impl SalesByAmount {
    /// From amounts in any order.
    pub fn new(amounts: impl IntoIterator<Item = u64>) -> SalesByAmount {
        let mut counts: BTreeMap<u64, u32> = BTreeMap::new();
        for amount in amounts {
            *counts.entry(amount).or_default() += 1;
        }
        SalesByAmount::from_counts(counts)
    }

    /// From (amount, sales) in ascending order.
    fn from_counts(counts: impl IntoIterator<Item = (u64, u32)>) -> SalesByAmount {
        let mut sum = 0_u32;
        let up_to = counts.into_iter().map(|(amount, sales)| {
            sum = sum.saturating_add(sales);
            (amount, sum)
        });
        SalesByAmount(up_to.collect())
    }

    /// (distance from the amount before, sales), for a short form on the way to another process.
    pub fn steps(&self) -> Vec<(u64, u32)> {
        let mut last = (0, 0);
        let step = |(amount, up_to): &(u64, u32)| {
            let step = (amount - last.0, up_to - last.1);
            last = (*amount, *up_to);
            step
        };
        self.0.iter().map(step).collect()
    }

    /// The inverse of [`SalesByAmount::steps`]; steps beyond the largest number stay there.
    pub fn from_steps(steps: impl IntoIterator<Item = (u64, u32)>) -> SalesByAmount {
        let mut amount = 0_u64;
        SalesByAmount::from_counts(steps.into_iter().map(|(step, sales)| {
            amount = amount.saturating_add(step);
            (amount, sales)
        }))
    }

    /// All sales.
    pub fn count(&self) -> u32 {
        self.0.last().map_or(0, |(_, up_to)| *up_to)
    }

    /// Sales below an amount.
    fn below(&self, amount: u64) -> u32 {
        let place = self.0.partition_point(|(one, _)| *one < amount);
        place.checked_sub(1).map_or(0, |place| self.0[place].1)
    }

    /// Sales from an amount on, below `to` or without end.
    pub fn between(&self, from: u64, to: Option<u64>) -> u32 {
        to.map_or(self.count(), |to| self.below(to)).saturating_sub(self.below(from))
    }
}

impl CardsAndPhones {
    pub fn count(&self) -> u32 {
        self.cards.count().saturating_add(self.phones.count())
    }

    pub fn between(&self, from: u64, to: Option<u64>) -> u32 {
        self.cards.between(from, to).saturating_add(self.phones.between(from, to))
    }
}

impl Replay {
    /// Stretches with their ends.
    fn parts<'r>(
        &'r self,
        sales: &'r CardsAndPhones,
    ) -> impl Iterator<Item = (u64, Option<u64>, [(&'r Went, &'r SalesByAmount); 2])> {
        let ends = self.0.iter().skip(1).map(|next| Some(next.from)).chain([None]);
        let part = move |(stretch, to): (&'r super::Stretch, Option<u64>)| {
            (stretch.from, to, [(&stretch.card, &sales.cards), (&stretch.phone, &sales.phones)])
        };
        self.0.iter().zip(ends).map(part)
    }

    /// Effects that at least one of these sales has.
    pub fn affected(&self, sales: &CardsAndPhones) -> Vec<AffectedSales> {
        let mut all = Effect::ALL.map(|effect| AffectedSales { effect, sales: 0, methods: None });
        for (from, to, kinds) in self.parts(sales) {
            for (went, sales) in kinds.into_iter().filter(|(went, _)| !went.effects.is_empty()) {
                let count = sales.between(from, to);
                for one in all.iter_mut().filter(|one| count > 0 && went.effects.has(one.effect)) {
                    one.add(count, went.methods(one.effect));
                }
            }
        }
        all.into_iter().filter(|one| one.sales > 0).collect()
    }

    /// Sales between two amounts that have an effect.
    pub fn changed_between(&self, sales: &CardsAndPhones, from: u64, to: Option<u64>) -> u32 {
        let mut changed = 0_u32;
        for (first, end, kinds) in self.parts(sales) {
            let (first, end) = (first.max(from), [end, to].into_iter().flatten().min());
            if end.is_some_and(|end| end <= first) {
                continue;
            }
            let kinds = kinds.into_iter().filter(|(went, _)| !went.effects.is_empty());
            changed = kinds.map(|(_, sales)| sales.between(first, end)).fold(changed, u32::saturating_add);
        }
        changed
    }
}

impl AffectedSales {
    /// Adds sales with the same effect.
    pub fn add(&mut self, sales: u32, methods: Option<Methods>) {
        self.sales = self.sales.saturating_add(sales);
        self.methods = match (self.methods, methods) {
            (Some(one), Some(other)) => Some(one.or(other)),
            (one, other) => one.or(other),
        };
    }
}
