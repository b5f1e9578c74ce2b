//! Sentences said when something fails on our side, or when too much arrives at once.

/// Something failed on our side; `reference` leads to the cause in the log.
#[must_use]
pub fn internal_error(reference: &str) -> String {
    format!(
        "Something went wrong on my side (reference {reference}). Nothing was changed; please send it again."
    )
}

/// The disk takes nothing just now.
#[must_use]
pub fn no_room() -> String {
    "The disk on which I keep the games takes nothing just now. Nothing was changed; please send it again in a while.".into()
}

/// The host has stopped, because something is wrong with what it keeps the games on.
#[must_use]
pub fn host_stopped() -> String {
    "**I have stopped.** Something is wrong with the disk or the file on which I keep the games, so I take no more moves and commands. Whoever runs me finds in the log what to do; when I am back, the boards show what counts.".into()
}

/// The disk failed while a change was written.
#[must_use]
pub fn outcome_unknown() -> String {
    "The disk failed while I kept this, so I do not know whether it took effect. The board that I show when I am back decides.".into()
}

/// Too many messages of one person wait until an earlier one is answered.
#[must_use]
pub fn too_fast(most: usize) -> String {
    format!(
        "{most} messages of yours still wait for an answer, the most I keep. Wait a moment, then send the last one again."
    )
}
