// What the page's clocks show: times and clocks come in, faces and words go out.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [{ inWords, USUAL }, { face }] = await Promise.all(process.argv.slice(2).map((path) => import(pathToFileURL(path))));

const cases = JSON.parse(readFileSync(0, "utf-8"));
console.log(JSON.stringify({ faces: cases.faces.map(face), words: cases.words.map(inWords), usual: USUAL }));
