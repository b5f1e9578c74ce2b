//! Names and lines of the local page.

use std::sync::mpsc;

use table::{GameNo, PersonId, PlaceId, Platform, skeleton};

use super::sample::{Folder, person, place, put, reply, running, with_game};
use crate::{
    Appended, Batch, Claimed, DeviceAdmission, LinePicture, NameStatus, PageClaim, PageLine,
    PagePicture, SignedOutBy, Store, StoreError, message_id,
};

/// What is drawn; the store cannot read it.
const SCENE: &str = "{\"board\":1}";

fn claim(name: &str, hash: u8) -> PageClaim {
    let (key, skeleton) = (name.to_lowercase(), skeleton(name));
    PageClaim { key, name: name.into(), skeleton, secret_hash: [hash; 32], at: 1 }
}

fn claimed(store: &Store, claim: PageClaim) -> Claimed {
    let (tell, told) = mpsc::channel();
    store.claim_name(claim, move |result| tell.send(result).unwrap());
    told.recv().unwrap().unwrap()
}

fn append(store: &Store, line: PageLine, delivered: Option<u64>) -> Result<Appended, StoreError> {
    let (tell, told) = mpsc::channel();
    store.append_line(line, delivered, move |result| tell.send(result).unwrap());
    told.recv().unwrap()
}

pub(super) fn said(text: &str, client: Option<&str>) -> PageLine {
    PageLine {
        place: place(),
        author: Some(person("Ann")),
        only: Some(person("Ann").id),
        reply_to: None,
        text: text.into(),
        ping: Vec::new(),
        picture: None,
        game: None,
        actions: Vec::new(),
        at: 5,
        client: client.map(Into::into),
    }
}

#[test]
fn a_name_belongs_to_the_first_browser() {
    let folder = Folder::new();
    let store = folder.open();
    let reader = store.reader().unwrap();
    assert_eq!(reader.name_status("ann", &[1; 32]).unwrap(), NameStatus::Free);
    assert_eq!(claimed(&store, claim("Ann", 1)), Claimed::Yours);
    assert_eq!(claimed(&store, claim("ANN", 1)), Claimed::Yours);
    assert_eq!(claimed(&store, claim("ann", 2)), Claimed::Taken);
    assert_eq!(reader.name_status("ann", &[1; 32]).unwrap(), NameStatus::Yours("Ann".into()));
    assert_eq!(reader.name_status("ann", &[2; 32]).unwrap(), NameStatus::Taken);
    assert!(!format!("{:?}", claim("Ann", 177)).contains("177"));
}

/// The browsers of `ann` in these tests, each by the byte of which its hash consists; 1 took the name.
struct Browsers {
    store: Store,
    at: i64,
    _folder: Folder,
}

impl Browsers {
    fn new() -> Self {
        let folder = Folder::new();
        let store = folder.open();
        for (name, hash) in [("Ann", 1), ("Ben", 99)] {
            assert_eq!(claimed(&store, claim(name, hash)), Claimed::Yours);
        }
        Self { store, at: 0, _folder: folder }
    }

    fn admit(&mut self, by: u8, hash: u8) -> DeviceAdmission {
        self.at += 1;
        let (tell, told) = mpsc::channel();
        let tells = move |result| tell.send(result).unwrap();
        self.store.admit_device("ann".into(), [hash; 32], [by; 32], self.at, tells);
        told.recv().unwrap().unwrap()
    }

    /// Those whom a browser signs out; `None` if it has no name to do so.
    fn sign_out(&mut self, by: u8) -> Option<Vec<(u8, SignedOutBy)>> {
        self.at += 1;
        let (tell, told) = mpsc::channel();
        let tells = move |result| tell.send(result).unwrap();
        self.store.sign_out_others("ann".into(), [by; 32], self.at, tells);
        let out = told.recv().unwrap().unwrap()?;
        assert_eq!(out.some_stay, by != 1);
        for (hash, out) in &out.gone {
            assert_eq!(self.status(hash[0]), NameStatus::SignedOut(*out));
        }
        Some(out.gone.into_iter().map(|(hash, out)| (hash[0], out.by)).collect())
    }

