//! The page: what a person sees and types.
//!
//! It holds no secret, calls no service and knows no address: everything goes through the one door in [`ipc`]. Outcomes,
//! zones and checks come from `tapline-emv`, which the sandbox and core's checks use too.

#![expect(unreachable_pub, reason = "the component macro makes its property structs public")]

mod actions;
mod app;
mod background;
mod change;
mod effect;
mod first_steps;
mod house;
mod ipc;
mod journal;
mod nav;
mod outage;
mod pages;
mod parts;
mod paths;
mod plans;
mod preference;
mod record;
mod remote;
mod scale;
mod shell;
mod show;
mod time;
mod used;
mod widgets;
mod window_state;

fn main() {
    console_error_panic_hook::set_once();
    leptos::mount::mount_to_body(house::Window);
}
