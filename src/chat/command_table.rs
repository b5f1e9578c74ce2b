//! The command table: one entry per command. Reading, help and the README's table come from it.

/// What a command does, whatever it is called. [`COMMANDS`] describes each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verb {
    /// Plays a move.
    Move,
    /// Invites people, anyone or bots to a game.
    Challenge,
    /// Makes an offer that anyone may accept.
    Seek,
    /// Starts a game against the bot.
    Bot,
    /// Takes up an offer.
    Accept,
    /// Turns an offer down.
    Decline,
    /// Takes the author's own offer back.
    Withdraw,
    /// Lets bots take the open seats of the author's own offer.
    Fill,
    /// Frees a seat of the author's own offer.
    Remove,
    /// Gets up from a seat of somebody else's offer.
    Leave,
    /// Shows the board.
    Board,
    /// Shows legal moves.
    Legal,
    /// Shows the chances of a fight.
    Odds,
    /// Explains how a piece can move now.
    Why,
    /// Arranges the author's men unseen, before the game.
    Setup,
    /// Gives a game up.
    Resign,
    /// Offers, accepts or declines a draw.
    Draw,
    /// Ends a game before everyone has moved.
    Abort,
    /// Plays a finished game again.
    Rematch,
    /// Lists games, those first that wait for the author.
    Games,
    /// Shows the board that waits for the author the longest.
    Next,
    /// Gives a game as text.
    Record,
    /// Checks the dice and the moves of a game.
    Verify,
    /// Gives the rules in short.
    Rules,
    /// Explains the commands.
    Help,
    /// Says what this bot is.
    About,
}

impl Verb {
    /// Whether a number behind the command can only be that of a game, as in `resign 12`.
    #[must_use]
    pub const fn takes_plain_number(self) -> bool {
        matches!(
            self,
            Self::Accept
                | Self::Decline
                | Self::Withdraw
                | Self::Fill
                | Self::Remove
                | Self::Leave
                | Self::Board
                | Self::Resign
                | Self::Draw
                | Self::Abort
                | Self::Rematch
                | Self::Record
                | Self::Verify
        )
    }
}

/// One row of the command table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommandInfo {
    /// What the command does.
    pub verb: Verb,
    /// The word that people type, in lower case.
    pub name: &'static str,
    /// Other words that mean the same.
    pub aliases: &'static [&'static str],
    /// The arguments as help shows them.
    pub arguments: &'static str,
    /// What it does, in one line.
    pub does: &'static str,
    /// A line to copy, without a prefix.
    pub example: &'static str,
}

macro_rules! commands {
    ($($verb:ident $name:literal [$($alias:literal),*] $arguments:literal $does:literal $example:literal;)*) => {
        /// Every command, in the order of help.
        pub const COMMANDS: &[CommandInfo] = &[$(CommandInfo {
            verb: Verb::$verb,
            name: $name,
            aliases: &[$($alias),*],
            arguments: $arguments,
            does: $does,
            example: $example,
        }),*];
    };
}

commands! {
    Challenge "challenge" ["play", "vs"] "@name | anyone | bot [1-7] …  [game] [players:N] [white|black|random|seat:N] [options]"
        "invites people, anyone, or the bot at a level to a game; several for a game with more seats"
        "challenge bot 2";
    Seek "seek" [] "[game] [players:N] [white|black|random|seat:N] [options]"
        "an open challenge: whoever accepts first plays" "seek";
    Bot "bot" [] "[1-7] [game] [players:N] [white|black|random|seat:N] [options]"
        "starts a game against the bot" "bot 3 white";
    Accept "accept" [] "[#12]" "takes up an offer" "accept";
    Decline "decline" [] "[#12]" "turns an offer down" "decline";
    Withdraw "withdraw" [] "[#12]" "takes your own offer back" "withdraw";
    Fill "fill" [] "[#12] [bot:1-7]" "lets bots take the open seats of your offer" "fill bot:3";
    Remove "remove" [] "[#12] @name" "frees a seat of your offer" "remove @ann";
    Leave "leave" [] "[#12]" "gets up from an offer before the game starts" "leave";
    Move "move" ["m"] "c2-c3 [draw]"
        "plays a move, with a draw offer if you add `draw`; the bare move does the same" "move c2-c3";
    Board "board" ["b", "show"] "[#12] [text|white|black|seat:N]"
        "shows the board: picture, text, or from one side" "board text";
    Legal "legal" ["moves"] "[square | piece]"
        "shows legal moves: all, of one square, or of one kind of piece" "legal c2";
    Odds "odds" [] "MOVE" "the exact chances of a fight" "odds c3xd4";
    Why "why" [] "SQUARE" "how the piece there moves now, and what blocks it" "why d6";
    Setup "setup" [] "[#12] [show | done | NAME | random | TEXT | move a-b | swap a-b | put X a | remove a | hold]"
        "arranges your men before the game, unseen: in private" "setup done";
    Resign "resign" [] "[#12]" "gives a game up" "resign";
    Draw "draw" [] "offer | accept | decline" "offers or answers a draw" "draw offer";
    Abort "abort" [] "[#12]" "ends a game before everyone has moved" "abort";
    Rematch "rematch" [] "[#12]" "plays again with the seats changed round" "rematch";
    Games "games" ["g"] "[mine|@name|here|open|done]" "lists games, the most urgent first" "games";
    Next "next" [] "" "shows the board that waits for you the longest" "next";
    Record "record" ["pgn"] "[#12]" "the game as text" "record #12";
    Verify "verify" [] "[#12]" "checks commitment and every roll of a finished game" "verify #12";
    Rules "rules" [] "[game] [piece | options]" "the rules in short" "rules options";
    Help "help" ["commands"] "[command]" "this overview, or one command" "help challenge";
    About "about" [] "" "version, dice, authors" "about";
}

/// The command with this name or alias, in upper or lower case.
#[must_use]
pub(super) fn find(word: &str) -> Option<&'static CommandInfo> {
    COMMANDS.iter().find(|info| {
        info.name.eq_ignore_ascii_case(word)
            || info.aliases.iter().any(|alias| alias.eq_ignore_ascii_case(word))
    })
}

/// The command that a mistyped word was probably meant to be; `None` if none is near.
#[must_use]
pub(super) fn nearest(word: &str) -> Option<&'static CommandInfo> {
    let word = word.to_ascii_lowercase();
    COMMANDS
        .iter()
        .flat_map(|info| std::iter::once(&info.name).chain(info.aliases).map(move |n| (*n, info)))
        .map(|(name, info)| (strsim::damerau_levenshtein(name, &word), info))
        .filter(|(distance, _)| *distance <= 2 && distance * 2 < word.len())
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, info)| info)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_aliases_are_unique() {
        let mut names: Vec<&str> = COMMANDS
            .iter()
            .flat_map(|c| std::iter::once(c.name).chain(c.aliases.iter().copied()))
            .collect();
        let n = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), n);
    }

    #[test]
    fn typing_slips_find_their_command() {
        assert_eq!(nearest("hlep").map(|c| c.name), Some("help"));
        assert_eq!(nearest("resing").map(|c| c.name), Some("resign"));
        assert!(nearest("xylophone").is_none());
    }
}
