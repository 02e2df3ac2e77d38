/** The site map, the navigation, the files of pages and the browser tests name the same pages. */
import { existsSync, readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { join } from "node:path";
import { matchPath } from "react-router";
import { expect, test } from "vitest";
import { pages as declaredPages, framePartsOf, pathOf } from "./declared-pages.ts";
import { clientNavigationForStaff } from "./shell/navigation/client-navigation.ts";
import { findHelp } from "./shell/staff/help-of-pages.ts";
import { listNavigation } from "./shell/staff/staff-navigation.ts";
import { pages, paths } from "./testing/site-map.ts";

test("each section of the navigation is a page", () => {
  for (const { to } of [...clientNavigationForStaff, ...listNavigation("admin", true)]) expect(paths).toContain(to);
});

test("only who decides about proposals is offered them", () => {
  const offered = (["internal", "office", "admin"] as const).map((role) =>
    listNavigation(role, false).some(({ to }) => to === "/admin/proposals"),
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
  const withoutHelp = paths.filter((path) => path.startsWith("/admin") && !findHelp(path));
  // A wrong address; the former list of tasks leads to other pages; what concerns the reader is the same as a client's.
  expect(withoutHelp.sort()).toEqual([
    "/admin/*",
    "/admin/help",
    "/admin/notifications",
    "/admin/profile",
    "/admin/tasks",
  ]);
});

test.each(declaredPages)("the browser tests know at which addresses to open $file ($side)", (page) => {
  // Its own address serves, unless parts of it vary.
  const examples = page.examples ?? (page.path.includes(":") ? undefined : []);
  expect(examples).toBeDefined();
  for (const example of examples ?? [])
    expect(matchPath(pathOf(page), example.replace(/\?.*/, "")), `${example} is another page`).not.toBeNull();
});

test("the frame's parts are files, and each place has its own", () => {
  const parts = (["bar", "aboveClientPages", "besideClientPages"] as const).map(framePartsOf);
  for (const file of parts.flat()) expect(existsSync(join(import.meta.dirname, file)), file).toBe(true);
  expect(parts.map((files) => files.length > 0)).toEqual([true, true, true]);
});
