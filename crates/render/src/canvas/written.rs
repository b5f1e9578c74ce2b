//! The texts of pictures: those that are written while one is drawn, for tests of whether words are whole.

use std::cell::RefCell;

thread_local! {
    static WRITTEN: RefCell<Option<Vec<String>>> = const { RefCell::new(None) };
}

/// Takes note of a text that is written.
pub(super) fn note(text: &str) {
    WRITTEN.with_borrow_mut(|written| {
        if let Some(texts) = written {
            texts.push(text.to_owned());
        }
    });
}

/// The texts that are written by this thread while something is drawn, in the order of drawing; those that are empty
/// are left out.
pub(crate) fn during(draw: impl FnOnce()) -> Vec<String> {
    WRITTEN.set(Some(Vec::new()));
    draw();
    let texts = WRITTEN.take().unwrap_or_default();
    texts.into_iter().filter(|text| !text.is_empty()).collect()
}
