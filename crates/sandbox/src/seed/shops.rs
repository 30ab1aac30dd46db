//! Course of each merchant's month: opening hours, busy days, prices. Rows of data.

use crate::rng::Rng;
use crate::terminal::Terminal;

/// In minor units. Small amounts are the most frequent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Price {
    least: u32,
    most: u32,
    step: u32,
    /// Added to a multiple of `step`: 99 makes prices such as 12.99.
    ending: u32,
}

#[derive(Debug)]
pub(super) struct Shop {
    pub(super) merchant: &'static str,
    /// Sales on an ordinary day, compared with the others.
    volume: u32,
    /// Per cent of an ordinary day, Monday first.
    week: [u32; 7],
    /// Weight of each local hour, from 03:00 to 22:59 at most, so that a local day is a day in UTC.
    hours: &'static [(u32, u32)],
    sales: Price,
    /// A deposit in place of a sale: how many of a hundred.
    deposits: u32,
    /// Hours from UTC to local time in winter.
    zone: u32,
}

const fn price(least: u32, most: u32, step: u32, ending: u32) -> Price {
    Price { least, most, step, ending }
}

const DEPOSIT: Price = price(8000, 20_000, 1000, 0);

/// `(hour, weight)`
const EVENING: &[(u32, u32)] =
    &[(11, 2), (12, 6), (13, 5), (14, 2), (17, 3), (18, 7), (19, 9), (20, 8), (21, 6), (22, 3)];
const MORNING: &[(u32, u32)] =
    &[(7, 6), (8, 9), (9, 7), (10, 6), (11, 4), (12, 5), (13, 5), (14, 3), (15, 4), (16, 4), (17, 2)];
const BAKERY: &[(u32, u32)] =
    &[(6, 5), (7, 9), (8, 9), (9, 6), (10, 5), (11, 6), (12, 7), (13, 3), (16, 5), (17, 6), (18, 3)];
const DAYTIME: &[(u32, u32)] =
    &[(9, 2), (10, 4), (11, 5), (12, 6), (13, 5), (14, 5), (15, 6), (16, 6), (17, 4)];
const MARKET: &[(u32, u32)] = &[
    (8, 3),
    (9, 5),
    (10, 6),
    (11, 7),
    (12, 6),
    (13, 5),
    (14, 3),
    (16, 4),
    (17, 6),
    (18, 8),
    (19, 6),
    (20, 2),
];
const LOT: &[(u32, u32)] = &[
    (7, 2),
    (8, 3),
    (10, 3),
    (11, 4),
    (12, 5),
    (13, 5),
    (14, 5),
    (15, 6),
    (16, 8),
    (17, 8),
    (18, 5),
    (19, 3),
    (20, 2),
    (21, 1),
];
const HOTEL: &[(u32, u32)] = &[
    (7, 4),
    (8, 7),
    (9, 6),
    (10, 5),
    (14, 3),
    (15, 6),
    (16, 6),
    (17, 5),
    (18, 4),
    (19, 3),
    (20, 2),
    (21, 2),
    (22, 1),
];

#[rustfmt::skip]
const SHOPS: [Shop; 8] = [
    Shop { merchant: "M100000001", volume: 26, week: [0, 80, 90, 100, 150, 170, 110], hours: EVENING, sales: price(490, 18_900, 10, 0), deposits: 0, zone: 1 },
    Shop { merchant: "M100000002", volume: 30, week: [90, 90, 95, 100, 110, 130, 100], hours: MORNING, sales: price(120, 2800, 10, 0), deposits: 0, zone: 1 },
    Shop { merchant: "M100000003", volume: 34, week: [0, 90, 95, 95, 105, 140, 120], hours: BAKERY, sales: price(110, 3200, 5, 0), deposits: 0, zone: 1 },
    Shop { merchant: "M100000004", volume: 12, week: [80, 80, 90, 100, 110, 160, 70], hours: DAYTIME, sales: price(300, 9900, 100, 99), deposits: 0, zone: 0 },
    Shop { merchant: "M100000005", volume: 6, week: [100, 90, 90, 100, 120, 180, 0], hours: DAYTIME, sales: price(500, 24_000, 50, 0), deposits: 0, zone: 1 },
    Shop { merchant: "M100000006", volume: 30, week: [95, 90, 90, 100, 125, 150, 40], hours: MARKET, sales: price(180, 14_000, 1, 0), deposits: 0, zone: 1 },
    Shop { merchant: "M100000007", volume: 22, week: [70, 70, 75, 80, 110, 160, 140], hours: LOT, sales: price(200, 4800, 50, 0), deposits: 0, zone: 1 },
    Shop { merchant: "M100000008", volume: 8, week: [110, 90, 90, 100, 120, 110, 80], hours: HOTEL, sales: price(850, 19_900, 10, 0), deposits: 45, zone: 1 },
];

pub(super) fn all() -> impl Iterator<Item = (usize, &'static Shop)> {
    const { &SHOPS }.iter().enumerate()
}

impl Price {
    /// The square of chance: half of all are in the lowest quarter.
    fn roll(self, rng: &mut Rng) -> u32 {
        let chance = u64::from(rng.below(1000));
        let above = u64::from(self.most - self.least) * chance * chance / 1_000_000;
        let amount = self.least + u32::try_from(above).unwrap_or(0);
        amount / self.step * self.step + self.ending
    }
}

impl Shop {
    /// Weight of a day. `weekday` counts from Monday; `until` is the hour in UTC at which the day ends.
    pub(super) fn weight(&self, weekday: usize, summer: bool, until: u32) -> u32 {
        let open = self.open(summer, until).map(|(_, weight)| weight).sum::<u32>();
        let whole: u32 = self.hours.iter().map(|(_, weight)| weight).sum();
        self.volume * self.week[weekday] * open / whole
    }

    /// Seconds after midnight in UTC.
    pub(super) fn moment(&self, rng: &mut Rng, summer: bool, until: u32) -> i64 {
        let open = self.open(summer, until);
        let at = rng.pick(open.clone().map(|(_, weight)| weight));
        let hour = open.clone().nth(at).map_or(12, |(hour, _)| hour);
        i64::from(hour * 3600 + rng.below(3600))
    }

    /// Hours in UTC with their weights.
    fn open(&self, summer: bool, until: u32) -> impl Iterator<Item = (u32, u32)> + Clone {
        let ahead = self.zone + u32::from(summer);
        self.hours
            .iter()
            .map(move |(hour, weight)| (hour - ahead, *weight))
            .filter(move |(hour, _)| *hour < until)
    }

    /// The amount of a sale, or of a deposit.
    pub(super) fn amount(&self, rng: &mut Rng) -> (u32, bool) {
        let deposit = rng.below(100) < self.deposits;
        (if deposit { DEPOSIT } else { self.sales }.roll(rng), deposit)
    }

    pub(super) fn terminal(&self, rng: &mut Rng) -> &'static Terminal {
        let own = Terminal::all().iter().filter(|terminal| terminal.merchant.id == self.merchant);
        // The first terminal is at the counter, the others are not always out.
        let at = rng.pick(own.clone().zip([3, 2, 1, 1]).map(|(_, weight)| weight));
        own.clone().nth(at).unwrap_or(Terminal::by_number(0))
    }
}
