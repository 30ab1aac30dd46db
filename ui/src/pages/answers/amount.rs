//! Effect of an amount on all loaded configurations, grouped by result; the group of the open configuration comes first, and is the
//! headline.

use std::cmp::Reverse;

use leptos::prelude::*;
use tapline_contract::emv_config::{EmvConfig, EmvId};
use tapline_contract::emv_field::FieldKey;
use tapline_contract::order::sort_by_key;
use tapline_contract::where_used::EmvUsers;
use tapline_contract::written::Written;
use tapline_emv::tap::{Presented, TapDecision, decide};
use tapline_emv::{Currency, Params, at_terminals, limits_of};
use tapline_explain::say::tap as words;

use super::{Keys, close};
use crate::effect::effect;
use crate::pages::limits;
use crate::pages::limits::lanes::currency_of;
use crate::paths::Route;
use crate::shell::{Shell, shell};
use crate::used;
use crate::widgets::frame::palette::CardKeys;
use crate::widgets::show::live;
use crate::widgets::zones::Swatch;

/// Names in one sentence, at most.
const NAMES: usize = 4;

/// Groups shown, at most; Limits has all.
const GROUPS: usize = 5;

/// Configurations with the same result.
#[derive(Clone, PartialEq)]
struct Group {
    answer: TapDecision,
    currency: Currency,
    /// The amount in the currency of the users.
    money: String,
    /// Members of the group; the result is exactly that of the first member, which is the open configuration if the group contains it.
    configurations: Vec<(EmvId, String)>,
    is_open: bool,
}

#[component]
pub(super) fn AtAmount(amount: Memo<Option<Written>>, keys: Keys) -> impl IntoView {
    let shell = shell();
    used::read_all(shell);
    let groups = Memo::new(move |_| {
        amount.with(|amount| amount.as_ref().map(|amount| groups(shell, amount)).unwrap_or_default())
    });
    let first = Memo::new(move |_| groups.with(|(groups, ..)| target(groups.first()?)));
    let open = Callback::new(move |()| {
        if let Some((id, key)) = first.get_untracked() {
            limits::open_at(shell, &id, &key);
        }
    });
    effect(move || {
        let opens = first.with(Option::is_some).then_some(("Open the deciding field", open));
        keys.set(opens.map(|opens| CardKeys { opens: Some(opens), field: None, says: false }));
    });
    on_cleanup(move || {
        let _ = keys.try_set(None);
    });
    live(move || {
        let (groups, unread, unfit) = groups.get();
        let count: usize = groups.iter().map(|group| group.configurations.len()).sum();
        let summary = match (count, unread) {
            (0, 0) => "No configurations loaded.".to_owned(),
            (_, 0) => format!("{} checked for {}.", configurations(count), presented(shell)),
            (_, unread) => format!(
                "{} checked for {}; {} unreadable limits.",
                configurations(count),
                presented(shell),
                if unread == 1 { "1 more has".to_owned() } else { format!("{unread} more have") }
            ),
        };
        let unfit = match unfit {
            0 => String::new(),
            1 => " 1 more uses a currency without this amount.".to_owned(),
            many => format!(" {many} more use a currency without this amount."),
        };
        let hidden = groups.len().saturating_sub(GROUPS);
        let hidden = (hidden > 0).then(|| format!(" {hidden} more results in Limits."));
        let headline = groups.first().map(|group| headline(group, count));
        let rows =
            groups.iter().take(GROUPS).enumerate().map(|(at, group)| group_view(shell, group, at == 0));
        view! {
            <section class="one">
                {headline}
                <ol class="chain" aria-label="Configurations">{rows.collect_view()}</ol>
                <p class="muted caption">{summary}{unfit}{hidden}</p>
            </section>
        }
    })
}

/// "62.00 EUR: Online, PIN required, on 24 of 31 configurations."
fn headline(group: &Group, count: usize) -> AnyView {
    let answer = words::answer(&group.answer, &group.currency);
    let on = match (group.configurations.as_slice(), count) {
        ([(_, name)], 2..) if group.is_open => format!("on “{name}” (open)"),
        ([(_, name)], _) => format!("on “{name}”"),
        (all, count) if all.len() == count => format!("on all {count} configurations"),
        (all, count) => format!("on {} of {count} configurations", all.len()),
    };
    view! { <h3 class="headline"><Swatch outcome=group.answer.outcome/>" "{format!("{}: {}, {on}.", group.money, answer.title)}</h3> }.into_any()
}

