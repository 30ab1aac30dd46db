//! Self-description of the program.

use tapline_contract::endpoints::ENDPOINTS;

use crate::run::{Computer, Service, quoted_program};

const COMMANDS: &str = "connections call set change-set plan apply resume verify undo list sdk-id fingerprint history check close \
                        endpoints explain sandbox completions";

#[test]
fn help_names_every_endpoint_and_shows_an_example() {
    let computer = Computer::new();
    let help = computer.run(&["call", "--help"]).ends(0).out;
    let table = computer.run(&["endpoints"]).ends(0).out;
    for (name, ..) in ENDPOINTS {
        assert!(help.contains(name), "{name}");
        assert!(table.contains(&format!("taplinectl call {name}")), "{name}");
    }
    assert!(table.contains("PATCH {namespace}/api/v1/profiles/{profileId}/status"));
    let one = computer.run(&["endpoints", "Settle"]).ends(0).out;
    assert!(one.contains("POST /api/v2/settlement/settle") && !one.contains("GetOwner"));
    computer.run(&["endpoints", "Nothing"]).ends(1).says("Endpoint Nothing not found");
}

#[test]
fn every_command_teaches_by_example() {
    let computer = Computer::new();
    let help = computer.run(&["--help"]).ends(0).out;
    assert!(help.contains("Exit codes:") && help.contains("TAPLINE_TOKEN"));
    for command in COMMANDS.split(' ') {
        assert!(help.contains(command), "{command}");
        if command != "connections" {
            let own = computer.run(&[command, "--help"]).ends(0).out;
            assert!(own.contains("Example"), "{command}: {own}");
        }
    }
    for command in ["add", "list", "remove", "test"] {
        assert!(
            computer.run(&["connections", command, "--help"]).ends(0).out.contains("Example"),
            "{command}"
        );
    }
    assert!(computer.run(&["--version"]).ends(0).out.starts_with("taplinectl 0."));
}

