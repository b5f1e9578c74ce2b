//! The lines of the program's log, for as long as the test program runs.

use std::{
    fmt::{Debug, Write as _},
    sync::{Mutex, OnceLock},
    thread,
};

use tracing::{
    Event, Metadata, Subscriber,
    field::{Field, Visit},
    span::{Attributes, Id, Record},
};

/// Each with the name of the thread that has written it.
static LINES: Mutex<Vec<(String, String)>> = Mutex::new(Vec::new());

/// Keeps every line from now on.
pub(super) fn keep() {
    static KEPT: OnceLock<()> = OnceLock::new();
    KEPT.get_or_init(|| tracing::subscriber::set_global_default(Keeper).unwrap());
}

/// The lines of this thread, or of all of them.
pub(super) fn of(name: Option<&str>) -> Vec<String> {
    let lines = LINES.lock().unwrap();
    let of = lines.iter().filter(|(thread, _)| name.is_none_or(|name| name == thread));
    of.map(|(_, line)| line.clone()).collect()
}

struct Keeper;

struct Words(String);

impl Visit for Words {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        write!(self.0, "{field}: {value:?} ").unwrap();
    }
}

impl Subscriber for Keeper {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target().starts_with("martian_cake")
    }

    fn event(&self, event: &Event<'_>) {
        let mut words = Words(String::new());
        event.record(&mut words);
        let thread = thread::current().name().unwrap_or_default().to_owned();
        LINES.lock().unwrap().push((thread, words.0));
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}
