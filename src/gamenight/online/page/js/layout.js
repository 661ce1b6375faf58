/** Layout: how large a board can be in the room it has. Pure functions. */

/** @typedef {import("./types").Spot} Spot */

const LARGEST_TILE = 184, SMALLEST_TILE = 34, LARGEST_THING = 360, SMALLEST_THING = 44; // pixels
const ROW_GAP = 12; // pixels between things in a row, as in pieces.css
const NARROW = 0.5; // of a thing, as in pieces.css
const WORTH_IT = 1.3; // how much larger things must become in a second row

/**
 * A ring folded into a rectangle: how many columns it has where its tiles are to be largest.
 * @param {number} count @param {number} width @param {number} height
 */
export function folded(count, width, height) {
  let best = { columns: 3, size: 0 };
  for (let columns = 3; columns <= Math.max(3, count / 2); columns++) {
    const rows = sides(count, columns);
    if (rows < 3 && columns > 3) break;
    const size = Math.min(width / columns, height / rows, LARGEST_TILE);
    if (size > best.size) best = { columns, size };
  }
  return best.columns;
}

/** The rows of a ring with so many columns. @param {number} count @param {number} columns */
const sides = (count, columns) => Math.max(2, Math.ceil((count + 4) / 2) - columns);

/**
 * A ring with so many columns: its rows, how large a tile can be, and where each one is.
 * @param {number} count @param {number} columns @param {number} width @param {number} height
 * @returns {{rows: number, size: number, at: [number, number][]}}
 */
export function ring(count, columns, width, height) {
  const rows = sides(count, columns), size = Math.min(width / columns, height / rows, LARGEST_TILE);
  const at = Array.from({ length: count }, (_, n) => around(n, columns, rows));
  return { rows, size: Math.floor(Math.max(size, SMALLEST_TILE)), at };
}

/** The column and row of the nth tile, clockwise from the upper left. @param {number} n @param {number} columns @param {number} rows @returns {[number, number]} */
function around(n, columns, rows) {
  if (n < columns) return [n, 0];
  if (n < columns + rows - 1) return [columns - 1, n - columns + 1];
  if (n < 2 * columns + rows - 2) return [columns - 1 - (n - (columns + rows - 2)), rows - 1];
  return [0, rows - 1 - (n - (2 * columns + rows - 3))];
}

/**
 * Things in a row, in two rows where that makes them much larger: the size of one, how wide the
 * longest row is, and whether places without a thing have to be narrow.
 * @param {Spot[]} spots @param {number} width @param {number} height @returns {{size: number, wide: number, tight: boolean}}
 */
export function row(spots, width, height) {
  const found = rows(spots, width, height, 1.02);
  return found.wide > width + 1 ? { ...rows(spots, width, height, NARROW), tight: true } : { ...found, tight: false };
}

/** @param {Spot[]} spots @param {number} width @param {number} height @param {number} empty how wide a place without a thing is */
function rows(spots, width, height, empty) {
  const things = spots.map(({ tokens = [] }) => (tokens.length ? 0.2 + 0.82 * tokens.length : empty));
  const fit = (/** @type {number} */ rows) => {
    const columns = Math.ceil(things.length / rows), gaps = ROW_GAP * (columns - 1);
    const lengths = Array.from({ length: rows }, (_, at) => things.slice(at * columns, (at + 1) * columns).reduce((sum, thing) => sum + thing, 0));
    const longest = Math.max(...lengths, 1);
    const size = Math.max(SMALLEST_THING, Math.min((width - gaps) / longest, (height - ROW_GAP * (rows - 1)) / rows / 1.4, LARGEST_THING));
    return { size: Math.floor(size), wide: Math.ceil(longest * size + gaps) };
  };
  const one = fit(1), two = fit(2);
  return things.length > 3 && two.size > WORTH_IT * one.size ? two : one;
}

/**
 * A grid, turned by a quarter where that leaves more room, so that sowing keeps its direction.
 * @param {Spot[]} spots @param {number} width @param {number} height
 * @param {{gap: number, most: number, ratio: number, tall: number, spare?: number}} look ratio: of the height of a cell to its width; tall: how much higher than that it may be; spare: height that is left where it is turned
 */
export function grid(spots, width, height, look) {
  let rows = 1, columns = 1;
  for (const { at = [0, 0], span = [1, 1] } of spots) {
    rows = Math.max(rows, at[0] + span[0]);
    columns = Math.max(columns, at[1] + span[1]);
  }
  const straight = cell(rows, columns, width, height, look);
  const across = cell(columns, rows, width, height + (look.spare ?? 0), { ...look, ratio: 1 / look.ratio, flat: 2.2, tall: 1.2 });
  const turned = columns > rows * 1.8 && height > width * 0.8 && across.area > straight.area;
  const place = (/** @type {Spot} */ { at = [0, 0], span = [1, 1] }) =>
    turned ? [at[1], rows - at[0] - span[0], span[1], span[0]] : [at[0], at[1], span[0], span[1]];
  const found = turned ? across : straight;
  return { rows: turned ? columns : rows, columns: turned ? rows : columns, turned, width: found.width, height: found.height, place };
}

/** @param {number} rows @param {number} columns @param {number} width @param {number} height @param {{gap: number, most: number, ratio: number, tall: number, flat?: number}} look flat: how much wider than high it may be */
function cell(rows, columns, width, height, { gap, most, ratio, tall, flat = 1.6 }) {
  const wide = Math.min(most, (width - gap * (columns - 1)) / columns);
  const high = Math.min(most * Math.max(1, ratio) * tall / 1.2, (height - gap * (rows - 1)) / rows);
  const found = { width: Math.min(wide, high / Math.min(1, ratio) * flat), height: Math.min(high, wide * Math.max(1, ratio) * tall) };
  return { ...found, area: found.width * found.height };
}
