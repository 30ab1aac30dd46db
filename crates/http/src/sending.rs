//! Per endpoint, beyond the contract: how long it may take, which member of an answer repeats the id, and where bare amounts
//! are. Times, sizes and repeats follow from the class and from which lists always come whole.

use std::time::Duration;

use tapline_contract::field::Number;
use tapline_contract::input::Input as _;
use tapline_contract::record::Misfit;
use tapline_contract::settlement::Settlement;
use tapline_contract::transaction::Transaction;
use tapline_contract::wire::Payload as _;
use tapline_contract::{Class, Endpoint, Method, endpoints};

use super::last_answer::LastAnswer;

/// Name resolution, TCP, proxy and TLS together.
pub(super) const CONNECT: Duration = Duration::from_secs(10);
/// Name resolution alone.
pub(super) const RESOLVE: Duration = Duration::from_secs(5);
/// Connections that are shared are given up after this long without use.
pub(super) const IDLE: Duration = Duration::from_secs(30);

/// Times, sizes and repeats of one call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Limits {
    /// From the connection at hand to the last header.
    pub(super) headers: Duration,
    /// The whole call with its repeats, `Retry-After` left out.
    pub(super) whole: Duration,
    pub(super) size: Size,
    /// Most sends.
    pub(super) sends: u32,
    pub(super) connection: Connection,
}

/// Largest body of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// This many bytes, as sent and as unpacked.
    Bytes(u64),
    /// In proportion to what was sent, so that a small answer cannot unpack into a large one.
    WholeList,
    /// A list whose text is held until it is read: half of the budget of all lists together.
    HeldList,
}

/// Allowed age of a connection. A used connection can die under the request, which leaves the result open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Connection {
    Shared,
    Fresh,
}

const MIB: u64 = 1 << 20;

impl Limits {
    /// Limits with a person's patience. A whole list has no end in time: its first byte has, and it is requested once.
    pub(super) fn within(self, patience: Option<Duration>) -> Limits {
        match patience {
            None => self,
            Some(headers) if self.whole == NEVER => Limits { headers, sends: 1, ..self },
            Some(headers) => Limits { headers, whole: headers, ..self },
        }
    }

    /// For a body that is handed on as it comes, and takes as long as its reader does.
    pub(super) fn without_deadline(self) -> Limits {
        Limits { whole: NEVER, ..self }
    }
}

impl Size {
    /// Bytes, unpacked, of an answer of which `wire` bytes have come.
    pub fn most(self, wire: u64) -> u64 {
        match self {
            Size::Bytes(bytes) => bytes,
            Size::WholeList => wire.saturating_mul(200).saturating_add(64 * MIB).min(2048 * MIB),
            Size::HeldList => Size::WholeList.most(wire).min(256 * MIB),
        }
    }

    /// For a text that is held as a whole.
    pub(super) fn held(self) -> Size {
        if self == Size::WholeList { Size::HeldList } else { self }
    }

    /// Bytes as sent.
    pub fn most_wire(self) -> u64 {
        self.most(u64::MAX)
    }
}

const NEVER: Duration = Duration::MAX;

const fn limits(headers: u64, whole: Duration, size: Size, sends: u32, connection: Connection) -> Limits {
    Limits { headers: Duration::from_secs(headers), whole, size, sends, connection }
}

const fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

use Connection::{Fresh, Shared};
const RECORD: Limits = limits(15, seconds(45), Size::Bytes(16 * MIB), 3, Shared);
const WHOLE_LIST: Limits = limits(15, NEVER, Size::WholeList, 3, Shared);
const ABSOLUTE: Limits = limits(60, seconds(90), Size::Bytes(4 * MIB), 1, Shared);
const CREATE_OR_DELETE: Limits = limits(60, seconds(90), Size::Bytes(4 * MIB), 1, Fresh);
const MONEY_OR_EFFECT: Limits = limits(90, seconds(120), Size::Bytes(4 * MIB), 1, Fresh);

pub trait Sending: Endpoint + Sized {
    /// Decodes an answer's data.
    fn decode(data: Option<&str>, _known: &LastAnswer) -> Result<Self::Output, Misfit> {
        Self::Output::read(data)
    }

    /// Owner named by the answer, as (member, value). `None` where the answer names none, or is not documented to.
    fn owner(_output: &Self::Output) -> Option<(&'static str, &str)> {
        None
    }

    /// Bare amounts of the answer: they say something of the service's unit.
    fn amounts(_output: &Self::Output) -> Vec<&Number> {
        Vec::new()
    }

    /// Bare amount to be moved, with the name of its member.
    fn moves(_input: &Self::Input) -> Option<(&'static str, Number)> {
        None
    }
}

/// The limits of one call.
pub(super) fn limits_of<E: Sending>(input: &E::Input) -> Limits {
    let all = || input.query().iter().any(|(key, value)| *key == "pageSize" && value == "-1");
    let limits = match E::CLASS {
        Class::Read if E::ALWAYS_WHOLE || all() => WHOLE_LIST,
        Class::Read => RECORD,
        Class::Absolute => ABSOLUTE,
        Class::Create | Class::Delete => CREATE_OR_DELETE,
        Class::Money | Class::Effect => MONEY_OR_EFFECT,
    };
    // Whatever a table says: only what HTTP calls safe is ever sent twice.
    if E::METHOD == Method::Get { limits } else { Limits { sends: 1, ..limits } }
}

