//! Policy files as administrators write them, and as they break.

use super::*;

/// A file with this text that only its owner can write, and its place.
fn written(text: &str) -> (tempfile::TempDir, PolicyFile) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("policy.json");
    std::fs::write(&path, text).unwrap();
    let place = PolicyFile { owner: place_owner(folder.path()), path };
    mode(&place, 0o644);
    (folder, place)
}

#[cfg(unix)]
fn place_owner(path: &std::path::Path) -> u32 {
    std::os::unix::fs::MetadataExt::uid(&std::fs::metadata(path).unwrap())
}

#[cfg(not(unix))]
fn place_owner(_path: &std::path::Path) -> u32 {
    0
}

#[cfg(unix)]
fn mode(place: &PolicyFile, mode: u32) {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::set_permissions(&place.path, std::fs::Permissions::from_mode(mode)).unwrap();
}

#[cfg(not(unix))]
fn mode(_place: &PolicyFile, _mode: u32) {}

fn policy(text: &str) -> Policy {
    let (_folder, place) = written(text);
    Policy::read(Some(&place))
}

fn base(address: &str) -> BaseAddress {
    BaseAddress::parse(address).unwrap()
}

const ALL: &str = r#"{
    "updates": "off",
    "allowedAddresses": ["https://pay.example.com", "https://test.example.com:8443/desk/"],
    "idleMinutes": 5,
    "safetyFloor": "confirmAndRetype",
    "defaultConnections": [
        { "name": "Live", "environment": "LIVE", "baseAddress": "https://pay.example.com/", "namespace": "acme" },
        { "name": "Test", "environment": "SANDBOX", "baseAddress": "https://test.example.com:8443/desk", "currency": "gbp" }
    ]
}"#;

#[test]
fn a_whole_policy_is_read() {
    let policy = policy(ALL);
    let shown = policy.shown().unwrap();
    assert_eq!(shown.problem, None);
    assert!(shown.updates_off && policy.forbids_updates());
    assert_eq!(policy.longest_idle(), Some(Duration::from_mins(5)));
    let allowed = shown.allowed_addresses.unwrap();
    assert_eq!(allowed, ["https://pay.example.com", "https://test.example.com:8443/desk"]);
    let [live, test] = policy.connections() else { panic!("{policy:?}") };
    assert_eq!((live.name.as_str(), live.base_address.as_str()), ("Live", "https://pay.example.com"));
    assert_eq!((live.safety, test.safety), (Safety::ConfirmAndRetype, Safety::Confirm));
    assert_eq!((live.currency.as_str(), test.currency.as_str()), ("EUR", "GBP"));
    assert!(crate::connections::is_id(&live.id) && live.id != test.id);
}

#[test]
fn without_a_file_or_a_member_nothing_is_restricted() {
    let folder = tempfile::tempdir().unwrap();
    let nowhere = PolicyFile { path: folder.path().join("policy.json"), owner: 0 };
    for found in [Policy::read(None), Policy::read(Some(&nowhere)), policy("{}"), policy("\u{feff}{}")] {
        assert_eq!((found.problem(), found.longest_idle()), (None, None));
        assert!(found.admits(&base("https://any.example.com"), "Connect").is_ok());
        assert_eq!(found.at_least(Safety::Confirm), Safety::Confirm);
        assert!(!found.forbids_updates() && found.connections().is_empty());
    }
    assert!(Policy::read(Some(&nowhere)).shown().is_none());
}

