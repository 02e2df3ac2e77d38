/**
 * How long it takes to write a contract of ten pages as PDF: `node bench/documents.ts`. Its 4,000 words are made of a
 * thousand different ones, the common ones as often as in a language, since the writer keeps the layout of each word.
 */
import type { Block } from "@portico/pdf/model/blocks.ts";
import { contract } from "@portico/pdf/testing/contracts.ts";
import { writePdf } from "@portico/pdf/write.ts";

const targetMs = 300;
const rounds = 15;
const syllables = "да на ре ше ст ви ку по при из раз пра мо до го вор ин вес ти ция пър ве сто щи жа".split(" ");

/** Numbers from 0 to 1, the same in each run. */
let state = 7;
function next(): number {
  state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
  return state / 2 ** 31;
}
const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
const words = Array.from({ length: 1600 }, () =>
  Array.from({ length: 1 + Math.floor(next() * 4) }, () => pick(syllables)).join(""),
);
/** The n-th word is chosen about 1/n as often as the first. */
const word = (): string => (words[Math.floor(words.length ** next()) - 1] ?? "") + (next() < 0.15 ? "," : "");
const paragraph = (): Block => ({
  kind: "paragraph",
  content: [{ kind: "text", text: Array.from({ length: 55 }, word).join(" ") }],
});

const base = contract("bg");
const document = { ...base, blocks: [...base.blocks.slice(0, -2), ...Array.from({ length: 68 }, paragraph)] };
const times: number[] = [];
for (let round = 0; round < rounds; round++) {
  const begun = performance.now();
  const written = await writePdf(document);
  times.push(performance.now() - begun);
  if ("faults" in written) throw new Error(JSON.stringify(written.faults));
  if (round === 0) console.log(`${written.pages} pages, ${Math.round(written.bytes.length / 1024)} KB`);
}
const [cold = 0, ...warm] = times;
const median = warm.slice(4).toSorted((a, b) => a - b)[Math.floor((rounds - 5) / 2)] ?? 0;
console.log(`first ${Math.round(cold)} ms, then ${Math.round(median)} ms (median, target ${targetMs} ms)`);
if (median > targetMs) process.exitCode = 1;
