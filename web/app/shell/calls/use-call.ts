/** `useCall(api.tickets.get, { params: { id } })`: a call's answer, cached and refetched when stale. */
import type { ServerEventName } from "@portico/api/events.ts";
import { type QueryFunctionContext, type UseQueryOptions, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { type AnswerOf, type AnyCall, type CallInput, type InputOf, keyOf } from "./keys.ts";

type CallArguments<C extends AnyCall> =
  InputOf<C> extends Record<string, never> ? [input?: InputOf<C> | undefined] : [input: InputOf<C>];

type QueryOptions<Kept, Shown> = Omit<UseQueryOptions<Kept, Error, Shown>, "queryKey" | "queryFn">;
export type CallOptions<Kept, Shown> = QueryOptions<NoInfer<Kept>, Shown> & {
  /** Distinguishes a cached value that is not the call's own answer. */
  variant?: unknown;
  /** How that value is fetched. */
  ask?: (context: Pick<QueryFunctionContext, "signal">) => Promise<Kept>;
  /** The event that does not make it stale, because the caller handles it. */
  ignores?: ServerEventName;
};

export function useCall<C extends AnyCall, Kept = AnswerOf<C>, Shown = Kept>(
  call: C,
  ...[input, { variant, ask, ignores, ...options } = {}]: [...CallArguments<C>, options?: CallOptions<Kept, Shown>]
): UseQueryResult<Shown> {
  return useQuery({
    ...options,
    ...(ignores && { meta: { ignores } }),
    queryKey: keyOf(call, input as CallInput, variant),
    queryFn: ask ?? (({ signal }) => call({ ...input, signal } as never) as Promise<Kept>),
  });
}
