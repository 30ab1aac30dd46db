//! `sdk-id`: found in transactions, printed, and usable as printed.

use crate::run::{Service, quoted_program};

#[test]
fn the_line_that_is_printed_logs_the_terminal_out() {
    let service = Service::new();
    let computer = service.computer();
    let told =
        computer.run(&["sdk-id", "CD-H3N8T2WA", "--merchant", "M100000001"]).ends(0).says("one SDK id fits");
    let found = told.json();
    assert_eq!(found["candidates"][0]["sdkId"], "SDK-4F1A20B7");
    assert_eq!(found["candidates"][0]["agrees"], serde_json::json!(["acqTid", "acqMid", "mchName"]));
    let line =
        told.err.lines().find(|line| line.trim().starts_with("taplinectl call EndDevice")).unwrap().trim();
    let line = line.replacen("taplinectl", &quoted_program(), 1);
    let ended = computer.typed(&line).ends(0);
    assert!(ended.json().get("applied").is_some(), "{}", ended.out);

    let several = computer.run(&["sdk-id", "CD-T5W9C2LH", "--merchant", "M100000003"]).ends(0);
    let several = several.says("several SDK ids fit").json();
    assert_eq!(several["candidates"].as_array().unwrap().len(), 2);
    computer
        .run(&["sdk-id", "CD-J2U8Y5GD", "--merchant", "M100000008"])
        .ends(0)
        .says("none fits this terminal");
    computer.run(&["sdk-id", "CD-NONE", "--merchant", "M100000008"]).says("doesn't list CD-NONE");
}
