//! Every SQL statement with a name, so that a test can ask SQLite how it would run each of them.

/// A statement with its name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Query {
    /// Its name here.
    #[cfg_attr(not(test), expect(dead_code, reason = "for the test of the query plans"))]
    pub(super) name: &'static str,
    /// The text.
    pub(super) sql: &'static str,
}

/// Declares statements and lists them in a constant.
macro_rules! queries {
    ($(#[$list_doc:meta])* $list:ident: $($(#[$doc:meta])* $name:ident = $sql:expr;)*) => {
        $($(#[$doc])* pub(super) const $name: Query = Query { name: stringify!($name), sql: $sql };)*
        $(#[$list_doc])*
        #[cfg(test)]
        pub(super) const $list: &[Query] = &[$($name),*];
    };
}

macro_rules! game_columns {
    () => {
        "no, kind, rules, options, place, state, terms, secret, start_salt, ply, told, to_move, \
         bot_turn, version, created, moved, expires, result, server, dice, \
         (SELECT at FROM wake WHERE key = 'game:' || no), idle_from"
    };
}

macro_rules! glance_columns {
    () => {
        "g.no, g.kind, g.place, g.server, g.state, g.ply, g.to_move, g.created, g.moved, \
         g.expires, coalesce((SELECT c.result FROM correction c WHERE c.game = g.no \
         ORDER BY c.n DESC LIMIT 1), g.result), g.terms"
    };
}

macro_rules! rated_game_columns {
    () => {
        "g.game, g.scale, g.platform, g.server, g.period, g.refused, g.n"
    };
}

macro_rules! rating_columns {
    () => {
        "area, scale, person, period, rating, deviation, volatility, games"
    };
}

macro_rules! edition_columns {
    () => {
        "no, event, edition, place, server, name, state"
    };
}

macro_rules! line_columns {
    () => {
        "id, place, author, name, audience, reply_to, text, ping, alt, game, chips, at, client"
    };
}

queries! {
    /// Statements of the host and the page while games go on: never a walk over a table.
    RUNNING:

    GAME = concat!("SELECT ", game_columns!(), " FROM game WHERE no = ?1");
    SEATS = "SELECT seat, person, bot, asked FROM seat WHERE game = ?1 ORDER BY seat";
    EVENTS = "SELECT n, ply, seat, kind, text, roll_n, roll_faces, roll_salt, at
        FROM event WHERE game = ?1 ORDER BY n";
    /// Whether the last ply of a game, with all before it, was taken back.
    IS_TAKEN_BACK = "SELECT kind = 'takeback' AND text = '0' FROM event
        WHERE game = ?1 AND kind IN ('ply', 'takeback') ORDER BY n DESC LIMIT 1";
    OPEN_OF = "SELECT DISTINCT game FROM seat WHERE person = ?1 AND phase = 0 ORDER BY game DESC";
    OPEN_AT = "SELECT no FROM game WHERE place = ?1 AND state <> 'over' ORDER BY no DESC LIMIT ?2";
    HAS_OPEN = "SELECT 1 FROM seat WHERE person = ?1 AND phase = 0 LIMIT 1";
    /// Once per game, also for a person who sat on two of its seats.
    FINISHED_OF = "SELECT DISTINCT game, ended FROM seat WHERE person = ?1 AND phase = 1
        ORDER BY ended DESC, game DESC LIMIT ?2";
    /// A game that came to nothing before its first ply has no result.
    FINISHED_IN = "SELECT no FROM game WHERE server IS ?1 AND state = 'over'
            AND NOT (ply = 0 AND result = 'aborted')
        ORDER BY ended DESC, no DESC LIMIT ?2";
    /// Of each game as many rows as there are pairs of a seat of the one person and one of the other.
    GLANCES_OPEN_OF = concat!("SELECT ", glance_columns!(), ", s.seat, s.asked, o.seat
        FROM seat s CROSS JOIN game g ON g.no = s.game
            LEFT JOIN seat o ON o.game = s.game AND o.person = ?2
        WHERE s.person = ?1 AND s.phase = 0 ORDER BY s.game DESC");
    GLANCES_FINISHED_OF = concat!("SELECT ", glance_columns!(), ", s.seat, s.asked, o.seat
        FROM seat s CROSS JOIN game g ON g.no = s.game
            LEFT JOIN seat o ON o.game = s.game AND o.person = ?2
        WHERE s.person = ?1 AND s.phase = 1 ORDER BY s.ended DESC, s.game DESC");
    GLANCES_OPEN_AT = concat!("SELECT ", glance_columns!(), ", o.seat, coalesce(o.asked, 0), o.seat
        FROM game g LEFT JOIN seat o ON o.game = g.no AND o.person = ?2
        WHERE g.place = ?1 AND g.state <> 'over' ORDER BY g.no DESC");
    GAME_OF_MESSAGE = "SELECT game FROM outbox WHERE message = ?1 AND game IS NOT NULL
        ORDER BY id DESC LIMIT 1";
    /// While no board was shown, as before hidden men are all placed, the newest message.
    NEWEST_BOARD = "SELECT message FROM outbox WHERE game = ?1 AND place = ?2
            AND message IS NOT NULL AND game IS NOT NULL
        ORDER BY board DESC, id DESC LIMIT 1";
    SHOWN_MESSAGES = "SELECT place, message FROM outbox WHERE game = ?1 AND board = ?2
            AND message IS NOT NULL AND game IS NOT NULL
        ORDER BY id DESC LIMIT ?3";
    BOT_TURNS = "SELECT no FROM game WHERE state = 'running' AND bot_turn = 1 ORDER BY no";
    RUNNING_OF = "SELECT no FROM game WHERE server IS ?1 AND state = 'running' ORDER BY no";
    DEADLINES = "SELECT at, key FROM wake WHERE (at, key) > (?1, ?2) ORDER BY at, key LIMIT ?3";
    UNDELIVERED = "SELECT id, body FROM outbox WHERE sent IS NULL ORDER BY id";
    UNPLACED = "SELECT 1 FROM game WHERE place = ?1 AND server IS NULL
        AND NOT EXISTS (SELECT 1 FROM rated_game WHERE game = no) LIMIT 1";
    PERSON = "SELECT id, name FROM person WHERE id = ?1";
    PEOPLE_NAMED = "SELECT id, name FROM person WHERE platform = ?1 AND folded = ?2
        ORDER BY id LIMIT 8";
    HANDLED = "SELECT 1 FROM handled WHERE source = ?1";
    LAST_GAME = "SELECT coalesce(max(no), 0) FROM game";
    LAST_OUTBOX = "SELECT coalesce(max(id), 0) FROM outbox";

    KEPT = "SELECT key, value FROM kept WHERE platform = ?1 ORDER BY key";
    PLACE_MARKS = "SELECT place, message FROM place_mark WHERE place >= ?1 AND place < ?2";
    GONE_PLACES = "SELECT place FROM gone_place WHERE place >= ?1 AND place < ?2";
    LIVE_GAMES = "SELECT no, place, moved, state = 'running' AND ply = 0, server FROM game
        WHERE state <> 'over' AND place >= ?1 AND place < ?2 ORDER BY place";
    UNDELIVERED_BODY = "SELECT body FROM outbox WHERE id = ?1 AND sent IS NULL";

    SETTING = "SELECT value FROM setting WHERE scope = ?1 AND key = ?2";
    SETTINGS_OF_SERVERS = "SELECT scope, value FROM setting
        WHERE scope > 'server:' AND scope < 'server;' AND key = ?1";
    SETTINGS = "SELECT key, value FROM setting WHERE scope = ?1 ORDER BY key";
    KNOWN_SERVERS = "SELECT substr(scope, 8) FROM setting
            WHERE scope > 'server:' AND scope < 'server;'
        UNION SELECT substr(scope, 8) FROM ban WHERE scope > 'server:' AND scope < 'server;'
        UNION SELECT substr(scope, 8) FROM moderation
            WHERE scope > 'server:' AND scope < 'server;'";
    LEFT = "SELECT 1 FROM setting WHERE scope = ?1 AND key = 'left'";
    LEFT_SERVERS = "SELECT substr(scope, 8), CAST(value AS INTEGER) FROM setting
        WHERE scope > 'server:' AND scope < 'server;' AND key = 'left'";
    VACATIONS = "SELECT since, until FROM vacation
        WHERE person = ?1 AND scope = ?2 AND until > ?3 ORDER BY since";
    PLAN = "SELECT ply, body, salt, at FROM plan WHERE game = ?1 AND seat = ?2";
    BANS = "SELECT scope, person, activity, until, why FROM ban WHERE scope = ?1 AND person = ?2";
    NEXT_FORGOTTEN_KEY = "SELECT min(key) FROM forgotten WHERE key > ?1";
    FORGOTTEN = "SELECT at, returned FROM forgotten WHERE key = ?1 AND hash = ?2";
    COME_BACK = "UPDATE forgotten SET returned = max(?3, at + 1)
        WHERE key = ?1 AND hash = ?2 AND returned IS NULL";
    PUT_FORGOTTEN = "INSERT INTO forgotten (key, hash, at, returned) VALUES (?1, ?2, ?3, ?4)
        ON CONFLICT (key, hash) DO UPDATE SET at = excluded.at, returned = excluded.returned
        WHERE excluded.at > at OR excluded.at = at AND returned IS NULL";
    MODERATION = "SELECT scope, at, by, act, person, game, words FROM moderation
        WHERE scope = ?1 ORDER BY n DESC LIMIT ?2";
    COUNT_REPORTS = "SELECT count(*) FROM moderation WHERE by = ?1 AND act = 'report' AND at >= ?2";
    BLOCKS = "SELECT blocked FROM block WHERE person = ?1 ORDER BY blocked";
    HAS_BLOCKED = "SELECT 1 FROM block WHERE person = ?1 AND blocked = ?2";
    ASKED = "SELECT at, declined FROM asked WHERE person = ?1 AND whom = ?2";
    NOTICES = "SELECT words FROM notice WHERE person = ?1 ORDER BY n";
    OUTAGES = "SELECT area, since, until FROM outage WHERE area >= ?1 AND area < ?2
        ORDER BY area, since";
    ALIVE = "SELECT at FROM alive WHERE platform = ?1";

    RATED_GAME = concat!("SELECT ", rated_game_columns!(), " FROM rated_game g WHERE g.game = ?1");
    RATED_GAMES_OF = concat!("SELECT DISTINCT ", rated_game_columns!(), "
        FROM rated_player p CROSS JOIN rated_game g ON g.game = p.game
        WHERE p.person = ?1 AND p.scale = ?2 AND p.period = ?3 ORDER BY g.n");
    /// Each game once for each of its players, in the order of the seats.
    RATED_GAMES_IN = concat!("SELECT ", rated_game_columns!(), ",
            p.person, p.place, p.has_moved, p.out_of_time
        FROM rated_game g CROSS JOIN rated_player p ON p.game = g.game
        WHERE g.scale = ?1 AND g.period = ?2 ORDER BY g.n, p.seat");
    RATED_PERIOD = "SELECT min(period) FROM rated_game WHERE scale = ?1 AND period >= ?2";
    RATED_PLAYERS = "SELECT person, place, has_moved, out_of_time FROM rated_player
        WHERE game = ?1 ORDER BY seat";
    RATING_CURVE = concat!("SELECT ", rating_columns!(), " FROM rating
        WHERE area = ?1 AND scale = ?2 AND person = ?3 ORDER BY period");
    RATING_BEFORE = concat!("SELECT ", rating_columns!(), " FROM rating
        WHERE area = ?1 AND scale = ?2 AND person = ?3 AND period < ?4
        ORDER BY period DESC LIMIT 1");
    RATINGS_IN = concat!("SELECT ", rating_columns!(), " FROM rating
        WHERE scale = ?1 AND period = ?2");
    /// A column beside max() comes from the row that has it.
    LAST_RATINGS = "SELECT area, scale, person, max(period), rating, deviation, volatility, games
        FROM rating WHERE area = ?1 AND scale = ?2 GROUP BY area, scale, person";
    /// Whom somebody met in games that count for all who played: on a server, or anywhere on a platform.
    OPPONENTS = "SELECT o.person
        FROM rated_player p CROSS JOIN rated_game g ON g.game = p.game
            CROSS JOIN rated_player o ON o.game = p.game
        WHERE p.person = ?1 AND p.scale = ?2 AND o.person <> ?1 AND g.refused IS NULL
            AND CASE WHEN ?4 IS NULL THEN g.platform = ?3 ELSE g.server = ?4 END";
    RATING_FORMULAS = "SELECT version FROM rating_formulas WHERE one = 1";
    CORRECTED_RESULT = "SELECT result FROM correction WHERE game = ?1 ORDER BY n DESC LIMIT 1";

    TOURNAMENT = concat!("SELECT ", edition_columns!(), " FROM tournament WHERE no = ?1");
    TOURNAMENT_LOG = "SELECT n, at, person, text FROM tournament_log
        WHERE tournament = ?1 ORDER BY n";
    TOURNAMENTS_OF = concat!("SELECT ", edition_columns!(), " FROM tournament
        WHERE platform = ?1 AND server IS ?2 ORDER BY no DESC LIMIT ?3");
    TOURNAMENTS_LATELY = "SELECT t.no FROM tournament t
        WHERE t.platform = ?1 AND t.server IS ?2 AND (t.state <> 'over'
            OR (SELECT l.at FROM tournament_log l WHERE l.tournament = t.no
                ORDER BY l.n DESC LIMIT 1) >= ?3)
        ORDER BY t.state <> 'running', t.state <> 'open', t.no DESC LIMIT ?4";
    TOURNAMENTS_WITH = "SELECT p.tournament FROM tournament_person p
            CROSS JOIN tournament t ON t.no = p.tournament
        WHERE p.person = ?1 AND t.state <> 'over' ORDER BY p.tournament DESC";
    TOURNAMENTS_AT = "SELECT no FROM tournament WHERE place = ?1 AND state <> 'over' ORDER BY no";
    LIVE_TOURNAMENTS = "SELECT t.place, t.server,
            (SELECT l.at FROM tournament_log l WHERE l.tournament = t.no ORDER BY l.n DESC LIMIT 1)
        FROM tournament t WHERE t.state <> 'over' AND t.place >= ?1 AND t.place < ?2
        ORDER BY t.place";
    EDITION = "SELECT no FROM tournament WHERE event = ?1 AND edition = ?2";
    TOURNAMENT_GAMES = "SELECT t.game, g.ply, coalesce((SELECT c.result FROM correction c
            WHERE c.game = g.no ORDER BY c.n DESC LIMIT 1), g.result)
        FROM tournament_game t CROSS JOIN game g ON g.no = t.game WHERE t.tournament = ?1";
    TOURNAMENT_CORRECTIONS = "SELECT c.game, c.at, c.person, c.result, c.reason
        FROM tournament_game t CROSS JOIN correction c ON c.game = t.game
        WHERE t.tournament = ?1 ORDER BY c.n";
    LAST_TOURNAMENT = "SELECT coalesce(max(no), 0) FROM tournament";

    HOST_KEY = "SELECT secret FROM host_key WHERE one = 1";
    /// The first key stays for good.
    MAKE_HOST_KEY = "INSERT INTO host_key (one, secret) VALUES (1, ?1)
        ON CONFLICT (one) DO NOTHING";

    /// A name, and whether it belongs to the browser with a secret of this hash.
    PAGE_NAME = "SELECT name, secret_hash = ?2 OR EXISTS (
            SELECT 1 FROM page_device d
            WHERE d.key = ?1 AND d.secret_hash = ?2 AND d.signed_out IS NULL)
        FROM page_name WHERE key = ?1";
    NAME_HOLDER = "SELECT secret_hash FROM page_name WHERE key = ?1";
    /// The browsers of a name that were let in and are not signed out, the first one first.
    DEVICES = "SELECT secret_hash, admitted_by FROM page_device
        WHERE key = ?1 AND signed_out IS NULL ORDER BY since, secret_hash";
    /// When a browser was signed out, and whether by the one that let it in or by the first one.
    SIGNED_OUT = "SELECT d.signed_out, d.signed_out_by = d.admitted_by,
            d.signed_out_by = (SELECT n.secret_hash FROM page_name n WHERE n.key = ?1)
        FROM page_device d
        WHERE d.key = ?1 AND d.secret_hash = ?2 AND d.signed_out IS NOT NULL";
    /// A capital may look like another letter than its small form, so the folded name counts as well.
    NAME_TWIN = "SELECT name FROM page_name
        WHERE (skeleton IN (?1, ?2) OR key = ?1) AND key <> ?2 LIMIT 1";
    PAGE_LINES = concat!("SELECT ", line_columns!(), " FROM page_line
        WHERE place = ?1 AND id < ?2 ORDER BY id DESC LIMIT ?3");
    PAGE_LINES_AFTER = concat!("SELECT ", line_columns!(), " FROM page_line
        WHERE place = ?1 AND id > ?2 ORDER BY id LIMIT ?3");
    PAGE_PICTURE = "SELECT place, audience, scene FROM page_line
        WHERE id = ?1 AND scene IS NOT NULL";

    MARK_HANDLED = "INSERT INTO handled (source, at) VALUES (?1, ?2)
        ON CONFLICT (source) DO NOTHING";
    /// Two at a time for each one that is added, so that a long table grows shorter by and by.
    FORGET_HANDLED = "DELETE FROM handled WHERE n IN (
        SELECT n FROM handled WHERE n <= ?1 ORDER BY n LIMIT 2)";
    /// Writes only what is new: most people have the same name as a moment ago.
    PUT_PERSON = "INSERT INTO person (id, platform, name, folded, since)
        VALUES (?1, ?2, ?3, ?4, ?5)
        ON CONFLICT (id) DO UPDATE SET name = excluded.name, folded = excluded.folded
        WHERE name <> excluded.name";
    NEW_GAME = "INSERT INTO game (no, kind, rules, options, place, state, terms, secret,
            start_salt, ply, told, to_move, bot_turn, version, created, moved, expires, result,
            server, dice, ended)
        VALUES (:no, :kind, :rules, :options, :place, :state, :terms, :secret, :start_salt, :ply,
            :told, :to_move, :bot_turn, :version, :created, :moved, :expires, :result, :server,
            :dice, CASE WHEN :state = 'over' THEN :at END)
        ON CONFLICT (no) DO NOTHING";
    CHANGE_GAME = "UPDATE game SET kind = :kind, rules = :rules, options = :options,
            place = :place, state = :state, terms = :terms, secret = :secret,
            start_salt = :start_salt, ply = :ply, told = :told, to_move = :to_move,
            bot_turn = :bot_turn, version = :version, created = :created, moved = :moved,
            expires = :expires, result = :result, dice = :dice,
            server = coalesce(:server, server),
            ended = CASE WHEN :state = 'over' THEN coalesce(ended, :at) END
        WHERE no = :no AND version = :version - 1";
    /// A game that counts for ratings keeps what was known at its end, by which it counts.
    LEARN_SERVER = "UPDATE game SET server = ?2 WHERE place = ?1 AND server IS NULL
        AND NOT EXISTS (SELECT 1 FROM rated_game WHERE game = no)";
    PUT_SEAT = "INSERT INTO seat (game, seat, person, bot, asked, phase, ended)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, (SELECT ended FROM game WHERE no = ?1))
        ON CONFLICT (game, seat) DO UPDATE SET person = excluded.person, bot = excluded.bot,
            asked = excluded.asked, phase = excluded.phase, ended = excluded.ended
        WHERE (person, bot, asked, phase, ended) IS NOT
            (excluded.person, excluded.bot, excluded.asked, excluded.phase, excluded.ended)";
    /// Writes only what is new: most changes of a game leave its deadline as it is.
    PUT_DEADLINE = "INSERT INTO wake (key, at) VALUES (?1, ?2)
        ON CONFLICT (key) DO UPDATE SET at = excluded.at WHERE at <> excluded.at";
    DROP_DEADLINE = "DELETE FROM wake WHERE key = ?1";
    DROP_SEATS = "DELETE FROM seat WHERE game = ?1 AND seat >= ?2";
    LAST_EVENT = "SELECT coalesce(max(n), 0) FROM event WHERE game = ?1";
    ADD_EVENT = "INSERT INTO event (game, n, ply, seat, kind, text, roll_n, roll_faces, roll_salt,
            at)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)";
    ADD_OUTBOX = "INSERT INTO outbox (id, game, place, created, body, board)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    /// Once: a second report changes nothing. The body has done its work.
    DELIVERED = "UPDATE outbox SET sent = ?2, message = ?3, body = NULL
        WHERE id = ?1 AND sent IS NULL";

    KEEP = "INSERT INTO kept (platform, key, value) VALUES (?1, ?2, ?3)
        ON CONFLICT (platform, key) DO UPDATE SET value = excluded.value
        WHERE value <> excluded.value";
    UNKEEP = "DELETE FROM kept WHERE platform = ?1 AND key = ?2";
    /// Of two numbers the longer one is greater, and of two that are as long, that which sorts behind.
    PUT_MARK = "INSERT INTO place_mark (place, message, at) VALUES (?1, ?2, ?3)
        ON CONFLICT (place) DO UPDATE SET message = excluded.message, at = excluded.at
        WHERE (length(message), message) < (length(excluded.message), excluded.message)";
    DROP_MARK = "DELETE FROM place_mark WHERE place = ?1";
    PUT_GONE = "INSERT INTO gone_place (place, at) VALUES (?1, ?2) ON CONFLICT (place) DO NOTHING";
    DROP_GONE = "DELETE FROM gone_place WHERE place = ?1";

    PUT_SETTING = "INSERT INTO setting (scope, key, value) VALUES (?1, ?2, ?3)
        ON CONFLICT (scope, key) DO UPDATE SET value = excluded.value
        WHERE value <> excluded.value";
    DROP_SETTING = "DELETE FROM setting WHERE scope = ?1 AND key = ?2";
    DROP_SETTINGS = "DELETE FROM setting WHERE scope = ?1";
    DROP_PLACES_OF = "DELETE FROM setting WHERE scope IN (
            SELECT key FROM setting WHERE scope = ?1 AND key > 'place:' AND key < 'place;'
        UNION SELECT 'place:' || place FROM game WHERE state = 'running' AND server = substr(?1, 8)
        UNION SELECT 'place:' || place FROM game WHERE state = 'over' AND server = substr(?1, 8))";
    PUT_LEFT = "INSERT INTO setting (scope, key, value) VALUES (?1, 'left', ?2)
        ON CONFLICT (scope, key) DO NOTHING";
    DROP_LEFT = "DELETE FROM setting WHERE scope = ?1 AND key = 'left'";
    PUT_VACATION = "INSERT INTO vacation (person, scope, since, until) VALUES (?1, ?2, ?3, ?4)
        ON CONFLICT (person, scope, since) DO UPDATE SET until = excluded.until";
    PUT_PLAN = "INSERT INTO plan (game, seat, ply, body, salt, at)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6)
        ON CONFLICT (game, seat) DO UPDATE SET ply = excluded.ply, body = excluded.body,
            salt = excluded.salt, at = excluded.at";
    DROP_PLAN = "DELETE FROM plan WHERE game = ?1 AND seat = ?2";
    DROP_PLANS = "DELETE FROM plan WHERE game = ?1";
    PUT_BAN = "INSERT INTO ban (scope, person, activity, until, why) VALUES (?1, ?2, ?3, ?4, ?5)
        ON CONFLICT (scope, person, activity) DO UPDATE SET until = excluded.until, why = excluded.why";
    DROP_BANS = "DELETE FROM ban WHERE scope = ?1 AND person = ?2";
    DROP_BANS_IN = "DELETE FROM ban WHERE scope = ?1";
    DROP_MODERATION = "DELETE FROM moderation WHERE scope = ?1";
    ADD_MOD_ENTRY = "INSERT INTO moderation (scope, at, by, act, person, game, words)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    PUT_BLOCK = "INSERT OR IGNORE INTO block (person, blocked) VALUES (?1, ?2)";
    DROP_BLOCK = "DELETE FROM block WHERE person = ?1 AND blocked = ?2";
    PUT_ASKED = "INSERT INTO asked (person, whom, at, declined, latest) VALUES (?1, ?2, ?3, ?4, ?5)
        ON CONFLICT (person, whom) DO UPDATE SET at = excluded.at, declined = excluded.declined,
            latest = excluded.latest";
    DROP_ASKED = "DELETE FROM asked WHERE latest < ?1";
    ADD_NOTICE = "INSERT INTO notice (person, words) VALUES (?1, ?2)";
    DROP_NOTICES = "DELETE FROM notice WHERE person = ?1";
    /// A game keeps its number in the order.
    PUT_RATED_GAME = "INSERT INTO rated_game (game, scale, platform, server, period, refused)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6)
        ON CONFLICT (game) DO UPDATE SET refused = excluded.refused";
    PUT_RATED_PLAYER = "INSERT INTO rated_player (game, seat, person, place, has_moved,
            out_of_time, scale, period)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
        ON CONFLICT (game, seat) DO UPDATE SET place = excluded.place";
    PUT_RATING = "INSERT INTO rating (area, scale, person, period, rating, deviation, volatility,
            games)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
        ON CONFLICT (area, scale, person, period) DO UPDATE SET rating = excluded.rating,
            deviation = excluded.deviation, volatility = excluded.volatility,
            games = excluded.games";
    DROP_RATING = "DELETE FROM rating
        WHERE area = ?1 AND scale = ?2 AND person = ?3 AND period = ?4";
    PUT_RATING_FORMULAS = "INSERT INTO rating_formulas (one, version) VALUES (1, ?1)
        ON CONFLICT (one) DO UPDATE SET version = excluded.version";
    ADD_CORRECTION = "INSERT INTO correction (game, at, person, result, reason)
        VALUES (?1, ?2, ?3, ?4, ?5)";
    PUT_TOURNAMENT = "INSERT INTO tournament (no, event, edition, platform, place, server, name, state)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
        ON CONFLICT (no) DO UPDATE SET name = excluded.name, state = excluded.state,
            place = excluded.place
        WHERE (name, state, place) IS NOT (excluded.name, excluded.state, excluded.place)";
    LAST_TOURNAMENT_LINE = "SELECT coalesce(max(n), 0) FROM tournament_log WHERE tournament = ?1";
    ADD_TOURNAMENT_LINE = "INSERT INTO tournament_log (tournament, n, at, person, text)
        VALUES (?1, ?2, ?3, ?4, ?5)";
    DROP_ROUND = "DELETE FROM tournament_game WHERE tournament = ?1 AND round = ?2";
    ADD_TOURNAMENT_GAME = "INSERT INTO tournament_game (tournament, round, pair, game)
        VALUES (?1, ?2, ?3, ?4)";
    JOIN_TOURNAMENT = "INSERT INTO tournament_person (person, tournament) VALUES (?1, ?2)
        ON CONFLICT (person, tournament) DO NOTHING";
    LEAVE_TOURNAMENT = "DELETE FROM tournament_person WHERE person = ?1 AND tournament = ?2";
    ADD_POST = "INSERT INTO tournament_post (key, at) VALUES (?1, ?2)";
    PUT_OUTAGE = "INSERT INTO outage (area, since, until) VALUES (?1, ?2, ?3)
        ON CONFLICT (area, since) DO UPDATE SET until = excluded.until";
    DROP_OUTAGE = "DELETE FROM outage WHERE area = ?1 AND since = ?2";
    PUT_ALIVE = "INSERT INTO alive (platform, at) VALUES (?1, ?2)
        ON CONFLICT (platform) DO UPDATE SET at = excluded.at";

    CLAIM_NAME = "INSERT INTO page_name (key, name, secret_hash, since, skeleton)
        VALUES (?1, ?2, ?3, ?4, ?5)";
    /// Adds a browser, also one that was signed out.
    ADMIT_DEVICE = "INSERT INTO page_device (key, secret_hash, since, admitted_by)
        VALUES (?1, ?2, ?3, ?4)
        ON CONFLICT (key, secret_hash) DO UPDATE SET since = excluded.since,
            admitted_by = excluded.admitted_by, signed_out_by = NULL, signed_out = NULL";
    SIGN_OUT = "UPDATE page_device SET signed_out_by = ?3, signed_out = ?4
        WHERE key = ?1 AND secret_hash = ?2";
    /// Forgets those that were signed out first, where there are more than so many.
    FORGET_SIGNED_OUT = "DELETE FROM page_device WHERE key = ?1 AND secret_hash IN (
        SELECT secret_hash FROM page_device WHERE key = ?1 AND signed_out IS NOT NULL
        ORDER BY signed_out DESC LIMIT -1 OFFSET ?2)";
    LAST_LINE = "SELECT coalesce(max(id), 0) FROM page_line";
    ADD_LINE = "INSERT INTO page_line (id, place, author, name, audience, reply_to, text, ping, alt,
            game, chips, at, client, scene)
        VALUES (:id, :place, :author, :name, :audience, :reply_to, :text, :ping, :alt, :game, :chips,
            :at, :client, :scene)
        ON CONFLICT (client) WHERE client IS NOT NULL DO NOTHING";
    /// The oldest line that is kept where there are so many more.
    OLDEST_KEPT_LINE = "SELECT id FROM page_line WHERE place = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2";
    DROP_OLD_LINES = "DELETE FROM page_line WHERE id IN (SELECT id FROM page_line
        WHERE place = ?1 AND id < ?2 ORDER BY id LIMIT ?3)";
    LINE_OF_CLIENT = "SELECT id FROM page_line WHERE client = ?1";

    BEGIN = "BEGIN IMMEDIATE";
    COMMIT = "COMMIT";
    ROLLBACK = "ROLLBACK";
    SAVEPOINT = "SAVEPOINT job";
    UNDO_SAVEPOINT = "ROLLBACK TO job";
    RELEASE = "RELEASE job";
    /// The frames in the write-ahead log, without a checkpoint.
    CHECKPOINT_NOOP = "PRAGMA wal_checkpoint(NOOP)";
    CHECKPOINT_PASSIVE = "PRAGMA wal_checkpoint(PASSIVE)";
    CHECKPOINT_TRUNCATE = "PRAGMA wal_checkpoint(TRUNCATE)";
}

queries! {
    /// Statements on a whole database: before a start, for a check, an export, a backup, a list for the owner.
    WHOLE:
    ALL_FORGOTTEN = "SELECT key, hash, at, returned FROM forgotten ORDER BY key, hash";
    PEOPLE_SINCE = "SELECT id, since FROM person";
    LAST_FORGOTTEN = "SELECT max(at) FROM forgotten WHERE at <= ?1";

    RUNNING_BY_SERVER = "SELECT server, count(*) FROM game WHERE state = 'running' GROUP BY server";
    OVER_BY_SERVER = "SELECT server, count(*) FROM game WHERE state = 'over' GROUP BY server";
    FIRST_NAMES = "SELECT key FROM page_name ORDER BY since, key LIMIT 2";
    SCHEMA_OBJECTS = "SELECT count(*) FROM sqlite_schema";
    APPLICATION_ID = "SELECT application_id FROM pragma_application_id";
    USER_VERSION = "SELECT user_version FROM pragma_user_version";
    HAS_WRITTEN_BY = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'written_by'";
    WRITTEN_BY = "SELECT substr(version, 1, 41) FROM written_by WHERE one = 1 AND typeof(version) = 'text'";
    PUT_WRITTEN_BY = "INSERT INTO written_by (one, version) VALUES (1, ?1)
        ON CONFLICT (one) DO UPDATE SET version = excluded.version WHERE version <> excluded.version";
    QUICK_CHECK = "PRAGMA quick_check(1)";
    INTEGRITY = "PRAGMA integrity_check(100)";
    FOREIGN_KEYS = "SELECT \"table\", parent FROM pragma_foreign_key_check LIMIT 100";
    TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name";
    /// One table with its indices.
    SCRUB = "SELECT integrity_check FROM pragma_integrity_check(?1) LIMIT 1";
    ALL_RATED_GAMES = concat!("SELECT ", rated_game_columns!(), " FROM rated_game g ORDER BY g.n");
    MISPLACED_PLAYERS = "SELECT DISTINCT p.game FROM rated_player p
        JOIN rated_game g ON g.game = p.game
        WHERE (p.scale, p.period) IS NOT (g.scale, g.period) ORDER BY p.game";
    ALL_ENDS = "SELECT no, ended FROM game WHERE ended IS NOT NULL";
    ALL_RATINGS = concat!("SELECT ", rating_columns!(), " FROM rating");
    DROP_RATINGS = "DELETE FROM rating";
    ALL_CORRECTIONS = "SELECT game, at, result FROM correction ORDER BY n";
    GAME_NUMBERS = "SELECT no FROM game ORDER BY no";
    BACKUP = "VACUUM INTO ?1";
}
