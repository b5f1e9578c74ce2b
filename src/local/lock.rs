//! Locking what several threads share.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// A lock that a panicking holder cannot spoil: what it guards is whole after every statement.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
