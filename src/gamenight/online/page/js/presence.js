/** Presence: whose seats are here, which are people's, which are played by machines, who is away. */

/** @typedef {import("./types").Welcome} Welcome */
/** @typedef {Pick<Welcome, "places" | "yours" | "seats" | "changes">} Seating */
/** Of a match: a side is nobody's place, and only dice move it. @typedef {{seat: number, name: string, bot: string, side: boolean}} Seated */
/** Seats. @typedef {{yours: Set<number | undefined>, people: Set<number | undefined>, bots: Set<number>, sides: Set<number>, away: Set<number | undefined>}} Presence */

/** Who sits in these seats. @param {Pick<Welcome, "places">} table @param {{seat: number, name: string}[]} rows @returns {Seated[]} */
export function seated({ places }, rows) {
  return rows.map(({ seat, name }) => {
    const place = places.find((one) => one.seat === seat);
    return { seat, name, bot: place?.bot ?? "", side: !place };
  });
}

/** @param {Seating} table @returns {Presence} */
export function presence({ places, yours, seats = [], changes = [] }) {
  const seat = (/** @type {number} */ place) => places[place]?.seat;
  const taken = places.filter((place) => place.seat !== undefined && place.name);
  const bots = new Map(seats.map(([, bot], at) => [at, bot]));
  for (const [, at, , bot] of changes) bots.set(at, bot);
  const sides = new Set(seats.keys());
  for (const place of places) if (place.seat !== undefined) sides.delete(place.seat);
  return {
    yours: new Set(yours.map(seat).filter((one) => one !== undefined)),
    people: new Set(taken.filter((place) => !place.bot).map((place) => place.seat)),
    bots: new Set([...bots].filter(([at, bot]) => bot && !sides.has(at)).map(([at]) => at)),
    sides,
    away: new Set(taken.filter((place) => !place.bot && !place.here).map((place) => place.seat)),
  };
}
