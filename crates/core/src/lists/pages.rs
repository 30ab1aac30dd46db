//! Single pages of a list. How large a page may be is not documented: 200, and less when the service refuses that.

use std::marker::PhantomData;

use serde::{Deserialize, Serialize};
use tapline_contract::endpoint::Endpoint;
use tapline_contract::record::Misfit;
use tapline_contract::wire::Payload;
use tapline_contract::{Class, Failure, FailureKind, Method};

use super::judge::{Answer, list};
use super::kind::Loaded;
use super::list_reader::{ListReader, Stop};
use super::table::Table;
use crate::http::{Client, Sending};

/// Page sizes in the order in which they are tried.
const SIZES: [u64; 4] = [200, 100, 50, 10];

/// A page as it came.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Page {
    /// The object around the records.
    text: String,
    /// Records in it, also unreadable ones.
    count: u64,
    #[serde(skip)]
    pub(super) answer: Answer,
}

impl Payload for Page {
    fn read(data: Option<&str>) -> Result<Page, Misfit> {
        let text = data.ok_or_else(|| Misfit::new("", "an object", None))?.to_owned();
        let (mut reader, mut count) = (ListReader::data(), 0);
        let counting = |_: &[u8]| {
            count += 1;
            Ok(())
        };
        let read = reader.push(text.as_bytes(), counting).and_then(|()| reader.finish());
        read.map_err(|stop| match stop {
            Stop::Misfit(misfit) => misfit,
            _ => Misfit::new("", "a list of records", Some(&text)),
        })?;
        Ok(Page { answer: list(&reader.answered)?, count, text })
    }
}

impl Page {
    pub(super) fn read_into(&self, table: &mut Table) {
        // It was read before, to its end; every record is JSON.
        let _ =
            ListReader::data().push(self.text.as_bytes(), |item| table.push(item).map_err(|_| Stop::Damaged));
    }
}

/// The endpoint of a list whose answer is kept as it came.
struct AsCame<L>(PhantomData<L>);

impl<L: Loaded> Endpoint for AsCame<L> {
    type Id = ();
    type Input = L::Input;
    type Output = Page;
    type Seen = ();
    type Answer = Page;

    const NAME: &'static str = L::NAME;
    const METHOD: Method = L::METHOD;
    const CLASS: Class = L::CLASS;
    const PATH: &'static str = L::PATH;
    const DOING: &'static str = L::DOING;
}

impl<L: Loaded> Sending for AsCame<L> {}

/// Asks for pages of one query.
pub(super) struct Pages<'c, L: Loaded> {
    client: &'c Client,
    query: &'c L::Input,
    /// Of [`SIZES`].
    size: usize,
    /// How many records a page has that is not the last one, once there was one.
    given: Option<u64>,
}

impl<'c, L: Loaded> Pages<'c, L> {
    pub(super) fn of(client: &'c Client, query: &'c L::Input) -> Pages<'c, L> {
        Pages { client, query, size: 0, given: None }
    }

    /// Records of a page: as many as are asked for, unless the service gives fewer.
    pub(super) fn size(&self) -> u64 {
        self.given.unwrap_or(SIZES[self.size])
    }

    pub(super) async fn first(&mut self) -> Result<Page, Failure> {
        self.ask(None).await
    }

    /// Counted from 1.
    pub(super) async fn page(&mut self, number: u64) -> Result<Page, Failure> {
        self.ask(Some(i64::try_from(number).unwrap_or(i64::MAX))).await
    }

    async fn ask(&mut self, number: Option<i64>) -> Result<Page, Failure> {
        loop {
            let size = i64::try_from(SIZES[self.size]).unwrap_or(i64::MAX);
            match self.client.send::<AsCame<L>>(&(), &L::page(self.query, size, number)).await {
                Ok(sent) => {
                    let page = sent.output;
                    let is_full = page.count > 0 && page.answer.has_next;
                    self.given = self.given.or(is_full.then_some(page.count));
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
