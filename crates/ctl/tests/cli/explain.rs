//! `explain --transaction`: read from the service, said in the words of the window, and nothing is changed.

use crate::run::Service;

#[test]
fn a_transaction_is_explained_with_its_chain() {
    let service = Service::new();
    let computer = service.computer();
    let list = computer.run(&["list", "transactions", "--limit", "1", "--format", "json"]).ends(0);
    let json = list.json();
    let id = json[0]["tranId"].as_str().or_else(|| json["tranId"].as_str()).unwrap_or_default().to_owned();
    assert!(!id.is_empty(), "{json}");
    let text = computer.run(&["explain", "--transaction", &id]).ends(0).out;
    assert!(text.contains("Reasons\n  1. ") || text.contains("likely a refund"), "{text}");
    let json = computer.run(&["explain", "--transaction", &id, "--format", "json"]).ends(0).json();
    assert_eq!(json["transaction"], id.as_str());
    computer.run(&["explain", "--transaction", "NONE-1"]).says("NONE-1");
    computer.run(&["explain", "--transaction", &id, "--amount", "1"]).ends(1).says("cannot be used with");
}
