//! Parts of a payment, as a picture and as figures: paid, refunded before, this refund, left after it.

use crate::widgets::show::live;
use leptos::prelude::*;

/// Minor units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Share {
    pub(crate) paid: u64,
    pub(crate) before: u64,
    pub(crate) this: u64,
}

impl Share {
    fn left(self) -> u64 {
        self.paid.saturating_sub(self.before).saturating_sub(self.this)
    }

    /// Percent of what was paid, rounded down to hundredths; for the picture only.
    fn width(self, part: u64) -> String {
        let whole = u128::from(self.paid.max(1));
        let share = (u128::from(part.min(self.paid)) * 10_000 / whole).min(10_000);
        format!("{}.{:02}%", share / 100, share % 100)
    }
}

#[component]
pub(crate) fn ShareBar(
    #[prop(into)] share: Signal<Option<Share>>,
    /// Money of minor units.
    money: Callback<u64, String>,
    /// Stands under the figures: how certain they are.
    #[prop(into)]
    words: String,
) -> impl IntoView {
    let words = StoredValue::new(words);
    live(move || {
        share.get().map(|share| {
            let parts = [
                ("paid", "paid", share.paid),
                ("before", "refunded before", share.before),
                ("this", "this refund", share.this),
                ("left", "left after it", share.left()),
            ];
            let figures = parts.map(|(class, name, minor)| {
                let swatch = format!("share-swatch share-{class}");
                view! { <div><dt><span class=swatch aria-hidden="true"></span>{name}</dt><dd>{money.run(minor)}</dd></div> }
            });
            view! {
                <div class="share">
                    <div class="share-bar" aria-hidden="true">
                        <span class="share-before" style:width=share.width(share.before)></span>
                        <span class="share-this" style:width=share.width(share.this)></span>
                    </div>
                    <dl>{figures.into_iter().collect_view()}</dl>
                    <p class="says">{words.get_value()}</p>
                </div>
            }
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_the_bar_are_shares_of_what_was_paid() {
        let share = Share { paid: 6240, before: 1500, this: 2310 };
        assert_eq!(
            (share.left(), share.width(share.before), share.width(share.this)),
            (2430, "24.03%".to_owned(), "37.01%".to_owned())
        );
        let over = Share { paid: 100, before: 80, this: 50 };
        assert_eq!((over.left(), over.width(500)), (0, "100.00%".to_owned()));
        assert_eq!(Share { paid: 0, before: 0, this: 0 }.width(0), "0.00%");
    }
}
