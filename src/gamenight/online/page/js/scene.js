/** Scenes: what the server tells becomes what is drawn. Pure functions: no elements, no game. */

/** @typedef {import("./types").Scene} Scene */
/** @typedef {import("./types").Spot} Spot */
/** @typedef {import("./types").Area} Area */
/** @typedef {import("./types").Step} Step */
/** @typedef {import("./types").Delta} Delta */
/** What is shown of a ply, by who sees it. @typedef {Record<string, {steps: Step[], scene: Scene}>} Films */

const KEYED = new Set(["scores", "areas", "spots"]);

/** The same without a question, with this message. @param {Scene} scene @param {string} [message] @param {import("./types").Tone} [tone] @returns {Scene} */
export function still({ ask: _ask, choices: _choices, marks: _marks, message: _message, tone: _tone, ...rest }, message = "", tone = "") {
  return { ...rest, ...(message && { message }), ...(tone && { tone }) };
}

/**
 * The next scene (or area), from the one before and what is different: whole fields, null for one that is as usual
 * again; of things with keys those that changed, or a list of all with the mere keys of those that did not.
 * @template {object} T @param {T} before @param {Delta} delta @returns {T}
 */
export function patch(before, delta) {
  const after = /** @type {Record<string, any>} */ ({ ...before });
  for (const [name, change] of Object.entries(delta)) {
    if (change === null) delete after[name];
    else after[name] = KEYED.has(name) ? patchKeyed(after[name] ?? [], change, name === "areas") : change;
  }
  return /** @type {T} */ (after);
}

/** @param {{key: string}[]} before @param {any} change @param {boolean} deep */
function patchKeyed(before, change, deep) {
  if (Array.isArray(change)) {
    const known = new Map(before.map((part) => [part.key, part]));
    return change.map((part) => (typeof part === "string" ? known.get(part) : part));
  }
  return before.map((part) => (!Object.hasOwn(change, part.key) ? part : deep ? patch(part, change[part.key]) : change[part.key]));
}

/** Steps with their whole scenes, and the scene after all of them. @param {Scene} before @param {Step[]} steps @param {Delta} end @returns {{steps: Step[], scene: Scene}} */
export function told(before, steps, end) {
  let last = still(before);
  const whole = steps.map((step) => {
    if (!step.delta) return step;
    last = patch(last, step.delta);
    return { ...step, scene: last };
  });
  return { steps: whole, scene: patch(last, end) };
}

/** A ply as everybody sees it, from what they saw before. @param {Record<string, Scene>} before @param {import("./types").Ply} ply @returns {Films} */
export const filmed = (before, { steps = {}, deltas = {} }) =>
  Object.fromEntries(Object.entries(deltas).map(([eye, delta]) => [eye, told(before[eye], steps[eye] ?? [], delta)]));

/** The scene for somebody at this seat: boards with two sides are turned around, so that their own is below. @param {Scene} scene @param {number | undefined} seat @returns {Scene} */
export function seenFrom(scene, seat) {
  const turns = (/** @type {Area} */ area) => seat !== undefined && area.below !== undefined && area.below !== seat;
  if (!(scene.areas ?? []).some(turns)) return scene;
  return { ...scene, areas: (scene.areas ?? []).map((area) => (turns(area) ? turned(area, seat) : area)) };
}

/** The grid by half a turn. @param {Area} area @param {number | undefined} below @returns {Area} */
function turned(area, below) {
  const [rows, columns] = [0, 1].map((way) => Math.max(...area.spots.map(({ at, span = [1, 1] }) => (at ? at[way] + span[way] : 0))));
  const turn = (/** @type {Spot} */ spot) => {
    const { at, span = [1, 1] } = spot;
    return at ? { ...spot, at: /** @type {[number, number]} */ ([rows - at[0] - span[0], columns - at[1] - span[1]]) } : spot;
  };
  return { ...area, below, spots: [...area.spots].reverse().map(turn) };
}

/** @param {Scene} scene @returns {Spot[]} */
export const spots = (scene) => (scene.areas ?? []).flatMap((area) => area.spots);

/** @param {Scene} scene @param {string} key @returns {Spot | undefined} */
export const spotOf = (scene, key) => spots(scene).find((spot) => spot.key === key);

/** What a person types for a spot, or for a row of the scoreboard: its number. @param {Scene} scene @param {string} key */
export function labelOf(scene, key) {
  const spot = spotOf(scene, key);
  if (spot) return spot.label ?? "";
  const row = (scene.scores ?? []).find((one) => one.key === key);
  return row ? String(row.seat + 1) : "";
}

/** How many things lie on a spot. @param {Spot} spot */
export const count = (spot) => (spot.tokens ?? []).reduce((sum, token) => sum + (token.count ?? 1), 0);

/** The spots where something else lies now. @param {Scene} before @param {Scene} after @returns {Set<string>} */
export function changed(before, after) {
  const was = new Map(spots(before).map((spot) => [spot.key, JSON.stringify(spot.tokens ?? [])]));
  return new Set(spots(after).filter((spot) => was.has(spot.key) && was.get(spot.key) !== JSON.stringify(spot.tokens ?? [])).map((spot) => spot.key));
}

/** The scene with these marks instead of its own, and wherever it is shown the stake that goes with
 * them: as core/marks.py has it. @param {Scene} scene @param {string[]} marks @returns {Scene} */
export function marked(scene, marks) {
  if (!scene.marks) return scene;
  const points = (/** @type {string[]} */ keys) => keys.reduce((sum, key) => sum + (spotOf(scene, key)?.points ?? 0), 0);
  const more = points(marks) - points(scene.marks), before = scene.scores?.find((row) => row.current)?.stake ?? 0;
  const stake = before + more;
  if (!more) return { ...scene, marks };
  const told = (/** @type {Spot} */ spot) => (spot.staked ? { ...spot, note: (spot.note ?? "").replaceAll(String(before), String(stake)) } : spot);
  return {
    ...scene, marks, scores: scene.scores?.map((row) => (row.current ? { ...row, stake: stake || undefined } : row)),
    areas: scene.areas?.map((area) => (area.spots.some((spot) => spot.staked) ? { ...area, spots: area.spots.map(told) } : area)),
  };
}
