/**
 * Which pages the page server keeps, and under which address: those of the site map, each under its one spelling, and the
 * public pages of things with an id. Addresses that nobody can enumerate are not kept: a page with an id that only
 * somebody signed in opens, a query that a page may read.
 */
import type { Language } from "@portico/messages/catalogue.ts";
import { generatePath, matchRoutes, type RouteObject, type ServerBuild } from "react-router";
import { keptSearchOf } from "../app/shell/public/plain-page.ts";
import { routesOf, sideOfPath } from "./routes-of-language.ts";

type Routes = ServerBuild["routes"];

/** These characters mean the same in a document's text, its attributes and its scripts. */
const isPlainPath = (path: string): boolean => /^\/[\w./-]{1,200}$/.test(path);

const mostKnown = 2000;

/** The kept address of each request for a page of the language. */
export function keptAddressesOf(language: Language, all: Routes): (url: URL) => string | null {
  const routes = routesOf(language, "staff", all);
  /** Matching takes longer than sending a kept page. */
  const known = new Map<string, string | null>();
  const tree = treeOf(Object.values(routes), undefined);
  function addressOf({ pathname, search, searchParams }: URL): string | null {
    const matches = matchRoutes(tree, pathname) ?? [];
    const leaf = matches.at(-1);
    if (!leaf) return null;
    // On staff's side it would be another document, with their routes.
    if (leaf.route.path === "*")
      return isPlainPath(pathname) && sideOfPath(pathname) === "client" ? `/${language}/*` : null;
    const keptSearch = keptSearchOf(routes[leaf.route.id ?? ""]?.module.handle);
    const pattern = `/${matches.flatMap(({ route }) => route.path || []).join("/")}`;
    const hasParameters = pattern.includes(":");
    if (hasParameters && !keptSearch) return null;
    const path = hasParameters ? generatePath(pattern, leaf.params) : pattern;
    // Other capitals, other escapes, more slashes.
    if (path !== pathname.replace(/\/$/, "")) return null;
    if (search === "") return path;
    const kept = keptSearch?.(searchParams) ?? null;
    return kept === null ? null : `${path}${kept}`;
  }
  return (url) => {
    const asked = url.pathname + url.search;
    let address = known.get(asked);
    if (address === undefined) {
      if (known.size >= mostKnown) known.clear();
      address = addressOf(url);
      known.set(asked, address);
    }
    return address;
  };
}

/** The routes below a parent, as React Router matches them. */
const treeOf = (routes: readonly (Routes[string] | undefined)[], parentId: string | undefined): RouteObject[] =>
  routes
    .filter((route) => route !== undefined && route.parentId === parentId)
    .map((route) => {
      const { id, path, index, caseSensitive } = route as NonNullable<Routes[string]>;
      const own = { id, ...(path !== undefined && { path }), ...(caseSensitive && { caseSensitive }) };
      return index ? { ...own, index: true } : { ...own, children: treeOf(routes, id) };
    });
