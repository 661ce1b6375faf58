/** Chance: what this browser adds to the dice of its matches, so that no server decides them alone. */
import { able, hex, joined, sha256, signer, unhex } from "./digests.js";
import { store } from "./store.js";

/** @typedef {import("./types").Welcome} Welcome */

const SALTS = 4096; // of one place in one match

export class Chance {
  /** @param {string} table @param {(message: object) => Promise<unknown>} send */
  constructor(table, send) {
    this._table = table;
    this._send = send;
    /** @type {Map<string, Promise<string[]>>} */
    this._chains = new Map();
    /** Tips that the server has taken for a match to come. @type {Map<string, string>} */
    this._taken = new Map();
    /** @type {Welcome | null} */
    this._welcome = null;
  }

  /** A number for each match that is to come, and for this one where none was given. @param {Welcome} welcome */
  welcomed(welcome) {
    this._welcome = welcome;
    for (const one of [welcome.next, welcome.fair]) if (one) store.keepCommit(this._table, one.id, one.commit);
    for (const place of welcome.yours) {
      const seat = welcome.places[place]?.seat ?? undefined, taken = this._taken.get(`${welcome.fair?.id} ${place}`);
      if (welcome.fair && taken && seat !== undefined && welcome.fair.tips?.includes(seat)) store.keepSalt(this._table, welcome.fair.id, taken);
      if (welcome.next && !welcome.next.tips?.includes(place)) void this._tip(welcome.next.id, place);
      if (welcome.fair && !welcome.result && seat !== undefined && !welcome.fair.tips?.includes(seat)) void this._tip(welcome.fair.id, place);
    }
  }

  /** The numbers that follow, before dice fall. @param {{last: Record<string, string>}} message */
  async asked({ last }) {
    const { yours = [], places = [], fair } = this._welcome ?? {};
    for (const place of yours) {
      const seat = places[place]?.seat, before = seat === undefined || seat === null ? undefined : last[seat];
      if (!fair || before === undefined || !able()) continue;
      const chain = await this._chain(fair.id, place), salt = chain[chain.indexOf(before) + 1];
      if (!chain.includes(before) || !salt) continue; // given from another device, or all are used up
      // What the server has taken has to be in the proof; it may be too late.
      void this._send({ t: "salt", seat, salt }).then(() => store.keepSalt(this._table, fair.id, salt), () => {});
    }
  }

  /** Whether a match had the commit that was heard before, and all numbers given here are there; null where nothing was heard. @param {import("./types").Proof["fair"]} fair */
  vouches(fair) {
    const known = store.chance(this._table), commit = known.commits[fair.id];
    if (commit === undefined) return null;
    const mixed = new Set(fair.mixes.map(([, , salt]) => salt));
    return commit === fair.commit && (known.salts[fair.id] ?? []).every((salt) => mixed.has(salt));
  }

  /** The server has taken a tip: it has to be in the proof, if its place has a seat in that match. @param {string} id @param {number} place @param {string} tip */
  _took(id, place, tip) {
    if (this._welcome?.fair?.id === id) store.keepSalt(this._table, id, tip);
    else this._taken.set(`${id} ${place}`, tip);
  }

  /** @param {string} id @param {number} place */
  async _tip(id, place) {
    const tip = able() ? (await this._chain(id, place))[0] : hex(crypto.getRandomValues(new Uint8Array(32)));
    await this._send({ t: "tip", place, of: id, tip }).then(() => this._took(id, place, tip), () => {});
  }

  /** The tip, and what hashes to it; where nobody is asked again, the tip alone. @param {string} id @param {number} place */
  _chain(id, place) {
    const name = `${id} ${place}`;
    if (!this._chains.has(name)) this._chains.set(name, this._made(name, this._welcome?.live ? SALTS : 1));
    return /** @type {Promise<string[]>} */ (this._chains.get(name));
  }

  /** @param {string} name @param {number} length */
  async _made(name, length) {
    const sign = await signer(unhex(store.chance(this._table).seed));
    let salt = await sha256(await sign(joined(name)));
    const salts = [hex(salt)];
    while (salts.length < length) {
      salt = await sha256(salt);
      salts.push(hex(salt));
    }
    return salts.reverse();
  }
}
