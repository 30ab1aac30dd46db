//! One data folder, several Taplines: none undoes what another saved.

use serde_json::{Value, json};
use tapline_core::{Host, Ports};

use crate::run::{Computer, Service};

/// A window at this folder, without its window.
fn window(computer: &Computer) -> Host {
    Host::open(&computer.data(), Ports::headless()).unwrap()
}

fn add<'a>(name: &'a str, base_url: &'a str, token: &'a str) -> [&'a str; 8] {
    ["connections", "add", "--name", name, "--base-url", base_url, "--token-file", token]
}

#[test]
fn command_lines_at_the_same_time_lose_no_connection() {
    let computer = Computer::new();
    let token = computer.file("token", "token-0123456789");
    let names = ["A", "B", "C", "D", "E", "F"];
    let running = names.map(|name| computer.start(&add(name, "http://127.0.0.1:9", &token)));
    let mut said = String::new();
    for child in running {
        let ended = child.wait_with_output().unwrap();
        said.push_str(&String::from_utf8_lossy(&ended.stderr));
        // Without a keyring the token is not kept, which is said with a 1.
        assert_eq!(ended.status.code(), Some(1), "{said}");
    }
    let listed = computer.run(&["connections", "list"]).ends(0).lines();
    let mut found: Vec<_> = listed.iter().map(|saved| saved["name"].as_str().unwrap()).collect();
    found.sort_unstable();
    assert_eq!(found, names, "{said}");
}

#[test]
fn a_window_and_a_command_line_keep_each_others_changes() {
    let service = Service::new();
    let computer = Computer::new();
    let token = computer.file("token", service.sandbox.token());
    let base_url = service.sandbox.base_address();
    computer.run(&add("Acme", &base_url, &token)).ends(1);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let window = window(&computer);
    let ask = |name: &str, payload: &Value| {
        let answer = runtime.block_on(window.invoke(name, None, &payload.to_string())).unwrap();
        serde_json::from_str::<Value>(&answer).unwrap()
    };
    let mut acme = ask("GetDesk", &Value::Null)["connections"][0].clone();

    // The window knows nothing of the second one, nor that the first was used.
    computer.run(&add("Second", &base_url, &token)).ends(1);
    computer.run(&["call", "GetOwner", "--connection", "Acme", "--token-file", &token]).ends(0);
    acme["safety"] = json!("readOnly");
    let desk = ask("SaveConnection", &acme);
    assert_eq!(desk["connections"].as_array().unwrap().len(), 2, "{desk}");
    assert_eq!(desk["connections"][0]["owner"], "Acme", "{desk}");

    let call = ["call", "DeleteEmv", "--id", "11", "--connection", "Acme", "--token-file", &token];
    computer.run(&call).ends(1).says("read only");
    let listed = computer.run(&["connections", "list"]).ends(0).lines();
    assert_eq!(listed[0]["safety"], "readOnly", "opening it did not put the old level back");
    computer.run(&["connections", "remove", "Second"]).ends(0);
    assert_eq!(ask("GetDesk", &Value::Null)["connections"].as_array().unwrap().len(), 1);
}
