//! Games that are shown once more: an animation shows what the still pictures of its plies show, and is
//! small.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use games::GameKind;
use image::{ImageFormat, RgbImage};
use render::{REPLAY_WIDTH, Theme};
use scene::Mark;
use table::{
    Game, GameReplay, LogEvent, PlyRoll, ReplayRecipe,
    record::{self, Record},
};

use crate::support::{matches, pictures::renderer};

/// A game of bots that has gone on for up to so many plies at random, and then ends. Without a ply the men
/// that are arranged are not.
fn played(kind: GameKind, seed: u64, most: u32) -> Game {
    let mut game = matches::played(kind, "", seed, most);
    if game.is_running() {
        game.run_out_of_time(game.position().to_move(), 9).unwrap();
    }
    game
}

fn replay_of(game: &Game) -> ReplayRecipe {
    let names = vec!["Zoë".to_owned(), "ben".to_owned()];
    ReplayRecipe::of(game, names, None).unwrap()
}

/// A GIF as its pictures, each with its delay in hundredths of a second.
fn frames(bytes: &[u8]) -> Vec<(RgbImage, u16)> {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::Indexed);
    let mut reader = options.read_info(bytes).unwrap();
    let palette = reader.global_palette().unwrap().to_vec();
    let (width, height) = (u32::from(reader.width()), u32::from(reader.height()));
    let mut shown = RgbImage::new(width, height);
    let mut frames = Vec::new();
    while let Some(frame) = reader.read_next_frame().unwrap() {
        assert!(frame.palette.is_none(), "one palette serves all");
        let before = shown.clone();
        for (at, &index) in (0_u32..).zip(&*frame.buffer) {
            let (x, y) = (at % u32::from(frame.width), at / u32::from(frame.width));
            if frame.transparent != Some(index) {
                let [red, green, blue] = *palette.as_chunks().0.get(usize::from(index)).unwrap();
                let (left, top) = (u32::from(frame.left), u32::from(frame.top));
                shown.put_pixel(left + x, top + y, image::Rgb([red, green, blue]));
            }
        }
        frames.push((shown.clone(), frame.delay));
        if frame.dispose == gif::DisposalMethod::Previous {
            shown = before;
        }
    }
    frames
}

#[test]
fn every_frame_is_the_still_picture_of_its_ply() {
    let renderer = renderer();
    for (kind, theme) in GameKind::ALL.into_iter().zip(Theme::ALL) {
        let game = played(kind, 5, 16);
        let recipe = replay_of(&game);
        let replay = recipe.replay().unwrap();
        assert_eq!(replay.plies(), game.position().ply());
        let frames = frames(&renderer.gif(replay.frames(), Some(theme), REPLAY_WIDTH));
        assert_eq!(frames.len(), 1 + replay.plies() as usize);
        for (((frame, _), shown), ply) in frames.iter().zip(replay.frames()).zip(0..) {
            // The way of a man is seen as the pictures follow each other.
            let mut board = replay.still(ply).unwrap().board;
            board.marks.retain(|mark| !matches!(mark, Mark::Arrow(..) | Mark::Way(..)));
            assert_eq!(shown.scene.board, board, "{kind:?}, ply {ply}");
            let still = renderer.png(&shown.scene, theme, REPLAY_WIDTH);
            let still = image::load_from_memory_with_format(&still, ImageFormat::Png).unwrap();
            assert!(*frame == still.into_rgb8(), "{kind:?}, ply {ply}");
        }
        assert_eq!(replay.still(replay.plies() + 1), None);

        let of_record = record::replay(&Record::of_game(&game).to_text()).unwrap().unwrap().replay;
        let boards = |replay: &GameReplay| -> Vec<_> {
            replay.frames().map(|frame| (frame.scene.board, frame.hundredths)).collect()
        };
        assert!(boards(&of_record) == boards(replay), "{kind:?}");
    }
    assert!(renderer.gif([], Some(Theme::Wood), REPLAY_WIDTH).is_empty(), "nothing to show");
}

#[test]
fn an_animation_is_over_in_a_minute_and_rests_at_its_end() {
    for (kind, plies) in [(GameKind::ALL[0], 12), (GameKind::ALL[0], 200), (GameKind::ALL[2], 900)]
    {
        let game = played(kind, 3, plies);
        let recipe = replay_of(&game);
        let replay = recipe.replay().unwrap();
        let held: Vec<u32> = replay.frames().map(|frame| frame.hundredths.into()).collect();
        assert_eq!(held.len(), 1 + replay.plies().min(599) as usize);
        assert!(held.iter().sum::<u32>() <= 6_000, "{held:?}");
        let (end, others) = held.split_last().unwrap();
        assert!(others.iter().all(|one| (2..*end).contains(one)), "{held:?}");
    }
}

#[test]
fn fights_are_shown_longer_than_other_plies() {
    let game = played(GameKind::ALL[0], 3, 80);
    let recipe = replay_of(&game);
    let held: Vec<u16> = recipe.replay().unwrap().frames().map(|one| one.hundredths).collect();
    let events = game.log().iter().map(|line| &line.event);
    let throws = events.filter_map(|event| match event {
        LogEvent::Ply { roll, .. } => Some(*roll != PlyRoll::NoDice),
        _ => None,
    });
    // The start comes first, and the end is shown longest whatever it is.
    let plies = held[1..held.len() - 1].iter().zip(throws);
    let (fights, others): (Vec<_>, Vec<_>) = plies.partition(|(_, throws)| *throws);
    assert!(!fights.is_empty() && !others.is_empty(), "{held:?}");
    assert!(
        fights.iter().map(|one| one.0).min() > others.iter().map(|one| one.0).max(),
        "{held:?}"
    );
}

#[test]
fn an_animation_is_small() {
    let renderer = renderer();
    let a_ply = GameKind::ALL.map(|kind| {
        let (mut bytes, mut plies) = (0, 0);
        for seed in 1..=2 {
            let recipe = replay_of(&played(kind, seed, 60));
            let replay = recipe.replay().unwrap();
            bytes += renderer.gif(replay.frames(), None, REPLAY_WIDTH).len();
            plies += replay.plies() as usize;
        }
        bytes / plies
    });
    assert!(a_ply.iter().sum::<usize>() < 4_000 * a_ply.len(), "{a_ply:?}");
    assert!(a_ply.iter().all(|&bytes| bytes < 4_400), "{a_ply:?}");
}

#[test]
fn nothing_hidden_and_nothing_unplayed_is_shown() {
    for kind in GameKind::ALL {
        let game = played(kind, 1, 0);
        let shown = ReplayRecipe::of(&game, Vec::new(), Some(0));
        assert_eq!(shown, None, "{kind:?}");
    }
}
