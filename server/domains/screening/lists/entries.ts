/** Entries of a list as they are matched and kept. Pure. */
import { createHash } from "node:crypto";
import { gunzipSync, gzipSync } from "node:zlib";

export interface ListEntry {
  id: string;
  kind: "person" | "company";
  /** The first is the one that the list uses; then aliases. */
  names: string[];
  /** Days, months or years. */
  births: string[];
  /** Two capital letters. */
  countries: string[];
  /** Such as sanction or role.pep. */
  topics: string[];
  programmes: string[];
}

/** As lines of JSON, in the list's order. */
export const packEntries = (entries: readonly ListEntry[]): Buffer =>
  gzipSync(entries.map((entry) => JSON.stringify(entry)).join("\n"));

export const unpackEntries = (content: Uint8Array): ListEntry[] =>
  gunzipSync(content)
    .toString()
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as ListEntry);

const inOrder = (values: readonly string[]): string[] => values.toSorted();

/** The same for entries that say the same, in whatever order their names stand. */
export const hashEntry = ({ id, kind, names, births, countries, topics, programmes }: ListEntry): Buffer =>
  createHash("sha256")
    .update(JSON.stringify([id, kind, ...[names, births, countries, topics, programmes].map(inOrder)]))
    .digest();
