//! *Test connection*: what succeeds, line by line, and what went wrong in words.
//!
//! Without saving anything. A token goes only to the address it was kept for, or first used with.

use std::sync::Arc;

use tapline_address::{BaseAddress, Namespace};
use tapline_changes::ask;
use tapline_contract::commands::{TestAddress, TestAmounts, TestToken};
use tapline_contract::connection::{Connection, TestLine, TestState};
use tapline_contract::endpoints::GetOwner;
use tapline_contract::owner::Owner;
use tapline_contract::unit::UnitReading;
use tapline_contract::{Command, Failure, FailureKind};
use tapline_http::{Certificate, Probe, Proxy};
use tapline_platform::sync::locked;
use tapline_platform::words::visible;
use tapline_secrets::{Pasted, StoredToken, UNREADABLE};

use super::connect::{Bound, foreign};
use super::connection::known_id;
use super::failure;
use crate::agreed;
use crate::perform::Perform;
use crate::state::AppState;
use crate::unit;

impl Perform for TestAddress {
    async fn perform(app: &Arc<AppState>, typed: Connection) -> Result<Vec<TestLine>, Failure> {
        let base = match BaseAddress::parse(&typed.base_address) {
            Ok(base) => base,
            Err(error) => return Ok(vec![failed("Address", error.to_string())]),
        };
        if let Err(failure) = may_test::<Self>(app, &base, &typed).await {
            return Ok(vec![failed("Address", failure.sentence)]);
        }
        let secure = base.is_secure();
        let proxy = Proxy::before(&base);
        let from_environment = proxy.as_ref().and_then(Proxy::by_variable);
        if let Err(failure) = app.policy().admits_proxy(from_environment, Self::NAME) {
            return Ok(vec![failed("Proxy", failure.sentence)]);
        }
        let probe = match app.client(base, Namespace::default(), None) {
            Ok(client) => client.probe().await,
            Err(failure) => return Ok(vec![failed("Certificate", failure.sentence)]),
        };
        let before = proxy.iter().map(through);
        Ok(before.chain([address(&probe), certificate(&probe, secure)]).collect())
    }
}

impl Perform for TestToken {
    async fn perform(app: &Arc<AppState>, typed: Connection) -> Result<Vec<TestLine>, Failure> {
        known_id::<Self>(&typed.id)?;
        let base = match BaseAddress::parse(&typed.base_address) {
            Ok(base) => base,
            Err(error) => return Ok(vec![failed("Address", error.to_string())]),
        };
        if let Err(failure) = may_test::<Self>(app, &base, &typed).await {
            return Ok(vec![failed("Address", failure.sentence)]);
        }
        let found = match token(app, &typed, &base).await {
            Ok(found) => found,
            Err(why) => return Ok(vec![failed("Token", why)]),
        };
        let last_four = found.view().last_four;
        let notice = found.token.validity().notice(app.ports.clock.now());
        let detail = match &notice {
            Some(notice) => format!("ends in {last_four}, {notice}"),
            None => format!("ends in {last_four}"),
        };
        let client = app.client(base, Namespace::default(), Some(found.token))?;
        Ok(match client.send::<GetOwner>(&(), &()).await {
            Ok(sent) => vec![passed("Token", "accepted", detail), owner(app, &typed, &sent.output)],
            Err(failure) => vec![TestLine { detail, ..failed("Token", failure.sentence) }],
        })
    }
}

impl Perform for TestAmounts {
    async fn perform(app: &Arc<AppState>, typed: Connection) -> Result<UnitReading, Failure> {
        known_id::<Self>(&typed.id)?;
        let base = super::connection::address::<Self>(&typed)?;
        may_test::<Self>(app, &base, &typed).await?;
        let found =
            token(app, &typed, &base).await.map_err(|why| failure::<Self>(FailureKind::NoToken, why))?;
        unit::read(&app.client(base, Namespace::default(), Some(found.token))?).await
    }
}

