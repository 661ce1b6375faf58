/** Ratings: a machine's name with its Elo, if that was measured. */

/** @typedef {import("./types").GameDetails} GameDetails */

/** All of a game to a tenth, if one of them is. @param {GameDetails["bots"][0]} bot @param {Pick<GameDetails, "bots">} game */
export function ratedName({ title, elo }, { bots }) {
  if (elo === null) return title;
  return `${title} (Elo ${elo.toFixed(bots.some((one) => (one.elo ?? 0) % 1) ? 1 : 0)})`;
}
