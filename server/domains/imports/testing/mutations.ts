/** Damaged copies of a file: what a reader must refuse or read, but never crash or hang on. */

/** Pseudorandom numbers of a seed (mulberry32), below 1. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Mutation = (bytes: Buffer, random: () => number) => Buffer;

const at = (length: number, random: () => number): number => Math.floor(random() * (length + 1));
const spliced = (bytes: Buffer, from: number, to: number, put: Uint8Array): Buffer =>
  Buffer.concat([bytes.subarray(0, from), put, bytes.subarray(to)]);

/** Changes lines: one is dropped, doubled, or moved. */
const changeLines: Mutation = (bytes, random) => {
  const lines = bytes.toString("latin1").split("\n");
  const from = Math.floor(random() * lines.length);
  const [line = ""] = random() < 0.5 ? lines.splice(from, 1) : [lines[from]];
  if (random() < 0.6) lines.splice(at(lines.length, random), 0, line);
  return Buffer.from(lines.join("\n"), "latin1");
};

/** What breaks a number, a tag, an encoding or a parser. */
const pieces = [
  "<",
  ">",
  "&",
  "&amp;",
  "&x;",
  "<!DOCTYPE a>",
  "]]>",
  "\u0000",
  ":61:",
  ":86:",
  ":62F:",
  "{4:",
  "-}",
  ",",
  "9".repeat(40),
  "-",
  '"',
  "\n\n",
  "é",
  "\uFFFD",
  "NaN",
  "1e9",
  "{",
  "}",
  "[",
  "]",
  "null",
  "--",
  "//",
  "?20",
];

const mutations: readonly Mutation[] = [
  // A byte is changed.
  (bytes, random) => {
    const place = Math.floor(random() * bytes.length);
    return spliced(bytes, place, place + 1, Buffer.of(Math.floor(random() * 256)));
  },
  // A part is dropped.
  (bytes, random) => {
    const from = at(bytes.length, random);
    return spliced(bytes, from, Math.min(bytes.length, from + at(60, random)), Buffer.alloc(0));
  },
  // A part comes twice.
  (bytes, random) => {
    const from = at(bytes.length, random);
    const part = bytes.subarray(from, from + at(200, random));
    return spliced(bytes, from, from, part);
  },
  // The end is missing.
  (bytes, random) => bytes.subarray(0, at(bytes.length, random)),
  (bytes, random) => {
    const place = at(bytes.length, random);
    return spliced(bytes, place, place, Buffer.from(pieces[Math.floor(random() * pieces.length)] ?? ""));
  },
  changeLines,
];

/** The file damaged in one to four places; the same for the same seed. */
export function mutated(bytes: Uint8Array, seed: number): Buffer {
  const random = seeded(seed);
  let changed = Buffer.from(bytes);
  for (let count = 1 + Math.floor(random() * 4); count > 0 && changed.length > 0; count -= 1)
    changed = Buffer.from((mutations[Math.floor(random() * mutations.length)] as Mutation)(changed, random));
  return changed;
}

/** How many damaged copies are tried: some hundred, or as many as MUTATIONS says. */
export const mutationCount = Number(process.env["MUTATIONS"] ?? 300);
