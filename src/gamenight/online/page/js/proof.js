/** Proof: works out again all that chance has decided in a match, from nothing but its secret, as
 * match/proof.py does; tests/page/proofs.json holds both to it. The server is asked for nothing. */
import { draw, hex, joined, sha256, signer, unhex } from "./digests.js";

/** @typedef {import("./types").Proof} Proof */
/** @typedef {import("./types").Finding} Finding */
/** @typedef {[number, number, string]} Mix */

const LABEL = "gamenight fair 1";
const NOBODY = -1; // the seat of a mix that only says how far dice had fallen

/** @param {Proof} proof @returns {Promise<{headline: string, findings: Finding[]}>} */
export async function check(proof) {
  const { fair } = proof, findings = /** @type {Finding[]} */ ([]);
  const found = (/** @type {string} */ code, /** @type {boolean | null} */ holds, values = {}) => findings.push({ code, holds, values });
  const secret = unhex(fair.secret);
  found("commit", hex(await sha256(joined(`${LABEL}\n${fair.id}\n`, secret))) === fair.commit);
  const keys = await mixed(fair, fair.mixes);
  if (fair.drawn) found("seats", String(await drawnOrder(keyAt(await mixed(fair, fair.mixes.slice(0, fair.sat)), 0), fair.places.length)) === String(fair.places));
  await drawn(proof, keys, found);
  await salts(proof, found);
  machines(proof, found);
  if (fair.level === "live") asked(proof, found);
  if (!fair.drawn && fair.places.length > 1) found("given", null);
  notes(proof, found);
  if (findings.some((one) => one.holds === false)) return { headline: "broken", findings };
  if (!proof.draws.length && !fair.drawn) return { headline: "no_chance", findings: findings.filter((one) => one.holds !== null) };
  return { headline: fair.level === "seeded" ? "nothing" : "proven", findings };
}

/** The keys, each from a ply on. @param {Proof["fair"]} fair @param {Mix[]} mixes */
async function mixed(fair, mixes) {
  const keys = [{ ply: 0, key: unhex(fair.secret) }];
  for (const [ply, seat, salt] of mixes) {
    if (!salt) continue;
    const sign = await signer(keys[keys.length - 1].key);
    keys.push({ ply, key: await sign(joined(`mix ${ply} ${fair.places[seat] ?? seat} `, unhex(salt))) });
  }
  return keys;
}

/** @param {{ply: number, key: Uint8Array<ArrayBuffer>}[]} keys @param {number} ply */
function keyAt(keys, ply) {
  const later = keys.findIndex((one) => one.ply > ply);
  return keys[(later < 0 ? keys.length : later) - 1].key;
}

/** @param {Uint8Array<ArrayBuffer>} key @param {number} count */
async function drawnOrder(key, count) {
  const places = Array.from({ length: count }, (_, place) => place);
  for (let last = count - 1; last > 0; last -= 1) {
    const other = await draw(key, `order ${last}`, last + 1);
    [places[last], places[other]] = [places[other], places[last]];
  }
  return places;
}

/** @typedef {(code: string, holds: boolean | null, values?: Record<string, string | number>) => void} Found */

/** @param {Proof} proof @param {Awaited<ReturnType<typeof mixed>>} keys @param {Found} found */
async function drawn(proof, keys, found) {
  for (const [ply, table, given] of proof.draws) {
    const outcomes = proof.tables[table];
    let number = await draw(keyAt(keys, ply), `chance ${ply}`, outcomes.reduce((sum, [, weight]) => sum + weight, 0));
    const [outcome] = outcomes.find(([, weight]) => (number -= weight) < 0) ?? [""];
    if (outcome !== given) return found("draws", false, { ply: ply + 1, given, drawn: outcome });
  }
  if (proof.draws.length) found("draws", true, { count: proof.draws.length });
}

/** Whether each salt was fixed before. @param {Proof} proof @param {Found} found */
async function salts(proof, found) {
  /** @type {Map<number, Mix>} */
  const last = new Map(), names = new Set();
  let earlier = 0;
  for (const mix of proof.fair.mixes) {
    const [ply, seat, salt] = mix, late = ply < earlier;
    earlier = ply;
    if (!salt) continue;
    const name = nameOf(proof, seat, ply), before = last.get(seat);
    const fresh = !before || nameOf(proof, seat, before[0]) !== name;
    const fits = fresh || (proof.fair.level === "live" && hex(await sha256(unhex(salt))) === before?.[2]);
    if (!fits || late) return found("salts", false, { names: name, ply: ply + 1 });
    last.set(seat, mix);
    names.add(name);
  }
  if (names.size) found("salts", true, { names: enumerated([...names]) });
}

