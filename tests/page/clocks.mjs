// What the page's clocks show: times and clocks come in, faces and words go out.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { face, inWords, USUAL } = await import(pathToFileURL(process.argv[2]));

const cases = JSON.parse(readFileSync(0, "utf-8"));
console.log(JSON.stringify({ faces: cases.faces.map(face), words: cases.words.map(inWords), usual: USUAL }));
