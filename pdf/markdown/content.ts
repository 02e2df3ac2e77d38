/** Reads texts that the firm publishes on pages: the Markdown of templates, with links to pages of the portal too. */
import type { Block, Placeholder } from "../model/blocks.ts";
import { contentAddress } from "../model/content-address.ts";
import type { Fault } from "../model/faults.ts";
import { placeholdersOf } from "../model/fill.ts";
import { parseTemplate } from "./parse.ts";

export type ContentBlock = Block<Placeholder>;
/** A fault of the text; `unknownPlaceholder`: nothing stands for it on the page. */
export type ContentTextFault = Fault | { code: "unknownPlaceholder"; name: string; line: number };

/** The blocks of a text, or all its faults by line. `known`: the placeholders that the page fills. Runs in the browser too. */
export function parseContent(
  text: string,
  known: readonly string[] = [],
): { blocks: ContentBlock[] } | { faults: ContentTextFault[] } {
  const parsed = parseTemplate(text, contentAddress);
  if ("faults" in parsed) return parsed;
  const unknown = placeholdersOf(parsed.blocks).filter(({ name }) => !known.includes(name));
  return unknown.length === 0
    ? parsed
    : { faults: unknown.map(({ name, line }) => ({ code: "unknownPlaceholder", name, line })) };
}
