/** Loads make-stale.ts when something becomes stale for the first time. */
import type { QueryClient } from "@tanstack/react-query";

type Apply = (how: typeof import("./make-stale.ts")) => Promise<void>;

/** If the file is gone because the portal was rebuilt, everything is refetched. */
export const makeStale = (queries: QueryClient, apply: Apply): Promise<void> =>
  import("./make-stale.ts").then(apply, () => queries.invalidateQueries());
