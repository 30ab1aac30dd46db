//! The one payment that a log is about: its values together as facts.
//!
//! Nothing that was cut off, may be chance or has several readings becomes a fact. Invariant: a fact that the log doesn't show is
//! `None`, `Unknown` or empty, as in [`crate::facts`].

use tapline_emv::action_code::{self, Action, ActionCodes};
use tapline_emv::bits::{Named, Reading};
use tapline_emv::entry::{Entry, Kind, Status};
use tapline_emv::form_factor::FormFactor;
use tapline_emv::performed::{self, Verified};
use tapline_emv::tag::Tag;
use tapline_emv::{
    Aid, Currency, Params, Presented, Scheme, ctq, hex, host, iad, method, outcome, param, tsi, tvr,
};

use super::{Field, Log, Meaning, Value, meaning, value};
use crate::facts::{
    Candidate, CardFacts, Cryptogram, IadBit, KernelFacts, Money, NoAmount, PartialLimits, Sale,
    TerminalFacts,
};

/// Everything that a log tells of one payment.
#[derive(Clone, Debug, PartialEq)]
pub struct LogFacts {
    pub kind: Kind,
    pub status: Status,
    pub entry: Entry,
    pub scheme: Option<Scheme>,
    pub wallet: Option<&'static str>,
    pub aid: Option<Aid>,
    pub amount: Result<Money, NoAmount>,
    pub currency: Option<Currency>,
    pub host_codes: Vec<String>,
    /// CVM results in hex, or the service's word; empty where there is none.
    pub cvm_raw: String,
    pub verified: Option<Verified>,
    pub tvr: Reading,
    pub tsi: Reading,
    pub card: CardFacts,
    /// What was tapped, in the words of 9F6E.
    pub form: Option<FormFactor>,
    pub kernel: KernelFacts,
    pub terminal: TerminalFacts,
    /// TTQ, DF8118, DF8119, DF811B, 9F1D, 9F33 and more, by the keys of a configuration.
    pub params: Params,
    /// DF8123, DF8126, and of DF8124 and DF8125 the one for what was tapped.
    pub limits: PartialLimits,
    /// What action codes and TVR ask for, and the bits of the TVR that a code names.
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
    let hex_of = |tag: Tag| {
        log.last(Field::Tag(tag)).and_then(|value| value.bytes()).map(hex::text).unwrap_or_default()
    };
    let (tvr, tsi) = (of_size::<5>(log, 0x95), of_size::<2>(log, 0x9B));
    let tvr = tvr::read(&tvr, scheme.filter(|_| log.card.is_mastercard_tap()));
    let host_codes = host_codes(log);
    let kernel = KernelFacts { outcome: log.bytes(Tag(0xDF_8129)), error: log.bytes(Tag(0xDF_8115)) };
    let form = form(log);
    let card = card(log, form);
    let (cvm_raw, verified) = verified(log, &tvr, &kernel, &card);
    let status = status(log, &host_codes, &kernel, &card);
    let terminal_type = log.bytes::<1>(Tag(0x9F35)).map(|[kind]| (kind >> 4) * 10 + (kind & 0x0F));
    LogFacts {
        kind: log
            .values
            .iter()
            .rev()
            .find_map(|value| if let Value::Kind(kind) = value.value { Some(kind) } else { None })
            .unwrap_or(Kind::Sale),
        status,
        entry: log.card.entry,
        scheme,
        wallet: log.values.iter().find_map(|value| match &value.value {
            Value::Method(name) => method::wallet(name),
            _ => None,
        }),
        aid: Aid::parse(&hex_of(Tag::AID)).ok(),
        amount: log.money().ok_or(NoAmount::Missing),
        currency: log.currency_code().and_then(Currency::new),
        host_codes,
        cvm_raw,
        verified,
        tvr: tvr.clone(),
        tsi: tsi::read(&tsi),
        limits: limits(log, card.presented),
        card,
        form,
        kernel,
        terminal: TerminalFacts { terminal_type, is_phone: None },
        params: params(log),
        action: action(log, &tvr),
    }
}

fn of_size<const N: usize>(log: &Log, tag: u32) -> String {
    log.bytes::<N>(Tag(tag)).map(|bytes| hex::text(&bytes)).unwrap_or_default()
}

fn host_codes(log: &Log) -> Vec<String> {
    let codes =
        log.values.iter().filter(|value| value.readings.is_empty()).filter_map(|value| match &value.value {
            Value::Code(code) => Some(code.clone()),
            _ => None,
        });
    codes.collect()
}

fn form(log: &Log) -> Option<FormFactor> {
    let value = log.last(Field::Tag(Tag(0x9F6E)))?;
    match meaning(value, log.card) {
        Meaning::Device { form, .. } => Some(form),
        _ => None,
    }
}

