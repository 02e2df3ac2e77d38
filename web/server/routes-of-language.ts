/**
 * Each page knows the routes of its own language, and those of staff only on staff's side: a sixth of what a browser would
 * otherwise have to read, rank and match at every load.
 */
import { type Language, languages } from "@portico/messages/catalogue.ts";

/** Staff's pages know the client's as well, which staff open in view-as. */
export type Side = "client" | "staff";
export const sides: readonly Side[] = ["client", "staff"];

/** Of a path with a language: `/bg/admin/…` is staff's. Read as the router does: without regard to escapes and capitals. */
export function sideOfPath(pathname: string): Side {
  const part = pathname.split("/")[2] ?? "";
  try {
    return decodeURIComponent(part).toLowerCase() === "admin" ? "staff" : "client";
  } catch {
    return "client";
  }
}

interface KnownRoute {
  id: string;
  path?: string | undefined;
  parentId?: string | undefined;
}

/** Leads to another document (app/routes.ts). */
const unknownPaths = "shell/unprefixed";

/** Leaves out the routes of the other languages, and of the other side. Ids begin with the language (app/routes.ts). */
export function routesOf<Route extends KnownRoute | undefined>(
  language: Language,
  side: Side,
  routes: Record<string, Route>,
): Record<string, Route> {
  const others = languages.filter((other) => other !== language);
  const unknown = side === "client" ? [...others, `${language}[:/]admin`] : others;
  const isUnknown = (id: string): boolean => unknown.some((start) => new RegExp(`^${start}([:/]|$)`).test(id));
  const known = Object.fromEntries(Object.entries(routes).filter(([id]) => !isUnknown(id)));
  const leading = routes[unknownPaths];
  if (side === "staff" || !leading) return known;
  const id = `${language}/admin/*`;
  return { ...known, [id]: { ...leading, id, parentId: language, path: "admin/*" } };
}

/** Address of the manifest of a language and side, from that of the manifest of all routes. */
export const manifestOf = (language: Language, side: Side, url: string): string =>
  url.replace(/\.js$/, `-${language}-${side}.js`);

/** Addresses of the style sheets (web/styles-of-sides.ts), and that of the one that they were split from. */
export type StyleSheets = Record<"whole" | "common" | "client" | "staff", string>;

/** Names the style sheets of each side at its layout. Staff's pages may show a client's, so they load both. */
export function withStyles<Route extends { id: string; css?: string[] | undefined }>(
  routes: Record<string, Route | undefined>,
  { whole, common, client, staff }: StyleSheets,
): Record<string, Route> {
  const cssOf = ({ id, css }: Route): string[] | undefined => {
    if (/^\w+:default$/.test(id)) return [client];
    if (/^\w+:admin$/.test(id)) return [client, staff];
    return css?.map((sheet) => (sheet === whole ? common : sheet));
  };
  const known = Object.values(routes).filter((route) => route !== undefined);
  return Object.fromEntries(known.map((route) => [route.id, { ...route, css: cssOf(route) }]));
}
