// What the page's line sends to a socket that takes everything: messages come in, what was sent goes out.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

/** @type {object[]} */
const sent = [];
globalThis.addEventListener = () => {};
globalThis.setTimeout = () => 0; // no time passes here
globalThis.location = { protocol: "http:", host: "localhost" };
globalThis.WebSocket = class {
  static OPEN = 1;
  readyState = 1;
  send(text) { sent.push(JSON.parse(text)); }
};

const { Line } = await import(pathToFileURL(process.argv[2]));
const line = new Line("m/table", [], { heard() {}, state() {} });
for (const message of JSON.parse(readFileSync(0, "utf-8"))) line.send(message);
console.log(JSON.stringify(sent));
