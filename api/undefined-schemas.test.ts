import { describe, expect, test } from "vitest";
import { z } from "zod";
import { anyone, defineEndpoints } from "./endpoint.ts";

/** As an import is while the file that it names is still being read. */
const unread = undefined as unknown as z.ZodString;
const declare = (schemas: { answer: z.ZodType; query?: z.ZodObject }) =>
  defineEndpoints({ getPrice: { method: "GET", path: "/price", summary: "A price.", access: anyone, ...schemas } });

describe("an undefined schema is named with its call", () => {
  test.each([
    ["answer", { answer: unread }],
    ["query", { answer: z.string(), query: unread as unknown as z.ZodObject }],
    ["answer.day", { answer: z.object({ name: z.string(), day: unread }) }],
    ["answer.days[]", { answer: z.object({ days: z.array(unread) }) }],
    ["answer[][1].day", { answer: z.array(z.union([z.string(), z.object({ day: unread })])) }],
  ])("%s", (place, schemas) => {
    expect(() => declare(schemas)).toThrow(`getPrice (GET /price): ${place} is undefined`);
  });

  test("each time it is declared", () => {
    const price = z.object({ day: unread });
    expect(() => declare({ answer: price })).toThrow("answer.day is undefined");
    expect(() => declare({ answer: price })).toThrow("answer.day is undefined");
  });

  test("schemas that name each other by getters are declared", () => {
    const tree = z.object({
      name: z.string(),
      get children() {
        return z.array(tree);
      },
    });
    expect(() => declare({ answer: tree })).not.toThrow();
  });
});
