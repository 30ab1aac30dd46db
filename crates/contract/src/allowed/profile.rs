//! Sign-on, enabling and disabling of a profile. Service document, "Profile and acceptance status" and "Profiles and
//! acceptances", rule 3.

use super::{Allowed, Verdict, unknown_status};
use crate::entity_status::EntityStatus;
use crate::profile::Profile;

struct ProfileRow {
    status: EntityStatus,
    enable: Verdict,
    disable: Verdict,
    sign_on: Verdict,
}

const ROWS: [ProfileRow; 2] = [
    ProfileRow {
        status: EntityStatus::Active,
        enable: Verdict::No("Already active."),
        disable: Verdict::Yes,
        sign_on: Verdict::Yes,
    },
    ProfileRow {
        status: EntityStatus::Disabled,
        enable: Verdict::Yes,
        disable: Verdict::No("Already disabled."),
        sign_on: Verdict::Doubtful("Sign-on may fail: the profile is disabled."),
    },
];

pub fn enable(profile: &Profile) -> Allowed {
    verdict(profile, "Enabling", |row| row.enable)
}

pub fn disable(profile: &Profile) -> Allowed {
    verdict(profile, "Disabling", |row| row.disable)
}

/// Needs acceptances that are bound.
pub fn sign_on(profile: &Profile) -> Allowed {
    let bound = match profile.acceptances.as_deref() {
        None => Allowed::Doubtful("Acceptances not loaded. Open the profile to see them.".to_owned()),
        Some([]) => {
            Allowed::No("No acceptance is bound, so there is nothing to sign on. Bind one first.".to_owned())
        }
        Some(acceptances) => {
            let disabled = |status: &Option<String>| status.as_deref() == Some(EntityStatus::Disabled.name());
            let count = acceptances.iter().filter(|acceptance| disabled(&acceptance.entity_status)).count();
            match count {
                0 => Allowed::Yes,
                1 if acceptances.len() == 1 => {
                    Allowed::Doubtful("Sign-on may fail: the only acceptance is disabled.".to_owned())
                }
                _ => Allowed::Doubtful(format!(
                    "Sign-on may fail: {count} of {} acceptances disabled.",
                    acceptances.len()
                )),
            }
        }
    };
    verdict(profile, "Sign-on", |row| row.sign_on).and(bound)
}

fn verdict(profile: &Profile, words: &str, action: fn(&ProfileRow) -> Verdict) -> Allowed {
    let status = profile.entity_status.as_deref();
    let named = status.and_then(EntityStatus::of_name);
    match ROWS.iter().find(|row| Some(row.status) == named) {
        Some(row) => action(row).into(),
        None => unknown_status(words, "profile", status),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Record;

    #[test]
    fn status_and_acceptances_by_action() {
        const BOUND: &str = r#","acceptances":[{"acptId":"a","entityStatus":"ACTIVE"}]"#;
        for (status, acceptances, signs) in [
            ("ACTIVE", BOUND, "nyy"),
            ("DISABLED", BOUND, "ynd"),
            ("PAUSED", BOUND, "ddd"),
            ("ACTIVE", r#","acceptances":[]"#, "nyn"),
            ("ACTIVE", "", "nyd"),
            ("ACTIVE", r#","acceptances":[{"acptId":"a","entityStatus":"DISABLED"}]"#, "nyd"),
            ("PAUSED", r#","acceptances":[]"#, "ddn"),
        ] {
            let raw = format!(r#"{{"profileId":"p","entityStatus":"{status}"{acceptances}}}"#);
            let profile = Profile::read(&raw).unwrap();
            let found =
                [enable(&profile), disable(&profile), sign_on(&profile)].map(|verdict| match verdict {
                    Allowed::Yes => 'y',
                    Allowed::Doubtful(_) => 'd',
                    Allowed::No(_) => 'n',
                });
            assert_eq!(found.iter().collect::<String>(), signs, "{raw}");
        }
        assert_eq!(ROWS.map(|row| row.status), EntityStatus::ALL);
    }
}
