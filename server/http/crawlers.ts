/** What the portal tells search engines: which addresses to visit, and the list of its public pages. */
import type { content } from "@portico/api/content.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import { languages } from "@portico/api/shapes.ts";
import type { FastifyInstance } from "fastify";

/** A page for visitors: its path without the language, and since when it is as it is. */
export interface PublicPath {
  path: string;
  /** ISO 8601. */
  changedAt: string | null;
}

const robots = (origin: string): string =>
  [
    "User-agent: *",
    "Allow: /api/content/picture/",
    "Allow: /api/settings/brand/logo/",
    "Disallow: /api/",
    "Disallow: /*/admin",
    `Sitemap: ${origin}/sitemap.xml`,
    "",
  ].join("\n");

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** Each page in each language, with its other languages beside it (sitemaps.org; hreflang as in the pages). */
export function sitemapOf(origin: string, paths: readonly PublicPath[]): string {
  const address = (language: string, path: string): string => escaped(`${origin}/${language}${path}`);
  const alternate = (tag: string, href: string): string =>
    `    <xhtml:link rel="alternate" hreflang="${tag}" href="${href}"/>`;
  const urls = paths.flatMap(({ path, changedAt }) =>
    languages.map((language) =>
      [
        "  <url>",
        `    <loc>${address(language, path)}</loc>`,
        ...(changedAt === null ? [] : [`    <lastmod>${changedAt.slice(0, 10)}</lastmod>`]),
        ...languages.map((each) => alternate(each, address(each, path))),
        alternate("x-default", address("en", path)),
        "  </url>",
      ].join("\n"),
    ),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...urls,
    "</urlset>",
    "",
  ].join("\n");
}

const learnTarget = "/learn-more/target";
/** Pages that are there whatever the firm has published. */
const always: PublicPath[] = ["/login", "/register", "/verify-contract", learnTarget].map((path) => ({
  path,
  changedAt: null,
}));

/** What the firm has published: texts, and the ids of the definitions that it offers. */
export interface Published {
  content: Answer<typeof content.list>;
  definitions: readonly number[];
}

interface Source {
  /** Makes the API's calls for what is published. */
  read: () => Promise<Published>;
  /** As for rendered pages (kept-pages.ts): as long as it stays, nothing is read again. */
  stamp: (() => Promise<string>) | undefined;
}

/** What is published, read once per stamp: a firm may offer thousands of definitions. */
function publishedOnce({ read, stamp }: Source): () => Promise<Published> {
  let kept: { stamp: string; published: Published } | undefined;
  return async () => {
    const current = await stamp?.();
    if (current === undefined) return read();
    if (kept?.stamp !== current) kept = { stamp: current, published: await read() };
    return kept.published;
  };
}

/** `/robots.txt` and `/sitemap.xml`. */
export function serveCrawlers(app: FastifyInstance, publicUrl: string, source: Source): void {
  const { origin } = new URL(publicUrl);
  const readOnce = publishedOnce(source);
  app.get("/robots.txt", (_request, reply) =>
    reply.type("text/plain; charset=utf-8").header("cache-control", "public, max-age=3600").send(robots(origin)),
  );
  app.get("/sitemap.xml", async (_request, reply) => {
    const { content, definitions } = await readOnce();
    const texts = content.pages.map(({ page, published_at }) => ({
      path: `/learn-more/${page}`,
      changedAt: published_at,
    }));
    const offered = definitions.map((id) => ({ path: `${learnTarget}/${id}`, changedAt: null }));
    // A published introduction says since when the page above the definitions is as it is.
    const others = always.filter(({ path }) => !texts.some((text) => text.path === path));
    return reply
      .type("application/xml; charset=utf-8")
      .header("cache-control", "public, max-age=300")
      .send(sitemapOf(origin, [...others, ...texts, ...offered]));
  });
}
