//! A question of core to the person at the terminal. A script has none: there is no option that says yes in their place.
//!
//! Asked only where standard input and standard error are both a terminal; everything but a typed `yes` is a no,
//! and a signal ends the program.

use std::io::{self, IsTerminal as _};

use tapline_contract::shown::Shown;
use tapline_core::{Answer, Question, Subject};

use crate::say;
use crate::stop::ended_by_signal;
use crate::waiting::quietly;

pub(crate) fn ask(question: &Question) -> Answer {
    // Questions about what a page might do by itself. Here a person typed the command, and the password came with it.
    if matches!(
        question.subject,
        Subject::Address | Subject::GuardedMoney | Subject::ChangeSet | Subject::Secret | Subject::History
    ) {
        return Answer::Yes;
    }
    let mut words = question.title.clone();
    words.append(question.text.clone());
    match yes(words) {
        Reply::Yes => Answer::Yes,
        Reply::No => Answer::No,
        Reply::NobodyToAsk => Answer::NobodyToAsk,
    }
}

/// Result of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reply {
    Yes,
    No,
    NobodyToAsk,
}

pub(crate) fn yes(mut question: Shown) -> Reply {
    if !io::stdin().is_terminal() || !say::is_read_by_person() {
        return Reply::NobodyToAsk;
    }
    question.add("Type yes to go on:");
    quietly(|| {
        let mut typed = String::new();
        let read = ended_by_signal(|| {
            say::notes_of(&question);
            io::stdin().read_line(&mut typed)
        });
        match read {
            Ok(_) if typed.trim() == "yes" => Reply::Yes,
            Ok(_) | Err(_) => Reply::No,
        }
    })
}
