//! Ordinary words that differ by one letter from a word of a command. Where people talk they are
//! taken as what they are.

/// The words, those that resemble the same word of a command side by side.
const ORDINARY: &str = "\
    reply challenged challenger challenges \
    serve served serves servers sever snoozed snoozer snoozes vacations vocation \
    black bloc blocks blocked flock unlock unblocked reports resort retort deport lock clocks cloak click clack cluck \
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

/// Ordinary words of a channel: none of it may wake the bot.
pub(super) const COMMON: &str = "\
    able about above accept accepts across action actually after again against agree ahead alive \
    almost alone along already also although always among another answer anybody anything anyway \
    apart april area arms army around arrive aside asked asks away awesome baby back ball band \
    bank base beard beat beautiful became because become been before began begin behind being \
    believe bell below best better between beyond bill bird birth bits black blame blank block \
    blood blue boar boards boat body bold bone book bore bored born boss both bots bottom bout \
    bowl box boys brain branch brave bread break bring broad broke brother brought brown build \
    burn busy call calls calm came camp cards care case cash cats cause cave challenged \
    challenger challenges chance change cheap check cheers chess chest child choice choose city \
    claim class clay clean clear clever clock close cold college colour come comes coming command \
    commander common cook cool corner cost could count course court cove cover crazy cross crowd \
    cure dame dare dark data date dead deal dear decide declined deep design desk dest dices died \
    diff dinner dirt dogs doing dome done door doors double doubt down drag drama drawing drawn \
    draws dream dress drew drink drive drop dude duck dull dust duty each early earn ears earth \
    ease easily east eats edge eight either else empty ending enemy english enjoy enough entire \
    error even evening event ever every exact example except excuse expect eyes face fact fail \
    fair fall false fame family famous fans fast father fault favour fear feel feels feet fell \
    felt field fight figure file fill filled film final find fine fire first fish five fixed flag \
    flat flaw floor flow folks food foot force forget form forward found four free fresh friday \
    friend from front full fully funny further future game gamer gamers gates gave gear gets girl \
    give given gives glad goal goes going gold gone good grab grand grass great green grew ground \
    group grow grown guess guide guys hair half hall hand hang happen happy hard hardly hate have \
    head health hear heap heard heart heat heave held hell hello helm helped helper helps hemp \
    here hero hers hide high hint hits hold hole holy home honest hope horse hour hours house \
    huge human hundred hurt idea inside instead into island item itself jobs join joke joker jump \
    june just keep kelp kept kick kids kill kind kiss knew knife know known lack lady lake lame \
    land large last late later laugh lays lazy lead leaf league learn lease least leaves left \
    legacy legs less lets letter level lies life lift like likely line list listen little live \
    lives load local lock lonely long look lord lose loser loss lost lots loud love loved lover \
    loves luck lucky lunch made mail main make makes male many mark market marry mass master \
    match mate matter maybe mean means meant meat meet mess message middle might mile milk mind \
    mine minute miss mister mode modes money month mood moon more morning most mother mount mouse \
    mouth moved mover movie movies moving much music must myself naked name named names near \
    nearly neat neck need needs neither nest never news newt nice night nine nobody nodes noise \
    noon north nose note nothing notice novel number oder odd odor offer often okay once only \
    open opinion option order other ought ours outside oven over owner page paid pain pair paper \
    parents part party pass past path pays peace people perfect perhaps person phone pick piece \
    pill pink place plan plane plans plant played player players playing plays please plus point \
    police poor post power pray pretty price prize problem promise proof proud public pull pulls \
    pure push puts quarter question quick quiet quit quite race rain raise ramp range rare rate \
    rather reach read ready real really reason recap receive record recorded red reign remain \
    remember removal removed removes rent repeat reply resin resigned resigns resort rest result \
    return review rice rich ride right ring rise risk river road rock role roles roll rolls roof \
    room root rose round route rude rule ruled ruler rulers runs rush safe said sail sale salt \
    same sand save saved says scene school score search season seat second secret seed seeing \
    seeks seem seems seen sell send sense sent serious serve server seven several shall shape \
    share sharp shed ship shoe shop shore short shot should shout show showed shower shown shows \
    shut sick side sides sight sign silly since sing single sister site size skill skin sleep \
    slow small smart smell smile snow social soft sold some somebody someone song soon sore sorry \
    sort soul sound south space speak speed spend spent spot spring square staff stage stand star \
    stare start state stay stays step stick still stop store storm story strange street strong \
    stuff stupid style such sugar summer sure sweet swim swing table take taken takes talk tall \
    tape task taste teach team tell tells ten tent term test text texts than thank thanks that \
    their them then there these they thing things think third this those though thought thousand \
    three throw thus tied till time times tiny tired title today together told tone tonight took \
    tool tools toss total touch tough toward town track trade train treat tree trial trick tried \
    trip trouble true trust truth tries turn turns twice twist type ugly under until upon used \
    user usual vary verily verity version very view village visit voice vote wage wait waiting \
    wake walk wall want wanted wants warm warn wash waste watch water wave ways weak wear weather \
    weave week weeks weird welcome well went were west what whatever wheel when where which while \
    white whole whose wide wife wild will wind window wine wing winner wins winter wise wish with \
    within without woman women wonder wood word words work works world worry worse worst worth \
    would wound write writer wrong wrote yard yeah year remote accent shaw playa reword commends \
    letup jules jill rues shew showy prematch drat leaver lave nett gamey filo hello years yell \
    yelp yellow yesterday young your yours youth zero zone a all am an and any are as at be big \
    but by can car cat cry cup cut did do dog eat end far few for fun get go got had has he her \
    him his hot how i in is it its lot me men mom my nah new no nor not of ok old on one or \
    our out own per put ran sad see she sit six sky so sun the to too two us war was way we wet \
    who why yes yet you culture seats sets starts started lists listed joined joins adds added \
    edits paused isn't don't it's that's";

/// Words that ask for what there is not, and greetings, which are near a command's name.
const OTHER_WISHES: &str = "premoves hello hallo";

/// Returns `true` if a word, in lower case, is a whole wish of its own that resembles a command's name.
pub(super) fn is_other_wish(word: &str) -> bool {
    OTHER_WISHES.split(' ').any(|other| other == word)
}

/// Returns `true` if a word, in lower case, is an ordinary one that resembles a word of a command.
pub(super) fn is_ordinary(word: &str) -> bool {
    ORDINARY.split(' ').any(|ordinary| ordinary == word)
}

/// Returns `true` if a word, in lower case and with any marks behind it, is said in talk more often than to the bot.
pub(crate) fn is_common(word: &str) -> bool {
    let word = word.trim_end_matches(['!', '?', '.', ',', ';', ':']);
    is_ordinary(word) || COMMON.split(' ').any(|common| common == word)
}
