//! Commands that end a game, or begin it anew.

use super::{
    CommandInfo, SeenBy, Who,
    shared::{ANY_NO, DRAW_ANSWER, RUNNING_NO, SURE, TAKEBACK_ANSWER},
};
use crate::{
    offers,
    parse::command::ProposalWord,
    play::{draws, resign, resign_all::resign_all, takeback},
    time::claim,
};

pub(super) const ENDING: &[CommandInfo] = &[
    CommandInfo {
        path: "resign",
        parameters: &[RUNNING_NO, SURE],
        who: Who::Player,
        does: "gives a game up",
        example: "resign",
        slash: Some("resign"),
        run: |ctx, values| resign::resign(ctx, values.game_no(), values.has(&SURE)),
        ..CommandInfo::DEED
    },
    CommandInfo {
        path: "resign all",
        parameters: &[SURE],
        seen_by: SeenBy::Author,
        does: "gives up all your games of this server, or in private with me all that you play",
        example: "resign all",
        slash: Some("resign-all"),
        run: |ctx, values| resign_all(ctx, values.has(&SURE)),
        ..CommandInfo::DEED
    },
    CommandInfo {
        path: "draw",
        parameters: &[RUNNING_NO.hidden(), DRAW_ANSWER],
        who: Who::Player,
        does: "offers or answers a draw; you can offer once for each of your moves",
        example: "draw offer",
        slash: Some("draw"),
        run: |ctx, values| {
            draws::draw(ctx, values.game_no(), ProposalWord::of(values.word(&DRAW_ANSWER)))
        },
        ..CommandInfo::DEED
    },
    CommandInfo {
        path: "takeback",
        aliases: &["undo"],
        parameters: &[RUNNING_NO.hidden(), TAKEBACK_ANSWER],
        who: Who::Player,
        does: "asks to take your last move back, or answers that; never across dice",
        example: "takeback",
        slash: Some("takeback"),
        run: |ctx, values| {
            let word = ProposalWord::of(values.word(&TAKEBACK_ANSWER));
            takeback::takeback(ctx, values.game_no(), word)
        },
        ..CommandInfo::DEED
    },
    CommandInfo {
        path: "abort",
        parameters: &[RUNNING_NO, SURE],
        who: Who::Player,
        does: "ends a game before everyone has moved",
        example: "abort",
        slash: Some("abort"),
        run: |ctx, values| resign::abort(ctx, values.game_no(), values.has(&SURE)),
        ..CommandInfo::DEED
    },
    CommandInfo {
        path: "claim",
        parameters: &[RUNNING_NO],
        who: Who::Player,
        does: "ends a game without clocks whose opponent has gone: asks once more and waits three days",
        example: "claim #12",
        slash: Some("claim"),
        run: |ctx, values| claim::claim(ctx, values.game_no()),
        ..CommandInfo::DEED
    },
    CommandInfo {
        path: "rematch",
        parameters: &[ANY_NO],
        who: Who::Player,
        does: "plays again with the seats changed round",
        example: "rematch",
        run: |ctx, values| offers::rematch(ctx, values.game_no()),
        ..CommandInfo::DEED
    },
];
