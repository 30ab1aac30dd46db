//! `fingerprint`: one for each configuration, and another as soon as one value is another.

use serde_json::Value;

use crate::run::Service;

#[test]
fn a_fingerprint_changes_with_any_value_and_with_nothing_else() {
    let service = Service::new();
    let computer = service.computer();
    let before = computer.run(&["fingerprint"]).ends(0).lines();
    let listed = computer.run(&["list", "emv", "--all"]).ends(0).lines();
    assert_eq!(before.len(), listed.len());
    let print = |line: &Value| line["fingerprint"].as_str().unwrap_or_default().to_owned();
    // The parameters of one cannot be read.
    let readable: Vec<_> = before.iter().filter(|line| line["id"] != "34").collect();
    assert_eq!(readable.len(), before.len() - 1);
    assert!(readable.iter().all(|line| print(line).split(' ').map(str::len).eq([4; 4])), "{before:?}");
    computer.run(&["set", "emv", "12", "clCVMLimit=4100", "--yes"]).ends(0);
    let after = computer.run(&["fingerprint"]).ends(0).lines();
    // A colleague of the demo data changes one by themselves.
    let rests = |line: &Value| !line["name"].as_str().unwrap_or_default().contains("shared desk");
    for (before, after) in before.iter().zip(&after).filter(|(before, _)| rests(before)) {
        assert_eq!(print(before) != print(after), before["id"] == "12", "{before} {after}");
    }
    let one = computer.run(&["fingerprint", "12"]).ends(0).lines();
    assert_eq!(one.len(), 1);
    assert_eq!(print(&one[0]), print(after.iter().find(|line| line["id"] == "12").unwrap()));
    computer.run(&["fingerprint", "99999"]).ends(1).says("EMV configuration 99999 not found");
}
