//! A page that was left leaves nothing behind. Its elements are gone once the engine has collected everything unreferenced.

use serde_json::{Value, json};
use tapline_tests::{TestApp, cells};

use crate::steps::in_sandbox;

/// Every place of the window, and the dialogs that open there: by the words of their button, all of them below `main`.
const PLACES: &[(&str, &[&str])] = &[
    ("/limits", &[]),
    ("/limits/id/12", &[]),
    ("/limits/id/12/delete", &[]),
    ("/limits/id/12/users", &[]),
    ("/limits/new", &[]),
    ("/limits/matrix", &[]),
    ("/change-sets", &[]),
    ("/merchants", &["Export…"]),
    ("/merchants/id/M100000008", &[]),
    ("/merchants/id/M100000008/edit", &[]),
    ("/merchants/new", &[]),
    ("/terminals", &[]),
    ("/terminals/of/M100000001", &["Export…"]),
    ("/terminals/of/M100000001/activate", &[]),
    ("/terminals/of/M100000001/id/CD-H3N8T2WA", &[]),
    ("/terminals/of/M100000001/id/CD-H3N8T2WA/edit", &[]),
    ("/acquirers", &["Export…"]),
    ("/acquirers/id/301", &[]),
    ("/acquirers/id/301/delete", &[]),
    ("/acquirers/id/301/edit", &[]),
    ("/acquirers/id/301/users", &[]),
    ("/acquirers/new", &[]),
    ("/profiles", &["Export…"]),
    ("/profiles/id/prof_retail_de", &[]),
    ("/profiles/id/prof_retail_fr", &["Disable profile"]),
    ("/profiles/id/prof_retail_de/edit", &[]),
    ("/profiles/id/prof_retail_de/raw", &[]),
    ("/profiles/id/prof_retail_de/users", &[]),
    ("/profiles/new", &[]),
    ("/transactions", &["Export…"]),
    ("/transactions/id/T20261101000003", &["Void…", "Refund…", "Email receipt…"]),
    ("/transactions/id/T20261101000002", &["Capture…"]),
    ("/settlements", &["Export…"]),
    ("/settlements/id/B20261103602", &["Settle…", "Send report…"]),
    ("/owner", &[]),
    ("/activity", &[]),
];

/// Goes to a place as by a link, opens each tab and each dialog, and remembers without holding what was drawn.
const VISIT: &str = "
    const [path, dialogs, done] = arguments;
    window.left ??= [];
    const wait = (time) => new Promise((then) => setTimeout(then, time));
    const until = async (what, found) => {
        for (let turn = 0; turn < 1000; turn++) { const it = found(); if (it) return it; await wait(10); }
        throw `${path}: ${what}`;
    };
    const hold = (kind, element) => left.push([`${kind} of ${path}`, new WeakRef(element)]);
    (async () => {
        history.pushState(null, '', path);
        dispatchEvent(new PopStateEvent('popstate'));
        await until('no page', () => location.pathname === path && document.querySelector('main h1') && !document.querySelector('main .skeleton'));
        await wait(20);
        hold('page', document.querySelector('main').firstElementChild);
        for (const name of [...document.querySelectorAll('main [role=tab]')].map((tab) => tab.innerText)) {
            const tab = [...document.querySelectorAll('main [role=tab]')].find((tab) => tab.innerText === name);
            tab?.click();
            await wait(20);
            const panel = document.querySelector('main [role=tabpanel]');
            if (panel?.firstElementChild) hold(`tab ${name}`, panel.firstElementChild);
        }
        for (const name of dialogs) {
            const button = await until(`no button ${name}`, () => [...document.querySelectorAll('button')].find((one) => one.innerText.trim().startsWith(name) && !one.disabled));
            button.click();
            const dialog = await until(`no dialog ${name}`, () => document.querySelector('dialog[open]'));
            hold(`dialog ${name}`, dialog.lastElementChild);
            dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
            await until(`${name} stays`, () => !document.querySelector('dialog[open]'));
        }
    })().then(() => done(null), (cause) => done(String(cause)));";

