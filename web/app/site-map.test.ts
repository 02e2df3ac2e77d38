/** The site map, the navigation, the files of pages and the browser tests name the same pages. */
import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { clientNavigationForStaff } from "./shell/client-navigation.ts";
import { helpOf } from "./shell/staff/help-of-pages.ts";
import { navigationOf, staffNavigation } from "./shell/staff/staff-navigation.ts";
import { pages, paths } from "./testing/site-map.ts";

test("each section of the navigation is a page", () => {
  for (const { to } of [...clientNavigationForStaff, ...staffNavigation]) expect(paths).toContain(to);
});

test("only who decides about proposals is offered them", () => {
  const offered = (["internal", "office", "admin"] as const).map((role) =>
    navigationOf(role).some(({ to }) => to === "/admin/proposals"),
  );
  expect(offered).toEqual([false, true, true]);
});

test("each file of a page is on the site map, or part of a page that is", async () => {
  const onMap = new Set(pages.map(({ file }) => file));
  for await (const file of glob("**/*.page.tsx", { cwd: import.meta.dirname })) {
    const name = file.split("/").at(-1) ?? "";
    const isPart = [...onMap].some(
      (page) =>
        page.endsWith(".page.tsx") && readFileSync(join(import.meta.dirname, page), "utf8").includes(`/${name}"`),
    );
    expect(onMap.has(file) || isPart, `${file} is on no page`).toBe(true);
  }
});

test("each page of staff has a subject of the help, but the help itself", () => {
  const withoutHelp = paths.filter((path) => path.startsWith("/admin") && !helpOf(path));
  // The former list of tasks leads to other pages; what concerns the reader is the same as a client's.
  expect(withoutHelp).toEqual(["/admin/tasks", "/admin/notifications", "/admin/profile", "/admin/help"]);
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
    "/tickets/:id",
    "/admin/tasks",
    "/admin/:profileMode/:id/tickets/:ticketId",
    "/admin/:profileMode/:id/contracts/:contractId",
    "/admin/contracts/templates/:type",
    "/admin/contracts/templates/:type/send",
    "/admin/contracts/sendings/:id",
    "/admin/documents/:id",
  ];
  expect(paths.filter((path) => !others.includes(path) && !isOpened(path))).toEqual([]);
});
