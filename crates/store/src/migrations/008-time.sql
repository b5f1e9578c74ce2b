-- Games over days and weeks: settings, vacations, conditional moves, and when nobody could be reached.

-- What a person or a server has chosen.
CREATE TABLE setting (
    scope TEXT NOT NULL CHECK (length(scope) BETWEEN 1 AND 300),    -- person:ID or server:ID
    key   TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 100),
    value TEXT NOT NULL CHECK (length(value) <= 1000),
    PRIMARY KEY (scope, key)
) STRICT, WITHOUT ROWID;

-- When a person is away, by the scope whose rules allow it.
CREATE TABLE vacation (
    person TEXT NOT NULL CHECK (length(person) BETWEEN 1 AND 300),
    scope  TEXT NOT NULL CHECK (length(scope) BETWEEN 1 AND 300),
    since  INTEGER NOT NULL,
    until  INTEGER NOT NULL CHECK (until >= since),
    PRIMARY KEY (person, scope, since)
) STRICT, WITHOUT ROWID;

-- What a person has registered for a seat, to be played when it applies. It is theirs alone to see.
CREATE TABLE plan (
    game INTEGER NOT NULL REFERENCES game (no),
    seat INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 255),
    ply  INTEGER NOT NULL CHECK (ply >= 0),
    body TEXT NOT NULL CHECK (length(body) <= 65536),
    salt TEXT NOT NULL CHECK (length(salt) <= 200),
    at   INTEGER NOT NULL,
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

-- When nothing could be heard or said.
CREATE TABLE outage (
    area  TEXT NOT NULL CHECK (length(area) BETWEEN 1 AND 300),     -- platform:discord, place:discord:7
    since INTEGER NOT NULL,
    until INTEGER CHECK (until >= since),       -- NULL: it is not over
    PRIMARY KEY (area, since)
) STRICT, WITHOUT ROWID;

-- When the program was last known to run for a platform.
CREATE TABLE alive (
    platform TEXT PRIMARY KEY NOT NULL,
    at       INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Since when the idle days of a game count that was running before there were any; NULL: since its last
-- move. It is looked at a week from now for the first time.
ALTER TABLE game ADD COLUMN idle_from INTEGER;

UPDATE game SET idle_from = CAST(unixepoch('subsec') * 1000 AS INTEGER) WHERE state = 'running';

INSERT INTO wake (key, at)
    SELECT 'game:' || no, idle_from + 604800000 FROM game WHERE state = 'running'
    ON CONFLICT (key) DO NOTHING;
