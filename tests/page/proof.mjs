// Checks proofs with the page's own code: proofs come in, what was found goes out.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { check, told } = await import(pathToFileURL(process.argv[2]));
const { proofs, words } = JSON.parse(readFileSync(0, "utf-8"));
const found = [];
for (const proof of proofs) {
  const { headline, findings } = await check(proof);
  found.push({ headline, findings: findings.map((one) => [one.code, one.holds, one.values ?? {}]), lines: findings.map((one) => told(one, words)) });
}
console.log(JSON.stringify(found));
