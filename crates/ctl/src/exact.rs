//! Members of a document that are printed unchanged, by the contract's marks: card numbers in all others are
//! shortened.

use tapline_contract::acquirer::Acquirer;
use tapline_contract::card::{self, Exact};
use tapline_contract::device::Device;
use tapline_contract::emv_config::EmvConfig;
use tapline_contract::merchant::Merchant;
use tapline_contract::profile::Profile;
use tapline_contract::record::Record as _;
use tapline_contract::secret;
use tapline_contract::settlement::Settlement;
use tapline_contract::transaction::Transaction;

use crate::say::note;

/// True for a member that is exact in a record of any kind, wherever in a document the record is.
pub(crate) fn in_any_record(path: &str) -> bool {
    const KINDS: [Exact; 7] = [
        Acquirer::is_exact,
        Device::is_exact,
        EmvConfig::is_exact,
        Merchant::is_exact,
        Profile::is_exact,
        Settlement::is_exact,
        Transaction::is_exact,
    ];
    let mut parts = std::iter::once(path).chain(path.match_indices('.').map(|(at, _)| &path[at + 1..]));
    parts.any(|member| KINDS.iter().any(|kind| kind(member)))
}

/// True for a member that is exact in a change of the journal, which has ids of its own.
pub(crate) fn in_change(path: &str) -> bool {
    ["operation", "requestId", "id", "connection"].contains(&path) || in_any_record(path)
}

/// True for a member that is exact in the input of a call: a secret is no card number, whatever its digits.
fn in_input(path: &str) -> bool {
    path.rsplit('.').next().is_some_and(|member| secret::NAMES.contains(&member)) || in_any_record(path)
}

/// Says before a change is sent that its text has a card number in it.
pub(crate) fn warn_of_cards(input: &str) {
    if card::shortened(input, in_input) != input {
        note("The change has what looks like a card number. Don't save card numbers.");
    }
}

/// A line `member: text` without a whole card number, unless the member is exact.
pub(crate) fn line(line: &str) -> String {
    let member = line.split_once(':').map_or("", |(member, _)| member.trim());
    if in_any_record(member) { line.to_owned() } else { card::cell(line, "", |_| false).into_owned() }
}
