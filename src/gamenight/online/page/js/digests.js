/** Digests: SHA-256 and HMAC by the browser itself, and the numbers that a match draws with them. */

const utf8 = new TextEncoder();
/** Whether this browser works them out: only on a secure line, or on the machine itself. */
export const able = () => Boolean(globalThis.crypto?.subtle);

/** @param {ArrayBuffer | Uint8Array} bytes */
export const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
/** @param {string} digits @returns {Uint8Array<ArrayBuffer>} */
export const unhex = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
/** @param {...(string | Uint8Array)} parts @returns {Uint8Array<ArrayBuffer>} */
export function joined(...parts) {
  const bytes = parts.map((part) => (typeof part === "string" ? utf8.encode(part) : part));
  const all = new Uint8Array(bytes.reduce((sum, one) => sum + one.length, 0));
  let at = 0;
  for (const one of bytes) { all.set(one, at); at += one.length; }
  return all;
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
export const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

/** A function that signs with this key. @param {Uint8Array<ArrayBuffer>} key @returns {Promise<(message: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>>} */
export async function signer(key) {
  const own = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return async (message) => new Uint8Array(await crypto.subtle.sign("HMAC", own, message));
}

/** A uniform number below this one for a label, always the same; as match/secret.py draws it. @param {Uint8Array<ArrayBuffer>} key @param {string} label @param {number} below */
export async function draw(key, label, below) {
  const sign = await signer(key), most = BigInt(below);
  const length = Math.ceil(below.toString(2).length / 8) + 8;
  const unbiased = ((256n ** BigInt(length)) / most) * most;
  for (let attempt = 0; ; attempt += 1) {
    let digits = "";
    while (digits.length < 2 * length) digits += hex(await sign(joined(`${label} ${attempt} ${digits.length / 2}`)));
    const number = BigInt(`0x${digits.slice(0, 2 * length)}`);
    if (number < unbiased) return Number(number % most);
  }
}
