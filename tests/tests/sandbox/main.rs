//! The sandbox over loopback HTTP, as any client of the service meets it. The documented shapes are in `golden.rs`.

mod ask;
mod money;
mod service;
mod transactions;
