//! Sales of a loaded list in figures. A sale's outcome is read from its status and its verification; nothing is read from the service.

use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;

use tapline_contract::amounts::Amounts;
use tapline_contract::connection::Connection;
use tapline_contract::figures::{
    CurrencyFigures, Figures, FiguresQuery, MOST_COLUMNS, MOST_DECLINED, Outcomes, SchemeName,
};
use tapline_contract::transaction::TransactionId;
use tapline_contract::transaction_state::State;
use tapline_emv::entry::{Entry, Kind};
use tapline_emv::performed::{self, Verified};
use tapline_emv::replay::on_phone;
use tapline_emv::{MAX_AMOUNT, Scheme};
use tapline_lists::{BadQuery, RowSource};

use crate::replay::minor_units;

const COLUMNS: [&str; 10] = [
    "tranId",
    "amount.value",
    "amount.currency",
    "tranStatus",
    "tranType",
    "cvmPerformed",
    "entryMode",
    "paymentMethod",
    "aid",
    "sdkId",
];
/// One in this many sales may be above the axis, so that a rare amount does not squeeze all others.
const OUTLIERS: usize = 100;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SaleOutcome {
    Approved(Verification),
    Declined,
    Other,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verification {
    Nothing,
    Phone,
    Pin,
    Signature,
    Unclear,
}

/// Sales of one currency while they are counted.
#[derive(Debug)]
struct CurrencyTally {
    money: Amounts,
    sales: u32,
    on_phone: u32,
    signature: u32,
    unclear: u32,
    approved_sum: u64,
    outcomes: Outcomes,
    schemes: BTreeSet<Scheme>,
    /// Sales with a readable amount.
    amounts: Vec<(u64, SaleOutcome)>,
}

pub(crate) fn figures(
    rows: &RowSource,
    query: &FiguresQuery,
    connection: &Connection,
) -> Result<Figures, BadQuery> {
    let picked = rows.picked(None, query.filter.clone(), &COLUMNS.map(str::to_owned))?;
    let mut counted =
        Figures { rows: u32::try_from(picked.rows()).unwrap_or(u32::MAX), ..Figures::default() };
    let (mut statuses, mut terminals) = (HashMap::new(), HashMap::new());
    let mut currencies: HashMap<&str, CurrencyTally> = HashMap::new();
    // Results for values that many rows share.
    let (mut sales, mut schemes, mut outcomes) = (HashMap::new(), HashMap::new(), HashMap::new());
    for row in 0..picked.rows() {
        let [id, amount, currency, status, kind, cvm, entry, method, aid, terminal] =
            std::array::from_fn(|column| picked.cell(row, column).unwrap_or_default());
        *statuses.entry(status).or_insert(0) += 1;
        *terminals.entry(terminal).or_insert(0) += 1;
        if !*sales.entry(kind).or_insert_with(|| Kind::read(kind) == Kind::Sale) {
            continue;
        }
        let scheme = *schemes.entry((method, aid)).or_insert_with(|| Scheme::of_card(method, aid));
        let outcome =
            *outcomes.entry((status, cvm, entry, scheme)).or_insert_with(|| read(status, cvm, entry, scheme));
        if outcome == SaleOutcome::Declined
            && counted.declined.len() < MOST_DECLINED
            && let Some(id) = TransactionId::parse(id)
        {
            counted.declined.push(id);
        }
        let tally = currencies
            .entry(currency)
            .or_insert_with(|| CurrencyTally::new(Amounts::new(connection, Some(currency))));
        tally.add(outcome, scheme, amount);
    }
    counted.statuses = most_first(statuses);
    counted.terminals = most_first(terminals);
    counted.currencies =
        currencies.into_iter().map(|(code, tally)| tally.figures(code, query.reach)).collect();
    counted.currencies.sort_by(|one, other| (other.sales, &one.currency).cmp(&(one.sales, &other.currency)));
    Ok(counted)
}

fn read(status: &str, cvm: &str, entry: &str, scheme: Option<Scheme>) -> SaleOutcome {
    match State::of_name(status) {
        // Only an approved sale can be voided or refunded.
        Some(State::Approved | State::Voided | State::Refunded) => {
            SaleOutcome::Approved(verification(cvm, entry, scheme))
        }
        Some(State::Declined) => SaleOutcome::Declined,
        _ => SaleOutcome::Other,
    }
}

fn verification(cvm: &str, entry: &str, scheme: Option<Scheme>) -> Verification {
    if scheme.is_some_and(|scheme| on_phone(scheme, cvm)) {
        return Verification::Phone;
    }
    match performed::read(cvm, scheme, Entry::read(entry)).and_then(|performed| performed.verified) {
        Some(Verified::Nothing) => Verification::Nothing,
        Some(Verified::OnDevice) => Verification::Phone,
        Some(Verified::Pin) => Verification::Pin,
        Some(Verified::Signature | Verified::PinOrSignature) => Verification::Signature,
        Some(Verified::Failed) | None => Verification::Unclear,
    }
}

fn add(outcomes: &mut Outcomes, outcome: SaleOutcome) {
    let count = match outcome {
        SaleOutcome::Approved(Verification::Nothing | Verification::Phone) => &mut outcomes.no_pin,
        SaleOutcome::Approved(Verification::Pin | Verification::Signature) => &mut outcomes.pin,
        SaleOutcome::Declined => &mut outcomes.declined,
        SaleOutcome::Approved(Verification::Unclear) | SaleOutcome::Other => &mut outcomes.other,
    };
    *count += 1;
}

impl CurrencyTally {
    fn new(money: Amounts) -> CurrencyTally {
        CurrencyTally {
            money,
            sales: 0,
            on_phone: 0,
            signature: 0,
            unclear: 0,
            approved_sum: 0,
            outcomes: Outcomes::default(),
            schemes: BTreeSet::new(),
            amounts: Vec::new(),
        }
    }

    fn add(&mut self, outcome: SaleOutcome, scheme: Option<Scheme>, amount: &str) {
        self.sales += 1;
        add(&mut self.outcomes, outcome);
        self.schemes.extend(scheme);
        self.on_phone += u32::from(outcome == SaleOutcome::Approved(Verification::Phone));
        self.signature += u32::from(outcome == SaleOutcome::Approved(Verification::Signature));
        self.unclear += u32::from(outcome == SaleOutcome::Approved(Verification::Unclear));
        let Some(minor) = self.money.known_currency().and_then(|_| minor_units(&self.money, amount)) else {
            return;
        };
        if matches!(outcome, SaleOutcome::Approved(_)) {
            self.approved_sum = self.approved_sum.saturating_add(minor);
        }
        self.amounts.push((minor, outcome));
    }

    fn figures(mut self, currency: &str, reach: u64) -> CurrencyFigures {
        let unreadable = self.sales - u32::try_from(self.amounts.len()).unwrap_or(u32::MAX).min(self.sales);
        self.amounts.sort_unstable_by_key(|(amount, _)| *amount);
        let last = self.amounts.len().saturating_sub(1 + self.amounts.len() / OUTLIERS);
        let usual = self.amounts.get(last).map_or(0, |(amount, _)| *amount);
        let step = step(usual.max(reach));
        let many = usize::try_from(usual.max(reach) / step + 1).unwrap_or(1);
        let (mut columns, mut above) = (vec![Outcomes::default(); many], Outcomes::default());
        for (amount, outcome) in &self.amounts {
            let at = usize::try_from(amount / step).ok();
            add(at.and_then(|at| columns.get_mut(at)).unwrap_or(&mut above), *outcome);
        }
        let declined = self.amounts.iter().filter(|(_, outcome)| *outcome == SaleOutcome::Declined);
        CurrencyFigures {
            currency: currency.to_owned(),
            sales: self.sales,
            outcomes: self.outcomes,
            on_phone: self.on_phone,
            signature: self.signature,
            unclear: self.unclear,
            approved_sum: self.approved_sum,
            unreadable,
            declined_amounts: declined.map(|(amount, _)| *amount).collect(),
            schemes: self.schemes.into_iter().map(SchemeName).collect(),
            step,
            columns,
            above,
        }
    }
}

/// The smallest of 1, 2, 5, 10, 20, 50 … with which the columns up to an amount are few.
fn step(end: u64) -> u64 {
    let end = end.min(MAX_AMOUNT);
    let steps = (0..13_u32).flat_map(|power| [1, 2, 5].map(|step| step * 10_u64.pow(power)));
    let mut steps = steps.filter(|step| end / step < MOST_COLUMNS);
    steps.next().unwrap_or(MAX_AMOUNT)
}

fn most_first<K: AsRef<str> + Hash + Eq>(counts: HashMap<K, u32>) -> Vec<(String, u32)> {
    let mut all: Vec<(String, u32)> =
        counts.into_iter().map(|(text, count)| (text.as_ref().to_owned(), count)).collect();
    all.sort_by(|one, other| (other.1, &one.0).cmp(&(one.1, &other.0)));
    all
}

#[cfg(test)]
mod tests {
    use tapline_contract::connection::{AmountUnit, UnitKnown};
    use tapline_contract::list::{Filter, ListId, ListOf};
    use tapline_contract::transaction::TransactionQuery;

    use super::*;
    use crate::commands::list::tests::loaded;

    fn connection() -> Connection {
        Connection {
            currency: "EUR".to_owned(),
            unit: AmountUnit::Minor,
            unit_known: UnitKnown::Confirmed,
            ..Connection::example()
        }
    }

    /// id, amount, currency, status, type, verification, merchant
    type SaleRow =
        (&'static str, &'static str, &'static str, &'static str, &'static str, &'static str, &'static str);

    const ROWS: &[SaleRow] = &[
        ("T1", "440", "EUR", "APPROVED", "SALE", "NO_CVM", "Bar"),
        ("T2", "4999", "EUR", "APPROVED", "SALE", "CDCVM", "Bar"),
        ("T3", "5000", "EUR", "APPROVED", "SALE", "PIN", "Bar"),
        ("T4", "5000", "EUR", "DECLINED", "SALE", "NO_CVM", "Bar"),
        ("T5", "6000", "EUR", "VOIDED", "PRE_AUTH", "SIGNATURE", "Bar"),
        ("T6", "6000", "EUR", "PROCESSING", "SALE", "", "Bar"),
        ("T7", "7000", "EUR", "REVERSED", "SALE", "PIN", "Kiosk"),
        ("T8", "7000", "EUR", "APPROVED", "SALE", "BY_MAGIC", "Kiosk"),
        ("T9", "100", "EUR", "APPROVED", "REFUND", "NO_CVM", "Kiosk"),
        ("T10", "100", "CHF", "REFUNDED", "SALE", "NO_CVM", "Kiosk"),
        ("T11", "1.5", "CHF", "APPROVED", "SALE", "NO_CVM", "Kiosk"),
    ];

    async fn counted(filter: Option<Filter>, reach: u64, connection: &Connection) -> Figures {
        let row = |(id, value, currency, status, kind, cvm, merchant): &SaleRow| {
            format!(
                r#"{{"tranId":"{id}","amount":{{"currency":"{currency}","value":{value}}},"tranStatus":"{status}","tranType":"{kind}","cvmPerformed":"{cvm}","mchName":"{merchant}","entryMode":"NFC","paymentMethod":"01","sdkId":"SDK-1"}}"#
            )
        };
        let rows: Vec<String> = ROWS.iter().map(row).collect();
        let held = loaded(ListOf::Transactions(TransactionQuery::default()), &rows).await;
        let query =
            FiguresQuery { connection: connection.id.clone(), list: ListId(1), version: 1, filter, reach };
        figures(&held, &query, connection).unwrap()
    }

    #[tokio::test]
    async fn sales_are_counted_by_outcome_and_never_over_currencies() {
        let found = counted(None, 0, &connection()).await;
        assert_eq!(found.rows, 11);
        let codes: Vec<_> = found.currencies.iter().map(|one| (one.currency.as_str(), one.sales)).collect();
        assert_eq!(codes, [("EUR", 8), ("CHF", 2)]);
        let euro = &found.currencies[0];
        assert_eq!(euro.outcomes, Outcomes { no_pin: 2, pin: 2, declined: 1, other: 3 });
        assert_eq!((euro.on_phone, euro.signature, euro.unclear, euro.unreadable), (1, 1, 1, 0));
        assert_eq!(euro.approved_sum, 440 + 4999 + 5000 + 6000 + 7000);
        assert_eq!(euro.declined_amounts, [5000]);
        assert_eq!(euro.schemes, [SchemeName(Scheme::Visa)]);
        let swiss = &found.currencies[1];
        assert_eq!((swiss.sales, swiss.approved_sum, swiss.unreadable), (2, 100, 1));
        assert_eq!(found.declined.iter().map(ToString::to_string).collect::<Vec<_>>(), ["T4"]);
        assert_eq!(found.terminals, [("SDK-1".to_owned(), 11)]);
        assert_eq!(found.statuses[0], ("APPROVED".to_owned(), 6));
    }

    #[tokio::test]
    async fn a_filter_narrows_every_figure() {
        let filter = Filter::Equals { column: "mchName".to_owned(), value: Some("Kiosk".to_owned()) };
        let found = counted(Some(filter), 0, &connection()).await;
        assert_eq!((found.rows, found.declined.len()), (5, 0));
        let sales: Vec<_> = found.currencies.iter().map(|one| one.sales).collect();
        assert_eq!(sales, [2, 2]);
    }

    #[tokio::test]
    async fn an_amount_is_in_the_column_that_begins_at_or_below_it() {
        let euro = counted(None, 20_000, &connection()).await.currencies.remove(0);
        assert_eq!((euro.step, euro.columns.len(), euro.top()), (1000, 21, 21_000));
        assert_eq!(euro.columns[0].all(), 1);
        assert_eq!(euro.columns[4], Outcomes { no_pin: 1, ..Outcomes::default() });
        assert_eq!(euro.columns[5], Outcomes { pin: 1, declined: 1, ..Outcomes::default() });
        assert_eq!(
            euro.columns.iter().map(|column| column.all()).sum::<u32>() + euro.above.all(),
            euro.sales
        );
    }

    #[tokio::test]
    async fn without_a_known_unit_there_are_counts_and_no_amounts() {
        let unknown = Connection { unit_known: UnitKnown::No, ..connection() };
        let euro = counted(None, 0, &unknown).await.currencies.remove(0);
        assert_eq!((euro.sales, euro.unreadable, euro.approved_sum), (8, 8, 0));
        assert_eq!(euro.columns.iter().map(|column| column.all()).sum::<u32>(), 0);
    }

    #[test]
    fn a_column_is_round_and_columns_are_few() {
        for (end, expected) in
            [(0, 1), (29, 1), (30, 2), (20_000, 1000), (25_000, 1000), (99_999_999, 5_000_000)]
        {
            assert_eq!(step(end), expected, "{end}");
        }
        assert!(step(MAX_AMOUNT) > 0);
    }
}
