/** What differs between two values of a setting, field by field: entries of lists are matched by what identifies them. */
import { isSameJson } from "@portico/api/rules/same-json.ts";
import { type Language, languages } from "@portico/messages/catalogue.ts";

/** An entry of a list, as it is found in both values. */
export interface Item {
  /** Path of the list, such as "fees". */
  list: string;
  value: Record<string, unknown>;
  place: number;
}

export interface ValueChange {
  /** Path of the field without places, such as "fees.value". */
  field: string;
  /** The entries that contain it, the outermost first. */
  items: readonly Item[];
  /** Of a text that is in each language. */
  language?: Language;
  /** The field itself, an entry that came or went, or the order of a list. */
  kind: "field" | "added" | "removed" | "order";
  before: unknown;
  after: unknown;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === "";

/** A text in each language; one that is not there is empty. */
export const isEachLanguage = (value: unknown): value is Record<Language, string | null> =>
  isRecord(value) &&
  Object.keys(value).length === languages.length &&
  languages.every((language) => value[language] === null || typeof value[language] === "string");

/** The fields by which entries of lists are known, the first that an entry has. */
const identities = ["id", "custodianId", "day", "currency", "host", "name"] as const;
const identityOf = (entry: Record<string, unknown>): string | undefined => {
  const field = identities.find((one) => typeof entry[one] === "string" || typeof entry[one] === "number");
  return field && `${field} ${String(entry[field])}`;
};

/** The entries by what identifies each; undefined unless all of them are identified, each once. */
function byIdentity(list: readonly unknown[]): Map<string, Record<string, unknown>> | undefined {
  const found = new Map<string, Record<string, unknown>>();
  for (const entry of list) {
    const identity = isRecord(entry) ? identityOf(entry) : undefined;
    if (identity === undefined || found.has(identity)) return undefined;
    found.set(identity, entry as Record<string, unknown>);
  }
  return found;
}

/** Every change that makes `after` of `before`; none if they are the same. */
export const valueChanges = (before: unknown, after: unknown): ValueChange[] =>
  changesOf({ field: "", items: [] }, before, after);

type Place = Pick<ValueChange, "field" | "items">;
const within = ({ field, items }: Place, name: string): Place => ({
  field: field === "" ? name : `${field}.${name}`,
  items,
});

function changesOf(place: Place, before: unknown, after: unknown): ValueChange[] {
  if (isSameJson(before, after) || (isEmpty(before) && isEmpty(after))) return [];
  if (Array.isArray(before) || Array.isArray(after)) return listChanges(place, before ?? [], after ?? []);
  if (isRecord(before) || isRecord(after)) {
    const [old, now] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}];
    if (isEachLanguage(before) || isEachLanguage(after))
      return languages
        .filter((language) => (old[language] ?? "") !== (now[language] ?? ""))
        .map((language) => ({ ...place, language, kind: "field", before: old[language], after: now[language] }));
    return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((name) =>
      changesOf(within(place, name), old[name], now[name]),
    );
  }
  return [{ ...place, kind: "field", before, after }];
}

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/;
/** What the portal made to know an entry by tells nobody anything. */
const isMadeId = ({ field, after }: ValueChange): boolean =>
  field.endsWith(".id") && typeof after === "string" && uuid.test(after);

function listChanges(place: Place, before: unknown, after: unknown): ValueChange[] {
  const old = Array.isArray(before) ? byIdentity(before) : undefined;
  const now = Array.isArray(after) ? byIdentity(after) : undefined;
  if (!old || !now) return [{ ...place, kind: "field", before, after }];
  const [oldKeys, nowKeys] = [[...old.keys()], [...now.keys()]];
  const inside = (value: Record<string, unknown>, at: number): Place => ({
    field: place.field,
    items: [...place.items, { list: place.field, value, place: at }],
  });
  const kept = (keys: readonly string[], other: ReadonlyMap<string, unknown>) => keys.filter((key) => other.has(key));
  const isReordered = kept(oldKeys, now).some((key, at) => kept(nowKeys, old)[at] !== key);
  return [
    ...nowKeys.flatMap((key, at): ValueChange[] => {
      const entry = now.get(key) as Record<string, unknown>;
      const former = old.get(key);
      const fields = changesOf(inside(entry, at), former ?? {}, entry).filter((one) => !isMadeId(one));
      return former ? fields : [{ ...inside(entry, at), kind: "added", before: undefined, after: entry }, ...fields];
    }),
    ...oldKeys.flatMap((key, at): ValueChange[] => {
      const entry = old.get(key) as Record<string, unknown>;
      return now.has(key) ? [] : [{ ...inside(entry, at), kind: "removed", before: entry, after: undefined }];
    }),
    ...(isReordered ? [{ ...place, kind: "order" as const, before, after }] : []),
  ];
}
