//! Why a PIN was asked at a sale, or was not, and why a sale was declined: one sentence to read out on the phone, and the
//! chain of reasons behind it.
//!
//! A sale does not tell which configuration its terminal used, and configurations are known as they are now: what rests on one
//! is likely at best. Only a tap is decided by contactless limits; every other entry has words of its own. Not a second set of
//! rules: operators are asked of `limits`, bits of `cvm` and `tvr`. Amounts are minor units.

mod action;
mod advice;
mod chain;
mod change;
mod decline;
mod entry;
mod host;
mod link;
mod noted;
mod offer;
mod other;
mod passed;
mod phone;
mod reader;
mod step;
mod tap;
mod unlikely;
mod unread;

pub use action::{Actions, Later};
pub use entry::{Entry, Kind, Status};
pub use host::Kind as HostAnswer;
pub use other::{Unlimited, no_sale, no_scheme};
pub use unread::{Unread, why_among};

use crate::bits::Reading;
use crate::limits::Limits;
use crate::money::Currency;
use crate::param::Params;
use crate::performed::{self, Verified};
use crate::scheme::Scheme;
use crate::tvr;
use crate::words::lowered;

/// What a sale tells.
#[derive(Clone, Copy, Debug)]
pub struct Sale<'a> {
    /// Minor units.
    pub amount: u64,
    pub currency: &'a Currency,
    /// What the limits are in: they carry no currency of their own.
    pub limits_in: &'a Currency,
    /// Why the amount is compared with no limit, a sentence; then the amount means nothing. `None` where it is compared.
    pub not_compared: Option<&'a str>,
    pub scheme: Scheme,
    /// The wallet that the payment method likely is.
    pub wallet: Option<&'a str>,
    pub entry: Entry,
    pub status: Status,
    /// `hostRespCode` of the sale itself, the last one.
    pub host_code: Option<&'a str>,
    pub actions: Actions<'a>,
    /// `cvmPerformed` as it came.
    pub cvm_performed: &'a str,
    /// What that says; nothing where the sale does not tell it.
    pub verified: Option<Verified>,
    pub tvr: &'a Reading,
    pub tsi: &'a Reading,
}

/// A configuration that the terminal may have used.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    pub name: String,
    pub limits: Limits,
    pub params: Params,
}

/// How far an answer can be relied on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// The transaction itself says so.
    Known,
    Likely,
    CannotKnow,
}

/// The answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Why {
    /// "Why was a PIN asked?"
    pub question: &'static str,
    pub sentence: String,
    pub certainty: Certainty,
    /// What the answer rests on, and other causes that are possible, in the order of a sale.
    pub chain: Vec<Reason>,
    /// What does not fit together, a sentence each.
    pub notes: Vec<String>,
    /// What would have gone otherwise, where one parameter of the configuration decided.
    pub change: Option<Change>,
}

/// A change of one parameter after which the sale would likely have gone otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The key in `params`.
    pub key: &'static str,
    /// A sentence.
    pub words: String,
}

/// One link of the chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// A sentence.
    pub words: String,
    /// The bit, code, limit or book behind it.
    pub ground: String,
    pub certainty: Certainty,
}

/// How every sentence says that a value was another one at the sale.
const OTHER_THEN: [&str; 3] = ["another one then", "another value then", "a lower one then"];

/// A sentence and how sure it is.
type Said = (String, Certainty);

