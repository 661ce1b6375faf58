/** Asking: what a match says and asks of whoever looks at it, where its game does not. */

/** @typedef {import("./types").Scene} Scene */
/** What somebody has asked for and not been told yet. @typedef {{keys: string[], label: string, slow: boolean}} Sent */

const KEPT = "You are not connected. Your move is kept, and sent when the connection is back.";
const CLOSED = "Waiting until the table is open again …"; // and for nobody at it

/**
 * What has happened last, and whoever is to be ready or is waited for, where the game says nothing of it; what was sent and not answered.
 * @param {Scene} scene
 * @param {{sent: Sent | null, connected: boolean, bye: string, chooses: boolean, passed: boolean, turn: import("./types").Turn | undefined, said: string, here: Set<number | undefined>, shared: boolean}} now
 *   bye: why the server is gone; chooses: whether somebody here does; passed: whoever could act here has let it be; here: the seats whose people are here; shared: they are several
 * @returns {Scene}
 */
export function asked(scene, { sent, connected, bye, chooses, passed, turn, said, here, shared }) {
  const row = (scene.scores ?? []).find((one) => one.seat === turn?.seat), message = scene.message || said;
  if (sent && (!connected || sent.slow)) return { ...scene, message: connected ? "Sending …" : KEPT, ask: sent.label };
  if (turn?.kind === "over") return { ...scene, message, ask: "" };
  if (bye && !chooses) return { ...scene, message, ask: CLOSED };
  if (passed) return { ...scene, message, ask: row && !here.has(row.seat) ? `You passed. Waiting for ${row.name} …` : "You passed." };
  if (scene.ask || !row) return { ...scene, message };
  return { ...scene, message, ask: here.has(row.seat) ? shared ? `${row.name}, it is your turn.` : "It is your turn." : `Waiting for ${row.name} …` };
}

/**
 * Whether somebody here is asked, as soon as all that has come is shown.
 * @param {import("./presence.js").Presence} about @param {import("./types").Turn | undefined} turn @param {Record<string, Scene>} scenes
 */
export const awaited = ({ yours, bots }, turn, scenes) =>
  [...yours].some((seat) => seat !== undefined && !bots.has(seat) && (seat === turn?.seat || scenes[seat]?.choices?.length));
