//! What is said when something fails on our side, or when too much arrives at once.

/// Something failed on our side, at an attempt to change something.
#[must_use]
pub fn internal_error(reference: &str) -> String {
    format!(
        "Something went wrong on my side (reference {reference}). Nothing was changed; please send it again."
    )
}

/// Too many messages of one person wait for their first one.
#[must_use]
pub fn too_fast(most: usize) -> String {
    format!(
        "{most} messages of yours still wait for an answer, the most I keep. Wait a moment, then send the last one again."
    )
}
