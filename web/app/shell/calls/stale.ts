/** Loads make-stale.ts when something becomes stale for the first time. */
import type { QueryClient } from "@tanstack/react-query";
import { forgetEarlyAnswers } from "./early-calls.ts";

type Apply = (how: typeof import("./make-stale.ts")) => Promise<void>;

/** If the file is gone because the portal was rebuilt, everything is refetched. */
export function makeStale(queries: QueryClient, apply: Apply): Promise<void> {
  forgetEarlyAnswers();
  return import("./make-stale.ts").then(apply, () => queries.invalidateQueries());
}