/// Every line that `endpoints` shows, typed into a shell unchanged: ids and amounts are the sandbox's.
#[cfg(unix)]
#[test]
fn every_example_works_in_the_sandbox() {
    let table = Computer::new().run(&["endpoints"]).ends(0).out;
    let lines: Vec<_> =
        table.lines().map(str::trim).filter(|line| line.starts_with("taplinectl call ")).collect();
    assert_eq!(lines.len(), ENDPOINTS.len());
    let mut failed = Vec::new();
    for line in lines {
        let service = Service::new();
        let computer = service.computer();
        let password = computer.file("pwd", tapline_sandbox::ADMIN_PASSWORD);
        let line = line
            .replacen("taplinectl", &quoted_program(), 1)
            .replace("--admin-password-file FILE", &format!("--admin-password-file '{password}'"));
        let ended = computer.typed(&line);
        if ended.code != 0 {
            failed.push(format!("{line}\n  {} {}", ended.code, ended.err.trim()));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn wrong_use_is_one_and_touches_nothing() {
    let computer = Computer::new();
    for arguments in [
        &[][..],
        &["nothing"],
        &["call"],
        &["call", "NoSuchEndpoint"],
        &["call", "GetOwner"],
        &["list", "emv", "--base-url", "http://127.0.0.1:1"],
        &["list", "devices", "--all"],
        &["check", "xyz"],
        &["call", "GetOwner", "--base-url", "u", "--connection", "c"],
    ] {
        let ended = computer.run(arguments).ends(1);
        assert!(!ended.err.is_empty() && ended.out.is_empty(), "{arguments:?}");
    }
}

#[test]
fn an_address_without_a_token_is_four() {
    let computer = Computer::new();
    computer.run(&["call", "GetOwner", "--base-url", "http://127.0.0.1:1"]).ends(4).says("Token missing");
    computer.run(&["list", "emv", "--all", "--base-url", "http://127.0.0.1:1"]).ends(4).says("--token-file");
}

#[test]
fn wrong_use_can_be_read_by_a_program_too() {
    let computer = Computer::new();
    for arguments in [
        &["nothing"][..],
        &["call", "NoSuchEndpoint"],
        &["call"],
        &["list", "devices", "--all"],
        &["check", "xyz"],
        &["call", "GetOwner", "--unknown"],
        &["endpoints", "Nothing"],
    ] {
        for errors in [&["--errors", "json"][..], &["--errors=json"]] {
            let ended = computer.run(&[arguments, errors].concat()).ends(1);
            let failure: serde_json::Value = serde_json::from_str(ended.err.trim()).expect(&ended.err);
            assert_eq!(failure["kind"], "badInput", "{arguments:?}");
            assert!(!failure["sentence"].as_str().unwrap().is_empty(), "{arguments:?}");
        }
    }
}

#[test]
fn completions_of_every_shell_know_the_endpoints() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = Computer::new().run(&["completions", shell]).ends(0).out;
        assert!(script.len() > 1000 && script.contains("taplinectl"), "{shell}");
        if ["bash", "zsh"].contains(&shell) {
            assert!(script.contains("SetProfileStatus"), "{shell}");
        }
    }
}

#[test]
fn the_manual_has_a_page_for_every_command() {
    let folder = tempfile::tempdir().unwrap();
    Computer::new().run(&["manual", &folder.path().display().to_string()]).ends(0);
    let page = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap_or_default();
    assert!(page("taplinectl.1").contains(".TH taplinectl 1"));
    // Another name of `change-set` has no page of its own.
    for command in COMMANDS.split(' ').filter(|command| *command != "plan") {
        assert!(page(&format!("taplinectl-{command}.1")).contains(".SH SYNOPSIS"), "{command}");
    }
    assert!(!page("taplinectl.1").contains("admin\\-password"), "what is refused is not offered");
}

#[test]
fn an_amount_is_explained_in_the_windows_words() {
    let computer = Computer::new();
    let limits = ["--floor", "0", "--cvm", "50.00", "--trans", "99999999"];
    let explain = |more: &[&str]| computer.run(&[&["explain"][..], &limits[..], more].concat());
    let text = explain(&["--scheme", "visa", "--amount", "50,00"]).ends(0).out;
    for words in [
        "Visa at 50.00 EUR",
        "Online, PIN or phone unlock",
        "50.00 EUR is exactly the CVM limit",
        "Around the CVM limit",
        "49.99 EUR  online, no PIN",
    ] {
        assert!(text.contains(words), "{words} in {text}");
    }
    let json = explain(&["--scheme", "mastercard", "--amount", "50", "--format", "json"]).ends(0).json();
    assert_eq!(json["answers"][0]["outcome"], "online, no PIN", "Mastercard asks above the limit only");
    assert_eq!(json["boundaries"][0]["amounts"][2]["outcome"], "online, PIN or phone unlock");
    assert_eq!(json["amount"], "50.00");
    explain(&["--scheme", "visa", "--amount", "50.001"]).ends(1).says("--amount: 50.001 has 3 decimals");
    explain(&["--scheme", "girocard", "--amount", "1"]).ends(1).says("known are Visa");
    explain(&["--scheme", "visa", "--amount", "1", "--currency", "euro"]).ends(1).says("ISO 4217");
}

#[test]
fn a_limit_that_is_left_out_leaves_its_part_of_the_answer_open() {
    let computer = Computer::new();
    let explain =
        |line: &str| computer.run(&format!("explain {line}").split(' ').collect::<Vec<_>>()).ends(0).out;
    for (line, words) in [
        (
            "--scheme visa --floor 0 --cvm 50 --amount 62",
            ["Online, PIN or phone unlock", "Transaction limit missing"],
        ),
        ("--scheme visa --floor 0 --trans 250 --amount 62", ["Online, ", "CVM limit missing"]),
        ("--scheme visa --trans 50 --amount 62", ["Declined", "Floor limit        not given"]),
    ] {
        let text = explain(line);
        assert!(words.iter().all(|words| text.contains(words)), "{line}: {text}");
        assert!(!text.contains("(L01)"), "{text}");
    }
}

#[test]
fn df8119_is_read_in_full() {
    let computer = Computer::new();
    let line = "explain --scheme mastercard --floor 0 --cvm 100 --trans 999999.99 --amount 15.00 --currency GBP --param DF8118=60 \
                --param DF811B=30 --param isNewCVMRuleForMC=true --param";
    for (value, words) in [
        ("68", ["PIN or signature if the card asks", "DF8119 offers a PIN up to the CVM limit; 08 is usual"]),
        ("48", ["PIN if the card asks", "(L05)"]),
        ("28", ["signature if the card asks", "DF8119 offers a signature up to the CVM limit"]),
        ("08", ["With a card: Online, no PIN\n", "PIN, signature or phone unlock above 100.00\n"]),
    ] {
        let line = format!("{line} DF8119={value}");
        let text = computer.run(&line.split_whitespace().collect::<Vec<_>>()).ends(0).out;
        assert!(words.iter().all(|words| text.contains(words)), "{value}: {text}");
    }
}

#[test]
fn parameters_decide_beside_the_limits() {
    let computer = Computer::new();
    let line = "explain --scheme mastercard --floor 0 --cvm 50 --trans 200 --amount 23.10 --param flag=1";
    computer.run(&line.split(' ').collect::<Vec<_>>()).ends(1).says("known are TTQ");
    let line = line.replace("flag=1", "DF811B=C0");
    let text = computer.run(&line.split(' ').collect::<Vec<_>>()).ends(0).out;
    assert!(text.contains("No tap can work") && text.contains("23.10 EUR  no tap can work"), "{text}");
}

#[test]
fn values_of_the_terminal_decide_where_the_scheme_reads_them() {
    let computer = Computer::new();
    let limits = "explain --floor 10 --cvm 50 --trans 200 --amount 60 --scheme";
    let explain = |more: &str| {
        let line = format!("{limits} {more}");
        computer.run(&line.split(' ').collect::<Vec<_>>())
    };
    let text = explain("amex --param 9F6E=18E00003 --param 9F35=21 --param 9F33=0028C8").ends(0).out;
    for words in [
        "Online, PIN or signature required",
        "Online, phone unlock is enough",
        "9F35 21: ",
        "nothing is approved offline",
        "9F6E 18E00003: the reader offers online PIN, signature, phone unlock (CDCVM).",
        "at the terminal",
        "(C02)",
        "(C12)",
    ] {
        assert!(text.contains(words), "{words} in {text}");
    }
    let text = explain("visa --param TTQ=24004000 --param 9F6E=23880000").ends(0).out;
    assert!(text.contains("9F6E: a phone was tapped, so the answer for a phone applies."), "{text}");
    explain("mastercard --param 9F6E=18E00003").ends(1).says("--param 9F6E: for Mastercard");
    let long = explain("mastercard --param 9F1D=00000000000000000000").ends(1);
    assert!(
        long.err.contains("invalid value for '--param <TAG=HEX>': 9F1D (terminalRiskMgmtData)"),
        "{}",
        long.err
    );
    assert!(!long.err.contains("a long word"), "{}", long.err);
    explain("visa --param 9F33=68C8").ends(1).says("9F33 (terminalCapability): 68C8 has 2 bytes");
}

#[test]
fn a_pasted_value_is_explained() {
    let computer = Computer::new();
    let explain = |text: &str| computer.run(&["explain", "--paste", text]);
    let text = explain("tvr=0000008000 PAN=4111111111111111").ends(0).out;
    assert!(text.contains("the amount exceeds the floor limit") && !text.contains("4111"), "{text}");
    explain("nothing of the kind").ends(1).says("No EMV value found");
    let way = "To explain it: taplinectl explain --transaction T20261119000018";
    explain("tran=T20261119000018 tvr=0000008000").ends(0).says(way);
    explain("T20261119000018").ends(1).says(way);
    computer.run(&["explain"]).ends(1).says("--scheme");
}
