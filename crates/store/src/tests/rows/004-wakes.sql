-- As the fourth schema's program wrote it: an offer on a server, which is due when it ends.
INSERT INTO game VALUES
    (5, 'lyra', 1, '', 'discord:501', 'offered', '{"colour":"Random"}', zeroblob(32), '5',
     0, 0, NULL, 0, 1, 1000, 1000, 95000, NULL, NULL, 'discord:500');
INSERT INTO seat (game, seat, person, bot, phase, ended, asked) VALUES
    (5, 0, 'local:ann', NULL, 0, NULL, 0), (5, 1, NULL, NULL, 0, NULL, 0);
INSERT INTO wake VALUES ('game:5', 95000);