/** Whether every mix is of a person: a machine is the server's, which could choose any. @param {Proof} proof @param {Found} found */
function machines(proof, found) {
  const mixes = proof.fair.mixes.filter(([, , salt]) => salt);
  const other = mixes.find((mix) => !hadPerson(proof, mix));
  if (other) return found("machines", false, { names: nameOf(proof, other[1], other[0]), ply: other[0] + 1 });
  const some = proof.names.some((name, seat) => name && !proof.people[seat]) || proof.sits.some(([, , , bot]) => bot);
  if (some && mixes.length) found("machines", true);
}

/** Whether a person sat there at the ply of a mix, or before what was taken back. @param {Proof} proof @param {Mix} mix */
function hadPerson(proof, [ply, seat]) {
  let there = [proof.people[seat] ?? false];
  for (const [since, other, , bot] of proof.sits)
    if (other === seat && since <= ply) there = [...(since === ply || proof.taken_back ? there : []), !bot];
  return there.includes(true);
}

/** Whether every salt that was due is there, or that there was none, and no other. @param {Proof} proof @param {Found} found */
function asked(proof, found) {
  const { mixes, sat } = proof.fair, came = new Set(), there = /** @type {[number, number][]} */ ([]);
  mixes.forEach(([ply, seat, salt], number) => {
    const who = `${seat} ${nameOf(proof, seat, ply)}`;
    if (number < sat || (salt && !came.has(who))) came.add(who); // with a tip
    else if (seat !== NOBODY) there.push([ply, seat]);
  });
  const has = (/** @type {[number, number][]} */ all, /** @type {[number, number]} */ one) => all.some((other) => String(other) === String(one));
  const reached = Math.max(-1, ...there.map(([ply]) => ply));
  const due = proof.asked.flatMap(([ply, seats]) => seats.map((seat) => /** @type {[number, number]} */ ([ply, seat])));
  const open = proof.taken_back ? due.filter(([ply]) => ply > reached) : due; // the rest was drawn before, and stays as it was
  const wrong = [...open.filter((one) => !has(there, one)), ...(proof.taken_back ? [] : there.filter((one) => !has(due, one)))];
  const [first] = wrong.sort((one, other) => one[0] - other[0] || one[1] - other[1]);
  if (first) return found("asked", false, { names: nameOf(proof, first[1], first[0]), ply: first[0] + 1 });
  const excused = due.filter((one) => !open.includes(one) && !has(there, one)).map(([ply]) => ply);
  if (excused.length) found("unasked", null, { ply: Math.max(...excused) + 1 });
  else found("asked", true);
}

/** Who sits there at a ply. @param {Proof} proof @param {number} seat @param {number} ply */
function nameOf(proof, seat, ply) {
  let name = proof.names[seat] ?? "";
  for (const [since, other, who] of proof.sits) if (other === seat && since <= ply) name = who;
  return name;
}

/** What nobody can know, or should know. @param {Proof} proof @param {Found} found */
function notes(proof, found) {
  const { fair } = proof;
  if (fair.level === "seeded") found("seeded", null);
  else if (!fair.mixes.some(([, , salt]) => salt)) found("alone", null);
  else {
    found(fair.level, null);
    whoDidNot(proof, found);
  }
  if (proof.taken_back) found("taken_back", null, { count: proof.taken_back });
}

/** People who mixed nothing in, or not from the beginning, or not always. @param {Proof} proof @param {Found} found */
function whoDidNot(proof, found) {
  /** @type {Map<number, number>} */
  const first = new Map(), missed = /** @type {Map<string, number>} */ (new Map());
  proof.fair.mixes.forEach(([ply, seat, salt], number) => {
    const name = nameOf(proof, seat, ply);
    if (salt) first.set(seat, first.get(seat) ?? (number < proof.fair.sat ? -1 : ply));
    else if (seat !== NOBODY) missed.set(name, (missed.get(name) ?? 0) + 1);
  });
  const silent = proof.names.filter((_, seat) => proof.people[seat] && !first.has(seat));
  if (silent.length) found("silent", null, { names: enumerated(silent) });
  for (const [seat, ply] of first) if (ply >= 0) found("late", null, { names: nameOf(proof, seat, ply), ply: ply + 1 });
  for (const [name, count] of missed) if (!silent.includes(name)) found("absent", null, { names: name, count });
}

/** @param {string[]} names */
const enumerated = (names) => (names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}` : names[0] ?? "");

/** A finding as a sentence. @param {Finding} finding @param {import("./types").ProofWords} words */
export function told({ code, holds, values = {} }, words) {
  const sentence = holds === null ? words.notes[code] : words.words[code][holds ? 0 : 1];
  return sentence.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}
