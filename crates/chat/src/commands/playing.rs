//! Commands about the board of a running game: moving and looking.

use table::SeatChoice;

use super::{
    CommandInfo, Parameter, ParameterKind, SeenBy, Values, Where, Who,
    shared::{ANY_NO, MARKED_NO, RUNNING_NO},
};
use crate::{
    parse::command::BoardView,
    places::threads,
    play::{
        arrange,
        moves::{TypedMove, play_asked},
        plans,
    },
    questions,
};

/// The move to play.
const MOVE: Parameter =
    Parameter::new("move", ParameterKind::Move, "the move, for instance c2-c3").required();

/// Whether a draw is offered with the move.
const DRAW: Parameter =
    Parameter::new("offer_draw", ParameterKind::Flag("draw"), "offers a draw with the move");

/// The side from which a board is shown, `text`, or `names`.
const VIEW: Parameter = Parameter::new(
    "view",
    ParameterKind::Side(&["text", "flip", "names"]),
    "as text, from the side of a seat, or with the names of squares",
)
.shown_as("text|flip|white|black|seat:N|names");

/// The square or piece whose legal moves are asked for.
const FROM: Parameter =
    Parameter::new("from", ParameterKind::Piece, "a square or a kind of piece; nothing: all moves")
        .shown_as("square | piece");

/// The fight whose chances are asked for.
const FIGHT: Parameter =
    Parameter::new("move", ParameterKind::Move, "the capture, for instance c3xd4").required();

/// The square of the piece that is explained.
const SQUARE: Parameter =
    Parameter::new("square", ParameterKind::Square, "where the piece stands, for instance d6")
        .required();

/// The change to a set-up.
const CHANGE: Parameter = Parameter::new(
    "change",
    ParameterKind::Text,
    "show, done, random, a name, or a change such as move a1-b2",
)
.shown_as("show | done | NAME | random | TEXT | move a-b | swap a-b | put X a | remove a | hold");

/// The plan for the next plies.
const PLAN: Parameter = Parameter::new(
    "plan",
    ParameterKind::Text,
    "if MOVE then REPLY, if hit REPLY, if any then REPLY, in chains; or show, clear",
)
.shown_as("if MOVE then REPLY, … | show | clear");

/// Shows the board of a game; `#12` alone means the same.
pub(crate) const BOARD: CommandInfo = CommandInfo {
    path: "board",
    aliases: &["b", "show"],
    parameters: &[ANY_NO, VIEW],
    does: "shows the board: picture, text, from one side, or with the name of every square",
    example: "board text",
    slash: Some("board"),
    run: |ctx, values| questions::board(ctx, values.game_no(), view(values)),
    ..CommandInfo::QUESTION
};

/// The command that gives a game a thread of its own.
pub(crate) const THREAD: &str = "thread";

pub(super) const PLAYING: &[CommandInfo] = &[
    CommandInfo {
        path: "move",
        aliases: &["m"],
        parameters: &[MARKED_NO.hidden(), MOVE.shown_as("c2-c3"), DRAW],
        who: Who::Player,
        does: "plays a move, with a draw offer if you add `draw`; the bare move does the same",
        example: "move c2-c3",
        slash: Some("move"),
        // The word `move` alone does not turn talk into a move: `move on`.
        run: |ctx, values| {
            let (game, text) = (values.game_no(), values.text(&MOVE));
            play_asked(ctx, TypedMove { game, text, draw: values.has(&DRAW), has_help: false })
        },
        ..CommandInfo::DEED
    },
    BOARD,
    CommandInfo {
        path: "legal",
        aliases: &["moves"],
        parameters: &[MARKED_NO.hidden(), FROM],
        does: "shows legal moves: all, of one square, or of one kind of piece",
        example: "legal c2",
        slash: Some("legal"),
        run: |ctx, values| questions::legal(ctx, values.game_no(), values.text(&FROM)),
        ..CommandInfo::QUESTION
    },
    CommandInfo {
        path: "odds",
        parameters: &[MARKED_NO.hidden(), FIGHT],
        does: "the exact chances of a fight",
        example: "odds c3xd4",
        slash: Some("odds"),
        run: |ctx, values| questions::odds(ctx, values.game_no(), values.text(&FIGHT)),
        ..CommandInfo::QUESTION
    },
    CommandInfo {
        path: "why",
        parameters: &[MARKED_NO.hidden(), SQUARE],
        does: "how the piece there moves now, and what blocks it",
        example: "why d6",
        slash: Some("why"),
        run: |ctx, values| questions::why(ctx, values.game_no(), values.text(&SQUARE)),
        ..CommandInfo::QUESTION
    },
    CommandInfo {
        path: "premove",
        aliases: &["if"],
        parameters: &[MARKED_NO, PLAN],
        who: Who::Player,
        place: Where::Unseen,
        seen_by: SeenBy::Author,
        does: "conditional moves, seen by nobody else: your reply is played at once if its move comes",
        example: "if hit c4-c5, if push c3xc4",
        slash: Some("premove"),
        run: |ctx, values| plans::premove(ctx, values.game_no(), values.text(&PLAN)),
        ..CommandInfo::DEED
    },
    CommandInfo {
        path: "setup",
        parameters: &[MARKED_NO, CHANGE],
        who: Who::Player,
        place: Where::Unseen,
        seen_by: SeenBy::Author,
        does: "arranges your men before the game, unseen: in private",
        example: "setup done",
        slash: Some("setup"),
        run: |ctx, values| arrange::setup(ctx, values.game_no(), values.text(&CHANGE)),
        ..CommandInfo::DEED
    },
    CommandInfo {
        path: THREAD,
        parameters: &[RUNNING_NO],
        who: Who::Player,
        does: "plays a game on in a thread of its own, on Discord",
        example: "thread",
        slash: Some("thread"),
        run: |ctx, values| threads::thread(ctx, values.game_no()),
        ..CommandInfo::DEED
    },
];

fn view(values: &Values) -> BoardView {
    match (values.side(&VIEW).and_then(SeatChoice::seat), values.word(&VIEW)) {
        (Some(seat), _) => BoardView::Side(seat),
        (None, "text") => BoardView::Text,
        (None, "flip") => BoardView::Flipped,
        (None, "names") => BoardView::Names,
        (None, _) => BoardView::Usual,
    }
}
