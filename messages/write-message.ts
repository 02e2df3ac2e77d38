/** The ICU source of a compiled message: what is read from it again is the same message. */
import type { CompiledMessage } from "./catalogue.ts";

/** The source as people write it; `#` within a plural stands for its number. */
export function writeMessage(message: CompiledMessage | string): string {
  return typeof message === "string" ? escaped(message) : message.map(writeToken).join("");
}

/** Braces of a text are quoted, and so is an apostrophe before one. */
const escaped = (text: string): string => text.replaceAll("'", "''").replace(/[{}]/g, (sign) => `'${sign}'`);

function writeToken(token: CompiledMessage[number]): string {
  if (typeof token === "string") return escaped(token);
  const [name, type, format] = token;
  if (type === undefined) return `{${name}}`;
  if (format === undefined || format === null) return `{${name}, ${type}}`;
  if (typeof format === "string") return `{${name}, ${type}, ${format}}`;
  const { offset, ...branches } = format as Record<string, CompiledMessage | string | number>;
  const written = Object.entries(branches).map(([word, branch]) => {
    const label = /^\d+$/.test(word) && type !== "select" ? `=${word}` : word;
    return `${label} {${writeMessage(branch as CompiledMessage)}}`;
  });
  const shifted = typeof offset === "number" && offset > 0 ? [`offset:${offset}`] : [];
  return `{${name}, ${type}, ${[...shifted, ...written].join(" ")}}`;
}
