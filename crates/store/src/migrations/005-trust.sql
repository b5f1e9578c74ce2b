-- What trust rests on: the scheme of the dice, the host's signing key, names that cannot be mistaken
-- for each other, the order of handled messages, boards that are drawn from the log.

-- Handled messages in the order in which they were handled: the oldest are forgotten by that order,
-- since a clock may have jumped.

CREATE TEMP TABLE handled_before AS SELECT source, at FROM handled;

DROP TABLE handled;

CREATE TABLE handled (
    n      INTEGER PRIMARY KEY,         -- counts up
    source TEXT UNIQUE NOT NULL,
    at     INTEGER NOT NULL
) STRICT;

INSERT INTO handled (source, at) SELECT source, at FROM handled_before ORDER BY at, source;

DROP TABLE handled_before;

-- Whom a name of the page can be mistaken for: its skeleton. Names that were taken before may share
-- one, so nothing forbids it here; a claim refuses the next twin. The program fills it for rows of
-- before.

ALTER TABLE page_name ADD COLUMN skeleton TEXT NOT NULL DEFAULT '';

CREATE INDEX page_name_skeleton ON page_name (skeleton);

-- The version of the dice scheme: games from before have the first one, running ones included.
ALTER TABLE game ADD COLUMN dice INTEGER NOT NULL DEFAULT 1 CHECK (dice >= 1);

-- The key with which this host signs records, made at the first start: one row.
CREATE TABLE host_key (
    one    INTEGER PRIMARY KEY CHECK (one = 1),
    secret BLOB NOT NULL CHECK (length(secret) = 32)
) STRICT;

-- Games of places whose server is not known yet: the platform tells it at its next start.

CREATE INDEX game_unplaced ON game (place) WHERE server IS NULL;
