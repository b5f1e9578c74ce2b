-- As the twenty-second schema's program wrote it: who it is.
INSERT INTO written_by (one, version) VALUES (1, '0.1.0');
