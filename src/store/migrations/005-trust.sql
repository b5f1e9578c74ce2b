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
