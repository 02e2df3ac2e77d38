/**
 * Which methods a path accepts, for the answer to one that it does not. The path is compared part by part: Fastify's own
 * lookups (`hasRoute`, `findRoute`) read their argument as a pattern and compile regular expressions from it.
 */
import type { FastifyInstance } from "fastify";

const partsOf = (path: string): string[] => path.split("/").filter((part) => part !== "");

/** Parameters stand for any part; `*` for all that follows. */
function matches(route: readonly string[], path: readonly string[]): boolean {
  const rest = route.indexOf("*");
  if (rest < 0 ? route.length !== path.length : path.length < rest) return false;
  const compared = rest < 0 ? route : route.slice(0, rest);
  return compared.every((part, place) => part.startsWith(":") || part === path[place]);
}

/** Collects the routes that are declared from now on; returns the methods that a path accepts, sorted. */
export function collectMethods(app: FastifyInstance): (path: string) => string[] {
  const routes: { parts: string[]; methods: string[] }[] = [];
  app.addHook("onRoute", ({ url, method }) => {
    routes.push({ parts: partsOf(url), methods: [method].flat() });
  });
  return (path) => {
    const asked = partsOf(path);
    const found = routes.filter(({ parts }) => matches(parts, asked)).flatMap(({ methods }) => methods);
    return [...new Set(found)].toSorted();
  };
}
