//! What the library has traced, and what a disk may have kept of it when the power fails.

use std::{
    collections::{BTreeMap, HashMap},
    fs,
    path::Path,
};

/// A disk writes a sector whole or not at all.
const SECTOR: usize = 512;

/// One change of the disk, or a mark of the session. Files have names relative to the folder, with a
/// slash before them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Create(String),
    Write(String, usize, Vec<u8>),
    Cut(String, usize),
    Sync(String),
    SyncFolder,
    Remove(String),
    Rename(String, String),
    Mark(String),
}

/// The numbers of the kinds in `shim.c`.
const WRITE: usize = 2;
const SYNC: usize = 3;
const CUT: usize = 4;
const REMOVE: usize = 5;
const RENAME: usize = 6;
const CREATE: usize = 7;
const SYNC_FOLDER: usize = 8;
const MARK: usize = 9;

/// Reads a trace. SQLite's shared memory is left out: it is made anew at each start.
pub(super) fn read(trace: &Path) -> Vec<Step> {
    let bytes = fs::read(trace).unwrap();
    let mut rest = bytes.as_slice();
    let mut steps = Vec::new();
    while !rest.is_empty() {
        let (head, behind) = rest.split_at(48);
        let number = |n: usize| {
            let eight = head[8 * n..8 * n + 8].try_into().expect("eight bytes");
            usize::try_from(u64::from_ne_bytes(eight)).expect("it fits")
        };
        let (path, behind) = behind.split_at(number(1));
        let (data, behind) = behind.split_at(number(2));
        rest = behind;
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
        let path = text(path);
        if path.ends_with("-shm") {
            continue;
        }
        steps.push(match number(0) {
            WRITE => Step::Write(path, number(3), data.to_vec()),
            SYNC => Step::Sync(path),
            CUT => Step::Cut(path, number(3)),
            REMOVE => Step::Remove(path),
            RENAME => Step::Rename(path, text(data)),
            CREATE => Step::Create(path),
            SYNC_FOLDER => Step::SyncFolder,
            MARK => Step::Mark(text(data)),
            kind => panic!("a record of kind {kind}"),
        });
    }
    steps
}

/// Numbers by chance that can be drawn again from the same seed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chance(pub(super) u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    /// A number below `n`.
    pub(super) fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.next() % n as u64).expect("it is below n")
    }
}

/// The bytes that are in a file for certain, and what was written since.
#[derive(Clone, Debug, Default)]
struct Content {
    synced: Vec<u8>,
    since: Vec<Change>,
}

#[derive(Clone, Debug)]
enum Change {
    Write(usize, Vec<u8>),
    Cut(usize),
}

/// A change of the folder. Files are numbered as they are made.
#[derive(Clone, Debug)]
enum Entry {
    Link(String, usize),
    Unlink(String),
    Rename(String, String),
}

impl Entry {
    fn apply(&self, names: &mut HashMap<String, usize>) {
        match self {
            Self::Link(name, file) => drop(names.insert(name.clone(), *file)),
            Self::Unlink(name) => drop(names.remove(name)),
            Self::Rename(from, to) => {
                if let Some(file) = names.remove(from) {
                    names.insert(to.clone(), file);
                }
            }
        }
    }
}

/// A disk that keeps for certain only what was synced.
#[derive(Clone, Debug, Default)]
pub(super) struct Disk {
    files: Vec<Content>,
    /// As the program sees them.
    names: HashMap<String, usize>,
    synced_names: HashMap<String, usize>,
    entries_since: Vec<Entry>,
}

