/** `usePages(api.tickets.list, { query })`: a list page by page; `data.rows` are the rows fetched so far. */
import {
  type InfiniteData,
  type UseInfiniteQueryOptions,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from "@tanstack/react-query";
import { type AnswerOf, type AnyCall, type CallInput, type InputOf, type Key, keyOf } from "./keys.ts";

interface Page {
  nextCursor: string | null;
}
/** Row type of a page: of its one field that is a list. */
export type RowOf<P> = NonNullable<{ [K in keyof P]: P[K] extends readonly (infer Row)[] ? Row : never }[keyof P]>;

export interface Pages<P> {
  pages: P[];
  rows: RowOf<P>[];
}

export const rowsOfPage = <P extends object>(page: P): RowOf<P>[] => Object.values(page).find(Array.isArray) ?? [];
const withRows = <P extends object>({ pages }: InfiniteData<P>): Pages<P> => ({
  pages,
  rows: pages.flatMap(rowsOfPage),
});

type PagesOptions<P> = Pick<
  UseInfiniteQueryOptions<P, Error, Pages<P>>,
  "enabled" | "staleTime" | "placeholderData" | "refetchInterval"
>;

export function usePages<C extends AnyCall, P extends Page = AnswerOf<C> & Page>(
  call: C,
  input: InputOf<C>,
  options?: PagesOptions<P>,
): UseInfiniteQueryResult<Pages<P>> {
  return useInfiniteQuery<P, Error, Pages<P>, Key, string | undefined>({
    ...(options as object),
    queryKey: keyOf(call, input as CallInput, "pages"),
    initialPageParam: undefined,
    queryFn: ({ pageParam: cursor, signal }) => {
      const { query, ...others } = input as CallInput;
      return call({ ...others, query: { ...query, cursor }, signal } as never) as Promise<P>;
    },
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: withRows,
  });
}

interface AllRowsOptions {
  /** No further page is fetched beyond this number of rows. */
  most: number;
  onProgress?: ((rows: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** The rows of all pages, in order. */
export async function allRows<C extends AnyCall>(
  call: C,
  input: InputOf<C>,
  { most, onProgress, signal }: AllRowsOptions,
): Promise<RowOf<AnswerOf<C>>[]> {
  const { query, ...others } = input as CallInput;
  const rows: RowOf<AnswerOf<C>>[] = [];
  let cursor: string | null | undefined;
  do {
    const page = (await call({ ...others, query: { ...query, cursor }, signal } as never)) as AnswerOf<C> & Page;
    rows.push(...rowsOfPage(page));
    onProgress?.(rows.length);
    cursor = page.nextCursor;
  } while (cursor !== null && rows.length < most);
  return rows;
}
