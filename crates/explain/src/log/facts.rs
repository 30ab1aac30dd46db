//! The one payment that a log is about: its values together as facts.
//!
//! Nothing that was cut off, may be chance or has several readings becomes a fact. Invariant: a fact that the log doesn't show is
//! `None`, `Unknown` or empty, as in [`crate::facts`].

use tapline_emv::action_code::{self, Action, ActionCodes};
use tapline_emv::bits::{Named, Reading};
use tapline_emv::entry::{Kind, Status};
use tapline_emv::performed::{self, Verified};
use tapline_emv::tag::Tag;
use tapline_emv::{
    Aid, Currency, Params, Presented, Scheme, ctq, hex, host, iad, method, outcome, param, tsi, tvr,
};

use super::{Field, Log, Meaning, Value, meaning, value};
use crate::facts::{
    Candidate, CardFacts, Cryptogram, IadBit, KernelFacts, NoAmount, PartialLimits, Sale, TerminalFacts,
};

/// Facts of one payment in a log.
#[derive(Clone, Debug, PartialEq)]
pub struct LogFacts {
    pub sale: Sale,
    /// Currency of the amounts, where the log names it.
    pub currency: Option<Currency>,
    /// TTQ, DF8118, DF8119, DF811B, 9F1D, 9F33 and more, by the keys of a configuration.
    pub params: Params,
    /// DF8123, DF8126, and of DF8124 and DF8125 the one for what was tapped.
    pub limits: PartialLimits,
    /// Result of the action codes against the TVR, and the bits of the TVR that a code names.
    pub action: Option<(Action, Vec<Named>)>,
}

/// Parameters of reader and terminal, by tag.
const PARAMETERS: &[(u32, &str)] = &[
    (0x9F66, param::TTQ),
    (0xDF_8118, param::CVM_REQUIRED),
    (0xDF_8119, param::NO_CVM),
    (0xDF_811B, param::KERNEL_CONFIGURATION),
    (0x9F1D, param::RISK_DATA),
    (0x9F33, param::CAPABILITIES),
    (0x9F35, param::TERMINAL_TYPE),
];

/// The facts of a log.
pub fn facts(log: &Log) -> LogFacts {
    let scheme = log.card.scheme();
    let tvr = tvr::read(&of_size::<5>(log, 0x95), scheme.filter(|_| log.card.is_mastercard_tap()));
    let host_codes: Vec<String> = (log.values.iter().filter(|value| value.readings.is_empty()))
        .filter_map(|value| if let Value::Code(code) = &value.value { Some(code.clone()) } else { None })
        .collect();
    let kernel = KernelFacts { outcome: log.bytes(Tag(0xDF_8129)), error: log.bytes(Tag(0xDF_8115)) };
    let card = card(log);
    let (cvm_raw, verified) = verified(log, &tvr, &kernel, &card);
    let currency = log.currency_code().and_then(Currency::new);
    let terminal_type = log.bytes::<1>(Tag(0x9F35)).map(|[kind]| (kind >> 4) * 10 + (kind & 0x0F));
    let aid = log.last(Field::Tag(Tag::AID)).and_then(|value| value.bytes());
    let mut kinds = log.pick(|value| if let Value::Kind(kind) = value { Some(*kind) } else { None });
    let mut wallets =
        log.pick(|value| if let Value::Method(name) = value { method::wallet(name) } else { None });
    let sale = Sale {
        kind: kinds.next_back().unwrap_or(Kind::Sale),
        status: status(log, &host_codes, &kernel, &card),
        entry: log.card.entry,
        scheme,
        wallet: wallets.next(),
        aid: aid.and_then(|bytes| Aid::parse(&hex::text(bytes)).ok()),
        amount: log.money().ok_or(NoAmount::Missing),
        host_codes,
        cvm_raw,
        verified,
        tvr,
        tsi: tsi::read(&of_size::<2>(log, 0x9B)),
        card,
        kernel,
        terminal: TerminalFacts { terminal_type, is_phone: None },
        ..Sale::unknown(currency.clone().unwrap_or_else(Currency::euro))
    };
    let limits = limits(log, sale.card.presented);
    LogFacts { limits, params: params(log), action: action(log, &sale.tvr), currency, sale }
}

