/** The fields of SWIFT messages: `:61:` and the lines until the next one. */

export interface SwiftField {
  /** Such as `60F`. */
  tag: string;
  line: number;
  /** Its lines, the first without the tag. */
  lines: string[];
}

/** Fields of one message, from its `:20:` to its end. */
export type SwiftMessage = SwiftField[];

/** SWIFT's own blocks before and after the text of a message. */
const envelope = /^(?:\{[1-3]:(?:[^{}]|\{[^{}]*\})*\})+/;
const tagged = /^:(\d\d[A-Z]?):/;
/** What else MT940 and MT942 hold; a line of text that only looks like a field is none. */
const known = new Set([
  "20",
  "21",
  "25",
  "25P",
  "28",
  "28C",
  "60F",
  "60M",
  "61",
  "62F",
  "62M",
  "64",
  "65",
  "86",
  "13D",
  "34F",
  "90C",
  "90D",
]);
// oxlint-disable-next-line no-control-regex -- SWIFT frames its messages in them
const frame = /[\u0001-\u0004]/g;

/**
 * The messages of a file. Text outside them, such as names of banks between them, is passed over; fields after the end of a
 * message and before the next are a message of their own, which has no `:20:`.
 */
export function readMessages(text: string): SwiftMessage[] {
  const messages: SwiftMessage[] = [];
  let message: SwiftMessage | undefined;
  let field: SwiftField | undefined;
  const lines = text
    .replace(/^\uFEFF/, "")
    .replace(/\r\n?/g, "\n")
    .split("\n");
  for (const [index, written] of lines.entries()) {
    const line = written.replace(frame, "").replace(envelope, "").replace(/^\{4:/, "");
    const tag = tagged.exec(line)?.[1];
    if (tag !== undefined && known.has(tag)) {
      if (!message || tag === "20") messages.push((message = []));
      field = { tag, line: index + 1, lines: [line.slice(tag.length + 2)] };
      message.push(field);
    } else if (/^-(?:\}|$|XXX|\s*$)/.test(line)) {
      message = undefined;
      field = undefined;
    } else if (field && line !== "") field.lines.push(line);
  }
  return messages;
}

/** Characters of a full line: a word may be cut at its end. */
const fullLine = 65;

/** The lines of a text field as one: a full line continues in the next, another ends a word. */
export function joined(lines: readonly string[]): string {
  let text = "";
  let isFull = true;
  for (const line of lines) {
    text += text === "" || isFull ? line : ` ${line}`;
    isFull = line.length >= fullLine;
  }
  return text;
}
