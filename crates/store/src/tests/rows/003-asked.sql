-- As the third schema's program wrote it: an offer of four seats, one asked, one a bot, one open.
INSERT INTO game VALUES
    (4, 'lyra', 1, '', 'local:channel', 'offered', '{"colour":"Random"}', zeroblob(32), '4',
     0, 0, NULL, 0, 1, 1000, 1000, 90000, NULL, NULL);
INSERT INTO seat (game, seat, person, bot, phase, ended, asked) VALUES
    (4, 0, 'local:ann', NULL, 0, NULL, 0), (4, 1, 'local:bob', NULL, 0, NULL, 1),
    (4, 2, NULL, 2, 0, NULL, 0), (4, 3, NULL, NULL, 0, NULL, 0);
