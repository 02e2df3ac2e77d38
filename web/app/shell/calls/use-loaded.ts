/** Loads a separate file once, when it is needed. */
import { type UseQueryResult, useQuery } from "@tanstack/react-query";

/** `name` must be unique for what is loaded. */
export const useLoaded = <T>(name: string, load: () => Promise<T>, { enabled = true } = {}): UseQueryResult<T> =>
  useQuery({ queryKey: ["file", name], queryFn: load, staleTime: Number.POSITIVE_INFINITY, enabled });
