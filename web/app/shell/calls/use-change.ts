/**
 * `useChange((api, name: string) => api.tickets.rename({ … }))`: calls that write. When they end, successfully or not,
 * the answers declared in api/changes.ts become stale. Its error goes when its cause is touched (use-refusal.ts).
 */
import type { Api } from "@portico/api";
import type { Client } from "@portico/api/client.ts";
import {
  type QueryClient,
  type UseMutationOptions,
  type UseMutationResult,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { useRef } from "react";
import { useWatchedApi } from "./api.tsx";
import type { Made } from "./make-stale.ts";
import { makeStale } from "./stale.ts";
import { lastTouch, tellSuccess } from "./touches.ts";
import { useRefusal } from "./use-refusal.ts";

/** Applies the declarations of the calls made. */
const settle = async (queries: QueryClient, made: readonly Made[]): Promise<void> => {
  if (made.length > 0) await makeStale(queries, ({ applyChanges }) => applyChanges(queries, made));
};

interface TryOptions<Data, Variables> extends Omit<UseMutationOptions<Data, Error, Variables>, "mutationFn"> {
  mutationFn: (variables: Variables) => Promise<Data>;
}

/** A mutation whose error goes when its cause is touched (use-refusal.ts). */
export function useTry<Data, Variables = void>({
  mutationFn,
  ...options
}: TryOptions<Data, Variables>): UseMutationResult<Data, Error, Variables> {
  const mutation = useMutation({
    ...options,
    mutationFn: async (variables: Variables) => {
      const touch = begin();
      const data = await mutationFn(variables);
      tellSuccess(touch);
      return data;
    },
  });
  const { left, begin } = useRefusal(mutation.error, mutation.reset);
  return { ...mutation, error: left } as typeof mutation;
}

interface ChangeOptions<Data, Variables> extends Omit<TryOptions<Data, Variables>, "mutationFn"> {
  /** The change completes without waiting for the refetch of stale answers. */
  inBackground?: boolean;
}

export function useChange<Data, Variables = void>(
  run: (api: Client<Api>, variables: Variables) => Promise<Data>,
  { inBackground, ...options }: ChangeOptions<Data, Variables> = {},
): UseMutationResult<Data, Error, Variables> {
  const watched = useWatchedApi();
  const queries = useQueryClient();
  const made = useRef<Made[]>([]);
  return useTry({
    ...options,
    mutationFn: (variables) =>
      run(
        watched((...one) => made.current.push(one)),
        variables,
      ),
    onSettled: async (...outcome) => {
      await options.onSettled?.(...outcome);
      const settled = settle(queries, made.current.splice(0));
      if (!inBackground) await settled;
    },
  });
}

/** A change outside of a form, such as a confirmed action: resolves when stale answers have been refetched. */
export function useRunChange(): <Data>(run: (api: Client<Api>) => Promise<Data>) => Promise<Data> {
  const watched = useWatchedApi();
  const queries = useQueryClient();
  return async (run) => {
    const made: Made[] = [];
    const touch = lastTouch();
    const data = await run(watched((...one) => made.push(one))).catch((error: unknown) => {
      void settle(queries, made);
      throw error;
    });
    tellSuccess(touch);
    await settle(queries, made);
    return data;
  };
}
