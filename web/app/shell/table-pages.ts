/** A query in a table's terms: the error, and whether the server has more. */
import type { Translate } from "../ui/text.tsx";
import { errorText } from "./calls/api.tsx";
import type { ListQuery } from "./calls/query-states.tsx";

export const tablePages = (t: Translate, query: ListQuery) => ({
  error: query.error
    ? { retry: () => void query.refetch(), retrying: query.isFetching, message: errorText(t, query.error) }
    : undefined,
  more: query.hasNextPage
    ? {
        load: () => void query.fetchNextPage?.(),
        loading: (query.isFetchingNextPage ?? false) || (query.isLoadingAll ?? false),
        ...(query.loadAll && { loadAll: query.loadAll }),
        isTooLong: query.isTooLong ?? false,
      }
    : undefined,
});
