/** Tasks and proposals, live: a colleague's click shows here too. */
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
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

export function useProposals(state: "open" | "decided") {
  const api = useApi();
  useFollow("proposals");
  return useInfiniteQuery({
    queryKey: [...deskKey, "proposals", state],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      api.staffDesk.listProposals({ query: { state, limit: 30, ...(cursor && { cursor }) }, signal }),
    getNextPageParam: (page) => page.nextCursor,
  });
}

export function useDecide() {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, decision }: { id: number; decision: "confirm" | "decline" | "withdraw" }) =>
      api.staffDesk.decideProposal({ params: { proposalId: id }, body: { decision } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["admin"] }),
  });
}
