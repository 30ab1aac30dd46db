//! Connections on disk: kept values, and the merge of two Taplines' edits.

use tapline_contract::connection::Safety;

use super::*;

const NOW: &str = "2026-11-20T10:00:00Z";

fn connection(id: &str) -> Connection {
    Connection {
        id: ConnectionId(id.to_owned()),
        name: id.to_owned(),
        safety: Safety::ReadOnly,
        ..Connection::example()
    }
}

#[test]
fn what_is_saved_is_there_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let mut connections = Connections::open(folder.path(), NOW).unwrap();
    connections.save(connection("a"), |_| true).unwrap();
    connections.save(connection("b"), |_| true).unwrap();
    connections.save(Connection { name: "A".to_owned(), ..connection("a") }, |_| true).unwrap();
    connections.remove(&ConnectionId("b".to_owned())).unwrap();
    connections.set_theme(Theme::Dark).unwrap();
    connections.set_rendering(Rendering::Software).unwrap();
    let mut again = Connections::open(folder.path(), NOW).unwrap();
    assert_eq!(again.show().iter().map(|c| c.name.as_str()).collect::<Vec<_>>(), ["A"]);
    assert_eq!((again.theme(), again.rendering()), (Theme::Dark, Rendering::Software));
}

#[test]
fn the_next_window_is_drawn_as_chosen_and_a_file_it_cannot_read_chooses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(chosen_rendering(folder.path()), Rendering::Automatic);
    let mut connections = Connections::open(folder.path(), NOW).unwrap();
    connections.set_rendering(Rendering::Hardware).unwrap();
    connections.set_theme(Theme::Dark).unwrap();
    assert_eq!(chosen_rendering(folder.path()), Rendering::Hardware);
    for text in [r#"{"theme":"dark"}"#, r#"{"rendering":"painted"}"#, "{"] {
        std::fs::write(folder.path().join(SETTINGS), text).unwrap();
        assert_eq!(chosen_rendering(folder.path()), Rendering::Automatic, "{text}");
        assert_eq!(std::fs::read_to_string(folder.path().join(SETTINGS)).unwrap(), text);
    }
}

#[test]
fn an_owner_is_known_until_the_address_is_another() {
    let folder = tempfile::tempdir().unwrap();
    let mut connections = Connections::open(folder.path(), NOW).unwrap();
    let id = ConnectionId("a".to_owned());
    connections.save(connection("a"), |_| true).unwrap();
    assert_eq!(connections.owner(&id), None);
    connections.opened(&connection("a"), Some("grp-1".to_owned())).unwrap();
    connections.save(Connection { name: "A".to_owned(), ..connection("a") }, |_| true).unwrap();
    let mut again = Connections::open(folder.path(), NOW).unwrap();
    assert_eq!(again.owner(&id).as_deref(), Some("grp-1"));
    let moved = Connection { base_address: "https://other.example.com".to_owned(), ..connection("a") };
    again.save(moved, |_| true).unwrap();
    assert_eq!(again.owner(&id), None);
}

/// Also not by a form that was opened before it was found out.
#[test]
fn a_unit_that_is_known_is_not_taken_back_by_saving() {
    let folder = tempfile::tempdir().unwrap();
    let mut connections = Connections::open(folder.path(), NOW).unwrap();
    let form = Connection { unit_known: UnitKnown::No, ..connection("a") };
    connections.save(form.clone(), |_| true).unwrap();
    connections.show();
    let known = |connections: &Connections| {
        let now = connections.get(&form.id).unwrap();
        (now.unit, now.unit_known)
    };
    for (unit, unit_known) in
        [(AmountUnit::Major, UnitKnown::Proven), (AmountUnit::Minor, UnitKnown::Contradicted)]
    {
        connections.set_unit(&form.id, unit, unit_known).unwrap();
        connections.save(Connection { name: "A".to_owned(), ..form.clone() }, |_| true).unwrap();
        assert_eq!(known(&connections), (unit, unit_known));
        connections.show();
    }
    // An amount spoke against it: the same word does not make it known again, the other does.
    connections.save(connection("a"), |_| true).unwrap();
    assert_eq!(known(&connections), (AmountUnit::Minor, UnitKnown::Contradicted));
    connections.save(Connection { unit: AmountUnit::Major, ..connection("a") }, |_| true).unwrap();
    assert_eq!(known(&connections), (AmountUnit::Major, UnitKnown::Confirmed));
}

