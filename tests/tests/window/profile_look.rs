//! Pictures of the profiles.

use tapline_tests::{Desktop, Key, button, checkbox, dialog, field, heading, link, radio, region, status};

use crate::profiles::{open_list, open_one};
use crate::steps::open_sandbox;

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
    shot!("01-list");
    open_one(&desk, "Retail DE").await;
    shot!("03-board");
    desk.click(checkbox("Amex by Visa, Rheinbank")).await;
    desk.click(checkbox("WECHAT by Wallets, Paylane")).await;
    shot!("04-board-changed");
    desk.click(button("Unbind Visa, host until 2025")).await;
    shot!("05-left-out");
    desk.click(button("Edit Visa, Rheinbank")).await;
    shot!("06-acceptance");
    desk.click(button("Back to the board")).await;
    desk.click(button("Add acceptance")).await;
    shot!("07-add");
    desk.click(radio("By its id")).await;
    shot!("08-add-id");
    desk.press(Key::Escape).await;
    desk.click(button("Review")).await;
    desk.see(heading("Review")).await;
    shot!("09-review");
    desk.click(button("Keep editing")).await;
    desk.see(field("Profile name")).await;
    shot!("10-values");
    desk.click(link("Bindings")).await;
    desk.click(button("Discard")).await;
    desk.click(button("Sign on 4")).await;
    shot!("11-sign-on");
    desk.click(button("Sign on 4 acceptances").inside(dialog("Sign on"))).await;
    desk.says(status("Sign-on result"), "acceptances signed on").await;
    shot!("12-signed-on");
    desk.click(button("Disable profile")).await;
    shot!("13-disable");
    desk.click(button("Disable profile").inside(dialog("Disable"))).await;
    desk.says(status("Status change"), "Disabled").await;
    shot!("14-disabled");
    desk.click(radio("Dark")).await;
    desk.see(region("Board")).await;
    shot!("15-board-dark");
    desk.resize((1024, 640)).await;
    shot!("16-board-dark-small");
    desk.click(radio("Light")).await;
    desk.click(link("All values")).await;
    shot!("17-values-small");
}
