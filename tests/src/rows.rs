//! Content of the lists of a page, and of groups of like elements.

use serde_json::{Value, json};

use crate::TestApp;

impl TestApp {
    /// The text of every element that a CSS selector finds.
    pub async fn texts(&self, selector: &str) -> Vec<String> {
        let script =
            "return [...document.querySelectorAll(arguments[0])].map((one) => one.innerText.trim());";
        texts(self.run(script, vec![json!(selector)]).await)
    }

    /// The texts in a column of the page's list, by its title: the rows that are in the page.
    pub async fn column(&self, title: &str) -> Vec<String> {
        let script = "
            const grid = document.querySelector('main .grid');
            const at = [...grid.querySelectorAll('thead th')].findIndex((th) => th.innerText.trim() === arguments[0]);
            return [...grid.querySelectorAll('tbody tr')].map((row) => row.children[at].innerText.trim());";
        texts(self.run(script, vec![json!(title)]).await)
    }

    /// The titles of the columns of the page's list.
    pub async fn titles(&self) -> Vec<String> {
        self.texts("main .grid thead th").await
    }
}

fn texts(found: Value) -> Vec<String> {
    serde_json::from_value(found).unwrap_or_else(|cause| panic!("the page told no texts: {cause}"))
}
