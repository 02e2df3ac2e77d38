/** What older callers send is understood: an empty order, a flag as a number, and accounts as they were read. */
import { expect, test } from "vitest";
import { analytics } from "./analytics.ts";
import { definitionCalls } from "./funds/definitions.ts";
import { accountCalls } from "./payments/accounts.ts";

test("an empty order is the default one", () => {
  expect(analytics.fetch.body.parse({ sortBy: "" }).sortBy).toBe("-created_at");
  expect(analytics.fetch.body.parse({}).sortBy).toBe("-created_at");
  expect(analytics.fetch.body.safeParse({ sortBy: "nothing" }).success).toBe(false);
});

test("a flag may be 1 or 0", () => {
  const read = (includeDocsContent: string) => definitionCalls.getDefinition.query.parse({ includeDocsContent });
  expect([read("1"), read("true"), read("0")].map((query) => query.includeDocsContent)).toEqual([true, true, false]);
});

test("what the portal keeps of an account may come back with it; an unknown key may not", () => {
  const save = (account: object) => accountCalls.saveAccounts.body.safeParse({ accounts: [account] }).success;
  expect(save({ iban: "BG", state: "confirmed", can: { decide: true }, created_at: "2026-11-28" })).toBe(true);
  expect(save({ iban: "BG", colour: "red" })).toBe(false);
});
