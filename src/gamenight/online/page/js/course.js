/** Course: a replay as the lines of a chart. */

/** @typedef {import("./types").Replay} Replay */

/** Everybody's points at every moment; nothing where a game counts none. @param {Replay} replay @param {import("./chart.js").Point[]} points @returns {import("./chart.js").Course | null} */
export function scoreCourse(replay, points) {
  const scenes = [replay.start, ...replay.plies.map((ply) => ply.scene)], rows = scenes.at(-1)?.scores ?? [];
  const values = scenes.map((scene) => {
    /** @type {number[]} */
    const seats = [];
    for (const row of scene.scores ?? []) seats[row.seat] = row.value;
    return Array.from(seats, (value) => value ?? 0);
  });
  if (!rows.length || values.length < 2 || !values.flat().some((value) => value !== 0)) return null;
  const unit = scenes.at(-1)?.unit;
  return { title: unit ? `${unit[0].toUpperCase()}${unit.slice(1)} of everybody` : "Points of everybody", who: rows.map(({ seat, name }) => ({ seat, name })), values, stepped: true, moves: replay.moves, points: points.filter((point) => point.moment < values.length) };
}

/** What the match was worth to everybody. @param {import("./types").MatchReview} review @param {number[]} moves @param {import("./chart.js").Point[]} points @returns {import("./chart.js").Course} */
export const valueCourse = (review, moves, points) => ({
  title: review.unit === "wins" ? "Chances to win" : `Who is ahead, in ${review.unit}`, who: review.accounts, values: review.course,
  percent: review.unit === "wins", moves, points,
});
