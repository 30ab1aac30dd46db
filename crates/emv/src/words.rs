//! The sentences for people: what happens at an amount and why, what a limit means, what a change does.
//!
//! Not a second set of rules: everything is asked of `limits` and `cvm`, and only put into words here.
//! Words follow the operator: "from 50.00" is ≥, "above 50.00" is >. A guess says "likely". Amounts are minor
//! units. Invariant: a sentence about an amount says the same as [`limits::outcome`] for it, unless
//! a parameter that was read decides otherwise; then it names the parameter.

mod ask;
mod asked;
mod change;
mod effect;
mod limit;
mod note;
mod stopped;
pub(crate) mod terminal;
mod unread;

use ask::Ask;
pub use asked::{Check, asked};
pub use change::{Change, Side, changes, effects_of_save};
pub(crate) use effect::starts;
pub use effect::{Stretch, by_book, contradict, effect, effective_lane, effective_zones, told, told_zones};
pub use limit::limit_in_words;
use note::differing;
use unread::Unread;
pub(crate) use unread::told_no_tap;

use crate::cvm;
use crate::limits::{self, Comparison, LimitKind, Limits, Outcome, Unreachable, is_no_limit, rule};
use crate::money::Currency;
use crate::param::Params;
use crate::scheme::Scheme;

/// What is held to the reader.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Presented {
    Card,
    /// A phone or watch that can verify its owner (CDCVM).
    Phone,
}

/// What happens at one amount, in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// As the limits alone decide it.
    pub outcome: Outcome,
    /// With the parameters read as well: a reader that cannot go online or verify anyone declines, a PIN goes online.
    pub effect: Outcome,
    /// "Online, PIN asked".
    pub title: String,
    /// The amount against the limit, the scheme's operator, and what the reader offers.
    pub sentence: String,
    /// Parameter keys and, where it matters, the bit: "clCVMLimit, TTQ byte 1 bit 3".
    pub decided_by: &'static str,
    /// The comparison that holds: "amount ≥ CVM limit".
    pub operator: String,
    /// Where the service document is silent, or an EMV book differs at exactly this amount.
    pub note: Option<String>,
}

/// What happens at an amount, and why.
pub fn explain(
    scheme: Scheme,
    limits: Limits,
    params: &Params,
    currency: &Currency,
    amount: u64,
    presented: Presented,
) -> Answer {
    let outcome = limits::outcome(scheme, limits, amount);
    let answer = decide(scheme, limits, params, currency, amount, presented, outcome);
    let strict = note::strict(scheme, limits, params, currency, amount, presented);
    Answer { note: strict.or(answer.note), ..answer }
}

