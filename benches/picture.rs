//! Measures what a picture costs, in time and bytes, over scenes as games show them.
//!
//! `cargo bench --bench picture` times composing and encoding together, as a reply needs them;
//! with a folder as argument it also writes the pictures there, to look at.

use std::path::Path;

use dice::Secret;
use games::{GameKind, Seat};
use render::{Renderer, Theme};
use scene::{Animated as _, Scene};
use table::{
    BoardRecipe, BoardReplay, Game, GameNo, NewGame, Occupant, OfferTerms, PlaceId, Platform,
    ReplayRecipe, ShownSeats, Stamp, start_position,
};

#[path = "../tests/support/samples.rs"]
mod samples;

const ROUNDS: usize = 200;

#[expect(clippy::print_stdout, reason = "a bench reports on stdout")]
fn main() {
    let renderer = Renderer::new(games::sprites());
    let folder = std::env::args().skip(1).find(|argument| !argument.starts_with("--"));
    if let Some(folder) = folder {
        write_all(&renderer, Path::new(&folder));
        return;
    }
    let columns = ["width", "median us", "min", "max", "bytes", "most", "first us"];
    let columns = columns.map(|column| format!("{column:>11}")).concat();
    println!("{:<9}{columns}", "");
    for width in [Some(400), None] {
        for theme in Theme::ALL {
            let figures = measure(&renderer, &samples::scenes(), theme, width);
            let width = width.map_or("default".to_owned(), |width| width.to_string());
            println!("{:<9}{width:>11}{}", theme.key(), row(figures));
        }
    }
    for (name, scene) in samples::scenes() {
        let figures = measure(&renderer, &[(name, scene)], Theme::default(), None);
        println!("{name:<9}{:>11}{}", "default", row(figures));
    }
    println!(
        "the last board of a long game, drawn from its log: plies, us, bytes kept, bytes of its scene"
    );
    for kind in GameKind::ALL {
        println!("{:<9}{}", kind.key(), redrawn(kind).map(|n| format!("{n:>11}")).concat());
    }
    println!(
        "replay, a game as an animation: plies shown, ms a ply, bytes a ply, ms, bytes in all"
    );
    for kind in GameKind::ALL {
        let (plies, ms, bytes) = replayed(&renderer, kind);
        let (each, size) = (ms / f64::from(plies), bytes / plies as usize);
        println!("{:<9}{plies:>11}{each:>11.2}{size:>11}{ms:>11.2}{bytes:>11}", kind.key());
    }
}

/// The number of plies of a game of up to 200, the time that it takes to draw its last board from its
/// log, and the bytes that are kept of the board and that its scene would take.
fn redrawn(kind: GameKind) -> [usize; 4] {
    let game = played(kind);
    let names = names(&game);
    let mut board =
        BoardRecipe::of(&game, Seat::FIRST, 1, ShownSeats { names, ..ShownSeats::default() });
    let log: Vec<_> = game.log().iter().map(|entry| entry.event.clone()).collect();
    let kept = serde_json::to_string(&board).expect("it can be kept").len();
    let scene = serde_json::to_string(&board.scene()).expect("it can be kept").len();
    let us = micros(|| {
        let replay = BoardReplay::new(game.no(), kind, String::new(), String::new(), log);
        board.redraw(&mut replay.expect("every game has default options"));
        assert!(board.scene().is_some());
        Vec::new()
    });
    [game.position().ply() as usize, us, kept, scene]
}

/// How many plies an animation of such a game shows, the milliseconds that it takes, and its bytes.
/// The first one, which also prepares the assets, does not count.
fn replayed(renderer: &Renderer, kind: GameKind) -> (u32, f64, usize) {
    let game = played(kind);
    let recipe = ReplayRecipe::of(&game, names(&game), None).expect("it has plies");
    let replay = recipe.replay().expect("it is drawn");
    let draw = || renderer.gif(replay.frames(), None, render::REPLAY_WIDTH);
    let bytes = draw().len();
    (replay.n_frames() - 1, micros(draw) as f64 / 1e3, bytes)
}

fn names(game: &Game) -> Vec<String> {
    (0..game.position().n_seats()).map(|n| format!("player {n}")).collect()
}

/// A game of up to 200 plies.
fn played(kind: GameKind) -> Game {
    let start = start_position(kind, "").expect("every game has default options");
    let new = NewGame {
        no: GameNo(1),
        kind,
        options: String::new(),
        place: PlaceId::channel(Platform::Local, "channel"),
        server: None,
        seats: (0..start.n_seats()).map(|_| Occupant::Bot(1)).collect(),
        terms: OfferTerms::default(),
        secret: Secret::from_bytes([7; 32]),
        salt: String::new(),
        at: 0,
    };
    let mut game = Game::offer(new).expect("every game has default options");
    game.start(|_| 0, Stamp { at: 0, salt: Some("") }).expect("all seats are taken");
    while let Some(seat) = game.position().arranging().and_then(|men| men.awaited().iter().next()) {
        let army = engine::choose_army(kind, "", 1, 1).expect("the bot knows set-ups");
        game.seal_army(seat, army, "0".repeat(32), Stamp { at: 0, salt: None }).expect("it is one");
    }
    for ply in 0..200_usize {
        let moves = game.position().moves();
        if moves.is_empty() || !game.is_running() {
            break;
        }
        // Neither the first nor the last one, so that men go to and fro.
        let mv = game.position().legal_move(&moves[ply * 7 % moves.len()]).expect("it is listed");
        game.play(&mv, false, Stamp { at: 0, salt: Some("") }).expect("it is legal");
    }
    game
}

fn row(figures: [usize; 6]) -> String {
    figures.map(|figure| format!("{figure:>11}")).concat()
}

/// The median, least and greatest time, the median and greatest number of bytes, and the time of the
/// very first picture, which also prepares the assets.
fn measure(
    renderer: &Renderer,
    scenes: &[(&str, Scene)],
    theme: Theme,
    width: Option<u32>,
) -> [usize; 6] {
    let picture = |scene: &Scene| {
        renderer.png(scene, theme, width.unwrap_or_else(|| render::default_width(scene)))
    };
    let first = micros(|| picture(&scenes[0].1));
    let mut times = Vec::new();
    let mut sizes = Vec::new();
    for (_, scene) in scenes {
        sizes.push(picture(scene).len());
        times.extend((0..ROUNDS).map(|_| micros(|| picture(scene))));
    }
    times.sort_unstable();
    sizes.sort_unstable();
    let (last, middle) = (times.len() - 1, times.len() / 2);
    let (biggest, median) = (sizes[sizes.len() - 1], sizes[sizes.len() / 2]);
    [times[middle], times[0], times[last], median, biggest, first]
}

#[expect(clippy::disallowed_methods, reason = "a bench reads the clock")]
fn micros(render: impl FnOnce() -> Vec<u8>) -> usize {
    let start = std::time::Instant::now();
    std::hint::black_box(render());
    start.elapsed().as_micros() as usize
}

fn write_all(renderer: &Renderer, folder: &Path) {
    std::fs::create_dir_all(folder).expect("the folder can be made");
    for (name, scene) in samples::scenes() {
        for theme in Theme::ALL {
            for width in [render::default_width(&scene), 400, 300] {
                let path = folder.join(format!("{name}-{}-{width}.png", theme.key()));
                std::fs::write(path, renderer.png(&scene, theme, width))
                    .expect("a file is written");
            }
        }
    }
}
