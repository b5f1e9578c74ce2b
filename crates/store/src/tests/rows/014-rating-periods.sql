-- As the fourteenth schema's program wrote it: what somebody had after a later period.
INSERT INTO rating (area, scale, person, period, rating, deviation, volatility, games) VALUES
    ('platform:local', 'lyra-classic', 'local:bob', 2901, 1337690000, 290318000, 59999000, 1);
