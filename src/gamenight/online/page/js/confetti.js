/** Confetti: falls once behind the words, and is gone. Nothing falls where motion is not wanted. */
import { h } from "./dom.js";
import { calm } from "./film.js";

const PIECES = 72, COLORS = 8;
const LONGEST = 3200; // milliseconds until the last piece is gone

/** A layer that fills its parent; nothing lies on what is to be read there. @param {string} read selects that */
export function confetti(read) {
  const layer = h("div", { class: "confetti", "aria-hidden": "true" });
  if (calm()) return layer;
  for (let at = 0; at < PIECES; at++) layer.append(piece(at));
  requestAnimationFrame(() => {
    const boxes = [...(layer.parentElement?.querySelectorAll(read) ?? [])].map((one) => one.getBoundingClientRect()), room = layer.getBoundingClientRect();
    for (const one of /** @type {HTMLCollectionOf<HTMLElement>} */ (layer.children)) {
      const x = room.x + (room.width * parseFloat(one.style.left)) / 100, y = room.y + (room.height * parseFloat(one.style.top)) / 100;
      one.hidden = boxes.some((box) => x > box.left - 14 && x < box.right + 6 && y > box.top - 14 && y < box.bottom + 6);
    }
  });
  return layer;
}

/** @param {number} at */
function piece(at) {
  // Many above, few below: the square of chance; golden steps spread them evenly.
  const x = (at * 61.8) % 100, y = 88 * Math.random() ** 2, turn = Math.random() * 360;
  const made = h("i", { "data-seat": at % COLORS, "data-shape": at % 3 });
  made.style.left = `${x}%`;
  made.style.top = `${y}%`;
  made.style.rotate = `${turn}deg`;
  made.style.opacity = String(1 - y / 130);
  const swing = (Math.random() - 0.5) * 160;
  made.animate(
    [{ translate: `${swing}px -480px`, rotate: `${turn - 540}deg` }, { translate: "0 0", rotate: `${turn}deg`, offset: 0.7 },
      { translate: `${-swing / 4}px 160px`, rotate: `${turn + 180}deg`, opacity: 0 }],
    { duration: LONGEST * (0.5 + Math.random() / 2), easing: "cubic-bezier(.2,.6,.3,1)", fill: "both" },
  );
  return made;
}
