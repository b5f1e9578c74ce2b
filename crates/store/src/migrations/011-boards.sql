-- Which message about a game shows its board, so that lists lead there. Nobody knows it of those of before.

ALTER TABLE outbox ADD COLUMN board INTEGER NOT NULL DEFAULT 1 CHECK (board IN (0, 1));

DROP INDEX outbox_game;         -- it found the newest message, whatever that was

CREATE INDEX outbox_board ON outbox (game, board) WHERE message IS NOT NULL AND game IS NOT NULL;
