-- Ratings: which games count for them, what they have come to, and results that were put right.

-- A game that has ended and was to be rated. They count in the order of `n`.
CREATE TABLE rated_game (
    n        INTEGER PRIMARY KEY,
    game     INTEGER UNIQUE NOT NULL REFERENCES game (no),
    scale    TEXT NOT NULL CHECK (length(scale) BETWEEN 1 AND 100),
    platform TEXT NOT NULL,
    server   TEXT,
    period   INTEGER NOT NULL CHECK (period >= 0),
    refused  TEXT                       -- why it does not count; NULL: it does
) STRICT;

CREATE INDEX rated_game_scale ON rated_game (scale, n);

CREATE TABLE rated_player (
    game        INTEGER NOT NULL REFERENCES rated_game (game),
    seat        INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 255),
    person      TEXT NOT NULL REFERENCES person (id),
    place       INTEGER NOT NULL CHECK (place BETWEEN 1 AND 255),
    has_moved   INTEGER NOT NULL CHECK (has_moved IN (0, 1)),
    out_of_time INTEGER NOT NULL CHECK (out_of_time IN (0, 1)),
    scale       TEXT NOT NULL,          -- as of its game, like the period
    period      INTEGER NOT NULL,
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX rated_player_period ON rated_player (person, scale, period);

-- What a person has at the end of each period in which they played: on a platform or a server, on a
-- scale. It is computed from the games above, and kept so that nobody has to wait for that.
CREATE TABLE rating (
    area       TEXT NOT NULL CHECK (length(area) BETWEEN 1 AND 300),
    scale      TEXT NOT NULL CHECK (length(scale) BETWEEN 1 AND 100),
    person     TEXT NOT NULL REFERENCES person (id),
    period     INTEGER NOT NULL CHECK (period >= 0),
    rating     INTEGER NOT NULL,        -- in millionths of a point, like the deviation
    deviation  INTEGER NOT NULL CHECK (deviation >= 0),
    volatility INTEGER NOT NULL CHECK (volatility >= 0),
    games      INTEGER NOT NULL CHECK (games >= 1),
    PRIMARY KEY (area, scale, person, period)
) STRICT, WITHOUT ROWID;

CREATE INDEX rating_person ON rating (person, area, scale);
CREATE INDEX rating_scale ON rating (scale);

-- Results that were put right after the end of their games, the last one of a game holds.
CREATE TABLE correction (
    n      INTEGER PRIMARY KEY,
    game   INTEGER NOT NULL REFERENCES game (no),
    at     INTEGER NOT NULL,
    person TEXT NOT NULL REFERENCES person (id),
    result TEXT NOT NULL CHECK (length(result) <= 100),
    reason TEXT NOT NULL CHECK (length(reason) <= 1000)
) STRICT;

CREATE INDEX correction_game ON correction (game, n);