fn of_size<const N: usize>(log: &Log, tag: u32) -> String {
    log.bytes::<N>(Tag(tag)).map(|bytes| hex::text(&bytes)).unwrap_or_default()
}

fn card(log: &Log) -> CardFacts {
    let of_mastercard = log.card.scheme() == Some(Scheme::Mastercard) && log.card.entry.may_be_a_tap();
    let aip = log.bytes::<2>(Tag(0x82)).filter(|_| of_mastercard);
    let has_ctq = log.card.scheme().is_none_or(ctq::is_of);
    let cid = log.bytes::<1>(Tag(0x9F27)).map(|[cid]| cid);
    let cryptogram = cid.and_then(Cryptogram::from_cid);
    let mut card = CardFacts {
        presented: None,
        cryptogram,
        cryptogram_reason: cid.map(|cid| cid & 7).filter(|reason| *reason > 0 && cryptogram.is_some()),
        verifies_on_device: aip.map(tapline_emv::aip::verifies_on_device),
        ctq: log.bytes::<2>(Tag(0x9F6C)).filter(|_| has_ctq),
        iad: iad_facts(log).filter_map(iad_bit).collect(),
    };
    let by_device = card.is_verified_by_ctq() || card.verifies_on_device == Some(true);
    card.presented = match log.last(Field::Tag(Tag(0x9F6E))).map(|value| meaning(value, log.card)) {
        Some(Meaning::Device { form, .. }) => form.presented,
        _ => None,
    };
    card.presented = card.presented.or_else(|| by_device.then_some(Presented::Phone));
    card
}

fn iad_facts(log: &Log) -> impl Iterator<Item = iad::Fact> {
    let value = log.last(Field::Tag(Tag(0x9F10))).and_then(|value| value.bytes());
    value.and_then(iad::read).into_iter().flat_map(|read| read.facts).map(|(fact, _)| fact)
}

fn iad_bit(fact: iad::Fact) -> Option<IadBit> {
    Some(match fact {
        iad::Fact::PinPerformed => IadBit::OfflinePinPerformed,
        iad::Fact::PinFailed => IadBit::OfflinePinFailed,
        iad::Fact::PinTriesExceeded | iad::Fact::Blocked => IadBit::PinTriesExceeded,
        iad::Fact::LimitExceeded => IadBit::LimitExceeded,
        iad::Fact::PinNotPerformed
        | iad::Fact::IssuerAuthenticationFailed
        | iad::Fact::OnDevice
        | iad::Fact::UnableToGoOnline => return None,
    })
}

/// Verification by CVM results, else by a word, the kernel's outcome, the card's answer or the TVR.
fn verified(log: &Log, tvr: &Reading, kernel: &KernelFacts, card: &CardFacts) -> (String, Option<Verified>) {
    let raw = of_size::<3>(log, 0x9F34);
    let by_results =
        performed::results(&raw, log.card.scheme(), log.card.entry).and_then(|read| read.verified);
    let word =
        log.pick(|value| if let Value::Verified(word) = value { Some(*word) } else { None }).next_back();
    let spelled = match word {
        Some(Verified::Pin) => "PIN",
        Some(Verified::Signature) => "SIGNATURE",
        Some(Verified::PinOrSignature) => "PIN_OR_SIGNATURE",
        Some(Verified::OnDevice) => "CDCVM",
        Some(Verified::Nothing) => "NO_CVM",
        Some(Verified::Failed) | None => "",
    };
    let by_device = || card.is_verified_by_ctq() || iad_facts(log).any(|fact| fact == iad::Fact::OnDevice);
    let by_tvr = || match (tvr.has(tvr::ONLINE_PIN)?, tvr.has(tvr::CVM_FAILED)?) {
        (true, _) => Some(Verified::Pin),
        (_, true) => Some(Verified::Failed),
        _ => None,
    };
    let verified = by_results.or(word).or_else(|| kernel.verified());
    let verified = verified.or_else(|| by_device().then_some(Verified::OnDevice)).or_else(by_tvr);
    (if raw.is_empty() { spelled.to_owned() } else { raw }, verified)
}

