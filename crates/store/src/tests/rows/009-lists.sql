-- As the ninth schema's program wrote it: a board that was sent, and a later message elsewhere.
INSERT INTO outbox (id, game, place, created, sent, message) VALUES
    (90, 2, 'local:channel', 3600, 3601, 'local:90'), (91, 2, 'local:private:ann', 3700, 3701, 'local:91');
