//! A list that is read again and again: what comes as it came before is not decoded anew.

use std::sync::Arc;

use super::{Page, Payload};
use crate::record::{Misfit, Record};

/// The records of a list as they came last, each with its text.
#[derive(Clone, Debug)]
pub struct ReadOnce<T>(Arc<Vec<Option<Decoded<T>>>>);

type Decoded<T> = Arc<(Box<str>, T)>;

/// Bytes of a list whose texts are kept.
const KEPT_AT_MOST: usize = 16 << 20;

impl<T> Default for ReadOnce<T> {
    fn default() -> Self {
        ReadOnce(Arc::default())
    }
}

impl<T: Record + Clone> Page<T> {
    /// Like [`Payload::read`], but a record that comes again byte for byte at its place is copied instead of decoded.
    pub fn read_again(data: Option<&str>, known: &ReadOnce<T>) -> Result<(Self, ReadOnce<T>), Misfit> {
        if data.is_some_and(|data| data.len() > KEPT_AT_MOST) {
            return Ok((Self::read(data)?, ReadOnce::default()));
        }
        let (mut now, mut is_new) = (Vec::with_capacity(known.0.len()), false);
        let page = Page::read_by(data, |index, raw| {
            let before = known.0.get(index).and_then(Option::as_ref).filter(|before| &*before.0 == raw);
            if let Some(before) = before {
                now.push(Some(Arc::clone(before)));
                return Ok(before.1.clone());
            }
            is_new = true;
            let read = T::read(raw);
            now.push(read.as_ref().ok().map(|record| Arc::new((raw.into(), record.clone()))));
            read
        })?;
        let known = if is_new { ReadOnce(Arc::new(now)) } else { known.clone() };
        Ok((page, known))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::emv_config::EmvConfig;

    #[test]
    fn a_list_that_is_read_again_is_what_it_would_be_if_it_were_read_anew() {
        let record = |id: &str, floor: &str| format!(r#"{{"id":"{id}","emvName":"a","floorLimit":{floor}}}"#);
        let list = |records: &[String]| {
            format!(r#"{{"total":9,"hasNext":false,"records":[{}]}}"#, records.join(","))
        };
        let (one, two, three) = (record("1", "5.00"), record("2", "null"), record("3", "1e2"));
        let odd = r#"{"id":[]}"#.to_owned();
        let mut known = ReadOnce::default();
        for records in [
            vec![one.clone(), two.clone()],
            vec![one.clone(), two.clone()],
            vec![one.clone(), odd.clone(), two.clone(), three.clone()],
            vec![record("1", "5.0"), odd, record("2", "7"), three.clone()],
            vec![two],
            vec![],
            vec![three, one],
        ] {
            let list = list(&records);
            let (page, now) = Page::<EmvConfig>::read_again(Some(&list), &known).unwrap();
            assert_eq!(page, Page::read(Some(&list)).unwrap());
            known = now;
        }
        assert!(Page::<EmvConfig>::read_again(Some("{}"), &known).is_err());
    }
}