#[test]
fn the_file_of_an_older_version_confirms_no_unit() {
    let folder = tempfile::tempdir().unwrap();
    let mut connections = Connections::open(folder.path(), NOW).unwrap();
    connections.save(connection("a"), |_| true).unwrap();
    let file = folder.path().join(CONNECTIONS);
    let text = std::fs::read_to_string(&file).unwrap();
    let older = text.lines().filter(|line| !line.contains("unitKnown")).collect::<Vec<_>>().join("\n");
    assert_ne!(text, older);
    std::fs::write(&file, older).unwrap();
    let again = Connections::open(folder.path(), NOW).unwrap();
    assert_eq!(again.get(&connection("a").id).unwrap().unit_known, UnitKnown::No);
}

#[test]
fn a_broken_file_starts_empty_and_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(CONNECTIONS), "[{").unwrap();
    let mut connections = Connections::open(folder.path(), NOW).unwrap();
    assert_eq!(connections.show(), []);
    connections.save(connection("a"), |_| true).unwrap();
    assert!(connections.notices()[0].starts_with("connections.json"));
    let kept = folder.path().join("connections.json.broken-2026-11-20T100000Z");
    assert_eq!(std::fs::read_to_string(kept).unwrap(), "[{");
}

#[test]
fn two_taplines_do_not_undo_each_others_changes() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = Connections::open(folder.path(), NOW).unwrap();
    window.save(connection("a"), |_| true).unwrap();
    window.show();
    let mut line = Connections::open(folder.path(), NOW).unwrap();
    line.show();
    line.save(connection("b"), |_| true).unwrap();
    line.save(Connection { safety: Safety::ConfirmAndRetype, ..connection("a") }, |_| true).unwrap();
    line.set_theme(Theme::Dark).unwrap();
    window.save(Connection { name: "A".to_owned(), ..connection("a") }, |_| true).unwrap();
    let opened = Connection { owner: Some("Acme".to_owned()), ..connection("b") };
    window.opened(&opened, None).unwrap().unwrap();
    let now = Connections::open(folder.path(), NOW).unwrap();
    let (a, b) = (now.get(&connection("a").id).unwrap(), now.get(&connection("b").id).unwrap());
    assert_eq!((a.name.as_str(), a.safety), ("A", Safety::ConfirmAndRetype));
    assert_eq!((b.owner.as_deref(), now.theme()), (Some("Acme"), Theme::Dark));

    let moved = Connection { base_address: "https://other.example.com".to_owned(), ..connection("b") };
    line.save(moved, |_| true).unwrap();
    assert!(window.opened(&opened, None).unwrap().is_none(), "it leads elsewhere now");
    line.remove(&connection("a").id).unwrap();
    assert!(matches!(window.save(connection("a"), |_| true), Err(NotSaved::Removed)));
    assert_eq!(window.fresh(&connection("a").id).unwrap(), None);
}

#[test]
fn what_cannot_be_understood_any_more_is_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let mut connections = Connections::open(folder.path(), NOW).unwrap();
    connections.save(connection("a"), |_| true).unwrap();
    let path = folder.path().join(CONNECTIONS);
    std::fs::write(&path, "[{").unwrap();
    assert!(connections.fresh(&connection("a").id).is_err());
    assert!(matches!(connections.save(connection("b"), |_| true), Err(NotSaved::File(_))));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "[{");
}
