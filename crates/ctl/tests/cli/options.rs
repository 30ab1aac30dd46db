//! Options without effect: each is refused in a sentence that names it. Every option of every command is in one of the tables here.

use std::collections::BTreeSet;

use crate::run::{Computer, words};

/// Every command with its own options; in capitals those of every command that names a service, changes or lists.
const OPTIONS: &str = "
connections add: --name --base-url --namespace --environment --safety --currency --unit --token-file --token-stdin
connections list: --format --separator
connections remove:
connections test: --unit --token-file --token-stdin
call: --id --input --seen --merchant --accept --admin-password-file CHANGE TARGET
set: --merchant --yes CHANGE TARGET
plan: --kind --where --set --why --output TARGET
plan show: --currency TARGET
apply: --yes --failures --over-conflicts --again TARGET
resume: --yes --failures --over-conflicts --again TARGET
verify: TARGET
undo: --output TARGET
list transactions: --created-start --created-end --transaction-id --acquirer-ref-no --device-id --state --settle-state LIST TARGET
list settlements: --created-start --created-end --batch-id LIST TARGET
list emv: LIST TARGET
list merchants: --name --merchant LIST TARGET
list acquirers: --name LIST TARGET
list profiles: LIST TARGET
list devices: --merchant LIST TARGET
sdk-id: --merchant TARGET
fingerprint: TARGET
history: --format --separator --limit --archive TARGET
check: TARGET
close: --found --note
endpoints:
explain: --transaction --with --paste --scheme --floor --cvm --trans --amount --param --preset --currency --short --language --format TARGET
sandbox: --port --db --records --seed --delay
completions:
";
const TARGET: &str = "--connection --base-url --namespace --token-file --token-stdin --environment --unit";
const CHANGE: &str = "--operation --supersedes --wait";
const LIST: &str = "--format --separator --all --limit";

/// Options of the whole program, with every command: the data folder, the format of errors, the longest wait.
const GLOBAL: &[&str] = &["--data-dir", "--errors", "--timeout", "--help", "--version"];

/// Options in the help of a command.
fn offered(computer: &Computer, command: &str) -> BTreeSet<String> {
    let line: Vec<_> = command.split(' ').chain(["--help"]).collect();
    let help = computer.run(&line).ends(0).out;
    let starts = help.lines().filter_map(|line| {
        let (before, long) = line.strip_prefix("  ")?.split_once("--")?;
        // "      --why" and "  -o, --output"; a description is indented further.
        let is_option = before == "    " || before.len() == 4 && before.starts_with('-');
        let name = long.split(|sign: char| !sign.is_ascii_lowercase() && sign != '-').next();
        name.filter(|_| is_option).map(|name| format!("--{name}"))
    });
    starts.filter(|option| !GLOBAL.contains(&option.as_str())).collect()
}

#[test]
fn every_option_of_every_command_is_known_here() {
    let computer = Computer::new();
    let options = OPTIONS.replace("TARGET", TARGET).replace("CHANGE", CHANGE).replace("LIST", LIST);
    for line in options.trim().lines() {
        let (command, known) = line.split_once(':').unwrap();
        let known: BTreeSet<String> = known.split_whitespace().map(str::to_owned).collect();
        assert_eq!(
            offered(&computer, command),
            known,
            "{command}: is there a case in which a new option has no effect?"
        );
    }
}

const LIMITS: &str = "explain --scheme visa --floor 0 --cvm 50 --trans 200 --amount 50";
const URL: &str = "--base-url http://127.0.0.1:1";

