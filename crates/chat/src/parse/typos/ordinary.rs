//! Ordinary words that differ by one letter from a word of a command. Where people talk they are
//! taken as what they are.

/// The words, those that resemble the same word of a command side by side.
const ORDINARY: &str = "\
    challenged challenger challenges \
    serve served serves servers sever snoozed snoozer snoozes vacations vocation \
    lock clocks cloak click clack cluck \
    playa blay platy seel keek seer accent decliner jill rill vill zill fila filo fils filk \
    remote lave reave sleave leaver deave jove mose moue gove bord boart shaw shew showy dhow \
    scow shog leal mores hoves letup drat braw prematch gamey gages gams hames gaves nett nexts \
    vext reword jules yules gules pules rues riles rubes herp welp commends commandos \
    eyes ayes byes dyes \
    clay flay gray lays pays plan plat play played player plays ploy pray prey slay splay \
    geek leek meek peek reek seed seeds seeks seem seems seen seep sees sleek week \
    accepts except \
    declined declines recline \
    withdraws withdrawn withdrew \
    bill dill fall fell file filled filler fills film filly frill full gill hill ills kill mill \
    pill sill till will \
    removed remover removes \
    cleave eave heave lease leaved leaves leaven weave \
    cove dove hove love mode mole mope more mote moved mover movers movie mowed rove wove \
    aboard bard boar boards boars broad hoard beard \
    chow shoe shoo shop shot show showed shown shows shod slow snow stow \
    illegal legally legals regal \
    coves doves loves modes moles mopes motes movies roves \
    adds odes ends \
    getup setups \
    design designs reign resigned resigns resin \
    craw dram drab drag draft drama drawl drawn draws dray drew prawn straw \
    aborted aborts abet \
    scope scored scorer scores scare scorn shore snore sore spore store swore profiled profiles \
    rematched \
    dames fames game gamer gamers gamed gates gaze gazes gapes gales lames names tames james \
    neat nest newt text texts next nexus sext \
    records recorded recorder \
    verily verity versify \
    mules roles rule ruled ruler rulers runes ruses \
    heap held hell helm helped helper helps hemp kelp yelp whelp \
    command commando commands \
    about abouts abut bout \
    anytime \
    ease eased eats east easel \
    bard card cards hand hardy hare harm harp hared hark hart heard lard shard ward yard \
    mediums tedium \
    chime shite spite white whine white while whilst whites whit write \
    back blacks blank bleak block flack lack slack \
    test tests tent tents teat exit \
    gone bone cone dine dome donee dose done dune lone none nose tone zone donee \
    line dine fine lime mane mice mile mind mined miner mines mint nine pine vine wine mien \
    threat threads threaded threader tread treads thready \
    herd here hero hers hire mere sere there were where \
    omen open opens opened oven pens upon \
    coffer differ offers offset \
    cause causal casually \
    lasted listen lifted listed misted fisted \
    option optional operations adoptions \
    class classics dices dicey nice iced dine mice rice vice twice slice \
    mixed mixes \
    mode node nodes rude word words grown held \
    side site sire sine sizes sized seize them themes these thee thyme";

/// Words that ask for what there is not, and greetings, which are near a command's name.
const OTHER_WISHES: &str = "premoves replay replays hello hallo";

/// Returns `true` if a word, in lower case, is a whole wish of its own that resembles a command's name.
pub(super) fn is_other_wish(word: &str) -> bool {
    OTHER_WISHES.split(' ').any(|other| other == word)
}

/// Returns `true` if a word, in lower case, is an ordinary one that resembles a word of a command.
pub(super) fn is_ordinary(word: &str) -> bool {
    ORDINARY.split(' ').any(|ordinary| ordinary == word)
}
