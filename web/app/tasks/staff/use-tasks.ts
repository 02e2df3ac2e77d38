/** Tasks, updated by colleagues' actions. */
import { useApi } from "../../shell/api.tsx";
import { useChange } from "../../shell/calls/use-change.ts";
import { usePages } from "../../shell/calls/use-pages.ts";

export function useTasks(done: boolean) {
  const api = useApi();
  return usePages(api.tasks.list, { query: { done: done ? "true" : "false", limit: 30 } });
}

export type Task = NonNullable<ReturnType<typeof useTasks>["data"]>["rows"][number];

export function useTaskActions() {
  const setDone = useChange((api, { id, done }: { id: number; done: boolean }) =>
    api.tasks.setDone({ params: { taskId: id }, body: { done } }),
  );
  return { setDone };
}
