//! The write-ahead log as a file: SQLite copies its pages into the database without looking whether
//! they are still what it wrote, so they are looked at here first.
//!
//! The form is that of <https://sqlite.org/fileformat2.html#walformat>: a header of 32 bytes, then
//! frames, each with a header of 24 bytes and a page. Every frame repeats two salts of the header and
//! holds a checksum of all before it.

use std::{
    fs::File,
    io::{self, ErrorKind},
};

const HEADER: usize = 32;
const FRAME_HEADER: usize = 24;
/// The first word of a log whose checksums are of little-endian words; with big-endian ones it is one
/// more.
const MAGIC: u32 = 0x377f_0682;

/// Two sums that go through everything before a place in the log.
type Checksum = [u32; 2];

/// The end of the valid part of a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tip {
    /// How many frames there are.
    frames: u32,
    salts: [u8; 8],
    checksum: Checksum,
}

/// The head of a log.
#[derive(Clone, Copy, Debug)]
struct Head {
    page: usize,
    is_big_endian: bool,
    salts: [u8; 8],
    checksum: Checksum,
}

/// How many times a log may have begun anew since a frame was written that is still in the file.
const GENERATIONS: u32 = 1 << 16;

/// The smallest unit that a disk writes, in bytes: it is there as a whole, or not at all.
const SECTOR: u64 = 512;

/// A frame that is not valid, by what its head says.
enum Slot {
    /// It ends a transaction of this log.
    End,
    /// It is of this log or an earlier one in the same file, or was never written.
    Other,
    /// Nothing that SQLite may have written there.
    Foreign,
}

/// A frame as it was read.
struct Frame {
    /// Whether a transaction ends with it.
    commits: bool,
    checksum: Checksum,
}

fn word(bytes: &[u8], at: usize) -> u32 {
    bytes[at..at + 4].iter().fold(0, |sum, &byte| sum << 8 | u32::from(byte))
}

/// Goes on with a checksum over further bytes, a multiple of eight.
fn sum(is_big_endian: bool, [mut a, mut b]: Checksum, bytes: &[u8]) -> Checksum {
    let read = if is_big_endian { u32::from_be_bytes } else { u32::from_le_bytes };
    let (pairs, _) = bytes.as_chunks::<8>();
    for &[p, q, r, s, t, u, v, w] in pairs {
        a = a.wrapping_add(read([p, q, r, s])).wrapping_add(b);
        b = b.wrapping_add(read([t, u, v, w])).wrapping_add(a);
    }
    [a, b]
}

/// Reads at a place of the file; `false` if it ends before.
#[cfg(unix)]
fn read_at(file: &File, bytes: &mut [u8], at: u64) -> io::Result<bool> {
    use std::os::unix::fs::FileExt as _;
    match file.read_exact_at(bytes, at) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(not(unix))]
fn read_at(mut file: &File, bytes: &mut [u8], at: u64) -> io::Result<bool> {
    use std::io::{Read as _, Seek as _, SeekFrom};
    file.seek(SeekFrom::Start(at))?;
    match file.read_exact(bytes) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}

impl Head {
    /// The head of a log; `None` if there is no valid one.
    fn read(file: &File) -> io::Result<Option<Self>> {
        let mut head = [0; HEADER];
        if !read_at(file, &mut head, 0)? {
            return Ok(None);
        }
        let magic = word(&head, 0);
        let is_big_endian = magic == MAGIC + 1;
        let checksum = sum(is_big_endian, [0, 0], &head[..24]);
        let page = word(&head, 8) as usize;
        let is_valid = magic & !1 == MAGIC
            && checksum == [word(&head, 24), word(&head, 28)]
            && page.is_power_of_two()
            && (512..=65_536).contains(&page);
        let mut salts = [0; 8];
        salts.copy_from_slice(&head[16..24]);
        Ok(is_valid.then_some(Self { page, is_big_endian, salts, checksum }))
    }

    /// Returns where frame `n` begins, counted from 1.
    const fn offset(&self, n: u32) -> u64 {
        HEADER as u64 + (n as u64 - 1) * (FRAME_HEADER + self.page) as u64
    }

    /// Returns what the head of frame `n` says, whatever its page is.
    fn slot(&self, file: &File, n: u32) -> io::Result<Slot> {
        let mut frame = [0; FRAME_HEADER];
        let at = self.offset(n);
        if !read_at(file, &mut frame, at)? {
            return Ok(Slot::Other);
        }
        let salts = &frame[8..16];
        // With each new beginning the first salt counts up by one.
        let age = word(&self.salts, 0).wrapping_sub(word(salts, 0));
        // Where a sector ends within the head, only one part of it may have been written.
        let is_in_one = at % SECTOR + 16 <= SECTOR;
        Ok(if salts == self.salts {
            if is_in_one && word(&frame, 4) != 0 { Slot::End } else { Slot::Other }
        } else if age < GENERATIONS || salts == [0; 8] {
            Slot::Other
        } else {
            Slot::Foreign
        })
    }

