//! Waiting for rows, and the end of it.

use std::pin::{Pin, pin};
use std::task::{Context, Waker};

use tapline_contract::list::ListState;
use tapline_scripted::listing::{Answer, Service, Then, is_whole};

use super::{TestLists, sample};
use crate::Lists;

type End = fn(&Lists, ListState);

fn is_over(wait: Pin<&mut impl Future<Output = ()>>) -> bool {
    wait.poll(&mut Context::from_waker(Waker::noop())).is_ready()
}

#[tokio::test]
async fn a_wait_ends_when_its_list_is_forgotten_or_has_rows() {
    let silent = Service::start(|_| Answer::in_pieces(std::iter::empty(), Then::Hang)).await;
    let app = TestLists::at(&silent);
    let ends: [(&str, End); 2] =
        [("closed", |lists, opened| lists.close(opened.list)), ("locked", |lists, _| lists.clear())];
    for (name, end) in ends {
        let opened = app.open();
        let list = app.list(&opened);
        let mut wait = pin!(list.newer_than(opened.version));
        assert!(!is_over(wait.as_mut()), "{name}");
        end(&app.lists, opened);
        assert!(is_over(wait.as_mut()), "{name}");
    }
    let opened = app.open();
    let list = app.list(&opened);
    let mut wait = pin!(list.newer_than(opened.version));
    assert!(!is_over(wait.as_mut()));
    for _ in 0..8 {
        app.open();
    }
    assert!(is_over(wait.as_mut()), "replaced by newer ones");

    // A first page, and a whole list that does not end.
    let half = Service::start(|asked| {
        if is_whole(asked) {
            return Answer::in_pieces(sample::body(1000).take(9), Then::Hang);
        }
        Answer::ok(sample::list(&sample::ids(1..200), "1000", true))
    })
    .await;
    let app = TestLists::at(&half);
    let opened = app.open();
    app.until(&opened, |state| state.rows > 0).await;
    assert!(is_over(pin!(app.list(&opened).newer_than(opened.version))), "rows are there");
}

#[tokio::test]
async fn a_closed_list_is_gone_and_its_id_is_not_given_twice() {
    let body = sample::list(&sample::ids(1..4), "3", false);
    let service = Service::start(move |_| Answer::ok(body.clone())).await;
    let app = TestLists::at(&service);
    let first = app.load().await;
    assert!(app.rows(&first, &["tranId"], None, None).unwrap().is_ok());
    app.lists.close(first.list);
    app.lists.close(first.list);
    assert_eq!(app.rows(&first, &[], None, None), None);
    let other = app.load().await;
    assert_ne!(other.list, first.list);
    for _ in 0..8 {
        assert_eq!(app.load().await.rows, 3);
    }
    assert_eq!(app.rows(&other, &[], None, None), None, "the oldest of too many");
    let last = app.load().await;
    app.lists.clear();
    assert_eq!(app.rows(&last, &[], None, None), None);
}
