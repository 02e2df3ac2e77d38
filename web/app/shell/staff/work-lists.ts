/** What waits by colleague, and the list that each figure opens. */
import type { Answer } from "@portico/api/endpoint.ts";
import type { LateReason } from "@portico/api/rules/tickets.ts";
import type { WorkKind } from "@portico/api/rules/work-kinds.ts";
import type { workload } from "@portico/api/workload.ts";

export type WorkRow = Answer<(typeof workload)["list"]>["rows"][number];

const lists: Record<WorkKind, string> = {
  ticketsLate: "/admin/tickets?queue=late",
  ticketsSoon: "/admin/tickets?queue=soon",
  tickets: "/admin/tickets?queue=waiting&due=later",
  conversations: "/admin/chats?part=waiting",
  people: "/admin/reviews?type=KYC",
  companies: "/admin/reviews?type=companyKYC",
  contracts: "/admin/contracts?state=awaitingAdmin",
  requests: "/admin/requests?state=open",
  payments: "/admin/requests/unexplained?state=open",
  accounts: "/admin/accounts",
  proposals: "/admin/proposals?part=open",
  screening: "/admin/screening?part=open",
};

/** The list of the kind; of one colleague, of nobody (0), or of all (undefined). */
export const listOfWork = (kind: WorkKind, person: number | undefined): string =>
  person === undefined ? lists[kind] : `${lists[kind]}${lists[kind].includes("?") ? "&" : "?"}assigned=${person}`;

/** Late tickets for a reason. What waits for the client is in no queue. */
export const listOfLate = (why: LateReason, person: number | undefined): string =>
  `/admin/tickets?queue=${why === "client" ? "all" : "late"}&why=${why}${person === undefined ? "" : `&assigned=${person}`}`;

export interface Load {
  /** 0: nobody. */
  person: number;
  name: string | null;
  counts: Partial<Record<WorkKind, number>>;
  oldest: string;
}

const earlier = (one: string, other: string): string => (one < other ? one : other);

/** One row for each colleague with something, nobody last; and all together. */
export function loadsOf(rows: readonly WorkRow[]): { loads: Load[]; all: Load | undefined } {
  const loads = new Map<number, Load>();
  let all: Load | undefined;
  for (const { kind, person, name, count, oldest } of rows) {
    const key = person ?? 0;
    const load = loads.get(key) ?? { person: key, name, counts: {}, oldest };
    loads.set(key, {
      ...load,
      counts: { ...load.counts, [kind]: count },
      oldest: earlier(load.oldest, oldest),
    });
    all = {
      person: -1,
      name: null,
      counts: { ...all?.counts, [kind]: (all?.counts[kind] ?? 0) + count },
      oldest: earlier(all?.oldest ?? oldest, oldest),
    };
  }
  return {
    loads: [...loads.values()].toSorted((a, b) => Number(a.person === 0) - Number(b.person === 0)),
    all,
  };
}
