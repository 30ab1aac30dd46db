//! F19: the service sends requests elsewhere. Nothing follows, and nothing secret leaves.

use tapline_contract::FailureKind;
use tapline_scripted::{Answer, Behavior, Server};
use tapline_tests::files_with;
use tapline_tests::reference::TOKEN;

use crate::cell::every;
use crate::fault::Fault;
use crate::test_core::{PATIENT, TestCore};

pub(crate) async fn redirects() {
    every(19, |operation| async move {
        let core = TestCore::new(PATIENT);
        let second = Server::start(Behavior::respond(|_| Answer::json(200, "{}").steps()));
        for status in [301, 302, 303, 307, 308] {
            for (name, target) in [
                ("same host", "/api/v3/elsewhere".to_owned()),
                ("other host", format!("{}/api", second.http())),
                ("other name", format!("http://localhost:{}/", second.port())),
                ("https", second.https()),
                ("no address", String::new()),
            ] {
                let moved = Answer::html(status, "moved").with("Location", &target).steps();
                let fault = Fault::new(format!("{status} to {name}"), FailureKind::Redirected, move |_| {
                    moved.clone()
                });
                fault
                    .also(|result| {
                        let named = || result.failure().sentence.contains("redirects to http");
                        assert!(result.is_success() || named(), "{result:?}");
                    })
                    .meets(&core, operation)
                    .await;
            }
        }
        assert_eq!(second.seen().connections, 0, "somebody followed");
        for secret in [TOKEN, "correct horse"] {
            assert!(files_with(core.folder(), secret).is_empty(), "a secret rests on disk");
        }
    })
    .await;
}
