//! A tour through the bot on Discord, from its invitation to the end of a game in a thread, by every way to
//! play. It is played over the real client and the real host beside a stand-in for Discord, and written down
//! with the pictures that docs/DISCORD.md shows: `cargo xtask golden` writes it anew, and the change is
//! reviewed like code.
#![allow(clippy::unwrap_used, reason = "a test may panic, helpers included")]

mod told;
mod tour;

use std::{env, fs, path::PathBuf};

use serde_json::json;

use self::{
    told::Told,
    tour::{Seen, Tour},
};
use crate::support::{
    pictures::looks_as_in,
    stand_in::{
        ANN, BEN, CARL, CHANNEL, Guild, Someone, dm, line,
        places::{
            ATTACH_FILES, CREATE_PUBLIC_THREADS, READ_HISTORY, SEND_IN_THREADS, SEND_MESSAGES,
            VIEW_CHANNEL,
        },
        private,
    },
};

const CAST: [Someone; 3] = [ANN, BEN, CARL];

/// What the bot is invited with where games have threads.
const WITH_THREADS: u64 = VIEW_CHANNEL
    | SEND_MESSAGES
    | ATTACH_FILES
    | READ_HISTORY
    | SEND_IN_THREADS
    | CREATE_PUBLIC_THREADS;

/// The greatest size of all pictures of the tour together, in bytes.
const MAX_PICTURES: usize = 400_000;

#[tokio::test(flavor = "multi_thread")]
async fn the_tour_goes_as_written() {
    let mut tour = Tour::start("A tour on Discord", &CAST).await;
    installed(&mut tour).await;
    let board = challenged(&mut tour).await;
    moves(&mut tour, board).await;
    let over = end(&mut tour).await;
    restart(&mut tour, over).await;
    set_up(&mut tour).await;
    thread(&mut tour).await;
    let told = tour.end().await;
    compare(&told);
}

/// The bot comes into a server.
async fn installed(tour: &mut Tour) {
    tour.told.heading("The bot comes into a server");
    tour.told.paragraph("**Ann** owns the server *Club*. She opens the link from the program's log, chooses *Club*, and confirms.");
    tour.quiet().await;
    let club = Guild { threads: Vec::new(), ..Guild::first() };
    tour.discord().invite(club);
    tour.slash(ANN, "check", &[]).await;
    tour.slash(ANN, "server show", &[]).await;
}

/// Somebody challenges somebody, who accepts.
async fn challenged(tour: &mut Tour) -> Seen {
    tour.told.heading("The first challenge");
    let ben = json!(BEN.id.to_string());
    let offer = tour
        .slash_for_all(
            ANN,
            "challenge",
            &[("opponent", ben), ("game", json!("lyra")), ("colour", json!("white"))],
        )
        .await;
    tour.told.next_picture = Some("first-board");
    tour.taps_for_all(BEN, &offer, "Accept").await
}

/// The players move, each time in another way.
async fn moves(tour: &mut Tour, board: Seen) {
    tour.told.heading("Moves, in every way");
    let men = tour.taps(ANN, &board, "Move").await;
    let board = tour.taps_for_all(ANN, &men, "f2 Soldier").await;
    tour.replies(BEN, &board, "d5-d4").await;
    tour.says(ANN, "<@900> a1-c3").await;
    let board = tour.says(BEN, "b6-b4").await;
    let men = tour.taps(ANN, &board, "Move").await;
    tour.told.next_picture = Some("targets");
    let targets = tour.taps(ANN, &men, "c3 Lieutenant").await;
    tour.told.next_picture = Some("fight");
    tour.taps_for_all(ANN, &targets, "c3xd4").await;
    let seen = tour.talks(CARL, "b4xb2").await;
    tour.menu(BEN, "Play as my move", &seen).await;
    tour.says_from_elsewhere(private(ANN, "c1xb2")).await;
}

/// A move by slash, a draw that is declined, taps of the wrong person or too late, and the end.
async fn end(tour: &mut Tour) -> Seen {
    tour.told.heading("A draw is offered, and the game is given up");
    tour.is_offered(BEN, "move", "move", "e").await;
    let board = tour.slash_for_all(BEN, "move", &[("move", json!("e5-e4"))]).await;
    tour.taps(CARL, &board, "Move").await;
    let more = tour.taps(BEN, &board, "More").await;
    let offer = tour.taps_for_all(BEN, &more, "Offer a draw").await;
    tour.taps(CARL, &offer, "Accept the draw").await;
    tour.taps_for_all(ANN, &offer, "Decline the draw").await;
    let newest = tour.says(ANN, "!d2 d3").await;
    tour.taps(ANN, &offer, "Accept the draw").await;
    let more = tour.taps(BEN, &newest, "More").await;
    let sure = tour.taps(BEN, &more, "Resign").await;
    tour.taps_for_all(BEN, &sure, "Yes, resign #1").await
}

