-- As the seventeenth schema's program wrote it: ratings by the formulas with bounds.
INSERT OR REPLACE INTO rating_formulas (one, version) VALUES (1, 2);
