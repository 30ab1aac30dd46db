//! Plans whose program is killed, at random and at every state an item goes through, while a colleague changes records too.
//!
//! Invariants after any fault: each record has the plan's value, its own or the colleague's, as reported; none was written twice
//! unless a person said so of a lost one; none was written over a value that a colleague had saved before; resuming needs no memory
//! of what happened.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use crate::fake::Fake;
use crate::run::Computer;
use crate::shop::{Hold, Shop, planned, truly, until};

/// A program of which nothing is left but what it wrote.
struct Running(std::process::Child);

impl Running {
    fn apply(computer: &Computer, plan: &str) -> Running {
        let mut apply =
            computer.command(&["apply", plan, "--yes", "--failures", "10000", "--over-conflicts"]);
        Running(apply.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap())
    }

    fn has_ended(&mut self) -> bool {
        self.0.try_wait().unwrap().is_some()
    }

    fn kill(mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

/// Resumes the plan to its end. Returns how many items had been lost on their way, so that a person had to agree to send them again.
fn resumed(shop: &Shop, fake: &Fake, computer: &Computer, plan: &str, what: &str) -> usize {
    // Killed before anything was sent, there is nothing to resume.
    let how = if fake.changes() > 0 { "resume" } else { "apply" };
    let resume = [how, plan, "--yes", "--failures", "10000", "--over-conflicts"];
    let told = computer.run(&resume);
    let counts = truly(shop, &told.lines(), what);
    assert!(shop.writes().iter().all(|writes| *writes <= 1), "{what}: {:?}", shop.writes());
    let lost = counts.get("unknown").copied().unwrap_or_default();
    let colleagues = shop.meddled();
    let end = if colleagues > 0 { 2 } else { 0 };
    if lost == 0 {
        told.ends(end);
    } else {
        let unwritten = shop.writes().iter().filter(|writes| **writes == 0).count();
        assert_eq!((told.code, lost), (3, unwritten - colleagues), "{what}: {counts:?}");
        let told = computer.run(&[&resume[..], &["--again"]].concat()).ends(end);
        truly(shop, &told.lines(), what);
    }
    let counts = truly(shop, &computer.run(&resume).ends(end).lines(), what);
    assert_eq!(counts.get("conflict").copied().unwrap_or_default(), colleagues, "{what}: {counts:?}");
    assert_eq!(shop.written(), shop.writes().len() - colleagues, "{what}: {:?}", shop.writes());
    computer.run(&["verify", plan]).ends(end);
    lost
}

/// xorshift
fn random(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}

struct Killed {
    lost: usize,
    colleagues: usize,
}

/// Killed up to three times in the middle.
fn killed(seed: u64, size: u64) -> Killed {
    let (shop, fake) = Shop::open(size, Duration::from_millis(3));
    let computer = fake.computer();
    let plan = planned(&computer, &[]);
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let has_colleague = seed.is_multiple_of(2);
    for kills in 0..=usize::try_from(random(&mut state) % 3).unwrap() {
        let mut running = Running::apply(&computer, &plan);
        let at = shop.written() + usize::try_from(random(&mut state) % (size / 3)).unwrap();
        until(|| shop.written() >= at || running.has_ended());
        if has_colleague {
            shop.meddle_ahead(kills, random(&mut state) % (size / 6));
        }
        let late = random(&mut state) % 20_000;
        thread::sleep(Duration::from_micros(late));
        running.kill();
        if has_colleague {
            shop.meddle_ahead(kills + 1, random(&mut state) % (size / 6));
        }
    }
    let lost = resumed(&shop, &fake, &computer, &plan, &format!("seed {seed}"));
    Killed { lost, colleagues: shop.meddled() }
}

/// True if everything is run in full.
pub(crate) fn is_long() -> bool {
    std::env::var_os("TAPLINE_LONG").is_some()
}

/// Most of the time goes by with waiting, so four at once.
fn four_at_once<T: Send>(all: impl Iterator<Item = T> + Send, run: impl Fn(T) + Sync) {
    let all = Mutex::new(all);
    let next = || all.lock().unwrap().next();
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while let Some(one) = next() {
                    run(one);
                }
            });
        }
    });
}

#[test]
fn a_killed_plan_loses_nothing_and_writes_nothing_twice_or_over_a_colleague() {
    let (seeds, size) = if is_long() { (1..=200, 500) } else { (1..=20, 60) };
    let counts = Mutex::new((0, 0));
    four_at_once(seeds, |seed| {
        let killed = killed(seed, size);
        let (lost, colleagues) = (killed.lost, killed.colleagues);
        if is_long() {
            // So that it can be seen how many a run that was ended had done.
            println!("seed {seed} of {size} items: {lost} lost on their way, {colleagues} of a colleague");
        }
        let mut counts = counts.lock().unwrap();
        *counts = (counts.0 + lost, counts.1 + colleagues);
    });
    let (lost, colleagues) = *counts.lock().unwrap();
    println!("{lost} items were lost on their way, {colleagues} were changed by a colleague");
    assert!(colleagues > 0, "no colleague came in time");
    // A cell of the fault matrix, which another program counts (tests/src/cells.rs).
    if let Some(folder) = std::env::var_os("TAPLINE_CELLS") {
        let path = Path::new(&folder).join(format!("ran-{}", std::process::id()));
        fs::write(path, "F31 Tapline\n").unwrap();
    }
}

/// Each state that an item goes through: planned, intent on disk, sent, answered, verified. The service falls silent there until
/// every item that is on its way waits in it, then the program is killed.
#[test]
fn a_plan_that_is_killed_in_any_state_of_its_items_goes_on() {
    let size = if is_long() { 500 } else { 24 };
    let middle = size / 2;
    // With each state: true if items on their way are lost.
    let states = [
        // Only planned: the run reads its list.
        (Hold::List(1), false),
        // The intents are on disk, and each item is compared before it is sent.
        (Hold::List(2), false),
        (Hold::List(size), false),
        // Sent, and not done.
        (Hold::Unwritten(1), true),
        (Hold::Unwritten(middle), true),
        (Hold::Unwritten(size), true),
        // Sent and done, without an answer.
        (Hold::Written(1), false),
        (Hold::Written(middle), false),
        (Hold::Written(size), false),
        // Answered, and not read again.
        (Hold::ListAfter(1), false),
        (Hold::ListAfter(middle), false),
        (Hold::ListAfter(size), false),
        // All but the last are verified.
        (Hold::List(2 * size + 1), false),
    ];
    four_at_once(states.into_iter(), |(hold, is_lost)| {
        let what = format!("{hold:?}");
        let (shop, fake) = Shop::open(u64::try_from(size).unwrap(), Duration::ZERO);
        let computer = fake.computer();
        let plan = planned(&computer, &[]);
        shop.hold(Some(hold));
        let running = Running::apply(&computer, &plan);
        shop.until_held(hold);
        running.kill();
        shop.hold(None);
        if fake.changes() == 0 {
            computer.run(&["resume", &plan, "--yes"]).ends(1).says("Start it with `taplinectl apply`");
        }
        // A colleague comes before it is resumed.
        shop.meddle_ahead(1, 0);
        if fake.changes() == 0 {
            shop.meddle(1);
        }
        let lost = resumed(&shop, &fake, &computer, &plan, &what);
        assert_eq!(lost > 0, is_lost, "{what}: {lost} lost");
    });
}
