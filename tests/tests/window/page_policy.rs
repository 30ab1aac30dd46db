//! The content security policy holds: a script injected into the page does not run and reaches no one.

use serde_json::json;
use tapline_scripted::{Answer, Server};
use tapline_tests::{TestApp, button, heading};

#[tokio::test(flavor = "multi_thread")]
async fn an_injected_script_handler_or_style_has_no_effect() {
    let app = TestApp::open().await;
    app.see(heading("Welcome to Tapline")).await;
    let injected = "
        const done = arguments[arguments.length - 1];
        window.ran = [];
        const ran = (what) => `window.ran.push('${what}')`;
        const script = document.createElement('script');
        script.textContent = ran('inline script');
        document.head.append(script);
        const data = document.createElement('script');
        data.src = `data:text/javascript,${ran('data script')}`;
        document.head.append(data);
        const box = document.createElement('div');
        box.innerHTML = `<img src=x onerror=\"${ran('onerror')}\"><svg onload=\"${ran('onload')}\"></svg>
            <a id=trap href=\"javascript:${ran('javascript link')}\">x</a><p id=styled style=\"color: rgb(1, 2, 3)\">x</p>`;
        document.body.append(box);
        document.getElementById('trap').click();
        const sheet = document.createElement('style');
        sheet.textContent = '#styled { background-color: rgb(4, 5, 6); }';
        document.head.append(sheet);
        for (const [what, code] of [['eval', () => (0, eval)(ran('eval'))], ['function', () => Function(ran('function'))()]]) {
            try { code(); } catch (refused) { /* that is the point */ }
        }
        try { setTimeout(ran('timeout'), 0); } catch (refused) { /* that is the point */ }
        setTimeout(() => {
            const look = getComputedStyle(document.getElementById('styled'));
            done({ ran: window.ran, color: look.color, background: look.backgroundColor });
        }, 400);";
    let found = app.run_async(injected, Vec::new()).await;
    assert_eq!(found["ran"], json!([]));
    assert_ne!(found["color"], json!("rgb(1, 2, 3)"), "an inline style had effect");
    assert_ne!(found["background"], json!("rgb(4, 5, 6)"), "an injected style sheet had effect");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_reaches_no_address_of_its_own() {
    let elsewhere =
        Server::always(&Answer::html(200, "<!doctype html><title>Welcome</title><h1>It works!</h1>"));
    let app = TestApp::open().await;
    app.see(heading("Welcome to Tapline")).await;
    let attempts = "
        const [address, done] = arguments;
        const add = (tag, set) => document.body.append(Object.assign(document.createElement(tag), set));
        fetch(address).catch(() => {});
        try { const call = new XMLHttpRequest(); call.open('GET', address); call.send(); } catch (refused) { /* good */ }
        try { new WebSocket(address.replace('http', 'ws')); } catch (refused) { /* good */ }
        try { new EventSource(address); } catch (refused) { /* good */ }
        try { navigator.sendBeacon(address, 'x'); } catch (refused) { /* good */ }
        add('img', { src: `${address}/img` });
        add('iframe', { src: `${address}/frame` });
        add('script', { src: `${address}/script.js` });
        add('link', { rel: 'stylesheet', href: `${address}/sheet.css` });
        const form = Object.assign(document.createElement('form'), { action: `${address}/form`, method: 'post' });
        document.body.append(form);
        form.submit();
        window.open(`${address}/window`);
        setTimeout(() => done(location.href), 700);";
    let place = app.run_async(attempts, vec![json!(elsewhere.http())]).await;
    assert!(place.as_str().is_some_and(|place| place.starts_with("tauri://")), "the window went to {place}");
    assert_eq!(elsewhere.seen().connections, 0);
    app.run("location.href = arguments[0];", vec![json!(elsewhere.http())]).await;
    app.click(button("Open the sandbox")).await;
    app.see(heading("Limits")).await;
    assert_eq!(elsewhere.seen().connections, 0, "the window left the page");
}

#[tokio::test(flavor = "multi_thread")]
async fn calls_to_core_take_the_direct_way_and_not_the_fallback() {
    let app = TestApp::open().await;
    app.see(heading("Welcome to Tapline")).await;
    let watch = "
        window.calls = [];
        const [fetch, warn] = [window.fetch, console.warn];
        window.fetch = async (...what) => {
            const answer = await fetch(...what);
            // Parts of the page are its own files.
            if (!String(what[0]).endsWith('.wasm')) window.calls.push(`${what[0]} ${answer.status}`);
            return answer;
        };
        console.warn = (...what) => { window.calls.push(`warning: ${what.join(' ')}`); warn(...what); };";
    app.run(watch, Vec::new()).await;
    app.click(button("Open the sandbox")).await;
    app.see(heading("Limits")).await;
    let calls = app.run("return window.calls;", Vec::new()).await;
    let calls: Vec<_> = calls.as_array().into_iter().flatten().filter_map(|call| call.as_str()).collect();
    assert!(!calls.is_empty(), "no call went through fetch: the fallback is in use");
    assert!(calls.iter().all(|call| *call == "ipc://localhost/invoke 200"), "{calls:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_may_call_one_command_and_no_plugin() {
    let app = TestApp::open().await;
    app.see(heading("Welcome to Tapline")).await;
    let calls = "
        const done = arguments[arguments.length - 1];
        const names = ['plugin:clipboard-manager|read_text', 'plugin:dialog|open', 'plugin:window|close',
            'plugin:webview|create_webview_window', 'plugin:path|resolve_directory', 'no_such_command'];
        Promise.all(names.map((name) => window.__TAURI_INTERNALS__.invoke(name, {}).then(() => name, () => null)))
            .then((answered) => done({ answered: answered.filter(Boolean), global: typeof window.__TAURI__ }));";
    let found = app.run_async(calls, Vec::new()).await;
    assert_eq!(found, json!({ "answered": [], "global": "undefined" }));
}
