-- As the twelfth schema's program wrote it: a rated game with its ratings, and a result that was put right.
INSERT INTO rated_game (n, game, scale, platform, server, period, refused)
    VALUES (1, 3, 'lyra-classic', 'local', NULL, 2900, NULL);
INSERT INTO rated_player (game, seat, person, place, has_moved, out_of_time, scale, period) VALUES
    (3, 0, 'local:ann', 1, 1, 0, 'lyra-classic', 2900), (3, 1, 'local:bob', 2, 1, 0, 'lyra-classic', 2900);
INSERT INTO rating (area, scale, person, period, rating, deviation, volatility, games) VALUES
    ('platform:local', 'lyra-classic', 'local:ann', 2900, 1662310000, 290318000, 59999000, 1);
INSERT INTO correction (n, game, at, person, result, reason)
    VALUES (1, 3, 9000, 'local:bob', 'win 1 adjudication', 'she had won');
