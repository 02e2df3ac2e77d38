/** What lies in a file of its own and is loaded where it is needed, once. */
import { type UseQueryResult, useQuery } from "@tanstack/react-query";

/** `name` says what is loaded, no two things under one. */
export const useLoaded = <T>(name: string, load: () => Promise<T>, { enabled = true } = {}): UseQueryResult<T> =>
  useQuery({ queryKey: ["file", name], queryFn: load, staleTime: Number.POSITIVE_INFINITY, enabled });
