/** What answers and the audit log say of a version of a list. */
import type { ListPreview, ScreeningList } from "@portico/api/screening.ts";
import { canOf, type Verdict } from "../../../kernel/policy.ts";
import type { ListRecord } from "./lists.queries.ts";

export const toAuditedList = ({ name, format, entries, names, doubled, refused, sha256 }: ListRecord) => ({
  name,
  format,
  entries,
  names,
  doubled,
  refused,
  sha256: sha256?.toString("hex") ?? "",
});

export const presentList = (record: ListRecord, people: ReadonlyMap<number, string>): ScreeningList => ({
  id: record.id,
  source: record.source,
  state: record.state,
  name: record.name,
  format: record.format,
  version: record.version,
  listedAt: record.listed_at?.toISOString() ?? null,
  entries: record.entries,
  names: record.names,
  created_at: record.created_at.toISOString(),
  created_by: record.created_by === null ? null : (people.get(record.created_by) ?? null),
  sha256: record.sha256?.toString("hex") ?? "",
  originalSize: record.original_sha256 === null ? null : record.original_size,
  takenAt: record.taken_at?.toISOString() ?? null,
  takenBy: record.taken_by === null ? null : (people.get(record.taken_by) ?? null),
});

/** How a version that waits stands to the one that counts. */
export const compareToActive = (
  { state, sha256, listed_at }: ListRecord,
  active: ListRecord | undefined,
): Pick<ListPreview, "isSame" | "isOlder"> => ({
  isSame: state === "previewed" && sha256 !== null && active?.sha256?.equals(sha256) === true,
  isOlder:
    state === "previewed" && listed_at !== null && active?.listed_at instanceof Date && listed_at < active.listed_at,
});

/** `verdict`: why the caller may not take lists, or null. `active`: the version that counts. */
export function presentPreview(
  record: ListRecord,
  {
    people,
    active,
    verdict,
  }: { people: ReadonlyMap<number, string>; active: ListRecord | undefined; verdict: Verdict },
): ListPreview {
  const settled = verdict ?? (record.state === "previewed" ? null : "stateConflict");
  const standing = compareToActive(record, active);
  const { undated = 0, topics = [], refusals = [] } = record.preview as Partial<ListPreview>;
  return {
    ...presentList(record, people),
    doubled: record.doubled,
    refused: record.refused,
    ...standing,
    undated,
    topics,
    refusals,
    can: canOf({ take: settled ?? (standing.isSame ? "stateConflict" : null), discard: settled }),
  };
}
