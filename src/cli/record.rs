//! `verify`: replays and checks a record.

use std::path::PathBuf;

use clap::Args;
use signing::PublicKey;
use table::record::{self, MAX_RECORD};

use super::{
    failure::{CommandOutcome, Failure},
    output::print_note,
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

/// Said beside `ok`: whoever cuts a signature off leaves a record that holds together all the same.
const NOT_SIGNED: &str = "nobody has signed this record, although it comes from a host, and hosts sign \
    their records: a signature may have been cut off, so names, date and end are only what its text says";

/// Runs `verify`.
pub(super) fn verify(args: &VerifyArgs) -> CommandOutcome {
    let text = text_file::read(&args.file, "record", MAX_RECORD)?;
    let verified = match &args.key {
        Some(key) => record::verify_signed_by(&text, key),
        None => record::verify(&text),
    };
    match verified {
        Ok(verified) => {
            if verified.lacks_signature() {
                print_note(NOT_SIGNED);
            }
            Ok(format!("{verified}\n"))
        }
        Err(fault) => Err(Failure::Failed(fault.to_string())),
    }
}