    /// Frame `n` behind one with this checksum; `None` if there is no valid one.
    fn frame(
        &self,
        file: &File,
        n: u32,
        before: Checksum,
        buffer: &mut Vec<u8>,
    ) -> io::Result<Option<Frame>> {
        buffer.resize(FRAME_HEADER + self.page, 0);
        if !read_at(file, buffer, self.offset(n))? {
            return Ok(None);
        }
        let (head, page) = buffer.split_at(FRAME_HEADER);
        let checksum = sum(self.is_big_endian, before, &head[..8]);
        let checksum = sum(self.is_big_endian, checksum, page);
        let is_valid = head[8..16] == self.salts && checksum == [word(head, 16), word(head, 20)];
        Ok(is_valid.then_some(Frame { commits: word(head, 4) != 0, checksum }))
    }
}

/// The end of a log of so many frames, by what the file says of the last one; `None` if the file has
/// no such frame.
pub(super) fn tip(file: &File, frames: u32) -> io::Result<Option<Tip>> {
    let Some(head) = Head::read(file)? else { return Ok(None) };
    let mut frame = [0; FRAME_HEADER];
    if frames == 0 || !read_at(file, &mut frame, head.offset(frames))? {
        return Ok(None);
    }
    let checksum = [word(&frame, 16), word(&frame, 20)];
    Ok((frame[8..16] == head.salts).then_some(Tip { frames, salts: head.salts, checksum }))
}

/// Looks whether the log is what was written, frame by frame up to its tip. Returns what is wrong.
pub(super) fn fault(file: &File, tip: &Tip) -> io::Result<Option<String>> {
    let head = Head::read(file)?.filter(|head| head.salts == tip.salts);
    let Some(head) = head else {
        return Ok(Some("the head of its -wal file is not what was written".into()));
    };
    let (mut checksum, mut buffer) = (head.checksum, Vec::new());
    for n in 1..=tip.frames {
        match head.frame(file, n, checksum, &mut buffer)? {
            Some(frame) => checksum = frame.checksum,
            None => {
                return Ok(Some(format!("frame {n} of its -wal file is not what was written")));
            }
        }
    }
    let is_same = checksum == tip.checksum;
    Ok((!is_same).then(|| "its -wal file is another one than was written".into()))
}

/// Looks at a log as SQLite does when it recovers one: it takes the transactions before the first frame
/// that is not valid, and nothing behind. Returns what shows that there was more, which was durable and
/// cannot be read any more; `None` for a log that a crash or a power failure may have left.
pub(super) fn damage(file: &File) -> io::Result<Option<String>> {
    let size = file.metadata()?.len();
    // The head is durable before a frame is written.
    if size <= HEADER as u64 {
        return Ok(None);
    }
    let Some(head) = Head::read(file)? else { return Ok(Some("it has no valid head".into())) };
    let slots = (size - HEADER as u64) / (FRAME_HEADER + head.page) as u64;
    let slots = u32::try_from(slots).unwrap_or(u32::MAX);
    let (mut n, mut checksum, mut buffer) = (1, head.checksum, Vec::new());
    while n <= slots
        && let Some(frame) = head.frame(file, n, checksum, &mut buffer)?
    {
        checksum = frame.checksum;
        n += 1;
    }
    let mut ends = 0;
    for behind in n..=slots {
        match head.slot(file, behind)? {
            Slot::Foreign => return Ok(Some(format!("frame {behind} is not SQLite's"))),
            Slot::End => ends += 1,
            Slot::Other => {}
        }
    }
    // Each transaction is durable before the next one begins: a power failure tears the last one only.
    Ok((ends > 1).then(|| format!("frame {n} is not what was written")))
}

/// Returns whether there is a whole transaction behind the tip, or in a log that has begun anew since: what a
/// commit has left that failed after it was written. The next start would find it.
pub(super) fn holds_more(file: &File, tip: Option<&Tip>) -> io::Result<bool> {
    let Some(head) = Head::read(file)? else { return Ok(false) };
    let (mut n, mut checksum) = match tip {
        Some(tip) if tip.salts == head.salts => (tip.frames, tip.checksum),
        _ => (0, head.checksum),
    };
    let mut buffer = Vec::new();
    loop {
        n += 1;
        match head.frame(file, n, checksum, &mut buffer)? {
            Some(frame) if frame.commits => return Ok(true),
            Some(frame) => checksum = frame.checksum,
            None => return Ok(false),
        }
    }
}
