/** States of a query: loading or failed, and the button for the next page. */

import { ApiError } from "@portico/api/errors.ts";
import { Button } from "../../ui/button.tsx";
import { Empty, LoadFailed, Loading } from "../../ui/states.tsx";
import { useText } from "../../ui/text.tsx";
import { errorText } from "./api.tsx";

interface QueryState {
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
}

export interface PagedQuery extends QueryState {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
  /** Loads all rows; false if there are too many. */
  loadAll?: () => Promise<boolean>;
  isLoadingAll?: boolean;
  isTooLong?: boolean;
}

/** Of a list that may have further pages. */
export type ListQuery = QueryState & Partial<PagedQuery>;

/** Shown instead of an answer: the failure, or that it is loading. What is not there is not offered to be tried again. */
export function PendingQuery({ query }: { query: QueryState }) {
  const t = useText();
  if (!query.error) return <Loading />;
  if (query.error instanceof ApiError && query.error.code === "notFound")
    return (
      <div role="alert">
        <Empty icon="search" title={errorText(t, query.error)} />
      </div>
    );
  return (
    <LoadFailed retry={() => void query.refetch()} retrying={query.isFetching}>
      {errorText(t, query.error)}
    </LoadFailed>
  );
}

/** Below a list; hidden when everything is loaded. */
export function ShowMore({ query }: { query: PagedQuery }) {
  const t = useText();
  if (!query.hasNextPage) return null;
  return (
    <Button variant="default" size="sm" onClick={() => void query.fetchNextPage()} loading={query.isFetchingNextPage}>
      {t("ui.action.showMore")}
    </Button>
  );
}
