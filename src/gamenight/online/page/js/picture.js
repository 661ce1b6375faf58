/** Picture: a real board of a game, drawn small and a little askew, to look at only. */
import { Board } from "./board.js";
import { h } from "./dom.js";

const WIDE = 520, HIGH = 356; // the room of the board, before it is made small: as in picture.css
const FILL = 0.94; // of the room that the picture has
const TURN = Math.sin(Math.PI / 36); // as in picture.css

/** @param {import("./types").GameEntry & {picture: import("./types").Scene}} game @returns {HTMLElement} */
export function picture({ picture: scene, glyphs }) {
  const stage = h("div", { class: "stage" }), shown = h("div", { class: "picture", inert: true }, stage);
  const areas = scene.areas ?? [], main = areas.filter((area) => area.rank === 0);
  const board = new Board(stage, { glyphs });
  const fit = () => {
    if (!shown.isConnected) {
      watching.disconnect();
      board.close();
      return;
    }
    const drawn = stage.querySelector(".spots"), width = drawn?.clientWidth || WIDE, height = drawn?.clientHeight || HIGH;
    const across = shown.clientWidth / (width + height * TURN), down = shown.clientHeight / (height + width * TURN);
    stage.style.scale = String(Math.min(across, down) * FILL); // no variable: all that is in it would be styled again
  };
  const watching = new ResizeObserver(fit);
  inTurn(() => {
    board.draw({ ...scene, areas: main.length ? main : areas });
    watching.observe(shown);
  });
  return shown;
}

/** @type {(() => void)[]} */
const waiting = [];

/** One picture a moment, so that a slow phone can still scroll. @param {() => void} draw */
function inTurn(draw) {
  waiting.push(draw);
  if (waiting.length === 1) setTimeout(next);
}

function next() {
  waiting[0]();
  waiting.shift();
  if (waiting.length) setTimeout(next);
}
