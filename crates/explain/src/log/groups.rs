//! Hex in groups: which words belong together, and as many of them as fill a length.

use super::field::{self, tag_and_length};
use super::scan::Scan;
use super::word::{Word, WordKind, bare_hex, is_hex};

/// Digits of a value in groups at most, as its length is one byte.
pub(super) const LONGEST_VALUE: usize = 510;

/// Hex in groups: all digits, and where each group ends.
pub(super) struct Run {
    pub(super) digits: String,
    pub(super) ends: Vec<usize>,
    pub(super) first: usize,
}

pub(super) fn runs(text: &str, words: &[Word<'_>]) -> (Vec<Run>, Vec<Option<usize>>) {
    let mut runs: Vec<Run> = Vec::new();
    let mut of: Vec<Option<usize>> = Vec::with_capacity(words.len());
    for (at, word) in words.iter().enumerate() {
        let digits = bare_hex(word.text);
        if word.kind != WordKind::Plain || !is_hex(digits) {
            of.push(None);
            continue;
        }
        let before = at.checked_sub(1).filter(|before| of.get(*before).copied().flatten().is_some());
        let joins = before.is_some_and(|before| joins(&text[words[before].end..word.start]));
        if !joins {
            runs.push(Run { digits: String::new(), ends: Vec::new(), first: at });
        }
        if let Some(run) = runs.last_mut() {
            run.digits.push_str(digits);
            run.ends.push(run.digits.len());
        }
        of.push(runs.len().checked_sub(1));
    }
    (runs, of)
}

/// True for what may part groups of one value or chain.
fn joins(between: &str) -> bool {
    between.trim().is_empty() && !between.contains("\n\n") || matches!(between, "-" | ":" | ".")
}

impl Scan<'_> {
    /// The groups of hex from a word on: the first, the first two, and so on.
    pub(super) fn groups(&self, from: usize) -> impl Iterator<Item = (String, usize)> + '_ {
        let (mut digits, mut at) = (String::new(), from);
        std::iter::from_fn(move || {
            let word = self.words.get(at).filter(|word| word.kind == WordKind::Plain)?;
            let group = Some(bare_hex(word.text)).filter(|group| is_hex(group))?;
            let gap = self.gap(at);
            // The next line goes on only with hex alone.
            let is_apart = at > from && (!joins(gap) || gap.contains('\n') && !self.is_hex_line(at));
            if is_apart || digits.len() + group.len() > LONGEST_VALUE {
                return None;
            }
            digits.push_str(group);
            at += 1;
            Some((digits.clone(), at))
        })
    }

    /// Groups that together have so many digits.
    pub(super) fn filling(&self, from: usize, digits: usize) -> Option<(String, usize)> {
        self.groups(from).take_while(|(all, _)| all.len() <= digits).find(|(all, _)| all.len() == digits)
    }

    /// Groups of exactly so many bytes, with no further group behind.
    pub(super) fn exactly(&self, from: usize, bytes: usize) -> Option<(String, usize)> {
        self.filling(from, bytes * 2).filter(|(_, end)| self.ends(*end))
    }

    /// True if the rest of the line is hex and doesn't begin with a tag.
    fn is_hex_line(&self, at: usize) -> bool {
        let last = (at..self.words.len())
            .find(|next| *next > at && self.gap(*next).contains('\n'))
            .unwrap_or(self.words.len());
        (at..last).all(|word| self.run_of[word].is_some()) && !self.begins_tag(at)
    }

    pub(super) fn begins_tag(&self, at: usize) -> bool {
        let Some(words) = self.words.get(at..) else { return false };
        field::at(self.text, words).is_some_and(|name| name.is_tag)
            || words
                .first()
                .is_some_and(|word| tag_and_length(word.text).is_some_and(|(tag, _)| tag.row().is_some()))
    }

    /// True if no further group follows, other than a tag.
    pub(super) fn ends(&self, at: usize) -> bool {
        let gap = self.gap(at);
        let is_group = self.run_of.get(at).copied().flatten().is_some()
            && self.words.get(at).is_some_and(|word| bare_hex(word.text).len().is_multiple_of(2));
        !is_group || !joins(gap) || gap.contains('\n') || self.begins_tag(at)
    }
}