/// The program is killed in the middle of a game, and started again.
async fn restart(tour: &mut Tour, over: Seen) {
    tour.told.heading("The program is killed in the middle of a game");
    let offer = tour.taps_for_all(ANN, &over, "Rematch").await;
    let board = tour.taps_for_all(BEN, &offer, "Accept").await;
    let men = tour.taps(BEN, &board, "Move").await;
    let killed = tour.kill().await;
    tour.told.paragraph("Here the program is killed. What is said meanwhile it does not hear.");
    tour.missed(&killed, CARL, "Is it asleep?");
    tour.missed(&killed, BEN, "e2-e3");
    tour.start_again(killed).await;
    tour.told.paragraph("It starts again, and hears what it has missed.");
    let newest = tour.post().await;
    tour.told.paragraph(
        "Taps that belong to the time before work as well, or tell that they come too late.",
    );
    tour.taps(BEN, &men, "f2 Soldier").await;
    tour.taps(ANN, &board, "Move").await;
    let men = tour.taps(ANN, &newest, "Move").await;
    tour.taps_for_all(ANN, &men, "d5 Soldier").await;
}

/// Men are arranged unseen by two people whose private chats are closed.
async fn set_up(tour: &mut Tour) {
    tour.told.heading("Men are arranged unseen, without a private chat");
    tour.told.paragraph("**Ann** and **ben** take no private messages.");
    for who in [ANN, BEN] {
        tour.discord().world().forbidden.insert(dm(who), (403, 50_007));
    }
    let ben = json!(BEN.id.to_string());
    let options = [("opponent", ben), ("game", json!("cyvasse")), ("colour", json!("white"))];
    let offer = tour.slash_for_all(ANN, "challenge", &options).await;
    let asked = tour.taps_for_all(BEN, &offer, "Accept").await;
    tour.posts().await;
    tour.told.next_picture = Some("half");
    let half = tour.taps(ANN, &asked, "Arrange now").await;
    let targets = tour.taps(ANN, &half, "h2 King").await;
    let half = tour.taps(ANN, &targets, "h1").await;
    let half = tour.types(ANN, &half, "Type it", "put D h2").await;
    tour.taps_for_all(ANN, &half, "Done").await;
    tour.taps(CARL, &asked, "Arrange now").await;
    tour.slash(BEN, "setup", &[("change", json!("bastion"))]).await;
    tour.told.next_picture = Some("opened");
    tour.slash_for_all(BEN, "setup", &[("change", json!("done"))]).await;
}

/// A game is played in a thread of its own, from its first board to the end.
async fn thread(tour: &mut Tour) {
    tour.told.heading("A game in a thread of its own");
    tour.slash_for_all(
        ANN,
        "server set",
        &[("what", json!("threads")), ("value", json!("always"))],
    )
    .await;
    tour.told.paragraph(
        "**Ann** opens the link, which loses nothing, and gives the permission that is missing.",
    );
    tour.quiet().await;
    tour.discord().permit(CHANNEL, WITH_THREADS);
    tour.slash(ANN, "check", &[]).await;
    let ben = json!(BEN.id.to_string());
    let options = [("opponent", ben), ("game", json!("lyra")), ("colour", json!("white"))];
    let offer = tour.slash_for_all(ANN, "challenge", &options).await;
    let begun = tour.taps_for_all(BEN, &offer, "Accept").await;
    let board = tour.thread_of(&begun).await;
    let men = tour.taps(ANN, &board, "Move").await;
    tour.taps_for_all(ANN, &men, "f2 Soldier").await;
    tour.says_in(BEN, board.channel, "d5-d4").await;
    tour.says_from_elsewhere(line(ANN, "#4 a1-c3")).await;
    tour.says_in(BEN, board.channel, "!resign #4 yes").await;
    tour.archived(&board).await;
}

/// Compares what was told with what is kept, or keeps it.
fn compare(told: &Told) {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/tour");
    let size: usize = told.pictures.iter().map(|(_, png)| png.len()).sum();
    assert!(size < MAX_PICTURES, "the pictures have {size} bytes");
    let page = folder.join("discord.md");
    if env::var_os("UPDATE_TRANSCRIPTS").is_some() {
        fs::create_dir_all(&folder).unwrap();
        fs::write(&page, &told.text).unwrap();
    }
    for (name, png) in &told.pictures {
        looks_as_in(&format!("tests/data/tour/{name}.png"), png);
    }
    let kept = fs::read_to_string(&page).unwrap();
    assert_eq!(kept, told.text, "the tour; UPDATE_TRANSCRIPTS=1 writes it anew");
}
