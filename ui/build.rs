//! `cargo xtask ui` splits the linked page into parts. Splitting needs the linker's relocations: the places where
//! functions and data refer to each other.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm") {
        println!("cargo::rustc-link-arg-bins=--emit-relocs");
    }
}
