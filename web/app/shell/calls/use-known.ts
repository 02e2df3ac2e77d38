/** Cached answers of calls, to read them outside of rendering, or to show a change before the refetch. */
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { type AnswerOf, type AnyCall, type CallInput, type InputOf, keyOf } from "./keys.ts";

const known = (queries: QueryClient) => ({
  /** The cached answer, with its state and, while fetching, its promise. */
  find: <Kept>(call: AnyCall, input: object, variant?: unknown) =>
    queries.getQueryCache().find<Kept>({ queryKey: keyOf(call, input as CallInput, variant) }),
  set: <C extends AnyCall>(
    call: C,
    input: InputOf<C>,
    next: AnswerOf<C> | ((before: AnswerOf<C> | undefined) => AnswerOf<C> | undefined),
  ) => void queries.setQueryData(keyOf(call, input as CallInput), next as never),
});

export function useKnown(): ReturnType<typeof known> {
  const queries = useQueryClient();
  return useMemo(() => known(queries), [queries]);
}