#[test]
fn a_wrong_file_names_itself_and_the_member_and_is_as_strict_as_can_be() {
    let live = r#""name": "A", "environment": "LIVE", "baseAddress": "https://a.example.com""#;
    for (text, named) in [
        ("", "EOF"),
        ("[]", "a list in the place of an object"),
        (r#"{"defaultConnections": [["A", "LIVE", "https://a.example.com"]]}"#, "number 1: a list"),
        (r#"{"idleMinute": 5}"#, "`idleMinute`"),
        (r#"{"idleMinutes": 5, "idleMinutes": 9}"#, "`idleMinutes`"),
        (r#"{"idleMinutes": "5"}"#, "“idleMinutes”"),
        (r#"{"idleMinutes": null}"#, "“idleMinutes”"),
        (r#"{"idleMinutes": 1}"#, "“idleMinutes” is 1"),
        (r#"{"idleMinutes": 11}"#, "“idleMinutes” is 11"),
        (r#"{"updates": false}"#, "“updates”"),
        (r#"{"safetyFloor": "strict"}"#, "“safetyFloor”"),
        (r#"{"safetyFloor": null}"#, "“safetyFloor”"),
        (r#"{"allowedAddresses": null}"#, "“allowedAddresses”"),
        (r#"{"allowedAddresses": "https://a.example.com"}"#, "“allowedAddresses”"),
        (r#"{"allowedAddresses": ["a.example.com"]}"#, "“allowedAddresses” has “a.example.com”"),
        (format!(r#"{{"defaultConnections": [{{{live}, "token": "x"}}]}}"#).as_str(), "`token`"),
        (
            format!(r#"{{"defaultConnections": [{{{live}, "currency": "E"}}]}}"#).as_str(),
            "number 1: Currency",
        ),
        (format!(r#"{{"defaultConnections": [{{{live}, "safety": null}}]}}"#).as_str(), "number 1: "),
        (format!(r#"{{"defaultConnections": [{{{live}, "currency": null}}]}}"#).as_str(), "number 1: "),
        (
            format!(r#"{{"defaultConnections": [{{{live}}}, {{{live}}}]}}"#).as_str(),
            "number 2: Name is in use",
        ),
        (
            format!(r#"{{"allowedAddresses": [], "defaultConnections": [{{{live}}}]}}"#).as_str(),
            "number 1: https://a",
        ),
    ] {
        let (_folder, place) = written(text);
        let policy = Policy::read(Some(&place));
        let problem = policy.problem().unwrap();
        assert!(problem.contains(named), "{text}: {problem}");
        assert!(problem.contains(&place.path.display().to_string()), "{problem}");
        strictest(&policy);
    }
}

#[track_caller]
fn strictest(policy: &Policy) {
    let refused = policy.admits(&base("https://a.example.com"), "Connect").unwrap_err();
    assert_eq!((refused.kind, Some(refused.sentence)), (FailureKind::Desk, policy.problem()));
    assert_eq!(policy.at_least(Safety::Confirm), Safety::ReadOnly);
    assert_eq!(policy.longest_idle(), Some(Duration::from_mins(2)));
    assert!(policy.forbids_updates() && policy.connections().is_empty());
}

#[test]
fn a_file_that_cannot_be_read_is_as_strict_as_can_be() {
    // A folder in its place can be opened and not read, also by root.
    let folder = tempfile::tempdir().unwrap();
    let policy = Policy::read(Some(&PolicyFile { path: folder.path().to_owned(), owner: 0 }));
    assert!(policy.problem().unwrap().contains("can't be read"));
    strictest(&policy);
    #[cfg(unix)]
    {
        let path = folder.path().join("policy.json");
        std::os::unix::fs::symlink(folder.path().join("nowhere"), &path).unwrap();
        let policy = Policy::read(Some(&PolicyFile { path, owner: 0 }));
        assert!(policy.problem().unwrap().contains("can't be read"));
        strictest(&policy);
    }
    let (_folder, large) = written(&format!("{{}}{}", " ".repeat(1 << 20)));
    let policy = Policy::read(Some(&large));
    assert!(policy.problem().unwrap().contains("larger than 1 MiB"));
    strictest(&policy);
}

#[cfg(unix)]
#[test]
fn a_file_that_others_can_write_restricts_and_offers_nothing() {
    for others in [0o664, 0o646, 0o666] {
        let (_folder, place) = written(ALL);
        mode(&place, others);
        let policy = Policy::read(Some(&place));
        assert!(policy.problem().unwrap().contains(&format!("{others:04o}")));
        assert_eq!(policy.at_least(Safety::Confirm), Safety::ConfirmAndRetype);
        assert!(policy.admits(&base("https://evil.example.com"), "Connect").is_err());
        assert!(policy.admits(&base("https://pay.example.com"), "Connect").is_ok());
        assert!(policy.connections().is_empty());
    }
    let (_folder, place) = written(ALL);
    let of_another = PolicyFile { owner: place.owner + 1, ..place };
    assert!(Policy::read(Some(&of_another)).problem().unwrap().contains("and not to root"));
    let (folder, place) = written(ALL);
    std::fs::set_permissions(folder.path(), std::os::unix::fs::PermissionsExt::from_mode(0o777)).unwrap();
    assert!(Policy::read(Some(&place)).problem().unwrap().contains("its folder has mode 0777"));
}

#[test]
fn an_address_is_allowed_with_what_lies_below_it() {
    let policy =
        policy(r#"{"allowedAddresses": ["https://a.example.com", "https://b.example.com:8443/desk"]}"#);
    for (address, is_allowed) in [
        ("https://a.example.com", true),
        ("https://A.example.com:443/", true),
        ("https://a.example.com/x", true),
        ("https://a.example.com.evil.example", false),
        ("https://a.example.com:8443", false),
        ("https://x.a.example.com", false),
        ("https://b.example.com:8443/desk", true),
        ("https://b.example.com:8443/desk/one", true),
        ("https://b.example.com:8443/desk/../x", false),
        ("https://b.example.com:8443/desk/%2e%2e/x", false),
        ("https://b.example.com:8443/desks", false),
        ("https://b.example.com:8443", false),
        ("http://127.0.0.1:8080", false),
    ] {
        let refused = policy.admits(&base(address), "Connect").err();
        assert_eq!(refused.is_none(), is_allowed, "{address}");
        if let Some(failure) = refused {
            assert_eq!(failure.field.as_deref(), Some("Address"));
            assert!(failure.sentence.contains("https://b.example.com:8443/desk"), "{}", failure.sentence);
        }
    }
}

#[test]
fn the_floor_raises_and_never_lowers() {
    use Safety::{Confirm, ConfirmAndRetype, ReadOnly};
    let policy = policy(r#"{"safetyFloor": "confirmAndRetype"}"#);
    for (typed, expected) in
        [(Confirm, ConfirmAndRetype), (ConfirmAndRetype, ConfirmAndRetype), (ReadOnly, ReadOnly)]
    {
        assert_eq!(policy.at_least(typed), expected);
    }
    let shown = policy.shown().unwrap();
    assert!(shown.raises(Confirm).unwrap().contains("set by your administrator"));
    assert_eq!((shown.raises(ConfirmAndRetype), shown.raises(ReadOnly)), (None, None));
}

#[test]
fn an_offered_connection_is_added_once_and_stays_as_a_person_changed_it() {
    let folder = tempfile::tempdir().unwrap();
    let policy = policy(ALL);
    let open = || crate::connections::Connections::open(folder.path(), "2026-11-20T10:00:00Z").unwrap();
    let mut connections = open();
    let own =
        Connection { id: crate::connections::new_id(7), name: "live".to_owned(), ..Connection::example() };
    connections.save(own, |_| true).unwrap();
    connections.offer(policy.connections()).unwrap();
    let names = |all: Vec<Connection>| all.into_iter().map(|one| one.name).collect::<Vec<_>>();
    let shown = connections.show();
    let changed = Connection { name: "Mine".to_owned(), ..shown[2].clone() };
    assert_eq!(names(shown), ["live", "Live (administrator)", "Test"]);
    connections.save(changed, |_| true).unwrap();
    let mut again = open();
    again.offer(policy.connections()).unwrap();
    assert_eq!(names(again.show()), ["live", "Live (administrator)", "Mine"]);
}