/// What follows where the limits have this outcome, by the service's reading or the book's.
fn decide(
    scheme: Scheme,
    limits: Limits,
    params: &Params,
    currency: &Currency,
    amount: u64,
    presented: Presented,
    outcome: Outcome,
) -> Answer {
    let by_limits = outcome.goes_online() || zero_goes_online(scheme, limits, amount);
    let unread = Unread::of(scheme, params, presented, outcome.asks_cvm());
    let unread = unread.as_ref().filter(|_| outcome != Outcome::Declined);
    let by_type = terminal::online_only(params).filter(|_| !by_limits && outcome != Outcome::Declined);
    let online = by_limits || by_type.is_some();
    let ask = if outcome.asks_cvm() {
        Some(Ask::above(scheme, params, presented))
    } else {
        Ask::below(scheme, params, presented)
    };
    // The kernel of Mastercard only marks such a sale (TVR B4 b8); the action codes of terminal and card decide.
    let [go_online, goes_online] = match (terminal::offline(scheme, params), scheme) {
        (Some(_), Scheme::Mastercard) => ["usually have to go online", "usually has to go online"],
        (Some(_), _) => ["must go online"; 2],
        (None, Scheme::Mastercard) => ["usually go online", "usually goes online"],
        (None, _) => ["go online", "goes online"],
    };
    let told_no_tap = || cvm::card_is_told_no_tap(scheme, params).then(|| told_no_tap(params));
    let note = cvm::mag_stripe_only(scheme, params).map(str::to_owned).or_else(told_no_tap).or_else(|| {
        // Where the terminal is online only, no reading of the floor limit keeps a sale offline.
        let is_open = by_type.is_none() && !contradict(scheme, params);
        note::silent(scheme, limits, currency, amount, outcome, goes_online).filter(|_| is_open)
    });
    if let Some(stopped) = stopped::by_parameter(scheme, limits, params, currency, amount, outcome)
        .filter(|_| outcome != Outcome::Declined)
    {
        return Answer { outcome, note, ..stopped };
    }
    let online = online || ask.as_ref().is_some_and(Ask::goes_online);
    let place = Unread::place(unread, online);
    let title = match (outcome, &ask) {
        (Outcome::Declined, _) => "Declined".to_owned(),
        (_, Some(ask)) if ask.is_unknown() && unread.is_some_and(Unread::has_methods) => {
            let title = ask.title(place);
            if title.ends_with(" possible") { title } else { format!("{title} possible") }
        }
        (_, Some(ask)) => ask.title(place),
        (_, None) => {
            let below = unread.and_then(|unread| unread.below(params));
            format!("{place}, {}", below.unwrap_or("no PIN"))
        }
    };
    let ask = ask.filter(|_| outcome != Outcome::Declined);
    let note = note.or_else(|| ask.as_ref().and_then(Ask::doubt).map(str::to_owned));
    let asked = ask.as_ref().map_or(outcome.asks_cvm(), Ask::verifies);
    let effect = match (outcome, online, asked) {
        (Outcome::Declined, ..) => Outcome::Declined,
        _ if ask.as_ref().is_some_and(Ask::is_impossible) => Outcome::Declined,
        (_, true, true) => Outcome::OnlineWithCvm,
        (_, true, false) => Outcome::OnlineNoCvm,
        (_, false, true) => Outcome::OfflineWithCvm,
        (_, false, false) => Outcome::OfflinePossible,
    };
    let kind = if ask.is_some() { LimitKind::Cvm } else { deciding(outcome) };
    let is_zero = amount == 0 && online && ask.is_none() && outcome != Outcome::Declined;
    let mut sentence = if is_zero {
        stopped::zero(limits, currency, goes_online)
    } else {
        compared(scheme, limits, currency, amount, kind, go_online)
    };
    if let Some(ask) = &ask {
        sentence.push_str("; ");
        sentence.push_str(&ask.reader());
        if ask.has_pin() && !by_limits && by_type.is_none() {
            sentence.push_str(if ask.has_choice() {
                ". With a PIN, which is checked online, the sale goes online; without one it may be approved offline"
            } else {
                ". A PIN is checked online, so the sale goes online"
            });
        }
    } else if outcome == Outcome::OfflinePossible {
        sentence.push_str(". ");
        sentence.push_str(&compared(scheme, limits, currency, amount, LimitKind::Cvm, go_online));
    }
    sentence.push('.');
    if let Some(digits) = &by_type {
        sentence.push_str(&terminal::all_the_same(digits));
    }
    if outcome == Outcome::OnlineNoCvm
        && ask.is_none()
        && !is_no_limit(limits.cvm)
        && let Some(never) = cvm_never_reached(scheme, limits)
    {
        sentence.push(' ');
        sentence.push_str(&never.sentence(currency));
    }
    if outcome != Outcome::Declined
        && let Some(required) = note::phone_required(scheme, params, presented)
    {
        sentence.push_str(&required);
    }
    if let Some(unread) = unread {
        sentence.push(' ');
        sentence.push_str(&unread.sentence(scheme));
    }
    let decided_by = match (&ask, &by_type) {
        (Some(ask), _) => ask.decided_by(),
        (None, Some(_)) => terminal::DECIDED_BY,
        (None, None) => kind.param(),
    };
    let operator = match decided_by {
        _ if is_zero => "amount of zero".to_owned(),
        terminal::DECIDED_BY => "at any amount".to_owned(),
        _ => operator(scheme, limits, amount, kind),
    };
    Answer { outcome, effect, title, sentence, decided_by, operator, note }
}

