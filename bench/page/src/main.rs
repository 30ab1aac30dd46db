//! The page of the empty window: a greeting, from the template of Tauri and Leptos.

use leptos::prelude::*;

fn main() {
    console_error_panic_hook::set_once();
    leptos::mount::mount_to_body(Blank);
}

#[component]
fn Blank() -> impl IntoView {
    let name = RwSignal::new(String::new());
    let greeting = RwSignal::new(String::new());
    let greet = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        greeting.set(format!("Hello, {}!", name.get_untracked()));
    };
    view! {
        <main class="container">
            <h1>"Welcome to Tauri + Leptos"</h1>
            <form class="row" on:submit=greet>
                <input placeholder="Enter a name…" on:input=move |event| name.set(event_target_value(&event))/>
                <button type="submit">"Greet"</button>
            </form>
            <p>{move || greeting.get()}</p>
        </main>
    }
}