/// Nothing is sent to an address that the policy forbids or that a person did not agree to, and no token belongs to it.
async fn may_test<C: Command>(
    app: &Arc<AppState>,
    base: &BaseAddress,
    typed: &Connection,
) -> Result<(), Failure> {
    app.policy().admits(base, C::NAME)?;
    if !app.is_agreed(base) {
        ask(&app.changes, C::NAME, agreed::question(base, typed)).await?;
        app.agreed.add(base);
    }
    Ok(())
}

/// A saved connection goes on with its owner, as long as it goes on at its address.
fn owner(app: &AppState, typed: &Connection, owner: &Owner) -> TestLine {
    let mut connections = locked(&app.connections);
    connections.refresh();
    let saved = connections.get(&typed.id).filter(|saved| same_address(saved, typed));
    let known = connections.owner(&typed.id).filter(|_| saved.is_some());
    match (saved, known) {
        (Some(saved), Some(known)) if !Bound::To(Some(known.clone())).admits(owner) => {
            failed("Owner", foreign(&saved, owner))
        }
        _ => passed("Owner", &owner.name(), String::new()),
    }
}

fn same_address(saved: &Connection, typed: &Connection) -> bool {
    BaseAddress::parse(&typed.base_address).is_ok_and(|base| saved.base_address == base.text())
}

/// Token to test with, or the reason for its absence: a sentence.
async fn token(app: &AppState, typed: &Connection, base: &BaseAddress) -> Result<StoredToken, String> {
    match app.secrets.fresh(&typed.id, base) {
        Pasted::Here(found) => return Ok(found),
        Pasted::Elsewhere(own) => {
            return Err(format!(
                "The token was pasted for {}. Paste the token for this address.",
                visible(&own)
            ));
        }
        Pasted::Nothing => {}
    }
    let saved = {
        let mut connections = locked(&app.connections);
        connections.refresh();
        connections.get(&typed.id)
    };
    if saved.is_some_and(|saved| !same_address(&saved, typed)) {
        return Err(
            "The saved token belongs to another address. Paste the token for this address.".to_owned()
        );
    }
    if !app.presence.is_given(&typed.id) {
        app.presence.admits_kept("TestToken").map_err(|failure| failure.sentence)?;
    }
    match app.secrets.find(&typed.id, base).await {
        Ok(Some(found)) => Ok(found),
        Ok(None) => Err("There is no token yet. Paste it from the clipboard, or choose a file.".to_owned()),
        Err(_) => Err(UNREADABLE.to_owned()),
    }
}

/// A proxy sees to whom calls go, and one that opens TLS sees the token too.
fn through(proxy: &Proxy) -> TestLine {
    let detail = match proxy.variable {
        Some(variable) => format!("set by {variable}"),
        None => "set in this computer's network settings".to_owned(),
    };
    passed("Proxy", &format!("calls go through {}", visible(&proxy.place)), detail)
}

fn address(probe: &Probe) -> TestLine {
    // Without a token a service refuses: that is an answer, and that it is one of a service.
    match &probe.result {
        Ok(()) => passed("Address", "answers", format!("{} ms", probe.millis)),
        Err(failure) if matches!(failure.kind, FailureKind::Unauthorized | FailureKind::Certificate) => {
            passed("Address", "answers", format!("{} ms", probe.millis))
        }
        Err(failure) => failed("Address", failure.sentence.clone()),
    }
}

fn certificate(probe: &Probe, secure: bool) -> TestLine {
    match (&probe.certificate, &probe.result) {
        _ if !secure => not_needed("not used on this computer"),
        (Some(Certificate { words, tls }), _) => passed("Certificate", words, tls.clone()),
        (None, Err(failure)) if failure.kind == FailureKind::Certificate => {
            failed("Certificate", failure.sentence.clone())
        }
        (None, _) => not_needed("unknown: no connection"),
    }
}

fn passed(name: &str, words: &str, detail: String) -> TestLine {
    TestLine { name: name.to_owned(), state: TestState::Passed, words: words.to_owned(), detail }
}

fn failed(name: &str, words: String) -> TestLine {
    TestLine { name: name.to_owned(), state: TestState::Failed, words, detail: String::new() }
}

fn not_needed(words: &str) -> TestLine {
    let (name, words) = ("Certificate".to_owned(), words.to_owned());
    TestLine { name, state: TestState::NotNeeded, words, detail: String::new() }
}
