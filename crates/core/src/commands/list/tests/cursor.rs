//! The profiles, read to the end of their cursor list.

use std::sync::atomic::{AtomicUsize, Ordering};

use tapline_contract::commands::AllProfiles;
use tapline_contract::list::{AllProfilesQuery, ProfileList};
use tapline_contract::{Failure, FailureKind};
use tapline_scripted::listing::{Answer, Service};

use super::TestApp;

/// A page with these profiles. `next` is JSON.
fn page(ids: &[&str], total: &str, current: &str, next: &str, has_next: bool) -> Answer {
    let profiles: Vec<_> = ids
        .iter()
        .map(|id| {
            if *id == "bad" {
                r#"{"profileId":5.5}"#.to_owned()
            } else {
                format!(r#"{{"profileId":"{id}"}}"#)
            }
        })
        .collect();
    Answer::ok(format!(
        r#"{{"hasNext":{has_next},"pageSize":50,"totalSize":{total},"currentCursor":"{current}","nextCursor":{next},"data":[{}]}}"#,
        profiles.join(",")
    ))
}

/// Cursor of the request; empty at the beginning.
fn cursor(asked: &str) -> &str {
    asked.split("cursor=").nth(1).and_then(|rest| rest.split('&').next()).unwrap_or_default()
}

async fn all(
    answer: impl Fn(&str) -> Answer + Send + Sync + 'static,
) -> (Result<ProfileList, Failure>, Vec<String>) {
    let service = Service::start(move |asked| {
        assert!(asked.starts_with("/acme/api/v1/profiles?") && asked.contains("pageSize=50"), "{asked}");
        answer(cursor(asked))
    })
    .await;
    let app = TestApp::at(&service);
    let list = app.ask::<AllProfiles>(AllProfilesQuery { connection: app.connection.clone() }).await;
    (list, service.requests())
}

fn ids(list: &ProfileList) -> Vec<&str> {
    list.profiles.iter().map(|profile| profile.profile_id.as_str()).collect()
}

#[tokio::test]
async fn cursors_are_followed_to_the_end() {
    let (list, asked) = all(|cursor| match cursor {
        "" => page(&["a", "b"], "4", "0", r#""x""#, true),
        "x" => page(&["b", "bad"], "4", "x", r#""y""#, true),
        _ => page(&["c"], "4", "y", "null", false),
    })
    .await;
    let list = list.unwrap();
    assert_eq!(ids(&list), ["a", "b", "c"]);
    assert_eq!((list.complete, list.why, list.unreadable.len(), list.total), (true, None, 1, Some(4)));
    assert_eq!(asked.len(), 3);
}

#[tokio::test]
async fn a_list_that_does_not_end_is_a_part() {
    type Script = fn(&str) -> Answer;
    let cases: [(&str, Script, usize, usize); 7] = [
        ("the cursor it was asked with", |_| page(&["a"], "9", "x", r#""x""#, true), 1, 1),
        (
            "its own cursor, untold",
            |c| page(&[if c.is_empty() { "a" } else { "b" }], "null", "", r#""x""#, true),
            2,
            2,
        ),
        (
            "there and back",
            |c| match c {
                "" => page(&["a"], "null", "0", r#""x""#, true),
                "x" => page(&["b"], "null", "x", r#""y""#, true),
                _ => page(&["c"], "null", "y", r#""x""#, true),
            },
            3,
            3,
        ),
        ("more, but not where", |_| page(&["a"], "9", "0", "null", true), 1, 1),
        ("more, at an empty cursor", |_| page(&["a"], "9", "0", r#""""#, true), 1, 1),
        ("the same page at new cursors", |c| page(&["a"], "null", c, &format!("\"{c}z\""), true), 1, 2),
        ("fewer than counted", |_| page(&["a"], "9", "0", "null", false), 1, 1),
    ];
    for (name, script, profiles, requests) in cases {
        let (list, asked) = all(script).await;
        let list = list.unwrap();
        assert_eq!((list.profiles.len(), asked.len()), (profiles, requests), "{name}");
        assert!(!list.complete && list.why.is_some(), "{name}");
    }
    let count = AtomicUsize::new(0);
    let (list, asked) = all(move |cursor| {
        let id = count.fetch_add(1, Ordering::SeqCst).to_string();
        page(&[&id], "120", cursor, &format!("\"{id}\""), true)
    })
    .await;
    assert!(!list.unwrap().complete);
    assert_eq!(asked.len(), 5, "ceil(120 / 50) + 2");
}

#[tokio::test]
async fn an_expired_cursor_begins_the_list_again_once() {
    for (refusals, complete, requests) in [(1, true, 4), (9, false, 4)] {
        let left = AtomicUsize::new(refusals);
        let (list, asked) = all(move |cursor| match cursor {
            "" => page(&["a"], "2", "0", r#""x""#, true),
            _ if left
                .fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1))
                .is_ok() =>
            {
                Answer::new(400, r#"{"code":1,"msg":"expired"}"#)
            }
            _ => page(&["b"], "2", "x", "null", false),
        })
        .await;
        let list = list.unwrap();
        assert_eq!((list.complete, asked.len()), (complete, requests));
        assert_eq!(ids(&list).len(), if complete { 2 } else { 1 });
    }
}

#[tokio::test]
async fn what_breaks_on_the_way_keeps_what_came() {
    let (list, _) = all(|cursor| match cursor {
        "" => page(&["a"], "2", "0", r#""x""#, true),
        _ => Answer::new(404, "{}"),
    })
    .await;
    let list = list.unwrap();
    assert_eq!((ids(&list), list.complete), (vec!["a"], false));
    let (list, _) = all(|_| Answer::new(401, "{}")).await;
    assert_eq!(list.unwrap_err().kind, FailureKind::Unauthorized);
}
