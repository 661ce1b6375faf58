/** Presence: whose seats are here, which are people's, which are played by machines, who is away. */

/** @typedef {import("./types").Welcome} Welcome */
/** @typedef {Pick<Welcome, "places" | "yours" | "seats" | "changes">} Seating */
/** Seats. @typedef {{yours: Set<number | undefined>, people: Set<number | undefined>, bots: Set<number>, away: Set<number | undefined>}} Presence */

/** @param {Seating} table @returns {Presence} */
export function presence({ places, yours, seats = [], changes = [] }) {
  const seat = (/** @type {number} */ place) => places[place]?.seat;
  const taken = places.filter((place) => place.seat !== undefined && place.name);
  const bots = new Map(seats.map(([, bot], at) => [at, bot]));
  for (const [, at, , bot] of changes) bots.set(at, bot);
  return {
    yours: new Set(yours.map(seat).filter((one) => one !== undefined)),
    people: new Set(taken.filter((place) => !place.bot).map((place) => place.seat)),
    bots: new Set([...bots].filter(([, bot]) => bot).map(([at]) => at)),
    away: new Set(taken.filter((place) => !place.bot && !place.here).map((place) => place.seat)),
  };
}
