import { expect, it } from "vitest";
import { manifestOf, routesOf } from "./routes-of-language.ts";

it("leaves a page the routes of its own language, and those of no language", () => {
  const ids = [
    "root",
    "bg",
    "bg/",
    "bg/admin/holder",
    "bg:default",
    "en",
    "en/*",
    "pl:shell",
    "shell/unprefixed",
    "bgx",
  ];
  const routes = Object.fromEntries(ids.map((id) => [id, { id }]));
  expect(Object.keys(routesOf("bg", routes))).toEqual([
    "root",
    "bg",
    "bg/",
    "bg/admin/holder",
    "bg:default",
    "shell/unprefixed",
    "bgx",
  ]);
  expect(Object.keys(routesOf("pl", routes))).toEqual(["root", "pl:shell", "shell/unprefixed", "bgx"]);
  expect(manifestOf("pl", "/assets/manifest-0a1b.js")).toBe("/assets/manifest-0a1b-pl.js");
});
