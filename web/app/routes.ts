/** All routes, in each language: `/bg`, `/en`, `/pl`. The domains declare their pages (page-declaration.ts). */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Language, languages } from "@portico/messages/catalogue.ts";
import { index, layout, type RouteConfig, type RouteConfigEntry, route } from "@react-router/dev/routes";
import { writeLanguageLayout, writeStaffLayout, writeTextsLayout } from "../language-layouts.ts";
import { pagesOf } from "./declared-pages.ts";
import type { Page, Side, TextChunk } from "./page-declaration.ts";

/** What ids of a side's routes begin with, after the language: `chunks` for its layouts with texts, `pages` for its pages. */
const ids: Record<Side, { chunks: string; pages: string }> = {
  landing: { chunks: "", pages: "" },
  public: { chunks: "/learn-more", pages: "" },
  client: { chunks: "", pages: "" },
  staff: { chunks: "/admin", pages: "/admin" },
  holder: { chunks: "/admin/holder", pages: "/admin/holder" },
};

/** The routes of one language. Ids include the language, because the same file serves all three. */
function routesOf(language: Language): RouteConfigEntry[] {
  const shell = (file: string, id: string, children: RouteConfigEntry[]) =>
    layout(`shell/layouts/${file}`, { id: `${language}:${id}` }, children);
  const texts = (chunk: TextChunk | "sessions", under: string, children: RouteConfigEntry[]) =>
    layout(writeTextsLayout(chunk, language), { id: `${language}${under}:${chunk}` }, children);

  function page({ side, path, file }: Page): RouteConfigEntry {
    requireFile(file);
    const id = `${language}${ids[side].pages}/${path}`;
    return path === "" ? index(file, { id }) : route(path, file, { id });
  }

  /** Pages that need the same texts share one layout, whichever domain they are of. */
  function withTexts(pages: readonly Page[], under: string, depth = 0): RouteConfigEntry[] {
    const groups = Map.groupBy(pages, ({ texts: chunks }) => chunks?.[depth]);
    return [...groups].flatMap(([chunk, members]) => {
      if (chunk === undefined) return members.map(page);
      // Ids of inner layouts name the outermost.
      return [texts(chunk, under, withTexts(members, depth === 0 ? `${under}:${chunk}` : under, depth + 1))];
    });
  }
  const side = (name: Side) => withTexts(pagesOf(name), ids[name].chunks);

  return [
    index("shell/home.tsx", { id: `${language}/` }),
    texts("sessions", "", [shell("landing-layout.tsx", "landing", side("landing"))]),
    shell("default-layout.tsx", "default", side("client")),
    route("admin", writeStaffLayout(language), { id: `${language}:admin` }, [
      ...side("staff"),
      route(":profileMode/:id", "holders/staff/holder-layout.tsx", { id: `${language}/admin/holder` }, side("holder")),
      // Staff's navigation and search stay around a wrong address.
      route("*", "shell/not-found.tsx", { id: `${language}/admin/*` }),
    ]),
    shell("learn-more-layout.tsx", "learn-more", side("public")),
    shell("unknown-address-layout.tsx", "unknown", [route("*", "shell/not-found.tsx", { id: `${language}/*` })]),
  ];
}

/** A page that a domain declares and that does not exist stops the build. */
function requireFile(file: string): void {
  if (!existsSync(join(import.meta.dirname, file))) throw new Error(`A domain declares ${file}, which does not exist`);
}

export default [
  ...languages.map((language) => route(language, writeLanguageLayout(language), { id: language }, routesOf(language))),
  route("*", "shell/unprefixed.tsx"),
] satisfies RouteConfig;
