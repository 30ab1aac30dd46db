//! A list that was left during a call of core about it.

use tapline_tests::{button, dialog};

use crate::lists::open_list;
use crate::steps::in_sandbox;

#[tokio::test(flavor = "multi_thread")]
async fn what_is_told_late_of_a_list_that_was_left_changes_nothing() {
    let app = in_sandbox().await;
    open_list(&app).await;
    app.click(button("Status Any")).await;
    app.click(button("Declined").inside(dialog("Filter by status"))).await;
    app.shows("Rows 1–17 of 81").await;
    // Rows of the whole list are requested in a version that is gone. Its state is read then, and while that answer is on its way
    // the list is left; it comes a second later.
    let late = "
        const fetched = window.fetch;
        window.told = 0;
        window.fetch = async (address, given) => {
            const body = String(given?.body ?? '');
            if (body.includes('\"ListRows\"'))
                return fetched(address, { ...given, body: body.replace(/version\\\\\":\\d+/, 'version\\\\\":999') });
            const answer = await fetched(address, given);
            if (!body.includes('\"GetListState\"')) return answer;
            window.fetch = fetched;
            history.forward();
            await new Promise((done) => setTimeout(done, 1000));
            setTimeout(() => { window.told += 1; }, 100);
            return answer;
        };
        history.back();";
    app.run(late, Vec::new()).await;
    let told = "
        const [done] = arguments;
        const look = () => window.told > 0 ? done(window.told) : setTimeout(look, 50);
        look();";
    assert!(app.run_async(told, Vec::new()).await.as_u64() > Some(0), "nothing came late");
    app.shows("Rows 1–17 of 81").await;
    app.shows("81 transactions").await;
}
