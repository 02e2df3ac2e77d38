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
  takenAt: record.taken_at?.toISOString() ?? null,
  takenBy: record.taken_by === null ? null : (people.get(record.taken_by) ?? null),
});

/** `verdict`: why the caller may not take lists, or null. */
export function presentPreview(record: ListRecord, people: ReadonlyMap<number, string>, verdict: Verdict): ListPreview {
  const settled = verdict ?? (record.state === "previewed" ? null : "stateConflict");
  const { undated = 0, topics = [], refusals = [] } = record.preview as Partial<ListPreview>;
  return {
    ...presentList(record, people),
    sha256: record.sha256?.toString("hex") ?? "",
    doubled: record.doubled,
    refused: record.refused,
    undated,
    topics,
    refusals,
    can: canOf({ take: settled, discard: settled }),
  };
}
