/** What waits for staff: how much of each kind, and the first few of it. */

import type { Api } from "@portico/api";
import type { Client } from "@portico/api/client.ts";
import type { FormType } from "@portico/api/forms/forms.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi } from "../../shell/api.tsx";
import { useSocketEvent } from "../../shell/use-socket-event.ts";
import { useHasLevel } from "../staff-access.ts";

interface WaitingItem {
  key: string;
  /** Whose it is. */
  name: string;
  since: string;
  to: string;
}

export interface WaitingKind {
  id: "people" | "companies" | "requests" | "tasks" | "proposals";
  count: number;
  /** Where all of them are. */
  to: string;
  first: WaitingItem[];
}

/** So many of each kind are named. */
const named = 3;

async function waitingForms(
  api: Client<Api>,
  { type, id, to, signal }: { type: FormType; id: WaitingKind["id"]; to: string; signal: AbortSignal },
): Promise<WaitingKind> {
  const { forms, count } = await api.forms.list({ params: { type }, query: { limit: named }, signal });
  const first = forms.map(({ holder_type, holder_id, holder_name, revision, submitted_at }) => ({
    key: `${holder_type} ${holder_id}`,
    name: holder_name,
    since: submitted_at,
    to: `/admin/${holder_type}/${holder_id}/review?revision=${revision}`,
  }));
  return { id, to, count, first };
}

async function waitingRequests(api: Client<Api>, signal: AbortSignal): Promise<WaitingKind> {
  const { requests, open } = await api.portfolios.listRequests({ query: { state: "open", limit: named }, signal });
  const first = requests.map(({ id, holderName, holder_type, holder_id, created_at }) => ({
    key: String(id),
    name: holderName,
    since: created_at,
    to: `/admin/${holder_type}/${holder_id}/profile`,
  }));
  return { id: "requests", to: "/admin/requests", count: open, first };
}

async function waitingTasks(api: Client<Api>, signal: AbortSignal): Promise<WaitingKind> {
  const to = "/admin/tasks";
  const { tasks, open } = await api.staffDesk.listTasks({ query: { limit: named }, signal });
  const first = tasks.map(({ id, user, created_at }) => ({ key: String(id), name: user.name, since: created_at, to }));
  return { id: "tasks", to, count: open, first };
}

async function waitingProposals(api: Client<Api>, signal: AbortSignal): Promise<WaitingKind> {
  const to = "/admin/tasks?part=proposals";
  const { proposals, open } = await api.staffDesk.listProposals({ query: { limit: 30 }, signal });
  // One's own wait for others.
  const mine = proposals.filter(({ decisions }) => decisions.some((decision) => decision !== "withdraw"));
  const first = mine
    .slice(0, named)
    .map(({ id, holder_name, proposed_at }) => ({ key: String(id), name: holder_name, since: proposed_at, to }));
  return { id: "proposals", to, count: open, first };
}

export function useWaiting() {
  const api = useApi();
  const queries = useQueryClient();
  const isOffice = useHasLevel("office");
  const queryKey = ["admin", "desk", "waiting", isOffice];
  const again = () => void queries.invalidateQueries({ queryKey });
  useSocketEvent("desk:changed", again);
  useSocketEvent("request:changed", again);
  return useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      Promise.all([
        waitingForms(api, { type: "KYC", id: "people", to: "/admin/reviews", signal }),
        waitingForms(api, { type: "companyKYC", id: "companies", to: "/admin/reviews?type=companyKYC", signal }),
        waitingRequests(api, signal),
        waitingTasks(api, signal),
        ...(isOffice ? [waitingProposals(api, signal)] : []),
      ]),
  });
}
