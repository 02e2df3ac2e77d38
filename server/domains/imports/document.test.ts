/** The examples in docs/import-formats.md can be imported. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lotColumns } from "./csv/lots.ts";
import { priceColumns, rateColumns } from "./csv/quotes.ts";
import { statementColumns } from "./csv/statement.ts";
import { readAs, reasons } from "./testing/reading.ts";

const text = readFileSync(join(import.meta.dirname, "../../../docs/import-formats.md"), "utf8");

test.each(["statement", "prices", "rates", "lots"] as const)(
  "the example of %s is read without a refusal",
  async (kind) => {
    const example = new RegExp(`\`\`\`csv ${kind}\\n([^\`]+)\`\`\``).exec(text)?.[1] ?? "";
    const file = await readAs(kind, example);
    expect(reasons(file)).toEqual([]);
    expect(file.rows).toBe(example.trim().split("\n").length - 1);
  },
);

test("every column is described", () => {
  for (const column of new Set([...statementColumns, ...priceColumns, ...rateColumns, ...lotColumns]))
    expect(text).toMatch(new RegExp(`\\b${column}\\b`));
});
