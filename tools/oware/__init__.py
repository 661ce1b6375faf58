"""Tools that make `strong` stronger: matches with an interval, games to learn from, weights."""
