/** Applies api/changes.ts for a call, for many changes reported at once. */
import type { staleByChange } from "@portico/api/changes.ts";
import type { LooseInput } from "@portico/api/client.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { makeStale } from "./stale.ts";

export function useApplyChange(): (callName: keyof typeof staleByChange, input: LooseInput) => void {
  const queries = useQueryClient();
  return useCallback(
    (...made) => void makeStale(queries, ({ applyChanges }) => applyChanges(queries, [made])),
    [queries],
  );
}
