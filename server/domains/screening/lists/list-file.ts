/**
 * Reads a list of OpenSanctions: `targets.simple.csv`, a line for each entry, or `entities.ftm.json`, a line of JSON for each
 * entity of the FollowTheMoney model. Pure.
 */
import { type ListRefusalCode, type listFormats, listLimits } from "@portico/api/rules/screening.ts";
import { readName } from "@portico/kyc/screening/compare-names.ts";
import { readEntities } from "./entities.ts";
import type { ListEntry } from "./entries.ts";
import { type ListRefusal, type Read, unique } from "./found.ts";
import { readSimple } from "./simple-csv.ts";

export interface ReadList {
  format: (typeof listFormats)[number] | null;
  entries: ListEntry[];
  names: number;
  doubled: number;
  undated: number;
  /** The newest change in it. */
  listedAt: Date | null;
  topics: { topic: string; entries: number }[];
  refusals: ListRefusal[];
}

const refused = (code: ListRefusalCode, detail: string | null = null): ReadList => ({
  format: null,
  entries: [],
  names: 0,
  doubled: 0,
  undated: 0,
  listedAt: null,
  topics: [],
  refusals: [{ line: null, code, detail }],
});

/** The entries of a file, each refused line with its reason; another format is one refusal that says what was seen. */
export function readList(text: string): ReadList {
  const content = text.replace(/^\uFEFF/, "");
  const start = content.trimStart().slice(0, 4000);
  if (start === "") return refused("emptyFile");
  if (start.startsWith("{")) return collect("entities", readEntities(content));
  const header = (start.split(/\r?\n/, 1)[0] ?? "").replaceAll('"', "");
  const columns = header.split(",").map((name) => name.trim().toLowerCase());
  const missing = ["id", "schema", "name"].filter((name) => !columns.includes(name));
  if (missing.length === 3) return refused("unknownFormat", header.slice(0, 100));
  if (missing.length > 0) return refused("missingColumn", missing.join(", "));
  return collect("csv", readSimple(content));
}

function collect(format: "csv" | "entities", { found, refusals }: Read): ReadList {
  const byId = new Map<string, ListEntry>();
  let doubled = 0;
  let newest = "";
  for (const { line, changedAt, ...entry } of found) {
    const code = faultOf(entry);
    if (code) {
      refusals.push({ line, code, detail: (entry.names[0] ?? entry.id).slice(0, 100) || null });
      continue;
    }
    const before = byId.get(entry.id);
    if (before) doubled += 1;
    byId.set(entry.id, before ? together(before, entry) : entry);
    if (changedAt > newest) newest = changedAt;
  }
  const entries = [...byId.values()];
  if (entries.length > listLimits.entries) return refused("tooManyEntries", String(entries.length));
  if (entries.length === 0) refusals.unshift({ line: null, code: "noEntries", detail: null });
  const listedAt = new Date(/Z$|[+-]\d\d:\d\d$/.test(newest) ? newest : `${newest}Z`);
  return {
    format,
    entries,
    names: entries.reduce((sum, { names }) => sum + names.length, 0),
    doubled,
    undated: entries.filter(({ kind, births }) => kind === "person" && births.length === 0).length,
    listedAt: Number.isNaN(listedAt.getTime()) ? null : listedAt,
    topics: countTopics(entries),
    refusals,
  };
}

function faultOf({ id, kind, names }: ListEntry): ListRefusalCode | undefined {
  if (id === "") return "missingId";
  if (names.length === 0) return "missingName";
  return names.some((name) => readName(name, kind).words.length > 0) ? undefined : "otherScript";
}

/** Of entries with one id nothing is lost. */
const together = (one: ListEntry, other: ListEntry): ListEntry => ({
  ...one,
  names: unique([...one.names, ...other.names]).slice(0, listLimits.names),
  births: unique([...one.births, ...other.births]),
  countries: unique([...one.countries, ...other.countries]),
  topics: unique([...one.topics, ...other.topics]),
  programmes: unique([...one.programmes, ...other.programmes]),
});

function countTopics(entries: readonly ListEntry[]): ReadList["topics"] {
  const counts = new Map<string, number>();
  for (const { topics } of entries) for (const topic of topics) counts.set(topic, (counts.get(topic) ?? 0) + 1);
  return [...counts]
    .map(([topic, count]) => ({ topic, entries: count }))
    .toSorted((one, other) => other.entries - one.entries)
    .slice(0, 50);
}
