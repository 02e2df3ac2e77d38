/**
 * Reads a large JSON body in pieces, between which other calls are answered. JSON.parse would hold them up: for 0.1 s at
 * one text of 14 MB, for seconds at as many small values.
 */
import { randomUUID } from "node:crypto";
import { setImmediate as takeTurns } from "node:timers/promises";
import { FileText, fileTextFields } from "@portico/api/file-text.ts";
import { Refusal } from "../kernel/refusal.ts";
import { defaultBodyLimit } from "./body-gate.ts";

/** Maximum nesting, deeper than anything a page sends, so that code can recurse through a value. */
export const deepest = 32;
/** Maximum number of values and keys, far more than the longest list of any call. */
const maxParts = 20_000;
const pieceBytes = 64 * 1024;

const [quote, comma, colon, openArray, closeArray, openObject, closeObject, letterU] = Buffer.from('",:[]{}u');

const malformed = (): Refusal => new Refusal("malformedJson");
export const tooComplex = (): Refusal => new Refusal("badInput", { fields: [{ path: "", code: "tooBig" }] });

/** Forbidden within a JSON string, except as an escape. */
// oxlint-disable-next-line no-control-regex
const control = /[\u0000-\u001F]/;

/** The chunks as one, copied one after another: a new block of megabytes takes long to be filled. */
async function putTogether(chunks: readonly Buffer[]): Promise<Buffer> {
  const whole = Buffer.allocUnsafe(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    at += chunk.copy(whole, at);
    await takeTurns();
  }
  return whole;
}

/** Where the character with this byte starts; characters have at most four bytes. */
function startOfCharacter(bytes: Buffer, at: number): number {
  let start = at;
  while (at - start < 3 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start -= 1;
  return start;
}

/** The body without its file texts, each of which is replaced by a mark. */
interface Divided {
  rest: string;
  fileTexts: ReadonlyMap<string, FileText>;
}

/** Divides the body; yields after each piece of work. What is left is at most as large as any other call's body. */
function* divide(bytes: Buffer, { withFileTexts }: { withFileTexts: boolean }): Generator<void, Divided> {
  const mark = randomUUID();
  const fileTexts = new Map<string, FileText>();
  const rest: Buffer[] = [];
  let restFrom = 0;
  // Each is looked for once: what lies between two of them is passed over only once.
  let nextQuote = bytes.indexOf('"');
  let nextBackslash = bytes.indexOf("\\");

  /** Where the string that begins at `from` ends. `piece` gets its parts, each complete by itself. */
  function* passString(from: number, piece?: (start: number, end: number) => void): Generator<void, number> {
    let start = from;
    for (let at = from; ; ) {
      if (nextQuote !== -1 && nextQuote < at) nextQuote = bytes.indexOf('"', at);
      if (nextBackslash !== -1 && nextBackslash < at) nextBackslash = bytes.indexOf("\\", at);
      if (nextQuote === -1) throw malformed();
      if (!piece && at - from > defaultBodyLimit) throw new Refusal("tooLarge");
      const escape = nextBackslash !== -1 && nextBackslash < nextQuote;
      const stop = escape ? nextBackslash : nextQuote;
      while (stop - start >= pieceBytes) {
        const end = startOfCharacter(bytes, Math.max(at, start + pieceBytes));
        piece?.(start, end);
        start = end;
        yield;
      }
      if (!escape) {
        piece?.(start, stop);
        return stop;
      }
      at = stop + (bytes[stop + 1] === letterU ? 6 : 2);
    }
  }

  function* readFileText(from: number): Generator<void, number> {
    const pieces: string[] = [];
    // Half of a character that is written as two escapes.
    let half = "";
    const end = yield* passString(from, (start, stop) => {
      const written = bytes.toString("utf8", start, stop);
      let text = half + written;
      if (written.includes("\\") || control.test(written)) {
        try {
          text = half + (JSON.parse(`"${written}"`) as string);
        } catch {
          throw malformed();
        }
      }
      const last = text.at(-1) ?? "";
      half = last >= "\uD800" && last <= "\uDBFF" ? last : "";
      pieces.push(half === "" ? text : text.slice(0, -1));
    });
    rest.push(bytes.subarray(restFrom, from));
    const name = `${mark} ${fileTexts.size}`;
    rest.push(Buffer.from(name));
    restFrom = end;
    fileTexts.set(name, new FileText(half === "" ? pieces : [...pieces, half]));
    return end;
  }

  let depth = 0;
  let parts = 0;
  let key = "";
  let lastString = { from: 0, end: 0 };
  let fileBytes = 0;
  let pausedAt = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === quote) {
      const from = at + 1;
      const isFileText = withFileTexts && fileTextFields.has(key);
      at = yield* isFileText ? readFileText(from) : passString(from);
      if (isFileText) fileBytes += at - from;
      lastString = { from, end: at };
    } else if (byte === colon) {
      key = bytes.toString("latin1", lastString.from, Math.min(lastString.end, lastString.from + 20));
      parts += 1;
    } else if (byte === comma) {
      key = "";
      parts += 1;
    } else if (byte === openArray || byte === openObject) {
      key = "";
      depth += 1;
    } else if (byte === closeArray || byte === closeObject) {
      depth -= 1;
    }
    if (depth > deepest || parts > maxParts) throw tooComplex();
    if (at - fileBytes > defaultBodyLimit) throw new Refusal("tooLarge");
    if (at - pausedAt >= pieceBytes) {
      pausedAt = at;
      yield;
    }
  }
  rest.push(bytes.subarray(restFrom));
  return { rest: Buffer.concat(rest).toString(), fileTexts };
}

/** The value with the file texts in the places of their marks. */
function putBack(value: unknown, fileTexts: Divided["fileTexts"]): unknown {
  if (typeof value === "string") return fileTexts.get(value) ?? value;
  if (typeof value === "object" && value !== null)
    for (const [key, part] of Object.entries(value)) (value as Record<string, unknown>)[key] = putBack(part, fileTexts);
  return value;
}

/**
 * The value of a body, with its file texts as `FileText` where the call takes a file. `parse` reads what is left. Throws
 * `malformedJson`; `badInput` if it is nested too deep or has too many values; `tooLarge` if more than the usual limit is
 * left without the file.
 */
export async function readLargeBody(
  chunks: readonly Buffer[],
  { withFileTexts, parse }: { withFileTexts: boolean; parse: (text: string) => Promise<unknown> },
): Promise<unknown> {
  const work = divide(await putTogether(chunks), { withFileTexts });
  let step = work.next();
  for (; !step.done; step = work.next()) await takeTurns();
  const { rest, fileTexts } = step.value;
  return putBack(await parse(rest), fileTexts);
}