fn card(log: &Log, form: Option<FormFactor>) -> CardFacts {
    let of_mastercard = log.card.scheme() == Some(Scheme::Mastercard) && log.card.entry.may_be_a_tap();
    let aip = log.bytes::<2>(Tag(0x82)).filter(|_| of_mastercard);
    let verifies_on_device = aip.map(tapline_emv::aip::verifies_on_device);
    let has_ctq = log.card.scheme().is_none_or(ctq::is_of);
    let ctq = log.bytes::<2>(Tag(0x9F6C)).filter(|_| has_ctq);
    let [cid] = log.bytes::<1>(Tag(0x9F27)).unwrap_or([0xC0]);
    let cryptogram = match cid >> 6 {
        0 => Some(Cryptogram::Declined),
        1 => Some(Cryptogram::Approved),
        2 => Some(Cryptogram::Online),
        _ => None,
    };
    let by_device = ctq.is_some_and(|[_, second]| second & 0x80 != 0) || verifies_on_device == Some(true);
    let read = iad_of(log);
    CardFacts {
        presented: form.and_then(|form| form.presented).or_else(|| by_device.then_some(Presented::Phone)),
        cryptogram,
        cryptogram_reason: cryptogram.map(|_| cid & 7).filter(|reason| *reason > 0),
        verifies_on_device,
        ctq,
        iad: read
            .map(|read| read.facts.iter().filter_map(|(fact, _)| iad_bit(*fact)).collect())
            .unwrap_or_default(),
    }
}

fn iad_of(log: &Log) -> Option<iad::Iad> {
    iad::read(log.last(Field::Tag(Tag(0x9F10)))?.bytes()?)
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

/// Told by CVM results, else by a word, the kernel's outcome, the card's answer or the TVR.
fn verified(log: &Log, tvr: &Reading, kernel: &KernelFacts, card: &CardFacts) -> (String, Option<Verified>) {
    let raw = of_size::<3>(log, 0x9F34);
    let by_results =
        performed::results(&raw, log.card.scheme(), log.card.entry).and_then(|read| read.verified);
    let word = log.values.iter().rev().find_map(|value| match value.value {
        Value::Verified(verified) => Some(verified),
        _ => None,
    });
    let spelled = match word {
        Some(Verified::Pin) => "PIN",
        Some(Verified::Signature) => "SIGNATURE",
        Some(Verified::PinOrSignature) => "PIN_OR_SIGNATURE",
        Some(Verified::OnDevice) => "CDCVM",
        Some(Verified::Nothing) => "NO_CVM",
        Some(Verified::Failed) | None => "",
    };
    let by_kernel = || match outcome::read(kernel.outcome?).cvm {
        outcome::Cvm::None => Some(Verified::Nothing),
        outcome::Cvm::Signature => Some(Verified::Signature),
        outcome::Cvm::OnlinePin => Some(Verified::Pin),
        outcome::Cvm::ConfirmationCode => Some(Verified::OnDevice),
        outcome::Cvm::NotApplicable => None,
    };
    let by_phone =
        || iad_of(log).is_some_and(|read| read.facts.iter().any(|(fact, _)| *fact == iad::Fact::OnDevice));
    let by_device = || {
        let by_ctq = card.ctq.is_some_and(|[_, second]| second & 0x80 != 0);
        (by_ctq || by_phone()).then_some(Verified::OnDevice)
    };
    let by_tvr = || match (tvr.has(tvr::ONLINE_PIN)?, tvr.has(tvr::CVM_FAILED)?) {
        (true, _) => Some(Verified::Pin),
        (_, true) => Some(Verified::Failed),
        _ => None,
    };
    let verified = by_results.or(word).or_else(by_kernel).or_else(by_device).or_else(by_tvr);
    (if raw.is_empty() { spelled.to_owned() } else { raw }, verified)
}

/// Told by a word, else by the host's code, the kernel's outcome, the card's cryptogram. Words that differ tell nothing.
fn status(log: &Log, codes: &[String], kernel: &KernelFacts, card: &CardFacts) -> Status {
    let words: Vec<Status> = log
        .values
        .iter()
        .filter_map(|value| if let Value::Status(status) = value.value { Some(status) } else { None })
        .collect();
    if let Some((first, others)) = words.split_first() {
        return if others.iter().all(|other| other == first) { *first } else { Status::Unknown };
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
    let own = PARAMETERS.iter().filter_map(|(tag, key)| {
        // In Mastercard's kernel 9F66 is other data.
        let is_foreign = *tag == 0x9F66 && log.card.scheme() == Some(Scheme::Mastercard);
        let value = log.last(Field::Tag(Tag(*tag)))?.bytes().filter(|_| !is_foreign)?;
        Some(((*key).to_owned(), tapline_emv::Value::Text(hex::text(value))))
    });
    let amex = log.last(Field::Tag(Tag(0x9F6E))).filter(|_| log.card.scheme() == Some(Scheme::Amex));
    let amex = amex
        .and_then(|value| value.bytes())
        .map(|value| (param::AMEX_ENHANCED.to_owned(), tapline_emv::Value::Text(hex::text(value))));
    own.chain(amex).collect()
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
    /// The same as the facts of a sale.
    pub fn sale(&self) -> Sale {
        let limits_currency = self.currency.clone().unwrap_or_else(Currency::euro);
        Sale {
            kind: self.kind,
            status: self.status,
            entry: self.entry,
            scheme: self.scheme,
            wallet: self.wallet,
            aid: self.aid.clone(),
            amount: self.amount.clone(),
            limits_currency,
            host_codes: self.host_codes.clone(),
            cvm_raw: self.cvm_raw.clone(),
            verified: self.verified,
            tvr: self.tvr.clone(),
            tsi: self.tsi.clone(),
            card: self.card.clone(),
            kernel: self.kernel.clone(),
            terminal: self.terminal,
            ..Sale::unknown(Currency::euro())
        }
    }

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
