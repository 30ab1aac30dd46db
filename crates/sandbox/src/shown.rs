//! Sales for demonstrations, on the last three days of every demo month.
//!
//! Each takes the place of an ordinary sale of its day, so a month keeps the number, order and ids of its transactions; a small month
//! has none. The database keeps a sale's place in [`SHOWN`], all else is read from here. [`PUZZLES`] are the sales of a month
//! that no record explains.

use tapline_contract::transaction_state::State;

/// One sale.
#[derive(Debug)]
pub(crate) struct ShownSale {
    /// Day of November 2026 as the month is written, and the hour in UTC of the ordinary sale whose place it takes.
    pub(crate) when: (i64, i64),
    /// Follows the sale before it within a minute.
    pub(crate) is_next: bool,
    pub(crate) sdk_id: &'static str,
    pub(crate) method: u8,
    /// Minor units, approved.
    pub(crate) amount: i64,
    /// Minor units, where less was approved.
    pub(crate) requested: Option<i64>,
    pub(crate) aid: &'static str,
    pub(crate) app_name: &'static str,
    /// First six and last four digits of the card, 16 in all.
    pub(crate) card: [&'static str; 2],
    /// Transactions that the card had made.
    pub(crate) atc: u16,
    pub(crate) cvm: &'static str,
    /// TVR and TSI.
    pub(crate) bits: [&'static str; 2],
    pub(crate) state: State,
    /// Host code and reason of each answer, oldest first; all but the last declined.
    pub(crate) answers: &'static [(&'static str, &'static str)],
    puzzle: Option<&'static str>,
}

/// Sales of the demo month that no record explains, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// Last four digits of the card, and the amount in minor units: together they occur once.
    pub sale: (&'static str, i64),
    pub why: &'static str,
}

/// The `sdkId` of the terminal that counts in CHF: its amounts can't be held against limits in EUR, so each of its sales is a puzzle.
pub const FOREIGN_TERMINAL: &str = "SDK-A6152837";

const CAFE: &str = "SDK-51C0D3E1";
const BOOKS: &str = "SDK-73E2F503";
const MERCADO: &str = "SDK-95041725";
const BAKERY: &str = "SDK-62D1E50A";
const COUNTER_2: &str = "SDK-4F1A20B8";
const BICYCLES: &str = "SDK-84F30614";
const PARKING: &str = "SDK-A6152836";

const OK: &[(&str, &str)] = &[("00", "")];
/// Visa's kernel leaves both at zero; Mastercard's notes the floor limit, and an online PIN.
const NO_BITS: [&str; 2] = ["0000000000", "0000"];
const OVER_FLOOR: [&str; 2] = ["0000008000", "A800"];
const WITH_PIN: [&str; 2] = ["0000048000", "E800"];

const VISA: ShownSale = ShownSale {
    when: (18, 9),
    is_next: false,
    sdk_id: BOOKS,
    method: 1,
    amount: 0,
    requested: None,
    aid: "A0000000031010",
    app_name: "VISA DEBIT",
    card: ["476173", ""],
    atc: 0x01A4,
    cvm: "NO_CVM",
    bits: NO_BITS,
    state: State::Approved,
    answers: OK,
    puzzle: None,
};
const MASTERCARD: ShownSale = ShownSale {
    method: 2,
    aid: "A0000000041010",
    app_name: "DEBIT MASTERCARD",
    card: ["541333", ""],
    bits: OVER_FLOOR,
    ..VISA
};

const fn visa(last_four: &'static str) -> [&'static str; 2] {
    ["476173", last_four]
}

const fn mastercard(last_four: &'static str) -> [&'static str; 2] {
    ["541333", last_four]
}

#[rustfmt::skip]
pub(crate) static SHOWN: [ShownSale; 22] = [
    // The bank asks for a PIN below the CVM limit: declined at the first tap, approved with a PIN at the second.
    ShownSale { when: (20, 12), sdk_id: BOOKS, amount: 2310, card: visa("2941"), state: State::Declined, answers: &[("70", "PIN required")], ..VISA },
    ShownSale { when: (20, 12), is_next: true, sdk_id: BOOKS, amount: 2310, card: visa("2941"), atc: 0x01A5, cvm: "PIN", ..VISA },
    // As above, in one tap: the terminal sent the PIN after the first answer.
    ShownSale { when: (19, 11), sdk_id: MERCADO, amount: 3140, card: visa("6107"), cvm: "PIN", answers: &[("70", "PIN required"), ("00", "")], ..VISA },
    // Below, at and above the CVM limit of 50.00, and from 25.00 on, which is the limit of one configuration of Rheinbank.
    ShownSale { when: (18, 10), sdk_id: BOOKS, amount: 2799, card: visa("0382"), ..VISA },
    ShownSale { when: (18, 15), sdk_id: BAKERY, amount: 3485, card: visa("5126"), ..VISA },
    ShownSale { when: (19, 9), sdk_id: MERCADO, amount: 4215, card: visa("7740"), ..VISA },
    ShownSale { when: (20, 10), sdk_id: BOOKS, amount: 4899, card: visa("3318"), ..VISA },
    ShownSale { when: (19, 17), sdk_id: MERCADO, amount: 5000, card: visa("9064"), cvm: "PIN", ..VISA },
    ShownSale { when: (20, 9), sdk_id: BOOKS, amount: 6200, card: visa("1457"), cvm: "PIN", ..VISA },
    // The reader declines above the transaction limit of 200.00, before any host.
    ShownSale { when: (19, 18), sdk_id: MERCADO, amount: 21_990, card: visa("8823"), state: State::Declined, answers: &[("", "")], ..VISA },
    ShownSale { when: (18, 8), sdk_id: CAFE, amount: 1860, card: mastercard("4471"), state: State::Declined, answers: &[("51", "Insufficient funds")], ..MASTERCARD },
    ShownSale { when: (18, 7), sdk_id: BAKERY, amount: 1240, card: visa("6650"), state: State::Declined, answers: &[("91", "Issuer not available")], ..VISA },
    ShownSale { when: (18, 18), sdk_id: COUNTER_2, amount: 1580, card: mastercard("2096"), state: State::Declined, answers: &[("Z1", "Declined offline")], ..MASTERCARD },
    ShownSale { when: (19, 16), sdk_id: PARKING, amount: 950, card: visa("7315"), state: State::Declined, answers: &[("Z3", "Unable to go online")], ..VISA },
    ShownSale { when: (18, 16), sdk_id: PARKING, amount: 450, card: visa("5583"), answers: &[("Y3", "Unable to go online")], ..VISA },
    ShownSale { when: (18, 13), sdk_id: BICYCLES, amount: 2500, requested: Some(4000), card: mastercard("8209"), answers: &[("10", "Partial approval")], ..MASTERCARD },
    ShownSale { when: (19, 12), sdk_id: BAKERY, amount: 8400, card: mastercard("3672"), cvm: "CDCVM", bits: ["0000008000", "E800"], ..MASTERCARD },
    // "Maestro NL", alone in taking this card, offers a PIN up to the CVM limit (DF8119), and the card's list begins with it.
    ShownSale { when: (19, 10), sdk_id: MERCADO, amount: 1820, aid: "A0000000043060", app_name: "MAESTRO", card: ["679999", "1138"], cvm: "PIN", bits: WITH_PIN,
        ..MASTERCARD },
    // A merchant learns no more than "declined".
    ShownSale { when: (20, 11), sdk_id: MERCADO, amount: 7320, card: visa("4924"), cvm: "PIN", state: State::Declined, answers: &[("41", "Lost card")], ..VISA },

    ShownSale { when: (18, 12), sdk_id: BAKERY, amount: 1430, aid: "A0000000032020", app_name: "V PAY", card: ["482191", "2765"],
        puzzle: Some("No configuration of the acquirer profile takes this AID."), ..VISA },
    ShownSale { when: (20, 8), sdk_id: CAFE, amount: 640, card: visa("0529"), cvm: "PIN",
        puzzle: Some("A PIN below every limit, and no answer that asked for it."), ..VISA },
    ShownSale { when: (18, 11), sdk_id: CAFE, amount: 890, card: mastercard("6284"), answers: &[("05", "Do not honour")],
        puzzle: Some("Approved by its status, declined by its host code."), ..MASTERCARD },
];

/// Sales that no record explains, besides those of [`FOREIGN_TERMINAL`].
pub fn puzzles() -> impl Iterator<Item = Puzzle> {
    let puzzle = |shown: &ShownSale| Some(Puzzle { sale: (shown.card[1], shown.amount), why: shown.puzzle? });
    const { &SHOWN }.iter().filter_map(puzzle)
}

impl ShownSale {
    /// By the place that the database keeps.
    pub(crate) fn at(place: u8) -> Option<&'static ShownSale> {
        SHOWN.get(usize::from(place))
    }

    /// Host code and reason of the last answer.
    pub(crate) fn answer(&self) -> (&'static str, &'static str) {
        self.answers.last().copied().unwrap_or_default()
    }
}
