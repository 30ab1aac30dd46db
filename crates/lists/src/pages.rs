//! Single pages of a list. The largest page size is not documented: 200 is tried first, and less when the service refuses it.

use std::marker::PhantomData;

use tapline_contract::endpoint::Endpoint;
use tapline_contract::{Class, Failure, FailureKind, Method};
use tapline_http::{Client, Sending};

use super::answer::Answer;
use super::schema::WholeList;

/// Page sizes in the order in which they are tried.
const SIZES: [u64; 4] = [200, 100, 50, 10];

/// Endpoint of a list whose records stay as sent.
struct RawList<L>(PhantomData<L>);

impl<L: WholeList> Endpoint for RawList<L> {
    type Id = ();
    type Input = L::Input;
    type Output = Answer;
    type Seen = ();
    type Answer = Answer;

    const NAME: &'static str = L::NAME;
    const METHOD: Method = L::METHOD;
    const CLASS: Class = L::CLASS;
    const PATH: &'static str = L::PATH;
    const DOING: &'static str = L::DOING;
}

impl<L: WholeList> Sending for RawList<L> {}

/// Reads pages of one query.
pub(super) struct Pages<'c, L: WholeList> {
    client: &'c Client,
    query: &'c L::Input,
    /// Index into [`SIZES`].
    size: usize,
    /// Records in a page before the last one, once there was such a page.
    given: Option<u64>,
}

impl<'c, L: WholeList> Pages<'c, L> {
    pub(super) fn new(client: &'c Client, query: &'c L::Input) -> Pages<'c, L> {
        Pages { client, query, size: 0, given: None }
    }

    /// Records in a page: as many as requested, or as the service gives when those are fewer.
    pub(super) fn size(&self) -> u64 {
        self.given.unwrap_or(SIZES[self.size])
    }

    /// A page counted from 1; `None`: the first, without naming it.
    pub(super) async fn page(&mut self, number: Option<u64>) -> Result<Answer, Failure> {
        let number = number.map(|number| i64::try_from(number).unwrap_or(i64::MAX));
        loop {
            let size = i64::try_from(SIZES[self.size]).unwrap_or(i64::MAX);
            match self.client.send::<RawList<L>>(&(), &L::page(self.query, size, number)).await {
                Ok(sent) => {
                    let page = sent.output;
                    let count = page.records.len() as u64;
                    self.given = self.given.or((count > 0 && page.has_next).then_some(count));
                    return Ok(page);
                }
                Err(failure) => {
                    let too_large = failure.kind == FailureKind::Refused && failure.status == Some(400);
                    if self.given.is_some() || !too_large || self.size + 1 == SIZES.len() {
                        return Err(failure);
                    }
                    self.size += 1;
                }
            }
        }
    }
}