fn configurations(count: usize) -> String {
    if count == 1 { "1 configuration".to_owned() } else { format!("{count} configurations") }
}

fn presented(shell: Shell) -> &'static str {
    match shell.presented.get() {
        Presented::Card => "a card",
        Presented::Phone => "a phone",
    }
}

/// The groups (that of the open configuration first, then the largest), the number of unreadable configurations, and the number of
/// configurations in a currency without this amount.
fn groups(shell: Shell, amount: &Written) -> (Vec<Group>, usize, usize) {
    let connections = shell.currency();
    let known = used::known(shell);
    let open = match shell.nav.route.get() {
        Route::Editor(id) => Some(id),
        _ => None,
    };
    let presented = shell.presented.get();
    limits::store(shell).list.with(|list| {
        let (mut groups, mut unread, mut unfit) = (Vec::<Group>::new(), 0, 0);
        for config in list.records.iter() {
            let currency = currency_of(known.currency(&config.id).as_ref(), &connections);
            let is_named = amount.currency.as_ref().is_none_or(|named| *named == currency);
            // "50.00" is 50 yen.
            let Some(minor) = currency.parse_whole(&amount.plain).ok().filter(|_| is_named) else {
                unfit += 1;
                continue;
            };
            let at_terminals = known.users(&config.id).map(EmvUsers::agreed_terminals).unwrap_or_default();
            let Some(answer) = answer(config, &at_terminals, minor, presented) else {
                unread += 1;
                continue;
            };
            let money = currency.money(minor);
            let one = (config.id.clone(), config.full_name());
            let is_open = open.as_ref() == Some(&config.id);
            match groups.iter_mut().find(|group| group.answer.result == answer.result && group.money == money)
            {
                Some(group) if is_open => {
                    (group.answer, group.is_open) = (answer, true);
                    group.configurations.insert(0, one);
                }
                Some(group) => group.configurations.push(one),
                None => groups.push(Group { answer, currency, money, is_open, configurations: vec![one] }),
            }
        }
        sort_by_key(&mut groups, |group| Reverse((group.is_open, group.configurations.len())));
        (groups, unread, unfit)
    })
}

/// Result for a configuration, with the parameters that all its terminals share.
fn answer(config: &EmvConfig, terminals: &Params, minor: u64, presented: Presented) -> Option<TapDecision> {
    let params = at_terminals::with(&config.params.readable()?.values(), terminals);
    let limits = limits_of(&params)?;
    Some(decide(config.scheme()?, limits, &params, minor, presented))
}

/// The deciding field of the first configuration.
fn target(group: &Group) -> Option<(EmvId, String)> {
    let key = group.answer.decided_by.key()?;
    Some((group.configurations.first()?.0.clone(), key.to_owned()))
}

fn group_view(shell: Shell, group: &Group, is_first: bool) -> AnyView {
    let name = |(at, (_, name)): (usize, &(EmvId, String))| {
        let open = if at == 0 && group.is_open { " (open)" } else { "" };
        format!("“{name}”{open}")
    };
    let names: Vec<_> = group.configurations.iter().take(NAMES).enumerate().map(name).collect();
    let more = group.configurations.len().saturating_sub(NAMES);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let link = target(group).map(|(id, key)| {
        let path = Route::Editor(id.clone()).path();
        let of = group.configurations.first().map(|(_, name)| name.as_str()).unwrap_or_default();
        let words = format!("Open {} of {of}", FieldKey::from_wire(&key).label());
        view! { <a href=path on:click=move |event| { event.prevent_default(); close(shell); limits::open_at(shell, &id, &key); }>{words}</a> }
    });
    let answer = words::answer(&group.answer, &group.currency);
    // Of several configurations, the sentence holds for the first.
    let of = (group.configurations.len() > 1)
        .then(|| Some(format!("On “{}”: ", group.configurations.first()?.1)))
        .flatten();
    let sentence = is_first.then(|| view! { <br/>{of}{answer.sentence.to_string()} });
    let wire = group.answer.decided_by.clone();
    let wire = move || {
        shell.shows_wire_names().then(|| view! { " "<code>{words::decided_by(&wire).to_string()}</code> })
    };
    view! {
        <li class:decides=is_first>
            <p><b>{answer.title.to_string()}</b>{format!(": on {}{more}.", names.join(", "))}{sentence}{live(wire)}</p>
            <p class="source">{link}</p>
        </li>
    }
    .into_any()
}
