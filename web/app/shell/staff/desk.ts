/** The desk: what waits for the reader, for nobody, and for each colleague; each thing once. */
import type { Answer } from "@portico/api/endpoint.ts";
import { type WorkKind, workKinds } from "@portico/api/rules/work-kinds.ts";
import type { workload } from "@portico/api/workload.ts";

type Desk = Answer<(typeof workload)["getDesk"]>;
export type NamedWork = Desk["first"][number];

export interface DeskEntry {
  kind: WorkKind;
  count: number;
  /** Since when the oldest waits. */
  oldest: string;
  first: readonly NamedWork[];
}

export interface DeskParts {
  mine: DeskEntry[];
  ofNobody: DeskEntry[];
  colleagues: { person: number; name: string; entries: DeskEntry[] }[];
  /** Of which nothing waits for anybody. */
  empty: WorkKind[];
}

/** What is late or about to be comes first, then what has waited longest. */
const promised: readonly WorkKind[] = ["ticketsLate", "ticketsSoon"];
const rank = (kind: WorkKind): number => {
  const at = promised.indexOf(kind);
  return at === -1 ? promised.length : at;
};
const byUrgency = (one: DeskEntry, other: DeskEntry): number =>
  rank(one.kind) - rank(other.kind) || (one.oldest < other.oldest ? -1 : 1);

/** `kinds`: those that the reader may see. */
export function partsOfDesk({ rows, first }: Desk, readerId: number, kinds: readonly WorkKind[]): DeskParts {
  const entriesOf = (person: number | null): DeskEntry[] =>
    rows
      .filter((row) => row.person === person)
      .map(({ kind, count, oldest }) => ({
        kind,
        count,
        oldest,
        first: first.filter((one) => one.kind === kind && one.person === person),
      }))
      .toSorted(byUrgency);
  const names = new Map(
    rows.flatMap(({ person, name }) => (person === null || person === readerId ? [] : [[person, name ?? ""] as const])),
  );
  return {
    mine: entriesOf(readerId),
    ofNobody: entriesOf(null),
    colleagues: [...names].map(([person, name]) => ({ person, name, entries: entriesOf(person) })),
    empty: kinds.filter((kind) => !rows.some((row) => row.kind === kind)),
  };
}

/** Proposals and screening are the office's. */
export const kindsOfReader = (isOffice: boolean): readonly WorkKind[] =>
  workKinds.filter((kind) => isOffice || (kind !== "proposals" && kind !== "screening"));

/** The page of one of them. */
export function pageOfWork({
  kind,
  id,
  revision,
  holder: { holder_type: type, holder_id: holder },
}: NamedWork): string {
  const of = `/admin/${type}/${holder}`;
  switch (kind) {
    case "ticketsLate":
    case "ticketsSoon":
    case "tickets":
      return `${of}/tickets/${id}`;
    case "conversations":
      return `/admin/chats?holder=${type}/${holder}`;
    case "people":
    case "companies":
      return `${of}/review${revision === null ? "" : `?revision=${revision}`}`;
    case "contracts":
      return `${of}/contracts/${id}`;
    case "requests":
      return `${of}/profile`;
    case "payments":
      return "/admin/requests/unexplained";
    case "accounts":
      return "/admin/accounts";
    case "proposals":
      return "/admin/proposals";
    case "screening":
      return `/admin/screening/${id}`;
  }
}
