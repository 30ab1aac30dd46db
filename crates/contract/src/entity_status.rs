//! Status of profiles and acceptances. Service document, "Profile and acceptance status (`entityStatus`)".

use crate::profile::StatusDraft;

/// `entityStatus`
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EntityStatus {
    Active,
    /// A transaction request that selects a disabled profile is refused with HTTP 400.
    Disabled,
}

impl EntityStatus {
    pub const ALL: [EntityStatus; 2] = [EntityStatus::Active, EntityStatus::Disabled];

    pub fn name(self) -> &'static str {
        match self {
            EntityStatus::Active => "ACTIVE",
            EntityStatus::Disabled => "DISABLED",
        }
    }

    /// The exact name; `None`: not documented.
    pub fn of_name(name: &str) -> Option<EntityStatus> {
        EntityStatus::ALL.into_iter().find(|status| status.name() == name)
    }

    /// Body of the status update that leads here.
    pub fn draft(self) -> StatusDraft {
        StatusDraft { status: self.name().to_owned(), other: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_names_are_documented() {
        for status in EntityStatus::ALL {
            assert_eq!(EntityStatus::of_name(status.name()), Some(status));
            assert_eq!(status.draft().status, status.name());
        }
        assert_eq!(EntityStatus::of_name("active"), None);
    }
}