/// Why the cardholder was asked for what the sale tells, or why it was declined.
pub fn why(sale: Sale<'_>, candidates: &[Candidate]) -> Why {
    if decline::nonsense(sale) {
        return unlikely::without_tvr(sale, candidates);
    }
    let online_pin = sale.has(tvr::ONLINE_PIN);
    let failed = sale.has(tvr::CVM_FAILED) && !sale.verified.is_some_and(Verified::is_asked);
    let told = match sale.verified {
        _ if failed => Some(Verified::Failed),
        // Of the two the TVR tells which.
        Some(Verified::PinOrSignature) if online_pin => Some(Verified::Pin),
        told => told,
    };
    let verified = told.or(online_pin.then_some(Verified::Pin));
    let declined = sale.is_declined();
    let taken_back = decline::taken_back(sale);
    let (mut sentence, certainty) = if declined {
        decline::sentence(sale, verified, candidates)
    } else if let Some(taken_back) = &taken_back {
        (taken_back.clone(), Certainty::Likely)
    } else if sale.disagrees() {
        (disagreement(sale), Certainty::CannotKnow)
    } else {
        chain::by_tvr(sale).unwrap_or_else(|| {
            if sale.entry.may_be_a_tap() {
                tap::sentence(sale, verified, candidates)
            } else {
                (format!("{}. {}", entered(sale, verified), sale.entry.sentence()), Certainty::Likely)
            }
        })
    };
    // What is said of a tap is no better known than that it was one.
    let certainty = match (sale.entry, certainty) {
        (Entry::Unknown, Certainty::Likely) if taken_back.is_none() => {
            sentence = format!("If it was a tap: {}", lowered(&sentence));
            Certainty::CannotKnow
        }
        (_, certainty) => certainty,
    };
    let mut notes = bits(sale, online_pin);
    notes.extend(action::contradiction(sale));
    if sale.entry.may_be_a_tap() {
        notes.extend(reader::misfits(sale, verified, candidates));
        notes.extend(offer::unread_notes(sale, tap::reached(sale, candidates), candidates));
    }
    let question = match declined {
        true => "Why was it declined?",
        false if taken_back.is_some() => "Why was it taken back?",
        false if sale.disagrees() => question(None),
        false => question(verified),
    };
    let by_issuer = tap::by_issuer(sale, verified, candidates).is_some();
    let change = change::change(sale, verified, candidates).filter(|_| taken_back.is_none() && !by_issuer);
    Why { question, sentence, certainty, chain: chain::chain(sale, verified, candidates), notes, change }
}

impl Certainty {
    /// For people, after what it is about.
    pub fn words(self) -> &'static str {
        match self {
            Certainty::Known => "known",
            Certainty::Likely => "likely",
            Certainty::CannotKnow => "cannot know",
        }
    }
}

impl Why {
    /// Whether part of the answer is that a limit or another value was likely not the one of now.
    pub fn needs_other_values(&self) -> bool {
        let other = |text: &str| OTHER_THEN.iter().any(|words| text.contains(words));
        let chain = self.chain.iter().map(|reason| reason.words.as_str());
        chain.chain(self.notes.iter().map(String::as_str)).chain([self.sentence.as_str()]).any(other)
    }

    /// All of it as plain text: the answer, its reasons with their grounds, and what would change it.
    pub fn text(&self) -> String {
        self.lines().join("\n")
    }

    pub fn lines(&self) -> Vec<String> {
        let mut lines =
            vec![format!("{} ({})", self.question, self.certainty.words()), self.sentence.clone()];
        lines.extend(self.notes.iter().cloned());
        lines.push(String::new());
        lines.push("Reasons".to_owned());
        lines.extend((1..).zip(&self.chain).map(|(at, reason)| {
            format!("  {at}. {} [{}; {}]", reason.words, reason.ground, reason.certainty.words())
        }));
        if let Some(change) = &self.change {
            lines.extend([String::new(), format!("{} ({})", change.words, change.key)]);
        }
        lines
    }
}

