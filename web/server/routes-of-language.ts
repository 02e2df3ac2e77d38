/** Each page knows the routes of its own language: a third of what a browser has to read and compile at every load. */
import { type Language, languages } from "@portico/messages/catalogue.ts";

/** Leaves out the routes of the other languages. Ids begin with the language (app/routes.ts). */
export function routesOf<Route>(language: Language, routes: Record<string, Route>): Record<string, Route> {
  const others = languages.filter((other) => other !== language);
  const isOfOther = (id: string): boolean => others.some((other) => new RegExp(`^${other}([:/]|$)`).test(id));
  return Object.fromEntries(Object.entries(routes).filter(([id]) => !isOfOther(id)));
}

/** Address of a language's manifest, from that of the manifest of all routes. */
export const manifestOf = (language: Language, url: string): string => url.replace(/\.js$/, `-${language}.js`);
