-- When something is due next, and the server of a game.

CREATE TABLE wake (
    key TEXT PRIMARY KEY NOT NULL,      -- game:12, person:local:ann, tournament:7, task:clean-up
    at  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Wakes are taken in this order, from any one on.
CREATE INDEX wake_at ON wake (at, key);

INSERT INTO wake (key, at)
    SELECT 'game:' || no, expires FROM game WHERE state = 'offered' AND expires IS NOT NULL;

DROP INDEX game_offer;         -- it found the offers that had ended

ALTER TABLE game ADD COLUMN server TEXT;    -- NULL: not known, or not on a server