/// What a host's answer likely means, a sentence for each meaning: where schemes differ, the scheme is named. Empty for a code
/// that is not known.
pub fn host_code(code: &str) -> Vec<String> {
    let mut meanings: Vec<(&'static str, &'static str, Vec<&'static str>)> = Vec::new();
    for scheme in Scheme::ALL {
        let Some(code) = host::read(code, scheme, true) else { continue };
        match meanings.iter_mut().find(|(words, ..)| *words == code.words) {
            Some((.., schemes)) => schemes.push(scheme.name()),
            None => meanings.push((code.words, code.source, vec![scheme.name()])),
        }
    }
    let all = Scheme::ALL.len();
    meanings
        .into_iter()
        .map(|(words, source, schemes)| match schemes.len() {
            many if many == all => format!("Likely “{words}” ({source})."),
            _ => format!("Likely “{words}” for {} ({source}).", schemes.join(", ")),
        })
        .collect()
}

/// What a host's answer likely asks for; without the scheme only where it is the same for all. `None` for a code that is not known.
pub fn host_answer(code: &str, scheme: Option<Scheme>, entry: Entry) -> Option<HostAnswer> {
    let of = |scheme| host::read(code, scheme, entry.may_be_a_tap()).map(|code| code.kind);
    let Some(scheme) = scheme else {
        let first = of(Scheme::Visa);
        return first.filter(|_| Scheme::ALL.into_iter().all(|other| of(other) == first));
    };
    of(scheme)
}

/// What a host's answer to this scheme likely says, where it asks that the cardholder be checked before it approves.
pub fn asks_for_check(code: &str, scheme: Scheme, entry: Entry) -> Option<&'static str> {
    let code = host::read(code, scheme, entry.may_be_a_tap())?;
    (code.kind == host::Kind::WantsCheck).then_some(code.words)
}

/// What happened where no limit decided.
fn entered(sale: Sale<'_>, verified: Option<Verified>) -> String {
    let entered = tap::happened(verified);
    if verified.is_some_and(|verified| !sale.entry.fits(verified)) {
        return format!("{entered}, by what the service tells; that does not fit this entry");
    }
    entered.to_owned()
}

/// Where the TVR has a PIN and the service tells of something else.
fn disagreement(sale: Sale<'_>) -> String {
    if sale.lacks_pin() {
        return format!(
            "The service tells of a PIN, which a Mastercard reader notes in the TVR ({}), and this TVR notes none: which of the two is \
             right is not told.",
            tvr::ONLINE_PIN
        );
    }
    let told = sale.verified.map_or("nothing", Verified::words);
    let limits = if sale.entry.may_be_a_tap() { "" } else { " Not decided by contactless limits." };
    format!(
        "The TVR tells of a PIN entered for the issuer to check ({}), the service of {told}: which of the two is right is not \
         told.{limits}",
        tvr::ONLINE_PIN
    )
}

impl Sale<'_> {
    /// Whether its amount can be held against limits: those of another currency say nothing of it.
    fn is_compared(&self) -> bool {
        self.not_compared.is_none() && self.currency == self.limits_in
    }

    fn has(&self, bit: &str) -> bool {
        self.entry.reads_chip() && self.tvr.has(bit) == Some(true)
    }

    /// Whether the TVR has a PIN and the service tells of another check, or of none.
    fn disagrees(&self) -> bool {
        let other =
            matches!(self.verified, Some(Verified::Nothing | Verified::OnDevice | Verified::Signature));
        let more = other && self.has(tvr::ONLINE_PIN) && !self.has(tvr::CVM_FAILED);
        more || self.scheme == Scheme::Mastercard && self.lacks_pin() && chain::by_tvr(*self).is_none()
    }

    /// Whether the service tells of a PIN at a tap and the TVR notes none: kernel 2 notes it (EMV Book C-2, 7.5). A TVR of zeros was
    /// likely not filled, and Visa's kernel does not fill it.
    fn lacks_pin(&self) -> bool {
        let is_kept =
            self.scheme != Scheme::Visa && matches!(self.tvr, Reading::Bits(bits) if !bits.is_empty());
        let told = self.entry == Entry::Tap && self.verified == Some(Verified::Pin);
        let by_card = performed::is_pin_of_card(self.cvm_performed, self.scheme);
        told && is_kept && !by_card && self.tvr.has(tvr::ONLINE_PIN) == Some(false)
    }

    /// Whether it was approved, so that the reader let it pass.
    fn is_done(&self) -> bool {
        matches!(self.status, Status::Approved | Status::Voided)
    }

    fn host(&self) -> Option<host::Code> {
        host::read(self.host_code?, self.scheme, self.entry.may_be_a_tap())
    }

    /// Whether the terminal decided without a host's answer, by the response code.
    fn is_without_host(&self) -> bool {
        self.host().is_some_and(|code| code.is_of_terminal())
    }

    fn is_declined_offline(&self) -> bool {
        self.host_code.is_some_and(|code| code.trim().eq_ignore_ascii_case("Z1"))
    }

    fn is_declined(&self) -> bool {
        let by_host = || self.host().is_some_and(|code| code.declines(self.status));
        match self.status {
            Status::Declined => true,
            Status::Approved | Status::Voided => false,
            Status::Open | Status::Reversed | Status::Unknown => by_host(),
        }
    }
}

