/** Patience: what is fetched over a bad line, tried until it is there. */
import { Refused, UNREACHABLE } from "./api.js";

const AGAIN = 800; // milliseconds until the next try

/** What this gives, however often the line is lost before. @template T @param {() => Promise<T>} get @returns {Promise<T>} */
export async function surely(get) {
  for (;;) {
    try {
      return await get();
    } catch (error) {
      const lost = error instanceof Refused ? error.code === UNREACHABLE : error instanceof TypeError; // of a module
      if (!lost) throw error;
      await new Promise((done) => setTimeout(done, AGAIN));
    }
  }
}
