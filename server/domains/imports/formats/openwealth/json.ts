/** Reads JSON in pieces into its records, each with its line, with numbers as they are written. */
import { setImmediate as breathe } from "node:timers/promises";
import { Tokenizer, TokenType } from "@streamparser/json";
import { refuseTooMany, UnreadableFile } from "../../reading/parsed-file.ts";

/** A value; a number as it is written, so that none of its digits is lost. */
export type Json = string | boolean | null | Json[] | JsonObject;
export interface JsonObject {
  [name: string]: Json | undefined;
}

/** Bytes read at once: some milliseconds, after which other requests can run. */
const piece = 256 * 1024;
/** A transaction is six levels deep; a few more are harmless. */
const deepest = 24;
/** Lists of records beside other members of the outermost object; any other list belongs to a record. */
const recordLists = new Set(["transactions", "positions", "items", "data", "results", "content"]);

class Exactly extends Tokenizer {
  // The number stays a text: the tokenizer only passes it on.
  protected override parseNumber(text: string): number {
    return text as unknown as number;
  }
}

type Expected = "value" | "valueOrEnd" | "key" | "keyOrEnd" | "colon" | "commaOrEnd" | "nothing";

interface Level {
  value: Json[] | JsonObject;
  /** Of an object: whose value comes next. */
  key: string;
  /** Its elements are records, which are not kept in it. */
  holdsRecords: boolean;
}

const openings: readonly TokenType[] = [TokenType.LEFT_BRACE, TokenType.LEFT_BRACKET];

/** Puts tokens together to values, and gives each record to `take` with the offset at which it begins. */
function assembler(take: (record: JsonObject, offset: number) => void, refuse: (detail: string) => never) {
  const levels: Level[] = [];
  let expected: Expected = "value";
  let recordAt = 0;

  const isRecordPlace = (): boolean => levels.at(-1)?.holdsRecords === true;
  const put = (value: Json): void => {
    const top = levels.at(-1);
    if (!top) return;
    if (top.holdsRecords) return typeof value === "object" && value !== null ? undefined : refuse("[");
    if (Array.isArray(top.value)) top.value.push(value);
    else top.value[top.key] = value;
  };
  const open = (isObject: boolean, offset: number): void => {
    if (levels.length >= deepest) refuse(String(deepest));
    const top = levels.at(-1);
    if (isObject && (top === undefined || top.holdsRecords)) recordAt = offset;
    if (!isObject && isRecordPlace()) refuse("[");
    // Without a prototype: a member named `__proto__` is a member like others.
    const value: JsonObject | Json[] = isObject ? (Object.create(null) as JsonObject) : [];
    const holdsRecords =
      !isObject &&
      (top === undefined || (levels.length === 1 && !Array.isArray(top.value) && recordLists.has(top.key)));
    if (!holdsRecords) put(value);
    levels.push({ value, key: "", holdsRecords });
    expected = isObject ? "keyOrEnd" : "valueOrEnd";
  };
  const close = (): void => {
    const closed = levels.pop();
    expected = levels.length === 0 ? "nothing" : "commaOrEnd";
    const isRecord = levels.length === 0 || isRecordPlace();
    if (closed && isRecord && !Array.isArray(closed.value) && Object.keys(closed.value).length > 0)
      take(closed.value, recordAt);
  };

  return {
    token(type: TokenType, value: unknown, offset: number): void {
      const isArray = Array.isArray(levels.at(-1)?.value);
      const isValue = expected === "value" || expected === "valueOrEnd";
      if (type === TokenType.STRING && (expected === "key" || expected === "keyOrEnd")) {
        (levels.at(-1) as Level).key = String(value);
        expected = "colon";
      } else if (type === TokenType.COLON && expected === "colon") expected = "value";
      else if (type === TokenType.COMMA && expected === "commaOrEnd") expected = isArray ? "value" : "key";
      else if (type === TokenType.RIGHT_BRACE && !isArray && (expected === "keyOrEnd" || expected === "commaOrEnd"))
        close();
      else if (type === TokenType.RIGHT_BRACKET && isArray && (expected === "valueOrEnd" || expected === "commaOrEnd"))
        close();
      else if (isValue && openings.includes(type)) open(type === TokenType.LEFT_BRACE, offset);
      else if (isValue && isScalar(type)) {
        if (levels.length === 0) refuse(String(value));
        put(value as Json);
        expected = "commaOrEnd";
      } else refuse(String(value));
    },
    isComplete: (): boolean => expected === "nothing",
  };
}

const scalars: readonly TokenType[] = [
  TokenType.STRING,
  TokenType.NUMBER,
  TokenType.TRUE,
  TokenType.FALSE,
  TokenType.NULL,
];
const isScalar = (type: TokenType): boolean => scalars.includes(type);

/** Counts lines up to offsets that only grow. A file on one line has none: then the place of the record stands for it. */
function lineCounter(bytes: Uint8Array): (offset: number, place: number) => number {
  const isOneLine = !Buffer.from(bytes.subarray(0, 4096)).toString("latin1").trim().includes("\n");
  let at = 0;
  let line = 1;
  return (offset, place) => {
    if (isOneLine) return place;
    for (let next = bytes.indexOf(10, at); next >= 0 && next < offset; next = bytes.indexOf(10, at)) {
      line += 1;
      at = next + 1;
    }
    return line;
  };
}

/**
 * Calls `take` for each record of the file: the outermost object, or each object of the outermost list, or of a list of
 * records in the outermost object. Returns their number; throws an UnreadableFile for what is no JSON in UTF-8.
 */
export async function readRecords(
  bytes: Uint8Array,
  take: (record: JsonObject, line: number) => void,
): Promise<number> {
  const lineOf = lineCounter(bytes);
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let records = 0;
  let offset = 0;
  const refuse = (detail: string): never => {
    throw new UnreadableFile("malformedFile", lineOf(offset, records + 1), detail);
  };
  const assembled = assembler((record, begun) => {
    records += 1;
    refuseTooMany(records);
    take(record, lineOf(begun, records));
  }, refuse);
  const tokenizer = new Exactly();
  tokenizer.onToken = ({ token, value, offset: at }) => {
    offset = at;
    assembled.token(token, value, at);
  };
  tokenizer.onError = (error) => {
    throw error;
  };
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  try {
    for (let at = start; at < bytes.length; at += piece) {
      const part = bytes.subarray(at, at + piece);
      decoder.decode(part, { stream: at + piece < bytes.length });
      tokenizer.write(part);
      if (at + piece < bytes.length) await breathe();
    }
  } catch (error) {
    if (error instanceof UnreadableFile || !(error instanceof Error)) throw error;
    refuse(error instanceof TypeError ? "UTF-8" : "JSON");
  }
  if (!assembled.isComplete()) refuse("JSON");
  return records;
}
