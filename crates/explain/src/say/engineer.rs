//! For engineers, in English: everything, with its ground.

use super::Text;
use super::cause::clause;
use super::doubt::doubt;
use super::support::{answer, change_text};
use super::{capitalized, certainty};
use crate::decision::Decision;

/// Renders everything that a decision holds, a line each.
pub fn engineer(decision: &Decision) -> Vec<Text> {
    let mut lines = vec![Text::new(format!("{} [{}]", answer(decision), certainty(decision.certainty)))];
    lines.extend(decision.causes.iter().zip(1..).map(|(cause, at)| {
        let (clause, sure) = (capitalized(&clause(&cause.fact)), certainty(cause.certainty));
        Text::new(format!("{at}. {clause} [{}; {sure}]", cause.fact.source()))
    }));
    lines.extend(
        decision.contradictions.iter().map(|one| Text::new(format!("! {}", capitalized(&doubt(one))))),
    );
    lines.extend(
        decision
            .change
            .as_ref()
            .map(|change| Text::new(format!("> {} ({})", change_text(change), change.key))),
    );
    lines
}
