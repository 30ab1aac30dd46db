//! A row as every row will be, with a plain socket in Tapline's place: the operation under test gets the fault, the others
//! answer well, and afterwards so does this one.

use std::io::Write as _;

use tapline_scripted::{Answer, Server};
use tapline_tests::reference::Reference;
use tokio::task::spawn_blocking;

use super::client::{answer, connect, wire};
use crate::cell::rehearse;

#[tokio::test]
async fn a_server_that_is_down_for_one_operation() {
    rehearse(10, |operation| async move {
        let service = Reference::start();
        let server = Server::start(
            service.except(operation, |number, _| (number == 0).then(|| Answer::empty(503).steps())),
        );
        let (port, message) = (server.port(), wire(&operation.request()));
        let answers = spawn_blocking(move || {
            let mut stream = connect(port);
            [(); 2].map(|()| {
                stream.write_all(message.as_bytes()).unwrap();
                answer(&mut stream)
            })
        });
        let [(down, _), (up, body)] = answers.await.unwrap();
        assert_eq!((down, up), (503, operation.status));
        assert_eq!(body, operation.sample().body, "the first call has changed nothing");
        assert_eq!(operation.sent(&server.until(|seen| seen.requests.len() == 2).await), 2);
        assert_eq!(service.deviations(), [""; 0]);
    })
    .await;
}
