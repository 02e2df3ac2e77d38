/** Tasks and proposals, live: a colleague's click shows here too. */
import type { Holder } from "@portico/api/shapes.ts";
import type { DecidedSo, Proposal } from "@portico/api/staff-desk.ts";
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi } from "../../shell/api.tsx";
import { useSocketEvent } from "../../shell/use-socket-event.ts";

const deskKey = ["admin", "desk"] as const;

function useFollow(part: "tasks" | "proposals"): void {
  const queries = useQueryClient();
  useSocketEvent("desk:changed", (event) => {
    if (event.part === part) void queries.invalidateQueries({ queryKey: [...deskKey, part] });
  });
}

export function useTasks(done: boolean) {
  const api = useApi();
  useFollow("tasks");
  return useInfiniteQuery({
    queryKey: [...deskKey, "tasks", done],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      api.staffDesk.listTasks({
        query: { done: done ? "true" : "false", limit: 30, ...(cursor && { cursor }) },
        signal,
      }),
    getNextPageParam: (page) => page.nextCursor,
  });
}

export type Task = NonNullable<ReturnType<typeof useTasks>["data"]>["pages"][number]["tasks"][number];

export function useTaskActions() {
  const api = useApi();
  const queries = useQueryClient();
  const setDone = useMutation({
    mutationFn: ({ id, done }: { id: number; done: boolean }) =>
      api.staffDesk.setTaskDone({ params: { taskId: id }, body: { done } }),
    onSettled: () => queries.invalidateQueries({ queryKey: [...deskKey, "tasks"] }),
  });
  return { setDone };
}

/** A proposal also shows what stands now, which changes with its holder. */
function useFollowProposals(): void {
  const queries = useQueryClient();
  useFollow("proposals");
  useSocketEvent("holder:state", () => void queries.invalidateQueries({ queryKey: [...deskKey, "proposals"] }));
}

export function useProposals(state: "open" | "decided") {
  const api = useApi();
  useFollowProposals();
  return useInfiniteQuery({
    queryKey: [...deskKey, "proposals", state],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      api.staffDesk.listProposals({ query: { state, limit: 30, ...(cursor && { cursor }) }, signal }),
    getNextPageParam: (page) => page.nextCursor,
  });
}

/** A proposal of a list, as it is now that it has left that list. */
export function useProposal(listed: Proposal, isGone: boolean): Proposal {
  const api = useApi();
  const { data } = useQuery({
    queryKey: [...deskKey, "proposals", "one", listed.id],
    enabled: isGone,
    queryFn: ({ signal }) => api.staffDesk.getProposal({ params: { proposalId: listed.id }, signal }),
  });
  return (isGone && data) || listed;
}

/** What waits of one holder's changes. */
export function useOpenProposals({ holderType, holderId }: Holder, enabled: boolean) {
  const api = useApi();
  useFollowProposals();
  const { data } = useQuery({
    queryKey: [...deskKey, "proposals", "open", holderType, holderId],
    enabled,
    queryFn: ({ signal }) =>
      api.staffDesk.listProposals({ query: { holder_type: holderType, holder_id: holderId, limit: 10 }, signal }),
  });
  return data?.proposals ?? [];
}

export function useDecide() {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body }: { id: number; body: DecidedSo }) =>
      api.staffDesk.decideProposal({ params: { proposalId: id }, body }),
    // Not awaited: the dialog closes with the answer, and the lists follow.
    onSettled: () => void queries.invalidateQueries({ queryKey: ["admin"] }),
  });
}
