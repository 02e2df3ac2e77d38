/** The staff's help: the languages say the same, its links lead to pages, and it names what the portal names. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Language, languages } from "@portico/messages/catalogue.ts";
import { helpSubjects } from "@portico/messages/help/subjects.ts";
import type { Inline } from "@portico/pdf/model/blocks.ts";
import { expect, test } from "vitest";
import { readHelpPage } from "../../../help-pages.ts";
import { groupsOfSettings } from "../../declared-pages.ts";
import { paths } from "../../testing/site-map.ts";
import { type HelpBlock, type HelpPage, plainText } from "./help-page.ts";
import { searchHelp } from "./help-search.ts";

const messages = join(import.meta.dirname, "../../../../messages");
const pageOf = (language: Language, subject: string): HelpPage =>
  readHelpPage(readFileSync(join(messages, "help", language, `${subject}.md`), "utf8"), `${language}/${subject}`);

/** Every part of a page's texts, at any depth. */
const partsOf = (content: readonly Inline[]): Inline[] =>
  content.flatMap((part) => ("content" in part ? [part, ...partsOf(part.content)] : [part]));
const contentsOf = (blocks: readonly HelpBlock[]): Inline[][] =>
  blocks.flatMap((block) =>
    block.kind === "list" ? block.items.flatMap((item) => contentsOf(item)) : [block.content],
  );
const allParts = ({ lead, blocks }: HelpPage): Inline[] => [lead, ...contentsOf(blocks)].flatMap(partsOf);
const linksOf = (page: HelpPage): string[] =>
  allParts(page).flatMap((part) => (part.kind === "link" ? [part.href] : []));

/** What a page is made of, apart from its words. */
const shapeOf = (blocks: readonly HelpBlock[]): unknown[] =>
  blocks.map((block) => {
    if (block.kind === "list") return [block.start === null ? "list" : "steps", ...block.items.map(shapeOf)];
    return block.kind === "heading" ? `heading ${block.level}` : block.kind;
  });

const texts = readdirSync(join(messages, "texts")).flatMap((name) =>
  Object.values(
    JSON.parse(readFileSync(join(messages, "texts", name), "utf8")) as Record<string, Record<Language, string>>,
  ),
);

test.each(languages)("the help has each subject, and no other, in %s", (language) => {
  const names = readdirSync(join(messages, "help", language)).map((name) => name.replace(/\.md$/, ""));
  expect(names.sort()).toEqual([...helpSubjects].sort());
});

test.each(helpSubjects)("%s has the same parts and links in the three languages", (subject) => {
  const [first, ...others] = languages.map((language) => pageOf(language, subject));
  if (!first) throw new Error("There is no language");
  for (const other of others) {
    expect(shapeOf(other.blocks)).toEqual(shapeOf(first.blocks));
    expect(linksOf(other)).toEqual(linksOf(first));
  }
});

const sections = groupsOfSettings.flatMap((group) => group.sections.map(({ id }) => id));

test.each(helpSubjects)("each link of %s leads to a page", (subject) => {
  const exists = (href: string): boolean => {
    const path = href.replace(/\?.*$/, "");
    const [, place, last] = /^\/admin\/(help|settings)\/([^/]+)$/.exec(path) ?? [];
    if (place === "help") return (helpSubjects as readonly string[]).includes(last ?? "");
    if (place === "settings") return last !== undefined && sections.includes(last);
    return paths.includes(path);
  };
  expect(linksOf(pageOf("en", subject)).filter((href) => !exists(href))).toEqual([]);
});

test.each(languages)("what the help calls a label is one, word for word, in %s", (language) => {
  const known = new Set(texts.map((text) => text[language]));
  const labels = helpSubjects.flatMap((subject) =>
    allParts(pageOf(language, subject)).flatMap((part) => (part.kind === "emphasis" ? [plainText(part.content)] : [])),
  );
  expect(labels.length).toBeGreaterThan(50);
  expect(labels.filter((label) => !known.has(label))).toEqual([]);
});

test("the list in docs/staff.md has each subject", () => {
  const list = readFileSync(join(messages, "../docs/staff.md"), "utf8");
  for (const subject of helpSubjects)
    expect(list).toContain(`[${pageOf("en", subject).title}](../messages/help/en/${subject}.md)`);
});

test("a search finds beginnings of words in titles and texts, titles first, whatever their case and marks", () => {
  const pages = (language: Language) => helpSubjects.map((subject) => ({ subject, page: pageOf(language, subject) }));
  const found = (language: Language, search: string) =>
    searchHelp(pages(language), search).map(({ subject }) => subject);
  expect(found("en", "templ")[0]).toBe("templates");
  expect(found("en", "SHAREPOINT")).toContain("shared-folder");
  expect(found("pl", "wysylanie umow")[0]).toBe("sending");
  expect(found("bg", "шаблони ДОГОВОРИ")[0]).toBe("templates");
  expect(found("en", "templates nosuchword")).toEqual([]);
  expect(searchHelp(pages("en"), "fingerprint")[0]?.excerpt).toContain("fingerprint");
  expect(searchHelp(pages("en"), "  ")).toEqual([]);
});
