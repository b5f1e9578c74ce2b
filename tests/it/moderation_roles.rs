//! Who may do what to whom: the commands of owners, managers and players, said by each kind of person and about each.

use host::ManualClock;

use crate::support::{
    servers::{Discord, person},
    tables::{Folder, START},
};

/// What comes of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Done,
    /// It is for managers alone.
    Managers,
    /// There is no such command.
    Unknown,
    /// The owner keeps them out.
    Out,
    /// They have asked to be forgotten.
    Forgotten,
    /// Whom it is about plays no more.
    Gone,
    /// Nobody does it to themselves.
    Self_,
}

impl End {
    fn of(said: &str) -> Self {
        let has = |words: &str| said.contains(words);
        match () {
            () if has("kept from using me") => Self::Out,
            () if has("You have asked to be forgotten") => Self::Forgotten,
            () if has("Only the server's owner, or somebody") => Self::Managers,
            () if has("I do not know") => Self::Unknown,
            () if has("plays no more") => Self::Gone,
            () if has("That is you") => Self::Self_,
            () => Self::Done,
        }
    }
}

/// Where a line is said.
#[derive(Clone, Copy, Debug)]
enum Place {
    Channel,
    Private,
}

/// A server that Ann manages, with a bot that Dora owns. Ben is banned there, Eve blocked by Ann, Kim kept out, Xan
/// forgotten; Carl is anybody, and Lena whom it is about.
async fn everybody(folder: &Folder) -> Discord {
    let mut discord = Discord::owned_by(Some("dora"), &folder.db(), &ManualClock::new(START));
    discord.people.extend(["kim", "lena", "xan"].map(|name| person(name, 900)));
    let kim = discord.people.iter().find(|one| one.name == "kim").expect("Kim").id.key().to_owned();
    for (place, who, line, done) in [
        (Place::Channel, "carl", "challenge @lena lyra white".to_owned(), "invites"),
        (Place::Channel, "lena", "accept".to_owned(), "begins"),
        (Place::Channel, "ann", "mod ban @ben all noise yes".to_owned(), "is kept from"),
        (Place::Private, "ann", "block @eve".to_owned(), "You have blocked"),
        (Place::Private, "dora", format!("owner ban person {kim} noise yes"), "is kept out"),
        (Place::Private, "xan", "privacy forget yes".to_owned(), "You are forgotten"),
    ] {
        let said = say(&mut discord, place, who, &line).await;
        assert!(said.contains(done), "{who}: {line}: {said}");
    }
    discord
}

async fn say(discord: &mut Discord, place: Place, who: &str, line: &str) -> String {
    match place {
        Place::Channel => discord.asked("1", who, &format!("!{line}")).await,
        Place::Private => discord.asked_in_private(who, line).await,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_command_is_done_for_whom_it_is_for() {
    use End::{Done, Forgotten, Managers, Out, Unknown};
    let folder = Folder::new();
    let mut discord = everybody(&folder).await;
    // Anybody is Carl; then the banned one, the blocked one, the owner of the bot, and the manager of the server.
    let who = ["xan", "kim", "carl", "ben", "eve", "dora", "ann"];
    let managers = [Forgotten, Out, Managers, Managers, Managers, Managers, Done];
    let players = [Forgotten, Out, Done, Done, Done, Done, Done];
    let owners = [Forgotten, Out, Unknown, Unknown, Unknown, Done, Unknown];
    for (place, line, ends) in [
        (Place::Channel, "mod log", managers),
        (Place::Channel, "mod ban @lena rated noise yes", managers),
        (Place::Channel, "mod unban @lena yes", managers),
        (Place::Channel, "mod close #1 noise yes", managers),
        (Place::Channel, "report @lena noise", players),
        (Place::Private, "block @lena", players),
        (Place::Private, "block list", players),
        (Place::Private, "unblock @lena", players),
        (Place::Private, "owner log", owners),
        (Place::Private, "owner servers", owners),
        (Place::Private, "owner ban person 5 noise yes", owners),
        (Place::Private, "owner unban person 5 noise yes", owners),
        (Place::Private, "owner ban server 5 noise yes", owners),
        (Place::Private, "owner unban server 5 noise yes", owners),
        (Place::Private, "owner export 5", owners),
        (Place::Private, "owner forget 5 yes", owners),
        (Place::Private, "privacy", [Done; 7]),
        (Place::Private, "privacy export", [Done; 7]),
    ] {
        for (who, end) in who.into_iter().zip(ends) {
            let said = say(&mut discord, place, who, line).await;
            assert_eq!((who, End::of(&said)), (who, end), "{line}: {said}");
        }
    }
    // The logs have what was done, once each, and what was refused not at all.
    let log = discord.asked("1", "ann", "!mod log").await;
    for (words, n) in [("banned", 2), ("unbanned lena", 1), ("closed #1", 1), ("reported lena", 5)]
    {
        let words_of =
            |line: &&str| line.contains(words) && !(words == "banned" && line.contains("unbanned"));
        assert_eq!(log.lines().filter(words_of).count(), n, "{words}: {log}");
    }
    let log = discord.asked_in_private("dora", "owner log").await;
    assert_eq!(log.lines().count(), 7, "{log}");
    discord.table.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_kind_of_person_can_be_what_it_is_about() {
    use End::{Done, Gone, Self_};
    let folder = Folder::new();
    let mut discord = everybody(&folder).await;
    let whom = ["carl", "ben", "eve", "kim", "dora", "xan", "ann"];
    for (place, line) in [
        (Place::Channel, "mod ban @ rated more noise yes"),
        (Place::Channel, "mod ban @ events more noise yes"),
        (Place::Private, "block @"),
    ] {
        for (whom, end) in whom.into_iter().zip([Done, Done, Done, Done, Done, Gone, Self_]) {
            let line = line.replace('@', &format!("@{whom}"));
            let said = say(&mut discord, place, "ann", &line).await;
            assert_eq!((whom, End::of(&said)), (whom, end), "{line}: {said}");
        }
    }
    for whom in ["ben", "eve", "kim", "dora", "xan"] {
        let said = say(&mut discord, Place::Channel, "ann", &format!("report @{whom} noise")).await;
        let end = if whom == "xan" { Gone } else { Done };
        assert_eq!((whom, End::of(&said)), (whom, end), "{said}");
    }
    discord.table.stop().await;
}
