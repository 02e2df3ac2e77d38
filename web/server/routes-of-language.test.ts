import { expect, it } from "vitest";
import { manifestOf, routesOf, sideOfPath, withStyles } from "./routes-of-language.ts";

const ids = [
  "root",
  "bg",
  "bg/",
  "bg/dashboard",
  "bg:admin",
  "bg/admin/holder",
  "bg/admin/holder:tickets",
  "bg:default",
  "en",
  "en/*",
  "pl:shell",
  "pl:admin",
  "shell/unprefixed",
  "bgx",
];
const routes = Object.fromEntries(ids.map((id) => [id, { id, module: `${id}.js` }]));

it("leaves a page of staff the routes of its own language, and those of no language", () => {
  expect(Object.keys(routesOf("bg", "staff", routes))).toEqual([
    "root",
    "bg",
    "bg/",
    "bg/dashboard",
    "bg:admin",
    "bg/admin/holder",
    "bg/admin/holder:tickets",
    "bg:default",
    "shell/unprefixed",
    "bgx",
  ]);
  expect(Object.keys(routesOf("pl", "staff", routes))).toEqual([
    "root",
    "pl:shell",
    "pl:admin",
    "shell/unprefixed",
    "bgx",
  ]);
});

it("leaves a page of clients none of staff, but one route that leads to their document", () => {
  const known = routesOf("bg", "client", routes);
  expect(Object.keys(known)).toEqual([
    "root",
    "bg",
    "bg/",
    "bg/dashboard",
    "bg:default",
    "shell/unprefixed",
    "bgx",
    "bg/admin/*",
  ]);
  expect(known["bg/admin/*"]).toEqual({
    id: "bg/admin/*",
    parentId: "bg",
    path: "admin/*",
    module: "shell/unprefixed.js",
  });
});

it.each([
  ["/bg/admin", "staff"],
  ["/bg/admin/", "staff"],
  ["/en/admin/user/7/profile", "staff"],
  // The router ignores capitals.
  ["/en/Admin/tickets", "staff"],
  ["/en/%61dmin/tickets", "staff"],
  ["/en/administration", "client"],
  ["/en/admin%2Ftickets", "client"],
  ["/en/%E0%A4%A/tickets", "client"],
  ["/en", "client"],
  ["/en/dashboard", "client"],
])("%s is on the side of %s", (path, side) => expect(sideOfPath(path)).toBe(side));

it("names a manifest by its language and side", () =>
  expect(manifestOf("pl", "client", "/assets/manifest-0a1b.js")).toBe("/assets/manifest-0a1b-pl-client.js"));

it("names the style sheets of each side at its layout, and the common one for all", () => {
  const styles = { whole: "/whole.css", common: "/common.css", client: "/client.css", staff: "/staff.css" };
  const css: Record<string, string[]> = { root: ["/whole.css"], "bg/dashboard": [], "bg:admin": [] };
  const styled = withStyles(Object.fromEntries(ids.map((id) => [id, { id, css: css[id] }])), styles);
  expect(
    Object.fromEntries(Object.values(styled).flatMap((route) => (route.css?.length ? [[route.id, route.css]] : []))),
  ).toEqual({
    root: ["/common.css"],
    "bg:admin": ["/client.css", "/staff.css"],
    "pl:admin": ["/client.css", "/staff.css"],
    "bg:default": ["/client.css"],
  });
});