/// What DF8119 asks of a Mastercard card up to the CVM limit, as a sentence without its point; nothing where nothing is asked.
pub(crate) fn asked_below(scheme: Scheme, params: &Params) -> Option<String> {
    if scheme == Scheme::Mastercard && cvm::Deciding::Below.is_unread(params) {
        return Some(
            "DF8119 cannot be read, so whether a check is asked all the same is not known".to_owned(),
        );
    }
    Ask::below(scheme, params, Presented::Card).map(|ask| ask.reader())
}

/// A floor limit of 0 is for online-only readers (service document), so nothing stays offline. Where the Entry Point decides,
/// an amount of zero asks for an online cryptogram under any floor limit (EMV Book B v2.5, 3.1.1.11).
pub(crate) fn zero_goes_online(scheme: Scheme, limits: Limits, amount: u64) -> bool {
    amount == 0 && (limits.floor == 0 || scheme != Scheme::Mastercard)
}

fn cvm_never_reached(scheme: Scheme, limits: Limits) -> Option<Unreachable> {
    limits::unreachable(scheme, limits).into_iter().find(|zone| zone.limit == LimitKind::Cvm)
}

/// The limit that a person asks about when this is the outcome.
fn deciding(outcome: Outcome) -> LimitKind {
    match outcome {
        Outcome::Declined => LimitKind::Transaction,
        Outcome::OfflinePossible => LimitKind::Floor,
        Outcome::OfflineWithCvm | Outcome::OnlineNoCvm | Outcome::OnlineWithCvm => LimitKind::Cvm,
    }
}

/// "50.00 EUR reaches the CVM limit of 50.00 EUR. Visa asks from the limit (≥)", without the last point.
fn compared(
    scheme: Scheme,
    limits: Limits,
    currency: &Currency,
    amount: u64,
    kind: LimitKind,
    go_online: &str,
) -> String {
    let limit = limits.get(kind);
    if is_no_limit(limit) {
        let effect = match kind {
            LimitKind::Floor => "no sale has to go online for its amount".to_owned(),
            LimitKind::Cvm => "it asks for no PIN or phone check".to_owned(),
            LimitKind::Transaction => "no sale is declined for its amount".to_owned(),
        };
        let [amount, limit] = [amount, limit].map(|minor| currency.money(minor));
        return format!("{amount}: the {} of {limit} stands for no limit, so {effect}", kind.noun());
    }
    let comparison = rule(scheme, kind).service;
    let (relation, only) = match (amount.cmp(&limit), comparison) {
        (std::cmp::Ordering::Less, _) => ("is below", ""),
        (std::cmp::Ordering::Greater, _) => ("is above", ""),
        (std::cmp::Ordering::Equal, Comparison::AtLeast) => ("reaches", ""),
        (std::cmp::Ordering::Equal, Comparison::Above) => ("is exactly", " only"),
    };
    let name = scheme.name();
    let verb = match kind {
        LimitKind::Floor => format!("{name} sales {go_online}"),
        LimitKind::Cvm => format!("{name} asks"),
        LimitKind::Transaction => format!("{name} sales are declined"),
    };
    format!(
        "{} {relation} the {} of {}. {verb}{only} {} the limit ({})",
        currency.money(amount),
        kind.noun(),
        money(currency, limit),
        comparison.word(),
        comparison.symbol(),
    )
}

fn operator(scheme: Scheme, limits: Limits, amount: u64, kind: LimitKind) -> String {
    if is_no_limit(limits.get(kind)) {
        return format!("no {}", kind.noun());
    }
    let comparison = rule(scheme, kind).service;
    let symbol =
        if comparison.holds(amount, limits.get(kind)) { comparison.symbol() } else { comparison.opposite() };
    format!("amount {symbol} {}", kind.noun())
}

