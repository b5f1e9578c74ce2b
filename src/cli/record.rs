//! `verify`: replays and checks a record.

use std::path::PathBuf;

use clap::Args;
use signing::PublicKey;
use table::record::{self, MAX_RECORD};

use super::{
    failure::{CommandOutcome, Failure},
    text_file,
};

#[derive(Debug, Args)]
pub(super) struct VerifyArgs {
    /// The record
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The host that must have signed it: its public key, as `about` shows it
    #[arg(long, value_name = "KEY")]
    key: Option<PublicKey>,
}

/// Runs `verify`.
pub(super) fn verify(args: &VerifyArgs) -> CommandOutcome {
    let text = text_file::read(&args.file, "record", MAX_RECORD)?;
    let verified = match &args.key {
        Some(key) => record::verify_signed_by(&text, key),
        None => record::verify(&text),
    };
    match verified {
        Ok(verified) => Ok(format!("{verified}\n")),
        Err(fault) => Err(Failure::Failed(fault.to_string())),
    }
}