    fn status(&self, hash: u8) -> NameStatus {
        self.store.reader().unwrap().name_status("ann", &[hash; 32]).unwrap()
    }

    /// Those whose the name is.
    fn all(&self) -> Vec<u8> {
        let is_theirs = |hash: &u8| matches!(self.status(*hash), NameStatus::Yours(_));
        (1..=u8::MAX).filter(is_theirs).collect()
    }
}

const ADMITTED: DeviceAdmission = DeviceAdmission::Admitted(None);

#[test]
fn a_name_belongs_to_the_browsers_that_its_person_has_added() {
    let mut ann = Browsers::new();
    assert_eq!(ann.admit(2, 2), DeviceAdmission::NotTheirs);
    assert_eq!(ann.admit(99, 4), DeviceAdmission::NotTheirs, "it is not theirs to say");
    assert_eq!((ann.admit(1, 2), ann.admit(2, 2)), (ADMITTED, ADMITTED), "either says so");
    assert_eq!(ann.all(), [1, 2]);
    assert_eq!(claimed(&ann.store, claim("ANN", 2)), Claimed::Yours);
    assert_eq!(claimed(&ann.store, claim("Ann", 3)), Claimed::Taken);
    // The browser that took the name keeps it, however many come after it.
    assert!((3..=11).all(|hash| ann.admit(1, hash) == ADMITTED));
    let DeviceAdmission::Admitted(Some((gone, out))) = ann.admit(1, 12) else { panic!("one goes") };
    assert_eq!((gone, out.by), ([2; 32], SignedOutBy::Admitter));
    assert_eq!(ann.status(2), NameStatus::SignedOut(out));
    assert_eq!(ann.all(), [&[1][..], &(3..=12).collect::<Vec<_>>()].concat());

    // It can have the name alone, and let those in again that it has signed out.
    assert_eq!(ann.sign_out(99), None, "whoever does not have it takes it from nobody");
    assert_eq!(ann.sign_out(1).unwrap().len(), 10);
    assert_eq!((ann.all(), ann.sign_out(1)), (vec![1], Some(vec![])));
    assert_eq!((ann.admit(1, 5), ann.all()), (ADMITTED, vec![1, 5]));
}

#[test]
fn nobody_signs_out_those_who_let_them_in() {
    use SignedOutBy::{Admitter, First, Other};
    let mut ann = Browsers::new();
    // 1 lets in 2 and 5; 2 lets in 3, and that one 4.
    for (by, hash) in [(1, 2), (2, 3), (3, 4), (1, 5)] {
        assert_eq!(ann.admit(by, hash), ADMITTED);
    }
    // To let those in who are above changes nothing in that.
    for (by, hash) in [(4, 1), (4, 2), (4, 3), (3, 1)] {
        assert_eq!(ann.admit(by, hash), ADMITTED);
    }
    assert_eq!(ann.sign_out(4), Some(vec![(5, Other)]));
    assert_eq!(ann.all(), [1, 2, 3, 4]);
    assert_eq!(ann.admit(1, 5), ADMITTED);
    assert_eq!(ann.sign_out(2), Some(vec![(3, Admitter), (4, Other), (5, Other)]));
    assert_eq!(ann.admit(2, 3), ADMITTED);
    assert_eq!(ann.sign_out(1), Some(vec![(2, Admitter), (3, First)]));
    assert_eq!((ann.all(), ann.sign_out(2)), (vec![1], None));
}

#[test]
fn nobody_pushes_out_those_who_let_them_in() {
    let mut ann = Browsers::new();
    // A way of ten: each has let in the next one, and there is nobody else to give way.
    assert!((2..=11).all(|hash| ann.admit(hash - 1, hash) == ADMITTED));
    assert_eq!(ann.admit(11, 12), DeviceAdmission::TooMany);
    let DeviceAdmission::Admitted(Some((gone, _))) = ann.admit(2, 12) else { panic!("one goes") };
    assert_eq!((gone[0], ann.all().len()), (11, 11));
    // Those that one lets in give way to each other, and those above it stay.
    let mut ann = Browsers::new();
    assert!([(1, 2), (2, 3)].into_iter().all(|(by, hash)| ann.admit(by, hash) == ADMITTED));
    for hash in 20..140 {
        assert!(matches!(ann.admit(3, hash), DeviceAdmission::Admitted(_)));
    }
    let all = ann.all();
    assert_eq!((&all[..3], all.len(), all[10]), (&[1, 2, 3][..], 11, 139));
    // Of those that are out, the last ones are told so.
    let out = |ann: &Browsers| {
        (20..140).filter(|hash| matches!(ann.status(*hash), NameStatus::SignedOut(_))).count()
    };
    assert_eq!(out(&ann), 100);
}