fn question(verified: Option<Verified>) -> &'static str {
    match verified {
        Some(Verified::Pin) => "Why was a PIN asked?",
        Some(Verified::Signature) => "Why was a signature asked?",
        Some(Verified::PinOrSignature) => "Why was a PIN or signature asked?",
        Some(Verified::OnDevice | Verified::Nothing) => "Why was no PIN asked?",
        Some(Verified::Failed) => "Why was the cardholder not verified?",
        None => "Was a PIN asked?",
    }
}

/// What the TVR alone has to say.
fn bits(sale: Sale<'_>, online_pin: bool) -> Vec<String> {
    let failed = sale.has(tvr::CVM_FAILED);
    let other = online_pin && !matches!(sale.verified, None | Some(Verified::Pin | Verified::PinOrSignature));
    // The answer itself says it then.
    let other = other && (!sale.disagrees() || sale.is_declined());
    let other = other && !performed::is_failed_online_pin(sale.cvm_performed);
    let other = other && sale.host().is_none_or(|code| code.kind != host::Kind::WrongPin);
    [
        (failed, "The TVR says that cardholder verification was not successful."),
        (other, "The TVR tells of a PIN entered for the issuer to check, which does not fit what the service tells."),
        (
            sale.lacks_pin() && (!sale.disagrees() || sale.is_declined()),
            "The service tells of a PIN, and the TVR notes none for the issuer to check, which does not fit.",
        ),
    ]
    .into_iter()
    .filter(|(holds, _)| *holds)
    .map(|(_, note)| note.to_owned())
    .chain(of_inserted(sale))
    .chain(without_issuer(sale))
    .collect()
}

/// What a TVR tells that no tap does.
fn of_inserted(sale: Sale<'_>) -> Option<String> {
    let set: Vec<_> =
        chain::OF_INSERTED.into_iter().filter(|bit| sale.entry == Entry::Tap && sale.has(bit)).collect();
    (!set.is_empty()).then(|| {
        format!(
            "The TVR tells of a PIN for the card itself to check, or of none that was typed ({}), which a tap does not do: the card was \
             likely inserted, or the TVR is not of this sale.",
            set.join(", ")
        )
    })
}

/// What needs an answer of the issuer, noted where the response code says that there was none.
fn without_issuer(sale: Sale<'_>) -> Option<String> {
    let steps = [
        (sale.has(tvr::ISSUER_FAILED), "issuer authentication failed (TVR B5 b7)"),
        (sale.has("B5 b6") || sale.has("B5 b5"), "an issuer script failed (TVR B5 b6, b5)"),
        (sale.tsi.has("B1 b5") == Some(true), "issuer authentication was performed (TSI B1 b5)"),
        (sale.tsi.has("B1 b3") == Some(true), "an issuer script was processed (TSI B1 b3)"),
    ];
    let (_, step) = steps.into_iter().find(|(noted, _)| *noted && sale.is_without_host())?;
    let code = sale.host_code.unwrap_or_default().trim();
    Some(format!("The terminal noted that {step}, but by {code} no host answered: the two do not fit."))
}
