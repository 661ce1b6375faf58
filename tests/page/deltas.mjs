// Applies deltas by the page's module: scenes, steps and deltas come in, all scenes on the way go out.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { patch, seenFrom, told } = await import(pathToFileURL(process.argv[2]));

const cases = JSON.parse(readFileSync(0, "utf-8"));
console.log(JSON.stringify({
  patched: cases.patched.map(({ before, delta }) => patch(before, delta)),
  films: cases.films.map(({ before, steps, delta }) => told(before, steps, delta)),
  turned: cases.turned.map(({ scene, seat }) => seenFrom(scene, seat)),
}));
