/** The site map, the navigation, the files of pages and the browser tests name the same pages. */
import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { join } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import routes from "./routes.ts";
import { clientNavigationForStaff } from "./shell/client-navigation.ts";
import { staffNavigation } from "./shell/staff/staff-navigation.ts";

interface Page {
  path: string;
  file: string;
}

/** Pages with their full paths, each layout with its path added to those of its children. */
const pagesOf = ({ path, file, children }: RouteConfigEntry, under: string): Page[] => {
  const full = path === undefined ? under : `${under}/${path}`;
  return children ? children.flatMap((child) => pagesOf(child, full)) : [{ path: full, file }];
};
const english = (routes as RouteConfigEntry[])
  .filter(({ path }) => path === "en")
  .flatMap((entry) => pagesOf(entry, ""));
/** Without what may be left out, such as `:section?`. */
const paths = english.map(({ path }) => path.replace(/^\/en/, "").replace(/\/:\w+\?$/, ""));

test("each section of the navigation is a page", () => {
  for (const { to } of [...clientNavigationForStaff, ...staffNavigation]) expect(paths).toContain(to);
});

test("each file of a page is on the site map, or part of a page that is", async () => {
  const onMap = new Set(english.map(({ file }) => file));
  for await (const file of glob("**/*.page.tsx", { cwd: import.meta.dirname })) {
    const name = file.split("/").at(-1) ?? "";
    const isPart = [...onMap].some(
      (page) =>
        page.endsWith(".page.tsx") && readFileSync(join(import.meta.dirname, page), "utf8").includes(`/${name}"`),
    );
    expect(onMap.has(file) || isPart, `${file} is on no page`).toBe(true);
  }
});

test("the browser tests check each page", () => {
  const source = readFileSync(join(import.meta.dirname, "../../e2e/pages.spec.ts"), "utf8");
  const opened = [...source.matchAll(/"(\/[^"?\s]*)/g)].map(([, path = ""]) => path);
  const isOpened = (path: string) =>
    opened.some((one) => new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+")}$`).test(one));
  // The first page leads on; `*` answers 404; a review needs a submission, and a contract a template: they have browser
  // tests of their own.
  const others = [
    "",
    "/*",
    "/admin/:profileMode/:id/review",
    "/contracts/:id",
    "/admin/:profileMode/:id/contracts/:contractId",
    "/admin/contracts/templates/:type",
    "/admin/contracts/templates/:type/send",
    "/admin/contracts/sendings/:id",
    "/admin/documents/:id",
  ];
  expect(paths.filter((path) => !others.includes(path) && !isOpened(path))).toEqual([]);
});
