//! A question of core to the person at the terminal. A script has none: there is no option that says yes in their place.
//!
//! Asked only where standard input and standard error are both a terminal; everything but a typed `yes` is a no.

use std::io::{self, IsTerminal as _};

use tapline_core::{Answer, Question};

use crate::say::note;

pub(crate) fn ask(question: &Question) -> Answer {
    if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
        return Answer::NobodyToAsk;
    }
    note(&format!("{}\n{}\nType yes to go on:", question.title, question.text));
    let mut typed = String::new();
    match io::stdin().read_line(&mut typed) {
        Ok(_) if typed.trim() == "yes" => Answer::Yes,
        Ok(_) | Err(_) => Answer::No,
    }
}
