/** The search over all records, for staff: by name in either script and by numbers, the best and newest first. */
import { forms } from "@portico/api/forms/endpoints.ts";
import { searchFolded } from "@portico/api/rules/search-folded.ts";
import { searchLimits } from "@portico/api/rules/search-limits.ts";
import { bestFirst, type Rank, type Ranked, rankOf, ranks } from "@portico/api/rules/search-ranking.ts";
import type { RecordKind, SearchResult } from "@portico/api/search.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { staffVerdict } from "../../kernel/policy.ts";
import { computeTypedDigests } from "../forms/identifiers/blind-index.ts";
import { type Kind, kinds } from "./kinds.ts";
import { findNamed } from "./names.queries.ts";
import { findNumbered, type NumberedRow } from "./numbers.queries.ts";
import { type FoundRow, listFound } from "./search.queries.ts";

const holderTypes = { app_user: "user", company: "company" } as const;

const pageOf: Record<RecordKind, (row: FoundRow) => string> = {
  client: ({ id }) => `/admin/user/${id}/profile`,
  colleague: ({ id }) => `/admin/user/${id}/profile`,
  company: ({ id }) => `/admin/company/${id}/profile`,
  document: ({ id, holder_type, holder_id }) => `/admin/${holder_type}/${holder_id}/documents?document=${id}`,
  contract: ({ id, holder_type, holder_id }) => `/admin/${holder_type}/${holder_id}/contracts/${id}`,
  ticket: ({ id, holder_type, holder_id }) => `/admin/${holder_type}/${holder_id}/tickets/${id}`,
  instrument: ({ title, details }) =>
    `/admin/instruments?search=${encodeURIComponent(details[1] ?? details[0] ?? title)}`,
};

interface Found extends Ranked {
  row: FoundRow;
}

/** The best rank of each holder's numbers. */
function ranksOfNumbers(rows: readonly NumberedRow[], kind: Kind): Map<number, Rank> {
  const best = new Map<number, Rank>();
  for (const { holder_type, holder_id, rank } of rows) {
    if (holder_type !== (holderTypes as Partial<Record<Kind["table"], string>>)[kind.table]) continue;
    const before = best.get(holder_id);
    if (!before || ranks.indexOf(rank) < ranks.indexOf(before)) best.set(holder_id, rank);
  }
  return best;
}

/** What is found of a kind, by name and by number, each once. */
async function findOfKind(
  { db }: Context,
  kind: Kind,
  searched: string,
  numbered: Promise<NumberedRow[]>,
): Promise<Found[]> {
  const [named, numbers] = await Promise.all([
    findNamed(db, kind, searched),
    numbered.then((rows) => ranksOfNumbers(rows, kind)),
  ]);
  // A ticket's number is its id.
  const [, ticket] = /^#?([1-9]\d{0,14})$/.exec(searched) ?? [];
  if (kind.table === "ticket" && ticket !== undefined) numbers.set(Number(ticket), "exact");
  const listed = await listFound(db, kind, [...new Set([...named, ...numbers.keys()])]);
  // Of two records of one millisecond the later one comes first.
  const rows = listed.toSorted((one, other) => other.id - one.id);
  const folded = searchFolded(searched);
  return rows.flatMap((row) => {
    const byName = rankOf(folded, searchFolded(row.title), row.names.map(searchFolded));
    const byNumber = numbers.get(row.id);
    const rank = ranks.find((one) => one === byName || one === byNumber);
    return rank === undefined ? [] : [{ rank, at: row.at.getTime(), row }];
  });
}

/** Identifiers are compared only for who may read the forms that have them. */
const readsIdentifiers = (context: Context): boolean =>
  staffVerdict(requireViewer(context), forms.getRevision) === null;

/** The records that the viewer may open and that the text names: a few of each kind, the best first. */
export async function findRecords(context: Context, searched: string): Promise<{ results: SearchResult[] }> {
  if (!/[\p{L}\p{N}]/u.test(searched)) return { results: [] };
  const viewer = requireViewer(context);
  const numbered = (readsIdentifiers(context) ? computeTypedDigests(context, searched) : Promise.resolve([])).then(
    (digests) => findNumbered(context.db, searched, digests),
  );
  const open = kinds.filter(({ opens }) => staffVerdict(viewer, opens) === null);
  const found = await Promise.all(open.map((kind) => findOfKind(context, kind, searched, numbered)));
  const results = found
    .flatMap((ofKind) => ofKind.toSorted(bestFirst).slice(0, searchLimits.ofKind))
    .toSorted(bestFirst)
    .slice(0, searchLimits.ofAll)
    .map(({ row }) => ({
      kind: row.kind,
      id: row.id,
      title: row.title,
      subtitle: row.details.filter(Boolean).join(" · "),
      url: pageOf[row.kind](row),
    }));
  return { results };
}
