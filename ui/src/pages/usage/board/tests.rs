use tapline_contract::acquirer::AcquirerId;
use tapline_contract::device::DeviceId;
use tapline_contract::field::Number;
use tapline_contract::merchant::MerchantId;
use tapline_contract::profile::ProfileId;
use tapline_contract::where_used::{AcquirerUser, UsedAcquirer, UsedConfiguration};

use super::*;

/// Two acquirer profiles; 302 is used by M1 and M2, 301 by none. M3 uses nothing. CD-3 is decommissioned.
fn map() -> UsageMap {
    let acquirer = |id: u64, name: &str, merchants: &[u32], terminals: &[u32]| UsedAcquirer {
        user: AcquirerUser { id: AcquirerId::from(id), name: name.to_owned(), currency: None },
        merchants: merchants.to_vec(),
        terminals: terminals.to_vec(),
    };
    let configuration =
        |id: u64, acquirers: &[u32], merchants: &[u32], terminals: &[u32]| UsedConfiguration {
            id: EmvId::from(id),
            acquirers: acquirers.to_vec(),
            merchants: merchants.to_vec(),
            terminals: terminals.to_vec(),
        };
    let merchant = |id: &str| UsedMerchant {
        id: MerchantId::parse(id).unwrap(),
        name: format!("Shop {id}"),
        is_read: true,
    };
    let terminal = |merchant: u32, id: &str, status: u64, profile: &str| UsedTerminal {
        merchant,
        id: DeviceId::parse(id).unwrap(),
        name: format!("Till {id}"),
        status: Some(Number::from(status)),
        acq_tid: None,
        acq_mid: None,
        profile: ProfileId::parse(profile),
    };
    UsageMap {
        acquirers: vec![acquirer(301, "Spare", &[], &[]), acquirer(302, "Rheinbank", &[0, 1], &[0, 1, 3])],
        configurations: vec![configuration(11, &[1], &[0, 1], &[0, 3]), configuration(12, &[0], &[], &[])],
        merchants: vec![merchant("M1"), merchant("M2"), merchant("M3")],
        terminals: vec![
            terminal(0, "CD-1", 1, "prof_a"),
            terminal(0, "CD-2", 0, "prof_b"),
            terminal(0, "CD-3", 3, "prof_a"),
            terminal(1, "CD-4", 2, "prof_a"),
        ],
        profiles: Vec::new(),
    }
}

fn board() -> Board {
    let name = |id: u64, name: &str| ConfigurationName {
        id: EmvId::from(id),
        name: name.to_owned(),
        scheme: Some(Scheme::Visa),
    };
    Board::new(&map(), &[name(13, "Left over"), name(11, "Retail"), name(12, "Trial")], true)
}

fn node(column: usize, key: &str) -> Subject {
    Subject::Node(column, key.to_owned())
}

/// Names on a path, column by column.
fn drawn(subject: &Subject) -> String {
    let board = board();
    let names = board.path(subject).into_iter().enumerate().map(|(column, places)| {
        let names = places.into_iter().map(|place| board.columns[column][place].name.clone());
        names.collect::<Vec<_>>().join(", ")
    });
    names.collect::<Vec<_>>().join(" | ")
}

#[test]
fn a_path_has_all_that_may_use_its_node_and_all_that_it_may_use() {
    for (subject, expected) in [
        (node(ACQUIRERS, "302"), "Rheinbank | Retail | Shop M1, Shop M2 | Till CD-1, Till CD-2, Till CD-4"),
        (node(CONFIGURATIONS, "11"), "Rheinbank | Retail | Shop M1, Shop M2 | Till CD-1, Till CD-4"),
        (node(MERCHANTS, "M1"), "Rheinbank | Retail | Shop M1 | Till CD-1, Till CD-2"),
        (node(TERMINALS, "M1/CD-2"), "Rheinbank |  | Shop M1 | Till CD-2"),
        (node(CONFIGURATIONS, "13"), " | Left over |  | "),
        (Subject::Profile("prof_a".to_owned()), " |  | Shop M1, Shop M2 | Till CD-1, Till CD-4"),
        (node(MERCHANTS, "M9"), " |  |  | "),
    ] {
        assert_eq!(drawn(&subject), expected, "{subject:?}");
    }
}

#[test]
fn a_path_is_said_in_words_that_claim_no_more_than_a_possibility() {
    let board = board();
    for (subject, expected) in [
        (node(ACQUIRERS, "302"), "1 configuration, 2 merchants. 3 terminals may use it."),
        (node(ACQUIRERS, "301"), "Unused: no merchants."),
        (node(CONFIGURATIONS, "11"), "1 acquirer profile, 2 merchants. 2 terminals may use it."),
        (node(CONFIGURATIONS, "12"), "Unused: no merchants."),
        (node(CONFIGURATIONS, "13"), "Unused: no acquirer profile."),
        (node(MERCHANTS, "M1"), "1 acquirer profile, 2 terminals. May use 1 configuration."),
        (node(MERCHANTS, "M3"), "Unused: no acquirer profile."),
        (node(TERMINALS, "M2/CD-4"), "Shop M2, 1 acquirer profile. May use 1 configuration."),
        (Subject::Profile("prof_a".to_owned()), "2 terminals of 2 merchants refer to it."),
    ] {
        assert_eq!(board.words(&subject).as_deref(), Some(expected));
    }
    assert_eq!(board.words(&node(MERCHANTS, "M9")), None);
    assert_eq!(board.unused(), 4, "301, 12, 13 and M3");
    let unsure = Board::new(&map(), &[], false);
    assert_eq!(unsure.unused(), 0, "a list is missing");
}

#[test]
fn columns_are_in_the_order_of_their_links() {
    let board = board();
    let names =
        |column: usize| board.columns[column].iter().map(|node| node.name.as_str()).collect::<Vec<_>>();
    assert_eq!(names(CONFIGURATIONS), ["Trial", "Retail", "Left over"]);
    assert_eq!(names(MERCHANTS), ["Shop M1", "Shop M2", "Shop M3"]);
    assert_eq!(names(TERMINALS), ["Till CD-1", "Till CD-2", "Till CD-4"]);
    let notes: Vec<_> = board.columns[TERMINALS].iter().map(|node| node.note.as_str()).collect();
    assert_eq!(notes, ["", "Likely not activated", "Logged out"]);
    assert_eq!(board.links[0], [(0, 0), (1, 1)]);
    assert_eq!(board.names(CONFIGURATIONS, 1, MERCHANTS), "Shop M1, Shop M2");
}
