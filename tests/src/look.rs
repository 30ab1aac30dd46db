//! Content of the window.

use std::path::Path;

use fantoccini::error::CmdError;
use serde_json::{Value, json};

use crate::{Target, TestApp, wait};

const PAGE: &str = include_str!("page.js");
const WHOLE: &str = include_str!("whole.js");

impl TestApp {
    /// Waits until it is there.
    pub async fn see(&self, target: Target) {
        self.answer(&format!("{target} is not seen"), "return stateOf(arguments[0]);", &target).await;
    }

    /// Waits until a condition holds that is looked at in a way of its own; the reason why it does not is for the failure.
    pub async fn until<T>(&self, ask: impl AsyncFnMut() -> Result<T, String>) -> T {
        self.or_stop(wait::until(ask).await).await
    }

    /// Waits until it has the keyboard.
    pub async fn holds_keyboard(&self, target: Target) {
        let holds =
            "return hasFocus(arguments[0]).ok ? { ok: true } : { not: 'something else has the keyboard' };";
        self.answer(&format!("{target} does not get the keyboard"), holds, &target).await;
    }

    /// Waits until it is not there any more.
    pub async fn gone(&self, target: Target) {
        let gone = "return matches(arguments[0]).length === 0 ? { ok: true } : { not: 'it is still there' };";
        self.answer(&format!("{target} does not go"), gone, &target).await;
    }

    /// Waits for this text anywhere on the page.
    pub async fn shows(&self, text: &str) {
        let there = wait::until(async || {
            let page = self.page_text().await?;
            if page.contains(text) { Ok(()) } else { Err(format!("“{text}” is not shown")) }
        });
        self.or_stop(there.await).await;
    }

    /// Waits for a heading of the page that ends in this: a name, perhaps after a word for its kind.
    pub async fn headed(&self, end: &str) {
        let script =
            "const names = [...outermost().querySelectorAll('h1')].map((one) => nameOf(one, 'heading'));
            const there = names.some((name) => name.endsWith(arguments[0]));
            return there ? { ok: true } : { not: `the page is headed “${names.join('”, “')}”` };";
        let there = wait::until(async || self.ask(script, vec![json!(end)]).await);
        self.or_stop(there.await.map_err(|reason| format!("no heading ends in “{end}”: {reason}"))).await;
    }

    /// Waits until its text contains this.
    pub async fn says(&self, target: Target, part: &str) {
        self.contains(&target, "textOf", part).await;
    }

    /// Waits for the end of work of many steps, which its text tells; returns the text.
    pub async fn comes_to(&self, target: Target, is_end: impl Fn(&str) -> bool) -> String {
        let came = wait::until_done(async || match self.ask_for("textOf", &target).await? {
            text if is_end(&text) => Ok(text),
            text => Err(format!("{target} says “{text}”, which is no end")),
        });
        self.or_stop(came.await).await
    }

    /// Waits until what describes it (aria-describedby) contains this.
    pub async fn described(&self, target: Target, part: &str) {
        self.contains(&target, "descriptionOf", part).await;
    }

    /// Waits until it has this value: the text of a field, what a slider says.
    pub async fn has_value(&self, target: Target, value: &str) {
        let same = wait::until(async || match self.ask_for("valueOf", &target).await? {
            now if now == value => Ok(()),
            now => Err(format!("{target} has the value “{now}” and not “{value}”")),
        });
        self.or_stop(same.await).await;
    }

    /// Its text now.
    pub async fn text(&self, target: Target) -> String {
        self.answer(&format!("{target} has no text"), "return textOf(arguments[0]);", &target)
            .await
            .into_text()
    }

    /// Description of the element (aria-describedby).
    pub async fn description(&self, target: Target) -> String {
        let what = format!("{target} has no description");
        self.answer(&what, "return descriptionOf(arguments[0]);", &target).await.into_text()
    }

    /// Its value now.
    pub async fn value(&self, target: Target) -> String {
        self.answer(&format!("{target} has no value"), "return valueOf(arguments[0]);", &target)
            .await
            .into_text()
    }

    /// Waits until it cannot be used.
    pub async fn is_disabled(&self, target: Target) {
        self.in_state(&target, "disabled", true).await;
    }

    /// Waits until it can be used.
    pub async fn is_enabled(&self, target: Target) {
        self.in_state(&target, "disabled", false).await;
    }

    /// Waits until it is the chosen one.
    pub async fn is_checked(&self, target: Target) {
        self.in_state(&target, "checked", true).await;
    }

    /// Waits until it is not the chosen one.
    pub async fn is_unchecked(&self, target: Target) {
        self.in_state(&target, "checked", false).await;
    }

    /// Waits until so many of them are there; names begin as the target's does.
    pub async fn counts(&self, target: Target, number: usize) {
        let counted = wait::until(async || {
            let found = self.ask("return { ok: matches(arguments[0]).length };", vec![target.json()]).await?;
            if found == json!(number) {
                Ok(())
            } else {
                Err(format!("{found} times {target}, not {number} times"))
            }
        });
        self.or_stop(counted.await).await;
    }

