-- Events: the editions of each, their logs, their games, who takes part, and what was posted once.

CREATE TABLE tournament (
    no       INTEGER PRIMARY KEY CHECK (no BETWEEN 1 AND 4294967295),
    event    INTEGER NOT NULL,          -- the first edition of its event
    edition  INTEGER NOT NULL CHECK (edition >= 1),
    platform TEXT NOT NULL,
    place    TEXT NOT NULL,
    server   TEXT,
    name     TEXT NOT NULL,
    state    TEXT NOT NULL CHECK (state IN ('open', 'running', 'over')),
    UNIQUE (event, edition)
) STRICT;

CREATE INDEX tournament_of ON tournament (platform, server, no);

CREATE TABLE tournament_log (
    tournament INTEGER NOT NULL REFERENCES tournament (no),
    n          INTEGER NOT NULL CHECK (n >= 1),
    at         INTEGER NOT NULL,
    person     TEXT,                    -- who has brought it about; NULL: it came by itself
    text       TEXT NOT NULL,
    PRIMARY KEY (tournament, n)
) STRICT, WITHOUT ROWID;

-- No pair of a round ever has two games, and no game two pairs.
CREATE TABLE tournament_game (
    tournament INTEGER NOT NULL REFERENCES tournament (no),
    round      INTEGER NOT NULL CHECK (round >= 1),
    pair       INTEGER NOT NULL CHECK (pair >= 1),
    game       INTEGER UNIQUE NOT NULL REFERENCES game (no),
    PRIMARY KEY (tournament, round, pair)
) STRICT, WITHOUT ROWID;

CREATE TABLE tournament_person (
    person     TEXT NOT NULL REFERENCES person (id),
    tournament INTEGER NOT NULL REFERENCES tournament (no),
    PRIMARY KEY (person, tournament)
) STRICT, WITHOUT ROWID;

-- What was said once and for all, by its key: `7:round:2`.
CREATE TABLE tournament_post (
    key TEXT PRIMARY KEY NOT NULL CHECK (length(key) BETWEEN 1 AND 100),
    at  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
