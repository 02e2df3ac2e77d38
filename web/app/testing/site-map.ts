/** The pages of the site map, for tests. */
import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "../routes.ts";

interface Page {
  path: string;
  file: string;
}

/** Pages with their full paths, each layout with its path added to those of its children. */
const pagesOf = ({ path, file, children }: RouteConfigEntry, under: string): Page[] => {
  const full = path === undefined ? under : `${under}/${path}`;
  return children ? children.flatMap((child) => pagesOf(child, full)) : [{ path: full, file }];
};
export const pages = (routes as RouteConfigEntry[])
  .filter(({ path }) => path === "en")
  .flatMap((entry) => pagesOf(entry, ""));
/** Their paths without language, and without what may be left out, such as `:section?`. */
export const paths = pages.map(({ path }) => path.replace(/^\/en/, "").replace(/\/:\w+\?$/, ""));
