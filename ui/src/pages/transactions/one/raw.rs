//! The tabs under the head: facts, and the record as it came, with a request that has no secret in it, to hand over.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::Endpoint;
use tapline_contract::endpoints::GetTransaction;
use tapline_contract::transaction::Transaction;

use super::explain::Explain;
use super::facts::Facts;
use super::timeline::Timeline;
use crate::ipc::engine;
use crate::shell::{Shell, shell};
use crate::widgets::icon::Icon;

#[component]
pub(super) fn Tabs(#[prop(into)] record: Signal<Option<Transaction>>) -> impl IntoView {
    let raw = RwSignal::new(false);
    let tab = move |id: &'static str, words: &'static str, is_raw: bool| {
        let chosen = move || raw.get() == is_raw;
        view! {
            <button type="button" role="tab" id=id aria-selected=move || chosen().to_string() aria-controls="transaction-panel"
                tabindex=move || if chosen() { "0" } else { "-1" } on:click=move |_| raw.set(is_raw)>{words}</button>
        }
    };
    let keys = move |event: web_sys::KeyboardEvent| {
        if matches!(event.key().as_str(), "ArrowLeft" | "ArrowRight") {
            event.prevent_default();
            raw.update(|raw| *raw = !*raw);
            engine::focus(
                if raw.get_untracked() { "#transaction-raw" } else { "#transaction-facts" },
                "main h1",
            );
        }
    };
    let shown = move || {
        let record = record.get()?;
        Some(if raw.get() {
            view! { <Raw record=record/> }.into_any()
        } else {
            view! {
                <div class="transaction-columns">
                    <Explain record=record.clone()/>
                    <Timeline record=record.clone()/>
                    <Facts record=record/>
                </div>
            }
            .into_any()
        })
    };
    view! {
        <div class="tabs" role="tablist" aria-label="Transaction" on:keydown=keys>
            {tab("transaction-facts", "Facts", false)}{tab("transaction-raw", "Raw JSON", true)}
        </div>
        <div id="transaction-panel" role="tabpanel" aria-labelledby=move || if raw.get() { "transaction-raw" } else { "transaction-facts" }>{shown}</div>
    }
}

#[component]
fn Raw(record: Transaction) -> impl IntoView {
    let shell = shell();
    let json = serde_json::to_string(&record).unwrap_or_default();
    let curl = curl(shell, &record);
    let copy = move |text: String| {
        spawn_local(async move {
            let copied = engine::copy(&text).await;
            shell.say(if copied { "Copied." } else { "The clipboard did not take it." });
        });
    };
    let copied = json.clone();
    view! {
        <p class="actions">
            <button type="button" on:click=move |_| copy(copied.clone())><Icon name="copy"/>"Copy JSON"</button>
            <button type="button" on:click=move |_| copy(curl.clone())><Icon name="copy"/>"Copy redacted cURL"</button>
        </p>
        <p class="muted caption">"As Tapline reads it: digits and unknown members as they came. The request has no token in it."</p>
        <pre class="raw" tabindex="0" aria-label="Raw JSON">{indented(&json)}</pre>
    }
}

/// The reading of this record, without the token.
fn curl(shell: Shell, record: &Transaction) -> String {
    let base = shell
        .session
        .with_untracked(|s| s.as_ref().map(|s| s.connection.base_address.clone()))
        .unwrap_or_default();
    let base = if base.is_empty() { "https://service.example".to_owned() } else { base };
    let id: String = record
        .tran_id
        .as_str()
        .bytes()
        .map(|b| {
            if b.is_ascii_alphanumeric() || b"-_.~".contains(&b) {
                char::from(b).to_string()
            } else {
                format!("%{b:02X}")
            }
        })
        .collect();
    let path = GetTransaction::PATH.replace("{transactionId}", &id);
    format!("curl '{}{path}' \\\n  -H 'Authorization: Bearer <ACCESS_TOKEN>'", base.trim_end_matches('/'))
}

/// One member a line. Only white space between tokens is added: digits and spelling stay.
fn indented(json: &str) -> String {
    let (mut out, mut depth, mut in_text, mut escaped) =
        (String::with_capacity(json.len() * 2), 0_usize, false, false);
    let mut signs = json.chars().peekable();
    let line = |out: &mut String, depth: usize| {
        out.push('\n');
        out.extend(std::iter::repeat_n("  ", depth));
    };
    while let Some(sign) = signs.next() {
        match sign {
            _ if in_text => {
                out.push(sign);
                in_text = escaped || sign != '"';
                escaped = sign == '\\' && !escaped;
            }
            '"' => {
                in_text = true;
                out.push(sign);
            }
            '{' | '[' if matches!(signs.peek(), Some('}' | ']')) => {
                out.push(sign);
                out.extend(signs.next());
            }
            '{' | '[' => {
                depth += 1;
                out.push(sign);
                line(&mut out, depth);
            }
            '}' | ']' => {
                depth = depth.saturating_sub(1);
                line(&mut out, depth);
                out.push(sign);
            }
            ',' => {
                out.push(sign);
                line(&mut out, depth);
            }
            ':' => out.push_str(": "),
            white if white.is_whitespace() => {}
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indenting_changes_no_token() {
        let json = r#"{"a":1.10,"b":[1e3,"x, \"y\": {"],"c":{},"d":[]}"#;
        let expected = "{\n  \"a\": 1.10,\n  \"b\": [\n    1e3,\n    \"x, \\\"y\\\": {\"\n  ],\n  \"c\": {},\n  \"d\": []\n}";
        assert_eq!(indented(json), expected);
        assert_eq!(indented(&indented(json)), expected);
    }
}
