/** What the search offers for what was typed: pages, settings and actions of that name, the records, and what else is about it. */
import type { RecordKind, SearchResult } from "@portico/api/search.ts";
import type { IconName } from "../../../ui/icon.tsx";
import { type Entry, findEntries } from "./palette-entries.ts";

export interface Option {
  key: string;
  kind: RecordKind | Entry["kind"];
  icon: IconName;
  title: string;
  subtitle: string;
  url: string;
  /** An action that needs a client or company first. */
  ofHolder?: Entry;
}

const icons: Record<RecordKind, IconName> = {
  client: "person",
  colleague: "people",
  company: "company",
  document: "document",
  contract: "sign",
  ticket: "ticket",
  instrument: "portfolio",
};

/** What the server finds; the rest is known to the page. */
export const isOfServer = ({ kind }: Pick<Option, "kind">): boolean => kind in icons;

export const optionOfRecord = ({ kind, id, title, subtitle, url }: SearchResult): Option => ({
  key: `${kind} ${id}`,
  kind,
  icon: icons[kind],
  title,
  subtitle,
  url,
});

export const optionOfEntry = (entry: Entry): Option => ({
  key: `${entry.kind} ${entry.url} ${entry.title}`,
  kind: entry.kind,
  icon: entry.icon,
  title: entry.title,
  subtitle: entry.kind === "setting" ? entry.about : "",
  url: entry.url,
  ...(entry.ofHolder && { ofHolder: entry }),
});

/** An action about the holder that was found. */
export const actionOn = (record: SearchResult, { url }: Entry): Option => ({
  ...optionOfRecord(record),
  url: record.url.replace(/profile$/, url),
});

interface Asked {
  query: string;
  records: readonly SearchResult[];
  entries: readonly Entry[];
  /** What the reader opened last, shown before anything is typed. */
  recent: readonly Option[];
  /** The action for which a client or company is chosen. */
  action: Entry | undefined;
}

const isHolder = ({ kind }: SearchResult): boolean => kind === "client" || kind === "company";

export function listOptions({ query, records, entries, recent, action }: Asked): Option[] {
  if (action) return records.filter(isHolder).map((record) => actionOn(record, action));
  if (query === "") return [...recent, ...entries.filter(({ kind }) => kind === "action").map(optionOfEntry)];
  const { named, about } = findEntries(entries, query);
  return [...named.map(optionOfEntry), ...records.map(optionOfRecord), ...about.map(optionOfEntry)];
}
