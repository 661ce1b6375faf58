// Runs keys of people against the page's selection: scenes and keys come in, outcomes go out.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [selection, scenes] = process.argv.slice(2, 4).map(pathToFileURL);
const { back, enter, start, touch, type } = await import(selection);
const { marked } = await import(scenes);

function pressed(scene, selection, key) {
  if (key.startsWith("touch ")) return touch(scene, selection, key.slice("touch ".length));
  if (key === "Enter") return enter(scene, selection);
  return key === "Escape" ? back(selection) : type(scene, selection, key);
}

function outcome({ scene, keys }) {
  let found = { selection: start(scene) };
  for (const key of keys) {
    if (!found?.selection) return found;
    found = pressed(scene, found.selection, key);
  }
  return found;
}

/** What is told of the stake: by the players, and by spots. */
function stakes(scene, marks) {
  const { scores = [], areas = [] } = marks ? marked(scene, marks) : scene;
  const spots = areas.flatMap((area) => area.spots).filter((spot) => spot.staked);
  return [...scores.map((row) => row.stake ?? null), ...spots.map((spot) => spot.note ?? "")];
}

function told({ scene }, one) {
  if (!one) return one;
  return one.choice ? { choice: one.choice.text } : { ...one.selection, stakes: stakes(scene, one.selection.marks) };
}

const cases = JSON.parse(readFileSync(0, "utf-8"));
console.log(JSON.stringify(cases.map((one) => told(one, outcome(one)))));
