//! What is said when something fails on our side, or when too much arrives at once.

/// Something failed on our side; `reference` leads to the cause in the log.
#[must_use]
pub fn internal_error(reference: &str) -> String {
    format!(
        "Something went wrong on my side (reference {reference}). Nothing was changed; please send it again."
    )
}

/// Too many messages of one person wait until an earlier one is answered.
#[must_use]
pub fn too_fast(most: usize) -> String {
    format!(
        "{most} messages of yours still wait for an answer, the most I keep. Wait a moment, then send the last one again."
    )
}
