/** A query on the page: what stands where its answer will be, and the button for the next of its pages. */
import { Button } from "@mantine/core";
import { LoadFailed, Loading } from "../ui/states.tsx";
import { useText } from "../ui/text.tsx";
import { errorText } from "./api.tsx";

interface AskedQuery {
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
}

export interface PagedQuery extends AskedQuery {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
  /** Brings all rows; false where they are too many. */
  loadAll?: () => Promise<boolean>;
  isLoadingAll?: boolean;
  isTooLong?: boolean;
}

/** In the place of an answer that is not there: why not, or that it loads. */
export function AwaitedAnswer({ query }: { query: AskedQuery }) {
  const t = useText();
  if (!query.error) return <Loading />;
  return (
    <LoadFailed retry={() => void query.refetch()} retrying={query.isFetching}>
      {errorText(t, query.error)}
    </LoadFailed>
  );
}

/** Under a list; gone once all of it is there. */
export function ShowMore({ query }: { query: PagedQuery }) {
  const t = useText();
  if (!query.hasNextPage) return null;
  return (
    <Button variant="default" size="sm" onClick={() => void query.fetchNextPage()} loading={query.isFetchingNextPage}>
      {t("ui.action.showMore")}
    </Button>
  );
}
