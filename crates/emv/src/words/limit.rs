//! A limit by itself in words: what it comes to with what the reader offers.

use super::ask::{Ask, any_of};
use super::unread::Unread;
use super::{Presented, capitalized, terminal, when};
use crate::cvm;
use crate::limits::{LimitKind, is_no_limit, may_be_no_limit};
use crate::money::Currency;
use crate::param::Params;
use crate::scheme::Scheme;

const NO_TAP: &str = "No tap can work";

/// What a limit means with these parameters: "PIN or phone check from 50.00", "Declined above 200.00", "Online above 10.00".
pub fn limit_in_words(
    scheme: Scheme,
    limit: LimitKind,
    minor: u64,
    params: &Params,
    currency: &Currency,
) -> String {
    let when = when(scheme, limit, minor, currency);
    let none = is_no_limit(minor);
    let perhaps = if may_be_no_limit(minor) { " (this value may stand for no limit)" } else { "" };
    let words = match limit {
        LimitKind::Transaction if none => "Never declined by this limit (no limit)".to_owned(),
        LimitKind::Transaction => format!("Declined {when}"),
        _ if cvm::no_tap(scheme, params).is_some() => NO_TAP.to_owned(),
        LimitKind::Floor if none => "Never sent online by this limit (no limit)".to_owned(),
        LimitKind::Floor => online(scheme, params, &when),
        LimitKind::Cvm => {
            let asked = if none {
                "PIN or phone check never asked by this limit (no limit)".to_owned()
            } else {
                asked(scheme, params, &when)
            };
            format!("{asked}{}", below(scheme, params))
        }
    };
    format!("{words}{perhaps}")
}

fn online(scheme: Scheme, params: &Params, when: &str) -> String {
    if terminal::contradiction(scheme, params).is_some() {
        return format!("Not known {when}: reader and terminal contradict each other");
    }
    if let Some(offline) = terminal::offline(scheme, params) {
        return moved(offline.title(), when);
    }
    if terminal::online_only(params).is_some() {
        return "Likely online at any amount: the terminal is online only".to_owned();
    }
    let unread = Unread::of(scheme, params, Presented::Card, false);
    format!("{} {when}", Unread::place(unread.as_ref(), true))
}

/// What the reader offers a card and a phone once the limit asks.
fn asked(scheme: Scheme, params: &Params, when: &str) -> String {
    if let Some(unread) = Unread::of(scheme, params, Presented::Card, true).filter(Unread::has_methods) {
        return format!("A check (CVM) {when}; {}", unread.clause());
    }
    let [card, phone] =
        [Presented::Card, Presented::Phone].map(|presented| Ask::above(scheme, params, presented));
    if cvm::is_phone_open(scheme, params) {
        let of_card = if card.is_impossible() {
            moved(&card.title(""), when)
        } else {
            format!("{} {when}", capitalized(&any_of(&card.methods())))
        };
        return format!("{of_card}; whether a phone's own check counts is not known");
    }
    match (card.is_impossible(), phone.is_impossible()) {
        (true, true) => return moved(&card.title(""), when),
        (true, false) => return format!("Phone check {when}, a card is likely declined"),
        (false, _) => {}
    }
    let offered = [card.methods(), phone.methods()].concat();
    let order = ["PIN", "signature", "phone check", "no check"];
    let all: Vec<_> = order.into_iter().filter(|method| offered.contains(method)).collect();
    format!("{} {when}", capitalized(&any_of(&all)))
}

/// "Likely declined above 50.00: no check possible", of "Likely declined, no check possible".
fn moved(title: &str, when: &str) -> String {
    match title.split_once(", ") {
        Some((what, why)) => format!("{what} {when}: {why}"),
        None => format!("{title} {when}"),
    }
}

/// What a Mastercard card is asked up to the limit, by DF8119.
fn below(scheme: Scheme, params: &Params) -> String {
    if scheme == Scheme::Mastercard && cvm::Deciding::Below.is_unread(params) {
        return "; what is asked up to it is not known, DF8119 cannot be read".to_owned();
    }
    match Ask::below(scheme, params, Presented::Card) {
        None => String::new(),
        Some(ask) if ask.is_impossible() => {
            "; up to it a card is likely declined as well (DF8119)".to_owned()
        }
        Some(ask) if ask.is_only_likely() => "; up to it possibly a check as well (DF8119)".to_owned(),
        Some(ask) => format!("; up to it {} as well (DF8119)", any_of(&ask.methods())),
    }
}
