/**
 * Reads a large JSON body in pieces, between which other calls are answered. JSON.parse would hold them up: for 0.1 s at
 * one text of 14 MB, for seconds at as many small values.
 */
import { randomUUID } from "node:crypto";
import { setImmediate as takeTurns } from "node:timers/promises";
import { FileText, fileFields } from "@portico/api/file-text.ts";
import { Refusal } from "../kernel/refusal.ts";
import { decodeInto } from "./base64.ts";
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

/** As the body has it; an empty text for what should be base64 and is not. */
type FileContent = FileText | Uint8Array | "";

/** The body without its files, each of which is replaced by a mark. */
interface Divided {
  rest: string;
  files: ReadonlyMap<string, FileContent>;
}

/** Passes the strings of a body one after another; yields after each piece of work. */
class StringPasser {
  readonly #bytes: Buffer;
  // Each is looked for once: what lies between two of them is passed over only once.
  #nextQuote: number;
  #nextBackslash: number;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#nextQuote = bytes.indexOf('"');
    this.#nextBackslash = bytes.indexOf("\\");
  }

  /** Where the string that begins at `from` ends. `piece` gets its parts, each complete by itself. */
  *passString(from: number, piece?: (start: number, end: number) => void): Generator<void, number> {
    let start = from;
    for (let at = from; ; ) {
      if (this.#nextQuote !== -1 && this.#nextQuote < at) this.#nextQuote = this.#bytes.indexOf('"', at);
      if (this.#nextBackslash !== -1 && this.#nextBackslash < at) this.#nextBackslash = this.#bytes.indexOf("\\", at);
      if (this.#nextQuote === -1) throw malformed();
      if (!piece && at - from > defaultBodyLimit) throw new Refusal("tooLarge");
      const escape = this.#nextBackslash !== -1 && this.#nextBackslash < this.#nextQuote;
      const stop = escape ? this.#nextBackslash : this.#nextQuote;
      while (stop - start >= pieceBytes) {
        const end = startOfCharacter(this.#bytes, Math.max(at, start + pieceBytes));
        piece?.(start, end);
        start = end;
        yield;
      }
      if (!escape) {
        piece?.(start, stop);
        return stop;
      }
      at = stop + (this.#bytes[stop + 1] === letterU ? 6 : 2);
    }
  }

  /** Passes a text in pieces, none of which ends inside a character. */
  *passText(from: number, add: (piece: string) => void): Generator<void, number> {
    // Half of a character that is written as two escapes.
    let half = "";
    const end = yield* this.passString(from, (start, stop) => {
      const written = this.#bytes.toString("utf8", start, stop);
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
      add(half === "" ? text : text.slice(0, -1));
    });
    if (half !== "") add(half);
    return end;
  }
}

/** Divides the body; yields after each piece of work. What is left is at most as large as any other call's body. */
function* divide(bytes: Buffer, { withFiles }: { withFiles: boolean }): Generator<void, Divided> {
  const mark = randomUUID();
  const files = new Map<string, FileContent>();
  const rest: Buffer[] = [];
  let restFrom = 0;
  let fileBytes = 0;
  const strings = new StringPasser(bytes);

  function keepFile(from: number, end: number, content: FileContent): void {
    const name = `${mark} ${files.size}`;
    rest.push(bytes.subarray(restFrom, from), Buffer.from(name));
    restFrom = end;
    fileBytes += end - from;
    files.set(name, content);
  }

  /** Decoded over its own text, which is longer and has been read. */
  function* readBytes(from: number): Generator<void, number> {
    const decoder = decodeInto(bytes.subarray(from));
    const end = yield* strings.passText(from, decoder.add);
    keepFile(from, end, decoder.end() ?? "");
    return end;
  }

  /** A text of one piece stays in the rest: other fields have the same name. */
  function* readText(from: number): Generator<void, number> {
    const pieces: string[] = [];
    const end = yield* strings.passText(from, (piece) => pieces.push(piece));
    if (pieces.length > 1) keepFile(from, end, new FileText(pieces));
    return end;
  }

  let depth = 0;
  let parts = 0;
  let key = "";
  let lastString = { from: 0, end: 0 };
  let pausedAt = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === quote) {
      const from = at + 1;
      const kind = withFiles ? fileFields.get(key) : undefined;
      at = yield* kind === "base64" ? readBytes(from) : kind === "text" ? readText(from) : strings.passString(from);
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
  return { rest: Buffer.concat(rest).toString(), files };
}

/** The value with the files in the places of their marks. */
function putBack(value: unknown, files: Divided["files"]): unknown {
  if (typeof value === "string") return files.get(value) ?? value;
  if (typeof value === "object" && value !== null)
    for (const [key, part] of Object.entries(value)) (value as Record<string, unknown>)[key] = putBack(part, files);
  return value;
}

/**
 * The value of a body; where the call takes files, base64 as its bytes, and a long text as `FileText`. `parse` reads what is left. Throws
 * `malformedJson`; `badInput` if it is nested too deep or has too many values; `tooLarge` if more than the usual limit is
 * left without the file.
 */
export async function readLargeBody(
  chunks: readonly Buffer[],
  { withFiles, parse }: { withFiles: boolean; parse: (text: string) => Promise<unknown> },
): Promise<unknown> {
  const work = divide(await putTogether(chunks), { withFiles });
  let step = work.next();
  for (; !step.done; step = work.next()) await takeTurns();
  const { rest, files } = step.value;
  return putBack(await parse(rest), files);
}