/// Each line is refused before anything is opened, for the option in the second column.
#[test]
fn an_option_without_effect_is_refused_by_its_name() {
    let computer = Computer::new().with("TAPLINE_TOKEN", "token-of-a-service");
    let plan = computer.file("plan.jsonl", "{\"plan\":\"tapline\"}");
    let mut cases: Vec<(String, &str)> = Vec::new();
    // A service is spoken to with --transaction alone.
    let target = "--connection Acme,--base-url http://127.0.0.1:1,--namespace acme,--token-file token.txt,--token-stdin,\
                  --environment live,--unit minor";
    for typed in target.split(',') {
        let option = typed.split(' ').next().unwrap();
        cases.push((format!("{LIMITS} {typed}"), option));
        cases.push((format!("explain --paste 0000008000 {typed}"), option));
        if !["--connection", "--base-url"].contains(&option) {
            cases.push((format!("plan show {plan} {typed}"), option));
        }
    }
    for (option, name) in [("--short", "--short"), ("--language de", "--language")] {
        cases.push((format!("{LIMITS} {option}"), name));
    }
    let limits = "--scheme visa,--floor 0,--cvm 50,--trans 200,--amount 50,--param TTQ=26804080,--preset,--currency GBP";
    for option in limits.split(',') {
        let name = option.split(' ').next().unwrap();
        cases.push((format!("explain --transaction T1 {option} {URL}"), name));
        cases.push((format!("explain --paste 0000008000 {option}"), name));
    }
    cases.push((format!("explain --transaction T1 --paste 0000008000 {URL}"), "--paste"));
    cases.push((format!("{LIMITS} --with T1"), "--with"));
    cases.push(("explain --paste 0000008000 --with T1".to_owned(), "--with"));
    // Options of an address, next to a saved connection.
    for option in ["--base-url http://127.0.0.1:1", "--namespace acme", "--environment live", "--unit minor"]
    {
        let name = option.split(' ').next().unwrap();
        for command in ["call GetTransaction --id T1", "list transactions --all", "explain --transaction T1"]
        {
            cases.push((format!("{command} --connection Acme {option}"), name));
        }
    }
    // The unit, where no bare amount is sent or shown.
    for command in [
        "call GetOwner",
        "call ListEmv --input {}",
        "call DeleteEmv --id 1",
        "call EmailReceipt --id T1 --input {\"email\":\"a@b.example\"}",
        "set emv 1 cvm=50",
        "plan --set cvm=50",
        "list emv --all",
        "list merchants --all",
        "list acquirers --all",
        "list profiles --all",
        "list devices --all --merchant M1",
        "fingerprint",
        "history",
    ] {
        cases.push((format!("{command} --unit minor {URL}"), "--unit"));
    }
    for command in ["plan show", "apply", "resume", "verify", "undo"] {
        cases.push((format!("{command} {plan} --unit minor {URL}"), "--unit"));
    }
    // Options of a change with a read, and those of one call with another.
    for option in [
        "--operation 0123456789abcdef0123456789abcdef",
        "--supersedes 0123456789abcdef0123456789abcdef",
        "--wait 5",
        "--accept unbind-all",
        "--admin-password-file p.txt",
        "--merchant M1",
        "--seen {}",
        "--id 1",
        "--input {}",
    ] {
        let name = option.split(' ').next().unwrap();
        cases.push((format!("call GetOwner {option} {URL}"), name));
    }
    cases.push((format!("call UpdateEmv --id 1 --input {{}} --accept unbind-all {URL}"), "--accept"));
    cases.push((format!("call EmailReceipt --id T1 --seen {{}} {URL}"), "--seen"));
    cases.push((format!("set emv 1 cvm=50 --merchant M1 {URL}"), "--merchant"));
    cases.push((format!("list emv --all --limit 5 {URL}"), "--limit"));
    for format in ["", " --format jsonl", " --format json"] {
        cases.push((format!("list emv --all --separator tab{format} {URL}"), "--separator"));
        cases.push((format!("history --separator tab{format} {URL}"), "--separator"));
        cases.push((format!("connections list --separator tab{format}"), "--separator"));
    }
    cases.push(("history --connection Acme --token-file token.txt".to_owned(), "--token-file"));
    cases.push(("history --connection Acme --token-stdin".to_owned(), "--token-stdin"));
    cases.push(("check 0123456789abcdef0123456789abcdef --unit minor".to_owned(), "--unit"));
    cases.push(("check 0123456789abcdef0123456789abcdef --namespace acme".to_owned(), "--namespace"));
    cases.push(("check 0123456789abcdef0123456789abcdef --environment live".to_owned(), "--environment"));
    for (line, option) in cases {
        let ended = computer.run(&words(&line));
        assert_eq!(ended.code, 1, "{line}: {}", ended.err);
        let told = ended.err.split("\n\nUsage:").next().unwrap();
        assert!(told.contains(option), "{line}: {told}");
        for words in ["cannot be reached", "can't be read", "not a change set", "No saved connection"] {
            assert!(!told.contains(words), "{line}: {told}");
        }
    }
}

/// The environment names a saved connection: options of an address are no less without effect.
#[test]
fn an_option_of_an_address_is_refused_where_the_environment_names_a_connection() {
    let computer = Computer::new().with("TAPLINE_CONNECTION", "Acme");
    for option in [["--unit", "minor"], ["--namespace", "acme"], ["--environment", "live"]] {
        let line = [&["call", "GetTransaction", "--id", "T1"][..], &option].concat();
        computer.run(&line).ends(1).says(&format!("{} has no effect without --base-url", option[0]));
    }
}

#[test]
fn a_file_with_the_password_is_refused_beside_a_password_in_the_input() {
    let computer = Computer::at("http://127.0.0.1:1", "token-of-a-service").with("TAPLINE_UNIT", "minor");
    let input = format!("@{}", computer.file("void.json", r#"{"adminPwd":"geheim"}"#));
    let password = computer.file("password.txt", "geheim");
    let line =
        ["call", "VoidTransaction", "--id", "T1", "--input", &input, "--admin-password-file", &password];
    computer.run(&line).ends(1).says("--admin-password-file has no effect").says("--input");
}
