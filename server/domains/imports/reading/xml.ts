/** Reads XML in pieces into elements with their line; refuses constructs that no custodian's or bank's statement has. */
import { setImmediate as breathe } from "node:timers/promises";
import { SaxesParser } from "saxes";
import { UnreadableFile } from "./parsed-file.ts";

export type Attributes = Readonly<Record<string, string>>;

interface ElementHandlers {
  /** Called for each opening tag, with the line where the tag begins. */
  open(name: string, attributes: Attributes, line: number): void;
  close(name: string): void;
  /** Text between two tags. */
  text?(text: string): void;
}

interface Form {
  /** Levels of elements; a file with more is refused. */
  deepest: number;
  /** Names are given without the prefix of their namespace. */
  isPrefixed?: boolean;
  /** Characters read at once. */
  piece?: number;
}

/** Characters read at once: some milliseconds, after which other requests can run. */
const pieceSize = 256 * 1024;
const messageStart = /^\d+:\d+: /;

/**
 * Reads the whole text. The file cannot refer to anything outside it: a DOCTYPE is refused before it could declare
 * entities, and the parser knows only the five entities of XML.
 */
export async function readElements(
  text: string,
  handlers: ElementHandlers,
  { deepest, isPrefixed = false, piece = pieceSize }: Form,
): Promise<void> {
  const named = isPrefixed ? (name: string): string => name.slice(name.indexOf(":") + 1) : (name: string) => name;
  const parser = new SaxesParser({ xmlns: false, position: true });
  let depth = 0;
  let tagLine = 1;
  parser.on("error", (error) => {
    throw new UnreadableFile("malformedFile", parser.line, error.message.replace(messageStart, ""));
  });
  parser.on("doctype", () => {
    throw new UnreadableFile("malformedFile", parser.line, "DOCTYPE");
  });
  parser.on("opentagstart", () => {
    tagLine = parser.line;
  });
  parser.on("opentag", (tag) => {
    depth += 1;
    if (depth > deepest) throw new UnreadableFile("malformedFile", tagLine, tag.name);
    handlers.open(named(tag.name), tag.attributes, tagLine);
  });
  parser.on("closetag", (tag) => {
    depth -= 1;
    handlers.close(named(tag.name));
  });
  if (handlers.text) {
    parser.on("text", (written) => handlers.text?.(written));
    parser.on("cdata", (written) => handlers.text?.(written));
  }
  for (let start = 0; start < text.length; start += piece) {
    parser.write(text.slice(start, start + piece));
    if (start + piece < text.length) await breathe();
  }
  parser.close();
}
