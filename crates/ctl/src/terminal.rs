//! A question of core to the person at the terminal. A script has none: there is no option that says yes in their place.
//!
//! Asked only where standard input and standard error are both a terminal; everything but a typed `yes` is a no,
//! and a signal ends the program.

use std::io::{self, IsTerminal as _};

use tapline_contract::shown::Shown;
use tapline_core::{Answer, Question, Subject};

use crate::say::{self, Stop, wrong};
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
    yes(words)
}

/// Fails unless the person at the terminal agrees. Where nobody is there, `look` says what to do before `--yes` is added.
pub(crate) fn confirm(question: Shown, look: &str) -> Result<(), Stop> {
    match yes(question) {
        Answer::Yes => Ok(()),
        Answer::No => Err(wrong("Not confirmed, so nothing was sent.")),
        Answer::NobodyToAsk => {
            Err(wrong(format!("This needs a terminal to confirm. Nothing was sent. {look}, then add --yes.")))
        }
    }
}

fn yes(mut question: Shown) -> Answer {
    if !io::stdin().is_terminal() || !say::is_read_by_person() {
        return Answer::NobodyToAsk;
    }
    question.add("Type yes to go on:");
    quietly(|| {
        let mut typed = String::new();
        let read = ended_by_signal(|| {
            say::notes_of(&question);
            io::stdin().read_line(&mut typed)
        });
        match read {
            Ok(_) if typed.trim() == "yes" => Answer::Yes,
            Ok(_) | Err(_) => Answer::No,
        }
    })
}