#[test]
fn a_name_that_looks_like_another_is_refused_even_in_the_same_commit() {
    let folder = Folder::new();
    let store = folder.open();
    let reader = store.reader().unwrap();
    let (tell, told) = mpsc::channel();
    // All of them wait for the writer at the same time.
    for (name, hash) in [("ánn", 1), ("a\u{301}nn", 2), ("Ꭺnn", 3), ("𝐚𝐧𝐧", 4), ("Ann", 5)]
    {
        let tell = tell.clone();
        store.claim_name(claim(name, hash), move |result| tell.send(result).unwrap());
    }
    let looks_like = |name: &str| Claimed::LooksLike(name.to_owned());
    let answers: Vec<Claimed> = told.iter().take(5).map(Result::unwrap).collect();
    let expected =
        [Claimed::Yours, looks_like("ánn"), Claimed::Yours, looks_like("Ꭺnn"), looks_like("Ꭺnn")];
    assert_eq!(answers, expected);
    assert_eq!(reader.name_like(&skeleton("ANN"), "ann").unwrap().as_deref(), Some("Ꭺnn"));
    assert_eq!(reader.name_like(&skeleton("ANN"), "ꭺnn").unwrap(), None);
    // Whoever holds a name keeps it.
    assert_eq!(claimed(&store, claim("Ꭺnn", 3)), Claimed::Yours);
}

#[test]
fn a_line_is_kept_once_per_client_id() {
    let folder = Folder::new();
    let store = folder.open();
    let first = append(&store, said("hello", Some("ann:1")), None).unwrap();
    assert!(first.is_new);
    let again = append(&store, said("hello", Some("ann:1")), None).unwrap();
    assert_eq!(again, Appended { id: first.id, is_new: false });
    let other = append(&store, said("hello", None), None).unwrap();
    assert!(other.is_new && other.id > first.id);
    let lines = store.reader().unwrap().last_lines(&place(), None, 9).unwrap();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0].author, Some(person("Ann")));
    assert_eq!(lines[0].only, Some(person("Ann").id));
    assert_eq!(lines[0].client.as_deref(), Some("ann:1"));
}

#[test]
fn a_delivered_reply_is_a_line_and_a_message() {
    let folder = Folder::new();
    let store = folder.open();
    put(&store, with_game(&running(1))).unwrap();
    let reply = reply(4, "a board", Some(1));
    let line = PageLine {
        author: None,
        only: None,
        ping: vec![person("Ann").id],
        picture: Some(LinePicture { alt: "a board".into(), scene: SCENE.into() }),
        game: reply.game,
        actions: vec!["board".into()],
        ..said("a board", Some("outbox:4"))
    };
    put(&store, Batch { outbox: vec![reply], ..Batch::default() }).unwrap();
    let appended = append(&store, line.clone(), Some(4)).unwrap();
    assert!(!append(&store, line.clone(), Some(4)).unwrap().is_new);

    let reader = store.reader().unwrap();
    assert_eq!(reader.undelivered().unwrap(), []);
    assert_eq!(reader.game_of_message(&message_id(appended.id)).unwrap(), Some(GameNo(1)));
    let lines = reader.last_lines(&place(), None, 9).unwrap();
    assert_eq!(lines.len(), 1);
    assert_eq!(lines[0].author, None);
    assert_eq!(lines[0].alt.as_deref(), Some("a board"));
    assert_eq!((&lines[0].ping, &lines[0].actions), (&line.ping, &line.actions));
    let picture = PagePicture { place: place(), only: None, scene: SCENE.into() };
    assert_eq!(reader.picture_of_line(appended.id).unwrap(), Some(picture));
    assert_eq!(reader.picture_of_line(appended.id + 1).unwrap(), None);
    assert_eq!(reader.picture_of_line(u64::MAX).unwrap(), None);
}

