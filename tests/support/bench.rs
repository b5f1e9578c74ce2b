//! What the benchmarks of the running host share.

use std::path::Path;

/// Runs a measurement on a runtime like the program's, with a folder on the disk of the project: one in
/// memory would sync for nothing.
pub(crate) fn measure_on_disk(measure: impl AsyncFnOnce(&Path)) {
    let folder = tempfile::tempdir_in("target").expect("a folder beside the build");
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("a runtime");
    runtime.block_on(measure(folder.path()));
}
