/** The staff's help for the build: its Markdown becomes data, so that no page loads a parser. */
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { helpSubjects } from "@portico/messages/help/subjects.ts";
import { parseTemplate } from "@portico/pdf/markdown/parse.ts";
import { linkAddress } from "@portico/pdf/model/link-address.ts";
import type { Plugin } from "vite";
import { type HelpPage, type HelpTitle, plainText } from "./app/help/staff/help-page.ts";

const folder = join(import.meta.dirname, "../messages/help");
const overviewName = "virtual:portico-help/";

/** Links of the help lead to pages of the portal too. */
const readAddress = (address: string): string | null => (/^\/[a-z]/.test(address) ? address : linkAddress(address));

/** The page of a subject; a text that is not as it must be is an error. */
export function readHelpPage(text: string, name: string): HelpPage {
  const parsed = parseTemplate(text, readAddress);
  if ("faults" in parsed) throw new Error(`${name}: ${JSON.stringify(parsed.faults)}`);
  const [title, lead, ...blocks] = parsed.blocks as HelpPage["blocks"];
  if (title?.kind !== "heading" || title.level !== 1 || lead?.kind !== "paragraph")
    throw new Error(`${name} does not begin with a title and a paragraph`);
  const other = blocks.find(({ kind }) => !["heading", "paragraph", "list"].includes(kind));
  if (other) throw new Error(`${name}: the page of the help shows no ${other.kind}`);
  return { title: plainText(title.content), lead: lead.content, blocks };
}

const read = (path: string): HelpPage => readHelpPage(readFileSync(path, "utf8"), relative(folder, path));

function readOverview(language: string): HelpTitle[] {
  return helpSubjects.map((subject) => {
    const { title, lead } = read(join(folder, language, `${subject}.md`));
    return { subject, title, lead: plainText(lead) };
  });
}

/** As a module; without the lines of the source, which only faults need. */
const moduleOf = (content: unknown): string =>
  `export default ${JSON.stringify(content, (key, value: unknown) => (key === "line" ? undefined : value))};`;

export const helpPages: Plugin = {
  name: "help-pages",
  resolveId: (id) => (id.startsWith(overviewName) ? `\0${id}` : undefined),
  load(id) {
    if (id.startsWith(`\0${overviewName}`)) return moduleOf(readOverview(id.slice(overviewName.length + 1)));
    if (id.startsWith(folder) && id.endsWith(".md")) return moduleOf(read(id));
    return undefined;
  },
};
