-- Ratings are made anew from a period on, period by period.

DROP INDEX rated_game_scale;
DROP INDEX rating_scale;

CREATE INDEX rated_game_period ON rated_game (scale, period);
CREATE INDEX rating_period ON rating (scale, period);
