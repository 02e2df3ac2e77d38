/** What waits for staff: the number of each kind, and the first few. */
import type { contracts as contractCalls } from "@portico/api/contracts.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import type { forms as formCalls } from "@portico/api/forms/endpoints.ts";
import type { portfolios } from "@portico/api/portfolios.ts";
import type { proposals as proposalCalls } from "@portico/api/proposals.ts";
import type { tasks as taskCalls } from "@portico/api/tasks.ts";
import { useApi } from "../api.tsx";
import { useCall } from "../calls/use-call.ts";
import { useHasLevel } from "./staff-access.ts";

interface PendingItem {
  key: string;
  /** The holder's name. */
  name: string;
  since: string;
  to: string;
}

export interface PendingWork {
  id: "people" | "companies" | "contracts" | "requests" | "tasks" | "proposals";
  count: number;
  /** The page that lists all of them. */
  to: string;
  first: PendingItem[];
}

/** How many of each kind are named. */
const named = 3;

const submissions = ({ forms, count }: Answer<(typeof formCalls)["list"]>) => ({
  count,
  first: forms.map(({ holder_type, holder_id, holder_name, revision, submitted_at }) => ({
    key: `${holder_type} ${holder_id}`,
    name: holder_name,
    since: submitted_at,
    to: `/admin/${holder_type}/${holder_id}/review?revision=${revision}`,
  })),
});

const requests = ({ requests: waiting, open }: Answer<(typeof portfolios)["listRequests"]>) => ({
  count: open,
  first: waiting.map(({ id, holderName, holder_type, holder_id, created_at }) => ({
    key: String(id),
    name: holderName,
    since: created_at,
    to: `/admin/${holder_type}/${holder_id}/profile`,
  })),
});

const contracts = ({ contracts: waiting, count }: Answer<(typeof contractCalls)["listAll"]>) => ({
  count: count ?? waiting.length,
  first: waiting.map(({ id, holder_type, holder_id, holder_name, state_changed_at }) => ({
    key: String(id),
    name: holder_name,
    since: state_changed_at,
    to: `/admin/${holder_type}/${holder_id}/contracts/${id}`,
  })),
});

const tasksPath = "/admin/tasks";
const tasks = ({ tasks: waiting, open }: Answer<(typeof taskCalls)["list"]>) => ({
  count: open,
  first: waiting.map(({ id, user, created_at }) => ({
    key: String(id),
    name: user.name,
    since: created_at,
    to: tasksPath,
  })),
});

const proposalsPath = "/admin/tasks?part=proposals";
const proposals = ({ proposals: waiting, open }: Answer<(typeof proposalCalls)["list"]>) => ({
  count: open,
  first: waiting
    // The reader's own proposals wait for others.
    .filter(({ can }) => can.confirm || can.decline)
    .slice(0, named)
    .map(({ id, holder_name, proposed_at }) => ({
      key: String(id),
      name: holder_name,
      since: proposed_at,
      to: proposalsPath,
    })),
});

export function usePendingWork() {
  const api = useApi();
  const isOffice = useHasLevel("office");
  const limited = { query: { limit: named } };
  const people = useCall(api.forms.list, { params: { type: "KYC" }, ...limited }, { select: submissions });
  const companies = useCall(api.forms.list, { params: { type: "companyKYC" }, ...limited }, { select: submissions });
  const signed = useCall(
    api.contracts.listAll,
    { query: { state: "awaitingAdmin", limit: named } },
    { select: contracts },
  );
  const requested = useCall(
    api.portfolios.listRequests,
    { query: { state: "open", limit: named } },
    { select: requests },
  );
  const written = useCall(api.tasks.list, limited, { select: tasks });
  const proposed = useCall(api.proposals.list, { query: { limit: 30 } }, { select: proposals, enabled: isOffice });
  const kinds = [
    { id: "people", to: "/admin/reviews", query: people },
    { id: "companies", to: "/admin/reviews?type=companyKYC", query: companies },
    { id: "contracts", to: "/admin/contracts", query: signed },
    { id: "requests", to: "/admin/requests", query: requested },
    { id: "tasks", to: tasksPath, query: written },
    ...(isOffice ? [{ id: "proposals" as const, to: proposalsPath, query: proposed }] : []),
  ] as const;
  const queries = kinds.map(({ query }) => query);
  return {
    /** Once everything is known. */
    data: queries.every(({ data }) => data)
      ? kinds.flatMap(({ id, to, query: { data } }): PendingWork[] => (data ? [{ id, to, ...data }] : []))
      : undefined,
    error: queries.find(({ error }) => error)?.error ?? null,
    isFetching: queries.some(({ isFetching }) => isFetching),
    refetch: () => {
      for (const { refetch } of queries) void refetch();
    },
  };
}
