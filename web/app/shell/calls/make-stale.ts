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

/** The first answer is under way: it may be older than the change. */
const isFirstFetch = ({ state }: Query): boolean => state.data === undefined && state.fetchStatus === "fetching";

/** A query that handles an event itself is not affected by it. */
async function makeStale(queries: QueryClient, stale: readonly StaleCalls[], event?: ServerEventName): Promise<void> {
  const meant = (query: Query): boolean =>
    (!event || query.meta?.["ignores"] !== event) &&
    stale.some((calls) => {
      const narrowing = calls[query.queryKey[0] as ReadingCall];
      return narrowing !== undefined && isMeant(query, narrowing);
    });
  // The library repeats a fetch under way only if there is an answer already; a first one would pass for fresh.
  const first = queries.getQueryCache().findAll({ predicate: (query) => isFirstFetch(query) && meant(query) });
  await Promise.all([
    queries.invalidateQueries({ predicate: (query) => !first.includes(query) && meant(query) }),
    ...first.map(async (query) => {
      await query.promise?.catch(() => undefined);
      await queries.invalidateQueries({ predicate: (each) => each === query });
    }),
  ]);
}

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
