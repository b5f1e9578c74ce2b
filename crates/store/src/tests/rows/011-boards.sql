-- As the eleventh schema's program wrote it: a board that was sent, and a reminder behind it.
INSERT INTO outbox (id, game, place, created, sent, message, board) VALUES
    (92, 2, 'local:channel', 3800, 3801, 'local:92', 1), (93, 2, 'local:channel', 3900, 3901, 'local:93', 0);
