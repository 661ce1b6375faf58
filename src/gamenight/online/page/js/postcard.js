/** Postcard: the ending as a picture, drawn here; nothing is sent anywhere. */
import { face } from "./looks.js";

/** @typedef {import("./podium.js").Standing} Standing */

const WIDE = 1200, TALL = 630, FLOOR = 560;
const ORDER = [1, 0, 2, 3], HEIGHTS = [190, 140, 100, 64];
/**
 * @param {{title: string, emblem: string, ground: string, headline: string, reason: string, standings: Standing[]}} ending
 * @returns {Promise<Blob>}
 */
export async function postcard(ending) {
  await document.fonts.ready;
  const canvas = document.createElement("canvas");
  canvas.width = WIDE;
  canvas.height = TALL;
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const [light, dark] = tones(ending.ground);
  const ground = pen.createRadialGradient(WIDE / 2, 80, 40, WIDE / 2, 200, 900);
  ground.addColorStop(0, light);
  ground.addColorStop(1, dark);
  pen.fillStyle = ground;
  pen.fillRect(0, 0, WIDE, TALL);
  confetti(pen);
  pen.textBaseline = "alphabetic";
  text(pen, `${ending.emblem} ${ending.title}`, 64, 92, "700 34px Bricolage, Inter, sans-serif", "#ffffffd9", 480);
  text(pen, ending.headline, 64, 220, "800 76px Bricolage, Inter, sans-serif", "#fff", 560);
  lines(pen, ending.reason, 64, 276, 500);
  podium(pen, ending.standings.slice(0, 4));
  pen.fillStyle = "#0005";
  pen.fillRect(0, FLOOR, WIDE, TALL - FLOOR);
  text(pen, ending.standings.slice(4).map((one) => `${one.rank}. ${one.name} ${one.score}`).join("   "), 64, 604, "500 24px Inter, sans-serif", "#fffc", 800);
  pen.textAlign = "right";
  text(pen, "gamenight", WIDE - 64, 604, "700 26px Bricolage, Inter, sans-serif", "#fffc", 300);
  return new Promise((done, failed) => canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("no picture"))), "image/png"));
}

/** The colours of a ground, as the style sheet has them. @param {string} ground @returns {string[]} */
function tones(ground) {
  const style = getComputedStyle(document.documentElement);
  return (style.getPropertyValue(`--ground-${ground}`) || style.getPropertyValue("--ground-night")).match(/#[0-9a-f]{6}/gi) ?? ["#34406a", "#171b2d"];
}

/** @param {CanvasRenderingContext2D} pen @param {string} words @param {number} x @param {number} y @param {string} font @param {string} color @param {number} most pixels */
function text(pen, words, x, y, font, color, most) {
  pen.fillStyle = color;
  pen.font = font;
  const size = parseFloat(font.match(/([\d.]+)px/)?.[1] ?? "16"), wide = pen.measureText(words).width;
  if (wide > most) pen.font = font.replace(/[\d.]+px/, `${Math.max(14, (size * most) / wide)}px`);
  pen.fillText(words, x, y, most);
}

/** A sentence over a few lines. @param {CanvasRenderingContext2D} pen @param {string} words @param {number} x @param {number} y @param {number} most */
function lines(pen, words, x, y, most) {
  pen.font = "400 28px Inter, sans-serif";
  pen.fillStyle = "#ffffffd9";
  let line = "", at = y;
  for (const word of words.split(" ")) {
    if (line && pen.measureText(`${line} ${word}`).width > most) {
      pen.fillText(line, x, at);
      [line, at] = [word, at + 38];
    } else line = line ? `${line} ${word}` : word;
  }
  pen.fillText(line, x, at, most);
}

/** @param {CanvasRenderingContext2D} pen @param {Standing[]} standings */
function podium(pen, standings) {
  const order = ORDER.filter((at) => at < standings.length), wide = 130, from = WIDE - 56 - order.length * (wide + 10);
  const colors = getComputedStyle(document.documentElement);
  pen.textAlign = "center";
  order.forEach((at, n) => {
    const one = standings[at], x = from + n * (wide + 10), middle = x + wide / 2, high = HEIGHTS[Math.min(one.rank, 4) - 1], top = FLOOR - high;
    pen.fillStyle = one.won ? "#f2c258" : "#ffffff30";
    pen.beginPath();
    pen.roundRect(x, top, wide, high, [14, 14, 0, 0]);
    pen.fill();
    text(pen, String(one.rank), middle, top + 46, "800 38px Bricolage, Inter, sans-serif", one.won ? "#3a2503" : "#fff", wide);
    text(pen, one.score, middle, top - 16, "500 24px Inter, sans-serif", "#ffffffd9", wide);
    text(pen, one.name, middle, top - 48, "700 26px Bricolage, Inter, sans-serif", "#fff", wide);
    pen.fillStyle = colors.getPropertyValue(`--seat${one.seat % 8}`) || "#4aa8ff";
    pen.beginPath();
    pen.arc(middle, top - 122, 40, 0, 2 * Math.PI);
    pen.fill();
    text(pen, face(one) || "?", middle, top - 109, "700 38px Bricolage, Inter, sans-serif", "#10131a", 70);
    if (one.won) text(pen, "👑", middle, top - 172, "40px Inter, sans-serif", "#fff", 70);
  });
  pen.textAlign = "left";
}

/** @param {CanvasRenderingContext2D} pen */
function confetti(pen) {
  const colors = ["#4aa8ff", "#ff9650", "#3fcf95", "#ffd778", "#ffffff", "#e67cc6"];
  for (let at = 0; at < 90; at++) {
    const x = (at * 618) % WIDE, y = 90 * ((at * 0.37) % 1) ** 2;
    if (x > 40 && x < 560 && y > 44) continue; // there it says what was played
    pen.save();
    pen.translate(x, y);
    pen.rotate(at);
    pen.globalAlpha = 0.8;
    pen.fillStyle = colors[at % colors.length];
    pen.fillRect(-8, -5, 16, 10);
    pen.restore();
  }
}
