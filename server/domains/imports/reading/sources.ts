/**
 * What the ids of entries and of instruments begin with, for each format: in one place, so that those of two formats never
 * collide, and the entries of one row are found by the common start of their ids.
 */
import type { ImportFormat } from "@portico/api/rules/import-kinds.ts";

/** Formats whose rows have ids of their own; the ids of a row have the form `prefix:owner:id`, of a part `prefix:owner:id:part`. */
const prefixes = { openWealth: "ow" } as const satisfies Partial<Record<ImportFormat, string>>;

const withoutColons = (text: string): string => text.replaceAll("%", "%25").replaceAll(":", "%3A");

/**
 * The id of an entry. `owner` is whose numbering it is: the customer or account at the custodian, because two custodians
 * number alike. `part` tells the entries of one row apart.
 */
export const entryId = (format: keyof typeof prefixes, owner: string, id: string, part?: string): string =>
  [prefixes[format], withoutColons(owner), withoutColons(id), ...(part === undefined ? [] : [part])].join(":");

/** `ib:trade:5` and `ib:trade:5:fee`; `ow:customer:5` and `ow:customer:5:tax`. */
const rowStart = /^(?:ib|ow):[^:]*:[^:]+/;

/** What the ids of all entries of a row have in common; the id itself if its format makes one entry of a row. */
export const rowIdOf = (externalId: string): string => rowStart.exec(externalId)?.[0] ?? externalId;

const shownAfter = /^(?:(?:ib|ow):[^:]*|csv|opening|row|lot):/;

/** An id without what was put before it, as its file has it. */
export const shownId = (externalId: string): string =>
  externalId.replace(shownAfter, "").replaceAll("%3A", ":").replaceAll("%25", "%");

/** Ids with one of our prefixes, which a reversal in our CSV may name. */
export const isFullId = (text: string): boolean => /^(?:ib|ow|csv|row|opening|settled|lot):/.test(text);

/**
 * Whose ids the instruments of a file have besides ISINs. Our CSV has none of its own; the standard numbers that OpenWealth
 * names (Valoren, SEDOL …) are everybody's, and begin with their scheme.
 */
export const instrumentSource = (format: ImportFormat | null): string =>
  format === "ibFlex" || format === "csv" || format === null ? "ib" : "standard";