fn of_transaction(record: &Transaction) -> Vec<&Number> {
    let actions = record.actions.iter().flatten().filter_map(|action| action.amount.as_ref());
    record.amount.iter().chain(actions).filter_map(|amount| amount.value.as_ref()).collect()
}

fn of_batch(batch: &Settlement) -> Vec<&Number> {
    [&batch.payment_amt, &batch.refund_amt, &batch.void_amt].into_iter().flatten().collect()
}

/// The endpoints that differ; any other is sent as its class says.
macro_rules! sending {
    ($(($name:ident $class:ident))*) => { $(impl Sending for endpoints::$name { sending! { @$name } })* };

    (@ListEmv) => {
        fn decode(data: Option<&str>, known: &LastAnswer) -> Result<Self::Output, Misfit> {
            known.emv(data)
        }
    };
    (@ListTransactions) => { sending! { amounts |answer| answer.records.iter().flat_map(of_transaction).collect() } };
    (@GetTransaction) => {
        sending! { owner "tranId" |answer| answer.tran_id.as_str() }
        sending! { amounts |answer| of_transaction(answer) }
    };
    (@RefundTransaction) => { sending! { moves "refundAmount" |input| Some(input.refund_amount.clone()) } };
    (@CaptureTransaction) => { sending! { moves "amount" |input| Number::parse(input.amount.as_deref()?.trim()) } };
    (@ListSettlements) => { sending! { amounts |answer| answer.records.iter().flat_map(of_batch).collect() } };
    (@GetSettlement) => {
        sending! { owner "batchId" |answer| answer.batch_id.as_str() }
        sending! { amounts |answer| of_batch(answer) }
    };
    (@GetMerchant) => { sending! { owner "mchId" |answer| answer.mch_id.as_str() } };
    (@UpdateMerchant) => { sending! { @GetMerchant } };
    (@GetProfile) => { sending! { owner "profileId" |answer| answer.profile_id.as_str() } };
    (@FindProfile) => { sending! { owner "providerReference" |answer| answer.provider_reference.as_deref()? } };
    (@UpdateProfile) => { sending! { @GetProfile } };
    (@SignOnProfile) => { sending! { @GetProfile } };
    (@SetProfileStatus) => { sending! { @GetProfile } };
    (@$name:ident) => {};

    (owner $member:literal |$answer:ident| $value:expr) => {
        fn owner($answer: &Self::Output) -> Option<(&'static str, &str)> {
            Some(($member, $value))
        }
    };
    (amounts |$answer:ident| $amounts:expr) => {
        fn amounts($answer: &Self::Output) -> Vec<&Number> {
            $amounts
        }
    };
    (moves $member:literal |$input:ident| $amount:expr) => {
        fn moves($input: &Self::Input) -> Option<(&'static str, Number)> {
            Some(($member, $amount?))
        }
    };
}
tapline_contract::for_each_endpoint!(sending);

#[cfg(test)]
mod tests {
    use tapline_contract::endpoints::{DeleteEmv, GetOwner, ListEmv};
    use tapline_contract::wire::PageQuery;

    use super::*;

    #[test]
    fn limits_follow_from_the_class_and_from_what_is_asked() {
        let ten = PageQuery { page_size: Some(10), page_number: None };
        assert_eq!(limits_of::<ListEmv>(&PageQuery::ALL), WHOLE_LIST);
        assert_eq!(limits_of::<ListEmv>(&ten), RECORD);
        assert_eq!(limits_of::<GetOwner>(&()), RECORD);
        assert_eq!(limits_of::<DeleteEmv>(&()), CREATE_OR_DELETE);
    }

    #[test]
    fn a_person_says_how_long_a_call_may_take() {
        let five = Duration::from_secs(5);
        for (limits, whole, sends) in [
            (RECORD, five, 3),
            (WHOLE_LIST, NEVER, 1),
            (RECORD.without_deadline(), NEVER, 1),
            (MONEY_OR_EFFECT, five, 1),
        ] {
            let said = limits.within(Some(five));
            assert_eq!((said.headers, said.whole, said.sends), (five, whole, sends));
            assert_eq!(limits.within(None), limits);
        }
    }

    #[test]
    fn a_whole_list_may_be_large_when_much_of_it_was_sent() {
        for (wire, most) in [(0, 64 * MIB), (MIB, 264 * MIB), (10 * MIB, 2048 * MIB), (u64::MAX, 2048 * MIB)]
        {
            assert_eq!(Size::WholeList.most(wire), most, "{wire}");
        }
        assert_eq!(Size::Bytes(7).most(u64::MAX), 7);
        assert_eq!(Size::Bytes(7).held(), Size::Bytes(7));
        assert_eq!(Size::WholeList.held().most_wire(), 256 * MIB);
    }
}
