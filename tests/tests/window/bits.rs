//! Values of bits next to the preset and the siblings: each differing bit in words, one bit or the whole value
//! accepted.

use serde_json::json;
use tapline_tests::{Key, button, field, region, status};

use crate::steps::{in_sandbox, open, review};

const TTQ: &str = "Transaction qualifiers (TTQ)";

#[tokio::test(flavor = "multi_thread")]
async fn a_value_is_compared_bit_by_bit_and_one_bit_is_taken() {
    let app = in_sandbox().await;
    open(&app, "Retail north").await;
    app.see(field("Compare with a preset")).await;
    app.press_holding(&[Key::Control, Key::Shift], 'b').await;
    app.holds_keyboard(field("Compare with a preset")).await;
    let choose = "const list = document.getElementById('preset'); list.value = arguments[0];
        list.dispatchEvent(new Event('change', { bubbles: true }));";
    app.run(choose, vec![json!("Visa in EUR")]).await;
    app.says(status("Preset"), "3 values differ").await;

    // 26004080 next to the preset's 24004000: two bits, the second one accepted.
    app.has_value(field(TTQ), "26004080").await;
    app.described(field(TTQ), "byte 1 bit 2, signature: set here").await;
    app.described(field(TTQ), "byte 4 bit 8, ").await;
    app.described(field(TTQ), ": set here, not set in the preset").await;
    crate::axe::check(&app, "a value beside a preset, bit by bit").await;
    app.click(button("Set this bit as in the preset: byte 1 bit 2, not set")).await;
    app.has_value(field(TTQ), "24004080").await;
    app.holds_keyboard(field(TTQ)).await;
    app.gone(button("Set this bit as in the preset: byte 1 bit 2, not set")).await;

    // Now it differs from the siblings, and their whole value is accepted.
    app.click(button("Set this bit as in most others: byte 1 bit 2, set")).await;
    app.has_value(field(TTQ), "26004080").await;
    app.gone(button("Use this value: 26004080, as in most others")).await;
    app.click(button("Set this bit as in the preset: byte 4 bit 8, not set")).await;
    app.has_value(field(TTQ), "26004000").await;
    app.click(button("Use this value: 26004080, as in most others")).await;
    app.has_value(field(TTQ), "26004080").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_review_tells_the_bits_that_change_and_the_sales_they_decline() {
    let app = in_sandbox().await;
    open(&app, "Retail north").await;
    app.fill(field(TTQ), "20004080").await;
    review(&app).await;
    for words in [
        "byte 1 bit 3, online PIN: on → off",
        "byte 1 bit 2, signature: on → off",
        "With a card, sales from 25.00 to 200.00 EUR: likely declined, no verification possible; until now online, PIN or signature required.",
    ] {
        app.says(region("Changes"), words).await;
    }
    let said = app.text(region("Changes")).await;
    assert!(!said.contains("With a phone") && !said.contains("No change for any amount"), "{said}");
}