/// Status by a word, else by the host's code, the kernel's outcome or the card's cryptogram. Words that differ show none.
fn status(log: &Log, codes: &[String], kernel: &KernelFacts, card: &CardFacts) -> Status {
    let mut words = log.pick(|value| if let Value::Status(status) = value { Some(*status) } else { None });
    if let Some(first) = words.next() {
        return if words.all(|other| other == first) { first } else { Status::Unknown };
    }
    let scheme = log.card.scheme().unwrap_or(Scheme::Jcb);
    if let Some(code) = codes.last().and_then(|code| host::read(code, scheme, log.card.entry.may_be_a_tap()))
    {
        return if code.kind == host::Kind::Approved { Status::Approved } else { Status::Declined };
    }
    match (kernel.outcome.map(|set| outcome::read(set).status), card.cryptogram) {
        (Some(outcome::Status::Declined), _) | (None, Some(Cryptogram::Declined)) => Status::Declined,
        (Some(outcome::Status::Approved), _) | (None, Some(Cryptogram::Approved)) => Status::Approved,
        _ => Status::Unknown,
    }
}

fn params(log: &Log) -> Params {
    let scheme = log.card.scheme();
    let amex = (0x9F6E, param::AMEX_ENHANCED);
    let read = PARAMETERS.iter().chain((scheme == Some(Scheme::Amex)).then_some(&amex));
    // In Mastercard's kernel 9F66 is other data.
    let own = read.filter(|(tag, _)| *tag != 0x9F66 || scheme != Some(Scheme::Mastercard));
    let value = |(tag, key): &(u32, &str)| {
        let value = hex::text(log.last(Field::Tag(Tag(*tag)))?.bytes()?);
        Some(((*key).to_owned(), tapline_emv::Value::Text(value)))
    };
    own.filter_map(value).collect()
}

fn limits(log: &Log, presented: Option<Presented>) -> PartialLimits {
    let minor = |tag: u32| log.bytes::<6>(Tag(tag)).and_then(value::number);
    let transaction = if presented == Some(Presented::Phone) { minor(0xDF_8125) } else { minor(0xDF_8124) };
    PartialLimits { floor: minor(0xDF_8123), cvm: minor(0xDF_8126), transaction }
}

fn action(log: &Log, tvr: &Reading) -> Option<(Action, Vec<Named>)> {
    let codes = |default: u32, denial: u32, online: u32| ActionCodes {
        denial: log.bytes(Tag(denial)),
        online: log.bytes(Tag(online)),
        default: log.bytes(Tag(default)),
    };
    let (issuer, terminal) = (codes(0x9F0D, 0x9F0E, 0x9F0F), codes(0xDF_8120, 0xDF_8121, 0xDF_8122));
    let (action, bits) = action_code::action(log.bytes(Tag::TVR)?, issuer, terminal)?;
    let named = match (tvr::read(&hex::text(&bits), None), tvr) {
        (Reading::Bits(matched), Reading::Bits(all)) => {
            all.iter().filter(|bit| matched.iter().any(|other| other.place == bit.place)).cloned().collect()
        }
        _ => Vec::new(),
    };
    Some((action, named))
}

impl LogFacts {
    /// The configuration that the log itself shows; `None` where it shows neither limits nor parameters of a reader.
    pub fn candidate(&self, name: &str) -> Option<Candidate> {
        let is_known = self.limits != PartialLimits::default() || !self.params.is_empty();
        is_known.then(|| Candidate {
            name: name.to_owned(),
            limits: self.limits,
            params: self.params.clone(),
        })
    }
}
