/**
 * Applies the declarations in api/: marks answers as stale, and refetches those on screen; resolves when they have
 * arrived. In a separate file (stale.ts), so that no page waits for it.
 */
import { staleByChange } from "@portico/api/changes.ts";
import type { LooseInput } from "@portico/api/client.ts";
import { type ServerEventFields, type ServerEventName, staleByEvent } from "@portico/api/events.ts";
import type { Narrowing, ReadingCall, StaleCalls } from "@portico/api/stale-calls.ts";
import { partialMatchKey, type Query, type QueryClient } from "@tanstack/react-query";

/** Rows of a list answer, or of its pages. */
const rowsOf = (data: unknown): unknown[] => {
  const pages = (data as { pages?: object[] }).pages ?? [Array.isArray(data) ? { data } : (data as object)];
  return pages.flatMap((page) => Object.values(page).find(Array.isArray) ?? []);
};

function isMeant(query: Query, { left, rows, ...input }: Narrowing): boolean {
  if (!partialMatchKey([query.queryKey[1]], [input])) return false;
  if (!query.isActive()) return true;
  const { data } = query.state;
  return !left && (!rows || data === undefined || rowsOf(data).some((row) => partialMatchKey([row], [rows])));
}

/** A query that handles an event itself is not affected by it. */
const makeStale = (queries: QueryClient, stale: readonly StaleCalls[], event?: ServerEventName): Promise<void> =>
  queries.invalidateQueries({
    predicate: (query) =>
      (!event || query.meta?.["ignores"] !== event) &&
      stale.some((calls) => {
        const narrowing = calls[query.queryKey[0] as ReadingCall];
        return narrowing && isMeant(query, narrowing);
      }),
  });

export const applyEvent = <Name extends ServerEventName>(
  queries: QueryClient,
  name: Name,
  event: ServerEventFields[Name],
): Promise<void> => makeStale(queries, [staleByEvent(name, event)], name);

/** A completed call. */
export type Made = readonly [callName: string, input: LooseInput];

const declared = staleByChange as unknown as Partial<Record<string, (input: LooseInput) => StaleCalls>>;
export const applyChanges = (queries: QueryClient, made: readonly Made[]): Promise<void> =>
  makeStale(
    queries,
    made.map(([callName, input]) => declared[callName]?.(input) ?? {}),
  );
