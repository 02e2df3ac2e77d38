/** The list that a reader came from: its address, with its filters, is in the address of what they opened in it. */
import { useCallback } from "react";
import { matchPath, useLocation } from "react-router";
import { withoutLanguage } from "../../navigation/locale-link.tsx";

/** `path` with the list's address. */
export const withList = (path: string, list: string): string =>
  `${path}${path.includes("?") ? "&" : "?"}${new URLSearchParams({ from: list })}`;

/**
 * The address of the nearest of these lists (their paths, as in routes) that the reader came through; undefined if they came from elsewhere. What a
 * list was reached from is in that list's own address.
 */
export function listIn(search: URLSearchParams, lists: readonly string[]): string | undefined {
  const from = search.get("from");
  if (from === null) return undefined;
  const [path = "", ...rest] = from.split("?");
  return lists.some((list) => matchPath(list, path)) ? from : listIn(new URLSearchParams(rest.join("?")), lists);
}

/** Adds the open list to the addresses of what it lists. */
export function useWithThisList(): (path: string) => string {
  const { pathname, search } = useLocation();
  return useCallback((path) => withList(path, withoutLanguage(pathname) + search), [pathname, search]);
}

/** Adds the list that the reader came from, if any, to the address of something like the open page. */
export function useWithSameList(): (path: string) => string {
  const { search } = useLocation();
  return useCallback(
    (path) => {
      const from = new URLSearchParams(search).get("from");
      return from === null ? path : withList(path, from);
    },
    [search],
  );
}
