//! Decisions of this computer's administrator for everyone who uses Tapline on it: one file that only administrators can
//! write.
//!
//! It can only restrict, and offer connections. It is read at the start and again whenever a connection is saved, tested or
//! opened; an open connection goes on as it was opened. Invariant: a file that exists and cannot be read or understood
//! restricts as much as a policy can, so that no damage to it makes Tapline weaker. No policy restricts the sandbox inside
//! Tapline.

mod place;
mod rules;

use std::time::Duration;

use tapline_address::BaseAddress;
use tapline_contract::connection::{Connection, Safety};
use tapline_contract::policy::Managed;
use tapline_contract::{Failure, FailureKind};
use tapline_platform::words::visible;

pub use self::place::PolicyFile;
use self::place::{Content, Guarded};
use self::rules::Rules;

/// A policy as it was read; without a file it restricts nothing.
#[derive(Debug, Default)]
pub(crate) struct Policy {
    file: Option<String>,
    problem: Option<Problem>,
    rules: Rules,
}

/// Each is a sentence with what it means and the way out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum Problem {
    #[error(
        "The policy file {file} can't be read ({cause}). Until it can, Tapline opens only the sandbox. Tell your administrator."
    )]
    Unreadable { file: String, cause: String },
    #[error(
        "The policy file {file} is wrong: {cause}. Until it is corrected, Tapline opens only the sandbox. Tell your administrator."
    )]
    Wrong { file: String, cause: String },
    #[error(
        "The policy file {file} could have been changed by someone who isn't an administrator ({cause}). Its restrictions \
         apply, its connections aren't offered. Tell your administrator."
    )]
    Open { file: String, cause: String },
}

impl Policy {
    pub(crate) fn read(place: Option<&PolicyFile>) -> Policy {
        let Some(place) = place else { return Policy::default() };
        let file = visible(&place.path.display().to_string());
        let strictest =
            |problem| Policy { file: Some(file.clone()), problem: Some(problem), rules: Rules::strictest() };
        let Content { text, guarded } = match place.read() {
            Ok(Some(content)) => content,
            Ok(None) => return Policy::default(),
            Err(cause) => {
                let cause = visible(&cause.to_string());
                return strictest(Problem::Unreadable { file: file.clone(), cause });
            }
        };
        let mut rules = match Rules::parse(&text) {
            Ok(rules) => rules,
            Err(wrong) => {
                let cause = visible(&wrong.to_string());
                return strictest(Problem::Wrong { file: file.clone(), cause });
            }
        };
        let problem = match guarded {
            Guarded::Yes => None,
            Guarded::No(cause) => {
                rules.connections.clear();
                Some(Problem::Open { file: file.clone(), cause })
            }
        };
        Policy { file: Some(file), problem, rules }
    }

    /// Fault of the file, as a sentence.
    pub(crate) fn problem(&self) -> Option<String> {
        self.problem.as_ref().map(Problem::to_string)
    }

    /// Fails for an address to which no connection may lead.
    pub(crate) fn admits(&self, base: &BaseAddress, call: &str) -> Result<(), Failure> {
        let Some(allowed) = &self.rules.addresses else { return Ok(()) };
        if allowed.iter().any(|allowed| base.is_within(allowed)) {
            return Ok(());
        }
        if let Some(problem @ (Problem::Unreadable { .. } | Problem::Wrong { .. })) = &self.problem {
            return Err(Failure::new(FailureKind::Desk, call, problem.to_string()));
        }
        let allowed: Vec<_> = allowed.iter().map(BaseAddress::text).collect();
        let instead = match allowed.as_slice() {
            [] => "Your administrator allows only the sandbox.".to_owned(),
            allowed => {
                format!("Your administrator allows {}. Use an address that is allowed.", allowed.join(", "))
            }
        };
        let sentence = format!("Address {} isn't allowed on this computer. {instead}", base.text());
        Err(Failure::new(FailureKind::BadInput, call, sentence).field("Address"))
    }

    /// Fails for a proxy, named as (variable, place), that the environment sets where the policy forbids those. Calls don't go
    /// around it: a person who has set one expects it to be used.
    pub(crate) fn admits_proxy(&self, set: Option<(&str, &str)>, call: &str) -> Result<(), Failure> {
        let Some((variable, place)) = set.filter(|_| self.rules.environment_proxy_off) else { return Ok(()) };
        let sentence = format!(
            "{variable} names the proxy {}, and your administrator allows none from the environment. Start Tapline without \
             this variable.",
            visible(place)
        );
        Err(Failure::new(FailureKind::BadInput, call, sentence))
    }

    /// The level itself, or the floor when that is stricter.
    pub(crate) fn at_least(&self, safety: Safety) -> Safety {
        let floor = self.rules.floor.filter(|floor| floor.strictness() > safety.strictness());
        floor.unwrap_or(safety)
    }

    /// The longest time without a key or a pointer before Tapline locks.
    pub(crate) fn longest_idle(&self) -> Option<Duration> {
        self.rules.idle_minutes.map(|minutes| Duration::from_mins(minutes.into()))
    }

    /// True if nothing may load without a person's request.
    pub(crate) fn forbids_background_loading(&self) -> bool {
        self.rules.background_loading_off
    }

    pub(crate) fn forbids_updates(&self) -> bool {
        self.rules.updates_off
    }

    /// To be offered to every user, without tokens.
    pub(crate) fn connections(&self) -> &[Connection] {
        &self.rules.connections
    }

    /// As people see it; `None` without a file.
    pub(crate) fn shown(&self) -> Option<Managed> {
        let addresses = self.rules.addresses.as_ref();
        Some(Managed {
            file: self.file.clone()?,
            problem: self.problem(),
            updates_off: self.rules.updates_off,
            allowed_addresses: addresses.map(|all| all.iter().map(|base| base.text().to_owned()).collect()),
            idle_minutes: self.rules.idle_minutes,
            safety_floor: self.rules.floor,
            environment_proxy_off: self.rules.environment_proxy_off,
            background_loading_off: self.rules.background_loading_off,
        })
    }
}

#[cfg(test)]
mod tests;