/// Elements that are still in memory, once everything unreferenced is collected; the present page does not count. The engine collects when
/// a page needs much memory: so much is allocated and dropped, until nothing is left or it has had every chance.
const LEFT: &str = "
    const done = arguments[0];
    const wait = (time) => new Promise((then) => setTimeout(then, time));
    const held = () => left.filter(([, one]) => one.deref() && !one.deref().isConnected);
    (async () => {
        for (let turn = 0; turn < 40 && held().length > 0; turn++) {
            // An object that was looked at lives until the end of the turn.
            await wait(20);
            for (let part = 0; part < 40; part++) new Uint8Array(4 << 20).fill(1);
            for (let part = 0; part < 200; part++) Array.from({ length: 2000 }, (_, at) => ({ at }));
            await wait(60);
        }
        await wait(20);
        const there = {};
        for (const [what] of held()) there[what] = (there[what] ?? 0) + 1;
        return there;
    })().then(done, (cause) => done({ cause: String(cause) }));";

async fn visit(app: &TestApp, (path, dialogs): (&str, &[&str])) {
    // The engine allows a hundred entries of history in ten seconds, which a fast computer reaches.
    app.run_async("setTimeout(arguments[0], 110);", Vec::new()).await;
    let failed = app.run_async(VISIT, vec![json!(path), json!(dialogs)]).await;
    assert_eq!(failed, Value::Null);
}

/// The start counts for one: what is drawn last of a kind may be kept by the engine for what comes next.
const SPARED: u64 = 1;

#[tokio::test(flavor = "multi_thread")]
async fn no_page_tab_or_dialog_stays_once_it_is_left() {
    let app = in_sandbox().await;
    let visits = cells::runs(3, 20);
    for _ in 0..visits {
        for place in PLACES {
            visit(&app, *place).await;
        }
    }
    visit(&app, ("/limits", &[])).await;
    let kept = kept(&app).await;
    assert!(kept.is_empty(), "{kept:?} of {visits} visits each");
}

/// Elements of pages that were left and are still in memory, with their number.
async fn kept(app: &TestApp) -> Vec<(String, Value)> {
    let there = app.run_async(LEFT, Vec::new()).await;
    let kept = |(what, number): &(&String, &Value)| {
        number.as_u64().is_none_or(|number| number > SPARED) || what.as_str() == "cause"
    };
    let all = there.as_object().into_iter().flatten();
    all.filter(kept).map(|(what, number)| (what.clone(), number.clone())).collect()
}

/// In kB, once it no longer falls: the engine gives back what was collected by and by.
async fn memory_at_rest(app: &TestApp) -> u64 {
    const CALM: u32 = 12;
    let (mut least, mut calm) = (app.memory_of_page(), 0);
    while calm < CALM {
        app.run_async("setTimeout(arguments[0], 250);", Vec::new()).await;
        let now = app.memory_of_page();
        calm = if now * 100 < least * 99 { 0 } else { calm + 1 };
        least = least.min(now);
    }
    least
}

/// A day at the desk: a thousand changes of area in the long run, else a sample of them. Leftovers of a page grow with each visit, so the
/// sample looks for them, too: memory alone would show them only after hundreds.
#[tokio::test(flavor = "multi_thread")]
async fn changes_of_area_need_no_more_memory_than_the_first_ones() {
    let (first, changes) = (cells::runs(20, 50), cells::runs(60, 1000));
    let app = in_sandbox().await;
    let areas: Vec<_> = PLACES.iter().filter(|(path, _)| path.matches('/').count() == 1).collect();
    let mut after_first = 0;
    for number in 1..=changes {
        visit(&app, (areas[number % areas.len()].0, &[])).await;
        if number != first && number != changes && number % 250 != 0 {
            continue;
        }
        let now = memory_at_rest(&app).await;
        if number == first {
            after_first = now;
        }
        println!("{number} changes of area: {now} kB");
        assert!(
            now * 4 <= after_first * 5,
            "{now} kB after {number} changes of area, {after_first} kB after {first}"
        );
    }
    // Looked for last, because that takes memory itself.
    let kept = kept(&app).await;
    assert!(kept.is_empty(), "{kept:?} after {changes} changes of area");
}
