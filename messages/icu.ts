/** Reads an ICU message: its compiled form, its parameters, and its errors. */
import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import type { CompiledMessage, Language } from "./catalogue.ts";

/** Kind of a parameter: a number for plurals, a date, one of several words, or text. */
export type ParamKind = "number" | "date" | "choice" | "text";

interface ReadMessage {
  compiled: CompiledMessage;
  params: Map<string, ParamKind>;
  problems: string[];
}

const kinds: Record<string, ParamKind> = {
  plural: "number",
  selectordinal: "number",
  number: "number",
  date: "date",
  time: "date",
  select: "choice",
};

/** Compiles a message and finds plural categories that its language needs and the message lacks. */
export function readMessage(source: string, language: Language): ReadMessage {
  const read: ReadMessage = { compiled: [], params: new Map(), problems: [] };
  try {
    read.compiled = compileMessageOrThrow(source);
  } catch (error) {
    read.problems.push(`is not valid ICU: ${error instanceof Error ? error.message.split("\n")[0] : String(error)}`);
    return read;
  }
  visit(read.compiled, language, read);
  return read;
}

function visit(message: CompiledMessage, language: Language, read: ReadMessage): void {
  for (const token of message) {
    if (typeof token === "string") continue;
    const [name, type, format] = token;
    note(read, name, type ? (kinds[type] ?? "text") : "text");
    if (type === undefined || typeof format !== "object" || format === null) continue;
    const branches = format as Record<string, CompiledMessage | number>;
    if (type === "plural" || type === "selectordinal")
      checkCategories(name, type, Object.keys(branches), language, read);
    else if (!("other" in branches)) read.problems.push(`{${name}, select} has no "other"`);
    for (const branch of Object.values(branches)) if (Array.isArray(branch)) visit(branch, language, read);
  }
}

function note(read: ReadMessage, name: string, kind: ParamKind): void {
  const known = read.params.get(name);
  if (known === undefined || known === "text") read.params.set(name, kind);
  else if (kind !== "text" && kind !== known) read.problems.push(`uses {${name}} both as ${known} and as ${kind}`);
}

function checkCategories(name: string, type: string, given: string[], language: Language, read: ReadMessage): void {
  const rules = new Intl.PluralRules(language, { type: type === "plural" ? "cardinal" : "ordinal" });
  const needed = rules.resolvedOptions().pluralCategories;
  const named = given.filter((category) => category !== "offset" && !/^\d+$/.test(category));
  for (const category of needed)
    if (!named.includes(category)) read.problems.push(`{${name}, ${type}} lacks the category "${category}"`);
  for (const category of named)
    if (!(needed as string[]).includes(category))
      read.problems.push(`{${name}, ${type}} has the category "${category}", which ${language} does not know`);
}