/// What moving one limit does: "Sales from 50.00 now ask for a PIN or phone check (CVM); before from 25.00."
pub fn effect_of_change(
    scheme: Scheme,
    limit: LimitKind,
    before: u64,
    after: u64,
    currency: &Currency,
) -> String {
    let (some, none) = match limit {
        LimitKind::Floor => ("now go online", "no longer go online because of this limit"),
        LimitKind::Cvm => {
            ("now ask for a PIN or phone check (CVM)", "no longer ask for a PIN or phone check (CVM)")
        }
        LimitKind::Transaction => ("are now declined", "are no longer declined by this limit"),
    };
    let [before, after] = [before, after].map(|minor| (is_no_limit(minor), minor));
    let when = |minor| when(scheme, limit, minor, currency);
    match (before, after) {
        (before, after) if before == after => {
            format!("The {} stays at {}.", limit.noun(), figure(currency, after.1))
        }
        ((true, _), (true, _)) => format!("The {} stays without effect: no limit.", limit.noun()),
        ((false, before), (true, _)) => format!("Sales {none} (no limit); before {}.", when(before)),
        ((true, _), (false, after)) => format!("Sales {} {some}; before no limit.", when(after)),
        ((false, before), (false, after)) => {
            format!("Sales {} {some}; before {}.", when(after), when(before))
        }
    }
}

/// Title and reason for the right edge of a lane: ("Online, no PIN", "PIN only above 50.00").
pub fn lane_sentence(scheme: Scheme, limits: Limits, currency: &Currency, amount: u64) -> (String, String) {
    let (title, why) = lane(scheme, limits, currency, amount);
    (title, why + book_aside(scheme, limits, amount))
}

fn lane(scheme: Scheme, limits: Limits, currency: &Currency, amount: u64) -> (String, String) {
    let outcome = limits::outcome(scheme, limits, amount);
    let kind = deciding(outcome);
    let limit = limits.get(kind);
    let shown = figure(currency, limit);
    let asked = when(scheme, LimitKind::Cvm, limits.cvm, currency);
    let why = match outcome {
        Outcome::Declined => format!("above transaction limit {shown}"),
        Outcome::OfflinePossible if is_no_limit(limit) => "floor “no limit”".to_owned(),
        Outcome::OfflinePossible => format!("up to floor limit {shown}"),
        Outcome::OfflineWithCvm | Outcome::OnlineWithCvm if amount == limit => {
            format!("CVM limit {asked}: reached")
        }
        Outcome::OfflineWithCvm | Outcome::OnlineWithCvm => format!("CVM limit {asked}"),
        Outcome::OnlineNoCvm if is_no_limit(limit) => "CVM “no limit”: never asked".to_owned(),
        Outcome::OnlineNoCvm => match cvm_never_reached(scheme, limits) {
            Some(zone) => format!("CVM {shown} is {}", zone.never()),
            None => format!("PIN only {asked}"),
        },
    };
    (capitalized(outcome.words()), why)
}

/// What the EMV book says otherwise there, by the limits alone.
fn book_aside(scheme: Scheme, limits: Limits, amount: u64) -> &'static str {
    match differing(scheme, limits, amount) {
        None => "",
        Some(LimitKind::Transaction) => " (book: declined)",
        Some(LimitKind::Cvm) if limits::outcome(scheme, limits, amount) == Outcome::OnlineNoCvm => {
            " (book: from)"
        }
        Some(LimitKind::Cvm) => " (book: PIN or phone check)",
        Some(LimitKind::Floor) => " (book: online)",
    }
}

/// "from 50.00" or "above 50.00".
fn when(scheme: Scheme, limit: LimitKind, minor: u64, currency: &Currency) -> String {
    format!("{} {}", rule(scheme, limit).service.word(), currency.figure(minor))
}

/// The figure of a limit, or "no limit".
pub(crate) fn figure(currency: &Currency, minor: u64) -> String {
    if is_no_limit(minor) { "no limit".to_owned() } else { currency.figure(minor) }
}

/// The money of a limit; a value that stands for no limit says so after the number.
pub(crate) fn money(currency: &Currency, minor: u64) -> String {
    let money = currency.money(minor);
    if is_no_limit(minor) { format!("{money} (no limit)") } else { money }
}

/// The first letter in lower case, as inside a sentence.
pub(crate) fn lowered(words: &str) -> String {
    let mut words = words.to_owned();
    if let Some(first) = words.get_mut(..1) {
        first.make_ascii_lowercase();
    }
    words
}

/// The first letter of an ASCII sentence in upper case.
pub(crate) fn capitalized(words: &str) -> String {
    let mut words = words.to_owned();
    if let Some(first) = words.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    words
}
