//! Many changes at once, made by core as for the page, for lists that need many.

use serde_json::{Value, json};

use crate::TestApp;

const CHANGE: &str = "
    const [name, id, first, many, done] = arguments;
    const invoke = (name, operation, payload) => window.__TAURI_INTERNALS__.invoke('invoke', { name, operation, payload: JSON.stringify(payload) })
        .then((answer) => JSON.parse(new TextDecoder().decode(answer)));
    (async () => {
        const { session } = await invoke('GetDesk', null, null);
        for (let at = first; at < first + many; at++) {
            const params = { aid: 'A0000000031010', clFloorLimit: 0, clCVMLimit: 2500 + at, clTransLimit: 20000 };
            const input = { params, emvName: `Made ${String(at).padStart(3, '0')}`, paymentMethod: '01' };
            const operation = at.toString(16).padStart(32, '0');
            const answer = await invoke(name, operation, { connection: session.connection.id, id, input, seen: null });
            if (!answer.applied) throw JSON.stringify(answer);
        }
    })().then(() => done(null), (cause) => done(String(cause?.message ?? cause)));";

/// So many in one script, which may not take longer than the driver waits.
const AT_ONCE: usize = 50;

impl TestApp {
    /// Creates so many configurations, one after the other: “Made 001” is the first.
    pub async fn creates_configurations(&self, many: usize) {
        for first in (1..=many).step_by(AT_ONCE) {
            self.change_emv("CreateEmv", Value::Null, first, AT_ONCE.min(many + 1 - first)).await;
        }
    }

    /// Changes a configuration so often; its name is “Made 003” after the third.
    pub async fn changes_configuration(&self, id: u64, often: usize) {
        self.change_emv("UpdateEmv", json!(id.to_string()), 1, often).await;
    }

    async fn change_emv(&self, name: &str, id: Value, first: usize, many: usize) {
        let failed = self.run_async(CHANGE, vec![json!(name), id, json!(first), json!(many)]).await;
        assert_eq!(failed, Value::Null, "{name}");
    }
}
