/** `useCall(api.tickets.get, { params: { id } })`: what a call answers, kept and asked again as soon as it is stale. */
import type { ServerEventName } from "@portico/api/events.ts";
import { type QueryFunctionContext, type UseQueryOptions, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { type AnswerOf, type AnyCall, type AskedInput, type InputOf, keyOf } from "./keys.ts";

type Asked<C extends AnyCall> =
  InputOf<C> extends Record<string, never> ? [input?: InputOf<C> | undefined] : [input: InputOf<C>];

type QueryOptions<Kept, Shown> = Omit<UseQueryOptions<Kept, Error, Shown>, "queryKey" | "queryFn">;
export type CallOptions<Kept, Shown> = QueryOptions<NoInfer<Kept>, Shown> & {
  /** Sets apart what is not kept as the call answers it. */
  variant?: unknown;
  /** How that is asked for. */
  ask?: (context: Pick<QueryFunctionContext, "signal">) => Promise<Kept>;
  /** The event whose word does not make it stale: the caller decides what it means. */
  judges?: ServerEventName;
};

export function useCall<C extends AnyCall, Kept = AnswerOf<C>, Shown = Kept>(
  call: C,
  ...[input, { variant, ask, judges, ...options } = {}]: [...Asked<C>, options?: CallOptions<Kept, Shown>]
): UseQueryResult<Shown> {
  return useQuery({
    ...options,
    ...(judges && { meta: { judges } }),
    queryKey: keyOf(call, input as AskedInput, variant),
    queryFn: ask ?? (({ signal }) => call({ ...input, signal } as never) as Promise<Kept>),
  });
}
