/** docs/exports.md lists the columns as they are. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { documentedColumns } from "./documentation.ts";

test("docs/exports.md has the columns of each table", () => {
  const text = readFileSync(join(import.meta.dirname, "../../../../docs/exports.md"), "utf8");
  expect(text.slice(text.indexOf("### entries")).trimEnd()).toBe(documentedColumns());
});