#[test]
fn lines_come_in_pages() {
    let folder = Folder::new();
    let store = folder.open();
    for n in 1..=6 {
        append(&store, said(&n.to_string(), None), None).unwrap();
        let elsewhere =
            PageLine { place: PlaceId::channel(Platform::Local, "x"), ..said("x", None) };
        append(&store, elsewhere, None).unwrap();
    }
    let reader = store.reader().unwrap();
    let texts = |lines: Vec<crate::PageRow>| {
        lines.into_iter().map(|line| line.text).collect::<Vec<_>>().join(" ")
    };
    let last = reader.last_lines(&place(), None, 2).unwrap();
    let before = reader.last_lines(&place(), Some(last[0].id), 3).unwrap();
    let after = reader.lines_after(&place(), before[1].id, 9).unwrap();
    let some = reader.lines_after(&place(), 0, 2).unwrap();
    assert_eq!(texts(last), "5 6");
    assert_eq!(texts(before), "2 3 4");
    assert_eq!(texts(after), "4 5 6");
    assert_eq!(texts(some), "1 2");
}

#[test]
fn the_number_of_a_line_tells_nothing_of_what_was_said_elsewhere() {
    let folder = Folder::new();
    let store = folder.open();
    let at = |at, place: &PlaceId| PageLine { at, place: place.clone(), ..said("hello", None) };
    let private = PersonId::new(Platform::Local, "ben").private_place();
    for (second, between) in [(10, 0), (20, 1), (30, 7)] {
        let here = append(&store, at(second * 1_000, &place()), None).unwrap().id;
        for n in 0..between {
            append(&store, at(second * 1_000 + 1 + n, &private), None).unwrap();
        }
        let next = append(&store, at(second * 1_000 + 500, &place()), None).unwrap().id;
        assert_eq!((here >> 10, next >> 10), (second as u64 * 1_000, second as u64 * 1_000 + 500));
    }
    // A clock that is set back turns no lines round.
    let last = append(&store, at(40_000, &place()), None).unwrap().id;
    assert_eq!(append(&store, at(5, &place()), None).unwrap().id, last + 1);
}

#[test]
fn so_many_lines_of_a_place_are_kept_and_those_of_others_are_left_alone() {
    let folder = Folder::new();
    let store = folder.open();
    let reader = store.reader().unwrap();
    let other = PlaceId::channel(Platform::Local, "other");
    let (tell, told) = mpsc::channel();
    for n in 1..=6_000 {
        // Turn and turn about for a while, so that the numbers of a place are all odd.
        if n <= 900 {
            let line = PageLine { place: other.clone(), ..said("there", None) };
            store.append_line(line, None, |result| assert!(result.unwrap().is_new));
        }
        let tell = tell.clone();
        let line = said(&n.to_string(), Some(&format!("c{n}")));
        store.append_line(line, None, move |result| tell.send(result.unwrap().id).unwrap());
    }
    assert_eq!(told.iter().take(6_000).count(), 6_000);
    let kept = reader.last_lines(&place(), None, 10_000).unwrap();
    assert!((5_000..5_100).contains(&kept.len()), "{}", kept.len());
    let texts: Vec<u32> = kept.iter().map(|line| line.text.parse().unwrap()).collect();
    assert_eq!(texts, (texts[0]..=6_000).collect::<Vec<_>>(), "the oldest are gone, and no other");
    assert_eq!(reader.last_lines(&other, None, 10_000).unwrap().len(), 900);

    // What an older page still asks for is answered by what is there.
    let before = kept[0].id;
    assert_eq!(reader.last_lines(&place(), Some(before), 60).unwrap(), []);
    assert_eq!(reader.lines_after(&place(), 1, 60).unwrap().len(), 60);
    // A line that was said long ago is sent once more: it is a new one, and nothing breaks.
    assert!(append(&store, said("again", Some("c1")), None).unwrap().is_new);
}
