/** The way to make-stale.ts, which is loaded when something becomes stale for the first time. */
import type { QueryClient } from "@tanstack/react-query";

type Apply = (how: typeof import("./make-stale.ts")) => Promise<void>;

/** Where the file is gone, since the portal was built anew, nothing is sure. */
export const makeStale = (queries: QueryClient, apply: Apply): Promise<void> =>
  import("./make-stale.ts").then(apply, () => queries.invalidateQueries());
