/** Where two values with texts differ: each text by its path. */
import type { Language } from "@portico/api/shapes.ts";

export interface Difference {
  path: string;
  language: Language;
  before: string;
  after: string;
}

/** At most so many are shown. */
const most = 60;

const isLanguage = (part: string): part is Language => part === "bg" || part === "en" || part === "pl";

/** Every leaf by its path; entries of a list by their `id`, where they have one. */
function leavesOf(value: unknown, path: readonly string[] = []): [string, string][] {
  if (typeof value !== "object" || value === null)
    return value === null ? [] : [[path.join("."), typeof value === "string" ? value : JSON.stringify(value)]];
  return Object.entries(value).flatMap(([key, one]) => {
    const id: unknown = Array.isArray(value) && typeof one === "object" && one !== null ? Reflect.get(one, "id") : key;
    return leavesOf(one, [...path, typeof id === "string" ? id : key]);
  });
}

export function differencesOf(before: unknown, after: unknown): Difference[] {
  const [former, newer] = [new Map(leavesOf(before)), new Map(leavesOf(after))];
  return [...new Set([...former.keys(), ...newer.keys()])]
    .filter((path) => former.get(path) !== newer.get(path))
    .slice(0, most)
    .map((path) => ({
      path,
      language: path.split(".").find(isLanguage) ?? "en",
      before: former.get(path) ?? "",
      after: newer.get(path) ?? "",
    }));
}
