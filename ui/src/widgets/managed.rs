//! Policy of this computer's administrator, in sentences. Core enforces it; this only shows it.

use leptos::prelude::*;
use tapline_contract::connection::Safety;
use tapline_contract::policy::Managed;

use crate::shell::Shell;

pub(crate) fn managed(shell: Shell) -> Option<Managed> {
    shell.core.with(|core| core.as_ref().and_then(|core| core.managed.clone()))
}

/// The whole policy, one sentence per line.
pub(crate) fn lines(policy: Managed) -> Vec<String> {
    let Managed {
        file,
        problem,
        updates_off,
        allowed_addresses,
        idle_minutes,
        safety_floor,
        environment_proxy_off,
        background_loading_off,
    } = policy;
    let is_broken = problem.is_some();
    let lines = [
        problem,
        allowed_addresses.as_deref().map(addresses).filter(|_| !is_broken),
        safety_floor.map(floor),
        idle_minutes.map(|minutes| match minutes {
            1 => "Tapline locks after 1 minute at most.".to_owned(),
            many => format!("Tapline locks after {many} minutes at most."),
        }),
        updates_off.then(|| "Updates are off.".to_owned()),
        environment_proxy_off.then(|| "Proxies from the environment are ignored.".to_owned()),
        background_loading_off.then(|| "Past sales load only when you ask for them.".to_owned()),
        Some(format!("The policy file is {file}.")),
    ];
    lines.into_iter().flatten().collect()
}

pub(crate) fn addresses(allowed: &[String]) -> String {
    match allowed {
        [] => "Only the sandbox is allowed.".to_owned(),
        allowed => format!("Only these addresses are allowed: {}.", allowed.join(", ")),
    }
}

pub(crate) fn floor(level: Safety) -> String {
    match level {
        Safety::ReadOnly => "Every connection is read only.".to_owned(),
        level => format!("The safety level is at least “{}”.", level.words()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn policy() -> Managed {
        Managed {
            file: "/etc/tapline/policy.json".to_owned(),
            problem: None,
            updates_off: false,
            allowed_addresses: None,
            idle_minutes: None,
            safety_floor: None,
            environment_proxy_off: false,
            background_loading_off: false,
        }
    }

    #[test]
    fn each_restriction_is_a_line() {
        let all = Managed {
            updates_off: true,
            allowed_addresses: Some(vec!["https://a.example.com".to_owned()]),
            idle_minutes: Some(5),
            safety_floor: Some(Safety::ConfirmAndRetype),
            environment_proxy_off: true,
            background_loading_off: true,
            ..policy()
        };
        assert_eq!(
            lines(all),
            [
                "Only these addresses are allowed: https://a.example.com.",
                "The safety level is at least “Confirm and retype”.",
                "Tapline locks after 5 minutes at most.",
                "Updates are off.",
                "Proxies from the environment are ignored.",
                "Past sales load only when you ask for them.",
                "The policy file is /etc/tapline/policy.json.",
            ]
        );
        assert_eq!(lines(policy()), ["The policy file is /etc/tapline/policy.json."]);
    }
}