    /// Waits until two frames were painted, so that a picture shows what was done.
    pub async fn painted(&self) {
        let frames = "const done = arguments[arguments.length - 1];
            requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(true), 0)));";
        self.run_async(frames, Vec::new()).await;
    }

    /// A picture of the painted window.
    pub async fn take_picture(&self, path: &Path) {
        self.painted().await;
        self.picture(path);
    }

    /// Controls without a name, called otherwise than they read, smaller than 24 px, or disabled without a reason;
    /// and what moves for longer than 200 ms.
    pub async fn faults(&self) -> Vec<String> {
        let found = self.ask("return { ok: [...faults(), ...slowMoves()] };", Vec::new()).await;
        let found = self.or_stop(found).await;
        found.as_array().into_iter().flatten().map(ToString::to_string).collect()
    }

    /// Text that is cut, and controls that cannot be brought into view uncovered.
    pub async fn lost(&self) -> Vec<String> {
        self.painted().await;
        let lost = self.run(WHOLE, Vec::new()).await;
        lost.as_array().into_iter().flatten().map(ToString::to_string).collect()
    }

    /// Runs a script in the page and gives what it returns.
    pub async fn run(&self, script: &str, arguments: Vec<Value>) -> Value {
        let answer = self.started.client.execute(script, arguments).await;
        answer.unwrap_or_else(|cause| panic!("a script in the page failed: {cause}"))
    }

    /// As `run`, for a script that calls its last argument with the answer.
    pub async fn run_async(&self, script: &str, arguments: Vec<Value>) -> Value {
        let answer = self.started.client.execute_async(script, arguments).await;
        answer.unwrap_or_else(|cause| panic!("a script in the page failed: {cause}"))
    }

    /// All text that the page shows.
    pub async fn page_text(&self) -> Result<String, String> {
        let text = self.ask("return { ok: tidy(outermost().innerText) };", Vec::new()).await?;
        Ok(text.into_text())
    }

    /// Asks the page until it has an answer.
    pub(crate) async fn answer(&self, what: &str, script: &str, target: &Target) -> Value {
        let answer = wait::until(async || self.ask(script, vec![target.json()]).await);
        self.or_stop(answer.await.map_err(|reason| format!("{what}: {reason}"))).await
    }

    /// Asks the page once.
    pub(crate) async fn ask(&self, script: &str, arguments: Vec<Value>) -> Result<Value, String> {
        let answer = self.started.client.execute(&format!("{PAGE}\n{script}"), arguments).await;
        taken_apart(answer.map_err(|cause| kind_and_words(&cause))?)
    }

    /// Asks the page once, for something that takes some frames.
    pub(crate) async fn ask_over_frames(&self, script: &str, arguments: Vec<Value>) -> Result<Value, String> {
        let answer = self.started.client.execute_async(&format!("{PAGE}\n{script}"), arguments).await;
        taken_apart(answer.map_err(|cause| kind_and_words(&cause))?)
    }

    /// The answer, or the end of the test with the reason and what the window shows.
    pub(crate) async fn or_stop<T>(&self, answer: Result<T, String>) -> T {
        match answer {
            Ok(answer) => answer,
            Err(reason) => {
                let page = self.page_text().await.unwrap_or_else(|cause| self.without_page(&cause));
                panic!("{reason}\nThe window shows: {page}");
            }
        }
    }

    async fn ask_for(&self, what: &str, target: &Target) -> Result<String, String> {
        Ok(self.ask(&format!("return {what}(arguments[0]);"), vec![target.json()]).await?.into_text())
    }

    async fn contains(&self, target: &Target, what: &str, part: &str) {
        let there = wait::until(async || match self.ask_for(what, target).await? {
            text if text.contains(part) => Ok(()),
            text => Err(format!("{target} says “{text}” and not “{part}”")),
        });
        self.or_stop(there.await).await;
    }

    async fn in_state(&self, target: &Target, state: &str, wanted: bool) {
        let reached = wait::until(async || {
            let states = self.ask("return stateOf(arguments[0]);", vec![target.json()]).await?;
            if states[state] == json!(wanted) {
                Ok(())
            } else {
                Err(format!("{target}: {state} is not {wanted}"))
            }
        });
        self.or_stop(reached.await).await;
    }
}

/// Several kinds of failure of the driver come without a message.
fn kind_and_words(cause: &CmdError) -> String {
    match cause {
        CmdError::Standard(failure) => format!("{}: {}", failure.error(), failure.message),
        other => other.to_string(),
    }
}

fn taken_apart(mut answer: Value) -> Result<Value, String> {
    match answer.get("not").and_then(Value::as_str) {
        Some(reason) => Err(reason.to_owned()),
        None => Ok(answer["ok"].take()),
    }
}

trait IntoText {
    fn into_text(self) -> String;
}

impl IntoText for Value {
    fn into_text(self) -> String {
        match self {
            Value::String(text) => text,
            other => other.to_string(),
        }
    }
}
