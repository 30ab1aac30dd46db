//! Profiles: the list, one found by its reference, its bindings as a board, sign-on and status.

use serde_json::Value;
use tapline_tests::{
    Desktop, Key, Service, alert, button, checkbox, dialog, field, grid, heading, link, navigation, radio,
    region, status,
};

use crate::steps::{add_connection, connect, open_sandbox};

/// Of the demo data.
const RETAIL: &str = "prof_retail_de";

pub(crate) async fn open_list(desk: &Desktop) {
    desk.click(link("Profiles").inside(navigation("Areas"))).await;
    desk.see(heading("Profiles")).await;
    desk.see(link("Retail DE")).await;
}

pub(crate) async fn open_one(desk: &Desktop, name: &str) {
    desk.click(link(name).inside(grid("Profiles"))).await;
    desk.see(heading(name)).await;
    desk.see(region("Board")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn look() {
    let mut desk = Desktop::open().await;
    let folder = tapline_tests::target().join("profiles");
    std::fs::create_dir_all(&folder).unwrap();
    macro_rules! shot {
        ($name:literal) => {
            desk.take_picture(&folder.join(concat!($name, ".png"))).await
        };
    }
    open_sandbox(&desk).await;
    desk.resize((1280, 800)).await;
    open_list(&desk).await;
    shot!("list");
    desk.fill(field("Provider reference"), "nobody").await;
    desk.click(button("Find profile")).await;
    desk.says(status("Found"), "No profile has").await;
    shot!("find-none");
    open_one(&desk, "Retail DE").await;
    shot!("board");
    desk.click(checkbox("Amex by Visa, Rheinbank")).await;
    desk.click(checkbox("WECHAT by Wallets, Paylane")).await;
    shot!("board-changed");
    desk.click(button("Unbind Visa, host until 2025")).await;
    shot!("left-out");
    desk.click(button("Edit Visa, Rheinbank")).await;
    shot!("acceptance");
    desk.click(button("Back to the board")).await;
    desk.click(button("Add acceptance")).await;
    shot!("add");
    desk.click(radio("By its id")).await;
    shot!("add-id");
    desk.press(Key::Escape).await;
    desk.click(button("Sign on 4")).await;
    shot!("sign-on");
    desk.click(button("Sign on 4 acceptances").inside(dialog("Sign on"))).await;
    desk.says(status("Sign-on result"), "acceptances signed on").await;
    shot!("signed-on");
    desk.click(button("Disable profile")).await;
    shot!("disable");
    desk.click(button("Disable profile").inside(dialog("Disable"))).await;
    desk.says(status("Status change"), "Disabled").await;
    shot!("disabled");
    desk.click(link("Values")).await;
    desk.see(field("Profile name")).await;
    shot!("values");
    desk.click(radio("Dark")).await;
    shot!("values-dark");
    desk.click(link("Bindings")).await;
    desk.see(region("Board")).await;
    shot!("board-dark");
    desk.resize((1024, 640)).await;
    shot!("board-dark-small");
    desk.click(radio("Light")).await;
    shot!("board-small");
}
