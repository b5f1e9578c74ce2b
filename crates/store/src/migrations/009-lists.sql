-- Which message about a game is the newest, so that lists lead to its board.

CREATE INDEX outbox_game ON outbox (game) WHERE message IS NOT NULL AND game IS NOT NULL;