impl Disk {
    /// Does what the program did.
    pub(super) fn apply(&mut self, step: &Step) {
        match step {
            Step::Create(name) => {
                self.files.push(Content::default());
                self.enter(Entry::Link(name.clone(), self.files.len() - 1));
            }
            Step::Remove(name) => self.enter(Entry::Unlink(name.clone())),
            Step::Rename(from, to) => self.enter(Entry::Rename(from.clone(), to.clone())),
            Step::SyncFolder => {
                for entry in self.entries_since.drain(..) {
                    entry.apply(&mut self.synced_names);
                }
            }
            Step::Write(name, at, data) => {
                let change = Change::Write(*at, data.clone());
                self.file(name).since.push(change);
            }
            Step::Cut(name, length) => self.file(name).since.push(Change::Cut(*length)),
            Step::Sync(name) => {
                let file = self.file(name);
                let since = std::mem::take(&mut file.since);
                since.into_iter().for_each(|change| change.apply(&mut file.synced, || true));
            }
            Step::Mark(_) => {}
        }
    }

    fn enter(&mut self, entry: Entry) {
        entry.apply(&mut self.names);
        self.entries_since.push(entry);
    }

    fn file(&mut self, name: &str) -> &mut Content {
        let file = self.names.get(name).unwrap_or_else(|| panic!("no file {name}"));
        &mut self.files[*file]
    }

    /// Returns what may be on the disk if the power fails now: of the folder's changes since its last sync the
    /// first ones, and in each file any sectors of what was written since its own.
    pub(super) fn after_a_cut(&self, chance: &mut Chance) -> BTreeMap<String, Vec<u8>> {
        let mut names = self.synced_names.clone();
        let kept = chance.below(self.entries_since.len() + 1);
        self.entries_since[..kept].iter().for_each(|entry| entry.apply(&mut names));
        let mut names: Vec<_> = names.into_iter().collect();
        names.sort();
        names
            .into_iter()
            .map(|(name, file)| {
                let Content { synced, since } = &self.files[file];
                let mut bytes = synced.clone();
                // From nothing of it to all of it.
                let percent = [0, 15, 50, 85, 100][chance.below(5)];
                for change in since {
                    change.clone().apply(&mut bytes, || chance.below(100) < percent);
                }
                (name, bytes)
            })
            .collect()
    }
}

impl Change {
    /// Writes those sectors that `reaches` lets reach the disk.
    fn apply(self, bytes: &mut Vec<u8>, mut reaches: impl FnMut() -> bool) {
        match self {
            Self::Cut(length) if reaches() => bytes.resize(length, 0),
            Self::Cut(_) => {}
            Self::Write(at, data) => {
                let mut from = at;
                while from < at + data.len() {
                    let to = ((from / SECTOR + 1) * SECTOR).min(at + data.len());
                    if reaches() {
                        bytes.resize(bytes.len().max(to), 0);
                        bytes[from..to].copy_from_slice(&data[from - at..to - at]);
                    }
                    from = to;
                }
            }
        }
    }
}

#[test]
fn a_disk_keeps_what_was_synced_and_any_sectors_of_the_rest() {
    let mut disk = Disk::default();
    let name = || "/f".to_owned();
    let steps = [
        Step::Create(name()),
        Step::Write(name(), 0, vec![1; 2 * SECTOR]),
        Step::Sync(name()),
        Step::SyncFolder,
        Step::Write(name(), SECTOR - 1, vec![2; SECTOR + 1]),
        Step::Create("/g".to_owned()),
    ];
    steps.iter().for_each(|step| disk.apply(step));
    let states: Vec<_> = (0..200).map(|seed| disk.after_a_cut(&mut Chance(seed))).collect();
    // One byte of the first sector and the whole second one: each is old or new, and nothing else.
    for (first, second) in [(1, 1), (1, 2), (2, 1), (2, 2)] {
        let mut bytes = vec![1; SECTOR - 1];
        bytes.push(first);
        bytes.extend([second; SECTOR]);
        assert!(states.iter().any(|state| state["/f"] == bytes), "{first} {second}");
    }
    assert!(states.iter().all(|state| state["/f"][..SECTOR - 1] == [1; SECTOR - 1]));
    assert!(states.iter().any(|state| state.contains_key("/g")));
    assert!(states.iter().any(|state| !state.contains_key("/g")));
}
